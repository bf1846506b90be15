"""Undo, redo and the log: for everyone without secrets, for the master with them."""

from collections.abc import Sequence
from html import unescape
from io import BytesIO
from re import sub
from typing import Any

from markupsafe import Markup
from telegram import InlineKeyboardButton

from bot.chat import house
from bot.chat.buttons import pack
from bot.chat.master.call import Call, Command, Missing, number
from bot.chat.notices import changed
from bot.chat.office import Keyboard, button, in_rows
from bot.chat.time import zones
from bot.render.phrases import catalogue, phrase
from bot.table.master.book import Line
from bot.table.master.turning import Turned, redoable
from bot.table.time.schedule import zone_of

PAGE = 12
"""Lines of the log on a page."""

SIGNS = 3200
"""Signs of the log on a page: what stands around them fits into a message too."""

TO_UNDO = 3
"""So many lines can be taken back by a button of the panel."""

LISTED = 12
"""So many lines that would be undone are named before it is done."""

NUMBERS = 6
"""Buttons with a line's number in a row."""

WHEN = Markup('<tg-time unix="{}" format="dt">{}</tg-time>')
"""An instant, short."""

ANEW = {"anew", "заново"}
TO = {"to", "до", "к"}
FILE = {"file", "файл", "файлом"}


class Turns:
    """The commands about what was done."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        every = ("lobby", "play", "over", "cancelled")
        return {
            "undo": Command(self._undo, states=every, page="undo"),
            "redo": Command(self._redo, states=every, page="undo"),
            "rewind": Command(self._rewind, private=True, states=every),
            "rewindto": Command(self._rewind_to, private=True, states=every),
            "undoto": Command(self._undo_to, private=True, states=every, page="undo"),
            "log": Command(self._log, who="player", states=every),
            "logfile": Command(self._file, who="player", states=every),
        }

    async def _undo(self, call: Call) -> None:
        """`/undo`, `/undo 3`, `/undo to 12`, each with `anew` for other cards."""
        words = [text.casefold() for text in call.words]
        anew = bool(ANEW & set(words))
        words = [text for text in words if text not in ANEW]
        master = call.office.table.master
        if words and words[0] in TO:
            if len(words) < 2:
                raise Missing("undo_words")
            line = number(words[1], 0)
            back = await master.undo(call.game, call.person.id, line=line, anew=anew, why=call.why)
            await self._turned(call, "undone", back)
            return
        steps = number(words[0] if words else "", 1)
        if call.pressed and len(words) == 2:  # a button: steps, then 1 for other cards
            anew = words[1] == "1"
        back = await master.undo(call.game, call.person.id, steps, anew=anew, why=call.why)
        await self._turned(call, "undone", back)

    async def _redo(self, call: Call) -> None:
        forth = await call.office.table.master.redo(call.game, call.person.id, call.why)
        await self._turned(call, "redone", forth)

    async def _turned(self, call: Call, key: str, turned: Turned) -> None:
        """Whoever typed it in private reads what it came to; the panel and the group show it."""
        if not call.private or call.pressed:
            return
        told = await self.lines(call, turned.lines[-LISTED:], False)
        await call.tell(key, lines=told, more=len(turned.lines) - len(told))

    # --- back to a line, by buttons

    async def _rewind(self, call: Call) -> None:
        """A page of the log with a button for every line that one can go back to."""
        lines = await call.office.table.master.log(call.game)
        last = max((line.number for line in lines if line.holds), default=0)
        if not last:
            raise Missing("log_empty")
        pages = await self._pages(call, lines, await self._sees(call))
        at = min(max(number(call.words[0] if call.words else "", len(pages)), 1), len(pages))
        first = 1 + sum(len(page) for page in pages[: at - 1])
        shown = [n for n in range(first if at > 1 else 0, first + len(pages[at - 1])) if n < last]
        rows = in_rows([call.button(f"⟲ {n}", "rewindto", n) for n in shown], NUMBERS)
        turning = [call.button(call.plain(f"button.{name}"), "rewind", page)
                   for name, page in (("older", at - 1), ("newer", at + 1))
                   if 1 <= page <= len(pages)]  # fmt: skip
        rows += [turning] if turning else []
        rows.append([call.button(call.plain("button.menu"), "master")])
        await call.show(call.key("rewind", lines=pages[at - 1]), rows)

    async def _rewind_to(self, call: Call) -> None:
        """What going back to this line would undo; nothing is undone yet."""
        to = number(call.words[0] if call.words else "", 0)
        lines = [line for line in await call.office.table.master.log(call.game)
                 if line.holds and line.number > to]  # fmt: skip
        lines = [line for line in lines if not line.words] or lines  # what is said is said
        told = await self.lines(call, lines[-LISTED:], False)
        html = call.key("rewind_to", to=to, lines=told, more=len(lines) - len(told))
        labels = ("same", "anew") if moves(lines) else ("plain",)
        rows = [[call.button(call.plain(f"button.back_{label}"), "undoto", to, at)]
                for at, label in enumerate(labels)]  # fmt: skip
        rows.append([call.button(call.plain("button.rewind"), "rewind")])
        await call.show(html, rows if lines else rows[-1:])

    async def _undo_to(self, call: Call) -> None:
        """The line, then 1 for other cards: what `/undo to` does."""
        to, anew = (*(number(word, 0) for word in call.words), 0, 0)[:2]
        await call.office.table.master.undo(
            call.game, call.person.id, line=to, anew=bool(anew), why=call.why
        )

    # --- the log

    async def _log(self, call: Call) -> None:
        """The newest page, or the page asked for; a line is never parted, no page overflows."""
        if FILE & {text.casefold() for text in call.words}:
            await self._file(call)
            return
        lines, secrets = await self.read(call)
        if not lines:
            raise Missing("log_empty")
        pages = await self._pages(call, lines, secrets)
        at = min(max(number(call.words[0] if call.words else "", len(pages)), 1), len(pages))
        html = call.key("log", lines=pages[at - 1], page=at, pages=len(pages), game=call.info.name,
                        secrets=secrets)  # fmt: skip
        rows = self._turning(call, at, len(pages))
        master = call.private and await call.office.table.master.may(call.game, call.person.id)
        if master and any(line.holds for line in lines):
            rows.append([call.button(call.plain("button.rewind"), "rewind", at)])
        await call.show(html, rows)

    async def _pages(self, call: Call, lines: Sequence[Line], secrets: bool) -> list[list[str]]:
        return paged(await self.lines(call, lines, secrets))

    def _turning(self, call: Call, at: int, pages: int) -> Keyboard:
        row: list[InlineKeyboardButton] = []
        if at > 1:
            row.append(button(call.plain("button.older"), pack("m-log", call.game, at - 1)))
        if at < pages:
            row.append(button(call.plain("button.newer"), pack("m-log", call.game, at + 1)))
        row.append(button(call.plain("button.logfile"), pack("m-logfile", call.game)))
        return [row]

    async def read(self, call: Call) -> tuple[list[Line], bool]:
        """The log, and whether this reader may see its secrets here."""
        return await call.office.table.master.log(call.game), await self._sees(call)

    async def _sees(self, call: Call) -> bool:
        """Whether this reader may see the log's secrets here."""
        master = call.office.table.master
        may = call.private and await master.may(call.game, call.person.id)
        return may and not await master.blind(call.game, call.person.id)

    async def _file(self, call: Call) -> None:
        lines, secrets = await self.read(call)
        zone = zones.name(call.lang, call.info.settings.times.zone)
        head = call.key("log_head", game=call.info.name, zone=zone, secrets=secrets)
        told = [plain_text(line) for line in await self.lines(call, lines, secrets)]
        text = "\n".join([plain_text(head), "", *told])
        call.silent = True
        await call.office.sender.call(
            "send_document", call.chat, document=BytesIO((text + "\n").encode()),
            filename=f"log-{call.info.number}.txt", message_thread_id=call.topic,
        )  # fmt: skip

    async def lines(self, call: Call, lines: Sequence[Line], secrets: bool) -> list[str]:
        """Lines of the log as HTML."""
        named = await moments(call, lines)
        return [await self._line(call, line, secrets, named.get(line.step, "")) for line in lines]

    async def _line(self, call: Call, line: Line, secrets: bool, moment: str) -> str:
        """One line of the log as HTML; Telegram shows its instant to each in his own zone."""
        at = line.at.astimezone(zone_of(call.info.settings.times.zone))
        return phrase(
            call.lang, "chair.log_line", who=await self._who(call, line.by), why=line.why,
            what=describe(call, line, secrets, moment), undone=line.undone, number=line.number,
            when=WHEN.format(int(line.at.timestamp()), at.strftime("%d.%m %H:%M")),
        )  # fmt: skip

    async def _who(self, call: Call, person: int) -> str:
        if not person:
            return ""
        known = await call.office.table.person(person)
        return known.name if known else call.plain("somebody")


