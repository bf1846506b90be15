"""`/set` as the master reads it: his language, step by step, against the rules, restarts."""

import re

import pytest

from tests.scripts.tables import begun

pytestmark = pytest.mark.lords


def latin(text):
    """Words of another alphabet, but for names, commands and cells."""
    return re.findall(r"[A-Za-z_]{2,}", re.sub(r"Ann|Bob|Mia|/set|/undo|\bI+V?\b", "", text))


async def test_every_chapter_explains_itself_in_the_masters_language(house, group, mia):
    await mia.say("/set")
    help_at = mia.see()
    assert not latin(help_at.text)
    chapters = [label for label in help_at.labels if "Пульт" not in label]
    assert len(chapters) == 6
    for chapter in chapters:
        await mia.press(chapter, help_at)
        assert not latin(help_at.text), help_at.text
        assert not latin(" ".join(help_at.labels)), help_at.labels
        await mia.press("Что поправить", help_at)
    assert mia.see() is help_at  # one message, turned page by page


async def test_word_by_word_and_one_word_back(house, group, mia):
    await mia.say("/set")
    await mia.press("Монстры и ловушки")
    await mia.press("монстр")
    await mia.press("Ann")
    assert "/set монстр Ann" in mia.see().text
    await mia.press("На слово назад")
    assert mia.see().text.startswith("/set монстр …")
    await mia.press("Bob")
    await mia.press("добавить")
    assert not latin(" ".join(mia.see().labels))
    await mia.press("тролль")
    assert "Монстр Bob добавить тролль" in mia.see().text
    assert "• Bob, монстры: нет → тролль" in mia.see().text
    await mia.press("✅ Сделать")
    assert [m.kind for m in (await house.table.view(1)).lord(2).monsters] == ["troll"]


async def test_what_is_not_understood_says_how_far_it_was(house, group, mia):
    await mia.say("/set монстр Ann добавить кракозябру")
    text = mia.see().text
    assert "Понято: /set монстр Ann добавить, а «кракозябру» — нет." in text
    assert "гоблин" in text
    await mia.say("/set золото")
    assert "может стоять: Ann, Bob" in mia.see().text
    await mia.say("/set за Ann 1")
    assert "«за» можно понять по-разному" in mia.see().text
    assert "закрыто, занято импов" in mia.see().text
    await mia.say("/set кракозябра")
    assert "Не понимаю «кракозябра»" in mia.see().text


async def test_against_the_rules_there_is_the_rule_and_a_way_past_it(house, group, mia, ann):
    await mia.say("/set участок Ann e4 вырыт")
    assert "Против правило L4.1: e4 не соприкасается с подземельем." in mia.see().text
    await mia.press("Всё равно, силой")
    assert "силой, против правил" in mia.see().text
    assert "e4" not in (await house.table.view(1)).lord(1).tiles
    await mia.press("✅ Сделать")
    assert "e4" in (await house.table.view(1)).lord(1).tiles
    assert "• " not in ann.texts(group)[-1]
    assert "Ann, клетка e4: порода → тоннель" in ann.texts(group)[-1]
    await mia.press("⟲ Вернуть")
    assert "e4" not in (await house.table.view(1)).lord(1).tiles


async def test_an_older_button_does_not_do_what_was_tried_later(house, group, mia):
    await mia.say("/set золото Ann +1")
    older = mia.see()
    await mia.say("/set золото Bob +9")
    await mia.press("✅ Сделать", older)
    assert "не действует" in mia.toasts[-1]
    assert (await house.table.view(1)).lord(2).gold < 9


async def test_what_was_tried_is_shown_anew_if_the_table_moved(house, group, mia, ann, bob):
    await mia.say("/set золото Ann +1")
    tried = mia.see()
    for person in (ann, bob):
        await person.say("еда, золото, импы")
        await person.press("Готов")
    assert (await house.table.info(1)).step > 0
    await house.restart()
    gold = (await house.table.view(1)).lord(1).gold
    await mia.press("✅ Сделать", tried)
    assert "ничего не тронул" in " ".join(mia.texts()[-2:])
    assert (await house.table.view(1)).lord(1).gold == gold
    await mia.press("✅ Сделать")
    assert (await house.table.view(1)).lord(1).gold == gold + 1


async def test_everything_is_in_english_too(house, mia, ann, bob):
    await mia.start()
    await mia.say("/lang en")
    group = await begun(house, mia, ann, bob, words="2 en")
    await mia.say("/set trap Bob add pendulum")
    assert "• Bob, traps: none → pendulum" in mia.see().text
    await mia.press("✅ Do it")
    assert "pendulum" not in ann.texts(group)[-1]
    await mia.say("/set gold Ann -50")
    assert "Rule L5.4 is against it" in mia.see().text


async def test_a_lord_may_stand_first_and_corrections_come_one_by_one(house, group, mia):
    gold = (await house.table.view(1)).lord(1).gold
    await mia.say("/set Ann золото +2")
    assert f"• Ann, золото: {gold} → {gold + 2}" in mia.see().text
    await mia.say("/set Ann кракозябра +2")
    assert "кракозябра" in mia.see().text
    assert "не понимаю" in mia.see().text.casefold()
    await mia.say("/set золото Ann +2; злоба Ann +1")
    assert mia.see().text.startswith("Поправки — по одной")
    assert "<code>" not in mia.see().text


async def test_a_reason_given_at_once_is_not_asked_for(house, group, mia):
    await mia.say("/set золото Ann +2")
    assert "✅ Сделать с причиной" in mia.see().labels
    await mia.say("/set золото Ann +2 // обсчитался")
    assert "Причина: обсчитался" in mia.see().text
    assert "✅ Сделать с причиной" not in mia.see().labels
