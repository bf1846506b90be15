"""How steps resolve and when: modes, preview and approval, pause, hold, lock."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from telegram import InputMediaPhoto

from bot.chat import panel
from bot.chat.master.call import Call, Command, Missing
from bot.chat.postman import Postman
from bot.chat.split import CAPTION, albums, split
from bot.chat.time import panel as clock
from bot.render.face import Picture
from bot.table.master.chair import MODES
from bot.table.master.stepping import Previewed
from bot.table.records import Row

MODE_WORDS = {
    "ready": ("ready", "auto", "готовы", "авто"),
    "deadline": ("deadline", "срок"),
    "master": ("master", "approve", "мастер", "вручную"),
}


class Switch(NamedTuple):
    """What a command turns on or off, and the page of the panel that shows it."""

    what: str
    on: bool
    page: str = "steps"


SWITCHES = {
    "hold": Switch("hold", True),
    "release": Switch("hold", False),
    "lock": Switch("lock_sending", True, "answers"),
    "unlock": Switch("lock_sending", False, "answers"),
    "pause": Switch("pause", True),
    "resume": Switch("pause", False),
    "sight": Switch("lift", True),
    "blind": Switch("lift", False),
}


def mode_of(text: str) -> str:
    """The mode that a word or a button's number means (raises Missing)."""
    small = text.casefold()
    if small.isdecimal() and int(small) < len(MODES):
        return MODES[int(small)]
    for mode, words in MODE_WORDS.items():
        if small in words:
            return mode
    raise Missing("mode_words")


class Steps:
    """The commands about steps and time."""

    def __init__(self, postman: Postman) -> None:
        self.postman = postman

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        both = ("lobby", "play")
        return {
            "mode": Command(self._mode, states=both, page="steps"),
            "preview": Command(self._preview, private=True),
            "approve": Command(self._approve, page="steps"),
            "go": Command(self._resolve, page="steps"),
            "extend": Command(self._extend, page="steps"),
            "clock": Command(self._clock, private=True, states=both),
            **{name: Command(self._switch, page=one.page) for name, one in SWITCHES.items()},
        }

    async def _mode(self, call: Call) -> None:
        mode = mode_of(call.text)
        await call.office.table.master.set_mode(call.game, call.person.id, mode, call.why)

    async def _approve(self, call: Call) -> None:
        """A button carries the seal; typed, it approves what was previewed last."""
        seal = await self._seal(call)
        if seal is None:
            raise Missing("preview_first")
        await call.office.table.master.approve(call.game, call.person.id, seal, call.why)

    async def _seal(self, call: Call) -> str | None:
        if call.text.isdecimal():
            return f"{int(call.text):016x}"
        kept = await call.office.table.pending.of(call.person.id, "seal", call.game)
        return None if kept is None else str(kept)

    async def _resolve(self, call: Call) -> None:
        if call.info.settings.chair.mode == "master":
            raise Missing("preview_first")
        await call.office.table.master.resolve(call.game, call.person.id, call.why)

    async def _switch(self, call: Call) -> None:
        switch = SWITCHES[call.name]
        turn = getattr(call.office.table.master, switch.what)
        await turn(call.game, call.person.id, switch.on, call.why)

    async def _extend(self, call: Call) -> None:
        try:
            text = f"{call.text}h" if call.text.isdecimal() else call.text
            length = panel.period(text)
        except panel.BadWords as error:
            raise Missing("extend_words", text=error.text) from None
        if length is None:
            raise Missing("extend_words", text=call.text)
        seconds = int(length.total_seconds())
        await call.office.table.master.extend(call.game, call.person.id, seconds, call.why)

    async def _clock(self, call: Call) -> None:
        """How long a step may take, and all else about time, by buttons and how to type it."""
        html = f"{clock.text(call.lang, call.info)}\n\n{call.key('clock')}"
        menu = [call.button(call.plain("button.menu"), "master")]
        await call.show(html, [*clock.keyboard(call.lang, call.info), menu])

    # --- the preview

    async def _preview(self, call: Call) -> None:
        """All posts and pictures as they would go out, to the master alone."""
        found = await call.office.table.master.preview(call.game, call.person.id)
        await call.tell("preview_head", missed=[call.names[seat] for seat in found.missed],
                        blind=found.blind)  # fmt: skip
        shown = [await self._show(call, row) for row in found.rows]
        await call.office.table.pending.keep(call.person.id, "seal", call.game, found.seal)
        if found.more:
            await call.tell("preview_more")
        if not all(shown):
            await call.tell("preview_pictures")
        await self._ask(call, found)

    async def _ask(self, call: Call, found: Previewed) -> None:
        rows = [
            [call.button(call.plain("button.approve"), "approve", int(found.seal, 16))],
            [call.labelled("preview"), call.button(call.plain("button.menu"), "master")],
        ]
        await call.say(call.key("preview_ask"), rows)

    async def _show(self, call: Call, row: Row) -> bool:
        """Whether all of it went out, or will by itself: texts that Telegram won't take wait."""
        if row.kind == "album":
            return await self._pictures(call, row)
        html = self.postman.html(row, call.info, await self.postman.history(row, call.info))
        if row.seat is not None and html:
            html = f"{call.key('preview_private', name=call.names[row.seat])}\n{html}"
        for part in split(html):
            await call.office.say(call.chat, part)
        return True

    async def _pictures(self, call: Call, row: Row) -> bool:
        pictures = call.office.face(call.info).pictures(
            row.language, row.view, row.facts, call.names
        )
        for album in albums(pictures):
            if not await self._pictured(call, album):
                return False
        return True

    async def _pictured(self, call: Call, album: Sequence[Picture]) -> bool:
        media: list[Any] = []
        for picture in album:
            data = await call.office.draw(picture.svg, picture.width)
            caption = split(picture.caption, CAPTION)[0] if picture.caption else ""
            media.append(InputMediaPhoto(data, caption=caption, parse_mode="HTML"))
        if len(media) == 1:
            outcome = await call.office.sender.call(
                "send_photo", call.chat, photo=media[0].media, caption=media[0].caption,
                parse_mode="HTML",
            )  # fmt: skip
        else:
            outcome = await call.office.sender.call("send_media_group", call.chat, media=media)
        return outcome.ok
