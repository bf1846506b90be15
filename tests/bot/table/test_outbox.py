"""What is said, to whom, in which order, and what becomes of it."""

import msgspec


async def test_an_advance_says_all_it_has_to_say_and_nothing_to_others(house):
    game = await house.game()
    said = await house.say_all()
    group = [row.kind for row in said if row.person_id is None]
    assert group == ["lobby", "post", "album", "status"]
    for person in (1, 2):
        rows = [row for row in said if row.person_id == person]
        assert [row.kind for row in rows] == ["private", "question"]
        assert rows[0].view.viewer == rows[0].seat == person
        assert [(f.kind, f.to) for f in rows[0].facts] == [("strength", (person,))]
    [post] = [row for row in said if row.kind == "post"]
    [album] = [row for row in said if row.kind == "album"]
    assert [f.kind for f in post.facts] == ["begin"]
    assert post.view.viewer is None
    assert (album.facts, album.view) == (post.facts, post.view)
    assert post.key == (game, 0, "group", "post", "")
    assert len({row.key for row in said}) == len(said)


async def test_persons_come_before_groups_and_a_chat_hears_in_order(house):
    await house.game()
    rows = await house.table.outbox_due()
    assert [(r.kind, r.person_id) for r in rows] == [
        ("private", 1), ("private", 2), ("lobby", None)
    ]  # fmt: skip
    assert await house.table.claim(rows[1])
    rows = await house.table.outbox_due()  # nobody waits for Bob, whose row is being sent
    assert [(r.kind, r.person_id) for r in rows] == [("private", 1), ("lobby", None)]
    assert not await house.table.claim(msgspec.structs.replace(rows[0], id=10**6))


async def test_the_languages_are_the_readers_own(house):
    await house.game(house.ann, house.bob, house.cid, seats=3, language="en")
    said = await house.say_all()
    assert {r.person_id: r.language for r in said} == {None: "en", 1: "en", 2: "ru", 3: "en"}


async def test_parts_are_stored_before_sending_and_stay(house):
    await house.game()
    row = (await house.table.outbox_due())[0]
    await house.table.claim(row, ["one", "two"])
    await house.table.progress(row, [11])
    later = house.clock.now().replace(hour=13)
    await house.table.postpone(row, later, unsure=True)
    assert row.id not in {r.id for r in await house.table.outbox_due()}
    await house.say_all()
    await house.table.tick()
    assert await house.table.next_due() == later
    house.clock.move_to(later)
    [row] = await house.table.outbox_due()
    assert (row.parts, row.message_ids, row.tries, row.unsure) == (["one", "two"], [11], 1, True)
    await house.table.claim(row, row.parts)
    await house.table.done(row, [11, 12])
    rows = await house.say_all()
    assert [r.kind for r in rows] == ["question"]


async def test_after_a_kill_what_was_being_sent_may_have_gone_out(house):
    await house.game()
    row = (await house.table.outbox_due())[0]
    await house.table.claim(row, ["one"])
    table = await house.reopen()
    await table.tick()
    again = (await table.outbox_due())[0]
    assert (again.id, again.unsure, again.parts) == (row.id, True, ["one"])


async def test_an_unknown_outcome_is_forgotten_with_the_part_that_goes_out(house):
    await house.game()
    row = (await house.table.outbox_due())[0]
    await house.table.claim(row, ["one", "two"])
    await house.table.postpone(row, None, unsure=True)
    row = (await house.table.outbox_due())[0]
    assert row.unsure
    await house.table.claim(row, ["one", "two"])
    await house.table.progress(row, [11])
    await house.table.postpone(row, None)
    row = (await house.table.outbox_due())[0]
    assert (row.message_ids, row.unsure) == ([11], False)


async def test_a_post_that_is_edited_in_place_is_said_anew_even_while_it_is_being_sent(house):
    game = await house.game()
    await house.say_all()
    await house.write(game, 1, ";bid", "1")
    [row] = await house.table.outbox_due()
    await house.table.claim(row, ["one of two has sent"])
    await house.write(game, 2, ";bid", "1")
    await house.table.done(row, [55])
    [again] = await house.table.outbox_due()
    assert (again.id, again.parts) == (row.id, [])
    found = await house.table.message_of(game, "status")
    assert (found.chat_id, found.message_ids) == (house.chat, [55])


async def test_questions_nobody_has_seen_are_not_asked_any_more(house):
    game = await house.game()
    await house.table.resolve(game, 1)
    said = await house.say_all()
    asked = [(r.step, r.person_id) for r in said if r.kind == "question"]
    assert [step for step, _ in asked] == [1]


async def test_dropped_rows_are_gone(house):
    await house.game()
    dropped = 0
    while rows := await house.table.outbox_due():
        for row in rows:
            await house.table.drop(row, "no words for it")
            dropped += 1
    assert dropped == 8


async def test_messages_can_be_remembered_and_forgotten(house):
    game = await house.game()
    await house.table.keep_message(game, "question", 2, 2, [7])
    assert (await house.table.message_of(game, "question", 2)).message_ids == [7]
    assert await house.table.message_of(game, "question", 1) is None
    await house.table.forget_message(game, "question", 2)
    assert await house.table.message_of(game, "question", 2) is None


async def test_frozen_is_frozen(house):
    game = await house.game()
    await house.play_out(game)
    table = await house.reopen()
    await table.tick()
    posts = [r for r in await house.say_all() if r.kind == "post"]
    assert [p.view.turn for p in posts] == sorted(p.view.turn for p in posts)
    assert posts[0].view.step == "bid"
    assert posts[-1].view.step == "over"
    assert [p.step for p in posts] == list(range(len(posts)))


async def test_whoever_listens_is_told_when_something_is_due_earlier(house):
    calls = []
    house.table.listen(lambda: calls.append(1))
    game = await house.game()
    before = len(calls)
    await house.write(game, 1, ";bid", "1")
    assert len(calls) == before + 1


async def test_secrets_of_others_change_nothing_one_is_told(tmp_path):
    from tests.bot.table.conftest import House

    said = []
    for seed in ("a", "b", "c", "d"):  # strengths are drawn from the seed
        house = House(tmp_path / seed)
        await house.open()
        await house.game(seed=seed)
        rows = await house.say_all()
        said.append({r.key: (r.facts, r.view, r.data) for r in rows if r.kind != "private"})
        own = {r.seat: r.view.strength for r in rows if r.kind == "private"}
        assert all(list(strength) == [seat] for seat, strength in own.items())
        await house.store.close()
    assert all(each == said[0] for each in said)
