"""House rules by words and by buttons, in both languages and on both variants."""

import re

import pytest

from bot.chat.buttons import pack
from tests.scripts.tables import gathered, language

pytestmark = pytest.mark.lords


async def lobby(house, mia, *people, words="2 ru"):
    """A lobby of Mia's, in which these people have sat down."""
    group = await gathered(house, mia, *people, words=words)
    button = {"ru": "Домашние", "en": "House rules"}[language(words)]
    return group, mia.find(button, group)


async def rules(house):
    return (await house.table.info(1)).settings.house


async def test_words_of_either_language_and_the_lobby_in_its_own(house, mia, ann, bob):
    group, post = await lobby(house, mia, ann, bob)
    await mia.say('/house места.еда.IV "2 золота -> 3 еды"', group)
    said = "Места · Провизия · IV: было 3 злобы → 4 провизии + 1 золотой, стало 2 золотых"
    assert f"• {said}" in post.text.replace("\u00a0", " ")
    assert said in ann.see(group).text.replace("\u00a0", " ")
    await mia.say("/house fair off // too noisy", group)
    assert "домашние правила: Ярмарка: да → нет (too noisy)" in ann.see(group).text
    await mia.say("/house траур да", group)
    await mia.say("/house копии тролль 3, 2", group)
    assert "• Копии · тролль (по годам, I и II): 2/1 → 3/2" in post.text
    await mia.say("/house ярмарка по правилам", group)
    assert "Ярмарка" not in post.text
    assert await rules(house) == {
        "sites": {"food": {"places": (await rules(house))["sites"]["food"]["places"]}},
        "mourning": True,
        "monsters": {"troll": {"copies": [3, 2]}},
    }
    await mia.say("/log", group)
    log = mia.see(group).text
    assert "домашние правила: Траур бардов: нет → да" in log
    assert "домашние правила: Ярмарка: нет → да" in log
    await mia.say("/house сброс", group)
    assert await rules(house) == {}
    await mia.say("/undo", group)
    assert "Траур бардов: нет → да" in post.text


async def test_no_id_in_anything_a_person_reads(house, mia, ann, bob):
    group, post = await lobby(house, mia, ann, bob, words="classic 2 ru")
    for text in ("events.taxes off", "mourning on", "start.gold 4", "scoring.letter -5",
                 "places.food.I free -> 5 food", "titles.Battle off", "missing_lords_under 3",
                 "monsters.vampire.attacks.2.damage 5", "rooms.mint.no_spells on"):  # fmt: skip
        await mia.say(f"/house {text}", group)
    await mia.say("/log")
    for read in (post.text, *ann.texts(group), mia.see().text):
        for word in ("events", "taxes", "mourning", "start.", "scoring", "places", "vampire",
                     "no_spells", " on", " off", "missing"):  # fmt: skip
            assert word not in read
    assert "Монстры · вампир · атака 2 · повреждения: 2 → 5" in post.text


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ярмарка может", "Ярмарка: «может» сюда не подходит; годится «да» или «нет»."),
        ("в начале золото много", "В начале · золото: «много» сюда не подходит; годится число"),
        ("шкала злобы черта 40", "Злометр · черта паладинов: годится от 1 до 15"),
        ("копии тролль 3", "Копии · тролль: «3» сюда не подходит; годится чисел: 2"),
        ("кряква нет", "Не понимаю «кряква»"),
        ("золото 4", "«золото» — это не одно правило. Например: Места · Золото; В начале"),
        ("деревня I 2 золота -> 3 пирога", "«пирога» здесь не считают; годится: "),
        ("сколько лордов за столом 2 6", "на этом держится сам вариант игры"),
        ("ведьма атака 1 плата 1 золотой", "первая атака всегда бесплатна"),
        ("крысы золото 2", "эта карта на такое не смотрит"),
    ],
)  # fmt: skip
async def test_what_can_not_be_is_refused_in_words(house, mia, ann, bob, text, answer):
    group, _ = await lobby(house, mia, ann, bob)
    await mia.say(f"/house {text}", group)
    assert answer in mia.see(group).text
    assert await rules(house) == {}


