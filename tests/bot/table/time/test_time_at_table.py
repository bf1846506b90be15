"""Time at a table with the toy game: reminders, the silent, pauses, votes, vacations."""

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from bot.table.records import Refused
from bot.table.time.paces import Pace, Skip, Times

HOUR = 3600
START = datetime(2025, 3, 3, 6, tzinfo=UTC)  # a Monday, nine in Moscow


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}:00+00:00")


class Evening:
    """A house where time passes as it would: everything due is done on the way."""

    def __init__(self, house) -> None:
        self.house, self.table, self.said = house, house.table, []
        self.kinds = ("notice", "reminder", "vote")
        house.clock.move_to(START)

    async def game(self, *people, **changed):
        times = Times(**{"zone": "Europe/Moscow", **changed.pop("times", {})})
        house = self.house
        people = people or (house.ann, house.bob)
        game = await house.game(*people, times=times, seats=len(people), **changed)
        await self.until(house.clock.now())
        return game

    async def hear(self):
        for row in await self.house.say_all():
            if row.kind in self.kinds:
                what = row.data.get("code", row.kind)
                self.said.append((self.house.clock.now(), what, row.person_id, row.seat))

    async def until(self, end):
        clock, table = self.house.clock, self.house.table
        if isinstance(end, timedelta):
            end = clock.now() + end
        for _ in range(10_000):
            await table.tick()
            await self.hear()
            due = await table.next_due()
            if due is None or due > end:
                clock.move_to(end)
                return
            clock.move_to(max(due, clock.now()))
        raise AssertionError("it never rests")

    def heard(self, *codes):
        return [(when.strftime("%d %H:%M"), who) for when, code, who, _ in self.said
                if code in codes]  # fmt: skip

    async def info(self, game):
        return await self.table.info(game)


@pytest.fixture
async def evening(house):
    return Evening(house)


async def test_reminders_once_each_and_only_to_who_owes(evening, house):
    game = await evening.game(deadline=24 * HOUR)
    await house.write(game, 2, ";bid", "2")
    await evening.until(timedelta(hours=23, minutes=59))
    # a quarter before is three in the morning in Moscow (00:00 UTC): it waits for eight
    assert evening.heard("reminder") == [("04 05:00", 1)]
    assert evening.heard("zone") == [("03 06:00", 1), ("03 06:00", 2)]
    assert (await evening.info(game)).deadline == START + timedelta(days=1)


async def test_reminders_follow_the_persons_own_clock_and_wishes(evening, house):
    await house.table.time.set_hours(1, zone="Asia/Vladivostok", marks='["hours"]')
    await house.table.time.set_hours(2, begin=0, until=0)
    game = await evening.game(deadline=24 * HOUR)
    await evening.until(timedelta(hours=23))
    assert evening.heard("reminder") == [("04 00:00", 2), ("04 03:00", 1), ("04 05:00", 2)]
    with pytest.raises(Refused, match="unknown zone"):
        await house.table.time.set_hours(2, zone="Mars/Olympus")
    assert (await evening.info(game)).step == 0


async def test_no_reminder_is_said_late_or_when_the_deadline_moved(evening, house):
    game = await evening.game(deadline=24 * HOUR, times={"escalate": True})
    house.clock.advance(timedelta(hours=23, minutes=56))  # asleep over all of them
    await evening.until(timedelta())
    assert evening.heard("reminder", "escalate") == []
    await house.table.set_deadline(game, 1, 48 * HOUR)
    await evening.until(timedelta(hours=23, minutes=30))
    assert evening.heard("escalate") == [("05 05:00", None)]
    assert evening.heard("reminder") == [
        ("04 18:00", 1), ("04 18:00", 2), ("05 05:00", 1), ("05 05:00", 2),
    ]  # fmt: skip


async def test_a_reminder_that_waits_too_long_in_the_outbox_is_not_true(evening, house):
    game = await evening.game(deadline=12 * HOUR)
    house.clock.advance(timedelta(hours=11))
    await house.table.tick()
    rows = [row for row in await house.table.outbox_due() if row.kind == "reminder"]
    assert len(rows) == 2
    assert [await house.table.time.true(row) for row in rows] == [True, True]
    await house.write(game, 1, ";bid", "2")
    assert [await house.table.time.true(row) for row in rows] == [False, True]
    house.clock.advance(timedelta(minutes=56))
    assert not await house.table.time.true(rows[1])


