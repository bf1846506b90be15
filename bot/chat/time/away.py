"""Going away and coming back: by words, then by buttons in private; deputies by a signed link."""

from collections.abc import Sequence

from bot.chat.buttons import pack
from bot.chat.links import url
from bot.chat.office import Keyboard, Office, button
from bot.chat.posters import names, title
from bot.chat.refusals import refusal
from bot.chat.time import dates, telling
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo, Person, Refused

BACK = ("off", "back", "end", "вернулся", "вернулась", "всё", "все", "стоп")
"""Words after /away that mean the opposite."""

HOW = ("deputy", "slow", "back")
"""What a button under one's vacation does, by number."""


DEPUTY = 999_999
"""Stands where an invitation has a seat's serial: so neither link is good for the other's end."""


class Away:
    """Vacations of persons in all their games."""

    def __init__(self, office: Office) -> None:
        self.office = office

    async def _games(self, person: Person, chat: int | None) -> list[GameInfo]:
        """The games where he holds a seat himself."""
        infos = await self.office.table.games_of(person.id)
        return [
            info for info in infos
            if info.status == "play" and (chat is None or chat == info.chat_id)
            and any(seat.person_id == person.id for seat in info.seats)
        ]  # fmt: skip

    async def said(
        self, person: Person, lang: str, given: Sequence[str], chat: int | None = None
    ) -> str:
        """Do what the words after /away say, in all his games (of a chat); returns the answer."""
        infos = await self._games(person, chat)
        if not infos:
            return phrase(lang, "time.no_seat")
        if given and given[0].casefold() in BACK:
            came = [await self.office.table.time.back(info.id, person.id) for info in infos]
            return phrase(lang, "time.welcome" if any(came) else "time.not_away")
        zone = await self.office.table.time.zone(person.id, infos[0].id)
        until = dates.until(given, self.office.clock.now(), zone)
        if until is None:
            return phrase(lang, "time.away_words", text=" ".join(given))
        for info in infos:
            await self.office.table.time.away(info.id, person.id, until)
            await self.offer(person, info)
        return phrase(lang, "time.away_noted", until=telling.when(lang, until, zone))

    async def offer(self, person: Person, info: GameInfo) -> None:
        """The choices of who is away, in private: a deputy, the table's patience, back."""
        lang = self.office.lang_of(person)
        text = phrase(lang, "time.away_how", title=title(lang, info))
        await self.office.say(person.id, text, self.keyboard(lang, info))

    def keyboard(self, lang: str, info: GameInfo) -> Keyboard:
        """What one can do while away."""
        return [
            [button(plain(lang, f"time.away_{how}"), pack("ta", info.id, at))]
            for at, how in enumerate(HOW)
        ]

    def deputy_link(self, info: GameInfo, person: Person) -> str:
        """A link that makes whoever follows it this person's deputy, good for two weeks."""
        now = self.office.clock.now()
        seat = next(seat.seat for seat in info.seats if seat.person_id == person.id)
        payload = self.office.links.seat_payload(info.id, seat, DEPUTY, person.id, now)
        return url(self.office.bot_name, f"d{payload}")

    async def follow(self, payload: str, person: Person) -> str:
        """Somebody followed a deputy's link: returns what to say to him."""
        lang = self.office.lang_of(person)
        found = self.office.links.seat(payload.removeprefix("d"), self.office.clock.now())
        if found is None:
            return phrase(lang, "time.deputy_link")
        game, _, serial, owner = found
        if serial != DEPUTY:
            return phrase(lang, "time.deputy_link")
        try:
            await self.office.table.time.deputy(game, owner, person.id)
        except Refused as error:
            return refusal(lang, error)
        info = await self.office.table.info(game)
        shown = names(lang, info)
        seat = info.seat_of(owner) or 0
        return phrase(
            lang, "time.deputy_welcome", title=title(lang, info), name=shown.get(seat, "")
        )
