"""The master's chair: what a command or button of his means, for which game, and if he may.

Every button of the panel is the same as a command with numbers for words, so both go one way.
"""

from functools import lru_cache

from markupsafe import escape
from telegram import CallbackQuery, ChatMember, InlineKeyboardButton, Message, Update
from telegram.ext import (
    BaseHandler,
    CallbackQueryHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.chat.buttons import pack, unpack
from bot.chat.master.answers import Answers
from bot.chat.master.call import Call, Command, Missing
from bot.chat.master.ends import Ends
from bot.chat.master.guide import guide
from bot.chat.master.house import HouseTable
from bot.chat.master.mailing import Mailing
from bot.chat.master.panel import PAGES, View
from bot.chat.master.seats import Seats
from bot.chat.master.speech import Speech
from bot.chat.master.state import State
from bot.chat.master.steps import Steps
from bot.chat.master.turns import Turns, to_undo
from bot.chat.numbers import numbered
from bot.chat.office import Office, button, lang_code, topic_of
from bot.chat.people import People, nobody
from bot.chat.posters import short, title
from bot.chat.postman import Postman
from bot.chat.refusals import refusal
from bot.render.phrases import catalogue, languages, phrase, plain
from bot.table.records import GameInfo, Person, Refused

Handler = BaseHandler[Update, ContextTypes.DEFAULT_TYPE, None]

ADMIN = (ChatMember.ADMINISTRATOR, ChatMember.OWNER)
ALIAS = "chair.alias."
TOAST = 190
GUIDE = r"(?i)^/help\s+(master|мастер)"


@lru_cache(maxsize=1)
def aliases() -> dict[str, str]:
    """Every other word for a command, in any language, with the command it means."""
    found = {}
    for lang in languages():
        for key in catalogue(lang).keys:
            if key.startswith(ALIAS):
                for word in plain(lang, key).replace(",", " ").split():
                    found[word.casefold()] = key.removeprefix(ALIAS)
    return found


class Chair:
    """All commands of the chair and all buttons of the panel."""

    def __init__(self, office: Office, people: People, postman: Postman) -> None:
        self.office, self.people = office, people
        every = ("lobby", "play", "over", "cancelled")
        self.commands: dict[str, Command] = {
            "master": Command(self._panel, private=True, states=every),
            "never": Command(self._never, private=True, states=every),
            **Steps(postman).commands(),
            **Seats().commands(),
            **Answers().commands(),
            **State().commands(),
            **Turns().commands(),
            **Speech(postman).commands(),
            **HouseTable().commands(),
            **Ends().commands(),
        }
        self._asked: dict[int, tuple[str, int, str]] = {}
        postman.also(Mailing(postman).kinds())

    def handlers(self) -> list[Handler]:
        """The library's handlers; they come before all others."""
        new = filters.UpdateType.MESSAGE
        return [
            CallbackQueryHandler(self._pressed, pattern=r"^m-"),
            MessageHandler(new & filters.ChatType.PRIVATE & filters.Regex(r"^/start (s_|master$)"),
                           self._started),
            MessageHandler(new & filters.ChatType.PRIVATE & filters.Regex(GUIDE), self._guide),
            MessageHandler(new & _Ours(self), self._said),
            MessageHandler(new & filters.ChatType.PRIVATE & filters.TEXT & ~filters.COMMAND
                           & _Asked(self._asked), self._answered),
        ]  # fmt: skip

    def named(self, text: str) -> str:
        """The command a text begins with; "" when it is none of the chair's."""
        head = text.split()[0] if text.startswith("/") and text.split() else ""
        name, _, bot = head[1:].partition("@")
        if bot and bot.casefold() != self.office.bot_name.casefold():
            return ""
        name = name.casefold()
        name = aliases().get(name, name)
        return name if name in self.commands else ""

    # --- typed

    async def _said(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        assert message is not None
        assert message.text is not None
        name = self.named(message.text)
        if not self.office.allowed(message.chat.id) or await self._not_meant(message):
            return
        if nobody(message) or message.from_user is None:
            lang = await self._group_lang(message)
            await self._reply(message, phrase(lang, "chat.anonymous"))
            return
        private = message.chat.type == "private"
        person = await (self.people.meet if private else self.people.of)(message.from_user)
        lang = self.office.lang_of(person) if private else await self._group_lang(message)
        text = message.text[len(message.text.split()[0]) :].strip()
        await self._ask_no_more(person.id)
        if self.commands[name].private and not private:
            await self._point_to_private(message, lang, person, name)
            return
        try:
            words, info = await self._which(message, person, name, text, private)
        except Refused as error:
            await self._reply(message, escape(refusal(lang, error)))
            return
        if info is None:
            await self._no_game(message, lang, person, name, private)
            return
        call = Call(self.office, person, lang, info, name=name, text=words, chat=message.chat.id,
                    topic=topic_of(message), reply_to=message.message_id)  # fmt: skip
        refused = await self._run(call)
        if refused:
            await call.say(escape(refused))
        elif private and not call.silent:
            await call.tell("done")

    async def _not_meant(self, message: Message) -> bool:
        """In a group that never had a game, `/set` is another bot's, unless we are named."""
        if message.chat.type == "private" or "@" in (message.text or "").split()[0]:
            return False
        return not await self.office.table.games_in(message.chat.id)

    async def _reply(self, message: Message, html: str, rows: object = None) -> None:
        await self.office.say(
            message.chat.id, html, rows if isinstance(rows, list) else None,
            topic=topic_of(message), reply_to=message.message_id,
        )  # fmt: skip

    async def _group_lang(self, message: Message) -> str:
        infos = await self.office.table.games_in(message.chat.id)
        if infos:
            return infos[-1].settings.language
        user = message.from_user
        return lang_code(user, self.office.settings.lang) if user else self.office.settings.lang

    async def _point_to_private(
        self, message: Message, lang: str, person: Person, name: str
    ) -> None:
        """What must not be read by all is done in the private chat."""
        infos = await self.office.table.games_in(message.chat.id)
        mine = [i for i in infos if await self.office.table.master.may(i.id, person.id)]
        if not mine:
            await self._reply(message, phrase(lang, "refused.not_master"))
            return
        await self.office.choose(person.id, mine[-1].id)
        link = f"https://t.me/{self.office.bot_name}?start=master"
        rows = [[InlineKeyboardButton(plain(lang, "chat.to_private"), url=link)]]
        await self._reply(message, phrase(lang, "chair.in_private"), rows)

    async def _which(
        self, message: Message, person: Person, name: str, text: str, private: bool
    ) -> tuple[str, GameInfo | None]:
        """The game a command is about, and its words without the game's name.

        Raises Refused where no game goes by the number that was said.
        """
        infos = await (self._his(person, name) if private else
                       self.office.table.games_in(message.chat.id))  # fmt: skip
        number, text = numbered(text, first=self.commands[name].prose)
        if number is not None:
            going = [info.name for info in infos if info.status in ("lobby", "play")]
            infos = [info for info in infos if info.number == number]
            if not infos:
                raise Refused("no number", number=number, games=going)
        fit = [info for info in infos if info.status in self.commands[name].states] or infos
        if private:
            chosen = [i for i in fit if i.id == self.office.chosen.get(person.id)]
            living = [i for i in fit if i.status in ("lobby", "play")]
            fit = chosen or (living if len(living) == 1 else fit)
            return text, fit[0] if len(fit) == 1 else None
        here = [info for info in fit if info.topic_id == topic_of(message)] or fit
        living = [info for info in here if info.status in ("lobby", "play")]
        if len(living) > 1:  # a deed of his must not befall the wrong game
            return text, None
        return text, (living or here)[-1] if fit else None

    async def _his(self, person: Person, name: str) -> list[GameInfo]:
        """The games a person is the master of; for open commands, also those where he plays."""
        table = self.office.table
        ids = await table.master.games_of(person.id)
        if self.commands[name].who != "master":
            ids += [info.id for info in await table.games_of(person.id) if info.id not in ids]
        chosen = self.office.chosen.get(person.id)
        if chosen and chosen not in ids and await table.master.may(chosen, person.id):
            ids.append(chosen)  # one of the host's admins, sent here from the game's group
        return [await table.info(game) for game in ids]

    async def _no_game(
        self, message: Message, lang: str, person: Person, name: str, private: bool
    ) -> None:
        """Nothing to do it to: he is nobody's master, or of several games."""
        infos = await self._his(person, name) if private else []
        going = [] if private else await self.office.table.games_in(message.chat.id)
        games = [title(lang, info) for info in going if info.status in ("lobby", "play")]
        if games:
            await self._reply(message, phrase(lang, "chat.which_here", games=games))
            return
        if not infos:
            key = "refused.not_master" if private else "chat.no_play"
            if private and name == "master":
                key = "chair.no_chair"
            await self._reply(message, phrase(lang, key))
            return
        infos = [i for i in infos if i.status in ("lobby", "play")] or infos[-8:]
        rows = [[button(short(str(plain_title(lang, info)), 60), pack("m-master", info.id, 0))]
                for info in infos]  # fmt: skip
        await self._reply(message, phrase(lang, "chair.which"), rows)

    # --- pressed

    async def _pressed(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        press = unpack(query.data or "")
        name = press.verb.removeprefix("m-") if press else ""
        message = query.message if isinstance(query.message, Message) else None
        if press is None or name not in self.commands or not press.numbers:
            await self.office.sender.answer(query.id)
            return
        person = await self.people.of(query.from_user)
        private = message is None or message.chat.type == "private"
        try:
            info = await self.office.table.info(press.number(0))
        except Refused as error:
            await self._toast(query, refusal(self.office.lang_of(person), error))
            return
        lang = self.office.lang_of(person) if private else info.settings.language
        text = " ".join(str(n) for n in press.numbers[1:])
        call = Call(
            self.office, person, lang, info, name=name, text=text, pressed=True,
            chat=message.chat.id if message else person.id,
            topic=topic_of(message) if message else None,
            message=message.message_id if message else None,
        )  # fmt: skip
        if self.commands[name].private and not private:
            call.chat, call.message = person.id, None
        refused = await self._run(call)
        if refused:
            await self._toast(query, refused)
            return
        await self.office.sender.answer(query.id)
        page = self.commands[name].page
        if page and not call.silent and call.message is not None and call.private:
            await self._draw(call, page)

    async def _toast(self, query: CallbackQuery, text: str) -> None:
        await self.office.sender.answer(query.id, short(text, TOAST), True)

    # --- one way for both

    async def _run(self, call: Call) -> str:
        """Do it if he may; returns the refusal, as plain text, if he may not."""
        command = self.commands[call.name]
        try:
            refused = await self._why_not(call, command)
            if refused:
                return refused
            await self.office.choose(call.person.id, call.game)
            await command.work(call)
        except Refused as error:
            return refusal(call.lang, error)
        except Missing as error:
            return call.plain(error.key, **error.data)
        if call.asked:
            await self._ask(call)
            rows = [[call.button(plain(call.lang, "chat.no"), "never")]]
            await call.say(call.key(call.asked, **call.asked_about), rows)
        return ""

    async def wake(self) -> None:
        """Remember who was asked for a text before a restart."""
        for person, game, (name, text) in await self.office.table.pending.every("ask"):
            if name in self.commands:
                self._asked[person] = (name, game, text)

    async def _ask(self, call: Call) -> None:
        """The next text of this person belongs to the command."""
        self._asked[call.person.id] = (call.name, call.game, call.text)
        await self.office.table.pending.keep_only(
            call.person.id, "ask", call.game, [call.name, call.text]
        )

    async def _ask_no_more(self, person: int) -> None:
        if self._asked.pop(person, None) is not None:
            await self.office.table.pending.forget(person, "ask")

    async def _why_not(self, call: Call, command: Command) -> str:
        """Why this person may not give this command now; "" when he may."""
        table, person = call.office.table, call.person.id
        master = await table.master.may(call.game, person)
        if command.who == "admin":
            if call.private or not await self._is_admin(call):
                return call.plain("not_admin")
        elif command.who == "master" and not master:
            return plain(call.lang, "refused.not_master")
        elif command.who == "player" and call.private and not master:
            if call.info.seat_of(person) is None and person not in {
                member.person_id for member in call.info.members
            }:
                return plain(call.lang, "chat.not_your_game")
        if call.info.status not in command.states:
            key = "not_lobby" if command.states == ("lobby",) else "not_playing"
            if "play" not in command.states and call.info.status in ("lobby", "play"):
                key = "going_on"
            return plain(call.lang, f"refused.{key}", status=call.info.status)
        return ""

    async def _is_admin(self, call: Call) -> bool:
        found = await call.office.sender.call(
            "get_chat_member", call.chat, quiet=True, user_id=call.person.id
        )
        return bool(found.ok and found.result.status in ADMIN)

    async def _answered(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """The text that a command had asked for."""
        message = update.effective_message
        assert message is not None
        assert message.from_user is not None
        person = await self.people.meet(message.from_user)
        name, game, text = self._asked[person.id]
        await self._ask_no_more(person.id)
        lang = self.office.lang_of(person)
        info = await self.office.table.info(game)
        text = f"{text} {message.text}".strip()
        call = Call(self.office, person, lang, info, name=name, text=text,
                    chat=message.chat.id, reply_to=message.message_id)  # fmt: skip
        call.answering = True
        refused = await self._run(call)
        if refused:
            await call.say(escape(refused))
        elif not call.silent:
            await call.tell("done")

    # --- the panel

    async def _panel(self, call: Call) -> None:
        """The panel at a page; pressed, in the same message."""
        at = int(call.words[0]) if call.words and call.words[0].isdecimal() else 0
        await self._draw(call, PAGES[at % len(PAGES)])

    async def _draw(self, call: Call, page: str) -> None:
        table = self.office.table
        call.info = await table.info(call.game)
        blind = await table.master.blind(call.game, call.person.id)
        lines = await table.master.log(call.game) if page == "undo" else []
        html, rows = View(call, blind, *await to_undo(call, lines)).page(page)
        call.silent = True
        if call.pressed and call.message is not None:
            outcome = await self.office.amend(call.chat, call.message, html, rows)
            if outcome.kind != "gone":
                return
        await call.say(html, rows)

    async def _never(self, call: Call) -> None:
        """Nothing is to be written after all."""
        await self._ask_no_more(call.person.id)
        await call.say(phrase(call.lang, "chat.never_mind"))

    async def _guide(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        assert message is not None
        assert message.from_user is not None
        person = await self.people.meet(message.from_user)
        await self.office.say(message.chat.id, guide(self.office.lang_of(person)))

    # --- links

    async def _started(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """An invitation to a seat or to be a deputy; or the way from the group to the panel."""
        message = update.effective_message
        assert message is not None
        assert message.text is not None
        assert message.from_user is not None
        person = await self.people.meet(message.from_user)
        lang = self.office.lang_of(person)
        payload = message.text.partition(" ")[2].strip()
        if payload == "master":
            words, info = await self._which(message, person, "master", "", True)
            if info is None:
                await self._no_game(message, lang, person, "master", True)
                return
            call = Call(self.office, person, lang, info, name="master", text=words,
                        chat=message.chat.id)  # fmt: skip
            refused = await self._run(call)
            if refused:
                await call.say(escape(refused))
            return
        await self._invited(message, person, lang, payload)

    async def _invited(self, message: Message, person: Person, lang: str, payload: str) -> None:
        found = self.office.links.seat(payload, self.office.clock.now())
        if found is None:
            await self._reply(message, phrase(lang, "chair.bad_invite"))
            return
        game, seat, serial, by = found
        master = self.office.table.master
        try:
            if serial != await master.serial(game, seat):
                await self._reply(message, phrase(lang, "chair.bad_invite"))
                return
            if not seat:
                await master.depute(game, by, person.id)
            else:
                await master.take(game, seat, person, by)
        except Refused as error:
            await self._reply(message, escape(refusal(lang, error)))
            return
        info = await self.office.table.info(game)
        key = "chair.seated" if seat else "chair.deputed"
        await self._reply(message, phrase(lang, key, title=title(lang, info)))


def plain_title(lang: str, info: GameInfo) -> str:
    """A game's title without tags."""
    return title(lang, info).striptags()


class _Ours(filters.MessageFilter):
    """Texts that begin with a command of the chair, in any language."""

    def __init__(self, chair: Chair) -> None:
        super().__init__()
        self.chair = chair

    def filter(self, message: Message) -> bool:
        """Whether the text is one."""
        return bool(message.text and self.chair.named(message.text))


class _Asked(filters.MessageFilter):
    """Texts of somebody who was asked for one."""

    def __init__(self, asked: dict[int, tuple[str, int, str]]) -> None:
        super().__init__()
        self.asked = asked

    def filter(self, message: Message) -> bool:
        """Whether his next text belongs to a command."""
        return message.from_user is not None and message.from_user.id in self.asked
