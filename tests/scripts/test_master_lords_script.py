"""The master's hand on both variants: /set, house rules, forum tables, taking the chair over."""

from datetime import timedelta

import pytest

from tests.scripts.house import open_house
from tests.scripts.tables import begun, gathered

SITES = {
    "food": "еда", "gold": "золото", "imps": "импы", "traps": "ловушки", "tunnels": "тоннели",
    "reputation": "репутация", "monster": "монстр", "room": "помещение",
}  # fmt: skip
"""The orders as people write them."""


@pytest.fixture(params=["shoggoth", "classic"])
async def house(tmp_path, request):
    """A house with the variant that is played in it."""
    async with open_house(tmp_path) as house:
        house.variant = request.param
        yield house


async def lobby(house, mia, *people, words="2 ru"):
    return await gathered(house, mia, *people, words=f"{house.variant} {words}")


async def game(house, mia, *people, words="2 ru"):
    group = await begun(house, mia, *people, words=f"{house.variant} {words}")
    await past_the_setup(house, *people)
    return group


async def past_the_setup(house, *people):
    """What a variant asks before the first orders takes its default."""
    if (await house.table.view(1)).step == "setup":
        for person in people:
            await person.press("Готов")


async def three_orders(house, seat):
    """Three orders that this lord has in hand, as he would write them."""
    barred = (await house.table.view(1)).lord(seat).barred
    return ", ".join([word for site, word in SITES.items() if site not in barred][:3])


