"""House rules by words and by buttons: pages of all there is to change, for the master to set."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from telegram import InlineKeyboardButton

from bot.chat.buttons import pack
from bot.chat.house import few, lines
from bot.chat.master.call import Call, Command, Missing
from bot.chat.office import Keyboard, button, in_rows
from bot.chat.posters import short
from bot.render.house import House, HousePage, HouseRule, HouseRules
from bot.render.phrases import phrase, plain
from bot.table.records import Refused
from rules.kernel.overriding import Difference
from rules.kernel.question import Illegal

RULES = 8
"""Rules on a page: each has a row of buttons."""

INNER = 24
"""Pages below that a page has buttons for."""

LABEL = 40
"""Signs on a button that has a row to itself."""

LISTED = 30
"""So many differences are listed above the chapters."""

BACK = 6
"""Differences that have a button of their own to be taken back."""

DEFAULT = -1
"""What a button says instead of which of a rule's numbers: as in the variant."""

STEPS = ((-1, "−"), (1, "+"))


class HouseTable:
    """The commands about house rules."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        every = ("lobby", "play", "over", "cancelled")
        return {
            "house": Command(self._house, who="player", states=every),
            "housepage": Command(self._page, who="player", states=every),
            "housedesk": Command(self._desk, private=True, states=every),
            "houseset": Command(self._set, private=True, states=every),
            "houseask": Command(self._ask, private=True, states=every),
            "houseall": Command(self._all, private=True, states=every),
        }

    # --- typed

    async def _house(self, call: Call) -> None:
        """`/house` shows what is otherwise here and what could be; with words, it is changed."""
        if not call.text:
            await self._show(call, 0, 0)
            return
        rules, settings = rules_of(call), call.info.settings
        try:  # a table or rule that is only named is shown, to everybody and at any time
            rules.change(settings.variant, call.text, settings.house)
        except Illegal as error:
            page = rules.page_of(settings.variant, error.reason)
            if page:
                await self._show(call, page, 0)
            else:
                await call.say(self._refused(call, error))
            return
        if not await call.office.table.master.may(call.game, call.person.id):
            raise Refused("not master")
        await self._change(call, call.text)

    def _refused(self, call: Call, error: Illegal) -> str:
        """HTML: why a rule can't be, and what would be right."""
        why = rules_of(call).refusal(call.lang, call.info.settings.variant, error.reason)
        return phrase(call.lang, "house.refused", why=Markup(why))

    async def _change(self, call: Call, text: str) -> None:
        """One rule more, as it was written (raises Illegal, Missing)."""
        if call.info.status != "lobby":
            raise Missing("house_late")
        rules, variant = rules_of(call), call.info.settings.variant

        def change(house: House) -> House:
            return rules.change(variant, text, house)

        await call.office.table.master.set_house(call.game, call.person.id, change, call.why)

    # --- pages

    async def _page(self, call: Call) -> None:
        """A page of the rules: its number, and which part of it."""
        numbers = _numbers(call)
        await self._show(call, *(*numbers, 0, 0)[:2])

    async def _desk(self, call: Call) -> None:
        """The first page, from a button in the group: it opens in the master's private chat."""
        html, rows = await self._made(call, 0, 0)
        call.silent = True
        outcome = await call.office.say(call.chat, html, rows)
        if not outcome.ok and outcome.kind != "later":
            raise Missing("house_write_first")

    async def _show(self, call: Call, number: int, part: int) -> None:
        html, rows = await self._made(call, number, part)
        await call.show(html, rows)

    async def _made(self, call: Call, number: int, part: int) -> tuple[str, Keyboard]:
        """A page as it is now."""
        call.info = await call.office.table.info(call.game)
        master = await call.office.table.master.may(call.game, call.person.id)
        return Pages(call, rules_of(call), master).page(number, part)

    # --- buttons

    async def _set(self, call: Call) -> None:
        """A rule's number, which of its numbers, the new one; then the page to show again."""
        number, at, wanted, *page = (*_numbers(call), *(0,) * 5)[:5]
        rule = self._rule(call, number)
        if at == DEFAULT:
            value = "default"
        elif rule.is_switch:
            value = "on" if wanted else "off"
        else:
            value = str(wanted)
        try:
            await self._change(call, f"{rule.name} {value}")
        except Illegal as error:
            why = Markup(self._refused(call, error)).striptags()
            raise Missing("house_refused", why=why) from None
        await self._show(call, *page)

    async def _ask(self, call: Call) -> None:
        """A rule whose value is typed: the next text is it; a wrong one is asked for again."""
        head, _, value = call.text.partition(" ")
        if not head.isdecimal():
            raise Missing("house_stale")
        rule, why = self._rule(call, int(head)), ""
        if call.info.status != "lobby":
            raise Missing("house_late")
        if value and not call.pressed:
            try:
                await self._change(call, f"{rule.name} {value}")
            except Illegal as error:
                why = self._refused(call, error)
            else:
                await self._show(call, rule.page, 0)
                return
        call.text = head
        call.ask("ask_house", what=rule.title, now=rule.value, right=rule.right, why=Markup(why))

    async def _all(self, call: Call) -> None:
        """Everything as the variant has it."""
        await self._change(call, "default")
        await self._show(call, 0, 0)

    def _rule(self, call: Call, number: int) -> HouseRule:
        settings = call.info.settings
        rule = rules_of(call).rule(call.lang, settings.variant, settings.house, number)
        if rule is None:
            raise Missing("house_stale")
        return rule


