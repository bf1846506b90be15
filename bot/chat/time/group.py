"""Commands about time before everybody: the panel, deadlines, holidays, proposals."""

from telegram.ext import CommandHandler, filters

from bot.chat.group import Group, Handler, Said
from bot.chat.guide import Guide
from bot.chat.office import Office
from bot.chat.panel import BadWords
from bot.chat.people import People
from bot.chat.posters import title
from bot.chat.time import dates, panel, telling, words
from bot.chat.time.away import Away
from bot.render.phrases import phrase
from bot.table.records import GameInfo
from bot.table.time import schedule

PROPOSED = {
    "pause": "pause", "пауза": "pause", "паузу": "pause", "extend": "extend", "more": "extend",
    "продлить": "extend", "ещё": "extend", "еще": "extend", "resume": "resume", "go": "resume",
    "дальше": "resume", "продолжить": "resume",
}  # fmt: skip
"""What may be proposed, by the first word."""

ALONE = ("deadline", "skip", "propose")
"""Commands of a master that he may also say in private; a vote needs a group."""

OFF = ("off", "none", "нет", "сброс")


class TimeGroup(Group):
    """What is said to the bot about time in a group."""

    def __init__(self, office: Office, people: People, guide: Guide, away: Away) -> None:
        super().__init__(office, people, guide)
        self.away = away
        self._open = {"time": self._time}
        self._signed = {
            "deadline": self._deadline,
            "skip": self._skip,
            "propose": self._propose,
            "away": self._away,
        }

    def handlers(self) -> list[Handler]:
        """The library's handlers for these commands: in groups, a master's in private too."""
        where = filters.ChatType.GROUPS & filters.UpdateType.MESSAGE
        alone = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
        return [
            *(CommandHandler(n, self._said, where) for n in (*self._open, *self._signed)),
            *(CommandHandler(n, self._said, alone) for n in ALONE),
        ]

    async def _time(self, said: Said) -> None:
        info = await self.pick(said, "play", "lobby")
        if info is not None:
            await self.say(said, panel.text(said.lang, info), panel.keyboard(said.lang, info))

    # --- deadlines

    def _kind(self, said: Said, info: GameInfo) -> str:
        """The kind of steps that the first word names, taken out of the words; "" for all."""
        first = said.words[0].casefold() if said.words else ""
        known = {*telling.kinds(said.lang), info.kind, *info.settings.times.steps}
        for kind in sorted(known - {""}):
            if first in (kind, telling.kind_name(said.lang, kind).casefold()):
                said.words.pop(0)
                return kind
        return ""

    async def _deadline(self, said: Said) -> None:
        info = await self.pick(said, "play", "lobby")
        if info is None or said.person is None:
            return
        if not said.words:
            await self.say(said, panel.text(said.lang, info), panel.keyboard(said.lang, info))
            return
        kind = self._kind(said, info)
        times = info.settings.times
        now = times.steps.get(kind) or telling.settings_pace(info.settings)
        try:
            wanted = words.pace(said.words, now)
            if wanted.pace is None and not kind:
                raise BadWords(" ".join(said.words))
        except BadWords as error:
            await self.say(said, phrase(said.lang, "time.deadline_words", text=error.text))
            return
        await self.office.table.time.pace(info.id, said.person.id, wanted.pace, kind, wanted.zone,
                                          said.why)  # fmt: skip
        if info.status == "lobby" or said.chat != info.chat_id:  # else the table tells it here
            info = await self.office.table.info(info.id)
            await self.say(said, panel.text(said.lang, info))

    async def _skip(self, said: Said) -> None:
        info = await self.pick(said, "play", "lobby")
        if info is None or said.person is None:
            return
        text = " ".join(said.words)
        now = self.office.clock.now()
        today = now.astimezone(schedule.zone_of(info.settings.times.zone)).date()
        if text.casefold() in OFF:
            await self.office.table.time.skip(info.id, said.person.id, None, said.why)
        else:
            skip = dates.skip(text, today) if text else None
            if skip is None:
                shown = [telling.skip_words(said.lang, s) for s in info.settings.times.skips]
                key = phrase(said.lang, "time.skip_words", text=text, skips=shown)
                await self.say(said, key)
                return
            await self.office.table.time.skip(info.id, said.person.id, skip, said.why)
        if info.status == "lobby" or said.chat != info.chat_id:
            info = await self.office.table.info(info.id)
            await self.say(said, panel.text(said.lang, info))

    # --- the table's own will

    async def _propose(self, said: Said) -> None:
        if said.chat > 0:
            await self._no_vote(said)
            return
        info = await self.pick(said, "play")
        if info is None or said.person is None:
            return
        kind = PROPOSED.get(said.words[0].casefold(), "") if said.words else ""
        span = dates.span(" ".join(said.words[1:]))
        if not kind or (kind == "extend" and span is None) or (len(said.words) > 1 and not span):
            await self.say(said, phrase(said.lang, "time.propose_words"))
            return
        seconds = int(span.total_seconds()) if span else 0
        await self.office.table.time.propose(info.id, said.person.id, kind, seconds)

    async def _no_vote(self, said: Said) -> None:
        """A game without a group has nowhere to vote: its master is asked, or does it himself."""
        assert said.person is not None
        mine = [*await self._games_in(said, "play"),
                *await self.office.table.games_of(said.person.id)]  # fmt: skip
        for info in mine:
            if info.chat_id > 0 and info.status == "play":
                master = await self.office.table.master.may(info.id, said.person.id)
                key = "alone.no_vote_master" if master else "alone.no_vote"
                await self.say(said, phrase(said.lang, key, title=title(said.lang, info)))
                return
        await self.say_where(said)

    async def _away(self, said: Said) -> None:
        assert said.person is not None
        await self.say(said, await self.away.said(said.person, said.lang, said.words, said.chat))
