"""What the master mends is told calmly: one line to the group, and what an undo would take back."""

import json
import re
from hashlib import sha256

import pytest

from tests.scripts.tables import order

pytestmark = pytest.mark.lords


async def test_a_change_is_one_line_and_no_post(house, group, mia, ann):
    before = len(ann.texts(group))
    await mia.say("/set злоба Ann +2 // вчера забыли взятку")
    await mia.press("✅ Сделать")
    [line] = ann.texts(group)[before:]
    assert line.startswith("🛠")
    assert "Ann, злоба: 5 → 7 (вчера забыли взятку)" in line
    before = len(ann.texts(group))
    await mia.say("/set злоба Ann 15")
    await mia.press("✅ Сделать")
    [line] = ann.texts(group)[before:]  # the paladin who follows stands in it too
    assert "Ann, злоба: 7 → 15" in line
    assert "паладин" in line.casefold()


async def test_what_is_given_in_secret_is_told_to_its_lord(house, group, mia, ann, bob):
    before = len(bob.texts(group))
    await mia.say("/set ловушка Bob добавить маятник")
    await mia.press("✅ Сделать")
    [line] = ann.texts(group)[before:]
    assert "скрытое" in line
    assert any("маятник" in text for text in bob.texts())


async def test_a_leap_in_time_has_its_post_and_a_short_line(house, group, mia, ann):
    before = len(ann.texts(group))
    await mia.say("/set шаг бой")
    await mia.press("✅ Сделать")
    told = ann.texts(group)[before:]
    assert any("Зима, второй год. Начало сезона" in text for text in told)
    [line] = [text for text in told if text.startswith("🛠")]
    assert "год: 1 → 2" in line
    assert line.count(" → ") == 6
    assert "(всё — /log)" in line
    await ann.say("/log", group)
    assert ann.see(group).text.count(" → ") > 6


async def test_the_panel_says_what_an_undo_would_take_back(house, group, mia, ann, bob):
    await mia.say("/master")
    await mia.press("⟲ Отмена")
    assert "Отменять пока нечего" in mia.see().text
    assert not any("Повторить" in label or "строки" in label for label in mia.see().labels)
    await order(ann, bob)
    await mia.say("/set злоба Ann +2")
    await mia.press("✅ Сделать")
    await mia.say("/master")
    await mia.press("⟲ Отмена")
    assert "⟲ 1: поправлено: Ann, злоба: 5 → 7" in mia.see().text
    assert "⟲ 2 — и ещё: Зима, первый год: приказы — резолв" in mia.see().text
    assert "⟲ 1" in mia.see().labels  # a change shows no cards, so there is nothing to choose
    assert "⟲ 2, карты заново" in mia.see().labels
    before = len(ann.texts(group))
    await mia.press("⟲ 1")  # /master, ⟲ Отмена, ⟲ 1: three taps
    [line] = ann.texts(group)[before:]
    assert line.endswith("мастер отменил поправку: Ann, злоба: 7 → 5.")
    assert "черновик" not in line  # nobody had sent anything
    assert "⟳ Повторить" in mia.see().labels


async def test_back_to_a_line_of_the_log_by_buttons(house, group, mia, ann, bob):
    await order(ann, bob)
    await mia.say("/set золото Ann +2")
    await mia.press("✅ Сделать")
    await mia.say("/pause")
    await mia.say("/log")
    await mia.press("⟲ До строки…")
    assert [label for label in mia.see().labels if label[:1] == "⟲"] == ["⟲ 0", "⟲ 1", "⟲ 2"]
    await mia.press("⟲ 2")
    assert "Вернуться к строке 2?" in mia.see().text
    assert "3. " in mia.see().text
    assert "пауза" in mia.see().text
    await mia.press("⟲ До строки…")
    await mia.press("⟲ 0")
    assert "к самому началу" in mia.see().text
    assert (await house.table.info(1)).step > 0
    await mia.press("⟲ Вернуться, карты заново")
    assert (await house.table.view(1)).step == "orders"
    assert "карты тянутся заново" in ann.texts(group)[-1]
    await mia.press("⟳ Повторить")
    assert (await house.table.view(1)).step == "production"


