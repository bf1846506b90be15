"""Every command of the chair by its master, typed and pressed, in both languages: no word fails."""

import pytest

from tests.scripts.tables import BEGIN, JOIN, begun, gathered

pytestmark = pytest.mark.lords

STEPS = (
    "mode master", "mode deadline", "mode ready", "hold // tea", "release", "lock", "unlock",
    "pause", "resume", "extend 5h", "extend", "missing", "ping come", "write", "write 1 xyz",
    "write 2 food, gold, imps", "clear 2", "set", "set gold 1 +1", "set qwe", "set evil 1 99",
    "confirm", "standin 1", "back 1", "replace 1", "replace", "seat 2 Bill", "deputy", "nodeputy",
    "say hello", "note 1 psst", "note 2 psst", "before hm", "after hm", "name Nemo", "epilogue end",
    "house", "house fair off", "export markdown", "export tex", "form plain", "log", "log file",
    "undo 2", "undo to 0", "undo x", "redo", "redo", "preview", "approve", "go", "sight", "blind",
    "kick 2", "swap 1 2", "takeover", "agree 1", "log", "finish", "reveal", "reopen", "abort",
    "log", "logfile", "retell", "master", "help master",
)  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "ru"])
async def test_every_command_by_the_master(house, lang):
    mia, ann, bob = (house.person(name, language=lang) for name in ("Mia", "Ann", "Bob"))
    await begun(house, mia, ann, bob, words=f"2 {lang} 24h")
    for step in STEPS:
        heard = len(house.people.posts(mia.person))
        await mia.say(f"/{step}")
        assert len(house.people.posts(mia.person)) > heard + 1, step
        assert not house.bot.faults, step


@pytest.mark.parametrize("lang", ["en", "ru"])
async def test_every_button_of_every_page(house, lang):
    mia, ann, bob = (house.person(name, language=lang) for name in ("Mia", "Ann", "Bob"))
    group = await gathered(house, mia, ann, bob, words=f"2 {lang} 24h")
    for stage in ("lobby", "play", "over"):
        if stage == "play":
            await ann.press(BEGIN[lang], ann.find(JOIN[lang], group))
        if stage == "over":
            await mia.say("/abort")
        await mia.say("/master")
        panel = mia.see()
        pages = [b["callback_data"] for b in panel.buttons if ":1:" in b["callback_data"]]
        for page in pages:
            await mia.press_data(panel, page)
            for button in list(panel.buttons):
                data = button["callback_data"]
                if data.startswith(("m-master", "m-kick")):
                    continue
                await mia.press_data(panel, data)
                assert not house.bot.faults, data
                assert len(data.encode()) <= 64
