"""What testers stumbled over: refusals at once, answers that stand, words that can be typed."""

from tests.scripts.toyface import TOY


async def test_a_stranger_is_refused_before_he_is_asked(house, toy, ann, bob, eve):
    group = house.group(ann, bob, eve)
    await toy.game(ann, bob, group=group)
    await eve.say("/cancel #1", group)
    assert "решает мастер" in ann.see(group).text
    assert not ann.see(group).labels
    await ann.say("/cancel #1", group)
    assert "Да, отменить" in ann.see(group).labels


async def test_a_game_that_is_not_there_is_said_to_be_so(house, toy, ann, bob):
    group = await toy.game(ann, bob)
    for command in ("/status", "/table", "/cancel", "/again"):
        await ann.say(f"{command} #9", group)
        assert "Игры #9 тут нет. Есть: #1." in ann.see(group).text, command
    await ann.say("/status #9")
    assert "Игры #9 тут нет" in ann.see().text
    await ann.say("/status #1")
    assert "ждём ответа" in ann.see().text


async def test_hints_are_said_to_be_a_private_matter(house, toy, ann, bob):
    group = await toy.game(ann, bob)
    for word in ("", " off"):
        await ann.say(f"/hints{word}", group)
        assert ann.see(group).text.startswith("Подсказки"), ann.see(group).text
        assert ann.see(group).labels == ["В личную переписку"]


async def test_a_game_that_is_over_is_said_to_be_over(house, toy, ann, bob):
    group = await toy.lobby(ann, bob)
    await ann.say("/cancel", group)
    await toy.game(ann, bob, group=group)
    await ann.say("/status #1", group)
    assert "уже закончена" in ann.see(group).text
    await ann.say("/status #2", group)
    assert "ждём ответа" in ann.see(group).text


async def test_after_a_slip_the_answer_sent_before_still_stands(house, toy, ann, bob):
    await toy.game(ann, bob)
    await ann.say("чепуха")
    assert "в силе" not in ann.see().text
    await ann.say("bid 2")
    await ann.say("чепуха")
    assert ann.see().text.endswith("Ваш прежний ответ остаётся в силе.")
    assert (await house.table.desk(1, 1)).sent is not None


def test_the_toy_is_no_lords():
    assert "lords" not in TOY
