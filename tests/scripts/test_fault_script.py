"""A fault of our own in what is said: the chat goes on, and its master can ask again."""

from tests.scripts.tables import begun


class Broken(Exception):
    """What goes wrong in a face."""


def fails(*args, **how):
    raise Broken


def forgiven(house):
    """The faults so far were meant; what else goes wrong fails the script."""
    faults = house.bot.chat.postman.faults
    assert {type(fault) for fault in faults} == {Broken}
    faults.clear()


async def test_a_post_that_fails_is_told_to_the_master_and_said_when_he_asks(
    house, group, toy, mia, ann, bob, monkeypatch
):
    face = type(house.bot.chat.office.games["toy"].face)
    with monkeypatch.context() as broken:
        broken.setattr(face, "post", fails)
        heard = len(ann.texts(group))
        await toy.bid(ann, bob)
        assert (await house.table.info(1)).step == 1
        assert not any("order" in text for text in ann.texts(group)[heard:])
        assert mia.see().text.startswith("⚠️ Игра #1 · plain: пост — не получилось")
        assert "Broken" not in mia.see().text
        assert not any("не получилось" in text for text in (*ann.texts(), *ann.texts(group)))
        await mia.press("Сказать ещё раз")  # it fails once more, and is told once more
        assert len([text for text in mia.texts() if "не получилось" in text]) == 2
    forgiven(house)
    await house.restart()
    await mia.say("/retell", group)
    assert any("order" in text for text in ann.texts(group)[heard:])
    await mia.say("/retell")
    assert mia.see().text == "Всё, что было сказать, сказано: повторять нечего."


async def test_one_lords_news_that_fail_are_told_by_name_alone(house, mia, ann, bob, monkeypatch):
    face = type(house.bot.chat.office.games["toy"].face)
    with monkeypatch.context() as broken:
        broken.setattr(face, "private", fails)
        await begun(house, mia, ann, bob)
        lost = [text for text in mia.texts() if "не получилось" in text]
        assert len(lost) == 2
        assert any("новости лорду (Bob)" in text for text in lost)
        assert not any("secret" in text for text in lost)
    forgiven(house)
    heard = len(bob.texts())
    await mia.say("/retell")
    assert any("secret" in text for text in bob.texts()[heard:])
