"""The state by the master's hand: `/set`, with a preview of what changes, and a reason."""

import re
from collections.abc import Iterable

from bot.chat.buttons import pack
from bot.chat.desks import BUTTONS
from bot.chat.master.call import Call, Command, Missing
from bot.chat.master.changes import change_lines
from bot.chat.office import Keyboard, button, in_rows
from bot.chat.posters import short
from bot.table.master.setting import Tried
from rules.kernel import notation
from rules.kernel.notation import Lexicon, NotAnAnswer
from rules.kernel.overriding import Difference
from rules.kernel.question import Illegal, Question, Walk, word, write

_SIGNS = {"+": "plus", "-": "minus"}
_SIGNED = re.compile(r"(?<![^\s])([+-])\s?(?=\d)")
_MINUS = str.maketrans({"−": "-", "–": "-"})
_CHANGES = {f"{sign}{n}": (f"{said}{n}",) for sign, said in _SIGNS.items() for n in range(1, 100)}
"""The reader drops signs, so they are spelled."""

FORCE = ("force", "силой")
"""A word at the end that lets a rule be broken; the log keeps it."""


def english(question: Question, text: str, lexicon: Lexicon) -> str:
    """A command in the master's language as the game keeps it (raises NotAnAnswer)."""
    spelled = _SIGNED.sub(lambda found: _SIGNS[found.group(1)], text.translate(_MINUS))
    words = {**lexicon, **_CHANGES}
    return write(notation.read(question, spelled, words, force=True))


class State:
    """The commands about the state itself."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        states = ("play", "over")
        return {
            "set": Command(self._set, private=True, states=states),
            "pick": Command(self._pick, private=True, states=states),
            "confirm": Command(self._confirm, private=True, states=states),
            "because": Command(self._because, private=True, states=states),
        }

    def spell(self, call: Call, token: str) -> str:
        """An id in the master's language."""
        spellings = call.office.face(call.info).lexicon(call.lang).get(word(token), ())
        return spellings[0] if spellings else word(token)

    def lexicon(self, call: Call) -> Lexicon:
        """The words of the hand in the master's language, seats by their names included."""
        found = {token: list(s) for token, s in
                 call.office.face(call.info).lexicon(call.lang).items()}  # fmt: skip
        for seat in call.info.seats:
            if seat.name:
                found.setdefault(str(seat.seat), []).append(seat.name)
        return found

    async def _set(self, call: Call) -> None:
        """`/set gold Ann 5`, `/set` alone explains itself, and offers the words as buttons."""
        if not call.text:
            await self._explain(call)
            return
        text, forced = _forced(call.text)
        await self._try(call, text, forced)

    async def _explain(self, call: Call) -> None:
        """What there is to set, as buttons; a blind master types: words could tell secrets."""
        blind = await call.office.table.master.blind(call.game, call.person.id)
        rows = [] if blind else await self._offers(call, [])
        await call.say(call.key("set_help", blind=blind), rows)

    # --- by buttons

    async def _pick(self, call: Call) -> None:
        """A row of buttons pressed: the game's version, then the index of each word."""
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
            rows = await self._offers(call, numbers[1:])
            await call.say(call.key("set_so_far", text=write(walk.tokens)), rows)

    async def _walk(self, call: Call) -> Walk:
        try:
            return (await call.office.table.master.hand(call.game, call.person.id)).walk()
        except Illegal:
            raise Missing("no_hand") from None

    async def _offers(self, call: Call, taken: list[int]) -> Keyboard:
        """A button for every word that may come next."""
        walk = await self._walk(call)
        for at in taken:
            walk.take(walk.options()[at].token)
        found = []
        for at, option in enumerate(walk.options()[:BUTTONS]):
            label = self._label(call, option.token, option.group)
            data = (call.game, call.info.step, *taken, at)
            found.append(button(label, pack("m-pick", *data)))
        return in_rows(found, 3)

    def _label(self, call: Call, token: str, group: str) -> str:
        if group == "seat" and word(token).isdecimal():
            return short(call.names.get(int(word(token)), word(token)), 24)
        return short(self.spell(call, token), 24)

    # --- trying and doing

    async def _try(self, call: Call, text: str, forced: bool) -> None:
        master = call.office.table.master
        try:
            tried = await self._attempt(call, text, forced)
        except NotAnAnswer as error:
            await self._refuse(call, error)
            return
        except Illegal as error:
            await self._illegal(call, error)
            return
        await call.office.table.pending.keep(
            call.person.id, "set", call.game, [tried.text, tried.version, forced, call.why]
        )
        blind = await master.blind(call.game, call.person.id)
        rows = [
            [call.labelled("confirm", tried.version), call.labelled("because", tried.version)],
            [call.button(call.plain("button.menu"), "master")],
        ]
        await call.say(
            call.key("set_preview", text=tried.text, lines=self.lines(call, tried.seen),
                     hidden=tried.hidden, blind=blind, forced=forced,
                     asked=[call.names[seat] for seat in tried.asked]), rows,
        )  # fmt: skip

    async def _attempt(self, call: Call, text: str, forced: bool) -> Tried:
        """The command as typed, else with the words of the master's language put into ids."""
        master = call.office.table.master
        try:
            return await master.attempt(call.game, call.person.id, text, forced)
        except NotAnAnswer as error:
            if error.kind == "illegal":
                raise
        question = await master.hand(call.game, call.person.id)
        text = english(question, text, self.lexicon(call))
        return await master.attempt(call.game, call.person.id, text, forced)

    async def _refuse(self, call: Call, error: NotAnAnswer) -> None:
        reason = error.data.get("reason")
        if error.kind == "illegal" and reason is not None:
            await self._illegal(call, Illegal(reason))
            return
        if await call.office.table.master.blind(call.game, call.person.id):
            raise Missing("blind_no")
        near = [self.spell(call, token) for token in error.data.get("near", ())]
        await call.tell("set_unknown", text=error.data.get("text", error.rest) or "…", near=near)

    async def _illegal(self, call: Call, error: Illegal) -> None:
        """The rule it breaks; a blind master hears only that it can't be done."""
        if await call.office.table.master.blind(call.game, call.person.id):
            raise Missing("blind_no")
        rule = error.reason.data.get("rule", "")
        why = call.office.face(call.info).reason(
            call.lang, call.info.settings.variant, error.reason
        )
        await call.say(call.key("set_breaks", why=why, rule=rule))

    async def _confirm(self, call: Call) -> None:
        pending = call.office.table.pending
        found = await pending.of(call.person.id, "set", call.game)
        version = int(call.words[0]) if call.words and call.words[0].isdecimal() else -1
        if found is None or found[1] != version:
            raise Missing("set_stale")
        text, _, forced, why = found
        await call.office.table.master.set(
            call.game, call.person.id, text, call.why or why, force=forced, version=version
        )
        await pending.forget(call.person.id, "set", call.game)
        await call.tell("set_done", text=text)

    async def _because(self, call: Call) -> None:
        """Confirm with a reason: the next text is it."""
        head, _, rest = call.text.partition(" ")
        if not rest:
            call.ask("ask_reason")
            return
        call.text, call.why = head, rest
        await self._confirm(call)

    def lines(self, call: Call, changes: Iterable[Difference]) -> list[str]:
        """What changes, a line each."""
        return change_lines(call.lang, call.names, [(d.path, d.before, d.after) for d in changes])


def _forced(text: str) -> tuple[str, bool]:
    head, _, last = text.rpartition(" ")
    return (head.strip(), True) if last.casefold() in FORCE else (text, False)
