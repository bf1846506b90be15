"""Reading answers as players write them: forgiving about form, exact about meaning."""

import pytest

from rules.kernel.notation import NotAnAnswer, normal, read
from rules.kernel.question import write
from rules.lords.cases.orders import laid_out
from rules.lords.orders import OrdersQuestion
from rules.lords.state import view

LEXICON = {
    "food": ["еда", "провизия"],
    "reputation": ["репутация"],
    "tunnels": ["тоннели", "туннели", "копать"],
    "gold": ["золото"],
    "monster": ["монстр"],
    "room": ["помещение", "комната"],
    "dragon": ["дракон"],
    "demon": ["демон"],
    "golem": ["голем"],
    "troll": ["тролль"],
    "any": ["любой"],
    "hold": ["занять очередь", "держать"],
    "only": ["только"],
    "spy": ["шпион"],
    "with": ["с ловушкой"],
    "eats": ["ест"],
    "keep": ["оставить"],
    "mole": ["крот"],
    "smugglers' den": ["притон контрабандистов"],
    "hedgehog": ["ёж"],
}


def question(**changes: object) -> OrdersQuestion:
    lord = {
        "traps": ["pendulum", "poisoned dart", "poisoned meal"], "monsters": ["troll", "witch"],
        "dealt": ["mole", "hedgehog"], "gold": 1, "barred": ["traps", "imps"], **changes,
    }  # fmt: skip
    state = laid_out({
        "year": 2, "season": "winter", "lords": [lord, {}, {}, {}],
        "monsters": ["dragon", "demon", "golem"], "rooms": ["forge", "smugglers' den"],
    })  # fmt: skip
    return OrdersQuestion(view(state, 1))


def understood(text: str) -> str:
    return write(read(question(), text, LEXICON))


def refused(text: str) -> NotAnAnswer:
    with pytest.raises(NotAnAnswer) as error:
        read(question(), text, LEXICON)
    return error.value


@pytest.mark.parametrize(
    "text",
    [
        "food; tunnels; monster dragon>demon eats troll>any",
        "еда, тоннели, монстр дракон>демон ест тролль>любой",
        "Еда; ТОННЕЛИ; монстр дракон → демон ест тролль → любой",
        "food\ntunnels\nmonster dragon -> demon eats troll => any",
        "1. food\n2. tunnels\n3) monster dragon > demon eats troll > any",
        "- еда\n- тоннели\n- монстр дракон — демон ест тролль — любой",
        "  food ;; tunnels;\n\nmonster dragon, demon eats troll, any; ",
        "еда тоннели монстр дракон—демон ест тролль—любой",
        "«еда», „тоннели“, монстр\u00a0дракон\u202f>\u00a0демон ест тролль>любой",
        "ед; тон; мон драк>дем ест тро>люб",
    ],
)
def test_one_meaning_many_forms(text: str) -> None:
    assert understood(text) == "food; tunnels; monster dragon>demon eats troll>any"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("репутация шпион 3", "reputation spy 3"),
        ("тоннели только ii III", "tunnels only II III"),
        ("тоннели занять очередь; золото", "tunnels hold; gold"),
        ("room smugglers’ den>forge", "room smugglers' den>forge"),
        ("комната притон контрабандистов", "room smugglers' den"),
        (
            "monster golem with poisoned dart>any; gold",
            "monster golem with poisoned dart>any; gold",
        ),
        ("food; оставить еж; gold", "food; keep hedgehog; gold"),
        ("оставить ЁЖ", "keep hedgehog"),
        ("", ""),
        (" ; ", ""),
    ],
)
def test_words_spellings_and_parts(text: str, meaning: str) -> None:
    assert understood(text) == meaning


def test_unknown_words_are_invalid_and_say_what_was_understood() -> None:
    error = refused("food; xyzzy")
    assert (error.kind, error.data["text"], error.tokens) == ("invalid", "xyzzy", (";food",))
    assert error.rest == "xyzzy"


def test_a_slip_gets_a_hint() -> None:
    assert "dragon" in refused("monster drogon").data["near"]


def test_a_word_known_one_choice_deeper_is_hinted_with_that_choice() -> None:
    assert refused("food; dragon").data["inside"] == [("monster", "dragon")]
    assert refused("food; xyzzy").data["inside"] == []


def test_a_known_word_at_the_wrong_time_is_illegal_with_the_reason() -> None:
    error = refused("food; food")
    assert error.kind == "illegal"
    assert error.data["token"] == ";food"
    assert error.data["reason"].code == "same site"
    assert refused("monster vampire").data["reason"].code == "not on offer"


def test_a_short_form_of_several_words_is_ambiguous() -> None:
    error = refused("monster golem with poisoned")
    assert error.kind == "ambiguous"
    assert error.data["candidates"] == ["poisoned dart", "poisoned meal"]


def test_one_letter_is_no_short_form() -> None:
    assert refused("f").kind == "invalid"


def test_the_whole_word_wins_over_the_beginning_of_another() -> None:
    assert understood("monster golem; gold") == "monster golem; gold"


def test_force_reads_what_cannot_be_done() -> None:
    tokens = read(question(), "monster vampire>dragon; food; food", force=True)
    assert write(tokens) == "monster vampire>dragon; food; food"


@pytest.mark.parametrize(
    ("text", "same"),
    [("Ёж", "еж"), ("a → b", "a > b"), ("a ⇒ b", "a > b"), ("’`", "''")],
)
def test_normal_form(text: str, same: str) -> None:
    assert normal(text) == same
