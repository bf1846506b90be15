"""The story of a game, its epilogue, hints, two languages at once, one's own plan as a picture."""

import asyncio

import pytest

from bot.chat.split import LIMIT, units
from bot.games import GAMES
from tests.scripts.house import PIXEL, open_house
from tests.scripts.prepared import ANN, BOB, play_to

pytestmark = pytest.mark.lords


async def begun(house, words="4 ru", people=("Аня",)):
    """A game of these people and stand-ins, at its first question."""
    players = [house.person(name) for name in people]
    group = house.group(*players)
    await players[0].say(f"/newgame {words}", group)
    for player in players:
        await player.press("Сесть за стол", player.find("Сесть за стол", group))
    await players[0].say("/begin fill", group)
    return [*players, group]


# --- the story


async def test_story_in_the_group_and_alone(house):
    ann, group = await begun(house)
    for _ in range(4):
        await ann.say("/resolve", group)
    await ann.say("/story", group)
    public = ann.see(group).text
    assert "Весна" in public or "весн" in public
    assert public.count("Аня") >= 1
    await ann.say("/story")
    assert ann.see().text == public


async def test_story_before_a_game(house):
    ann = house.person("Аня")
    group = house.group(ann)
    await ann.say("/story", group)
    assert "Здесь сейчас не играют" in ann.see(group).text


async def test_story_leaves_out_what_was_undone(house):
    ann, group = await begun(house)
    await ann.say("/resolve", group)
    await ann.say("/story", group)
    before = ann.see(group).text
    await ann.say("/resolve", group)
    await ann.say("/story", group)
    assert ann.see(group).text != before
    await ann.say("/undo", group)
    told = await house.table.history(1)
    assert len(told) == 2
    await ann.say("/story", group)
    assert ann.see(group).text == before


async def test_a_long_story_goes_into_several_messages(house, monkeypatch):
    ann, group = await begun(house)
    await ann.say("/resolve", group)
    long = "\n\n".join(["слово " * 100] * 20)
    monkeypatch.setattr(GAMES["lords"].face, "story", lambda *how: long)
    count = len(ann.texts(group))
    await ann.say("/story", group)
    parts = ann.texts(group)[count:]
    assert len(parts) > 1
    assert all(units(part) <= LIMIT for part in parts)


async def test_the_last_post_has_an_epilogue(house):
    ann, group = await begun(house, "2 ru")
    for _ in range(80):
        if (await house.table.info(1)).status != "play":
            break
        await ann.say("/resolve", group)
    assert (await house.table.info(1)).status == "over"
    history = await house.table.history(1)
    face, names = GAMES["lords"].face, {1: "Аня", 2: "Заместитель 2"}
    view, facts = history[-1]
    bare = face.post("ru", view, facts, names, ())
    whole = face.post("ru", view, facts, names, (), history)
    told = set(whole.splitlines()) - set(bare.splitlines())
    assert told
    said = "\n".join(ann.texts(group))
    line = max((line for line in told if "<" not in line), key=len)
    assert line[:60] in said
    await ann.say("/story", group)
    assert "Здесь сейчас не играют" not in ann.see(group).text


# --- hints


@pytest.fixture
async def fighting(tmp_path):
    """Anya is about to plan for a fight, where there is a what if."""
    await play_to(tmp_path / "lords.sqlite", 9)
    async with open_house(tmp_path, games=GAMES) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        assert (ann.id, bob.id) == (ANN, BOB)
        house.group(ann, bob)
        await ann.start("q_1")
        yield house, ann, bob


async def test_hints_are_switched_by_command(fighting):
    house, ann, bob = fighting
    await bob.start("q_1")
    with_hints = ann.question.text
    assert "🔮" in with_hints or "⚠️" in with_hints
    await ann.say("/hints off")
    assert "Подсказки выключены" in ann.see().text
    assert "🔮" not in ann.question.text
    assert "⚠️" not in ann.question.text
    assert "🔮" in bob.question.text or "⚠️" in bob.question.text
    await house.restart()
    await ann.start("q_1")
    assert "🔮" not in ann.question.text
    assert "⚠️" not in ann.question.text
    await ann.say("/hints вкл")
    assert ann.question.text == with_hints


