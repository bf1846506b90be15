"""The end by the master's hand: finish, abort, reopen, reveal."""

from io import BytesIO

from bot.chat.master.call import Call, Command
from bot.chat.master.turns import describe, moments, plain_text
from bot.render.phrases import phrase
from bot.table.master.ending import Revealed
from rules.kernel.log import to_json


class Ends:
    """The commands about the end of a game."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        ended = ("over", "cancelled")
        return {
            "finish": Command(self._finish, page="end"),
            "abort": Command(self._abort, page="end"),
            "reopen": Command(self._reopen, states=ended, page="end"),
            "reveal": Command(self._reveal, states=ended),
        }

    async def _finish(self, call: Call) -> None:
        if not await self._sure(call, "finish"):
            return
        await call.office.table.master.finish(call.game, call.person.id, call.why)

    async def _abort(self, call: Call) -> None:
        if not await self._sure(call, "abort"):
            return
        await call.office.table.master.abort(call.game, call.person.id, call.why)

    async def _sure(self, call: Call, name: str) -> bool:
        """A button asks once more; typed, or pressed with a number, it is meant."""
        if not call.pressed or call.words:
            return True
        rows = [[call.button(call.plain(f"button.{name}_sure"), name, 1)]]
        await call.say(call.key(f"sure_{name}"), rows)
        return False

    async def _hidden(self, call: Call, found: Revealed) -> str:
        """The game's own words for its secrets; else whatever was hidden at first, as it is."""
        reveal = call.office.games[call.info.settings.game].reveal
        if reveal is None:
            return to_json(found.hidden).decode().rstrip()
        return reveal(call.lang, await call.office.table.export(call.game), call.names)

    async def _reopen(self, call: Call) -> None:
        await call.office.table.master.reopen(call.game, call.person.id, call.why)

    async def _reveal(self, call: Call) -> None:
        """Seed, decks and all orders ever given, as a file; and the record that can be replayed.

        The group gets them as well, wherever the master has asked: they are for everybody.
        """
        found = await call.office.table.master.reveal(call.game, call.person.id, call.why)
        lines = []
        named = await moments(call, found.lines)
        for line in found.lines:
            secrets = line.kind != "note"  # what was said to one person is no secret of the game
            told = plain_text(describe(call, line, secrets, named.get(line.step, "")))
            head = phrase(call.lang, "chair.reveal_line", number=line.number, text=told)
            lines.append(plain_text(head))
        proof = found.proof
        parts = [
            call.plain("reveal", seed=found.seed, secret=proof.secret if proof else "",
                       hash=proof.hash if proof else ""),
            *(call.plain("reveal_dice", dice=dice) for dice in found.later),
            *([call.plain("reveal_check", nonces=proof.nonces, game=call.info.number)]
              if proof else []),
            await self._hidden(call, found),
            "\n".join([call.plain("reveal_log"), *lines]),
        ]  # fmt: skip
        record = await call.office.table.export(call.game)
        call.silent = True
        files = (("json", to_json(record)), ("txt", "\n\n".join(parts).encode()))
        topics = {call.info.chat_id: call.info.topic_id, call.chat: call.topic}
        for chat, topic in topics.items():
            for kind, data in files:
                await call.office.sender.call(
                    "send_document", chat, document=BytesIO(data),
                    filename=f"game-{call.info.number}.{kind}", message_thread_id=topic,
                )  # fmt: skip
