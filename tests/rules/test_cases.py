"""Every case of tests/cases, played as it is (see tests/cases/README.md)."""

from pathlib import Path

import pytest

from bot.commands.case import judge

CASES = sorted((Path(__file__).parents[1] / "cases").glob("**/*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    wrong, _, _ = judge(path)
    assert not wrong, "\n".join(wrong)