async def test_hints_are_switched_by_a_button(fighting):
    _, ann, _ = fighting
    await ann.say("/games")
    menu = ann.see()
    await ann.press("Подсказки включены", menu)
    assert ann.toasts[-1].startswith("Подсказки выключены")
    assert "💡 Подсказки выключены" in menu.labels
    assert "🔮" not in ann.question.text
    await ann.press("Подсказки выключены", menu)
    assert "💡 Подсказки включены" in menu.labels
    await ann.say("/hints")
    assert "Подсказки включены" in ann.see().text
    assert ann.see().labels == ["💡 Подсказки включены"]


@pytest.mark.parametrize(("command", "told"), [("/hints off", "/hints"), ("/lang", "/lang")])
async def test_private_wishes_said_in_the_group_are_answered_there(fighting, command, told):
    house, ann, bob = fighting
    group = house.group(ann, bob, title="Another")
    with_hints = ann.question.text
    await ann.say(command, group)
    assert told in ann.see(group).text
    assert len(ann.see(group).labels) == 1
    assert ann.question.text == with_hints


# --- two languages at once


async def test_a_game_in_two_languages_by_words(house):
    ann, group = await begun(house, "4 ru+en")
    assert (await house.table.info(1)).settings.language == "ru+en"
    await ann.say("/resolve", group)
    posts = [text for text in ann.texts(group) if "Первый резолв" in text]
    assert len(posts) == 1
    assert "First resolve" in "\n".join(ann.texts(group))
    await ann.say("/resolve", group)
    for command in ("/status", "/table", "/dungeon Аня", "/story", "/rules", "/games", "/time"):
        await ann.say(command, group)
    pinned = house.people.pinned(group).text
    assert "думает" in pinned or "ждём" in pinned
    assert "no deadline" in pinned.casefold()


async def test_what_one_person_reads_is_in_his_language(house):
    ann, bob = house.person("Аня"), house.person("Bob", language="en")
    eve = house.person("Eve", language="de")
    group = house.group(ann, bob, eve)
    await ann.say("/newgame 4 ru+en", group)
    for player in (ann, bob, eve):
        await player.press("Сесть за стол", player.find("Сесть за стол", group))
    await ann.say("/begin fill", group)
    await ann.say("/resolve", group)
    assert "production" not in ann.question.text
    assert "производство" not in bob.question.text
    assert "🗺 Plan" in bob.question.labels
    assert "🗺 План" in eve.question.labels  # the house's language
    await bob.say("/table")
    assert "Провизия" not in bob.see().text


async def test_a_game_in_two_languages_by_the_panel(house):
    ann = house.person("Аня")
    group = house.group(ann)
    await ann.say("/newgame", group)
    panel = ann.see(group)
    await ann.press("русский + English", panel)
    assert "✓ русский + English" in panel.labels
    await ann.press("Создать", panel)
    assert (await house.table.info(1)).settings.language == "ru+en"
    await ann.say("/newgame", group)  # goes on from the newest game's languages
    assert "✓ русский + English" in ann.see(group).labels


@pytest.mark.parametrize("text", ["ru+xx", "+", "ru+"])
async def test_languages_that_there_are_not(house, text):
    ann = house.person("Аня")
    group = house.group(ann)
    await ann.say(f"/newgame 4 {text}", group)
    assert f"«{text}»" in ann.see(group).text
    assert await house.table.games_in(group.id) == []


# --- one's own plan as a picture


def pictures(house, chat):
    """The pictures that stand in a chat."""
    return [post for post in house.people.posts(chat) if post.media]


