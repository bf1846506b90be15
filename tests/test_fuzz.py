"""Random games of all table sizes, looked over after every step (`lords fuzz` plays more)."""

import pytest

from bot.commands.fuzz import game_of


@pytest.mark.parametrize("seed", range(1, 51))
def test_random_game(seed: int) -> None:
    assert game_of(seed) is None


@pytest.mark.parametrize("seed", range(1, 21))
def test_random_game_of_the_board_game(seed: int) -> None:
    assert game_of(seed, "classic") is None
