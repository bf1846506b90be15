"""Who sits where: invitations, stand-ins, leaving, swapping, names, deputies, taking over."""

from bot.chat.links import url
from bot.chat.master.call import Call, Command, Missing, first_seat
from bot.chat.posters import lobby_names, when

STANDIN_WORDS = {"standin", "bot", "бот", "заместитель"}


class Seats:
    """The commands about seats."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        both = ("lobby", "play")
        every = ("lobby", "play", "over", "cancelled")
        return {
            "replace": Command(self._replace, private=True, page="seats"),
            "standin": Command(self._standin, page="seats"),
            "back": Command(self._back, page="seats"),
            "kick": Command(self._kick, states=both, page="seats"),
            "swap": Command(self._swap, states=("lobby",), page="seats"),
            "seat": Command(self._name, states=both, page="seats"),
            "deputy": Command(self._deputy, private=True, states=every, page="seats"),
            "nodeputy": Command(self._no_deputy, private=True, states=every, page="seats"),
            "takeover": Command(self._claim, who="admin", states=both),
            "agree": Command(self._agree, who="player", states=both),
        }

    async def _replace(self, call: Call) -> None:
        """A link that is good once: whoever follows it takes the seat."""
        seat, rest = first_seat(call)
        if rest.casefold() in STANDIN_WORDS:
            await call.office.table.master.stand_in(call.game, call.person.id, seat, "", call.why)
            return
        serial = await call.office.table.master.serial(call.game, seat)
        payload = call.office.links.seat_payload(
            call.game, seat, serial, call.person.id, call.office.clock.now()
        )
        link = url(call.office.bot_name, payload)
        await call.tell("invite", name=call.names.get(seat, "?"), link=link)

    async def _standin(self, call: Call) -> None:
        seat, _ = first_seat(call)
        await call.office.table.master.stand_in(call.game, call.person.id, seat, "", call.why)

    async def _back(self, call: Call) -> None:
        seat, _ = first_seat(call)
        await call.office.table.master.back(call.game, call.person.id, seat, call.why)

    async def _kick(self, call: Call) -> None:
        if call.info.status == "lobby":
            seat = self._member(call)
        else:
            seat, _ = first_seat(call)
        await call.office.table.master.kick(call.game, call.person.id, seat, call.why)

    def _member(self, call: Call) -> int:
        """The place in the lobby that a number or a name means; 0: none."""
        wanted = call.text.casefold().removeprefix("@")
        if wanted.isdecimal():
            return int(wanted)
        waiting = [member.name for member in call.info.members if member.waiting]
        shown = [name.casefold() for name in (*lobby_names(call.info), *waiting)]
        found = [at for at, name in enumerate(shown, 1) if name == wanted] or [
            at for at, name in enumerate(shown, 1) if wanted and name.startswith(wanted)
        ]
        return found[0] if len(found) == 1 else 0

    async def _swap(self, call: Call) -> None:
        words = call.words
        if len(words) != 2 or not all(word.isdecimal() for word in words):
            raise Missing("swap_words")
        await call.office.table.master.swap(
            call.game, call.person.id, int(words[0]), int(words[1]), call.why
        )

    async def _name(self, call: Call) -> None:
        """A seat is a name without an account."""
        if call.info.status == "lobby":
            seat, name = 0, call.text
        else:
            seat, name = first_seat(call)
        if not name:
            call.ask("ask_seat")
            return
        await call.office.table.master.name(call.game, call.person.id, seat, name, call.why)
        if await call.office.table.master.messenger(call.game) is None:
            await call.tell("named_blind")

    async def _deputy(self, call: Call) -> None:
        """A link that makes whoever follows it first a deputy."""
        serial = await call.office.table.master.serial(call.game, 0)
        payload = call.office.links.seat_payload(
            call.game, 0, serial, call.person.id, call.office.clock.now()
        )
        await call.tell("deputy_link", link=url(call.office.bot_name, payload))

    async def _no_deputy(self, call: Call) -> None:
        for person in call.info.settings.chair.deputies:
            await call.office.table.master.depute(
                call.game, call.person.id, person, False, call.why
            )

    # --- taking over

    async def _claim(self, call: Call) -> None:
        claim = await call.office.table.master.claim(call.game, call.person, call.why)
        if claim.taken:
            return
        rows = [[call.button(call.plain("button.agree"), "agree", claim.deed)]]
        due = when(call.lang, claim.due, call.info.settings.times.zone)
        await call.say(call.key("claim", name=call.person.name, due=due, enough=claim.enough), rows)

    async def _agree(self, call: Call) -> None:
        deed = int(call.text) if call.text.isdecimal() else 0
        claim = await call.office.table.master.agree(call.game, call.person.id, deed)
        if not claim.taken:
            await call.tell("agreed", have=len(claim.agreed), enough=claim.enough)