async def test_the_plan_is_drawn_when_asked_for(house):
    ann, group = await begun(house)
    assert pictures(house, ann.person) == []
    before = len(pictures(house, group))
    await ann.press("🗺", ann.question)
    [picture] = pictures(house, ann.person)
    assert picture.text
    await ann.press("провизия", ann.question)
    await ann.press("🗺", ann.question)  # the same message, drawn anew
    assert [post.id for post in pictures(house, ann.person)] == [picture.id]
    await ann.press("🗺", pictures(house, ann.person)[0])  # its own button does the same
    assert len(pictures(house, ann.person)) == 1
    assert len(pictures(house, group)) == before


async def test_the_picture_goes_with_its_step(house):
    ann, group = await begun(house)
    await ann.press("🗺", ann.question)
    old = pictures(house, ann.person)[0]
    data = old.buttons[0]["callback_data"]
    await house.restart()
    await ann.say("/resolve", group)
    assert pictures(house, ann.person) == []
    await ann.press_data(ann.question, data)
    assert ann.toasts[-1].startswith("Это кнопка прошлого хода")
    await ann.press("🗺", ann.question)
    assert len(pictures(house, ann.person)) == 1


async def test_a_picture_that_was_deleted_is_sent_again(house):
    ann, _ = await begun(house)
    await ann.press("🗺", ann.question)
    house.world.remove_post(pictures(house, ann.person)[0])
    await ann.press("🗺", ann.question)
    assert len(pictures(house, ann.person)) == 1


async def test_nobody_else_can_have_it_drawn(house):
    ann, bob, _ = await begun(house, people=("Аня", "Боб"))
    data = next(b["callback_data"] for b in ann.question.buttons if "🗺" in b["text"])
    eve = house.person("Ева")
    house.people.start(eve.person, "")
    await house.settle()
    await eve.press_data(eve.see(), data)
    assert pictures(house, eve.person) == pictures(house, ann.person) == []
    await bob.press_data(bob.question, data)
    assert len(pictures(house, bob.person)) == 1  # his own plan
    assert "Боб" in pictures(house, bob.person)[0].text or pictures(house, ann.person) == []


def pressed(house, player, button):
    """Press, and wait for nothing."""
    post = player.question
    house.people.press(player.person, post, next(b for b in post.labels if button in b))


async def test_a_press_does_not_wait_for_the_drawing(tmp_path):
    go = asyncio.Event()
    go.set()

    async def slow(svg, width):
        await go.wait()
        return PIXEL

    async with open_house(tmp_path, games=GAMES, draw=slow) as house:
        ann, _ = await begun(house)
        go.clear()
        answered, known = len(ann.toasts), ann.question.text
        pressed(house, ann, "🗺")
        await house.world.until(lambda: len(ann.toasts) == answered + 1, 30)
        pressed(house, ann, "провизия")
        await house.world.until(lambda: ann.question.text != known, 30)
        pressed(house, ann, "🗺")
        await house.world.until(lambda: len(ann.toasts) == answered + 3, 30)
        assert pictures(house, ann.person) == []
        go.set()
        await house.settle()
        assert len(pictures(house, ann.person)) == 1


async def test_the_game_ends_with_standings_and_fights_in_pictures(house):
    ann, group = await begun(house, "2 ru")
    while (await house.table.info(1)).status == "play":
        await ann.say("/resolve", group)
    texts = [post.text for post in pictures(house, group)]
    album = [post for post in pictures(house, group) if post.album]
    last = [post.text for post in album if post.album == album[-1].album]
    assert len(last) > 1
    history = await house.table.history(1)
    face = GAMES["lords"].face
    names = {1: "Аня", 2: "Заместитель 2"}
    expected = face.pictures("ru", history[-1][0], history[-1][1], names)
    assert len(last) == len(expected)
    assert any("турнирн" in t.casefold() or "итог" in t.casefold() for t in last), last
    assert len(texts) > 10
