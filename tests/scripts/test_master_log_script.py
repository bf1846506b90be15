"""The log as people read it: pages, words, who may see what, and what players did themselves."""

from datetime import timedelta

import pytest

from tests.scripts.tables import order

pytestmark = pytest.mark.lords


def numbers(text):
    return [int(line.split(".")[0]) for line in text.splitlines() if line[:1].isdigit()]


async def test_the_newest_page_is_full(house, group, mia):
    for _ in range(15):
        await mia.say("/hold", group)
        await mia.say("/release", group)
    await mia.say("/log")
    assert numbers(mia.see().text) == list(range(19, 31))
    assert "страница 3 из 3" in mia.see().text
    await mia.press("← Раньше")
    assert numbers(mia.see().text) == list(range(7, 19))
    await mia.press("← Раньше")
    assert numbers(mia.see().text) == list(range(1, 7))
    assert "← Раньше" not in mia.see().labels
    await mia.press("Позже →")
    assert numbers(mia.see().text) == list(range(7, 19))


async def test_answers_stand_in_the_log_in_words(house, group, mia, ann, bob):
    await order(ann, bob)
    await mia.say("/log")
    text = mia.see().text
    assert "Ann: провизия; золото; импы" in text
    assert "со скрытым" in text
    await ann.say("/log", group)
    assert "резолв" in ann.see(group).text
    assert "провизия" not in ann.see(group).text
    await mia.press("Файлом", mia.find("Файлом"))
    file = house.world.files[mia.see().media.file]
    told = (file if isinstance(file, bytes) else file.data).decode()
    assert "Ann: провизия; золото; импы" in told
    assert "Москва" in told
    assert "food" not in told


async def test_the_log_speaks_its_readers_language(house, group, mia, ann, bob):
    await order(ann, bob)
    await mia.say("/set золото Ann +2 // so it was agreed")
    await mia.press("✅ Сделать")
    await mia.say("/lang en")
    await mia.say("/log")
    text = mia.see().text
    assert "Ann: food; gold; imps" in text
    assert "Mia: corrected: Ann, gold: " in text
    assert "(so it was agreed)" in text


async def test_who_leaves_for_good_is_in_the_log_and_can_be_brought_back(
    house, group, mia, ann, bob
):
    await bob.say("/resign")
    await bob.press("Да")
    assert (await house.table.info(1)).seats[1].person_id is None
    await mia.say("/log")
    assert "Bob: уходит насовсем, играет заместитель" in mia.see().text
    await mia.say("/undo // он передумал")
    seat = (await house.table.info(1)).seats[1]
    assert (seat.person_id, seat.standin, seat.owes) == (bob.id, "", True)
    assert "Что у вас есть и что вы знаете" in " ".join(bob.texts())
    await order(bob)
    assert (await house.table.info(1)).seats[1].ready
    await mia.say("/log")
    assert "⟲ отменено: Bob: уходит" in mia.see().text
    assert "отменены строки: 1 (он передумал)" in mia.see().text
    await mia.say("/redo")
    assert (await house.table.info(1)).seats[1].person_id is None


async def test_who_is_away_and_back_is_in_the_log(house, group, mia, ann, bob):
    await bob.say("/away 3d")
    await mia.say("/log")
    assert "Bob: в отъезде, играет заместитель" in mia.see().text
    await bob.say("/away back")
    await mia.say("/log")
    assert "Bob: снова за столом" in mia.see().text


async def test_a_time_away_is_undone_and_done_again(house, group, mia, ann, bob):
    await bob.say("/away 3d")
    assert (await house.table.info(1)).seats[1].standin
    await mia.say("/undo // он тут")
    seat = (await house.table.info(1)).seats[1]
    assert (seat.standin, seat.person_id, seat.owes) == ("", bob.id, True)
    assert "В отъезде" not in house.people.pinned(group).text
    assert "(он тут)" in ann.texts(group)[-1]
    await order(bob)  # he is asked again, and plays
    await mia.say("/log")
    assert "⟲ отменено: Bob: в отъезде" in mia.see().text
    await mia.say("/redo")
    assert (await house.table.info(1)).seats[1].standin
    assert "В отъезде: Bob" in house.people.pinned(group).text
    await house.wait(timedelta(days=4))
    assert not (await house.table.info(1)).seats[1].standin  # and comes back in time
