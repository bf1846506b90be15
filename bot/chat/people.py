"""Who is who: Telegram's users as the table's persons, and presses that must count once."""

from collections import OrderedDict
from typing import Any

import msgspec
from telegram import Message, User

from bot.chat.office import Office, display_name, lang_code
from bot.table.records import Person

REMEMBERED = 500
"""How many one-time presses are kept in mind."""


class People:
    """Knows people by their id; names are only ever shown."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self._done: OrderedDict[Any, None] = OrderedDict()

    async def of(self, user: User) -> Person:
        """The person behind a user, as far as known; nothing is stored by asking."""
        self.office.people[user.id] = display_name(user)
        known = await self.office.table.person(user.id)
        if known is not None:
            return msgspec.structs.replace(
                known,
                name=display_name(user),
                language=known.language or lang_code(user, self.office.settings.lang),
            )
        lang = lang_code(user, self.office.settings.lang)
        return Person(user.id, display_name(user), lang, reachable=False)

    async def meet(self, user: User) -> Person:
        """The person behind a user who wrote in private: he can be reached."""
        found = await self.of(user)
        person = msgspec.structs.replace(found, reachable=True)
        if not found.reachable:
            await self.office.table.set_reachable(person.id, True)
        await self.office.table.set_person(person)
        return person

    async def set(self, person: Person, **fields: str) -> None:
        """Note a person's language or gender."""
        await self.office.table.set_person(msgspec.structs.replace(person, **fields))

    async def once(self, key: Any) -> bool:
        """Whether this is the first time: a second press on one button does nothing."""
        if key in self._done:
            return False
        self._done[key] = None
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        return True


def nobody(message: Message) -> bool:
    """Whether a message hides who wrote it: an anonymous admin, a channel, no user at all."""
    return message.sender_chat is not None or message.from_user is None