class Pages:
    """The pages of a table's rules, in words and buttons."""

    def __init__(self, call: Call, rules: HouseRules, master: bool) -> None:
        self.call, self.rules = call, rules
        self.variant, self.house = call.info.settings.variant, call.info.settings.house
        self.may = master and call.private and call.info.status == "lobby"
        self.master = master

    def page(self, number: int, part: int) -> tuple[str, Keyboard]:
        """The page with this number, the chapters for 0; of a long one its part."""
        found = self.rules.page(self.call.lang, self.variant, self.house, number)
        return self._first() if found is None else self._rules(found, part)

    def _say(self, key: str, **data: Any) -> str:
        return phrase(self.call.lang, f"house.{key}", **data)

    def _plain(self, key: str, **data: Any) -> str:
        return plain(self.call.lang, f"house.{key}", **data)

    # --- the chapters

    def _first(self) -> tuple[str, Keyboard]:
        """What is otherwise here, how it is changed, and the chapters of what could be."""
        call = self.call
        found = self.rules.differences(self.variant, self.house)
        text = self._say(
            "first", lines=few(call.lang, lines(call.office, call.info, call.lang), LISTED),
            may=self.may,
            lobby=call.info.status == "lobby", master=self.master,
            fair=self.rules.rule(call.lang, self.variant, self.house, "fair") is not None,
            bards=self.rules.rule(call.lang, self.variant, self.house, "mourning") is not None,
        )  # fmt: skip
        rows = Keyboard()
        if self.may:
            rows += self._backs(found)
            if len(found) > 1:
                rows.append([call.button(self._plain("button.all_back"), "houseall")])
        chapters = self.rules.chapters(call.lang, self.variant, self.house)
        rows += in_rows([self._open(chapter) for chapter in chapters], 2)
        if self.may:
            rows.append([call.button(call.plain("button.menu"), "master", 0)])
        return text, rows

    def _backs(self, found: Sequence[Difference]) -> Keyboard:
        """A button for each difference, which takes it back."""
        rows = Keyboard()
        for difference in found[:BACK]:
            rule = self.rules.rule(self.call.lang, self.variant, self.house, difference.path)
            if rule is not None:
                label = short(self._plain("button.back_to", what=rule.title), LABEL)
                rows.append([self._set(label, rule, DEFAULT, 0, 0, 0)])
        return rows

    def _open(self, page: HousePage, part: int = 0) -> InlineKeyboardButton:
        mark = "• " if page.changed else ""
        return self.call.button(mark + page.title, "housepage", page.number, part)

    # --- one page

    def _rules(self, page: HousePage, part: int) -> tuple[str, Keyboard]:
        """A page's rules as they stand, each with its buttons, and the pages below it."""
        every = leaves(page)
        part = min(max(part, 0), len(every) - 1)
        start, end = every[part]
        shown = page.rules[start:end]
        text = self._say(
            "page", title=page.title, does=Markup(page.does), may=self.may, part=part + 1,
            parts=len(every), rules=[rule._asdict() for rule in shown], first=start + 1,
            idle=0 < page.used <= start < end,
        )  # fmt: skip
        rows = Keyboard()
        if self.may:
            for n, rule in enumerate(shown, start + 1):
                rows += self._buttons(page, part, n, rule)
        inner = page.inner[part * INNER : (part + 1) * INNER]
        rows += in_rows([self._open(below) for below in inner], 2)
        rows += self._turning(page, part, len(every))
        return text, rows

    def _turning(self, page: HousePage, part: int, parts: int) -> Keyboard:
        """The ways to the parts of this page, and to the page above."""
        call, rows = self.call, Keyboard()
        if parts > 1:
            to = [call.button("←", "housepage", page.number, part - 1)] if part else []
            if part + 1 < parts:
                to.append(call.button("→", "housepage", page.number, part + 1))
            rows.append(to)
        above = [call.button(self._plain("button.up"), "housepage", page.above, 0)]
        if page.above:
            above.append(call.button(self._plain("button.chapters"), "housepage", 0, 0))
        rows.append(above)
        return rows

    def _buttons(self, page: HousePage, part: int, n: int, rule: HouseRule) -> Keyboard:
        """What sets one rule: a switch, a number's − and +, or the way to type a value."""
        if not rule.there:
            return []
        if rule.is_switch:
            mark = "✅" if rule.on else "⬜"
            label = short(f"{mark} {n}. {rule.short}", LABEL)
            return [[self._set(label, rule, 0, int(not rule.on), page.number, part)]]
        back = [self._set("↩", rule, DEFAULT, 0, page.number, part)] if rule.changed else []
        if len(rule.numbers) != 1:
            label = f"✎ {n}. {rule.short.partition(' (')[0]}: {rule.value}"
            label = label if len(label) <= LABEL else short(f"✎ {n}. {rule.value}", LABEL)
            return [[self.call.button(label, "houseask", rule.number), *back]]
        number = plain(self.call.lang, "label.at", n=n, h=None)
        asks = self.call.button(f"✎\u00a0{number}:\u00a0{rule.value}", "houseask", rule.number)
        less, more = (
            self._set(sign, rule, 0, rule.numbers[0] + by, page.number, part) for by, sign in STEPS
        )
        return [[less, asks, more, *back]]

    def _set(
        self, label: str, rule: HouseRule, at: int, wanted: int, page: int, part: int
    ) -> InlineKeyboardButton:
        data = pack("m-houseset", self.call.game, rule.number, at, wanted, page, part)
        return button(label, data)


def leaves(page: HousePage) -> list[tuple[int, int]]:
    """The parts of a page, each by its first rule and the one behind its last: where a card has
    more rules than a part takes, those that say something of it stand apart from the rest."""
    count = len(page.rules)
    used = page.used if count > RULES else 0
    found = [(at, min(at + RULES, end)) for start, end in ((0, used), (used, count))
             for at in range(start, end, RULES)]  # fmt: skip
    least = max(1, -(-len(page.inner) // INNER))
    return found + [(count, count)] * (least - len(found))


def rules_of(call: Call) -> HouseRules:
    """The house rules of a call's game (raises Missing for a game without)."""
    rules = call.office.games[call.info.settings.game].house
    if rules is None:
        raise Missing("no_house")
    return rules


def _numbers(call: Call) -> list[int]:
    """The words of a pressed button; words that are no numbers are none."""
    try:
        return [int(word) for word in call.words]
    except ValueError:
        raise Missing("house_stale") from None
