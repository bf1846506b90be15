"""The private chat: joining, the question by typing, one's own matters."""

import secrets
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import msgspec
from telegram import Message, Update
from telegram.ext import BaseHandler, CommandHandler, ContextTypes, MessageHandler, filters

from bot.chat import answers, looking
from bot.chat.buttons import pack
from bot.chat.desks import Desks
from bot.chat.guide import Guide, played
from bot.chat.numbers import numbered
from bot.chat.office import Keyboard, Office, button, in_rows
from bot.chat.people import People
from bot.chat.posters import names, short, status_now, title
from bot.chat.refusals import refusal
from bot.render.phrases import languages, phrase, plain
from bot.table.records import Desk, GameInfo, Person, Refused, Stale
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import Illegal, replay

Handler = BaseHandler[Update, ContextTypes.DEFAULT_TYPE, None]
Work = Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]
Look = Callable[[Office, GameInfo, str], Coroutine[Any, Any, str]]

HINTS = 12
"""So many things are named that would have been right."""

IN_GROUPS = ("newgame", "begin", "resolve", "deadline", "skip", "propose", "cancel",
             "again", "doctor")  # fmt: skip
"""Commands that mean something in a group only."""

SWITCH = {"on": True, "вкл": True, "да": True, "yes": True,
          "off": False, "выкл": False, "нет": False, "no": False}  # fmt: skip
"""Words after /hints."""

QUOTED = 60
"""Signs of what was not understood that are quoted back."""


