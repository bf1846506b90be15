"""What a question helps with: cells marked, who is idle, what counts unsaid, what would come."""

import re

import pytest

from bot.render.lords.answers import offered
from bot.render.lords.face import LordsFace
from bot.render.lords.ink import Ink
from rules.kernel.game import Setup, advance, begin
from rules.kernel.question import Question, Walk, replay, word
from rules.kernel.standin import RandomStandIn, StandIn
from rules.kernel.stream import Stream
from rules.lords.data import load
from rules.lords.events.replies import REPLIES
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.state import View
from tests.rules.lords.battlefield import ask, field

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Ann", 2: "Bob", 3: "Eve", 4: "Joe"}
GROUND = "·□■✖▣+"


def asked(variant: str, seed: str) -> list[tuple[View, Question, tuple[str, ...]]]:
    """Every question of a game with its answer; two with judgement, two at random."""
    players: list[StandIn] = [Judgement(), RandomStandIn(20)]
    found = []
    state = begin(GAME, Setup("lords", variant, 4, seed)).state
    while not GAME.over(state):
        answers = {}
        for seat in GAME.owed(state):
            seen = GAME.view(state, seat)
            question = GAME.question(seen)
            assert question is not None
            stream = Stream(seed, f"{state.turn}.{seat}")
            answers[seat] = tuple(players[seat % 2].answer(seen, question, stream))
            found.append((seen, question, answers[seat]))
        state = advance(GAME, state, answers).state
    return found


def marked(text: str) -> set[str]:
    """The cells with a plus on the map of a prompt."""
    [drawn] = re.findall("<pre>(.*?)</pre>", text, re.DOTALL)
    rows = [line.split() for line in drawn.splitlines()]
    assert rows[0] == list("abcde")
    assert all(sign in GROUND for row in rows[1:] for sign in row[1:])
    return {
        f"{column}{row[0]}"
        for row in rows[1:]
        for column, sign in zip(rows[0], row[1:], strict=True)
        if sign == "+"
    }


def prompted(seen: View, question: Question, walk: Walk, lang: str = "en") -> str:
    return FACE.prompt(lang, seen, question, walk, NAMES)


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_the_cells_on_the_map_are_those_of_the_buttons(variant: str) -> None:
    seen_cells = 0
    for seen, question, tokens in asked(variant, "map"):
        cells = {f"{c}{r}" for c in "abcde" for r in range(1, 5)}
        for length in range(len(tokens) + 1):
            walk = replay(question, tokens[:length])
            offered = {word(option.token) for option in walk.options()} & cells
            if question.kind == "setup":  # the dungeon is everybody's first: no map
                assert "<pre>" not in prompted(seen, question, walk)
                continue
            shown = marked(prompted(seen, question, walk))
            if walk.complete or offered:
                assert shown == offered
            seen_cells += len(offered)
    assert seen_cells > 100


def test_as_soon_as_building_is_begun_its_cells_are_marked() -> None:
    for seen, question, tokens in asked("shoggoth", "map"):
        for at, token in enumerate(tokens):
            if token == ";build":
                walk = replay(question, tokens[: at + 1])
                assert tokens[at + 2] in marked(prompted(seen, question, walk))
                return
    raise AssertionError("nobody has built")


def test_an_answer_that_may_be_empty_says_what_counts_then() -> None:
    told: set[str] = set()
    for variant in ("shoggoth", "classic"):
        for seen, question, _ in asked(variant, "none"):
            walk = question.walk()
            if walk.complete and offered(walk.options()):
                told.add(question.kind)
                said = prompted(seen, question, walk)
                assert "You may leave it empty" in said
                if question.kind != "production":
                    assert "You may leave it empty: then " in said
                else:  # imps rest where they could do anything, wages are paid where any are due
                    work = {";dig", ";mine", ";work", ";fair"}
                    work |= {";build"} if seen.data.build_imps else set()
                    words = {option.token for option in offered(walk.options())}
                    assert ("then the imps rest" in said) == bool(words & work)
                    assert ("wages go to all" in said) == (
                        seen.event == "pay day" and bool(seen.me.monsters)
                    )
    assert {"setup", "production", "combat", "attacks"} <= told


