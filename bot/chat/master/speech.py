"""The master's own words, and posts as a forum takes them."""

from io import BytesIO

from bot.chat.master.call import Call, Command, Missing, first_seat
from bot.chat.postman import Postman
from bot.render.forum import FORMATS, convert

NOTHING = {"-", "–", "none", "нет"}
"""What takes words of the master's away."""

SHORT = 3500
"""Signs of an exported post that go into a message; what is longer is a file."""

FORMS = {"bb": "bbcode", "md": "markdown", "text": "plain", "текст": "plain"}


class Speech:
    """The commands about words."""

    def __init__(self, postman: Postman) -> None:
        self.postman = postman

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        every = ("lobby", "play", "over", "cancelled")
        return {
            "say": Command(self._broadcast, states=every, page="words"),
            "note": Command(self._note, private=True, states=("play", "over"), page="words"),
            "before": Command(self._words, states=("play",), page="words"),
            "after": Command(self._words, states=("play",), page="words"),
            "name": Command(self._words, states=every, page="words"),
            "epilogue": Command(self._words, states=every, page="words"),
            "form": Command(self._form, states=every),
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

    # --- posts for a forum

    async def _form(self, call: Call) -> None:
        """In which form a game without a group is copied for a forum."""
        form = FORMS.get(call.text.casefold(), call.text.casefold())
        if form not in FORMATS:
            raise Missing("export_words")
        await call.office.table.master.set_form(call.game, call.person.id, form, call.why)

    async def _export(self, call: Call) -> None:
        """`/export`, `/export bbcode 12`: the last post or a step's, in this or the game's form."""
        form, step = call.info.settings.chair.form, None
        for text in (word.casefold() for word in call.words):
            if text.isdecimal():
                step = int(text)
            elif FORMS.get(text, text) in FORMATS:
                form = FORMS.get(text, text)
            else:
                raise Missing("export_words")
        if call.pressed and step is not None and step < len(FORMATS):
            form, step = FORMATS[step], None
        row = await call.office.table.master.post(call.game, step)
        if row is None:
            raise Missing("no_post")
        history = await self.postman.history(row, call.info)
        text = convert(self.postman.html(row, call.info, history, copied=False), form)
        await give(call, text, f"post-{row.step}.txt")


async def give(call: Call, text: str, name: str) -> None:
    """Text to be copied: in one message, or as a file."""
    if len(text) <= SHORT:
        await call.tell("copy", text=text)
        return
    call.silent = True
    await call.office.sender.call(
        "send_document", call.chat, document=BytesIO(text.encode()),
            filename=name, message_thread_id=call.topic,
    )  # fmt: skip
