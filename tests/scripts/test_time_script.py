"""Time in the chat: one script for each thing that makes deadlines kind and exact."""

from datetime import timedelta

import pytest

from bot.chat.time import words, zones
from bot.table.time.paces import Pace

HOUR = timedelta(hours=1)
WORK = (0, 1, 2, 3, 4)


@pytest.fixture
async def group(toy, ann, bob):
    return await toy.game(ann, bob, words="2 ru 24h")


async def until(house, span):
    """Let time pass, doing what falls due on the way as it would be done."""
    end = house.clock.now() + span
    while (due := house.bot.alarm.due) is not None and due <= end:
        house.clock.move_to(max(due, house.clock.now()))
        await house.settle()
    house.clock.move_to(end)
    await house.settle()


def entities(post, kind="date_time"):
    return [entity for entity in post.entities if entity["type"] == kind]


# 1. ways to set it


async def test_a_panel_with_presets_at_newgame(house, ann, bob):
    group = house.group(ann, bob)
    await ann.say("/newgame", group)
    panel = ann.see(group)
    for label in ("10 мин", "Пн, ср, пт в 21:00", "Будни в 21:00"):
        assert any(label in text for text in panel.labels)
    await ann.press("Пн, ср, пт", panel)
    await ann.press("Создать", panel)
    assert "Срок на ход: в 21:00 (Москва): пн, ср, пт." in ann.see(group).text


async def test_words_at_newgame_and_later_a_step_kind_at_a_time(house, toy, ann, bob):
    group = await toy.lobby(ann, bob, words="2 ru 21:00 будни Берлин")
    assert "Срок на ход: в 21:00 (Берлин) по будням." in ann.see(group).text
    await ann.press("Начать", ann.find("Начать", group))
    assert "пн, 3 марта, 21:00 (Берлин)" in house.people.pinned(group).text
    await ann.say("/deadline bid 12h", group)
    assert "Срок теперь вс, 2 марта, 01:00 (Берлин)" in ann.see(group).text
    await ann.say("/deadline 20:30 вт,чт Москва", group)
    await ann.say("/time", group)
    panel = ann.see(group)
    assert "в 20:30 (Москва): вт, чт" in panel.text
    assert "Bid: 12 ч" in panel.text
    await bob.press("Сутки на ход", panel)
    assert "решает мастер" in bob.toasts[-1]
    await ann.press("Не ждать срока", panel)
    assert "не раньше срока" in ann.find("Сутки на ход", group).text
    await ann.say("/deadline bid обычно", group)
    await ann.say("/deadline вилка", group)
    assert "Не понял «вилка»" in ann.see(group).text


async def test_holidays(house, group, ann):
    await ann.say("/skip 02.03-08.03", group)
    assert "Срок теперь вс, 9 марта, 15:00" in ann.see(group).text
    await ann.say("/skip вчера", group)
    assert "Не понял дни «вчера». Каникулы: 2 марта – 8 марта" in ann.see(group).text
    await ann.say("/skip нет", group)
    assert "Срок теперь вс, 2 марта, 15:00" in ann.see(group).text


async def test_not_at_weekends_is_what_it_says(house, toy, ann, bob):
    group = await toy.lobby(ann, bob, words="2 ru 21:00 Москва, не по выходным")
    assert "Срок на ход: в 21:00 (Москва) по будням." in ann.see(group).text
    await ann.press("Начать", ann.find("Начать", group))
    assert "пн, 3 марта, 21:00 (Москва)" in house.people.pinned(group).text
    await ann.say("/deadline 20:00 Берлин, не по выходным", group)
    told = [text for text in ann.texts(group) if "поправил время" in text]
    assert len(told) == 1  # zone and hour are one change
    assert "пн, 3 марта, 20:00 (Берлин)" in told[0]
    await ann.say("/deadline 21:00 не по средам кря", group)
    assert "Не понял" in ann.see(group).text
    assert "пн, 3 марта, 20:00 (Берлин)" in house.people.pinned(group).text


