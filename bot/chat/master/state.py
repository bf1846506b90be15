"""The state by the master's hand: `/set`, with a preview of what changes, and a reason.

What he types may be in his language or in ids; what he reads is in his language alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from telegram import InlineKeyboardButton

from bot.chat.desks import BUTTONS
from bot.chat.master.call import Call, Command, Missing
from bot.chat.office import Keyboard, in_rows
from bot.chat.posters import short
from bot.table.master.setting import Tried
from bot.table.records import Refused
from rules.kernel import notation
from rules.kernel.notation import Lexicon, NotAnAnswer
from rules.kernel.overriding import Difference
from rules.kernel.question import CLAUSE, Illegal, Question, Tokens, Walk, replay, word, write

_SIGNS = {"+": "plus", "-": "minus"}
_SIGNED = re.compile(r"(?<![^\s])([+-])\s?(?=\d)")
_MINUS = str.maketrans({"−": "-", "–": "-"})
_CHANGES = {f"{sign}{n}": (f"{said}{n}",) for sign, said in _SIGNS.items() for n in range(1, 100)}
"""The reader drops signs, so they are spelled."""

FORCE = ("force", "силой")
"""A word at the end that lets a rule be broken; the log keeps it."""

NEAR = 12
"""So many words that may come next are named to one who was not understood."""

PENDING = "set"

FORCIBLE = -1
"""Stands for the version of what was refused and may be tried by force."""


def english(question: Question, text: str, lexicon: Lexicon) -> str:
    """A command in the master's language as the game keeps it (raises NotAnAnswer)."""
    tokens = _read(question, text, lexicon)
    walk = replay(question, tokens, True)
    if not walk.complete:
        raise NotAnAnswer("invalid", tokens, "", text="", near=[])
    return write(tokens)


def _read(question: Question, text: str, lexicon: Lexicon) -> Tokens:
    spelled = _SIGNED.sub(lambda found: _SIGNS[found.group(1)], text.translate(_MINUS))
    return notation.read(question, spelled, {**lexicon, **_CHANGES}, force=True)