def test_a_trap_that_must_go_is_asked_for_and_the_default_is_named() -> None:
    told = 0
    for seen, question, _ in asked("shoggoth", "none"):
        if question.kind == "production":
            text = prompted(seen, question, question.walk())
            owed = bool(seen.me.discards_owed and seen.me.traps)
            assert ("Traps to be discarded" in text) == owed
            if seen.me.discards_owed == 1 and owed:  # once it is chosen, it is asked for no more
                walk = replay(question, (";discard", seen.me.traps[0]))
                assert "Traps to be discarded" not in prompted(seen, question, walk)
            told += owed
    assert told > 2


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_event_that_is_answered_says_what_counts_without_an_answer(lang: str) -> None:
    keys = Ink(lang, load("shoggoth"), NAMES).catalogue.keys
    for kind in REPLIES:
        assert f"unsaid.event {kind}" in keys


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_the_siege_is_told_in_the_last_season_and_hints_can_be_off(variant: str) -> None:
    told = 0
    for seen, question, tokens in asked(variant, "siege"):
        last = seen.season == seen.data.seasons[-1] and question.kind in ("orders", "production")
        walk = replay(question, tokens)
        text = prompted(seen, question, walk)
        assert ("all the guests" in text or "stop the guests" in text) == last
        assert ("A rough guess" in text) == (last and not tokens)
        first = prompted(seen, question, question.walk())
        assert ("A rough guess" in first) == last
        told += last
        off = FACE.prompt("en", seen, question, walk, NAMES, False)
        assert "🔮" not in off
        assert "⚠️" not in off
    assert told >= 8


def test_in_the_board_game_the_attacks_come_later_and_the_forecast_says_so() -> None:
    state = field([{"monsters": ["troll"], "party": ["warrior 1/9"]}, {}], variant="classic")
    seen, question = GAME.view(state, 1), ask(state, 1)
    said = prompted(seen, question, replay(question, (";troll",)))
    assert 0 < said.index("are the defaults") < said.index("falls")
    assert "are the defaults" not in prompted(seen, question, question.walk())
    state = field([{"monsters": ["troll"], "party": ["warrior 1/9"]}, {}])
    seen, question = GAME.view(state, 1), ask(state, 1)
    assert "are the defaults" not in prompted(seen, question, replay(question, (";troll",)))


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_the_cards_of_a_forecast_tell_only_where_they_differ(variant: str) -> None:
    told = {True: 0, False: 0}
    for seen, question, tokens in asked(variant, "none"):
        if question.kind != "combat":
            continue
        text = prompted(seen, question, replay(question, tokens)).replace("\u00a0", " ")
        verdict, fold, cards = text.partition("<blockquote expandable>")
        if not fold or "possible cards" not in verdict:
            continue
        same = "whatever the card" in verdict.partition("possible cards")[2]
        cards = cards.partition("</blockquote>")[0]
        assert bool(re.search(r"\b[a-e]\d (falls|holds)", cards)) != same
        told[same] += 1
    assert told[True] > 1


def test_in_a_fight_rooms_do_not_say_what_is_made_in_them() -> None:
    told = 0
    for seen, question, _ in asked("classic", "none"):
        rooms = [tile.room for tile in seen.me.tiles.values() if tile.room and not tile.conquered]
        made = [room for room in rooms if seen.data.rooms[room].produces]
        if question.kind not in ("combat", "production") or not made:
            continue
        text = re.sub("<[^>]+>", "", prompted(seen, question, question.walk()))
        line = next(row for row in text.splitlines() if "Rooms:" in row)
        assert ("→" in line) == (question.kind == "production"), line
        told += question.kind == "combat"
    assert told