async def test_a_master_sets_the_time_in_private_too(house, toy, ann, bob, eve):
    await toy.game(ann, bob, words="2 ru 24h")
    await ann.say("/deadline 20:00 будни Берлин")
    assert "в 20:00 (Берлин) по будням" in ann.see().text
    assert "пн, 3 марта, 20:00 (Берлин)" in ann.texts(toy.house.world.groups_of(ann.id)[0])[-1]
    await ann.say("/skip 03.03")
    assert "Каникулы: 3 марта" in ann.see().text
    await bob.say("/deadline 1h")
    assert "пишут в группе" in bob.see().text
    await eve.start()
    await eve.say("/newgame 2 ru")  # a game without a group
    await eve.say("/deadline 48h")
    assert "Срок на ход: 2 дн." in eve.see().text


# 2. reminders


async def test_zone_and_quiet_hours_are_asked_once_by_buttons(house, toy, ann, bob):
    await toy.game(ann, bob, words="2 ru 24h")
    asked = [text for text in ann.texts() if "По какому времени вы живёте" in text]
    assert len(asked) == 1
    await ann.press("Омск")
    post = next(p for p in reversed(house.people.posts(ann.person)) if "Ваше время" in p.text)
    assert "Часовой пояс: Омск, сейчас 18:00" in post.text
    await ann.press("22:00–09:00", post)
    await ann.press("за три часа", post)
    assert "Тихие часы: 22:00–09:00" in post.text
    await ann.press("тихих часов нет", post)
    assert "\nТихих часов нет.\n" in post.text
    await toy.game(ann, bob, words="2 ru 24h")
    assert not [text for text in ann.texts() if "По какому времени" in text]
    await ann.say("/time Улан-Батор")
    assert "Улан-Батор" in ann.see().text
    await ann.say("/time Атлантида")
    assert "Не знаю такого места: «Атлантида»" in ann.see().text


async def test_a_reminder_is_the_question_once_more_and_goes_when_answered(house, group, ann, bob):
    await bob.say("bid 2")
    before = len(house.people.posts(bob.person))
    await until(house, 18 * HOUR)
    assert len(house.people.posts(bob.person)) == before
    note = ann.see()
    assert "⏰ Срок: вс, 2 марта, 15:00 (Москва). Ответа пока нет." in note.text
    assert entities(note)
    assert "bid" in note.labels
    await until(house, 5 * HOUR)
    standing = [p for p in house.people.posts(ann.person) if "⏰" in p.text and not p.deleted]
    assert len(standing) == 1
    await ann.press("bid")
    await ann.press("2")
    assert not [p for p in house.people.posts(ann.person) if "⏰" in p.text and not p.deleted]


