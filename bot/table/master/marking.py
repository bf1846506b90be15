"""Marks on what was told: that it holds no more, or that it holds again."""

from collections.abc import Iterable

import msgspec

from bot.store import deeds, outbox
from bot.store.db import Db
from bot.store.deeds import Said
from bot.store.outbox import Draft
from bot.store.rows import GameRow


async def mark(db: Db, row: GameRow, told: Iterable[Said], on: bool) -> None:
    """Mark it as holding no more, or (`on` false) as holding again; what is unsaid is not said."""
    turn = await outbox.count(db, row.id, "mark")
    told = list(told)
    waiting = [one.id for one in told if one.state in ("due", "sending")]
    dropped = [one.id for one in told if one.state == "dropped"]
    await (deeds.drop_said(db, waiting) if on else deeds.say_after_all(db, dropped))
    for one in told:
        messages = msgspec.json.decode(one.message_ids)
        if one.state == "done" and messages:
            body = {"kind": one.kind, "messages": messages, "on": on,
                    "parts": msgspec.json.decode(one.parts)}  # fmt: skip
            draft = Draft(row.id, row.step, "mark", f"{one.id} {turn}", one.person_id, None,
                          one.language, msgspec.json.encode(body))  # fmt: skip
            await outbox.put(db, [draft])
