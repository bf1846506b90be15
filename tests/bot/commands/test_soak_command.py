"""A small soak: no reminder doubled, late, false or at night."""

from pathlib import Path

import pytest

from bot.commands.soak import soak
from rules.lords.data import VARIANTS
from rules.lords.game import Lords


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_few_games_over_a_fortnight(tmp_path: Path, variant: str):
    made = await soak(Lords(), variant, games=6, days=14, seed="3", folder=tmp_path)
    assert made.failures == []
    assert made.counts["reminders"] > 40
    assert made.counts["steps"] > 30
