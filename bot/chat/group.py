"""The group: everything works by commands and buttons, since plain text never arrives here."""

from collections.abc import Awaitable, Callable

from telegram import InlineKeyboardButton, Message, Update
from telegram.ext import BaseHandler, CommandHandler, ContextTypes, filters

from bot.chat import looking, panel
from bot.chat.buttons import pack
from bot.chat.doctor import examine
from bot.chat.guide import Guide, played
from bot.chat.numbers import numbered
from bot.chat.office import Office, button, lang_code, topic_of
from bot.chat.people import People, nobody
from bot.chat.posters import status_now, title
from bot.chat.reasons import parted
from bot.chat.refusals import refusal
from bot.chat.time import words
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo, Person, Refused
from bot.table.time.paces import Pace

Handler = BaseHandler[Update, ContextTypes.DEFAULT_TYPE, None]
Work = Callable[["Said"], Awaitable[None]]

ENDED = ("over", "cancelled", "expired")

NONE_HERE = {"lobby": "chat.no_lobby", "play": "chat.no_play"}
"""What is said where no game is in the first of the wished states."""

ALONE = ("newgame", "begin", "resolve", "cancel", "again")
"""Commands that also make sense in private: a game without a group is told to its master alone."""

FILL = frozenset({"fill", "bots", "standins", "боты", "дополнить"})
"""Words after /begin that let stand-ins take the seats nobody took."""


class Said:
    """A command in a group: the message, its words, who said it (None: hidden), the language."""

    def __init__(
        self, message: Message, words: list[str], person: Person | None, lang: str
    ) -> None:
        self.message, self.person, self.lang = message, person, lang
        text, self.why = parted(" ".join(words))
        self.words = text.split()

    @property
    def chat(self) -> int:
        """The group's id."""
        return self.message.chat.id