async def test_set_previews_confirms_and_tells_the_group(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    before = (await house.table.view(1)).lord(1).gold
    await mia.say("/set золото Ann +2")
    assert f"• Ann, золото: {before} → {before + 2}" in mia.see().text
    assert (await house.table.view(1)).lord(1).gold == before
    await mia.press("Сделать с причиной")
    await mia.say("забыли доход")
    assert (await house.table.view(1)).lord(1).gold == before + 2
    told = ann.texts(group)[-1]
    assert "золото" in told
    assert "забыли доход" in told
    await mia.say("/undo")
    assert (await house.table.view(1)).lord(1).gold == before


async def test_what_was_tried_is_confirmed_after_a_restart(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    gold = (await house.table.view(1)).lord(1).gold
    await mia.say("/set золото Ann +2 // забыли доход")
    await house.restart()
    await mia.press("✅ Сделать")
    assert (await house.table.view(1)).lord(1).gold == gold + 2
    assert "(забыли доход)" in ann.texts(group)[-1]
    await mia.say("/set золото Ann +1")
    await mia.press("Сделать с причиной")
    await house.restart()
    await mia.say("по справедливости")
    assert (await house.table.view(1)).lord(1).gold == gold + 3
    assert "(по справедливости)" in ann.texts(group)[-1]


async def test_something_hidden_is_only_said_to_have_changed(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    state = await house.table.view(1, 2)
    pet = state.lord(2).pets[0] if state.lord(2).pets else None
    await mia.say("/set trap Bob add pendulum")
    await mia.press("✅ Сделать")
    told = ann.texts(group)[-1]
    assert "скрытое" in told
    assert "pendulum" not in told
    assert "маятник" not in told.casefold()
    await mia.say("/log")
    assert "Bob, ловушки" in mia.see().text
    assert "маятник" in mia.see().text
    await ann.say("/log", group)
    assert "изменено скрытое" in ann.see(group).text
    assert "маятник" not in ann.see(group).text
    assert pet is None or pet not in told


async def test_an_impossible_value_names_its_rule_and_force_does_it(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    await mia.say("/set evil Ann 99")
    assert "правило L" in mia.see().text
    await mia.say("/set imps Ann -50")
    assert "правило L" in mia.see().text
    await mia.say("/set кря 5")
    assert "Не понимаю" in mia.see().text
    assert not any("🛠" in text for text in ann.texts(group))


async def test_set_by_buttons(house, mia, ann, bob):
    await game(house, mia, ann, bob)
    await mia.say("/set")
    await mia.press("Добро и приказы")
    await mia.press("золото")
    await mia.press("Ann")
    await mia.press("+1")
    gold = (await house.table.view(1)).lord(1).gold
    await mia.press("✅ Сделать")
    assert (await house.table.view(1)).lord(1).gold == gold + 1
    await mia.press_data(mia.see(), "m-pick:1:0:0")
    assert mia.toasts


async def test_a_stale_confirmation_is_refused(house, mia, ann, bob):
    await game(house, mia, ann, bob)
    await mia.say("/set food Ann +1")
    old = mia.see()
    await mia.say("/set food Bob +1")
    await mia.press("✅ Сделать")
    await mia.press("✅ Сделать", old)
    assert "за столом всё иначе" in mia.toasts[-1]


async def test_orders_given_back_by_an_undo_are_in_sight(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    for seat, person in enumerate((ann, bob), 1):
        await person.say(await three_orders(house, seat))
        await person.press("Готов")
    await mia.say("/undo", group)
    if (await house.table.view(1)).step == "production":  # nobody had anything to plan
        assert "придержан" in house.people.pinned(group).text
        await mia.say("/undo", group)
    assert "Выбрано:\n1. " in ann.question.text
    assert "Готово" in ann.question.labels[-1]
    await ann.press("Готов")
    assert (await house.table.desk(1, 1)).ready


async def test_house_rules_until_the_start(house, mia, ann, bob):
    group = await lobby(house, mia, ann, bob)
    await mia.say("/house start.gold 5", group)
    await mia.say("/house start.food 2 // no luck here", group)
    assert "no luck here" in " ".join(ann.texts(group))
    await ann.say("/house", group)
    assert "В начале · золото: 3 → 5" in ann.see(group).text
    await mia.say("/house кря 5", group)
    assert "Не понимаю «кря»" in ann.see(group).text
    await ann.say("/house start.food 3", group)
    assert "мастер" in ann.see(group).text
    await mia.press("Начать", mia.find("Начать", group))
    assert (await house.table.view(1)).lord(1).gold >= 5
    await mia.say("/house start.food 3", group)
    assert (await house.table.info(1)).settings.house


async def test_a_game_without_a_group(house, mia, ann):
    """A forum table: one lord on Telegram, one only a name; the master passes everything on."""
    await mia.start()
    await mia.say(f"/newgame {house.variant} 2 ru")
    await ann.start()
    join = next(b["url"] for p in house.people.posts(mia.person) for b in p.buttons
                if b["text"] == "Сесть за стол")  # fmt: skip
    await ann.start(join.split("start=")[1])
    await mia.say("/seat Old Bill")
    await mia.say("/begin")
    info = await house.table.info(1)
    assert [seat.name for seat in info.seats] == ["Ann", "Old Bill"]
    assert any("для Old Bill" in text for text in mia.texts())
    if (await house.table.view(1)).step == "setup":
        drawn = (await house.table.view(1)).lord(2).barred
        await mia.say(f"/write 2 {SITES[drawn[0]]}, {SITES[drawn[2]]}")
        await ann.press("Готов")
        assert (await house.table.view(1)).lord(2).barred == [drawn[0], drawn[2]]
    await mia.say(f"/write 2 {await three_orders(house, 2)}")
    assert (await house.table.desk(1, 2)).ready
    await ann.say(await three_orders(house, 1))
    await ann.press("Готов")
    posts = [text for text in mia.texts() if "[b]" in text]
    assert posts
    await mia.say("/form markdown")
    await mia.say("/export plain")
    assert (await house.table.info(1)).settings.chair.form == "markdown"


async def test_an_admin_takes_over_after_two_days_or_with_the_lords(house, mia, ann, bob):
    zed = house.person("Zed")
    group = house.group(mia, ann, bob, zed)
    await mia.start()
    await mia.say(f"/newgame {house.variant} 2 ru", group)
    for person in (ann, bob):
        await person.press("Сесть за стол", person.find("Сесть за стол", group))
    await mia.press("Начать", mia.find("Начать", group))
    await zed.say("/takeover", group)
    assert "админы" in zed.see(group).text
    house.people.promote(zed.person, group)
    await zed.say("/takeover // gone", group)
    await mia.say("/hold", group)
    await mia.say("/release", group)  # the master is there after all
    await house.wait(timedelta(hours=49))
    await zed.say("/takeover", group)
    assert (await house.table.info(1)).master_id == mia.id
    await house.wait(timedelta(hours=49))
    await zed.say("/takeover", group)
    assert (await house.table.info(1)).master_id == zed.id
    house.people.promote(ann.person, group)
    await ann.say("/takeover", group)
    await ann.press("Согласен")
    await bob.press("Согласен")
    assert (await house.table.info(1)).master_id == ann.id
    await ann.say("/set trap Bob add pendulum")
    assert "pendulum" not in ann.see().text.replace("trap Bob add pendulum", "").replace(
        "trap 2 add pendulum", ""
    )


async def test_the_guide_stands_behind_help_master(house, mia):
    await mia.start()
    await mia.say("/help master")
    assert "/undo" in mia.see().text


async def test_the_end_tells_what_was_hidden_and_reveals_all(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    await mia.say("/set trap Bob add pendulum // a card was lost")
    await mia.press("✅ Сделать")
    assert "pendulum" not in " ".join(ann.texts(group))
    await mia.say("/finish // late", group)
    told = " ".join(ann.texts(group))
    assert "что мастер делал скрытно" in told
    assert "маятник" in told
    await mia.say("/reveal")
    file = house.world.files[mia.see().media.file]
    text = (file if isinstance(file, bytes) else file.data).decode()
    assert "Зерно" in text
    assert "Колоды в первый миг" in text
    assert "Bob: " in text.partition("На руках в конце")[2]
    assert "маятник" in text
    assert "pendulum" not in text


async def test_the_lobby_shows_what_is_different(house, mia, ann, bob):
    group = await lobby(house, mia, ann, bob)
    post = ann.find("Сесть за стол", group)
    await mia.say("/house start.gold 4", group)
    assert "3 → 4" in post.text
    await mia.say("/house start.gold default", group)
    assert "3 → 4" not in post.text
    await mia.say("/swap 1 2", group)
    assert "1. Bob\n2. Ann" in post.text
    await mia.say("/undo", group)
    assert "1. Ann\n2. Bob" in post.text
    await mia.say("/kick 2", group)
    assert "Bob" not in post.text


async def test_a_blind_master_cannot_find_out_by_trying(house, ann, bob):
    group = house.group(ann, bob)
    await ann.say(f"/newgame {house.variant} 2 ru", group)
    for person in (ann, bob):
        await person.press("Сесть за стол", person.find("Сесть за стол", group))
    await ann.press("Начать", ann.find("Начать", group))
    traps = (await house.table.view(1, 2)).lord(2).traps
    answers = set()
    for trap in ("pendulum", "anti-magic dart", *traps):
        await ann.say(f"/set trap Bob remove {trap}")
        answers.add(ann.see().text)
    await ann.say("/set trap Bob add pendulum")
    answers.add(ann.see().text)
    assert answers == {"Так нельзя. Почему — сказать не могу: вы играете за этим столом, "
                       "а это может быть тайной."}  # fmt: skip
    await ann.say("/set gold Bob +1")
    assert "Bob, золото" in ann.see().text
    await ann.say("/set")
    assert "кнопки" not in ann.see().text
    assert not any(b["callback_data"].startswith("m-pick") for b in ann.see().buttons)


async def test_a_name_of_several_words_is_a_seats_name_too(house, mia, bob):
    anna = house.person("Анна", "Петрова")
    old = house.person("Анна")
    await game(house, mia, anna, old, words="2 ru")
    step = (await house.table.info(1)).step
    await mia.say(f"/write Анна Петрова {await three_orders(house, 1)}")
    assert "Записано за Анна Петрова" in mia.see().text
    await mia.say(f"/write анна {await three_orders(house, 2)}")
    assert (await house.table.info(1)).step > step  # both have answered
    await mia.say("/note Анна Петрова\nдве строки\nслов")
    assert "две строки\nслов" in anna.see().text
    await mia.say("/note Никто Такой слово")
    assert "Чьё место?" in mia.see().text


async def test_a_reason_typed_with_set_is_kept_until_it_is_confirmed(house, mia, ann, bob):
    group = await game(house, mia, ann, bob)
    await mia.say("/set gold Ann +2 // забыли доход")
    await mia.press("✅ Сделать")
    assert "(забыли доход)" in ann.texts(group)[-1]
    await mia.say("/set gold Ann +2")
    await mia.press("✅ Сделать")
    assert "забыли" not in ann.texts(group)[-1]


async def test_who_is_asked_anew_has_no_less_time_than_before(house, mia, ann, bob):
    group = await game(house, mia, ann, bob, words="2 ru 24h")
    await mia.say("/extend 2d", group)
    deadline = (await house.table.info(1)).deadline
    await mia.say("/set gold Ann +1")
    await mia.press("✅ Сделать")
    assert (await house.table.info(1)).deadline == deadline
    await house.wait(timedelta(hours=60))
    await mia.say("/set gold Ann +1")
    await mia.press("✅ Сделать")
    assert (await house.table.info(1)).deadline == house.clock.now() + timedelta(hours=24)


async def test_the_panel_tells_the_deadline_by_the_games_clock(house, mia, ann, bob):
    await game(house, mia, ann, bob, words="2 ru 21:00 Москва, не по выходным")
    await mia.say("/master")
    assert "21:00 (Москва)" in mia.see().text


async def test_a_call_with_hours_waits_for_them_from_the_first_step_on(house, mia, ann, bob):
    group = await game(house, mia, ann, bob, words="2 ru 48h")
    await mia.say("/ping 12 пора", group)
    assert not any("пора" in text for text in ann.texts())
    await house.wait(timedelta(hours=13))
    await mia.say("/ping 12 пора", group)
    assert any("пора" in text for text in ann.texts())


async def test_somebody_leaves_the_lobby_by_name(house, mia, ann, bob):
    group = await lobby(house, mia, ann, bob)
    post = ann.find("Сесть за стол", group)
    await mia.say("/kick bob", group)
    assert "Bob" not in post.text
    await mia.say("/kick Кто-то", group)
    assert "Такого места нет" in mia.see(group).text


async def test_who_takes_the_chair_with_the_lords_is_named(house, mia, ann, bob):
    zed = house.person("Зед")  # has never pressed Start
    group = house.group(mia, ann, bob, zed)
    await mia.start()
    await mia.say(f"/newgame {house.variant} 2 ru", group)
    for person in (ann, bob):
        await person.press("Сесть за стол", person.find("Сесть за стол", group))
    await mia.press("Начать", mia.find("Начать", group))
    house.people.promote(zed.person, group)
    await zed.say("/takeover", group)
    assert "(Москва)" in " ".join(ann.texts(group)[-2:])
    await ann.press("Согласен")
    await bob.press("Согласен")
    assert "Зед теперь мастер" in ann.texts(group)[-1]


async def test_a_forum_masters_posts_have_no_tags_and_export_keeps_his_form(house, mia, ann):
    await mia.start()
    await mia.say(f"/newgame {house.variant} 2 ru")
    await mia.say("/seat Old Bill")
    await mia.say("/seat Kuzma")
    await mia.say("/begin")
    posts = [text for text in mia.texts() if "[b]" in text]
    assert posts
    assert not any("<b>" in text or "<i>" in text for text in mia.texts())
    await mia.say("/form markdown")
    await mia.say("/export")
    assert mia.see().text.startswith("**")
    for ask in ("/status", "/table", "/story"):
        await mia.say(ask)
        assert "Игра #1" in mia.see().text
    await mia.say("/dungeon Old Bill")
    assert "Old Bill" in mia.see().text
