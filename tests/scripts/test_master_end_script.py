"""The end and the way back in the chat: new dice, too many undos, games without a group."""

from click.testing import CliRunner

from bot.commands.replay import command as replay
from rules.kernel.log import commitment, to_json
from tests.scripts.house import open_house


async def test_a_reopened_game_tells_the_seal_of_its_new_dice_and_then_both(
    house, group, toy, mia, ann, bob
):
    await toy.bid(ann, bob)
    await mia.say("/finish", group)
    first = await house.table.info(1)
    assert first.secret in " ".join(ann.texts(group))
    await mia.say("/reopen // too soon", group)
    going = await house.table.info(1)
    [told] = [text for text in ann.texts(group) if text.startswith("🎲")]
    assert going.proof in told
    assert "перетасовано заново" in told
    await ann.say("/log", group)
    assert f"новые кости, печать {going.proof}" in ann.see(group).text
    await mia.say("/finish", group)
    last = (await house.table.info(1)).secret
    assert commitment(last) == going.proof
    proof = next(t for t in reversed(ann.texts(group)) if "кости можно проверить" in t)
    assert first.secret in proof
    assert last in proof
    assert f"Секрет костей: {last}" in house.people.pinned(group).text


async def test_a_lords_game_that_went_on_is_replayed_by_the_command(tmp_path):
    async with open_house(tmp_path) as house:
        mia, ann = house.person("Mia"), house.person("Ann")
        group = house.group(mia, ann)
        await mia.start()
        await mia.say("/newgame 2 ru", group)
        await ann.press("Сесть за стол", ann.find("Сесть за стол", group))
        await mia.press("пустые места", mia.find("пустые места", group))
        await mia.say("/go", group)
        await mia.say("/finish", group)
        await mia.say("/undo", group)
        assert any(text.startswith("🎲") for text in mia.texts(group))
        await mia.say("/go", group)
        await mia.say("/undo до 0", group)
        await mia.say("/go", group)
        await mia.say("/abort", group)
        record = await house.table.export(1)
    assert sum(entry.reseed is not None for entry in record.entries) == 2
    file = tmp_path / "game.json"
    file.write_bytes(to_json(record))
    told = CliRunner().invoke(replay, [str(file)], standalone_mode=False)
    assert (told.return_value, told.output[:12]) == (0, "the same end")


async def test_ninety_nine_undos_are_refused_with_what_is_right(house, group, toy, mia, ann, bob):
    await toy.bid(ann, bob)
    before = await house.table.state_hash(1)
    await mia.say("/undo 99")
    assert "отменить можно самое большее 1" in mia.see().text
    assert await house.table.state_hash(1) == before
    await mia.say("/undo 1")
    assert (await house.table.view(1)).step == "bid"


async def test_a_number_that_no_game_has(house, group, mia):
    for command in ("/undo #9", "/resolve #9", "/finish #9"):
        await mia.say(command, group)
        assert "Игры #9 тут нет. Есть: #1" in mia.see(group).text, command
        await mia.say(command)
        assert "Игры #9 тут нет" in mia.see().text, command


async def test_a_preview_whose_pictures_are_not_taken_says_so(house, group, toy, mia, ann, bob):
    await mia.say("/mode мастер", group)
    await toy.bid(ann, bob)
    await mia.say("/preview")
    await mia.press("Утвердить")
    await bob.say("north")
    await bob.press("Готов")
    house.sandbox.trouble.flood(30, method="sendPhoto", chat=mia.id)
    await mia.say("/preview")
    assert any("Картинки сейчас не прошли" in text for text in mia.texts())
    assert any("Утвердить" in label for label in mia.see().labels)


async def test_a_game_without_a_group(house, mia, ann):
    await mia.start()
    await mia.say("/newgame 2 ru")
    await mia.say("/seat Старый Билл")
    await mia.say("/seat Ольга")
    await mia.say("/begin")
    assert (await house.table.info(1)).status == "play"
    await mia.say("/propose pause 2d")
    assert "голосовать негде" in mia.see().text
    assert "/pause" in mia.see().text
    await ann.start()
    await ann.say("/propose pause 2d")
    assert "/propose пишут в группе" in ann.see().text
    await mia.say("/resolve")
    assert (await house.table.info(1)).step > 0
    await mia.say("/cancel")
    await mia.press("Да, отменить")
    assert (await house.table.info(1)).status == "cancelled"
    await mia.say("/again")
    assert (await house.table.info(2)).status == "lobby"


async def test_a_master_without_a_seat_looks_at_his_own_dungeon(house, mia):
    await mia.start()
    await mia.say("/newgame 2 ru")
    for seat in ("Старый Билл", "Ольга"):
        await mia.say(f"/seat {seat}")
    await mia.say("/begin")
    await mia.say("/me")
    assert mia.see().text == "Игра #1 · plain\n\nВ этой игре у вас места нет."


async def test_a_lobby_that_was_given_up_can_still_be_named(house, group, mia):
    await mia.say("/newgame 2 ru", group)
    await mia.say("/cancel #2", group)
    await mia.say("/name #2 Башня", group)
    assert "Башня" in mia.see(group).text
    lobby = next(text for text in mia.texts(group) if text.startswith("Игра #2 · Башня"))
    assert "Игра отменена." in lobby


async def test_with_two_games_in_a_group_the_master_says_which(house, group, mia, ann):
    await mia.say("/newgame 2 ru", group)
    await mia.say("/mode мастер", group)
    assert "Здесь несколько игр" in mia.see(group).text
    await mia.say("/mode мастер #1 // как #2", group)
    await mia.say("/say Ждём игру #2", group)
    assert "Здесь несколько игр" in mia.see(group).text  # his own words name no game
    await mia.say("/say #1 Ждём игру #2", group)
    assert "Ждём игру #2" in mia.see(group).text
    modes = [(await house.table.info(game)).settings.chair.mode for game in (1, 2)]
    assert modes[0] == "master" != modes[1]
    await mia.say("/mode мастер #7", group)
    assert "Игры #7 тут нет" in mia.see(group).text
    await mia.say("/abort", group)  # there is only one that is played
    assert [(await house.table.info(game)).status for game in (1, 2)] == ["cancelled", "lobby"]
    await mia.say("/name Башня", group)  # and now one that lives
    assert "Башня" in (await house.table.info(2)).settings.chair.name
