"""The master's own words, and posts as a forum takes them."""

from io import BytesIO

from telegram import InlineKeyboardMarkup

from bot.chat.master.call import Call, Command, Missing, first_seat
from bot.chat.office import Keyboard
from bot.chat.postman import Postman
from bot.render.forum import FORMATS, convert
from bot.table.records import Row

NOTHING = {"-", "–", "none", "нет"}
"""What takes words of the master's away."""

SHORT = 3500
"""Signs of an exported post that go into a message; what is longer is a file."""

PICTURES = "pictures"
CHOICES = (*FORMATS, PICTURES)
"""In what a post can be had; a button carries the index."""

FORMS = {"bb": "bbcode", "md": "markdown", "text": "plain", "текст": "plain",
         "картинки": PICTURES, "files": PICTURES, "файлы": PICTURES}  # fmt: skip


class Speech:
    """The commands about words."""

    def __init__(self, postman: Postman) -> None:
        self.postman = postman

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        every = ("lobby", "play", "over", "cancelled")
        words = Command(self._words, states=every, page="words", prose=True)
        return {
            "say": words._replace(work=self._broadcast),
            "note": words._replace(work=self._note, private=True, states=("play", "over")),
            "before": words._replace(states=("play",)),
            "after": words._replace(states=("play",)),
            "name": words,
            "epilogue": words,
            "form": Command(self._form, states=every, page="words"),
            "retell": Command(self._retell, states=every),
            "export": Command(self._export, who="player", states=("play", "over", "cancelled")),
        }

    async def _broadcast(self, call: Call) -> None:
        if not call.text:
            call.ask("ask_say")
            return
        await call.office.table.master.broadcast(call.game, call.person.id, call.text, call.why)

    async def _note(self, call: Call) -> None:
        seat, text = first_seat(call)
        if not text:
            call.ask("ask_note")
            return
        await call.office.table.master.note(call.game, call.person.id, seat, text, call.why)

    async def _words(self, call: Call) -> None:
        if not call.text:
            call.ask(f"ask_{call.name}")
            return
        text = "" if call.text in NOTHING else call.text
        await call.office.table.master.words(call.game, call.person.id, call.name, text, call.why)

    async def _retell(self, call: Call) -> None:
        """What a fault of ours kept from being said is said now."""
        if not await call.office.table.retell(call.game):
            raise Missing("nothing_to_retell")

    # --- posts for a forum

    async def _form(self, call: Call) -> None:
        """In which form a game without a group is copied for a forum."""
        text = call.text.casefold()
        form = FORMATS[int(text)] if text in ("0", "1", "2") else FORMS.get(text, text)
        if form not in FORMATS:
            raise Missing("form_words")
        await call.office.table.master.set_form(call.game, call.person.id, form, call.why)

    async def _export(self, call: Call) -> None:
        """`/export`, `/export bbcode 12`, `/export pictures`: the last post or a step's.

        A button's numbers are the form (one past the forms: pictures) and the step.
        """
        form, step = call.info.settings.chair.form, None
        words = [word.casefold() for word in call.words]
        if call.pressed and words:
            words = [CHOICES[int(words[0]) % len(CHOICES)], *words[1:2]]
        for text in words:
            if text.isdecimal():
                step = int(text)
            elif FORMS.get(text, text) in CHOICES:
                form = FORMS.get(text, text)
            else:
                raise Missing("export_words")
        row = await call.office.table.master.post(call.game, step)
        if row is None:
            raise Missing("no_post")
        if form == PICTURES:
            await self._pictures(call, row)
            return
        history = await self.postman.history(row, call.info)
        text = convert(self.postman.html(row, call.info, history, copied=False), form)
        await give(call, text, f"post-{row.step}.txt", await self._turning(call, row.step, form))

    async def _turning(self, call: Call, step: int, form: str) -> Keyboard:
        """Buttons: the posts before and after this one, its pictures as files."""
        steps, at = await call.office.table.master.told_at(call.game), CHOICES.index(form)
        row = []
        for name, found in (("older", [n for n in steps if n < step][-1:]),
                            ("newer", [n for n in steps if n > step][:1])):  # fmt: skip
            row += [call.button(call.plain(f"button.{name}"), "export", at, n) for n in found]
        files = CHOICES.index(PICTURES)
        return [row, [call.button(call.plain("button.pictures"), "export", files, step)]]

    async def _pictures(self, call: Call, row: Row) -> None:
        """A post's pictures as files, as sharp as they were drawn."""
        found = call.office.face(call.info).pictures(row.language, row.view, row.facts, call.names)
        if not found:
            raise Missing("no_pictures")
        call.silent = True
        for at, picture in enumerate(found, 1):
            data = await call.office.draw(picture.svg, picture.width)
            await call.office.sender.call(
                "send_document", call.chat, document=BytesIO(data),
                filename=f"post-{row.step}-{at}.png", message_thread_id=call.topic,
            )  # fmt: skip


async def give(call: Call, text: str, name: str, rows: Keyboard) -> None:
    """Text to be copied: in one message, or as a file."""
    rows = [row for row in rows if row]
    if len(text) <= SHORT:
        await call.show(call.key("copy", text=text), rows)
        return
    call.silent = True
    await call.office.sender.call(
        "send_document", call.chat, document=BytesIO(text.encode()), filename=name,
        message_thread_id=call.topic, reply_markup=InlineKeyboardMarkup(rows),
    )  # fmt: skip
