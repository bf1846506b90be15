"""Opening, joining, waiting, leaving, starting, giving up, and the next game."""

import pytest

from bot.table.records import Refused
from rules.kernel.log import commitment, seed_of

WEEK = 7 * 86400


async def refused(code, awaitable):
    with pytest.raises(Refused) as caught:
        await awaitable
    assert caught.value.code == code
    return caught.value.data


async def test_what_no_game_can_begin_with_is_refused(house):
    opened = house.table.open
    for code, changed in [
        ("unknown game", {"game": "chess"}),
        ("unknown variant", {"variant": "classic"}),
        ("seats", {"seats": 5}),
        ("seats", {"seats": 1}),
        ("bad period", {"deadline": 0}),
        ("unknown stand-in", {"standins": ("wizard",)}),
    ]:
        await refused(code, opened(house.chat, None, house.ann, house.settings(**changed)))
    await refused("no game", house.table.info(77))


async def test_joining_waiting_leaving_and_being_promoted(house):
    game = await house.lobby()
    assert await house.table.join(game, house.ann, "a") == "joined"
    assert await house.table.join(game, house.ann, "b") == "joined"  # pressed twice
    assert await house.table.join(game, house.bob) == "joined"
    assert await house.table.join(game, house.cid) == "waiting"
    info = await house.table.info(game)
    assert [(m.person_id, m.waiting) for m in info.members] == [(1, False), (2, False), (3, True)]
    await house.table.leave(game, 2)
    info = await house.table.info(game)
    assert [(m.person_id, m.waiting) for m in info.members] == [(1, False), (3, False)]
    await refused("not in", house.table.leave(game, 2))
    said = await house.say_all()
    assert [(r.data["code"], r.person_id) for r in said if r.kind == "notice"] == [("promoted", 3)]
    assert [r.kind for r in said].count("lobby") == 1  # one post, edited in place


async def test_starting(house):
    game = await house.lobby(house.ann)
    assert await refused("too few", house.table.start(game, 1)) == {"have": 1, "min": 2}
    await refused("not joined", house.table.start(game, 2))
    await house.table.join(game, house.bob)
    await house.table.join(game, house.cid)
    await refused("not joined", house.table.start(game, 3))  # he only waits
    await house.table.start(game, 2)
    await refused("not lobby", house.table.start(game, 2))
    await refused("not lobby", house.table.join(game, house.dan))
    info = await house.table.info(game)
    assert (info.status, info.step, info.names) == ("play", 0, {1: "Ann", 2: "<b>Боб&_*"})
    assert info.seat_of(2) == 2
    assert info.seat_of(3) is None


async def test_stand_ins_fill_the_seats_when_the_starter_says_so(house):
    game = await house.game(house.ann, fill="", seats=3)
    info = await house.table.info(game)
    assert [(s.person_id, s.standin) for s in info.seats] == [
        (1, ""), (None, "random"), (None, "random")
    ]  # fmt: skip
    game = await house.lobby(house.ann, standins=("random",))
    await refused("unknown stand-in", house.table.start(game, 1, "wizard"))


async def test_nobody_can_choose_the_seed(house):
    game = await house.lobby(house.ann, house.bob)
    info = await house.table.info(game)
    assert len(info.proof) == 64
    assert (info.secret, info.seed) == ("", "")
    await house.table.start(game, 1)
    await house.play_out(game)
    info = await house.table.info(game)
    assert commitment(info.secret) == info.proof
    assert seed_of(info.secret, ["nonce 1", "nonce 2"]) == info.seed
    [notice] = [r for r in await house.say_all() if r.kind == "notice"]
    assert notice.data == {
        "code": "proof", "secret": info.secret, "hash": info.proof,
        "nonces": ["nonce 1", "nonce 2"], "seed": info.seed, "later": [],
    }  # fmt: skip


async def test_numbers_are_short_and_of_the_chat(house):
    first, second = await house.lobby(), await house.lobby()
    other = await house.table.open(-5, 7, house.bob, house.settings())
    names = [(await house.table.info(g)).name for g in (first, second, other)]
    assert names == ["#1", "#2", "#1"]
    assert [g.id for g in await house.table.games_in(house.chat)] == [first, second]
    found = await house.table.find(house.chat, 2)
    assert found is not None
    assert found.id == second
    assert await house.table.find(house.chat, 9) is None
    await house.table.join(first, house.bob)
    await house.table.join(other, house.bob)
    assert [g.id for g in await house.table.games_of(2)] == [first, other]


async def test_giving_up(house):
    game = await house.lobby(house.ann, house.bob, master=4)
    await refused("not master", house.table.cancel(game, 2))
    await house.table.cancel(game, 1)  # opened it
    assert (await house.table.info(game)).status == "cancelled"
    await refused("not playing", house.table.cancel(game, 1))
    game = await house.game(master=4)
    await refused("not master", house.table.cancel(game, 1))
    await house.table.cancel(game, 4)
    info = await house.table.info(game)
    assert (info.status, info.deadline) == ("cancelled", None)
    with pytest.raises(Refused):
        await house.write(game, 1, ";bid", "1")
    admins = await house.game(master=4)
    await house.table.cancel(admins, 99)


async def test_a_dead_lobby_expires_with_a_notice(house):
    game = await house.lobby(house.ann)
    await house.table.tick()
    house.clock.advance(WEEK - 1)
    await house.table.join(game, house.bob)  # a change: it lives on
    house.clock.advance(WEEK - 1)
    assert not await house.table.tick()
    house.clock.advance(1)
    assert await house.table.next_due() == house.clock.now()
    assert await house.table.tick()
    assert not await house.table.tick()
    assert (await house.table.info(game)).status == "expired"
    said = [r.data["code"] for r in await house.say_all() if r.kind == "notice"]
    assert said == ["lobby expired"]
    assert await house.table.next_due() is None


async def test_again(house):
    game = await house.game(seed="x", deadline=600)
    await refused("going on", house.table.again(game, 1))
    await house.play_out(game)
    await refused("not of it", house.table.again(game, 3))
    following = await house.table.again(game, 2)
    assert await house.table.again(game, 1) == following  # pressed twice
    info = await house.table.info(following)
    assert [m.person_id for m in info.members] == [1, 2]
    assert (info.settings.deadline, info.settings.seed, info.master_id) == (600, "", 1)
    await house.table.join(following, house.bob, "late nonce")
    await house.table.start(following, 2)
    record = await house.table.export(following, running=True)
    assert record.proof is not None
    assert record.proof.nonces == ("", "late nonce")
