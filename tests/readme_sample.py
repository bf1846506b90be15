"""The post and the picture that the README shows in both languages: one real game, by its seed.

`python -m tests.readme_sample` writes them anew after words or pictures have changed.
"""

from pathlib import Path

from bot.commands.terminal import lords_face, names, plain
from bot.render.png import png
from rules.kernel.facts import Fact, for_viewer
from rules.kernel.game import Setup
from rules.kernel.playing import play
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.state import State, view

ROOT = Path(__file__).parent.parent
SEED, SEATS, YEAR, SEASON = "11", 4, 1, "summer"
README = ROOT / "README.md"
BLOCK = {"en": 5, "ru": 11}
"""Which part of the README, cut at its code fences, is the post."""


def moment() -> tuple[State, list[Fact]]:
    """The state after the season's second resolve, and the facts of it alone."""
    standins = {seat: Judgement() for seat in range(1, SEATS + 1)}
    for turn in play(Lords(), Setup("lords", "shoggoth", SEATS, SEED), standins):
        steps = [fact.data for fact in turn.facts if fact.kind == "step"]
        if any((s["year"], s["season"], s["step"]) == (YEAR, SEASON, "change") for s in steps):
            end = next(i for i, f in enumerate(turn.facts)
                       if f.kind == "step" and f.data["step"] == "opening")  # fmt: skip
            return turn.state, turn.facts[:end]
    raise AssertionError("the game has no such season")


def sample(lang: str) -> str:
    """The post as the group reads it, without its marks."""
    state, facts = moment()
    html = lords_face().post(
        lang, view(state, None), for_viewer(facts, None), names(lang, SEATS), (), ()
    )
    return plain(html).strip()


def picture(lang: str) -> bytes:
    """The first lord's dungeon from the album of the same step."""
    state, facts = moment()
    album = lords_face().pictures(
        lang, view(state, None), for_viewer(facts, None), names(lang, SEATS)
    )
    shown = next(p for p in album if names(lang, SEATS)[1] in p.caption)
    return png(shown.svg, shown.width)


def shown(lang: str) -> str:
    """What the README shows now."""
    return _parts()[BLOCK[lang]]


def _parts() -> list[str]:
    return README.read_text("utf-8").split("```\n")


if __name__ == "__main__":
    parts = _parts()
    for lang, block in BLOCK.items():
        parts[block] = sample(lang) + "\n"
        (ROOT / "templates" / lang / "guide" / "dungeon.png").write_bytes(picture(lang))
    README.write_text("```\n".join(parts), "utf-8")
