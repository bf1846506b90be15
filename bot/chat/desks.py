"""The question message: one for each seat, kept current; what it says and what its buttons do."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import msgspec
from markupsafe import Markup
from telegram import InlineKeyboardButton

from bot.chat.buttons import pack
from bot.chat.messages import Keyboard, message_fields
from bot.chat.office import Office, button
from bot.chat.posters import names, short, title
from bot.chat.sender import Outcome
from bot.chat.sketches import Sketches
from bot.chat.split import LIMIT, split, visible
from bot.render.phrases import phrase, plain
from bot.store.late import RedrawRow
from bot.table.records import Desk, GameInfo, Row
from rules.kernel.question import CLAUSE, Option, Tokens, Walk, joint, replay

LABEL = 48
"""Signs of a button's text: more does not fit on a phone."""

SOON = timedelta(seconds=5)
"""How long after a failure a question is drawn again."""

BUTTONS = 90
"""Buttons under one message; Telegram bears 100."""


class Sheet(msgspec.Struct, frozen=True):
    """A question message as it should look."""

    html: str
    keyboard: Keyboard


def flat(rows: Sequence[Sequence[Option]]) -> list[Option]:
    """The options in the order of their buttons."""
    return [option for row in rows for option in row][:BUTTONS]


class Desks:
    """Draws desks and keeps each seat's one question message current."""

    def __init__(self, office: Office) -> None:
        self.office, self.sketches = office, Sketches(office)
        self.wake: Callable[[], None] = lambda: None
        self._late: dict[tuple[int, int], RedrawRow] | None = None
        self._shown: dict[tuple[int, int], tuple[int, int]] = {}
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def sheet(self, person_id: int, info: GameInfo, desk: Desk, note: str = "") -> Sheet:
        """The question message of a person's desk, in his language."""
        await self.office.place(info.chat_id)
        lang, hints = await self._wishes(person_id)
        return self.draw(lang, info, desk, note, hints)

    def draw(
        self, lang: str, info: GameInfo, desk: Desk, note: str = "", hints: bool = True
    ) -> Sheet:
        """The question message of a desk; a note tells what was wrong with the last try."""
        if desk.question is None:
            return self._nothing(lang, info, desk, note)
        walk = replay(desk.question, desk.tokens)
        options = walk.options()
        head = [self._head(lang, info, desk)]
        if note:
            head.append(note)
        # an answer that is whole from the start is never finished: its prompt stays in sight;
        # so does one that is written and not sent, as an undo gives it back
        sent = desk.sent is not None
        settled = sent and walk.complete and not desk.question.walk().complete
        asks = not desk.ready and not settled and (bool(options) or not sent)
        face, shown = self.office.face(info), names(lang, info)
        more = ""
        if settled and not desk.ready:  # the buttons beneath it don't stand without a question
            more = face.further(lang, desk.view, desk.question, walk, shown)
        state = self._state(lang, info, desk, hints and not asks and not desk.ready, bool(more))
        html = "\n\n".join([*head, *state, *filter(None, [more])])
        if asks:
            prompt = face.prompt(lang, desk.view, desk.question, walk, shown, hints)
            brief = "\n\n".join([*head, *self._brief(lang, desk, state), prompt])
            if visible(brief) <= LIMIT:
                html = brief
            elif not walk.complete:
                html = split(prompt)[-1]  # its end says what to choose
            elif not desk.tokens and desk.sent is None:
                html = f"{html}\n\n{phrase(lang, 'chat.may_be_empty')}"  # + would escape
        keyboard = [] if desk.ready else self._choices(lang, info, desk, walk, options)
        return Sheet(html, keyboard + self._controls(lang, info, desk, walk))

    def _head(self, lang: str, info: GameInfo, desk: Desk) -> str:
        step = self.office.face(info).step_name(lang, desk.view)
        place = self.office.places.get(info.chat_id, "")
        return phrase(lang, "chat.desk_head", title=title(lang, info, place), step=step)

    def _nothing(self, lang: str, info: GameInfo, desk: Desk, note: str) -> Sheet:
        parts = [self._head(lang, info, desk)]
        if note:
            parts.append(note)
        parts.append(phrase(lang, "chat.nothing_owed", over=info.status != "play"))
        return Sheet("\n\n".join(parts), [])

    def _receipt(
        self, lang: str, info: GameInfo, desk: Desk, tokens: Tokens, hints: bool = False
    ) -> str:
        assert desk.question is not None
        return self.office.face(info).receipt(
            lang, desk.view, desk.question, tokens, names(lang, info), hints
        )

    def _state(self, lang: str, info: GameInfo, desk: Desk, hints: bool, asked: bool) -> list[str]:
        """What was sent and understood: the receipt, or what counts while it is being changed;
        `asked`: what follows says that one may be ready."""
        if desk.sent is not None and desk.mode == "editing":
            kept = self._receipt(lang, info, desk, desk.sent)
            return [phrase(lang, "chat.editing", receipt=Markup(kept))]
        if desk.sent is not None:
            receipt = self._receipt(lang, info, desk, desk.sent, hints)
            return [
                phrase(lang, "chat.sent", receipt=Markup(receipt), ready=desk.ready, asked=asked)
            ]
        return []

    def _brief(self, lang: str, desk: Desk, state: list[str]) -> list[str]:
        """The state above a prompt: what was sent stands there as chosen, and so is not told."""
        if desk.mode == "sent" and desk.tokens:
            return [phrase(lang, "chat.sent", receipt="", ready=desk.ready, asked=False)]
        grown = desk.tokens[len(desk.sent or ()) :]
        kept = bool(desk.sent) and desk.tokens == (*(desk.sent or ()), *grown)
        if kept and grown and joint(grown[0]) == CLAUSE:  # only a further clause is begun
            return [phrase(lang, "chat.editing", receipt="")]
        return state

    def _choices(
        self, lang: str, info: GameInfo, desk: Desk, walk: Walk, options: Sequence[Option]
    ) -> Keyboard:
        """The options' buttons; each carries game, step, revision and its index."""
        face, shown = self.office.face(info), names(lang, info)
        assert desk.question is not None
        at, rows = 0, Keyboard()
        for row in face.rows(options):
            line: list[InlineKeyboardButton] = []
            for option in row:
                if at < BUTTONS:
                    text = face.label(lang, desk.view, desk.question, walk, option, shown)
                    line.append(button(short(text, LABEL), self._data("o", desk, at)))
                at += 1
            rows.append(line)
        return [row for row in rows if row]

    def _data(self, verb: str, desk: Desk, index: int = 0) -> str:
        return pack(verb, desk.game, desk.step, desk.revision, index)

    def _controls(self, lang: str, info: GameInfo, desk: Desk, walk: Walk) -> Keyboard:
        """Back, Change or Clear, the plan drawn, what was sent again, Ready: what makes sense."""
        row: list[InlineKeyboardButton] = []
        if desk.tokens and not desk.ready:
            row.append(button(plain(lang, "chat.back"), self._data("b", desk)))
        if desk.tokens:
            key = "chat.change" if desk.mode == "sent" else "chat.clear"
            row.append(button(plain(lang, key), self._data("c", desk)))
        if desk.question is not None and self.office.face(info).sketches(desk.question):
            row.append(button(plain(lang, "reading.sketch"), self._data("sk", desk)))
        last: list[InlineKeyboardButton] = []
        if desk.mode == "editing":
            last.append(button(plain(lang, "chat.keep"), self._data("k", desk)))
        if walk.complete and not desk.ready:
            key = "chat.ready" if desk.tokens or desk.sent is not None else "chat.ready_empty"
            last.append(button(plain(lang, key), self._data("r", desk)))
        return [part for part in (row, last) if part]

    async def show(
        self,
        game: int,
        person_id: int,
        *,
        anew: bool = False,
        note: str = "",
        step: int | None = None,
    ) -> None:
        """Bring a person's question message up to date; `anew` posts it at the end of the chat.

        With `step`, only while that step is still asked: the next question comes by the outbox.
        """
        info = await self.office.table.info(game)
        seat = info.seat_of(person_id)
        if seat is None:
            return
        async with self._lock(game, seat):
            desk = await self.office.table.desk(game, seat)
            if step is not None and desk.step != step:
                return
            late = (await self._waiting()).get((game, person_id))
            if late is not None:  # what it was to say is said with this
                anew, note = anew or late.anew, note or late.note
            sheet = await self.sheet(person_id, info, desk, note)
            known = await self.known(game, seat)
            if known is not None and not anew:
                outcome = await self.office.edit(person_id, known, sheet.html, sheet.keyboard)
                if outcome.kind not in ("gone", "failed"):
                    await self._note_late(game, person_id, outcome, anew, note)
                    return
            outcome = await self._post(info, seat, person_id, sheet, known)
            self._note_shown(desk, outcome)
            await self._note_late(game, person_id, outcome, anew, note)

    def _note_shown(self, desk: Desk, outcome: Outcome) -> None:
        """A question fetched before the outbox brought it: it must not stand there twice."""
        if outcome.ok:
            self._shown[desk.game, desk.seat] = desk.step, outcome.result.message_id

    async def _waiting(self) -> dict[tuple[int, int], RedrawRow]:
        """Questions that could not be drawn; after a start as they were stored."""
        if self._late is None:
            stored = await self.office.table.late.redraws()
            if self._late is None:  # nobody else has read them meanwhile
                self._late = {(row.game_id, row.person_id): row for row in stored}
        return self._late

    async def _note_late(
        self, game: int, person_id: int, outcome: Outcome, anew: bool, note: str
    ) -> None:
        """A question that could not be drawn now is drawn as soon as it can be."""
        waiting = await self._waiting()
        if outcome.kind in ("later", "unknown", "offline"):
            until = outcome.until or self.office.clock.now() + SOON
            again = anew and outcome.kind != "unknown"  # it may stand there already
            row = RedrawRow(game, person_id, until, again, note)
            waiting[game, person_id] = row
            await self.office.table.late.keep_redraw(row)
            self.wake()
        elif (game, person_id) in waiting:
            await self.office.table.late.drop_redraw(waiting.pop((game, person_id)))

    @property
    def due(self) -> datetime | None:
        """When a question that could not be drawn has to be tried again."""
        return min((row.at for row in (self._late or {}).values()), default=None)

    async def catch_up(self) -> None:
        """Draw the questions whose time has come."""
        now = self.office.clock.now()
        waiting = await self._waiting()
        for row in [row for row in waiting.values() if row.at <= now]:
            key = row.game_id, row.person_id
            waiting.pop(key, None)
            try:
                await self.show(*key, anew=row.anew, note=row.note)
            finally:
                if key not in waiting:
                    await self.office.table.late.drop_redraw(row)

    async def _post(
        self, info: GameInfo, seat: int, person_id: int, sheet: Sheet, before: int | None
    ) -> Outcome:
        """Send the question message and remember it; the one before loses its buttons."""
        html = split(sheet.html)[0]
        fields = message_fields(html, sheet.keyboard)
        outcome = await self.office.sender.call("send_message", person_id, **fields)
        if outcome.ok:
            sent = [outcome.result.message_id]
            await self.office.table.keep_message(info.id, "question", seat, person_id, sent)
            if before is not None:
                await self._clear_away(person_id, before)
        return outcome

    async def _clear_away(self, person_id: int, message: int) -> None:
        """A question that stands further down now goes; one too old to go loses its buttons."""
        sender = self.office.sender
        gone = await sender.call("delete_message", person_id, quiet=True, message_id=message)
        if gone.kind == "old":
            await sender.call(
                "edit_message_reply_markup", person_id, quiet=True, message_id=message
            )

    async def deliver(self, row: Row, info: GameInfo) -> Outcome | None:
        """Post a question from the outbox; None when it is not asked any more."""
        if row.seat is None or row.person_id is None:
            return None
        async with self._lock(info.id, row.seat):
            desk = await self.office.table.desk(info.id, row.seat)
            if desk.step != row.step or info.seat_of(row.person_id) != row.seat:
                return None
            note = phrase(row.language, "chat.repeat") if row.unsure else ""
            sheet = await self.sheet(row.person_id, info, desk, note)
            before = self._shown.get((info.id, row.seat))
            twice = before[1] if before is not None and before[0] == desk.step else None
            return await self._post(info, row.seat, row.person_id, sheet, twice)

    async def remind(self, info: GameInfo, person_id: int, step: int, note: str) -> Outcome | None:
        """Post a question once more at the end of the chat; None when it is not asked any more."""
        seat = info.seat_of(person_id)
        if seat is None:
            return None
        async with self._lock(info.id, seat):
            desk = await self.office.table.desk(info.id, seat)
            if desk.step != step or desk.question is None or desk.sent is not None:
                return None
            sheet = await self.sheet(person_id, info, desk, note)
            return await self._post(info, seat, person_id, sheet, await self.known(info.id, seat))

    async def close(self, info: GameInfo, desk: Desk, person_id: int, message: int) -> None:
        """Leave the receipt of a step that is over where its question was."""
        sheet = await self.sheet(person_id, info, desk)
        await self.office.amend(person_id, message, sheet.html)

    async def known(self, game: int, seat: int) -> int | None:
        """The seat's question message, if it has one."""
        found = await self.office.table.message_of(game, "question", seat)
        return found.message_ids[-1] if found is not None and found.message_ids else None

    def _lock(self, game: int, seat: int) -> asyncio.Lock:
        """One at a time at a seat's message: what was read last is what stands there."""
        lock = self._locks.get((game, seat))
        if lock is None:
            lock = self._locks[game, seat] = asyncio.Lock()
        return lock

    async def _wishes(self, person_id: int) -> tuple[str, bool]:
        """The language to write to a person in, and whether he wants hints."""
        person = await self.office.table.person(person_id)
        if person is None:
            return self.office.settings.lang, True
        return self.office.lang_of(person), person.hints