async def test_the_command_alone_explains_itself_and_its_chapters_are_for_all(house, mia, ann, bob):
    group, _ = await lobby(house, mia, ann, bob)
    await ann.say("/house", group)
    post = ann.see(group)
    assert "Всё как в варианте." in post.text
    assert "До начала их меняет мастер." in post.text
    await ann.press("Монстры", post)
    await ann.press("Тролль", post)
    assert "1. Есть в игре: да\n2. Цена: 2\u00a0провизии\n3. Копии (по годам, I и II): 2/1" in (
        post.text
    )
    assert post.labels == ["Атака 1", "Атака 2", "← Назад", "Все главы"]
    await mia.say("/house тролль", group)
    assert mia.see(group).text.startswith("Монстры · тролль")
    await mia.say("/house деревня", group)
    assert "4. IV: 3\u00a0злобы → 4\u00a0провизии + 1\u00a0золотой" in mia.see(group).text


@pytest.mark.parametrize("words", ["2 ru", "classic 2 ru", "2 en", "classic 2 en"])
async def test_the_examples_of_the_help_are_understood(house, mia, words):
    group, _ = await lobby(house, mia, words=words)
    await mia.say("/house", group)
    examples = re.findall(
        r"/house [^\n]*?(?=\n|\.$|,| or | или |; |: *$|\.\n)", mia.see(group).text
    )
    assert len(examples) >= 7
    if "classic" in words:  # nothing that it does not have
        absent = ("IV", "mourning", "fair", "pet", "траур", "ярмарка", "питом")
        assert not [word for word in absent if word in mia.see(group).text]
    for example in examples:
        await mia.say(example, group)
        heard = mia.see(group).text
        assert "🏠" in heard or heard.startswith(("Монстры", "Monsters")), example
    assert await rules(house) == {}


async def test_everything_by_buttons(house, mia, ann, bob):
    group, post = await lobby(house, mia, ann, bob)
    await mia.press("Домашние правила", post)
    panel = mia.see()
    assert "Домашние правила" in panel.text
    await mia.press("Что в игре есть", panel)
    await mia.press("Ярмарка", panel)
    assert "1. Ярмарка: нет (в варианте да)" in panel.text
    assert "• Ярмарка: да → нет" in post.text
    await mia.press("← Назад", panel)
    assert "• Что в игре есть" in panel.labels
    await mia.press("Начало и злометр", panel)
    plus = next(b for b in panel.buttons if b["text"] == "+")
    await mia.press_data(panel, plus["callback_data"])
    assert "В начале · золото: 3 → 4" in post.text
    await mia.press_data(panel, plus["callback_data"])  # pressed twice: it says which number
    assert mia.toasts[-1] == "Это ничего не изменит."
    await mia.press("✎\u00a0№2:\u00a03", panel)
    assert "В начале · провизия: сейчас 3." in mia.see().text
    await mia.say("много")
    assert "«много» сюда не подходит; годится число от 0 до 99" in mia.see().text
    await mia.say("5")
    assert "В начале · провизия: 3 → 5" in post.text
    panel = mia.see()
    assert "2. Провизия: 5 (в варианте 3)" in panel.text
    await mia.press("← Назад", panel)
    await mia.press("↩ Ярмарка", panel)
    assert "Ярмарка" not in post.text
    await mia.press("↩ Всё как в варианте", panel)
    assert await rules(house) == {}
    assert "master house" not in " ".join(ann.texts(group))
    assert "В начале · золото: 4 → 3; В начале · провизия: 5 → 3." in ann.see(group).text


async def test_a_place_by_a_typed_value_and_a_card_left_out(house, mia, ann, bob):
    _, post = await lobby(house, mia, ann, bob, words="classic 2 en")
    await mia.say("/lang en")
    await mia.say("/master")
    await mia.press("House rules")
    panel = mia.see()
    assert "Gifts of the fair" not in panel.labels  # the board game has none
    await mia.press("Places and prices", panel)
    await mia.press("Food", panel)
    await mia.press("✎ 1.", panel)
    await mia.say("free -> 5 food")
    assert "Places · Food · I: was 1\u00a0gold → 2\u00a0food, is free → 5\u00a0food" in post.text
    panel = mia.see()
    await mia.press("All chapters", panel)
    await mia.press("Events", panel)
    await mia.press("Witch hunt", panel)
    await mia.press("✅ 1. In the game", panel)
    assert "• Events · witch hunt: yes → no" in post.text


