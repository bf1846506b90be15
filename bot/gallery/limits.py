"""Holds what is said and drawn to Telegram's limits, with the sandbox's own strict reading."""

from collections.abc import Iterator

import msgspec

from bot.chat.desks import BUTTONS, LABEL
from bot.chat.posters import isolated, short
from bot.chat.split import ALBUM, CAPTION, split, visible
from bot.gallery import boxes, shows
from bot.render.face import Face, Picture
from bot.sandbox import html, limits
from bot.sandbox.errors import ApiError
from rules.lords.data import VARIANTS

PICTURES = 2 * ALBUM
"""More pictures with one post than this nobody would look through, whatever Telegram bears."""

MESSAGES = 12
"""A post of more messages than this is too long to be read, whatever Telegram says."""


class Tally(msgspec.Struct):
    """How much was checked, and the worst of it: units, messages, buttons, pictures."""

    games: int = 0
    texts: int = 0
    pictures: int = 0
    longest: int = 0
    parts: int = 0
    caption: int = 0
    buttons: int = 0
    album: int = 0

    def widen(self, other: "Tally") -> None:
        """Take another's numbers in: sums of what was checked, the worst of the rest."""
        for name in ("games", "texts", "pictures"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("longest", "parts", "caption", "buttons", "album"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))


def text_faults(source: str, tally: Tally, most: int = MESSAGES) -> Iterator[str]:
    """What Telegram would refuse of a text once it is split (nothing: all is well)."""
    parts = split(source)
    tally.texts += 1
    tally.longest = max(tally.longest, visible(source))
    tally.parts = max(tally.parts, len(parts))
    if len(parts) > most:
        yield f"{len(parts)} messages"
    try:
        html.parse(source)  # splitting mends what is left open
    except ApiError as error:
        yield f"{error}: {source[:80]!r}"
    for part in parts:
        try:
            limits.check_text(part, *html.parse(part))
        except ApiError as error:
            yield f"{error}: {part[:80]!r}"


def picture_faults(pictures: list[Picture], tally: Tally) -> Iterator[str]:
    """What Telegram would refuse of an album or nobody could read, told without drawing it."""
    tally.pictures += len(pictures)
    tally.album = max(tally.album, len(pictures))
    if len(pictures) > PICTURES:
        yield f"{len(pictures)} pictures"
    for picture in pictures:
        tally.caption = max(tally.caption, visible(picture.caption))
        if picture.width + picture.height > limits.PHOTO_SIDES:
            yield f"a picture of {picture.width} by {picture.height}"
        if picture.height > 5 * picture.width:
            yield f"a picture too tall for a phone: {picture.width} by {picture.height}"
        yield from boxes.faults(picture.svg)
        if not picture.caption or visible(picture.caption) > CAPTION:
            yield f"a caption of {visible(picture.caption)} units"
        try:
            limits.check_caption(*html.parse(picture.caption))
        except ApiError as error:
            yield f"{error}: {picture.caption[:80]!r}"


def draft_faults(face: Face, lang: str, draft: shows.Draft, names: dict[int, str], tally: Tally
                 ) -> Iterator[str]:  # fmt: skip
    """A question half answered: its text in one message, its buttons with a text."""
    prompt = face.prompt(lang, draft.view, draft.question, draft.walk, names)
    yield from text_faults(prompt, tally, most=1)
    receipt = face.receipt(lang, draft.view, draft.question, draft.walk.tokens, names)
    yield from text_faults(receipt, tally, most=1)
    tally.buttons = max(tally.buttons, len(draft.options))
    if len(draft.options) > BUTTONS:
        yield f"{len(draft.options)} buttons"
    for option in draft.options:
        label = face.label(lang, draft.view, draft.question, draft.walk, option, names)
        if not short(label, LABEL).strip():
            yield f"{option.token}: a button without a text"
    picture = face.planning_picture(lang, draft.view, draft.question, draft.walk, names)
    if picture is not None:
        yield from picture_faults([picture], tally)


def game_faults(
    face: Face, seed: int, seats: int, lang: str, variant: str = VARIANTS[0]
) -> tuple[list[str], Tally]:
    """Everything said and drawn in one random game, with the longest names there are."""
    names = {seat: isolated(name) for seat, name in shows.LONGEST.items() if seat <= seats}
    tally, found = Tally(games=1), list[str]()
    for number, moment in enumerate(shows.moments(seed, seats, variant)):
        said: list[str] = []
        missed = list(names) if number % 5 == 4 else []
        said += text_faults(shows.post(face, lang, moment, names, missed), tally)
        said += picture_faults(shows.pictures(face, lang, moment, names), tally)
        if number % 4 == 0:
            said += text_faults(face.board(lang, moment.history[-1][0], names), tally)
            said += text_faults(face.story(lang, moment.history, names), tally)
        seat = number % seats + 1
        said += text_faults(shows.private(face, lang, moment, seat, names), tally)
        said += text_faults(face.seat(lang, moment.history[-1][0], seat, names), tally)
        for draft in shows.drafts(moment, seat):
            said += draft_faults(face, lang, draft, names, tally)
        found += [f"seed {seed} step {number} {lang}: {what}" for what in said]
    return found, tally