class State:
    """The commands about the state itself."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        states = ("play", "over")
        return {
            "set": Command(self._set, private=True, states=states),
            "pick": Command(self._pick, private=True, states=states),
            "force": Command(self._force, private=True, states=states),
            "confirm": Command(self._confirm, private=True, states=states),
            "because": Command(self._because, private=True, states=states),
        }

    # --- words

    def word(self, call: Call, token: str, group: str = "") -> str:
        """One word of a command in the master's language."""
        face, variant = call.office.face(call.info), call.info.settings.variant
        return face.word(call.lang, variant, token, group, call.names)

    def said(self, call: Call, question: Question, tokens: Sequence[str]) -> str:
        """A command, whole or begun, in the master's language: as he could type it."""
        face, variant = call.office.face(call.info), call.info.settings.variant
        return face.command(call.lang, variant, question, tokens, call.names)

    def lexicon(self, call: Call) -> Lexicon:
        """The words of the hand in the master's language, seats by their names included."""
        found = {token: list(s) for token, s in
                 call.office.face(call.info).lexicon(call.lang).items()}  # fmt: skip
        names = list(call.names.values())
        for seat in call.info.seats:
            name = call.names[seat.seat]
            if names.count(name) == 1:  # else only the number tells them apart
                found.setdefault(str(seat.seat), []).extend({name, seat.name or name})
        return found

    def lines(self, call: Call, changes: Iterable[Difference]) -> list[str]:
        """What changes, a line each."""
        return state_lines(call, [(d.path, d.before, d.after) for d in changes])

    # --- what there is to set

    async def _set(self, call: Call) -> None:
        """`/set gold Ann 5`; `/set` alone explains itself, chapter by chapter."""
        if call.pressed and call.text:
            await self._chapter(call, int(call.words[0]))
            return
        if not call.text:
            blind = await call.office.table.master.blind(call.game, call.person.id)
            await call.show(call.key("set_help", blind=blind, name=call.names.get(1, "")),
                            self._chapters(call))  # fmt: skip
            return
        text, forced = _forced(call.text)
        await self._try(call, text, forced)

    def _guide(self, call: Call) -> Sequence[Any]:
        face = call.office.face(call.info)
        return face.hand_guide(call.lang, call.info.settings.variant, call.names)

    def _chapters(self, call: Call) -> Keyboard:
        chapters = [
            call.button(chapter.title, "set", at)
            for at, chapter in enumerate(self._guide(call), start=1)
        ]
        return [*in_rows(chapters, 2), [call.button(call.plain("button.menu"), "master")]]

    async def _chapter(self, call: Call, number: int) -> None:
        """A chapter with its examples; a blind master types: words could tell secrets."""
        chapters = self._guide(call)
        if not 1 <= number <= len(chapters):
            await call.show(call.key("set_help", blind=False, name=call.names.get(1, "")),
                            self._chapters(call))  # fmt: skip
            return
        chapter = chapters[number - 1]
        rows: Keyboard = []
        if not await call.office.table.master.blind(call.game, call.person.id):
            rows = await self._offers(call, [], chapter.verbs)
        rows.append([call.button(call.plain("button.chapters"), "set")])
        await call.show(chapter.html, rows)

    # --- by buttons

    async def _pick(self, call: Call) -> None:
        """A row of buttons pressed: the game's step, then the index of each word."""
        numbers = [int(text) for text in call.words if text.isdecimal()]
        if await call.office.table.master.blind(call.game, call.person.id):
            raise Missing("blind")
        walk = await self._walk(call)
        for at in numbers[1:]:
            options = walk.options()
            if not numbers or numbers[0] != call.info.step or at >= len(options):
                raise Missing("set_stale")
            walk.take(options[at].token)
        if walk.complete:
            await self._try(call, write(walk.tokens), False)
        if walk.options():
            await self._ask_on(call, numbers[1:], walk)

    async def _ask_on(self, call: Call, taken: list[int], walk: Walk) -> None:
        """What has been said so far, and a button for each word that may come next."""
        rows = await self._offers(call, taken)
        back = [call.button(call.plain("button.chapters"), "set")]
        if len(taken) > 1:
            back.insert(0, call.button(call.plain("button.word_back"), "pick", call.info.step,
                                       *taken[:-1]))  # fmt: skip
        text = self.said(call, await self._grammar(call), walk.tokens)
        await call.show(call.key("set_so_far", text=text, done=walk.complete), [*rows, back])

    async def _grammar(self, call: Call) -> Question:
        """The commands as they are read and written, whatever they break."""
        try:
            return await call.office.table.master.hand(call.game, call.person.id, True)
        except Illegal:
            raise Missing("no_hand") from None

    async def _walk(self, call: Call) -> Walk:
        """A command of those that break no rule."""
        try:
            return (await call.office.table.master.hand(call.game, call.person.id)).walk()
        except Illegal:
            raise Missing("no_hand") from None

    async def _offers(
        self, call: Call, taken: list[int], only: Sequence[str] | None = None
    ) -> Keyboard:
        """A button for every word that may come next (`only`: for these alone)."""
        walk = await self._walk(call)
        for at in taken:
            walk.take(walk.options()[at].token)
        found: list[InlineKeyboardButton] = []
        for at, option in enumerate(walk.options()[:BUTTONS]):
            if only is None or word(option.token) in only:
                label = short(self.word(call, option.token, option.group), 24)
                found.append(call.button(label, "pick", call.info.step, *taken, at))
        longest = max((len(button.text) for button in found), default=0)
        return in_rows(found, 5 if longest < 4 else 3 if longest < 12 else 2)

    # --- trying

    async def _try(self, call: Call, text: str, forced: bool) -> None:
        """Show what a command would come to; nothing is done yet."""
        master, question = call.office.table.master, await self._grammar(call)
        if CLAUSE in text:
            await call.tell("set_one", name=call.names.get(1, ""))
            return
        try:
            text = self._english(call, question, text)
            tried = await master.attempt(call.game, call.person.id, text, forced)
        except NotAnAnswer as error:
            await self._refuse(call, question, error)
            return
        except Illegal as error:
            await self._illegal(call, question, text, error)
            return
        serial = await self._keep(call, tried.text, tried.version, forced)
        await self._preview(call, question, tried, forced, serial)

    def _english(self, call: Call, question: Question, text: str) -> str:
        """A command in the log's words; a lord's name may also stand before what is his.

        Raises NotAnAnswer: what is wrong once the name stands where it belongs.
        """
        lexicon = self.lexicon(call)
        others = list(lord_second(text, call.names.values()))
        for other in (text, *others[1:]):
            with suppress(NotAnAnswer):
                return english(question, other, lexicon)
        return english(question, (others or [text])[0], lexicon)

    async def _keep(self, call: Call, text: str, version: int, forced: bool) -> int:
        """What was tried last; its serial is on the button, so that an older one does nothing."""
        serial = int(sha256(repr([text, version, forced, call.why]).encode()).hexdigest()[:10], 16)
        body = [serial, text, version, forced, call.why]
        await call.office.table.pending.keep(call.person.id, PENDING, call.game, body)
        return serial

    async def _preview(
        self, call: Call, question: Question, tried: Tried, forced: bool, serial: int
    ) -> None:
        blind = await call.office.table.master.blind(call.game, call.person.id)
        lines = self.lines(call, tried.seen)
        do = [call.labelled("confirm", serial)]
        if not call.why:  # else the reason is in hand, and shown
            do.append(call.labelled("because", serial))
        rows = [do, self._elsewhere(call)] if tried.seen else [self._elsewhere(call)]
        text = self.said(call, question, tokens_of(question, tried.text))
        await call.say(
            call.key("set_preview", text=text, lines=lines, hidden=tried.hidden, blind=blind,
                     forced=forced, why=call.why, asked=[call.names[seat] for seat in tried.asked]),
            rows,
        )  # fmt: skip

    def _elsewhere(self, call: Call) -> list[InlineKeyboardButton]:
        return [call.button(call.plain("button.chapters"), "set"),
                call.button(call.plain("button.menu"), "master")]  # fmt: skip

    async def _refuse(self, call: Call, question: Question, error: NotAnAnswer) -> None:
        """What was not understood: how far it was, and what might stand there."""
        if error.tokens and await call.office.table.master.blind(call.game, call.person.id):
            raise Missing("blind_no")  # what may be said there could tell a secret
        walk = replay(question, error.tokens, True)
        ids = error.data.get("candidates") or error.data.get("near") or ()
        options = [o for o in walk.options(every=bool(ids)) if not ids or word(o.token) in ids]
        near = list(dict.fromkeys(self.word(call, o.token, o.group) for o in options))
        said = self.said(call, question, error.tokens)
        text = error.data.get("text") or error.rest
        html = call.key(
            "set_unknown", text=text, said=said, near=near[:NEAR], more=len(near) > NEAR,
            several=error.kind == "ambiguous",
        )  # fmt: skip
        await call.say(html, self._chapters(call))

    async def _illegal(self, call: Call, question: Question, text: str, error: Illegal) -> None:
        """The rule it breaks, and the way past it; a blind master hears only that it can't be."""
        if await call.office.table.master.blind(call.game, call.person.id):
            raise Missing("blind_no")
        face, variant = call.office.face(call.info), call.info.settings.variant
        rows = [self._elsewhere(call)]
        may = await self._may_be_forced(call, text)
        if may:
            serial = await self._keep(call, text, FORCIBLE, True)
            rows.insert(0, [call.labelled("force", serial)])
        html = call.key("set_breaks", text=self.said(call, question, tokens_of(question, text)),
                        why=face.reason(call.lang, variant, error.reason), may=may,
                        rule=error.reason.data.get("rule", ""))  # fmt: skip
        await call.say(html, rows)

    async def _may_be_forced(self, call: Call, text: str) -> bool:
        try:
            await call.office.table.master.attempt(call.game, call.person.id, text, True)
        except Illegal:
            return False
        return True

    # --- doing

    async def _force(self, call: Call) -> None:
        """What was refused is tried against the rules; it still has to be confirmed."""
        text, version, _ = await self._pending(call)
        if version != FORCIBLE:
            raise Missing("set_stale")
        await self._try(call, text, True)

    async def _pending(self, call: Call) -> tuple[str, int, bool]:
        """What was tried last, if the button belongs to it; its reason goes on."""
        found = await call.office.table.pending.of(call.person.id, PENDING, call.game)
        serial = int(call.words[0]) if call.words and call.words[0].isdecimal() else -1
        if found is None or found[0] != serial:
            raise Missing("set_stale")
        _, text, version, forced, why = found
        call.why = call.why or why
        return text, version, forced

    async def _confirm(self, call: Call) -> None:
        """Do what was tried; if the table has moved since, show it anew."""
        text, version, forced = await self._pending(call)
        if version == FORCIBLE:
            raise Missing("set_stale")
        question = await self._grammar(call)
        try:
            await call.office.table.master.set(
                call.game, call.person.id, text, call.why, force=forced, version=version
            )
        except Refused as refused:
            if refused.code != "meanwhile":
                raise
            await call.tell("set_meanwhile")
            await self._try(call, text, forced)
            return
        await call.office.table.pending.forget(call.person.id, PENDING, call.game)
        said = self.said(call, question, tokens_of(question, text))
        back = call.button(call.plain("button.set_undo"), "undo", 1)
        await call.say(call.key("set_done", text=said), [[back], self._elsewhere(call)])

    async def _because(self, call: Call) -> None:
        """Confirm with a reason: the next text is it."""
        head, _, rest = call.text.partition(" ")
        if not rest:
            call.ask("ask_reason")
            return
        call.text, call.why = head, rest
        await self._confirm(call)


def tokens_of(question: Question, text: str) -> Tokens:
    """The tokens of a command as the game keeps it."""
    return _read(question, text, {})


def lord_second(text: str, lords: Iterable[str]) -> Iterator[str]:
    """`Ann gold +2` as it could be meant: `gold Ann +2`, with a longer first word after it."""
    for lord in lords:
        if text.casefold().startswith(f"{lord.casefold()} "):
            rest = text[len(lord) :].split()
            for at in range(1, len(rest)):
                yield " ".join([*rest[:at], lord, *rest[at:]])


def state_lines(call: Call, found: Sequence[tuple[str, Any, Any]]) -> list[str]:
    """What changes at this call's table, a line each."""
    face, variant = call.office.face(call.info), call.info.settings.variant
    return face.changes(call.lang, variant, found, call.names)


def _forced(text: str) -> tuple[str, bool]:
    head, _, last = text.rpartition(" ")
    return (head.strip(), True) if last.casefold() in FORCE else (text, False)
