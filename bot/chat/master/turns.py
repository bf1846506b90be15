"""Undo, redo and the log: for everyone without secrets, for the master with them."""

from html import unescape
from io import BytesIO
from re import sub
from typing import Any

from telegram import InlineKeyboardButton

from bot.chat.buttons import pack
from bot.chat.master.call import Call, Command, Missing, number
from bot.chat.master.changes import change_lines
from bot.chat.office import Keyboard, button
from bot.render.phrases import catalogue, phrase
from bot.table.master.book import Line

PAGE = 12
"""Lines of the log on a page."""

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
            line = number(words[1] if len(words) > 1 else "x", 0)
            await master.undo(call.game, call.person.id, line=line, anew=anew, why=call.why)
            return
        steps = number(words[0] if words else "", 1)
        if call.pressed and len(words) == 2:  # a button: steps, then 1 for other cards
            anew = words[1] == "1"
        await master.undo(call.game, call.person.id, steps, anew=anew, why=call.why)

    async def _redo(self, call: Call) -> None:
        await call.office.table.master.redo(call.game, call.person.id, call.why)

    # --- the log

    async def _log(self, call: Call) -> None:
        if FILE & {text.casefold() for text in call.words}:
            await self._file(call)
            return
        lines, secrets = await self.read(call)
        if not lines:
            raise Missing("log_empty")
        pages = (len(lines) + PAGE - 1) // PAGE
        at = min(max(number(call.words[0] if call.words else "", pages), 1), pages)
        shown = lines[(at - 1) * PAGE : at * PAGE]
        told = [await self.line(call, line, secrets) for line in shown]
        html = call.key("log", lines=told, page=at, pages=pages, game=call.info.name)
        rows = self._turning(call, at, pages)
        if call.pressed and call.message is not None:
            call.silent = True
            await call.office.amend(call.chat, call.message, html, rows)
        else:
            await call.say(html, rows)

    def _turning(self, call: Call, at: int, pages: int) -> Keyboard:
        row: list[InlineKeyboardButton] = []
        if at > 1:
            row.append(button("←", pack("m-log", call.game, at - 1)))
        if at < pages:
            row.append(button("→", pack("m-log", call.game, at + 1)))
        row.append(button(call.plain("button.logfile"), pack("m-logfile", call.game)))
        return [row]

    async def read(self, call: Call) -> tuple[list[Line], bool]:
        """The log, and whether this reader may see its secrets here."""
        master = call.office.table.master
        lines = await master.log(call.game)
        may = call.private and await master.may(call.game, call.person.id)
        return lines, may and not await master.blind(call.game, call.person.id)

    async def _file(self, call: Call) -> None:
        lines, secrets = await self.read(call)
        text = "\n".join([plain_text(await self.line(call, line, secrets)) for line in lines])
        call.silent = True
        await call.office.sender.call(
            "send_document", call.chat, document=BytesIO((text + "\n").encode()),
            filename=f"log-{call.info.number}.txt", message_thread_id=call.topic,
        )  # fmt: skip

    async def line(self, call: Call, line: Line, secrets: bool) -> str:
        """One line of the log as HTML."""
        who = await self._who(call, line.by)
        what = describe(call.lang, call.names, line, secrets)
        when = line.at.strftime("%d.%m %H:%M")
        return phrase(call.lang, "chair.log_line", number=line.number, when=when, who=who,
                      what=what, why=line.why,
                      undone=line.undone)  # fmt: skip

    async def _who(self, call: Call, person: int) -> str:
        if not person:
            return ""
        known = await call.office.table.person(person)
        return known.name if known else call.plain("somebody")


def describe(lang: str, names: dict[int, str], line: Line, secrets: bool) -> str:
    """What a line of the log tells, with its secrets or without."""
    data = line.data
    changes = data.get("all" if secrets else "changes", [])
    told: dict[str, Any] = {
        "name": names.get(data.get("seat", 0), ""),
        "names": [names.get(seat, str(seat)) for seat in data.get("seats", ())],
        "missed": [names.get(seat, str(seat)) for seat in data.get("missed", ())],
        "changes": change_lines(
            lang, names, [(c["path"], c["before"], c["after"]) for c in changes]
        ),
        "hidden": line.hidden and not secrets,
        "lines": data.get("lines", []),
        "anew": data.get("anew", False),
        "forced": data.get("forced", False),
        "text": data.get("text", "") if secrets or not line.hidden else "",
        "answers": _answers(names, data.get("answers", {})) if secrets else [],
        "patch": line.patch,
        "step": line.step,
    }  # fmt: skip
    told["new"] = next((str(sides[1]) for sides in line.patch.values()), "")
    key = f"deed.{line.kind.replace(' ', '_')}"
    return phrase(
        lang, key if key in catalogue(lang).keys else "deed.other", kind=line.kind, **told
    )


def _answers(names: dict[int, str], given: dict[str, str]) -> list[str]:
    return [f"{names.get(int(seat), seat)}: {text or '–'}" for seat, text in given.items()]


def plain_text(html: str) -> str:
    """HTML as plain text; what is struck through is said to be undone by its sign."""
    return unescape(sub(r"<[^>]+>", "", str(html)))