async def test_undo_to_without_a_number_says_what_it_wants(house, group, mia):
    await mia.say("/undo до")
    assert "До какой строки?" in mia.see().text


async def test_the_log_names_the_step_that_was_resolved(house, group, mia, ann, bob):
    await order(ann, bob)
    await ann.say("/log", group)
    assert "Зима, первый год: приказы — резолв" in ann.see(group).text
    await ann.say("/log")
    assert not any("строки" in label for label in ann.see().labels)


async def test_the_lobbys_panel_says_who_sits_there_and_begins(house, mia, ann, bob):
    await mia.start()
    await mia.say("/master")
    assert "не ведёте ни одной игры" in mia.see().text
    assert "/newgame" in mia.see().text
    group = house.group(mia, ann, bob)
    await mia.say("/newgame 3 ru", group)
    await mia.say("/master")
    assert "пока никого" in mia.see().text
    for person in (ann, bob):
        await person.press("Сесть за стол", person.find("Сесть за стол", group))
    await mia.say("/master")
    assert "1. Ann\n2. Bob" in mia.see().text
    await mia.press("Начать, пустые места")
    assert (await house.table.info(1)).status == "play"
    await mia.say("/master")
    await mia.press("👥 Места")
    labels = mia.see().labels
    at = labels.index("⇄ Заместитель 3")
    assert labels[at : at + 3] == ["⇄ Заместитель 3", "✎", "Помощник"]  # nobody to give it back to


async def test_after_a_slip_the_answer_is_asked_for_once_more(house, group, mia, ann):
    await mia.say("/master")
    await mia.press("📝 Ответы")
    await mia.press("✎ Ann")
    await mia.say("провизия, золото, монстр кракозябра")
    assert "ещё раз" in mia.see().text
    await mia.say("провизия, золото, импы")
    assert "Записано за Ann" in mia.see().text
    assert (await house.table.desk(1, 1)).ready


def files_of(house, chat):
    """The names and texts of the files that were sent to a chat."""
    kept = [house.world.files[p.media.file] for p in house.people.posts(chat) if p.media]
    data = [file if isinstance(file, bytes) else file.data for file in kept]
    return [text.decode() for text in data if text[:1] in (b"{", "З".encode()[:1], b"S")]


async def test_everybody_can_verify_the_dice_by_what_is_revealed(house, group, mia, ann, bob):
    await mia.say("/note Ann только тебе")
    await mia.say("/finish")
    before = len(house.people.posts(group))
    await mia.say("/reveal")
    assert len([p for p in house.people.posts(group)[before:] if p.media]) == 2
    text = next(t for t in files_of(house, group) if "Проверить кости" in t)
    assert text in files_of(house, mia.person)
    assert "только тебе" not in text
    secret, seal = re.search(r"Секрет: (\w+)\nЕго печать: (\w+)", text).groups()
    words = re.findall(r"\d — «(.*?)»", text.split("Слова мест:")[1].split("\n")[0])
    assert sha256(bytes.fromhex(secret)).hexdigest() == seal
    joined = bytes.fromhex(secret) + b"".join(sha256(w.encode()).digest() for w in words)
    seed = re.search(r"Зерно: (\w+)", text).group(1)
    assert sha256(joined).hexdigest()[:32] == seed
    record = next(json.loads(t) for t in files_of(house, group) if t.startswith("{"))
    assert record["setup"]["seed"] == seed