async def test_wall_clock_paces_a_step_kind_at_a_time_and_holidays(evening, house):
    game = await evening.game(times={"pace": Pace(minute=21 * 60, days=(0, 2, 4))})
    assert (await evening.info(game)).deadline == at("2025-03-03T18:00")
    await house.answer(game, 1, ";bid", "2")
    await house.answer(game, 2, ";bid", "2")  # early: the grid is kept
    assert (await evening.info(game)).deadline == at("2025-03-03T18:00")
    skip = Skip(date(2025, 3, 5), date(2025, 3, 9))
    assert await house.table.time.skip(game, 1, skip) == (skip,)
    await evening.until(timedelta(hours=13))
    info = await evening.info(game)
    assert (info.step, info.deadline) == (2, at("2025-03-10T18:00"))
    await house.table.time.pace(game, 1, Pace(seconds=6 * HOUR), kind="take")
    assert (await evening.info(game)).deadline == at("2025-03-04T00:00")
    await house.table.time.pace(game, 1, None, kind="take")
    assert (await evening.info(game)).deadline == at("2025-03-10T18:00")
    assert await house.table.time.skip(game, 1, None) == ()
    assert (await evening.info(game)).deadline == at("2025-03-05T18:00")
    for wrong in ({"pace": Pace(seconds=5)}, {"pace": Pace(minute=99, days=())},
                  {"zone": "Nowhere"}, {"absence": "flog"}, {"patience": 99}):  # fmt: skip
        with pytest.raises(Refused):
            await house.table.time.set(game, 1, **wrong)
    with pytest.raises(Refused, match="not master"):
        await house.table.time.set(game, 2, hush=True)


async def test_not_before_the_deadline(evening, house):
    game = await evening.game(times={"pace": Pace(seconds=HOUR, early=False)})
    await house.answer(game, 1, ";bid", "2")
    await house.answer(game, 2, ";bid", "2")
    assert (await evening.info(game)).step == 0
    await evening.until(timedelta(hours=1))
    assert (await evening.info(game)).step == 1
    await house.answer(game, 1, ";north")
    await house.table.time.set(game, 1, pace=Pace(seconds=HOUR))
    assert (await evening.info(game)).step == 2


async def miss(evening, house, game, seat=2, rounds=1):
    """Steps pass in which one seat is silent and all others are ready."""
    for _ in range(rounds):
        info = await evening.info(game)
        for other in info.seats:
            if other.seat != seat and other.owes:
                desk = await house.table.desk(game, other.seat)
                options = desk.question.walk().options()
                tokens = (";bid", "1") if desk.question.kind == "bid" else (options[0].token,)
                await house.answer(game, other.seat, *tokens)
        await evening.until((await evening.info(game)).deadline)


async def test_the_first_step_has_a_second_chance(evening, house):
    game = await evening.game(deadline=HOUR)
    await evening.until(timedelta(hours=1))
    assert (await evening.info(game)).step == 0
    assert evening.heard("first extension") == [("03 07:00", None)]
    await evening.until(timedelta(hours=1))
    assert (await evening.info(game)).step == 1


async def test_extensions_are_used_up(evening, house):
    game = await evening.game(deadline=HOUR, times={"extensions": 1})
    await miss(evening, house, game, 2, 2)  # the first step's own chance, then his extension
    assert (await evening.info(game)).step == 0
    assert evening.heard("extended") == [("03 08:00", None)]
    await evening.until(timedelta(hours=1))
    assert (await evening.info(game)).step == 1


async def test_the_last_answer_again_or_an_empty_one(evening, house):
    game = await evening.game(deadline=HOUR, times={"absence": "last"}, variant="plain")
    await house.answer(game, 1, ";bid", "1")
    await house.answer(game, 2, ";bid", "3")
    await house.answer(game, 2, ";north")
    await house.answer(game, 1, ";south")
    await evening.until(timedelta(hours=1))  # two is silent: "north" is his own and can't be taken
    entries = (await house.table.export(game, running=True)).entries
    assert entries[-1].missed == (2,)
    assert entries[-1].answers[2] != "north"
    await evening.until(timedelta(hours=1))
    entries = (await house.table.export(game, running=True)).entries
    assert (entries[-1].missed, entries[-1].step) == ((1,), 4)


