"""A chat monkey: people who do anything at all, by a seed, and what must hold after each deed."""

from datetime import timedelta
from random import Random

from bot.chat.buttons import pack, unpack
from bot.chat.master.chair import aliases
from bot.sandbox.errors import SandboxMisuse

HARMLESS = (
    "message is not modified", "not found", "query is too old", "bot was blocked", "can't initiate",
    "kicked", "not a member", "upgraded", "too many requests", "bad gateway", "rights", "topic_",
    "can't be deleted", "can't be edited", "no text in the message to edit",
)  # fmt: skip
"""What Telegram may refuse in a life like this; anything else is a fault of ours."""

WORDS = (
    "", "x", "?", "0", "-1", "1", "2", "3", "99", "9" * 30, "#1", "#2", "#9", "#",
    "<b>", "a < b & c", "💥👨‍👩‍👧‍👦", "\u202eabc", "a" * 3900, "Ж" * 300, "//", "// why",
    "on", "off", "да", "нет", "ru", "en", "Ann", "Bob", "боб", "24h", "12ч",
    "завтра 10:00", "fri 25:00", "31.12", "29.2", "9999-12-31", "2026-02-30", "99999d",
    "0h", "-5h", "50%", "½", "１２", "٣", "1e9", "nan", "Berlin", "UTC+3", "a\nb",
    "{{7*7}}", "%s %d", "\\", "undo", "все", "до 0", "to 5", "anew", "заново", "gold 5",
    "Ann золото 99999999999999999999", "1 gold -3", "1 traps +", "Ann evil -3",
    "1 food +1; 2 gold -1", "food; gold; imps", "еда, тоннели, золото", "imps hold",
    "4 ru", "classic 3 en", "2 ru 24h", "start gold 7", "years 0", "orders 2",
    "fair off", "bribe 3", "default", "сначала",
)  # fmt: skip

CHAIR = (
    "/resolve", "/undo", "/redo", "/undo 3", "/preview", "/approve", "/set Ann gold 5",
    "/set 1 evil +2", "/undo anew", "/standin 1", "/back 1", "/finish", "/abort",
    "/reopen", "/reveal", "/again", "/begin fill", "/newgame 2 ru", "/newgame 3 en",
    "/newgame classic 2 en", "/pause", "/resume", "/hold", "/release", "/lock",
    "/unlock", "/extend 5h", "/mode master", "/mode ready", "/log", "/logfile",
    "/export", "/house fair off", "/away 3", "/away off", "/propose pause", "/missing",
    "/write 1 food; gold; imps", "/clear 1", "/say hello <b>", "/note 1 psst",
    "/before hi", "/after bye", "/name Игра", "/cancel", "/kick 2", "/swap 1 2",
    "/ping", "/deputy", "/takeover", "/epilogue fin", "/form bbcode", "/seat 1 Царь",
    "/deadline 12h", "/me", "/table", "/status",
)  # fmt: skip
"""What makes sense now and then: so games go somewhere."""

SPANS = (1, 10, 60, 300, 1800, 5400, 86400, 259200)
FLOODED = ("", "sendMessage", "editMessageText", "answerCallbackQuery", "sendPhoto", "sendDocument")

EVERY = {
    "command": 30, "text": 6, "press": 22, "strange_press": 10, "edit": 1, "delete": 2, "block": 1,
    "group": 2, "clock": 3, "trouble": 3, "answer": 25, "chair": 22,
}  # fmt: skip
"""How often each deed is done."""

LOOKING = {"command": 30, "text": 6, "press": 20, "strange_press": 10, "answer": 10, "chair": 10}
"""Deeds of people who only use what the bot offers them."""


