"""The master's panel: one message, one page a matter, every button the same as a command."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton

from bot.chat.buttons import pack
from bot.chat.master.call import Call
from bot.chat.office import Keyboard, button, in_rows
from bot.chat.posters import isolated, lobby_names, short, state_of, title, when
from bot.render.forum import FORMATS
from bot.render.phrases import plain
from bot.table.master.chair import MODES

PAGES = ("menu", "steps", "seats", "answers", "words", "undo", "house", "end")
"""The pages; a button carries a page's index."""

SAMPLE = 300
"""Signs of words that wait, as the page of words shows them."""

NAME = 20
"""Signs of a name on a button."""


class View:
    """What the panel shows: made anew from the game each time."""

    def __init__(self, call: Call, blind: bool, undoable: Sequence[tuple[str, bool]] = (),
                 again: bool = False) -> None:  # fmt: skip
        self.call, self.blind, self.undoable, self.again = call, blind, undoable, again

    def page(self, name: str) -> tuple[str, Keyboard]:
        """A page's text and buttons."""
        rows = getattr(self, f"_{name}")()
        if name != "menu":
            rows.append([self.call.button(self.call.plain("button.menu"), "master", 0)])
        return self.text(name), rows

    def text(self, name: str) -> str:
        """What stands above the buttons: how the game is, and what the page is for."""
        info, call = self.call.info, self.call
        chair = info.settings.chair
        return call.key(
            "panel",
            title=title(call.lang, info),
            status=info.status,
            mode=chair.mode,
            deadline=when(call.lang, info.deadline, info.settings.times.zone)
            if info.deadline
            else "",
            paused=chair.paused or info.paused,
            held=chair.held,
            locked=chair.locked,
            blind=self.blind,
            seats=[
                {
                    "name": call.names[seat.seat],
                    "seat": seat.seat,
                    "state": state_of(seat),
                    "standin": bool(seat.standin),
                    "account": seat.person_id is not None,
                    "reachable": seat.reachable or not seat.person_id,
                }
                for seat in info.seats
            ],
            members=self._members(),
            page=call.key(
                f"page.{name}", lines=[told for told, _ in self.undoable], words=self._waiting()
            ),
        )

    def _waiting(self) -> list[tuple[str, str]]:
        """The master's words that have not been said yet, each under its button's label."""
        chair = self.call.info.settings.chair
        return [(self.call.plain(f"button.{name}"), short(getattr(chair, name), SAMPLE))
                for name in ("before", "after", "epilogue") if getattr(chair, name)]  # fmt: skip

    def _members(self) -> list[str]:
        """Who sits in the lobby."""
        info = self.call.info
        return [isolated(n) for n in lobby_names(info)] if info.status == "lobby" else []

    def _go(self, name: str) -> InlineKeyboardButton:
        label = self.call.plain(f"go.{name}")
        if name == "house":
            return self.call.button(label, "housepage", 0, 0)
        return self.call.button(label, "master", PAGES.index(name))

    def _menu(self) -> Keyboard:
        call, status = self.call, self.call.info.status
        if status == "lobby":
            pages = ["seats", "steps", "house", "words", "undo"]
        elif status == "play":
            pages = ["steps", "answers", "seats", "words", "undo", "end"]
        else:
            pages = ["end", "undo", "words"]
        buttons = [self._go(name) for name in pages]
        if status == "play":
            buttons += [call.labelled("preview"), call.labelled("set")]
        return [*in_rows([*buttons, call.labelled("log")], 2), *self._begin()]

    def _begin(self) -> Keyboard:
        """The buttons under the lobby's post that start the game, where they stand there too."""
        call, info, there = self.call, self.call.info, len(self._members())
        if info.status != "lobby":
            return []
        found = [("begin", "ls")] if there >= max(1, info.least) else []
        found += [("begin_filled", "lf")] if 0 < there < info.settings.seats else []
        return [[button(plain(call.lang, f"chat.{key}"), pack(verb, info.id))]
                for key, verb in found]  # fmt: skip

    def _steps(self) -> Keyboard:
        call = self.call
        chair = call.info.settings.chair
        modes = [
            call.button(
                ("✓ " if mode == chair.mode else "") + call.plain(f"mode.{mode}"), "mode", at
            )
            for at, mode in enumerate(MODES)
        ]
        switches = [
            call.labelled("resume" if chair.paused else "pause"),
            call.labelled("release" if chair.held else "hold"),
        ]
        rows = [[mode] for mode in modes]
        if call.info.status == "play":
            rows += [switches, [call.labelled("preview"), call.labelled("go")]]
        if call.info.deadline:
            rows.append([
                call.button(call.plain("button.extend", n=n), "extend", n) for n in (1, 12, 24)
            ])  # fmt: skip
        rows.append([call.labelled("clock")])
        rows.append([call.labelled("blind" if chair.sighted else "sight")])
        return rows

    def _name(self, seat: int) -> str:
        return short(self.call.names[seat], NAME)

    def _seats(self) -> Keyboard:
        """Three taps at most: the panel, this page, the seat's button."""
        call, rows = self.call, Keyboard()
        if call.info.status == "lobby":
            waiting = [member.name for member in call.info.members if member.waiting]
            there = lobby_names(call.info)
            for at, name in enumerate([*there, *waiting], 1):
                row = [call.button(f"✖ {short(name, NAME)}", "kick", at)]
                if 1 < at <= len(there):
                    row.append(call.button(f"↑ {at} ↔ {at - 1}", "swap", at, at - 1))
                rows.append(row)
            rows.append([call.labelled("seat")])
        for seat in call.info.seats:
            stand = "back" if seat.standin else "standin"
            rows.append([call.button(f"⇄ {self._name(seat.seat)}", "replace", seat.seat)])
            known = seat.person_id is not None or bool(seat.name)
            rows.append([
                *([call.button(call.plain(f"button.{stand}"), stand, seat.seat)] if known else []),
                *([call.button("✖", "kick", seat.seat)] if known else []),
                call.button("✎", "seat", seat.seat),
            ])  # fmt: skip
        rows.append([call.labelled("deputy")])
        if call.info.settings.chair.deputies:
            rows[-1].append(call.labelled("nodeputy"))
        return rows

    def _answers(self) -> Keyboard:
        call = self.call
        rows = [
            [
                call.button(f"✎ {self._name(seat.seat)}", "write", seat.seat),
                call.button(call.plain("button.clear"), "clear", seat.seat),
            ]
            for seat in call.info.seats
            if seat.owes
        ]
        locked = call.info.settings.chair.locked
        rows.append([call.labelled("missing")])
        rows.append(
            [call.labelled("ping"), call.button(call.plain("button.ping_words"), "ping", 0)]
        )
        rows.append([call.labelled("unlock" if locked else "lock")])
        return rows

    def _words(self) -> Keyboard:
        call = self.call
        rows = [[call.labelled("say")]]
        rows += [
            [call.button(f"✉ {self._name(seat.seat)}", "note", seat.seat)]
            for seat in call.info.seats
            if seat.person_id
        ]
        if call.info.status == "play":
            rows.append([call.labelled("before"), call.labelled("after")])
        rows.append([call.labelled("name"), call.labelled("epilogue")])
        if call.info.seats:
            rows.append([
                call.button(call.plain("button.export", form=form), "export", at)
                for at, form in enumerate(FORMATS)
            ])  # fmt: skip
        if call.info.chat_id > 0:  # its posts come with a copy for a forum
            mine = call.info.settings.chair.form
            rows.append([
                call.button(("✓ " if form == mine else "") + call.plain(f"form.{form}"), "form", at)
                for at, form in enumerate(FORMATS)
            ])  # fmt: skip
        return rows

    def _undo(self) -> Keyboard:
        call = self.call
        rows = Keyboard()
        for steps, (_, cards) in enumerate(self.undoable, 1):
            if cards:
                rows.append([
                    call.button(call.plain("button.undo", n=steps), "undo", steps),
                    call.button(call.plain("button.undo_anew", n=steps), "undo", steps, 1),
                ])  # fmt: skip
            else:
                rows.append([call.button(f"⟲ {steps}", "undo", steps)])
        if self.undoable:
            rows.append([call.labelled("rewind")])
        rows.append(([call.labelled("redo")] if self.again else []) + [call.labelled("log")])
        return rows

    def _house(self) -> Keyboard:
        """The house rules have pages of their own; this one is behind old buttons."""
        return [[self.call.button(self.call.plain("go.house"), "housepage", 0, 0)]]

    def _end(self) -> Keyboard:
        call = self.call
        if call.info.status == "play":
            return [[call.labelled("finish"), call.labelled("abort")]]
        return [[call.labelled("reopen"), call.labelled("reveal")]]
