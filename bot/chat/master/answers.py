"""Answers by the master's hand: who is missing, calling them, writing for a lord, clearing."""

import msgspec
from markupsafe import Markup

from bot.chat import answers
from bot.chat.master.call import Call, Command, Missing, first_seat
from bot.chat.posters import names
from bot.table.records import Desk
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import Illegal


class Answers:
    """The commands about answers."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "missing": Command(self._missing, page="answers"),
            "ping": Command(self._ping, page="answers", prose=True),
            "write": Command(self._write, private=True),
            "clear": Command(self._clear, page="answers"),
        }

    async def _missing(self, call: Call) -> None:
        """Who has sent nothing, and who has sent but is not ready."""
        missing = await call.office.table.master.missing(call.game, call.person.id)
        seats = [
            {"name": call.names[seat.seat], "reachable": seat.reachable or not seat.person_id}
            for seat in call.info.seats
            if seat.seat in missing
        ]
        unready = [
            call.names[seat.seat]
            for seat in call.info.seats
            if seat.owes and seat.sent and not seat.ready and not seat.standin
        ]
        await call.tell("missing", seats=seats, unready=unready)

    async def _ping(self, call: Call) -> None:
        """`/ping`, `/ping 12 words`: not before the step is 12 hours old; with own words.

        A button with a number asks for the words.
        """
        head, _, rest = call.text.partition(" ")
        if call.pressed and head:
            call.ask("ask_ping")
            return
        hours = int(head) if head.isdecimal() else 0
        text = rest if head.isdecimal() else call.text
        called = await call.office.table.master.ping(
            call.game, call.person.id, text, hours, call.why
        )
        if not called:
            await call.tell("nobody_missing")
            return
        if not call.private:
            return  # the group reads it anyway
        far = [s.seat for s in call.info.seats if not s.person_id or not s.reachable]
        await call.tell("pinged", names=[call.names[seat] for seat in called],
                        far=[call.names[seat] for seat in called if seat in far])  # fmt: skip

    async def _write(self, call: Call) -> None:
        """`/write NAME food; tunnels; imps`: in the notation a lord would use himself."""
        seat, text = first_seat(call)
        table, face = call.office.table, call.office.face(call.info)
        desk = await table.desk(call.game, seat)
        if desk.question is None:
            raise Missing("no_question", name=call.names[seat])
        if not text:
            await self._show_question(call, seat, desk)
            call.ask("ask_answer")
            return
        try:
            empty = msgspec.structs.replace(desk, tokens=())
            tokens = answers.read(face, call.lang, empty, text, call.names)
            await table.master.write_for(call.game, call.person.id, seat, tokens, call.why)
        except (NotAnAnswer, Illegal) as error:
            if await table.master.blind(call.game, call.person.id):
                raise Missing("blind_no") from None
            variant = call.info.settings.variant
            if isinstance(error, Illegal):
                html = face.reason(call.lang, variant, error.reason)
            else:
                html = face.error(call.lang, variant, error)
            if not call.answering:
                await call.say(html)
                return
            call.text = str(seat)  # a slip is no reason to begin anew
            call.ask("ask_answer_again", why=Markup(html), name=call.names[seat])
            return
        shown = names(call.lang, call.info)
        receipt = face.receipt(call.lang, desk.view, desk.question, tokens, shown)
        await call.say(f"{call.key('written', name=shown[seat])}\n{receipt}")

    async def _show_question(self, call: Call, seat: int, desk: Desk) -> None:
        """What the lord is asked; not to a master who plays: it holds secrets."""
        assert desk.question is not None
        if await call.office.table.master.blind(call.game, call.person.id):
            return
        face, walk = call.office.face(call.info), desk.question.walk()
        asked = face.prompt(call.lang, desk.view, desk.question, walk, call.names, False)
        await call.say(f"{call.key('asked_of', name=call.names[seat])}\n{asked}")

    async def _clear(self, call: Call) -> None:
        """Take a lord's answer away; he is asked again."""
        seat, _ = first_seat(call)
        await call.office.table.master.clear(call.game, call.person.id, seat, call.why)