async def test_never_at_night_in_ones_own_zone(house, group, ann, bob):
    await ann.say("/time Лос-Анджелес")
    await until(house, 23 * HOUR + timedelta(minutes=50))  # due at four in the morning there
    stamps = [p.date for p in house.people.posts(ann.person) if "⏰" in p.text]
    start = 1740830400  # noon in UTC
    assert [(stamp - start) // 3600 for stamp in stamps] == [18]  # ten in the evening


async def test_the_group_hears_an_hour_before_if_it_wants(house, group, ann, bob):
    await ann.say("/time", group)
    await ann.press("Звать в группе")
    await bob.say("bid 2")
    await until(house, 23 * HOUR)
    assert "срок вс, 2 марта, 15:00 (Москва), ещё ждём — Ann." in ann.see(group).text


# 3. absence


async def test_who_is_silent_and_what_the_master_can_do(house, group, ann, bob):
    await bob.say("bid 1")
    await until(house, 24 * HOUR)
    assert "Ход самый первый, поэтому ждём ещё раз" in "\n".join(ann.texts(group))
    await until(house, 24 * HOUR)
    assert (await house.table.info(1)).step == 1
    while not any("подряд" in text for text in ann.texts()):
        await until(house, 24 * HOUR)
        assert (await house.table.info(1)).status == "play"
    post = next(p for p in reversed(house.people.posts(ann.person)) if "подряд" in p.text)
    assert list(post.labels) == ["Заменить", "Пока заместитель", "Подождать"]
    await ann.press("Пока заместитель", post)
    assert any(seat.standin for seat in (await house.table.info(1)).seats)


async def test_waiting_for_the_master(house, group, ann, bob):
    await ann.say("/time", group)
    await ann.press("Ждать мастера")
    await bob.say("bid 1")
    await until(house, 48 * HOUR)
    assert "Срок вышел: слово за мастером" in house.people.pinned(group).text
    post = next(p for p in reversed(house.people.posts(ann.person)) if "игра ждёт вас" in p.text)
    await ann.press("Ещё один срок", post)
    assert (await house.table.info(1)).deadline == house.clock.now() + 24 * HOUR


# 4. vacation


async def test_away_and_back_with_one_tap(house, group, ann, bob):
    await bob.say("/away 3d")
    assert "за вас играет заместитель" in bob.see().text
    assert "Bob в отъезде до вт, 4 марта, 15:00" in ann.see(group).text
    assert "В отъезде: Bob" in house.people.pinned(group).text
    await bob.press("Я снова за столом")
    assert "С возвращением" in "\n".join(bob.texts())
    assert not (await house.table.info(1)).seats[1].standin
    await bob.say("/away до вторника")
    assert "Bob в отъезде до ср, 5 марта, 00:00" in ann.see(group).text
    await bob.say("/away до 4 марта")
    await until(house, timedelta(days=4))
    assert "ваш отъезд кончился" in "\n".join(bob.texts())
    await bob.say("/away никогда")
    assert "Не понял «никогда»" in bob.see().text


async def test_a_deputy_by_a_link(house, group, ann, bob, eve):
    await bob.say("/away 3d")
    await bob.press("Пусть сыграет мой друг")
    link = bob.see().text.split("start=")[1]
    await ann.start(link)
    assert "Вы сами сидите за этим столом" in ann.see().text
    await eve.start(link)
    assert "Bob в отъезде, и теперь отвечаете вы" in "\n".join(eve.texts())
    assert eve.question is not None
    await eve.say("bid 3")
    await eve.press("Готов")
    await ann.say("bid 1")
    await ann.press("Готов")
    assert (await house.table.info(1)).step == 1
    await bob.say("/away всё")
    await eve.say("north")
    assert "За столами вас пока нет" in eve.see().text
    await eve.start(link[:-1] + "x")
    assert "Эта ссылка не действует" in eve.see().text


async def test_the_table_agrees_to_wait(house, group, ann, bob):
    await bob.say("/away 3d")
    await bob.press("Спросить стол")
    vote = ann.find("За (1)", group)
    await ann.press("За (1)", vote)
    assert "✅ Принято" in vote.text
    opened = house.clock.now().replace(minute=0, second=0)
    assert (await house.table.info(1)).deadline == opened + 48 * HOUR


# 5. pauses and votes


async def test_everyone_can_propose_and_the_table_votes(house, group, ann, bob, eve):
    await until(house, 4 * HOUR)
    await bob.say("/propose пауза 2d", group)
    vote = ann.find("За (1)", group)
    assert "Bob: предлагаю паузу на 2 дн." in vote.text
    house.group(eve)
    await eve.press_data(vote, vote.buttons[0]["callback_data"])
    assert "не сидит" in eve.toasts[-1] or "сидит за столом" in eve.toasts[-1]
    await ann.press("За (1)", vote)
    assert "✅ Принято" in vote.text
    assert not vote.buttons
    assert "⏸ Игра на паузе до пн, 3 марта, 19:00" in house.people.pinned(group).text
    await until(house, 48 * HOUR)
    assert (await house.table.info(1)).deadline == house.clock.now() + 20 * HOUR
    await bob.say("/propose продлить 12h", group)
    await ann.press("Против (0)", ann.find("Против (0)", group))
    assert "❌ Не принято" in "\n".join(ann.texts(group))
    await bob.say("/propose чаю", group)
    assert "Предложить стол может так" in ann.see(group).text


async def test_a_long_pause_asks_the_master(house, group, ann, bob):
    await bob.say("/propose pause 40d", group)
    await ann.press("За (1)", ann.find("За (1)", group))
    assert "Дольше месяца — решает мастер" in "\n".join(ann.texts(group))
    await ann.press("Не разрешать")
    assert not (await house.table.info(1)).settings.chair.paused


# 6. exactness


async def test_a_machine_asleep_over_the_deadline_says_so(house, group, ann, bob):
    await ann.say("bid 1")
    await bob.say("bid 2")
    await house.wait(30 * HOUR)
    told = "\n".join(ann.texts(group))
    assert "срок был вс, 2 марта, 15:00 (Москва), но я в это время не работал" in told
    info = await house.table.info(1)
    assert (info.step, info.deadline) == (1, house.clock.now() + 24 * HOUR)


# 7. status, nights


async def test_the_status_counts_who_is_missing(house, group, ann, bob):
    pinned = house.people.pinned(group)
    assert "Срок: вс, 2 марта, 15:00 (Москва)" in pinned.text
    assert "Нет ответа: 2 из 2 (Ann, Bob)." in pinned.text
    await bob.say("bid 2")
    again = house.people.pinned(group)
    assert "Нет ответа: 1 из 2 (Ann)." in again.text
    assert again.id == pinned.id


async def test_posts_at_night_make_no_sound(house, group, toy, ann, bob, monkeypatch):
    sender = house.bot.chat.office.sender
    call, silent = sender.call, []

    async def noting(method, chat, **fields):
        if method == "send_message" and "order" in fields["text"]:
            silent.append((chat == group.id, fields.get("disable_notification")))
        return await call(method, chat, **fields)

    monkeypatch.setattr(sender, "call", noting)
    await ann.say("/time", group)
    await ann.press("Ночью без звука")
    await until(house, 11 * HOUR)  # two at night in Moscow
    await toy.bid(ann, bob)
    assert (True, True) in silent


# in English


async def test_all_of_it_in_english(house, toy):
    ann, bob = (house.person(name, language="en") for name in ("Ann", "Bob"))
    group = house.group(ann, bob)
    await ann.say("/newgame 2 en 21:00 weekdays London", group)
    assert "21:00 London time, Monday to Friday" in ann.see(group).text
    for person in (ann, bob):
        await person.press("Take a seat", person.find("Take a seat", group))
    await ann.press("Begin", ann.find("Begin", group))
    assert "No answer yet: 2 of 2 (Ann, Bob)." in house.people.pinned(group).text
    await ann.say("/time", group)
    assert "For the silent: a stand-in plays." in ann.see(group).text
    await ann.press("Extensions: 2", ann.see(group))
    await ann.say("/skip 07.03", group)
    await bob.say("/propose extend 12h", group)
    await ann.press("For (1)", ann.find("For (1)", group))
    assert "the table waits, the deadline is now Tue, 4 March, 09:00 (London)" in "\n".join(
        ann.texts(group)
    )
    await bob.say("/away 2d")
    await bob.press("Let a friend play")
    assert "send this link to somebody you trust" in bob.see().text
    await bob.press("I'm back")
    await bob.say("/time Tokyo")
    assert "Zone: Tokyo, it is 21:0" in bob.see().text
    await ann.say("bid 1")
    await until(house, timedelta(days=2, hours=20, minutes=30))
    assert "⏰ Deadline: Tue, 4 March, 18:00 (Tokyo)" in bob.see().text


# words


@pytest.mark.parametrize(
    ("text", "pace", "zone"),
    [
        ("24h", Pace(seconds=86400), None),
        ("none", Pace(), None),
        ("вечер", Pace(seconds=600), None),
        ("21:00", Pace(minute=1260), None),
        ("21:00 пн-ср,вс New York", Pace(minute=1260, days=(0, 1, 2, 6)), "America/New_York"),
        ("в 9:05 по будням", Pace(minute=545, days=(0, 1, 2, 3, 4)), None),
        ("трижды всрок", Pace(minute=1260, days=(0, 2, 4), early=False), None),
        ("2d UTC+3", Pace(seconds=172800), "Etc/GMT-3"),
        ("выходные Самара", Pace(minute=1260, days=(5, 6)), "Europe/Samara"),
        ("21:00 Москва, не по выходным", Pace(minute=1260, days=WORK), "Europe/Moscow"),
        ("21:00 Moscow, not at weekends", Pace(minute=1260, days=WORK), "Europe/Moscow"),
        ("20:00 кроме сб, вс", Pace(minute=1200, days=WORK), None),
        ("будни 20:00", Pace(minute=1200, days=WORK), None),
        ("не по пн 20:00 Berlin", Pace(minute=1200, days=(1, 2, 3, 4, 5, 6)), "Europe/Berlin"),
    ],
)
def test_paces_as_people_write_them(text, pace, zone):
    wanted = words.pace(text.split(), Pace(seconds=3600))
    assert (wanted.pace, wanted.zone) == (pace, zone)


def test_every_zone_has_a_name_that_finds_it():
    for zone in zones.ALL:
        for lang in ("ru", "en"):
            assert zones.find(zones.name(lang, zone)) == zone
    assert zones.name("ru", "Etc/GMT-3") == "UTC+3"
    assert zones.find("мск") == "Europe/Moscow"
    assert zones.find("utc") == "UTC"
    assert zones.find("нигде") is None