class Private:
    """What a person says to the bot alone."""

    def __init__(self, office: Office, people: People, desks: Desks, guide: Guide) -> None:
        self.office, self.people, self.desks, self.guide = office, people, desks, guide

    def handlers(self) -> list[Handler]:
        """The library's handlers for private chats."""
        alone = filters.ChatType.PRIVATE
        commands = {
            "start": self._start,
            "me": self._me,
            "table": self._table,
            "status": self._status,
            "dungeon": self._dungeon,
            "games": self._games,
            "resign": self._resign,
            "lang": self._lang,
            "story": self._story,
            "hints": self._hints,
            "help": self._help,
            "rules": self._rules,
        }
        where = alone & filters.UpdateType.MESSAGE
        found: list[Handler] = [
            CommandHandler(name, self._guarded(work), where) for name, work in commands.items()
        ]
        found.append(CommandHandler(IN_GROUPS, self._guarded(self._in_group), where))
        found.append(MessageHandler(where & filters.COMMAND, self._guarded(self._unknown)))
        found.append(MessageHandler(where & ~filters.StatusUpdate.ALL, self._guarded(self._text)))
        return found

    def _guarded(self, work: Work) -> Work:
        """The work, with a refusal of the table put into words."""

        async def guarded(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
            try:
                await work(update, context)
            except Refused as error:
                _, person, lang = await self._who(update)
                await self.office.say(person.id, refusal(lang, error))

        return guarded

    async def _who(self, update: Update) -> tuple[Message, Person, str]:
        """The message, its writer (met: he can be reached) and his language."""
        message, user = update.effective_message, update.effective_user
        assert message is not None
        assert user is not None
        person = await self.people.meet(user)
        return message, person, self.office.lang_of(person)

    # --- /start

    async def _start(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Join by a signed link, go to a game's question, or the menu that never touches a game."""
        message, person, lang = await self._who(update)
        payload = context.args[0] if context.args else ""
        if payload.startswith("j_"):
            await self._join(message, person, lang, payload)
        elif payload.startswith("q_") and payload[2:].isdecimal():
            await self.open_game(person, int(payload[2:]))
        else:
            await self._menu(message, person, lang)

    async def _join(self, message: Message, person: Person, lang: str, payload: str) -> None:
        game = self.office.links.game(payload, self.office.clock.now())
        if game is None:
            await self.office.say(person.id, phrase(lang, "chat.bad_link"))
            return
        await self.office.table.join(game, person, secrets.token_hex(8))
        info = await self.office.table.info(game)
        place = next((m for m in info.members if m.person_id == person.id), None)
        text = phrase(
            lang, "chat.joined", title=title(lang, info), waiting=bool(place and place.waiting)
        )
        await self.office.say(person.id, text)
        if not person.gender:
            await self.office.say(person.id, phrase(lang, "chat.gender"), gender_buttons(lang))

    async def _menu(self, message: Message, person: Person, lang: str) -> None:
        """Where one stands: the games with their buttons, or how to get into one."""
        await self.office.say(message.chat.id, *await self.menu(person, lang))

    async def menu(self, person: Person, lang: str) -> tuple[str, Keyboard]:
        """The list of somebody's games, with the switch of his hints beneath it."""
        infos = await self._living(person)
        games = await self._lines(lang, person, infos)
        chairs = [] if infos else await self._looked_at(person)
        text = phrase(
            lang, "chat.menu", name=person.name, games=games,
            chairs=[title(lang, info, await self.office.place(info.chat_id)) for info in chairs
                    if info.status in ("lobby", "play")],
        )  # fmt: skip
        return text, [
            *await self._buttons(lang, infos),
            *(hint_button(lang, person) if infos else []),
        ]

    async def _lines(
        self, lang: str, person: Person, infos: Sequence[GameInfo]
    ) -> list[dict[str, object]]:
        """What the list of games says of each."""
        lines: list[dict[str, object]] = []
        for info in infos:
            mine = next((seat for seat in info.seats if seat.person_id == person.id), None)
            state = "lobby" if info.status == "lobby" else "free"
            if mine is not None and mine.owes:
                state = "ready" if mine.ready else "sent" if mine.sent else "thinking"
            lines.append({"title": title(lang, info, await self.office.place(info.chat_id)),
                          "state": state})  # fmt: skip
        return lines

    async def _buttons(self, lang: str, infos: Sequence[GameInfo]) -> Keyboard:
        buttons = [
            button(plain(lang, "chat.open_game", game=await self._label(info, infos)),
                   pack("q", info.id))
            for info in infos
            if info.status == "play"
        ]  # fmt: skip
        return in_rows(buttons, 2)

    async def _label(self, info: GameInfo, among: Sequence[GameInfo]) -> str:
        """A game's short name; with its group where two of these games have the same."""
        if sum(other.number == info.number for other in among) < 2:
            return info.name
        place = await self.office.place(info.chat_id)
        return f"{info.name} {short(place, 20)} ({info.id})"

    async def _living(self, person: Person) -> list[GameInfo]:
        """The person's games that are not over, lobbies included."""
        infos = await self.office.table.games_of(person.id)
        return [info for info in infos if info.status in ("lobby", "play")]

    async def _looked_at(self, person: Person) -> list[GameInfo]:
        """The games a person may look at here: where he plays, and where he is the master."""
        found = await self._living(person)
        known = {info.id for info in found}
        ids = [n for n in await self.office.table.master.games_of(person.id) if n not in known]
        return [*found, *[await self.office.table.info(game) for game in ids]]

    async def open_game(self, person: Person, game: int) -> None:
        """Switch to a game and show its question at the end of the chat."""
        lang = self.office.lang_of(person)
        try:
            info = await self.office.table.info(game)
        except Refused as error:
            await self.office.say(person.id, refusal(lang, error))
            return
        if info.seat_of(person.id) is None:
            await self.office.say(person.id, phrase(lang, "chat.not_your_game"))
            return
        await self.office.choose(person.id, game)
        await self.desks.show(game, person.id, anew=True)

    # --- answers by typing

    async def _text(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message, person, lang = await self._who(update)
        if not message.text:
            await self.office.say(person.id, phrase(lang, "chat.only_text"))
            return
        asked = await self._asked(person)
        if not asked:
            await self._menu(message, person, lang)
            return
        game = await self._meant(message, person, lang, asked)
        if game is None:
            among = [info for info, _ in asked]
            buttons = [button(await self._label(info, among), pack("w", info.id)) for info in among]
            await self.office.say(
                person.id, phrase(lang, "chat.which"), in_rows(buttons, 2),
                reply_to=message.message_id,
            )  # fmt: skip
            return
        await self.answer_with(person, game, message.text, message.message_id)

    async def _asked(self, person: Person) -> list[tuple[GameInfo, Desk]]:
        """The games where the person owes an answer, with his desks."""
        found = []
        for info in await self._living(person):
            seat = info.seat_of(person.id)
            if info.status == "play" and seat is not None:
                desk = await self.office.table.desk(info.id, seat)
                if desk.question is not None:
                    found.append((info, desk))
        return found

    async def _meant(
        self, message: Message, person: Person, lang: str, asked: list[tuple[GameInfo, Desk]]
    ) -> int | None:
        """Which game a text is for: the one replied to, the only one, the only one it fits."""
        if len(asked) == 1:
            return asked[0][0].id
        replied = message.reply_to_message
        for info, desk in asked:
            known = await self.desks.known(info.id, desk.seat)
            if replied is not None and known == replied.message_id:
                return info.id
        chosen = self.office.chosen.get(person.id)
        fits = [info.id for info, desk in asked if self._fits(lang, info, desk, message.text or "")]
        if chosen in fits or (not fits and chosen in [info.id for info, _ in asked]):
            return chosen
        return fits[0] if len(fits) == 1 else None

    def _fits(self, lang: str, info: GameInfo, desk: Desk, text: str) -> bool:
        try:
            answers.read(self.office.face(info), lang, desk, text, names(lang, info))
        except NotAnAnswer:
            return False
        return True

    async def answer_with(self, person: Person, game: int, text: str, message: int) -> None:
        """Take a text as the answer to a game's open question; say what is wrong if it is none."""
        lang = self.office.lang_of(person)
        info = await self.office.table.info(game)
        seat = info.seat_of(person.id)
        desk = await self.office.table.desk(game, seat) if seat is not None else None
        if desk is None or desk.question is None:
            await self.office.say(person.id, phrase(lang, "chat.nothing_to_answer"))
            return
        face = self.office.face(info)
        try:
            tokens = answers.read(face, lang, desk, text, names(lang, info))
            await self.office.table.put(game, desk.seat, desk.step, desk.revision, tokens)
        except NotAnAnswer as error:
            error.rest = short(error.rest, QUOTED)
            if "text" in error.data:
                error.data["text"] = short(error.data["text"], QUOTED)
            options = self._could_be(lang, info, desk, error)
            why = f"{face.error(lang, info.settings.variant, error)}{options}"
            await self._wrong(person.id, info, desk, lang, why, message)
        except Illegal as error:
            why = face.reason(lang, info.settings.variant, error.reason)
            await self._wrong(person.id, info, desk, lang, why, message)
        except Stale:
            await self.desks.show(game, person.id, note=phrase(lang, "chat.meanwhile"))
        else:
            await self.desks.show(game, person.id, anew=True)

    def _could_be(self, lang: str, info: GameInfo, desk: Desk, error: NotAnAnswer) -> str:
        """What would have been right where a text went wrong."""
        assert desk.question is not None
        face = self.office.face(info)
        walk, shown = replay(desk.question, error.tokens), names(lang, info)
        options = walk.options()[:HINTS]
        if not options:
            return ""
        lexicon, meant = answers.with_names(face.lexicon(lang), shown), {}
        for option in options:
            label = face.label(lang, desk.view, desk.question, walk, option, shown)
            typed = answers.typed(lexicon, option.token, label, option.group)
            meant[typed] = answers.counts(typed, label)
        return f" {phrase(lang, 'chat.could_be', options=meant)}"

    async def _wrong(
        self, person_id: int, info: GameInfo, desk: Desk, lang: str, why: str, message: int
    ) -> None:
        """An error as a reply to the text; the question, and what was sent, stay as they were."""
        text = f"{phrase(lang, 'chat.in_game', title=title(lang, info))} {why}"
        if desk.sent is not None:
            text = f"{text}\n{phrase(lang, 'chat.still_stands')}"  # Markup would escape with +
        await self.office.say(person_id, text, reply_to=message)

    # --- one's own matters

    async def _me(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, lang = await self._who(update)
        for info in await self._playing(update):
            seat = info.seat_of(person.id)
            if seat is None:  # its master looks on
                sorry = phrase(lang, "chat.not_your_game")
                await self.office.say(person.id, f"{title(lang, info)}\n\n{sorry}")
                continue
            desk = await self.office.table.desk(info.id, seat)
            html = self.office.face(info).seat(lang, desk.view, seat, names(lang, info))
            await self.office.say(person.id, f"{title(lang, info)}\n\n{html}")

    async def _playing(self, update: Update, *, one: bool = False) -> list[GameInfo]:
        """The games a look is at: the one named as #N, or the one switched to first or alone.

        None: the menu is shown.
        """
        message, person, lang = await self._who(update)
        playing = [info for info in await self._looked_at(person) if info.status == "play"]
        number, _ = numbered(message.text or "")
        if number is not None:
            named = [info for info in playing if info.number == number]
            if not named:
                raise Refused("no number", number=number, games=[info.name for info in playing])
            return named
        chosen = self.office.chosen.get(person.id)
        playing.sort(key=lambda info: info.id != chosen)
        if not playing:
            await self._menu(message, person, lang)
        return playing[:1] if one and playing and playing[0].id == chosen else playing

    async def _look(self, update: Update, look: Look) -> None:
        """The text of a look at each game it is at."""
        _, person, lang = await self._who(update)
        for info in await self._playing(update, one=True):
            await self.office.say(person.id, await look(self.office, info, lang))

    async def _table(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        await self._look(update, looking.table)

    async def _status(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, lang = await self._who(update)
        for info in await self._playing(update, one=True):
            text, _ = await status_now(self.office, info, lang)
            await self.office.say(person.id, text, await self._buttons(lang, [info]))

    async def _dungeon(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, _ = await self._who(update)
        _, text = numbered(" ".join(context.args or ()))
        await self._look(update, partial(looking.dungeon, words=text.split(), person_id=person.id))

    async def _games(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message, person, lang = await self._who(update)
        await self._menu(message, person, lang)

    async def _story(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        await self._look(update, looking.story)

    async def _hints(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Hints and warnings on or off; without a word, how it stands and the switch."""
        _, person, lang = await self._who(update)
        wanted = SWITCH.get(context.args[0].casefold()) if context.args else None
        if wanted is not None:
            person = await self.set_hints(person, wanted)
        key = "reading.hints_on" if person.hints else "reading.hints_off"
        rows = hint_button(lang, person) if wanted is None else None
        await self.office.say(person.id, phrase(lang, key), rows)

    async def set_hints(self, person: Person, wanted: bool) -> Person:
        """Note it, and draw the person's open questions so."""
        await self.office.table.set_hints(person.id, wanted)
        await self.redraw(person.id)
        return msgspec.structs.replace(person, hints=wanted)

    async def _resign(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, lang = await self._who(update)
        playing = [info for info in await self._living(person) if info.status == "play"]
        if not playing:
            await self.office.say(person.id, phrase(lang, "chat.nothing_to_resign"))
            return
        rows = [
            [button(plain(lang, "chat.resign_yes", game=await self._label(info, playing)),
                    pack("rx", info.id, person.id))]
            for info in playing
        ]  # fmt: skip
        rows.append([button(plain(lang, "chat.no"), pack("no", person.id))])
        await self.office.say(person.id, phrase(lang, "chat.resign_sure"), rows)

    async def _lang(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, lang = await self._who(update)
        wanted = context.args[0].casefold() if context.args else ""
        if wanted not in languages():
            buttons = [
                button(plain(code, "chat.language"), pack("la", at))
                for at, code in enumerate(languages())
            ]
            await self.office.say(person.id, phrase(lang, "chat.which_lang"), [buttons])
            return
        await self.people.set(person, language=wanted)
        await self.office.say(person.id, phrase(wanted, "chat.lang_set"))
        await self.redraw(person.id)

    async def redraw(self, person_id: int) -> None:
        """Draw a person's open questions again, after his language or wishes changed."""
        for info in await self.office.table.games_of(person_id):
            if info.status == "play":
                await self.desks.show(info.id, person_id)

    async def _help(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, lang = await self._who(update)
        html = f"{phrase(lang, 'chat.help_private')}\n{phrase(lang, 'alone.help_more')}"
        await self.office.say(person.id, html)

    async def _rules(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message, person, lang = await self._who(update)
        games = await self._living(person)
        chosen = self.office.chosen.get(person.id)
        current = [info for info in games if info.id == chosen] or games
        await self.guide.show(message, lang, " ".join(context.args or ()), played(current))

    async def _in_group(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        message, person, lang = await self._who(update)
        command = (message.text or "").split()[0].partition("@")[0]
        text = phrase(lang, "alone.in_group", command=command.casefold())
        await self.office.say(person.id, text)

    async def _unknown(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        _, person, lang = await self._who(update)
        await self.office.say(person.id, phrase(lang, "chat.unknown_command"))


def hint_button(lang: str, person: Person) -> Keyboard:
    """The switch of hints: it says how they are, and turns them."""
    key = "reading.turn_off" if person.hints else "reading.turn_on"
    return [[button(plain(lang, key), pack("hi", int(not person.hints)))]]


def gender_buttons(lang: str) -> Keyboard:
    """He, she, neutral: how posts speak of a lord."""
    keys = ("he", "she", "neutral")
    return [[button(plain(lang, f"chat.{key}"), pack("g", at)) for at, key in enumerate(keys, 1)]]