async def test_not_after_the_start_and_nobody_else(house, mia, ann, bob):
    group, post = await lobby(house, mia, ann, bob)
    await mia.press("Домашние правила", post)
    panel = mia.see()
    await mia.press("Что в игре есть", panel)
    data = next(b["callback_data"] for b in panel.buttons if "Ярмарка" in b["text"])
    ask = pack("m-houseask", 1, 1)
    zoe = house.person("Zoe")
    for person in (ann, zoe):
        for pressed in (data, ask, pack("m-houseall", 1), pack("m-housedesk", 1)):
            await person.press_data(post, pressed)
            assert person.toasts[-1] == "Это решает мастер игры."
    await ann.say("/house ярмарка нет", group)
    assert ann.see(group).text == "Это решает мастер игры."
    assert await rules(house) == {}
    await mia.say("/house траур да", group)
    await mia.press("Начать", mia.find("Начать", group))
    await mia.press_data(panel, data)
    late = "Домашние правила меняют до начала игры, а эта уже началась."
    assert mia.toasts[-1] == late
    await mia.say("/house ярмарка нет", group)
    assert mia.see(group).text == late
    await ann.say("/house", group)
    assert "• Траур бардов: нет → да" in ann.see(group).text
    assert (await house.table.view(1)).data.mourning


async def test_a_button_of_no_rule_does_nothing(house, mia, ann, bob):
    await lobby(house, mia, ann, bob)
    await mia.say("/master")
    for made_up in (pack("m-houseset", 1, 5, 0, 1), "m-houseset:1", pack("m-houseask", 1, 7)):
        await mia.press_data(mia.see(), made_up)
        assert "Этого правила здесь больше нет" in mia.toasts[-1]
    await mia.press_data(mia.see(), pack("m-housepage", 1, 12345, 99))
    assert "Домашние правила" in mia.see().text
    assert await rules(house) == {}


async def test_the_master_who_never_wrote_to_the_bot_is_told_where_the_rules_open(house, ann):
    group = house.group(ann)
    await ann.say("/newgame 2 ru", group)
    await ann.press("Домашние правила", ann.find("Домашние правила", group))
    assert ann.toasts[-1] == "Правила открываются в личке: сначала напишите мне туда /start."


async def test_whole_rules_in_the_panel_of_newgame(house, ann, bob):
    group = house.group(ann, bob)
    await ann.say("/newgame", group)
    panel = ann.see(group)
    await ann.press("Домашние правила", panel)
    assert panel.labels == ["✅ Ярмарка", "✅ Питомцы", "✅ Чиновники за недостающих лордов",
                            "⬜ Траур бардов", "← Назад"]  # fmt: skip
    await bob.press("Ярмарка", panel)
    assert bob.toasts[-1].startswith("Эти кнопки — не ваши")
    await ann.press("Ярмарка", panel)
    await ann.press("Траур", panel)
    await house.restart()  # all of it travels in the buttons
    await ann.press("← Назад", panel)
    assert "Домашние правила:\n• Ярмарка: да → нет\n• Траур бардов: нет → да" in panel.text
    await ann.press("классика", panel)  # which has no fair, and no bards who could mourn
    assert "Домашние правила" not in panel.text
    await ann.press("Лорды подземелий", panel)
    await ann.press("2\u00a0лорда", panel)
    await ann.press("Создать", panel)
    assert "• Ярмарка: да → нет\n• Траур бардов: нет → да" in ann.see(group).text
    assert await rules(house) == {"gifts": {"gifts": (await rules(house))["gifts"]["gifts"]},
                                  "mourning": True}  # fmt: skip