def moves(lines: Sequence[Line]) -> bool:
    """Whether cards may have been shown by what these lines did."""
    return any(line.kind == "answers" for line in lines)


async def moments(call: Call, lines: Sequence[Line]) -> dict[int, str]:
    """The steps at which answers were used, each by its name."""
    steps = [line.step for line in lines if line.kind == "answers"]
    face = call.office.face(call.info)
    views = await call.office.table.master.stood(call.game, steps)
    return {step: face.step_name(call.lang, view) for step, view in views.items()}


async def to_undo(call: Call, lines: Sequence[Line]) -> tuple[list[tuple[str, bool]], bool]:
    """The lines that could be taken back, newest first, and whether a redo is possible.

    Each with whether cards may have been shown since; what is hidden is left out.
    """
    held = [line for line in lines if line.holds][-TO_UNDO:][::-1]
    named = await moments(call, held)
    told = [plain_text(describe(call, line, False, named.get(line.step, ""))) for line in held]
    shown = [moves(held[: at + 1]) for at in range(len(held))]
    return list(zip(told, shown, strict=True)), redoable(lines) is not None


def describe(call: Call, line: Line, secrets: bool, moment: str = "") -> str:
    """What a line of the log tells, with its secrets or without."""
    data, shown, lang = line.data, call.names, call.lang
    changes = data.get("all" if secrets else "changes", [])
    open_text = secrets or not line.hidden
    told: dict[str, Any] = {
        "name": data.get("name") or shown.get(data.get("seat", 0), ""),
        "names": [shown.get(seat, str(seat)) for seat in data.get("seats", ())],
        "missed": [shown.get(seat, str(seat)) for seat in data.get("missed", ())],
        "changes": changed(call.office, call.info, lang, shown, changes),
        "hidden": line.hidden and not secrets,
        "lines": data.get("lines", []),
        "anew": data.get("anew", False),
        "forced": data.get("forced", False),
        "text": data.get("text", "") if open_text else "",
        "answer": _answer(call, data.get("text", "")) if open_text else "",
        "answers": _answers(call, data.get("answers", {})) if secrets else [],
        "patch": line.patch,
        "step": line.step,
        "moment": moment,
    }  # fmt: skip
    told["places"] = [str(place) for place in data.get("seats", ())]
    told["new"] = next((_last(sides[1]) for sides in line.patch.values()), "")
    told["before"], told["after"] = _holders(line)
    before, after = line.patch.get("settings.house", ({}, {}))
    told["house"] = house.told(call.office, call.info, lang, before, after)
    key = f"deed.{line.kind.replace(' ', '_')}"
    return phrase(
        lang, key if key in catalogue(lang).keys else "deed.other", kind=line.kind, **told
    )


