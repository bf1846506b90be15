"""Installed from a wheel and run from another folder, nothing of the checkout is needed."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKED = ("rules", "bot", "templates", "pyproject.toml", "README.md")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds, and nothing else of ours."""
    source = tmp_path_factory.mktemp("source")
    for name in PACKED:
        if (ROOT / name).is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, source / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, source / name)
    wheels, site = source / "dist", tmp_path_factory.mktemp("site")
    build = ["build", "--no-isolation", "--wheel", "-o", str(wheels), str(source)]
    quietly("-m", *build)
    (wheel,) = wheels.glob("*.whl")
    quietly("-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel))
    return site


def quietly(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=100
    )
    assert done.returncode == 0, done.stdout + done.stderr


def lords(site: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """The command line and environment of the installed `lords`."""
    known = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    check = f"import bot; assert bot.__file__.startswith({str(site)!r}), bot.__file__; "
    code = check + f"from bot.cli import main; main({list(arguments)!r})"
    return [sys.executable, "-c", code], {**known, "PYTHONPATH": str(site)}


def test_demo(installed: Path, tmp_path: Path) -> None:
    command, env = lords(installed, "demo", "--lords", "2", "--seed", "4")
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=100
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("end: seed 4 lords 2 totals ")


def test_try(installed: Path, tmp_path: Path) -> None:
    command, env = lords(installed, "try", "--no-browser")
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(f"{address}/page/app.js", timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
