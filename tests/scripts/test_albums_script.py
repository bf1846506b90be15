"""More pictures with one post than an album takes: they go out in several, each of them once."""

from datetime import timedelta

import pytest

from bot.render.face import Picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>'
TOLD = [f"picture {number}" for number in range(1, 13)]
HOUR = timedelta(hours=1)


@pytest.fixture
def many(house, monkeypatch):
    """Every post has twelve pictures."""
    face = type(house.bot.chat.office.games["toy"].face)
    drawn = [Picture(SVG, caption, 40, 30) for caption in TOLD]
    monkeypatch.setattr(face, "pictures", lambda *how: drawn)


@pytest.fixture
async def table(toy, many, ann, bob):
    return await toy.game(ann, bob)


def albums(house, group):
    """The captions of every album in a group, in the order in which they stand there."""
    found = {}
    for post in house.people.posts(group):
        if post.media:
            found.setdefault(post.album, []).append(post.text)
    return list(found.values())


async def test_what_one_album_does_not_take_goes_into_another(house, table, toy, ann, bob):
    before = len(albums(house, table))
    await toy.bid(ann, bob)
    assert albums(house, table)[before:] == [TOLD[:6], TOLD[6:]]
    said = [post.text or post.album for post in house.people.posts(table)]
    order = next(at for at, text in enumerate(said) if "order" in text)
    assert said.index(TOLD[0], order) > order


def at_the_second(house, monkeypatch, trouble):
    """Telegram takes the first album, and then there is trouble."""
    office, drawn = house.bot.chat.office, []
    draw = office.draw

    async def drawing(*how):
        drawn.append(how)
        if len(drawn) == len(TOLD) // 2 + 1:
            trouble()
        return await draw(*how)

    monkeypatch.setattr(office, "draw", drawing)


async def test_an_album_that_is_out_does_not_come_again_after_a_restart(
    house, table, toy, ann, bob, monkeypatch
):
    before, trouble = len(albums(house, table)), house.sandbox.trouble
    at_the_second(house, monkeypatch, lambda: trouble.flood(3600, method="sendMediaGroup"))
    await toy.bid(ann, bob)
    assert albums(house, table)[before:] == [TOLD[:6]]
    await house.restart()
    assert albums(house, table)[before:] == [TOLD[:6]]
    await house.wait(HOUR)
    assert albums(house, table)[before:] == [TOLD[:6], TOLD[6:]]
    await house.wait(10 * HOUR)
    assert len(albums(house, table)) == before + 2


async def test_of_two_albums_only_the_one_that_may_be_out_is_sent_again_and_says_so(
    house, table, toy, ann, bob, monkeypatch
):
    before, trouble = len(albums(house, table)), house.sandbox.trouble
    at_the_second(house, monkeypatch, lambda: trouble.cut(method="sendMediaGroup"))
    await toy.bid(ann, bob)
    await house.wait(HOUR)
    first, unsure, again = albums(house, table)[before:]
    assert first == TOLD[:6]
    assert unsure == TOLD[6:] == [again[0].partition("\n")[2], *again[1:]]


async def test_every_picture_of_an_undone_post_says_so_and_all_can_be_had_as_files(
    house, table, toy, ann, bob
):
    await toy.bid(ann, bob)
    await ann.say("/export картинки", table)
    files = [post for post in house.people.posts(table) if post.media and post.media.document]
    assert len(files) == len(TOLD)
    await ann.say("/undo", table)
    marked = [text for album in albums(house, table) for text in album if "⟲" in text]
    assert [text.partition("\n")[2] for text in marked] == TOLD
