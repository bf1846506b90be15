"""Answers by the master's hand: who is missing, calling them, writing for a lord, clearing."""

import msgspec

from bot.chat import answers
from bot.chat.master.call import Call, Command, Missing, first_seat
from bot.chat.posters import names
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import Illegal


class Answers:
    """The commands about answers."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "missing": Command(self._missing, page="answers"),
            "ping": Command(self._ping, page="answers"),
            "write": Command(self._write, private=True),
            "clear": Command(self._clear, page="answers"),
        }

    async def _missing(self, call: Call) -> None:
        missing = await call.office.table.master.missing(call.game, call.person.id)
        seats = {seat.seat: seat for seat in call.info.seats}
        lines = [
            {
                "name": call.names[seat],
                "reachable": seats[seat].reachable or not seats[seat].person_id,
            }
            for seat in missing
        ]
        await call.tell("missing", seats=lines)

    async def _ping(self, call: Call) -> None:
        """`/ping`, `/ping 12 words`: not before the step is 12 hours old; with own words."""
        head, _, rest = call.text.partition(" ")
        hours = int(head) if head.isdecimal() else 0
        text = rest if head.isdecimal() else call.text
        called = await call.office.table.master.ping(
            call.game, call.person.id, text, hours, call.why
        )
        if not called:
            await call.tell("nobody_missing")

    async def _write(self, call: Call) -> None:
        """`/write NAME food; tunnels; imps`: in the notation a lord would use himself."""
        seat, text = first_seat(call)
        if not text:
            call.ask("ask_answer")
            return
        table, face = call.office.table, call.office.face(call.info)
        desk = await table.desk(call.game, seat)
        if desk.question is None:
            raise Missing("no_question", name=call.names[seat])
        try:
            empty = msgspec.structs.replace(desk, tokens=())
            tokens = answers.read(face, call.lang, empty, text)
            await table.master.write_for(call.game, call.person.id, seat, tokens, call.why)
        except (NotAnAnswer, Illegal) as error:
            if await table.master.blind(call.game, call.person.id):
                raise Missing("blind_no") from None
            variant = call.info.settings.variant
            if isinstance(error, Illegal):
                await call.say(face.reason(call.lang, variant, error.reason))
            else:
                await call.say(face.error(call.lang, variant, error))
            return
        shown = names(call.lang, call.info)
        receipt = face.receipt(call.lang, desk.view, desk.question, tokens, shown)
        await call.say(f"{call.key('written', name=shown[seat])}\n{receipt}")

    async def _clear(self, call: Call) -> None:
        seat, _ = first_seat(call)
        await call.office.table.master.clear(call.game, call.person.id, seat, call.why)
