"""Puts time in the chat together: its commands, private and in groups, and its buttons."""

from telegram import Update
from telegram.ext import (
    BaseHandler,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.chat.guide import Guide
from bot.chat.office import Keyboard, Office
from bot.chat.people import People
from bot.chat.posters import short, title
from bot.chat.presses import Door, Pressed
from bot.chat.refusals import refusal
from bot.chat.time import hours, panel, zones
from bot.chat.time.away import HOW, Away
from bot.chat.time.group import TimeGroup
from bot.render.phrases import phrase, plain
from bot.table.records import Person, Refused

Handler = BaseHandler[Update, ContextTypes.DEFAULT_TYPE, None]

STANDIN, WAIT, AGAIN, ALLOW, REFUSE = range(5)
"""What a master's button under a notice does."""


class Clocks(Door):
    """Everything about time that people say and press."""

    def __init__(self, office: Office, people: People, guide: Guide) -> None:
        super().__init__(office, people)
        self.away = Away(office)
        self.group = TimeGroup(office, people, guide, self.away)
        self._verbs = {
            "ts": self._set,
            "th": self._hours,
            "tv": self._vote,
            "tm": self._master,
            "ta": self._away,
        }

    def handlers(self) -> list[Handler]:
        """The library's handlers; they stand before those of the same names."""
        alone = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
        deputy = alone & filters.Regex(r"^/start ds_")
        return [
            *self.group.handlers(),
            CommandHandler("time", self._mine, alone),
            CommandHandler("zone", self._mine, alone),
            CommandHandler("away", self._going, alone),
            MessageHandler(deputy, self._deputy),
            CallbackQueryHandler(self._pressed, pattern=r"^t[shvma]:"),
        ]

    async def _who(self, update: Update) -> tuple[Person, str]:
        user = update.effective_user
        assert user is not None
        person = await self.people.meet(user)
        return person, self.office.lang_of(person)

    # --- in private

    async def _mine(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """One's own clock; with a word, the zone is set by it: `/time Berlin`."""
        person, lang = await self._who(update)
        text = " ".join(context.args or ())
        if text:
            zone = zones.find(text)
            if zone is None:
                sorry = phrase(lang, "time.no_zone", text=short(text, 60))
                await self.office.say(person.id, sorry, hours.zone_keyboard(self.office, lang))
                return
            await self.office.table.time.set_hours(person.id, zone=zone)
        row = await self.office.table.time.hours(person.id)
        html = hours.text(self.office, lang, row)
        await self.office.say(person.id, html, hours.hours_keyboard(lang, row))

    async def _going(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        person, lang = await self._who(update)
        try:
            await self.office.say(person.id, await self.away.said(person, lang, context.args or ()))
        except Refused as error:
            await self.office.say(person.id, refusal(lang, error))

    async def _deputy(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        person, _ = await self._who(update)
        assert update.effective_message is not None
        payload = (update.effective_message.text or "").split()[-1]
        await self.office.say(person.id, await self.away.follow(payload, person))

    # --- buttons

    async def _noted(self, pressed: Pressed) -> None:
        await self._toast(pressed, plain(pressed.lang, "chat.noted"))

    async def _redraw(self, pressed: Pressed, html: str, rows: Keyboard | None = None) -> None:
        if pressed.message is not None:
            await self.office.amend(pressed.message.chat.id, pressed.message.message_id, html, rows)

    async def _set(self, pressed: Pressed) -> None:
        """A button of the panel of a game's time."""
        game, field, value = (pressed.press.number(at) for at in range(3))
        info = await self.office.table.info(game)
        change = panel.change(info, field, value)
        if change is not None:
            await self.office.table.time.set(game, pressed.person.id, **change)
        await self._noted(pressed)
        info = await self.office.table.info(game)
        lang = info.settings.language
        await self._redraw(pressed, panel.text(lang, info), panel.keyboard(lang, info))

    async def _hours(self, pressed: Pressed) -> None:
        """A button about one's own clock."""
        person, lang, table = pressed.person, pressed.lang, self.office.table
        field, value = pressed.press.number(0), pressed.press.number(1)
        row = await table.time.hours(person.id)
        if field == hours.ZONE and value < 0:
            await self._toast(pressed)
            html = phrase(lang, "time.which_zone")
            await self._redraw(pressed, html, hours.zone_keyboard(self.office, lang, row.zone))
            return
        change = hours.changed(row, field, value)
        if change is not None:
            row = await table.time.set_hours(person.id, **change)
        await self._noted(pressed)
        await self._redraw(
            pressed, hours.text(self.office, lang, row), hours.hours_keyboard(lang, row)
        )

    async def _vote(self, pressed: Pressed) -> None:
        """For or against a proposal; the table has its post drawn anew."""
        vote, yes = pressed.press.number(0), bool(pressed.press.number(1))
        await self.office.table.time.vote(vote, pressed.person.id, yes)
        await self._toast(pressed, plain(pressed.lang, "time.voted", yes=yes))

    async def _master(self, pressed: Pressed) -> None:
        """A master's button under a notice to him."""
        game, what, number = (pressed.press.number(at) for at in range(3))
        table, by = self.office.table, pressed.person.id
        done = "done"
        match what:
            case 0:
                await table.master.stand_in(game, by, number)
            case 2:
                await table.time.again(game, by)
            case 3 | 4:
                await table.time.allow(number, by, what == ALLOW)
            case _:
                done = "waiting"
        await self._toast(pressed, plain(pressed.lang, f"time.{done}"))
        if pressed.message is not None and pressed.message.text_html:
            note = phrase(pressed.lang, f"time.{done}")
            await self._redraw(pressed, f"{pressed.message.text_html}\n\n{note}")

    async def _away(self, pressed: Pressed) -> None:
        """What one does while away: a deputy, the table's patience, coming back."""
        person, lang, table = pressed.person, pressed.lang, self.office.table
        info = await table.info(pressed.press.number(0))
        seat = next((s for s in info.seats if s.person_id == person.id), None)
        if seat is None or info.status != "play":
            await self._toast(pressed, plain(lang, "chat.not_your_game"), alert=True)
            return
        how = HOW[pressed.press.number(1) % len(HOW)]
        if how == "back":
            came = await table.time.back(info.id, person.id)
            await self._toast(pressed)
            await self._redraw(pressed, phrase(lang, "time.welcome" if came else "time.not_away"))
            return
        if not seat.away:
            await self._toast(pressed, plain(lang, "time.not_away"), alert=True)
            return
        if how == "slow":
            await table.time.propose(info.id, person.id, "slow", seat.seat)
            await self._toast(pressed, plain(lang, "time.asked"))
            return
        await self._toast(pressed)
        link = self.away.deputy_link(info, person)
        html = phrase(lang, "time.deputy_invite", title=title(lang, info), link=link)
        await self.office.say(person.id, html)