async def test_waiting_for_the_master(evening, house):
    game = await evening.game(house.ann, house.bob, house.cid, deadline=HOUR, master=4,
                              times={"absence": "wait"})  # fmt: skip
    await miss(evening, house, game, 2, 2)
    info = await evening.info(game)
    assert (info.step, info.waiting, info.deadline) == (0, True, None)
    assert evening.heard("overdue") == [("03 08:00", 4)]
    assert await house.table.time.again(game, 4) == START + timedelta(hours=3)
    await evening.until(timedelta(hours=1))
    assert evening.heard("overdue") == [("03 08:00", 4), ("03 09:00", 4)]
    await house.write(game, 2, ";bid", "2")  # late, but there: nobody is missing any more
    assert (await evening.info(game)).step == 1


async def test_after_missed_answers_in_a_row_the_master_is_told(evening, house):
    game = await evening.game(deadline=HOUR, master=4, times={"patience": 2})
    await miss(evening, house, game, 2, 2)
    while len(evening.heard("absent")) < 1:
        await miss(evening, house, game, 2, 1)
        assert (await evening.info(game)).step < 6
    missed = [e.missed for e in (await house.table.export(game, running=True)).entries]
    assert [m for m in missed if m] == [(2,), (2,)]
    assert evening.heard("absent")[0][1] == 4


async def test_what_the_master_resolves_early_is_nobodys_fault(evening, house):
    game = await evening.game(deadline=HOUR, master=4, times={"patience": 1})
    await house.table.resolve(game, 4)
    await evening.until(timedelta(minutes=1))
    assert evening.heard("absent") == []


async def test_a_pause_keeps_what_was_left_and_the_table_votes(evening, house):
    game = await evening.game(house.ann, house.bob, house.cid, deadline=10 * HOUR)
    await evening.until(timedelta(hours=4))
    ballot = await house.table.time.propose(game, 1, "pause", 24 * HOUR)
    assert (ballot.state, ballot.yes, ballot.no, ballot.voters) == ("open", 1, 0, 3)
    again = await house.table.time.propose(game, 1, "pause", 24 * HOUR)
    assert again.id == ballot.id
    with pytest.raises(Refused, match="not joined"):
        await house.table.time.vote(ballot.id, 99, True)
    await house.table.time.vote(ballot.id, 2, False)
    ballot = await house.table.time.vote(ballot.id, 2, True)
    assert ballot.state == "passed"
    with pytest.raises(Refused, match="settled"):
        await house.table.time.vote(ballot.id, 3, True)
    info = await evening.info(game)
    assert (info.settings.chair.paused, info.deadline) == (True, None)
    with pytest.raises(Refused, match="stopped"):
        await house.table.time.propose(game, 1, "extend", HOUR)
    await evening.until(timedelta(hours=23))
    assert (await evening.info(game)).deadline is None
    await evening.until(timedelta(hours=1))
    assert (await evening.info(game)).deadline == START + timedelta(hours=4 + 24 + 6)
    assert evening.heard("goes on") == [("04 10:00", None)]


async def test_an_extension_and_a_vote_that_nobody_answers(evening, house):
    game = await evening.game(house.ann, house.bob, house.cid, deadline=30 * HOUR)
    first = await house.table.time.propose(game, 1, "extend", 12 * HOUR)
    await evening.until(timedelta(hours=24))
    assert (await house.table.time.ballot(first.id)).state == "failed"
    second = await house.table.time.propose(game, 2, "extend", 12 * HOUR)
    await house.table.time.vote(second.id, 3, True)
    assert (await evening.info(game)).deadline == START + timedelta(hours=42)
    with pytest.raises(Refused, match="not paused"):
        await house.table.time.propose(game, 1, "resume")


async def test_a_pause_of_more_than_a_month_is_the_masters(evening, house):
    game = await evening.game(deadline=HOUR, master=4)
    ballot = await house.table.time.propose(game, 1, "pause", 40 * 24 * HOUR)
    ballot = await house.table.time.vote(ballot.id, 2, True)
    assert (ballot.state, (await evening.info(game)).settings.chair.paused) == ("master", False)
    with pytest.raises(Refused, match="not master"):
        await house.table.time.allow(ballot.id, 1, True)
    assert (await house.table.time.allow(ballot.id, 4, True)).state == "passed"
    await evening.until(timedelta(days=40))
    assert [who for _, who in evening.heard("pause asked", "long pause")] == [4, 4]
    assert len(evening.heard("goes on")) == 1
    await house.table.master.pause(game, 4, True)
    await evening.until(timedelta(days=31))
    assert len(evening.heard("long pause")) == 2


