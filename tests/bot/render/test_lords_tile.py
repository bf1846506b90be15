"""A tile of the map: whatever is in it, nothing lies on anything else."""

from itertools import product

import pytest

from bot.gallery import boxes
from bot.gallery.worst import ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.tile import CELL_HEIGHT, CELL_WIDTH, Content, laid_out
from rules.lords.data import load

MARKS: tuple[tuple[str, ...], ...] = ((), ("1",), ("3", "12"), ("1", "5", "10", "11"))
SIGNS: tuple[tuple[str, ...], ...] = (
    (), ("imp",), ("imp",) * 4, ("monster", "imp", "imp"), ("imp", "hammer", "gold"),
    ("trap", "trap", "monster", "monster", "ghost", "ghost"),
)  # fmt: skip


def drawn(lang: str, holds: Content) -> str:
    """The cell as a picture of its own."""
    cell = {
        "x": 0, "y": 0, "name": holds.name, "kind": "tile", "fill": "#b8d6e3", "room": holds.room,
        "conquered": holds.conquered, "walls": holds.walls, "plan": False, "legal": holds.legal,
        **laid_out(ink(lang), holds),
    }  # fmt: skip
    block = canvas.Block("map", CELL_HEIGHT, {
        "gate_x": 300, "entrance": "", "grid_x": 0, "grid_y": 0, "grid_width": CELL_WIDTH,
        "grid_height": CELL_HEIGHT, "wide": CELL_WIDTH, "high": CELL_HEIGHT, "columns": [],
        "rows": [], "cells": [cell], "edges": "", "ways": [], "target": None,
    })  # fmt: skip
    return canvas.sheet("", [block], "").svg


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("walls", [False, True])
def test_nothing_in_a_cell_lies_on_anything_else(lang: str, walls: bool) -> None:
    """Of every room and of none: chosen or not, with few and many clauses and signs."""
    rooms = ["", *load("shoggoth").rooms]
    for room, marks, signs, legal in product(rooms, MARKS, SIGNS, (False, True)):
        if marks and signs == SIGNS[-1]:
            continue  # who is sent into a fight, and a plan of combat has no clauses in cells
        holds = Content("d4", room, marks, signs, legal, walls)
        assert not list(boxes.faults(drawn(lang, holds))), holds


def test_every_sign_is_drawn_and_stays_in_its_cell() -> None:
    for room, signs in product(("", "concert hall"), SIGNS):
        symbols = laid_out(ink("ru"), Content("d4", room, (), signs, legal=True))["symbols"]
        assert {symbol["id"] for symbol in symbols} >= set(signs)
        assert all(0 <= symbol["x"] <= CELL_WIDTH - symbol["size"] for symbol in symbols)
        assert all(0 <= symbol["y"] <= CELL_HEIGHT - symbol["size"] for symbol in symbols)


def test_clauses_that_reach_the_name_stand_in_one_mark() -> None:
    def marks(*texts: str) -> list[str]:
        holds = Content("d4", marks=texts, signs=("imp",), legal=True)
        return [mark["text"] for mark in laid_out(ink("ru"), holds)["marks"]]

    assert marks("1", "2") == ["1", "2"]
    assert marks("1", "5", "7") == ["1,5,7"]
    assert marks("1", "5", "10", "11") == ["1…11"]


def test_a_cell_to_choose_is_big_where_it_is_empty_and_on_a_plate_elsewhere() -> None:
    def kind(holds: Content) -> str:
        return str(laid_out(ink("ru"), holds)["label"]["kind"])

    assert kind(Content("d4")) == "small"
    assert kind(Content("d4", legal=True)) == "big"
    assert kind(Content("d4", "mint", legal=True)) == "plate"
    assert kind(Content("d4", signs=("imp",), legal=True)) == "plate"
