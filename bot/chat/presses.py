"""Pressed buttons: each is answered first, then worked on; stale, foreign and double ones too."""

from collections.abc import Awaitable, Callable

import msgspec
from telegram import CallbackQuery, Message, Update
from telegram.ext import CallbackQueryHandler, ContextTypes

from bot.chat import panel
from bot.chat.buttons import Press, unpack
from bot.chat.desks import Desks, flat
from bot.chat.office import Office, topic_of
from bot.chat.people import People
from bot.chat.posters import short
from bot.chat.private import Private
from bot.chat.refusals import refusal
from bot.render.phrases import languages, phrase, plain
from bot.table.records import Desk, GameInfo, Person, Refused, Stale
from rules.kernel.question import Illegal, Tokens, replay

TOAST = 190
"""Signs of a toast: Telegram bears 200 units."""

GENDERS = ("", "he", "she", "neutral")


class Pressed(msgspec.Struct, frozen=True):
    """One press with all that is known of it."""

    query: CallbackQuery
    press: Press
    person: Person
    lang: str

    @property
    def message(self) -> Message | None:
        """The message the button hangs under; None when it is too old to be seen."""
        return self.query.message if isinstance(self.query.message, Message) else None


Work = Callable[[Pressed], Awaitable[None]]


class Door:
    """Where presses come in: one that is not for us, or is refused, is answered right here."""

    def __init__(self, office: Office, people: People) -> None:
        self.office, self.people = office, people
        self._verbs: dict[str, Work] = {}

    async def _pressed(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        press = unpack(query.data or "")
        chat = query.message.chat.id if query.message else query.from_user.id
        if press is None or press.verb not in self._verbs or not self.office.allowed(chat):
            await self.office.sender.answer(query.id)
            return
        person = await self.people.of(query.from_user)
        pressed = Pressed(query, press, person, self.office.lang_of(person))
        try:
            await self._verbs[press.verb](pressed)
        except Refused as error:
            await self._toast(pressed, refusal(pressed.lang, error), alert=True)

    async def _toast(self, pressed: Pressed, text: str = "", alert: bool = False) -> None:
        await self.office.sender.answer(pressed.query.id, short(text, TOAST), alert)


class Presses(Door):
    """Finds out what a button means and does it."""

    def __init__(self, office: Office, people: People, desks: Desks, private: Private) -> None:
        super().__init__(office, people)
        self.desks, self.private = desks, private
        self._verbs = {
            "o": self._desk,
            "b": self._desk,
            "c": self._desk,
            "k": self._desk,
            "r": self._ready,
            "ll": self._leave,
            "ls": self._start,
            "lf": self._start,
            "np": self._panel,
            "nh": self._panel,
            "nc": self._create,
            "nx": self._close_panel,
            "q": self._question,
            "w": self._this_game,
            "g": self._gender,
            "la": self._language,
            "rx": self._resign,
            "cx": self._cancel,
            "no": self._never_mind,
            "ru": self._chapter,
            "sk": self._sketch,
            "hi": self._hints,
        }

    def handler(self) -> CallbackQueryHandler[ContextTypes.DEFAULT_TYPE, None]:
        """The library's handler for every button of ours."""
        return CallbackQueryHandler(self._pressed)

    async def _say_key(self, pressed: Pressed, key: str, alert: bool = False) -> None:
        await self._toast(pressed, plain(pressed.lang, f"chat.{key}"), alert)

    # --- a seat's desk

    async def _at_desk(
        self, pressed: Pressed, as_it_is: bool = False
    ) -> tuple[GameInfo, Desk] | None:
        """The desk the press is about; None when it is not his or no longer as it was.

        With `as_it_is` it may have been written on meanwhile.
        """
        game, step, revision = (pressed.press.number(at) for at in range(3))
        info = await self.office.table.info(game)
        seat = info.seat_of(pressed.person.id)
        if seat is None:
            await self._say_key(pressed, "not_your_seat", alert=True)
            return None
        desk = await self.office.table.desk(game, seat)
        if info.status != "play":
            raise Refused("not playing", status=info.status)
        if desk.standin:
            raise Refused("held", standin=desk.standin)
        if desk.step != step or desk.question is None:
            await self._say_key(pressed, "stale_step")
            current = await self._current(pressed)
            if desk.question is None or not current:  # else the next question is on its way
                await self.desks.show(game, pressed.person.id, anew=not current)
            return None
        if desk.revision != revision and not as_it_is:
            await self._say_key(pressed, "stale_press")
            await self.desks.show(game, pressed.person.id)
            return None
        return info, desk

    async def _current(self, pressed: Pressed) -> bool:
        """Whether the press came from the seat's one question message."""
        info = await self.office.table.info(pressed.press.number(0))
        known = await self.desks.known(info.id, info.seat_of(pressed.person.id) or 0)
        return pressed.message is not None and pressed.message.message_id == known

    def _new_tokens(self, info: GameInfo, desk: Desk, press: Press) -> Tokens | None:
        """What the desk's draft becomes by this press; None for an option that is not there."""
        match press.verb:
            case "b":
                return desk.tokens[:-1]
            case "c":
                return ()
            case "k":
                return desk.sent
        assert desk.question is not None
        options = replay(desk.question, desk.tokens).options()
        buttons = flat(self.office.face(info).rows(options))
        at = press.number(3)
        return (*desk.tokens, buttons[at].token) if 0 <= at < len(buttons) else None

    async def _desk(self, pressed: Pressed) -> None:
        found = await self._at_desk(pressed)
        if found is None:
            return
        info, desk = found
        tokens = self._new_tokens(info, desk, pressed.press)
        await self._toast(pressed)
        note = ""
        try:
            if tokens is not None:
                await self.office.table.put(info.id, desk.seat, desk.step, desk.revision, tokens)
        except Stale:
            note = phrase(pressed.lang, "chat.meanwhile")
        except Illegal as error:
            face, variant = self.office.face(info), info.settings.variant
            note = face.reason(pressed.lang, variant, error.reason)
        await self.desks.show(info.id, pressed.person.id, step=desk.step, note=note)

    async def _ready(self, pressed: Pressed) -> None:
        found = await self._at_desk(pressed)
        if found is None:
            return
        info, desk = found
        await self._say_key(pressed, "ready_toast")
        table = self.office.table
        try:
            if desk.sent is None or desk.mode == "editing":
                desk = await table.put(info.id, desk.seat, desk.step, desk.revision, desk.tokens)
            after = await table.ready(info.id, desk.seat, desk.step)
        except Stale:
            await self.desks.show(info.id, pressed.person.id)
            return
        if (await table.info(info.id)).step == desk.step:
            await self.desks.show(info.id, pressed.person.id, step=desk.step)
        elif pressed.message is not None:  # he was the last: the next question is on its way
            await self.desks.close(info, after, pressed.person.id, pressed.message.message_id)

    async def _sketch(self, pressed: Pressed) -> None:
        """The plan as a picture, drawn while he goes on."""
        found = await self._at_desk(pressed, as_it_is=True)
        if found is not None:
            await self._toast(pressed)
            self.desks.sketches.ask(found[0].id, pressed.person.id, pressed.lang)

    async def _question(self, pressed: Pressed) -> None:
        await self._toast(pressed)
        await self.private.open_game(pressed.person, pressed.press.number(0))

    async def _this_game(self, pressed: Pressed) -> None:
        """The answer to 'which game is this for?', asked as a reply to the text."""
        await self._toast(pressed)
        text = pressed.message.reply_to_message if pressed.message else None
        game = pressed.press.number(0)
        await self.office.table.info(game)  # else refused
        await self.office.choose(pressed.person.id, game)
        if text is None or not text.text:
            await self.private.open_game(pressed.person, game)
            return
        await self.private.answer_with(pressed.person, game, text.text, text.message_id)

    # --- the lobby

    async def _leave(self, pressed: Pressed) -> None:
        await self.office.table.leave(pressed.press.number(0), pressed.person.id)
        await self._say_key(pressed, "left")

    async def _start(self, pressed: Pressed) -> None:
        fill = "" if pressed.press.verb == "lf" else None
        await self.office.table.start(pressed.press.number(0), pressed.person.id, fill)
        await self._say_key(pressed, "started")

    # --- the settings panel

    def _wish(self, pressed: Pressed) -> panel.Wish | None:
        owner = pressed.press.number(0)
        if owner and owner != pressed.person.id:
            return None
        return panel.from_press(pressed.press, self.office.games)

    async def _panel(self, pressed: Pressed) -> None:
        wish = self._wish(pressed)
        if wish is None or pressed.message is None:
            await self._say_key(pressed, "not_your_panel", alert=True)
            return
        await self._toast(pressed)
        lang = panel.tongues()[wish.lang]
        owner, games = pressed.press.number(0), self.office.games
        text, keyboard = panel.text, panel.keyboard
        if pressed.press.verb == "nh":
            text, keyboard = panel.house_text, panel.house_keyboard
        await self.office.amend(
            pressed.message.chat.id,
            pressed.message.message_id,
            text(lang, wish, games),
            keyboard(lang, wish, owner, games),
        )

    async def _create(self, pressed: Pressed) -> None:
        wish, message = self._wish(pressed), pressed.message
        if wish is None or message is None:
            await self._say_key(pressed, "not_your_panel", alert=True)
            return
        await self._toast(pressed)
        if not await self.people.once(("panel", message.chat.id, message.message_id)):
            return
        chat, lang = message.chat.id, panel.tongues()[wish.lang]
        settings = panel.settings(wish, self.office.games, pressed.person.id)
        try:
            await self.office.table.open(chat, topic_of(message), pressed.person, settings)
        except Refused as error:
            await self.office.amend(chat, message.message_id, refusal(lang, error))
            return
        await self.office.amend(chat, message.message_id, phrase(lang, "chat.panel_done"))

    async def _close_panel(self, pressed: Pressed) -> None:
        owner, message = pressed.press.number(0), pressed.message
        if message is None or (owner and owner != pressed.person.id):
            await self._say_key(pressed, "not_your_panel", alert=True)
            return
        await self._toast(pressed)
        await self.office.amend(
            message.chat.id, message.message_id, phrase(pressed.lang, "chat.panel_closed")
        )

    # --- a person's own matters

    async def _gender(self, pressed: Pressed) -> None:
        gender = GENDERS[pressed.press.number(0) % len(GENDERS)]
        await self.people.set(pressed.person, gender=gender)
        await self._say_key(pressed, "noted")
        await self._settle(pressed, "chat.gender_noted")

    async def _language(self, pressed: Pressed) -> None:
        lang = languages()[pressed.press.number(0) % len(languages())]
        await self.people.set(pressed.person, language=lang)
        await self._toast(pressed, plain(lang, "chat.noted"))
        if pressed.message is not None:
            await self.office.amend(
                pressed.person.id, pressed.message.message_id, phrase(lang, "chat.lang_set")
            )
        await self.private.redraw(pressed.person.id)

    async def _hints(self, pressed: Pressed) -> None:
        """The switch in the list of games: hints and warnings on (1) or off (0)."""
        wanted = bool(pressed.press.number(0))
        await self._toast(pressed, plain(pressed.lang, f"reading.hints_{_on(wanted)}"))
        person = await self.private.set_hints(pressed.person, wanted)
        if pressed.message is not None:
            html, rows = await self.private.menu(person, pressed.lang)
            await self.office.amend(pressed.person.id, pressed.message.message_id, html, rows)

    async def _settle(self, pressed: Pressed, key: str) -> None:
        """Turn the message with the buttons into its outcome."""
        if pressed.message is not None:
            await self.office.amend(
                pressed.message.chat.id,
                pressed.message.message_id,
                phrase(pressed.lang, key),
            )

    async def _resign(self, pressed: Pressed) -> None:
        game, owner = pressed.press.number(0), pressed.press.number(1)
        info = await self.office.table.info(game)
        seat = info.seat_of(pressed.person.id)
        if owner != pressed.person.id or seat is None:
            await self._say_key(pressed, "not_your_seat", alert=True)
            return
        await self._toast(pressed)
        await self.office.table.resign(game, seat)
        await self._settle(pressed, "chat.resigned")

    async def _cancel(self, pressed: Pressed) -> None:
        game, owner = pressed.press.number(0), pressed.press.number(1)
        if owner != pressed.person.id:
            await self._say_key(pressed, "not_your_panel", alert=True)
            return
        await self.office.table.cancel(game, pressed.person.id)
        await self._toast(pressed)
        await self._settle(pressed, "chat.cancelled")

    async def _never_mind(self, pressed: Pressed) -> None:
        if pressed.press.number(0) != pressed.person.id:
            await self._say_key(pressed, "not_your_panel", alert=True)
            return
        await self._toast(pressed)
        await self._settle(pressed, "chat.never_mind")

    async def _chapter(self, pressed: Pressed) -> None:
        await self._toast(pressed)
        if pressed.message is not None:
            lang = languages()[pressed.press.number(1) % len(languages())]
            at, variant = pressed.press.number(0), pressed.press.number(2)
            await self.private.guide.turn_to(pressed.message, lang, at, variant)


def _on(wanted: bool) -> str:
    return "on" if wanted else "off"