async def test_away_with_a_stand_in_and_back_by_itself(evening, house):
    game = await evening.game(house.ann, house.bob, house.cid, deadline=24 * HOUR)
    await house.table.time.away(game, 2, START + timedelta(days=3))
    info = await evening.info(game)
    assert (info.seats[1].standin, info.seats[1].away) == ("random", "stand-in")
    with pytest.raises(Refused, match="not in"):
        await house.table.time.away(game, 9, START + timedelta(days=3))
    with pytest.raises(Refused, match="bad period"):
        await house.table.time.away(game, 1, START - timedelta(days=3))
    await evening.until(timedelta(days=3))
    info = await evening.info(game)
    assert (info.seats[1].standin, info.seats[1].away) == ("", "")
    assert evening.heard("away over") == [("06 06:00", 2)]
    assert not await house.table.time.back(game, 2)


async def test_a_deputy_sees_what_the_seat_sees(evening, house):
    game = await evening.game(house.ann, house.bob, deadline=24 * HOUR)
    with pytest.raises(Refused, match="not away"):
        await house.table.time.deputy(game, 2, 7)
    await house.table.time.away(game, 2, START + timedelta(days=9))
    with pytest.raises(Refused, match="own game"):
        await house.table.time.deputy(game, 2, 1)
    await house.table.set_person(msgspec.structs.replace(house.dan, id=7))
    await house.table.time.deputy(game, 2, 7)
    info = await evening.info(game)
    assert (info.seat_of(7), info.seat_of(2), info.seats[1].standin) == (2, 2, "")
    assert [i.id for i in await house.table.games_of(7)] == [game]
    rows = await house.say_all()
    assert [(r.kind, r.seat) for r in rows if r.person_id == 7] == [("question", 2)]
    await house.answer(game, 1, ";bid", "1")
    await house.answer(game, 2, ";bid", "2")
    rows = await house.say_all()
    assert {r.person_id for r in rows if r.seat == 2 and r.kind != "vote"} == {7}
    assert await house.table.time.back(game, 2)
    assert (await evening.info(game)).seat_of(7) is None
    rows = await house.say_all()
    assert {r.person_id for r in rows if r.kind == "question" and r.seat == 2} == {2}
    await house.table.resign(game, 2)
    assert (await evening.info(game)).seats[1].standin == "random"


async def test_the_table_waits_for_who_is_away(evening, house):
    game = await evening.game(house.ann, house.bob, deadline=24 * HOUR)
    await house.table.time.away(game, 2, START + timedelta(days=9))
    ballot = await house.table.time.propose(game, 2, "slow", 2)
    await house.table.time.vote(ballot.id, 1, True)
    info = await evening.info(game)
    assert (info.seats[1].standin, info.seats[1].away) == ("", "slow")
    assert info.deadline == START + timedelta(days=2)
    assert await house.table.time.back(game, 2)
    assert (await evening.info(game)).deadline == START + timedelta(days=1)


async def test_a_clock_that_jumps_resolves_one_step(evening, house):
    game = await evening.game(deadline=24 * HOUR)
    await house.write(game, 1, ";bid", "1")
    await house.write(game, 2, ";bid", "2")
    house.clock.move_to(START - timedelta(days=400))
    await evening.until(timedelta(days=300))
    assert (await evening.info(game)).step == 0
    house.clock.move_to(START + timedelta(days=500))
    await house.table.tick()
    await house.table.tick()
    info = await evening.info(game)
    assert (info.step, info.deadline) == (1, START + timedelta(days=501))
    await evening.hear()
    assert len(evening.heard("late")) == 1


async def test_what_time_knows_outlives_a_restart(evening, house):
    game = await evening.game(deadline=24 * HOUR)
    await evening.until(timedelta(hours=12))
    await house.reopen()
    evening.table = house.table
    await evening.until(timedelta(hours=11, minutes=30))
    assert evening.heard("reminder") == [("04 05:00", 1), ("04 05:00", 2)]
    assert (await evening.info(game)).step == 0


async def test_whoever_stops_the_clock_wall_clock_deadlines_keep_their_grid(evening, house):
    game = await evening.game(times={"pace": Pace(minute=21 * 60)}, master=4)
    await house.table.master.pause(game, 4, True)
    await evening.until(timedelta(hours=5))
    await house.table.master.pause(game, 4, False)
    await evening.until(timedelta())
    assert (await evening.info(game)).deadline == at("2025-03-04T18:00")
    await house.table.pause_chat(house.chat)
    await evening.until(timedelta(hours=2))
    await house.table.resume_chat(house.chat)
    assert (await evening.info(game)).deadline == at("2025-03-05T18:00")
