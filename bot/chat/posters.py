"""The two posts that stay in the group and are edited in place: the lobby and the status."""

from datetime import datetime
from unicodedata import bidirectional

from markupsafe import Markup
from telegram import InlineKeyboardButton

from bot.chat.buttons import pack
from bot.chat.house import has_rules, in_lobby
from bot.chat.links import url
from bot.chat.office import Keyboard, Office, button
from bot.chat.panel import variant_name
from bot.chat.time import telling
from bot.render.phrases import phrase, plain
from bot.table.master.chair import seated
from bot.table.records import GameInfo, SeatInfo


def mention(person_id: int, name: str) -> Markup:
    """A name that calls its person: by user id, never by what he calls himself."""
    return Markup('<a href="tg://user?id={}">{}</a>').format(person_id, name)


def when(lang: str, instant: datetime, zone: str = "UTC") -> Markup:
    """An instant in words, with its zone; Telegram shows it to each reader in his own."""
    return telling.when(lang, instant, zone)


def title(lang: str, info: GameInfo, place: str = "") -> Markup:
    """The game's short name and what is played; in private also where."""
    own = info.settings.chair.name
    game = f"{info.name} · {own}" if own else info.name
    return phrase(lang, "chat.title", game=game, variant=variant(lang, info), place=place)


def variant(lang: str, info: GameInfo) -> str:
    """The name of what is played."""
    return variant_name(lang, info.settings.variant)


def names(lang: str, info: GameInfo) -> dict[int, str]:
    """Seat -> display name; a seat that belongs to a stand-in gets one too."""
    return {
        seat.seat: isolated(seat.name) or plain(lang, "chat.standin_name", seat=seat.seat)
        for seat in info.seats
    }


def isolated(name: str) -> str:
    """A name written from right to left, kept from turning round what stands beside it."""
    turns = any(bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if turns else name


def master_name(office: Office, lang: str, info: GameInfo) -> str:
    """The master's name, or that there is none."""
    people = dict(office.people)
    people |= {seat.person_id: seat.name for seat in info.seats if seat.person_id}
    people |= {member.person_id: member.name for member in info.members}
    if info.master_id <= 0:
        return plain(lang, "chat.master_none")
    return isolated(people.get(info.master_id, "")) or plain(lang, "chat.master_outside")


def lobby_names(info: GameInfo) -> list[str]:
    """The names of those who have a seat in the lobby, in the order of seats."""
    people = [member.name for member in info.members if not member.waiting]
    return seated(info.settings.chair, people, info.settings.seats)


def lobby(office: Office, info: GameInfo) -> tuple[str, Keyboard | None]:
    """The lobby post: who is in, who waits, what is set, and the buttons."""
    lang = info.settings.language
    there = lobby_names(info)
    people = [member for member in info.members if not member.waiting]
    waiting = [member for member in info.members if member.waiting]
    text = phrase(
        lang,
        "chat.lobby",
        title=title(lang, info),
        names=[isolated(name) for name in there],
        waiting=[isolated(member.name) for member in waiting],
        seats=info.settings.seats,
        deadline=telling.game_pace(lang, info.settings),
        master=master_name(office, lang, info),
        proof=info.proof,
        status=info.status,
        least=info.least,
    )
    house = in_lobby(office, info, lang)
    if house:
        text += Markup("\n\n") + Markup(house)
    if info.status != "lobby":
        return str(text), None
    join = InlineKeyboardButton(plain(lang, "chat.join"), url=office.join_url(info.id))
    leave = button(plain(lang, "chat.leave"), pack("ll", info.id))
    begin = button(plain(lang, "chat.begin"), pack("ls", info.id))
    filled = button(plain(lang, "chat.begin_filled"), pack("lf", info.id))
    rows = [
        [join],
        ([leave] if people else []) + ([begin] if len(there) >= max(1, info.least) else []),
        [filled] if 0 < len(there) < info.settings.seats else [],
    ]
    if has_rules(office, info):
        rows.append([button(plain(lang, "house.button.house"), pack("m-housedesk", info.id))])
    return str(text), [row for row in rows if row]


def state_of(seat: SeatInfo) -> str:
    """Which of a few states a seat is in, never what it chose."""
    if not seat.owes:
        return "free"
    return "ready" if seat.ready else "sent" if seat.sent else "thinking"


def status(
    office: Office, info: GameInfo, lang: str, step_name: str
) -> tuple[str, Keyboard | None]:
    """The status post: the step, who has sent and who is ready, what is open, the deadline."""
    shown = names(lang, info)
    text = phrase(
        lang,
        "chat.status",
        title=title(lang, info),
        step=step_name,
        status=info.status,
        paused=info.paused,
        seats=[
            {
                "name": shown[seat.seat],
                "state": state_of(seat),
                "standin": bool(seat.standin),
                "person": bool(seat.name),
                "reachable": seat.reachable or not seat.person_id,
            }
            for seat in info.seats
        ],
        deadline=when(lang, info.deadline, info.settings.times.zone) if info.deadline else "",
        unmanned=info.status == "play"
        and not info.settings.alone
        and all(seat.standin for seat in info.seats),
        dice=[dice for dice in info.dice if dice.secret],
    )
    if info.status != "play":
        return str(text), None
    lines = telling.status_lines(lang, info, shown)
    text = Markup("\n").join((text, lines)) if lines else text
    link = url(office.bot_name, f"q_{info.id}")
    return str(text), [[InlineKeyboardButton(plain(lang, "chat.to_my_orders"), url=link)]]


async def status_now(office: Office, info: GameInfo, lang: str) -> tuple[str, Keyboard | None]:
    """The status post as of now, or the lobby post before the game."""
    if info.status == "lobby":
        return lobby(office, info)
    view = await office.table.view(info.id)
    step = office.face(info).step_name(lang, view) if view is not None else ""
    return status(office, info, lang, step)


def short(text: str, length: int) -> str:
    """Plain text cut to this many signs."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
