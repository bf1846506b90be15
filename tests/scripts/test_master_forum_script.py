"""A game on a forum, run from the master's private chat; some lords on Telegram, some names."""

import pytest

from tests.scripts.test_master_chair_script import WORDS, answer, said, table

pytestmark = pytest.mark.lords

MAIL = {"ru": "\n1. Провизия\n2. Золотодобыча\n3. Импы", "en": "\n1) Food\n2) gold\n3) imps"}
"""A lord's orders as they come by forum mail."""

FOR = {"ru": "для Old Bill", "en": "for Old Bill"}


async def forum(house, lang, form="bbcode"):
    """Mia's game without a group: Ann is on Telegram, Old Bill is a name."""
    mia, ann = house.person("Mia", language=lang), house.person("Ann", language=lang)
    await mia.start()
    await ann.start()
    await mia.say(f"/newgame 2 {lang}")
    link = next(b["url"] for post in house.people.posts(mia.person) for b in post.buttons
                if b["text"] == WORDS[lang]["join"])  # fmt: skip
    await ann.start(link.split("start=")[1])
    await mia.say("/seat Old Bill")
    await mia.say("/mode master")
    await mia.say(f"/form {form}")
    await mia.say("/begin")
    return mia, ann


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(("form", "bold"), [("bbcode", "[b]"), ("markdown", "**"), ("plain", "")])
async def test_posts_pictures_and_news_to_paste_and_to_pass_on(house, lang, form, bold):
    mia, ann = await forum(house, lang, form)
    passed = [text for text in mia.texts() if FOR[lang] in text]
    assert passed
    assert "/write 2" in passed[-1]
    body, copy = passed[-1].split("\n\n", 1)[1], passed[-1]
    assert copy.count(body.strip().splitlines()[-1].strip("*`~ ")) >= 1
    await mia.say(f"/write 2 {MAIL[lang]}")
    assert (await house.table.desk(1, 2)).ready
    await answer(lang, ann)
    at = len(house.people.posts(mia.person))
    await mia.say("/preview")
    shown = said(house, mia.person, at)
    at = len(house.people.posts(mia.person))
    await mia.press(WORDS[lang]["approve"])
    assert (await house.table.info(1)).step == 1
    out = said(house, mia.person, at)
    post = next(message for message in out if "Old Bill:" in message[0] and not message[1]
                and FOR[lang] not in message[0])  # fmt: skip
    assert post in shown  # with its copy for the forum, to the letter
    assert [message for message in shown if message[1]] == [m for m in out if m[1]]
    if bold:
        assert bold in post[0]
    news = [text for text, _ in out if FOR[lang] in text]
    assert news
    assert not any(FOR[lang] in text for text in ann.texts())


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_any_post_is_had_again_in_any_form_with_its_pictures_as_files(house, lang):
    mia, ann = await forum(house, lang)
    await mia.say(f"/write 2 {MAIL[lang]}")
    await answer(lang, ann)
    await mia.say("/preview")
    await mia.press(WORDS[lang]["approve"])
    for form, bold in (("bbcode", "[b]"), ("markdown", "**"), ("plain", "")):
        await mia.say(f"/export {form}")
        text = mia.see().text
        assert text.startswith(bold)
        assert "<b>" not in text
    newest = mia.see()
    [older] = [b for b in newest.buttons if b["text"].startswith("←")]
    await mia.press_data(newest, older["callback_data"])
    assert newest.text != text  # the post before, in the same message
    await mia.say("/export 1 md")
    assert mia.see().text.startswith("**")
    await mia.say({"ru": "/export картинки", "en": "/export pictures"}[lang])
    sent = mia.see().media
    assert sent.document
    assert house.world.files[sent.file].name.endswith(".png")
    await mia.say("/export tex")
    assert "/export bbcode" in mia.see().text
    await mia.say("/master")
    await mia.press({"ru": "Слова", "en": "Words"}[lang])
    await mia.press("Markdown", mia.see())
    form = (await house.table.info(1)).settings.chair.form
    assert form in ("markdown", "bbcode")


async def test_export_of_a_game_in_a_group_is_anybodys(house):
    group, _, ann, bob = await table(house, "ru")
    await answer("ru", ann, bob)
    await ann.say("/export картинки", group)
    assert ann.see(group).media.document
    await bob.say("/export bbcode 0", group)
    assert "[b]" in bob.see(group).text