async def test_what_was_sent_outlives_an_undo_that_does_not_touch_it(house, group, mia, ann, bob):
    await order(bob)
    asked = len(bob.texts())
    await mia.say("/set золото Ann +2")
    await mia.press("✅ Сделать")
    await mia.say("/undo")
    undone = mia.see().text
    assert undone.startswith("Отменено:")
    assert "Ann, золото" in undone  # what was taken back, not a bare "done"
    desk = await house.table.desk(1, 2)
    assert desk.sent is not None  # he is not asked again, and his orders are still sent
    assert len(bob.texts()) == asked
    assert "черновик" not in ann.texts(group)[-1]
    await mia.say("/redo")
    assert mia.see().text.startswith("Возвращено:")
    assert "Ann, золото" in mia.see().text
    assert (await house.table.desk(1, 2)).sent is not None
    assert len(bob.texts()) == asked


async def test_a_master_whose_table_waits_is_not_called_again_after_each_correction(
    house, group, mia, ann, bob
):
    def calls():
        return [text for text in mia.texts() if "ваше слово, мастер" in text]

    await mia.say("/mode мастер", group)
    await order(ann)
    await order(bob)
    assert len(calls()) == 1
    step = (await house.table.info(1)).step
    await mia.say("/set колода монстры дальше ведьма")  # nobody sees it, nobody is asked anew
    await mia.press("✅ Сделать")
    assert (await house.table.info(1)).step > step
    assert len(calls()) == 1
    await mia.say("/set золото Ann +2")
    await mia.press("✅ Сделать")
    await order(ann)
    await order(bob)
    assert len(calls()) == 2  # they were asked anew, and have answered


async def test_a_table_of_stand_ins_says_for_whom_it_waits(house, group, mia):
    await mia.say("/standin Ann")
    assert "стол ждёт мастера" not in house.people.pinned(group).text
    await mia.say("/standin Bob")
    assert "За всех играют заместители: стол ждёт мастера" in house.people.pinned(group).text
    assert "Срок:" not in house.people.pinned(group).text
    await mia.say("/back Bob")
    assert "стол ждёт мастера" not in house.people.pinned(group).text


async def test_an_end_taken_back_and_forth_is_not_drawn_again(house, group, mia, ann):
    await mia.say("/set шаг аттестация")
    await mia.press("✅ Сделать")
    assert (await house.table.info(1)).status == "over"
    pictures = [p for p in house.people.posts(group) if p.media]
    await mia.say("/undo")
    await mia.say("/redo")
    assert (await house.table.info(1)).status == "over"
    assert [p for p in house.people.posts(group) if p.media] == pictures


async def test_help_leads_to_the_masters_guide_which_is_one_message(house, mia):
    for lang, begin in (("ru", "С чего начать."), ("en", "Where to begin.")):
        await mia.start()
        await mia.say(f"/lang {lang}")
        await mia.say("/help")
        assert "/help master" in mia.see().text
        before = len(mia.texts())
        await mia.say("/help master")
        assert begin in mia.see().text
        assert len(mia.texts()) == before + 1


async def test_a_change_after_the_end_is_taken_back_alone(house, group, mia, ann):
    await mia.say("/set шаг аттестация")
    await mia.press("✅ Сделать")
    gold = (await house.table.view(1)).lord(1).gold
    await mia.say("/set золото Ann +3")
    await mia.press("✅ Сделать")
    await mia.press("⟲ Вернуть")
    assert (await house.table.info(1)).status == "over"
    assert (await house.table.view(1)).lord(1).gold == gold
    assert f"мастер отменил поправку: Ann, золото: {gold + 3} → {gold}." in ann.texts(group)[-1]


async def test_a_tile_is_conquered_in_the_word_that_was_typed(house, group, mia):
    await mia.say("/set участок Ann c1 разграблен")
    assert "Участок Ann c1 разграблен" in mia.see().text


async def test_a_master_without_a_seat_is_shown_the_way_to_his_panel(house, group, mia):
    await mia.say("/start")
    text = mia.see().text
    assert "мастером вы здесь:\n• Игра #1 · Лорды подземелий" in text
    assert "Ваш пульт: /master." in text
    assert "вас пока нет" not in text
    await mia.say("как дела?")
    assert "/master" in mia.see().text
