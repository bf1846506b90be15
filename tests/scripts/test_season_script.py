"""The first season of the real game in the chat: orders, receipt, first resolve, a post, the pin.

And what people write that is no order: each a clear reply, nothing lost.
"""

import pytest

from bot.chat.painter import paint_here
from tests.scripts.house import open_house

ODD = "<b>&_*"


@pytest.fixture
async def house(tmp_path):
    async with open_house(tmp_path, draw=paint_here, random=bytes) as house:
        yield house


@pytest.fixture
async def table(house):
    """Anya, and one whose name is all tags; two stand-ins."""
    ann, bob = house.person("Аня"), house.person(ODD)
    group = house.group(ann, bob)
    await ann.say("/newgame 4 ru", group)
    for person in (ann, bob):
        await person.press("Сесть за стол")
    await ann.say("/begin fill", group)
    return ann, bob, group


def offered(post):
    """The monsters on offer, as the question's buttons name them."""
    return [label for label in post.labels if "(" in label]


async def test_a_seasons_orders_by_buttons(house, table):
    ann, bob, group = table
    for site in ("провизия", "тоннели", "золото"):
        await ann.press(site, ann.question)
    receipt = ann.question.text
    assert "Принято:\n1. Провизия" in receipt
    assert "Куда пойдёт" not in receipt
    assert receipt.endswith("Дополните приказ «Золото», добавьте другое или жмите «Готово».")
    assert receipt.count("Готово") == 1
    await ann.press("Готов")
    assert "всё готово" in house.people.pinned(group).text
    assert "Провизия" not in "\n".join(ann.texts(group)).split("Начало сезона")[-1]
    await bob.say("репутация, ловушки, золото занять")
    await bob.press("Готов")
    posts = [text for text in ann.texts(group) if "Первый резолв" in text]
    assert len(posts) == 1
    assert f"{ODD}: " in posts[0]
    assert "производство" in ann.question.text
    await ann.press("рыть", ann.question)
    assert "Где рыть?" in ann.question.text
    await ann.press("b3", ann.question)
    assert "Принято. Менять можно до резолва." in ann.question.text
    assert ann.question.text.count("Рыть b3\n") == 1  # what was sent is not told twice
    await ann.press("рыть", ann.question)
    assert "Дописываем." in ann.question.text
    assert ann.question.text.count("Рыть b3\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "провизия, тоннели, золото",
        "ПРОВИЗИЯ; Тоннели; золото",
        "пров, тонн, зол",
        "food, tunnels, gold",
        "«провизия»\u00a0— \nтоннели\nзолото",
    ],
)
async def test_the_same_by_typing(house, table, text):
    ann, _, _ = table
    await ann.say(text)
    assert "1. Провизия\n2. Тоннели\n3. Золото" in ann.see().text


async def test_bad_orders_say_what_is_wrong_and_what_would_be_right(house, table):
    ann, _, _ = table
    await ann.say("провизия, тоннели")
    kept = (await house.table.desk(1, 1)).tokens
    for text, answer in [
        ("монстр кракозябра", "кракозябра"),
        ("провизия, провизия, золото", "нельзя"),
        ("монстр шоггот, золото, импы", "сейчас этого не предлагают"),
        ("как дела?", "Не понимаю"),
        ("<b>&_*", "Не понимаю"),
        ("x" * 4096, "Не понимаю"),
        ("🐉", "Не понимаю"),
    ]:
        await ann.say(text)
        reply = ann.see()
        assert answer in reply.text, text
        assert "Здесь можно: " in reply.text, text
        assert (await house.table.desk(1, 1)).tokens == kept
    await ann.say("золото")
    assert "3. Золото" in ann.see().text


async def test_an_order_for_a_monster_that_is_gone_by_then(house, table):
    """Both want the same one: the later servant goes home with nothing, and the post says so."""
    ann, bob, group = table
    await ann.say("монстр")
    wanted = offered(ann.question)[0].split(" (")[0]
    for person in (ann, bob):
        await person.say(f"монстр {wanted}; провизия; золото")
        await person.press("Готов")
    post = next(text for text in ann.texts(group) if "Первый резолв" in text)
    assert "домой ни с чем" in post


async def test_a_button_for_a_monster_of_last_season(house, table):
    ann, _, group = table
    await ann.press("монстр", ann.question)
    old = ann.question
    data = next(b["callback_data"] for b in old.buttons if "(" in b["text"])
    await ann.say("/resolve", group)
    await ann.say("/resolve", group)
    await ann.press_data(old, data)
    assert ann.toasts[-1].startswith("Это кнопка прошлого хода")
    assert "Весна" in ann.see().text


async def test_second_resolve_comes_with_an_album(house, table):
    ann, _, group = table
    await ann.say("/resolve", group)
    before = len(house.people.posts(group))
    await ann.say("/resolve", group)
    posts = house.people.posts(group)[before:]
    pictures = [post for post in posts if post.media]
    assert sum("Второй резолв" in post.text for post in posts) == 1
    assert len(pictures) == 5  # the table, and every dungeon
    assert len({post.album for post in pictures}) == 1


async def test_the_rules_in_chapters(house, table):
    ann, _, group = table
    await ann.say("/rules", group)
    contents = ann.see(group)
    await ann.press(contents.labels[1], contents)
    assert contents.labels[1].startswith("• ")
    await ann.say("/rules 3", group)
    assert len(ann.see(group).text) > 100
    await ann.say("/rules нет такой", group)
    assert "Такой главы нет" in ann.see(group).text