class Monkey:
    """Does one thing after another as one of `people`, and looks after each."""

    def __init__(self, house, seed, people, deeds=None):
        self.house, self.people, self.deeds = house, people, deeds or EVERY
        self.random = Random(seed)
        self.done = []
        app = house.bot.chat
        self.commands = sorted(
            {*app.chair.commands, *aliases(), *app.group._open, *app.group._signed}
            | {"start", "time", "zone", "away", "deadline", "propose", "skip", "help", "stop"}
        )

    @property
    def world(self):
        return self.house.world

    async def step(self):
        """One deed, and what must hold after it."""
        name = self.random.choices(list(self.deeds), list(self.deeds.values()))[0]
        mark = len(self.world.journal)
        troubled, presses = bool(self.house.sandbox.trouble.faults), len(self.world.queries)
        try:
            self.done.append(getattr(self, f"_{name}")())
        except SandboxMisuse as error:  # no client could do this
            self.done.append(f"{name}: {error}")
        await self.house.settle()
        self._look(mark, presses, troubled)

    def _look(self, mark, presses, troubled):
        """No fault, nothing refused that should not be, every press answered."""
        lately = "\n".join(self.done[-8:])
        assert self.house.bot.faults == [], lately
        answered = set()
        for entry in self.world.journal[mark:]:
            if entry.code >= 400:
                error = (entry.error or "").casefold()
                assert any(text in error for text in HARMLESS), (entry.method, error, lately)
            if entry.method == "answerCallbackQuery":
                answered.add(entry.params["callback_query_id"])
        for query in list(self.world.queries.values())[presses:]:
            assert troubled or query.id in answered, (query.data, lately)

    # --- what is said

    def _words(self):
        return " ".join(
            self.random.choice(WORDS) for _ in range(self.random.choice((0, 1, 1, 1, 2, 3)))
        )[:4000]

    def _said(self, text):
        """One of the people says it somewhere."""
        random, person = self.random, self.random.choice(self.people)
        where = random.choice([None, None, *self.world.groups_of(person.id)])
        how = {}
        if where is None and self.world.private(person.id).bot != "open":
            self.house.people.start(person.person)
            return f"{person.id} starts"
        if where is not None and where.topics and random.random() < 0.7:
            how["thread"] = next(iter(where.topics))
        if where is not None and where.kind == "supergroup" and where.members[person.id].admin:
            how["anonymous"] = random.random() < 0.3
        self.house.people.say(person.person, text, where, **how)
        return f"{person.id} in {where.title if where else 'private'} {how}: {text[:200]!r}"

    def _command(self):
        name = self.random.choice(self.commands)
        name = name.upper() if self.random.random() < 0.1 else name
        whose = self.random.choice(("", "", "", "@lords_bot", "@other_bot"))
        return self._said(f"/{name}{whose} {self._words()}")

    def _text(self):
        return self._said(self._words() or "hm")

    def _chair(self):
        return self._said(self.random.choice(CHAIR))

    # --- buttons

    def _posts(self, person):
        """The bot's messages a person can press under, in one of his chats."""
        chats = [self.world.private(person.id), *self.world.groups_of(person.id)]
        chat = self.random.choice(chats)
        if chat.private and chat.bot != "open":
            return []
        return [post for post in chat.visible if post.sender == self.world.bot.id]

    def _press(self):
        person = self.random.choice(self.people)
        posts = [post for post in self._posts(person) if post.buttons][-30:]
        if not posts:
            return "nothing to press"
        post = posts[-1] if self.random.random() < 0.5 else self.random.choice(posts)
        button = self.random.choice(post.buttons)
        if "url" in button:
            self.house.people.follow(person.person, button["url"])
        for _ in range(2 if self.random.random() < 0.1 else 1):
            if "callback_data" in button:
                self.house.people.press_data(person.person, post, button["callback_data"])
        return f"{person.id} presses {button}"

    def _strange_press(self):
        """Data of another message, or with other numbers: clients can send what they like."""
        random, person = self.random, self.random.choice(self.people)
        posts = [post for post in self._posts(person) if post.text and not post.media]
        ours = {each.id for each in self.people}
        every = [b["callback_data"] for chat in self.world.chats.values()
                 if not chat.private or chat.id in ours
                 for post in chat.posts.values()
                 for b in post.buttons if "callback_data" in b]  # fmt: skip
        if not posts or not every:
            return "nothing to forge"
        data = random.choice(every[-400:])
        press = unpack(data)
        if random.random() < 0.5 and press is not None:
            others = (0, -1, 1, 2, 99, 10**9)
            data = pack(press.verb, *(random.choice((n, n, *others)) for n in press.numbers))
        self.house.people.press_data(person.person, random.choice(posts), data)
        return f"{person.id} forges {data}"

    def _answer(self):
        """Somebody's question is answered by a random button."""
        person = self.random.choice(self.people)
        post = person.question
        if post is None or self.world.private(person.id).bot != "open":
            return "no question"
        data = [b["callback_data"] for b in post.buttons if "callback_data" in b]
        ready = [each for each in data if each[0] == "r"]
        pick = ready[0] if ready and self.random.random() < 0.35 else self.random.choice(data)
        self.house.people.press_data(person.person, post, pick)
        return f"{person.id} answers {pick}"

    # --- what befalls messages, chats and the network

    def _edit(self):
        person = self.random.choice(self.people)
        mine = [post for chat in self.world.chats.values() for post in chat.visible
                if post.sender == person.id and not post.service]  # fmt: skip
        if not mine:
            return "nothing to edit"
        text = f"/{self.random.choice(self.commands)} {self._words()}"
        self.house.people.edit(person.person, self.random.choice(mine), text)
        return f"{person.id} edits"

    def _delete(self):
        chat = self.random.choice(list(self.world.chats.values()))
        posts = [post for post in chat.visible if not post.service]
        if posts:
            self.house.people.delete(self.random.choice(posts[-5:]))
        return f"a message in {chat.title or chat.id} is deleted"

    def _block(self):
        person = self.random.choice(self.people)
        if self.world.private(person.id).bot == "open":
            self.house.people.block(person.person)
            return f"{person.id} blocks"
        self.house.people.start(person.person)
        return f"{person.id} starts again"

    def _group(self):
        random, people = self.random, self.house.people
        groups = [c for c in self.world.chats.values() if not c.private and not c.migrated_to]
        group = random.choice(groups)
        bot, person = group.members[self.world.bot.id], random.choice(self.people)
        place = group.members.get(person.id)
        match what := random.choice(("kick", "mute", "member", "promote", "migrate", "topic")):
            case "kick" | "mute" if not bot.present:
                people.add_bot(group)
            case "kick":
                people.kick_bot(group)
            case "mute":
                people.mute_bot(group, bot.status != "restricted")
            case "member" if place is None or not place.present:
                people.join(person.person, group)
            case "member" if place.status != "creator":
                people.leave(person.person, group)
            case "promote" if place is not None and place.present:
                people.promote(person.person, group)
            case "migrate" if group.kind == "group":
                people.migrate(group, random.choice((("to", "from"), ("from",), ())))
            case "topic" if group.topics:
                topic = next(iter(group.topics))
                people.close_topic(group, topic, person.person, topic not in group.closed)
        return f"{what} in {group.title}: {person.id}"

    def _clock(self):
        span = self.random.choice(SPANS)
        self.house.clock.advance(timedelta(seconds=span))
        return f"{span} s pass"

    def _trouble(self):
        random, trouble = self.random, self.house.sandbox.trouble
        how = {"method": random.choice(FLOODED), "chat": random.choice((None, *self.world.chats))}
        match kind := random.choice(("flood", "long", "cut", "refuse", "clear")):
            case "flood":
                trouble.flood(random.choice((1, 3, 40)), times=random.choice((1, 5)), **how)
            case "long":
                trouble.flood(4000, **{**how, "method": how["method"] or "sendMessage"})
            case "cut":
                trouble.cut(**how)
            case "refuse":
                trouble.refuse(502, "Bad Gateway", **how)
            case "clear":
                trouble.clear()
        return f"trouble: {kind} {how}"
