"""The one script behind `try` and `test`: stamps, clear errors, pinned libraries."""

import importlib.util
import re
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"deploy_{name}", DEPLOY / f"{name}.py")
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    loaded = module("setup")
    monkeypatch.setattr(loaded, "PYTHON", str(tmp_path / "python"))
    monkeypatch.setattr(loaded, "STAMP", str(tmp_path / "stamp"))
    return loaded


def test_a_second_run_sees_the_stamp(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "python").touch()
    assert not script.ready("run")
    (tmp_path / "stamp").write_text(script.stamp_of("run") + "\n", "utf-8")
    assert script.ready("run")
    assert not script.ready("dev")


def test_a_moved_checkout_is_set_up_anew(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "python").touch()
    place = f"place {script.ROOT}\npython {sys.version}\n"
    (tmp_path / "stamp").write_text(place, "utf-8")
    assert script.in_place()
    (tmp_path / "stamp").write_text(place.replace(script.ROOT, "/elsewhere"), "utf-8")
    assert not script.in_place()


def test_no_python_young_enough_is_one_line(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.shutil, "which", lambda name: None)
    with pytest.raises(script.Trouble, match=r"Python 3\.11 or later is needed"):
        script.younger_python()


def test_a_wrong_call_says_how() -> None:
    done = subprocess.run(
        [sys.executable, str(DEPLOY / "setup.py"), "dance"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_libraries_are_pinned_by_hash_from_no_address(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text)
    entries = re.split(r"\n(?=\S)", text.strip())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_every_library_of_the_project_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = {
        "requirements.txt": project["dependencies"],
        "requirements-dev.txt": project["dependencies"] + project["optional-dependencies"]["dev"],
    }
    for name, wanted in lists.items():
        pinned = set(
            re.findall(r"(?m)^([a-z0-9-]+)(?:\[.*?\])?==", (DEPLOY / name).read_text("utf-8"))
        )
        names = {re.split(r"[\[<>=~ ]", line)[0].lower().replace("_", "-") for line in wanted}
        assert names <= pinned


def test_backup_copies_what_is_committed(tmp_path: Path) -> None:
    backup = module("backup")
    path = tmp_path / "lords.sqlite"
    live = sqlite3.connect(path)
    live.execute("PRAGMA journal_mode = WAL")
    live.execute("CREATE TABLE games (id INTEGER)")
    live.execute("INSERT INTO games VALUES (7)")
    live.commit()
    folder = tmp_path / "copies"
    copy = backup.back_up(path, folder)
    live.close()
    saved = sqlite3.connect(copy)
    assert saved.execute("SELECT id FROM games").fetchall() == [(7,)]
    saved.close()
    assert copy.stat().st_mode & 0o077 == 0


def test_backup_keeps_the_newest(tmp_path: Path) -> None:
    backup = module("backup")
    path = tmp_path / "lords.sqlite"
    sqlite3.connect(path).close()
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"lords-2000010{day}-000000.sqlite").touch()
    copy = backup.back_up(path, folder, keep=2)
    assert sorted(folder.iterdir()) == [folder / "lords-20000105-000000.sqlite", copy]


def test_backup_without_a_database_is_one_line(tmp_path: Path, capsys) -> None:
    assert module("backup").main([str(tmp_path / "none"), str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("error: no database at ")
