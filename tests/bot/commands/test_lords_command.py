"""The `lords` command: every command's last line, and errors as one line with an exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import COMMANDS, main
from bot.render.phrases import languages

CASES = Path(__file__).parents[2] / "cases"
GOOD = CASES / "evil-01-two-paladins.toml"


class Said:
    """What a command printed, and how it ended."""

    def __init__(self, code: object, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def last(self) -> str:
        return self.out.splitlines()[-1]


@pytest.fixture
def lords(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)

    def run(*arguments: object) -> Said:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        return Said(end.value.code, *capsys.readouterr())

    return run


def one_line(text: str) -> bool:
    return text.startswith("error: ") and text.count("\n") == 1


def test_help_names_every_command(lords) -> None:
    said = lords("--help")
    assert said.code == 0
    assert all(f"  {name} " in said.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(lords, name: str) -> None:
    said = lords(name, "--help")
    assert said.code == 0
    assert f"lords {name}" in said.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["demo", "--lords", "6"],
        ["demo", "--lang", "fr"],
        ["fuzz", "--games", "none"],
        ["fuzz", "--jobs", "100000"],
        ["gallery", "--check", "1", "--jobs", "100000"],
        ["soak", "--games", "0"],
        ["soak", "--days", "-1"],
        ["case"],
        ["replay"],
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(lords, arguments: list[str]) -> None:
    said = lords(*arguments)
    assert said.code == 2
    assert one_line(said.err)


def test_nothing_heavy_is_loaded_for_help() -> None:
    """The library for Telegram and the renderers take a moment; `lords --help` needs neither."""
    code = (
        "import sys\nfrom bot.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "bad = {'telegram', 'jinja2', 'tornado', 'aiosqlite', 'rules.lords'} & set(sys.modules)\n"
        "assert not bad, bad\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_case_says_ok_and_counts(lords) -> None:
    said = lords("case", GOOD)
    assert said.code == 0
    assert said.out.startswith(f"ok {GOOD.stem}: ")
    assert said.last == "1 ok, 0 failed"


def test_case_says_what_differs(lords, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(GOOD.read_text("utf-8").replace("paladins = {", "paladins = { elf = 9, #\n"))
    text = GOOD.read_text("utf-8").split("[expect]")[0] + "[expect]\nevil = [15]\n"
    wrong.write_text(text, "utf-8")
    said = lords("case", wrong, GOOD)
    assert said.code == 1
    assert said.out.splitlines()[0].startswith("FAIL wrong: evil: expected [15], got [")
    assert said.last == "1 ok, 1 failed"


def test_case_goes_on_after_files_that_are_none(lords, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("kind = ", "utf-8")
    (tmp_path / "b.toml").write_text('kind = "dance"\n[expect]\n', "utf-8")
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    said = lords("case", tmp_path, tmp_path / "none.toml", GOOD)
    lines = said.out.splitlines()
    assert [line.split(":")[0] for line in lines[:4]] == ["FAIL a", "FAIL b", "FAIL c", "FAIL none"]
    assert said.last == "1 ok, 4 failed"
    assert not said.err


def test_a_folder_without_cases_is_said(lords, tmp_path: Path) -> None:
    said = lords("case", tmp_path)
    assert said.code == 1
    assert said.err == f"error: no case (*.toml) in {tmp_path}\n"


def test_a_file_that_is_no_database_is_said(lords, tmp_path: Path) -> None:
    file = tmp_path / "lords.sqlite"
    file.write_text("not a database, and long enough to be read as one" * 9, "utf-8")
    said = lords("export", 1, "--db", file)
    assert said.code == 1
    assert one_line(said.err)
    assert f"{file} can't be used: " in said.err


SHOWN = {
    "combat-01-bards": "The attack, year one, round 1",
    "evil-01-two-paladins": "Elf paladin: the tent → Grimald",
    "orders-02-bribe-hold-unpaid": "Summer, year one. First resolve",
    "production-04-taxes": "Spring, year two. Second resolve",
    "score-01": "The final attestation",
    "season-14-new-winter": "Winter, year two. The season opens",
}
"""What is read of a case of each kind."""


@pytest.mark.parametrize("case", SHOWN)
def test_case_shows_the_round_as_the_group_would_read_it(lords, case: str) -> None:
    said = lords("case", "--show", CASES / f"{case}.toml")
    assert said.code == 0
    assert SHOWN[case] in said.out.replace("\u00a0", " ")
    assert said.last == "1 ok, 0 failed"


def expecting(tmp_path: Path, expect: str) -> Path:
    case = tmp_path / "case.toml"
    case.write_text(
        'kind = "orders"\n[[lords]]\norders = ["tunnels", "gold", "food"]\n' + expect, "utf-8"
    )
    return case


def test_of_a_table_only_what_is_named_must_match(lords, tmp_path: Path) -> None:
    case = expecting(tmp_path, "[[expect.lords]]\npermits = { tunnels = 2 }\n")
    assert lords("case", case).code == 0


def test_an_empty_table_says_that_there_is_nothing(lords, tmp_path: Path) -> None:
    said = lords("case", expecting(tmp_path, "[[expect.lords]]\npermits = {}\n"))
    assert said.code == 1
    assert "lords[1].permits.gold: expected nothing, got 2" in said.out


def test_more_lords_expected_than_there_are(lords, tmp_path: Path) -> None:
    case = expecting(tmp_path, "[[expect.lords]]\ngold = 2\n[[expect.lords]]\ngold = 2\n")
    said = lords("case", case, GOOD)
    assert said.code == 1
    assert "lords: expected 2 tables" in said.out
    assert said.last == "1 ok, 1 failed"


def test_fuzz_counts_games_and_failures(lords) -> None:
    said = lords("fuzz", "--games", 2, "--seed", 3)
    assert said.code == 0, said.out
    assert said.last.startswith("2 games, 0 failures, ")


def test_fuzz_names_the_seed_of_a_failure(lords, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.lords.audit.faults", lambda state: ["the moon is missing"])
    said = lords("fuzz", "--games", 1, "--seed", 8)
    assert said.code == 1
    assert said.out.startswith("FAIL seed 8 lords 2 step 0: the moon is missing\n")
    assert said.last.startswith("1 games, 1 failures, ")


@pytest.mark.parametrize("name", ["demo", "case", "try"])
def test_a_command_speaks_every_language_there_is(lords, name: str) -> None:
    assert f"[{'|'.join(languages())}]" in lords(name, "--help").out


def test_demo_ends_the_same_in_both_languages(lords) -> None:
    ends = {}
    for lang in ("ru", "en"):
        said = lords("demo", "--seed", 5, "--lords", 3, "--lang", lang)
        assert said.code == 0
        assert len(said.out.splitlines()) > 100
        ends[lang] = said.last
    quiet = lords("demo", "--seed", 5, "--lords", 3, "--quiet")
    assert quiet.out.splitlines() == [ends["ru"]] == [ends["en"]]
    words = quiet.last.split()
    assert words[:6] == ["end:", "seed", "5", "lords", "3", "totals"]
    assert words[9] == "state"
    assert len(words[10]) == 16


def test_bench_prints_what_it_measured(lords) -> None:
    said = lords("bench", "--games", 1, "--judgement")
    assert said.code == 0
    for word in ("games a second", "orders: ", "production: ", "combat: ", "slowest step: "):
        assert word in said.out
    assert "judgement won" in said.last


def test_bench_measures_either_variant(lords) -> None:
    said = lords("bench", "--games", 1, "--lords", 2, "--variant", "classic")
    assert said.code == 0
    assert "setup: " in said.out
    assert lords("bench", "--lords", 5, "--variant", "classic").code == 2


def test_an_unforeseen_error_is_one_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    from bot.cli import unexpected

    unexpected(KeyError, KeyError("x"), None)
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("command", [("fuzz",), ("gallery", "--check", 1), ("demo",), ("bench",)])
def test_a_variant_there_is_not_is_named_in_one_line(lords, command) -> None:
    said = lords(*command, "--variant", "nonsense")
    assert said.code == 2
    assert said.out == ""


@pytest.mark.parametrize("module", ["bot", "bot.cli"])
def test_the_command_can_be_run_as_a_module(module):
    ran = subprocess.run(
        [sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=True
    )
    assert "Usage: lords" in ran.stdout