class Group:
    """What is said to the bot before everybody."""

    def __init__(self, office: Office, people: People, guide: Guide) -> None:
        self.office, self.people, self.guide = office, people, guide
        self._open: dict[str, Work] = {
            "newgame": self._newgame,
            "status": self._status,
            "table": self._table,
            "dungeon": self._dungeon,
            "story": self._story,
            "rules": self._rules,
            "help": self._help,
            "start": self._help,
            "games": self._games,
            "doctor": self._doctor,
        }
        self._signed: dict[str, Work] = {
            "begin": self._begin,
            "resolve": self._resolve,
            "cancel": self._cancel,
            "again": self._again,
            "resign": self._resign,
            "me": self._me,
            "hints": self._hints,
            "lang": self._lang_of_one,
        }

    def handlers(self) -> list[Handler]:
        """The library's handlers for groups; commands of other bots stay unanswered."""
        where = filters.ChatType.GROUPS & filters.UpdateType.MESSAGE
        alone = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
        known = (*self._open, *self._signed)
        return [
            *(CommandHandler(name, self._said, where) for name in known),
            *(CommandHandler(name, self._said, alone) for name in ALONE if name in known),
        ]

    async def _said(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        assert message is not None
        assert message.text is not None
        name = message.text[1:].split()[0].partition("@")[0].casefold()
        self.office.places[message.chat.id] = message.chat.title or ""
        hidden = nobody(message)
        user = None if hidden else message.from_user
        lang = lang_code(user, self.office.settings.lang) if user else self.office.settings.lang
        if not self.office.allowed(message.chat.id):
            await self.office.answer_to(message, phrase(lang, "chat.not_allowed"))
            return
        alone = message.chat.type == "private"
        person = await (self.people.meet if alone else self.people.of)(user) if user else None
        lang = await self._lang(message, lang)
        said = Said(message, list(context.args or ()), person, lang)
        work = self._open.get(name) or self._signed[name]
        if person is None and name in self._signed:
            await self.say(said, phrase(lang, "chat.anonymous"))
            return
        try:
            await work(said)
        except Refused as error:
            await self.say(said, refusal(lang, error))

    async def _lang(self, message: Message, default: str) -> str:
        """The language of the group: that of its newest game, else the writer's."""
        infos = await self.office.table.games_in(message.chat.id)
        return infos[-1].settings.language if infos else default

    async def say(self, said: Said, html: str, rows: object = None) -> None:
        """Answer where the command was said, as a reply to it."""
        await self.office.say(
            said.chat, html, rows if isinstance(rows, list) else None,
            topic=topic_of(said.message), reply_to=said.message.message_id,
        )  # fmt: skip

    # --- which game

    async def _here(self, said: Said) -> list[GameInfo]:
        """The games that a command said here may be about; in private all of the master's."""
        table = self.office.table
        found = await table.games_in(said.chat)
        if said.chat < 0 or said.person is None:
            return found
        known = {info.id for info in found}
        ids = await table.master.games_of(said.person.id)
        return [*found, *[await table.info(game) for game in ids if game not in known]]

    async def _games_in(self, said: Said, *states: str) -> list[GameInfo]:
        return [info for info in await self._here(said) if info.status in states]

    async def pick(self, said: Said, *states: str) -> GameInfo | None:
        """The game a command is about, answered in that game's language; or ask which.

        In private, whoever is no master hears where this is said.
        """
        if said.chat > 0 and not await self._here(said):
            await self.say_where(said)
            return None
        info = await self._named(said, *states)
        if info is not None:
            said.lang = info.settings.language
        return info

    async def say_where(self, said: Said) -> None:
        """This is said in a group."""
        command = (said.message.text or "").split()[0].partition("@")[0].casefold()
        await self.say(said, phrase(said.lang, "alone.in_group", command=command))

    async def _named(self, said: Said, *states: str) -> GameInfo | None:
        """The game of a command: by its short name, else the only one; or ask which."""
        infos = await self._games_in(said, *states)
        named = await self._numbered(said)
        if named is not None and named.status not in states:
            raise Refused("not playing" if "play" in states else "not lobby", status=named.status)
        if named is not None:
            return named
        if len(infos) > 1:  # a bare number may be a seat's where there is one game only
            for at, text in enumerate(said.words):
                bare = [i for i in infos if text.isdecimal() and i.number == int(text)]
                if bare:
                    said.words.pop(at)
                    return bare[0]
        here = [info for info in infos if info.topic_id == topic_of(said.message)]
        if len(infos) == 1 or len(here) == 1:
            return (here or infos)[0]
        if infos:
            games = [title(said.lang, info) for info in infos]
            await self.say(said, phrase(said.lang, "chat.which_here", games=games))
        else:
            await self.say(said, phrase(said.lang, NONE_HERE[states[0]]))
        return None

    async def _numbered(self, said: Said) -> GameInfo | None:
        """The game that a word names as #N; the word is taken out (raises Refused for none)."""
        number, text = numbered(" ".join(said.words))
        if number is None:
            return None
        infos = await self._here(said)
        named = [info for info in infos if info.number == number]
        if not named:
            going = [info.name for info in infos if info.status not in ENDED]
            raise Refused("no number", number=number, games=going)
        said.words = text.split()
        return named[0]

    # --- the lobby

    async def _newgame(self, said: Said) -> None:
        start = panel.Wish(lang=panel.tongues().index(said.lang), lords=self._usual())
        try:
            rest, clock = words.parted(said.words)
            wish = panel.from_words(rest, start, self.office.games)
            told = words.pace(clock, Pace(seconds=wish.minutes * 60)) if clock else None
        except panel.BadWords as error:
            await self.say(said, self._right_words(said.lang, error))
            return
        if said.words and said.person is not None:
            settings = panel.settings(wish, self.office.games, said.person.id)
            settings = words.with_clock(settings, told) if told else settings
            await self.office.table.open(said.chat, topic_of(said.message), said.person, settings)
            return
        owner = said.person.id if said.person else 0
        lang = panel.tongues()[wish.lang]
        await self.say(
            said,
            panel.text(lang, wish, self.office.games),
            panel.keyboard(lang, wish, owner, self.office.games),
        )

    def _right_words(self, lang: str, error: panel.BadWords) -> str:
        """What was wrong with the words of /newgame, and what may be said."""
        games = self.office.games
        wrong = phrase(lang, "chat.newgame_unknown", text=error.text)
        if isinstance(error, panel.BadSize):
            wrong = phrase(
                lang, "chat.newgame_size", text=error.text, low=error.low, high=error.high,
                variant=panel.variant_name(lang, error.variant),
            )  # fmt: skip
        variants = panel.variant_words(lang, games)
        return f"{wrong} {phrase(lang, 'chat.newgame_words', variants=variants)}"

    def _usual(self) -> int:
        """The number of lords the panel begins with."""
        low, high = next(iter(self.office.games.values())).seats
        return min(max(4, low), high)

    async def _begin(self, said: Said) -> None:
        info = await self.pick(said, "lobby")
        if info is not None and said.person is not None:
            fill = "" if set(said.words) & FILL else None
            await self.office.table.start(info.id, said.person.id, fill)

    async def _cancel(self, said: Said) -> None:
        info = await self.pick(said, "lobby", "play")
        if info is None or said.person is None:
            return
        if info.status == "lobby":
            await self.office.table.cancel(info.id, said.person.id)
            return
        await self.office.table.may_cancel(info.id, said.person.id)
        rows = [[
            button(plain(said.lang, "chat.cancel_yes"), pack("cx", info.id, said.person.id)),
            button(plain(said.lang, "chat.no"), pack("no", said.person.id)),
        ]]  # fmt: skip
        text = phrase(said.lang, "chat.cancel_sure", title=title(said.lang, info))
        await self.say(said, text, rows)

    async def _again(self, said: Said) -> None:
        named = await self._numbered(said)
        ended = [named] if named is not None else await self._games_in(said, *ENDED)
        if named is not None and named.status not in ENDED:
            raise Refused("going on")
        number = said.words[0] if said.words else ""
        if number.isdecimal():
            ended = [info for info in ended if info.number == int(number)]
        if not ended and said.chat > 0:
            await self.say_where(said)
            return
        if not ended or said.person is None:
            await self.say(said, phrase(said.lang, "chat.no_over"))
            return
        await self.office.table.again(ended[-1].id, said.person.id)

    # --- looking

    async def _status(self, said: Said) -> None:
        info = await self.pick(said, "play", "lobby")
        if info is not None:
            text, rows = await status_now(self.office, info, said.lang)
            await self.say(said, text, rows)

    async def _table(self, said: Said) -> None:
        info = await self.pick(said, "play", "over")
        if info is not None:
            await self.say(said, await looking.table(self.office, info, said.lang))

    async def _dungeon(self, said: Said) -> None:
        info = await self.pick(said, "play", "over")
        if info is None:
            return
        person_id = said.person.id if said.person else None
        html = await looking.dungeon(self.office, info, said.lang, said.words, person_id)
        await self.say(said, html)

    async def _story(self, said: Said) -> None:
        info = await self.pick(said, "play", "over")
        if info is not None:
            await self.say(said, await looking.story(self.office, info, said.lang))

    async def _games(self, said: Said) -> None:
        infos = await self._games_in(said, "lobby", "play")
        lines = [{"title": title(said.lang, info), "status": info.status} for info in infos]
        await self.say(said, phrase(said.lang, "chat.games_here", games=lines))

    async def _rules(self, said: Said) -> None:
        named = await self._numbered(said)
        infos = await self.office.table.games_in(said.chat)
        about = [named] if named is not None else self._at_hand(said, infos)
        await self.guide.show(said.message, said.lang, " ".join(said.words), played(about))

    def _at_hand(self, said: Said, infos: list[GameInfo]) -> list[GameInfo]:
        """The games a question in the group may be about: those going on, else the newest ended."""
        going = [info for info in infos if info.status not in ENDED]
        here = [info for info in going if info.topic_id == topic_of(said.message)]
        return here or going or infos[-1:]

    async def _help(self, said: Said) -> None:
        await self.say(said, phrase(said.lang, "chat.help_group"))

    async def _doctor(self, said: Said) -> None:
        await self.say(said, await examine(self.office, said.message, said.lang))

    async def _me(self, said: Said) -> None:
        await self._point_to_private(said, "chat.me_in_private")

    async def _resign(self, said: Said) -> None:
        await self._point_to_private(said, "chat.resign_in_private")

    async def _hints(self, said: Said) -> None:
        await self._point_to_private(said, "reading.hints_in_private")

    async def _lang_of_one(self, said: Said) -> None:
        await self._point_to_private(said, "reading.lang_in_private")

    async def _point_to_private(self, said: Said, key: str) -> None:
        """Private matters belong into the private chat: a button that leads there."""
        link = f"https://t.me/{self.office.bot_name}?start=menu"
        rows = [[InlineKeyboardButton(plain(said.lang, "chat.to_private"), url=link)]]
        await self.say(said, phrase(said.lang, key), rows)

    # --- the master's hand

    async def _resolve(self, said: Said) -> None:
        info = await self.pick(said, "play")
        if info is not None and said.person is not None:
            await self.office.table.resolve(info.id, said.person.id, said.why)