def _last(value: Any) -> str:
    """A value as it is; of a list what came last."""
    return str(value[-1] if isinstance(value, list) and value else value)


def _holders(line: Line) -> tuple[str, str]:
    """The names a seat went by before and after it changed hands."""
    for path, (before, after) in line.patch.items():
        if path.startswith("seat."):
            return before[1], after[1]
    return "", ""


def _answer(call: Call, text: str) -> str:
    """An answer as it was kept, in words."""
    face, variant = call.office.face(call.info), call.info.settings.variant
    return face.written(call.lang, variant, text, call.names)


def _answers(call: Call, given: dict[str, str]) -> list[str]:
    return [
        f"{call.names.get(int(seat), seat)}: {_answer(call, text) or '–'}"
        for seat, text in given.items()
    ]


def paged(lines: Sequence[str]) -> list[list[str]]:
    """Lines in pages, the newest page full: so many lines and signs a page at most."""
    pages: list[list[str]] = [[]]
    signs = 0
    for line in reversed(lines):
        if pages[0] and (len(pages[0]) >= PAGE or signs + len(line) > SIGNS):
            pages.insert(0, [])
            signs = 0
        pages[0].insert(0, line)
        signs += len(line)
    return pages


def plain_text(html: str) -> str:
    """HTML as plain text; what is struck through is said to be undone by its sign."""
    return unescape(sub(r"<[^>]+>", "", str(html)))
