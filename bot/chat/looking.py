"""What lies open to all, in words: the table, one dungeon, the story, asked for anywhere."""

import asyncio
from collections.abc import Sequence

from bot.chat.office import Office
from bot.chat.posters import names, title
from bot.render.phrases import phrase
from bot.table.records import GameInfo


def seat_meant(info: GameInfo, words: Sequence[str], person_id: int | None) -> int | None:
    """The seat that words mean: its number or the beginning of its name; none: one's own."""
    wanted = " ".join(words).strip().casefold().removeprefix("@")
    shown = {seat.seat: seat.name for seat in info.seats}
    if not wanted:
        return info.seat_of(person_id) if person_id else None
    if wanted.isdecimal() and int(wanted) in shown:
        return int(wanted)
    found = [seat for seat, name in shown.items() if name.casefold().startswith(wanted)]
    exact = [seat for seat, name in shown.items() if name.casefold() == wanted]
    choice = exact or found
    return choice[0] if len(choice) == 1 else None


async def table(office: Office, info: GameInfo, lang: str) -> str:
    """HTML of a game's table, as everybody may see it."""
    view = await office.table.view(info.id)
    board = office.face(info).board(lang, view, names(lang, info))
    return f"{title(lang, info)}\n\n{board}"


async def dungeon(
    office: Office, info: GameInfo, lang: str, words: Sequence[str], person_id: int | None
) -> str:
    """HTML of the dungeon that words mean, as everybody may see it; or the question whose."""
    seat = seat_meant(info, words, person_id)
    if seat is None:
        shown = [f"{n} {name}" for n, name in names(lang, info).items()]
        return str(phrase(lang, "chat.whose_dungeon", names=shown))
    view = await office.table.view(info.id)
    html = office.face(info).seat(lang, view, seat, names(lang, info))
    return f"{title(lang, info)}\n\n{html}"


async def story(office: Office, info: GameInfo, lang: str) -> str:
    """HTML of a game's story so far, as the group knows it; told beside everything else."""
    steps = await office.table.history(info.id)
    face, shown = office.face(info), names(lang, info)
    html = await asyncio.to_thread(face.story, lang, steps, shown)
    return f"{title(lang, info)}\n\n{html or phrase(lang, 'reading.no_story')}"
