"""Every deed of the chair is in the log with who, when and why, is told in one line, is undone."""

import pytest

from tests.scripts.test_master_chair_script import WORDS, table

pytestmark = pytest.mark.lords

DEEDS = {
    "mode": "master", "hold": "", "release": "", "lock": "", "unlock": "", "pause": "",
    "resume": "", "sight": "", "blind": "", "extend": "5h", "standin": "2", "back": "2",
    "kick": "2", "seat": "2 Bill", "write": "1 {orders}", "clear": "1", "say": "hello",
    "note": "1 psst", "ping": "hurry", "before": "hm", "after": "hm", "name": "Nemo",
    "epilogue": "end", "form": "plain", "finish": "", "abort": "", "deadline": "48h",
    "skip": "31.12", "go": "",
}  # fmt: skip
"""What is done in a game, and in which words."""

FIRST = {"release": "hold", "unlock": "lock", "resume": "pause", "blind": "sight",
         "back": "standin 2", "clear": "write 1 {orders}"}  # fmt: skip
"""What has to be done before."""

ELSEWHERE = {
    **dict.fromkeys(("rewind", "rewindto", "undoto"), "an undo: test_master_log_script"),
    "set": "the state: test_master_set_script", "confirm": "set", "because": "set", "force": "set",
    "pick": "set", "undo": "test_master_script", "redo": "test_master_script",
    "replace": "the deed is the newcomer's step: test_master_script",
    "deputy": "the deed is the deputy's step: test_master_rights_script",
    "nodeputy": "test_master_rights_script", "swap": "the lobby's: test_master_chair_script",
    "approve": "told by the post itself", "reopen": "test_master_end_script",
    "takeover": "test_master_lords_script", "agree": "test_master_lords_script",
    "reveal": "changes nothing, and comes when all is over",
}  # fmt: skip
LOOKING = {"master", "never", "missing", "preview", "log", "logfile", "export", "clock", "retell"}

UNTOLD = {"form"}
"""It is about the master's own copies of posts."""


def test_no_command_is_left_out(house_commands):
    houses = {name for name in house_commands if name.startswith("house")}
    known = {*DEEDS, *ELSEWHERE, *LOOKING, "deadline", "skip"}
    left = set(house_commands) - known - houses
    assert not left, f"say where these are shown to be logged, told and undone: {left}"


@pytest.fixture
async def house_commands(house):
    return house.bot.chat.chair.commands


async def standing(house):
    """All that a deed may change."""
    info = await house.table.info(1)
    desks = [(d.tokens, d.sent) for d in [await house.table.desk(1, seat) for seat in (1, 2)]
             ] if info.status == "play" else []  # fmt: skip
    seats = [(s.person_id, s.name, s.standin) for s in info.seats]
    return (await house.table.state_hash(1), info.settings, seats, info.status, info.master_id,
            info.deadline, desks)  # fmt: skip


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("name", DEEDS)
async def test_who_when_why_told_and_undone(house, name, lang):
    group, mia, *_ = await table(house, lang)
    words = {"orders": WORDS[lang]["orders"][0]}
    if name in FIRST:
        await mia.say(f"/{FIRST[name]}".format(**words))
    before = await standing(house)
    await house.wait(60)
    posts, lines = len(house.people.posts(group)), await house.table.master.log(1)
    where = group if name in ("deadline", "skip") else None
    await mia.say(f"/{name} {DEEDS[name].format(**words)} // so be it", where)
    new = (await house.table.master.log(1))[len(lines) :]
    deed = new[0]
    assert (deed.by, deed.why) == (mia.id, "so be it")
    assert deed.at == house.clock.now()
    heard = [post.text for post in house.people.posts(group)[posts:]]
    secret = name in ("write", "note", "clear")
    if name not in UNTOLD:
        [line] = [text for text in heard if "(so be it)" in text]
        assert "\n" not in line or name in ("say", "ping"), line
        assert not secret or ("psst" not in line and words["orders"] not in line)
    await mia.say("/log", None)
    assert "so be it" in mia.see().text
    await mia.say(f"/undo {len([one for one in new if one.holds])}", group)
    after = await standing(house)
    same = slice(1, 5)
    if name in ("finish", "abort", "go"):
        assert after[same] == before[same]  # what comes back from its end has new dice
    elif name in ("kick", "seat"):
        assert (after[:5], after[6]) == (before[:5], before[6])
        assert after[5] >= before[5]  # whoever is asked anew has a whole period
    else:
        assert after == before
