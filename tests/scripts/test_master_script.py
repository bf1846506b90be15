"""The master's chair in the chat: each of its matters by button and by command."""

from datetime import timedelta

RU = "2 ru 24h"


async def test_undo_marks_the_post_and_gives_drafts_back(house, group, toy, mia, ann, bob):
    await toy.bid(ann, bob)
    post = next(p for p in house.people.posts(group) if "order" in p.text)
    await mia.say("/master")
    await mia.press("Отмена")
    await mia.press("⟲ 1, те же карты")
    assert post.text.startswith("⟲ Отменено")
    told = [text for text in ann.texts(group) if text.startswith("⟲ Игра")]
    assert len(told) == 1
    assert "черновиками" in told[0]
    assert "bid 1" in ann.question.text or ann.question.labels
    assert (await house.table.desk(1, 1)).tokens == (";bid", "1")
    await mia.say("/redo // so be it", group)
    assert not post.text.startswith("⟲")
    assert "so be it" in ann.see(group).text


async def test_undo_marks_every_part_of_a_long_post_in_place(
    house, group, toy, mia, ann, bob, monkeypatch
):
    told = "\n\n".join(f"<b>{n}</b> {'слово ' * 60}" for n in range(30))
    face = type(house.bot.chat.office.games["toy"].face)
    monkeypatch.setattr(face, "post", lambda self, lang, view, facts, *args: told if facts else "")
    await toy.bid(ann, bob)
    parts = [post for post in house.people.posts(group) if "слово" in post.text]
    assert len(parts) == 3
    before = [post.text for post in parts]
    heard = len(ann.texts(group))
    await mia.say("/undo 1", group)
    assert all(post.text.startswith("⟲ Отменено") for post in parts)
    assert [post.text.partition("\n")[2] for post in parts] == before
    assert len(ann.texts(group)) == heard + 1  # one line, and no reply at any part
    await mia.say("/redo", group)
    assert [post.text for post in parts] == before


async def test_undo_to_a_line_of_the_log(house, group, toy, mia, ann, bob):
    await toy.bid(ann, bob)
    await bob.say("north")
    await bob.press("Готов")
    await mia.say("/undo до 0")
    assert (await house.table.view(1)).step == "bid"
    await mia.say("/undo до 77")
    assert "В журнале нет строки 77" in mia.see().text


async def test_the_log_is_without_secrets_for_all_but_the_master(house, group, toy, mia, ann, bob):
    await toy.bid(ann, bob)
    await mia.say("/note 2 psst", None)
    await ann.say("/log", group)
    public = ann.see(group).text
    assert "резолв" in public
    assert "psst" not in public
    assert "bid 1" not in public  # the step itself is called so
    await mia.say("/log")
    assert "psst" in mia.see().text
    assert "bid 1" in mia.see().text
    await mia.press("Файлом")
    assert mia.see().media is not None


async def test_a_preview_is_a_dry_run_and_an_approval_holds_for_it_alone(
    house, group, toy, mia, ann, bob
):
    await mia.say("/mode мастер", group)
    await ann.say("bid 1")
    await ann.press("Готов")
    before = await house.table.state_hash(1)
    await mia.say("/preview")
    assert any("order" in text for text in mia.texts())
    assert "По правилу об отсутствии ответят за: Bob" in " ".join(mia.texts())
    assert await house.table.state_hash(1) == before
    assert not any("order" in text for text in ann.texts(group))
    await bob.say("bid 3")
    await bob.press("Готов")
    assert await house.table.state_hash(1) == before  # all are ready, and yet it waits
    assert "ваше слово, мастер" in " ".join(mia.texts())
    await mia.press("Утвердить")
    assert "нужен новый просмотр" in mia.toasts[-1]
    assert await house.table.state_hash(1) == before
    await mia.press("Просмотр")
    shown = [text for text in mia.texts() if "order" in text][-1]
    await mia.press("Утвердить")
    assert shown in ann.texts(group)
    assert (await house.table.info(1)).step == 1


async def test_the_deadline_waits_for_the_master_and_calls_him_once(house, group, mia, ann):
    await mia.say("/mode master", group)
    await house.wait(timedelta(hours=25))
    await house.wait(timedelta(hours=25))
    calls = [text for text in mia.texts() if "ваше слово, мастер" in text]
    assert len(calls) == 1
    assert (await house.table.info(1)).step == 0


async def test_hold_lock_pause_extend(house, group, toy, mia, ann, bob):
    await mia.say("/hold", group)
    assert "✋ Стол придержан" in house.people.pinned(group).text
    await toy.bid(ann, bob)
    assert (await house.table.info(1)).step == 0
    assert "\n\n✋" not in house.people.pinned(group).text
    await mia.say("/lock", group)
    assert "🔒 Ответы пока не меняются" in house.people.pinned(group).text
    await ann.say("bid 3")
    assert "запер ответы" in ann.see().text
    await mia.say("/unlock", group)
    deadline = (await house.table.info(1)).deadline
    await mia.say("/extend 12h", group)
    assert (await house.table.info(1)).deadline == deadline + timedelta(hours=12)
    await mia.say("/release", group)
    assert (await house.table.info(1)).step == 1


async def test_a_pause_moves_the_deadline_by_itself(house, group, mia):
    deadline = (await house.table.info(1)).deadline
    await mia.say("/pause // the holidays", group)
    assert "the holidays" in mia.see(group).text or "the holidays" in " ".join(mia.texts(group))
    await house.wait(timedelta(hours=40))
    assert (await house.table.info(1)).step == 0
    await mia.say("/resume", group)
    assert (await house.table.info(1)).deadline == deadline + timedelta(hours=40)


async def test_writing_and_clearing_an_answer_and_calling_who_is_missing(
    house, group, toy, mia, ann, bob
):
    await mia.say("/missing")
    assert "Ждём ответа: Ann, Bob" in mia.see().text
    await mia.say("/ping hurry up", group)
    assert "hurry up" in " ".join(ann.texts())
    await mia.say("/ping 5 again", group)
    assert len([text for text in ann.texts() if "hurry up" in text]) == 1
    await mia.say("/write Ann ставка 2")
    assert "Записано за Ann" in " ".join(mia.texts())
    assert (await house.table.desk(1, 1)).ready
    assert "bid 2" not in " ".join(bob.texts(group))
    await mia.say("/clear 1")
    assert (await house.table.desk(1, 1)).mode == "empty"
    await mia.say("/undo")
    assert (await house.table.desk(1, 1)).sent == (";bid", "2")


async def test_a_seat_changes_hands_by_an_invitation_that_is_good_once(
    house, group, toy, mia, ann, bob, eve
):
    old = bob.question
    data = old.buttons[0]["callback_data"]
    await mia.say("/master")
    await mia.press("Места")
    await mia.press("⇄ Bob")
    payload = mia.see().text.split("start=")[1].split()[0]
    await eve.start(payload)
    assert "Место ваше" in " ".join(eve.texts())
    assert "strength" in " ".join(eve.texts())  # what the seat knows
    assert eve.question is not None
    await bob.press_data(old, data)
    assert bob.toasts[-1] == "Это не ваше место за столом."
    assert "больше не ваше" in " ".join(bob.texts())
    await house.person("Zoe").start(payload)
    assert (await house.table.info(1)).seats[1].person_id == eve.id
    await mia.say("/undo")
    assert (await house.table.info(1)).seats[1].person_id == bob.id


async def test_a_stand_in_and_back_in_three_taps(house, group, mia, ann, bob):
    await mia.say("/master")
    await mia.press("Места")
    await mia.press("🤖")
    assert (await house.table.info(1)).seats[0].standin == "random"
    await mia.press("вернуть")
    assert (await house.table.info(1)).seats[0].standin == ""
    assert "Ann снова играет" in " ".join(ann.texts(group))


async def test_kick_and_names_without_an_account(house, group, mia, ann, bob):
    await mia.say("/kick Bob // gone for good", group)
    assert "gone for good" in " ".join(ann.texts(group))
    await mia.say("/seat 2 Old Bill", group)
    assert (await house.table.info(1)).seats[1].name == "Old Bill"
    await ann.say("bid 2")
    await ann.press("Готов")
    await mia.say("/write 2 bid 3")
    assert (await house.table.info(1)).step == 1
    forwarded = [text for text in mia.texts() if "для Old Bill" in text]
    assert forwarded
    assert "take" in forwarded[-1]


async def test_words_of_the_master(house, group, toy, mia, ann, bob):
    await mia.say("/master")
    await mia.press("Слова")
    await mia.press("Всем")
    await mia.say("Good evening <all>")
    assert "Good evening <all>" in ann.see(group).text
    await mia.say("/before It rains.", group)
    await mia.say("/after It stops.", group)
    await toy.bid(ann, bob)
    post = next(p for p in reversed(house.people.posts(group)) if "order" in p.text)
    assert "It rains." in post.text
    assert post.text.index("It rains.") < post.text.index("order") < post.text.index("It stops.")
    await mia.say("/name The Long Winter", group)
    assert "The Long Winter" in house.people.pinned(group).text
    await mia.say("/note Ann only you")
    assert "only you" in ann.see().text
    assert "only you" not in " ".join(bob.texts(group))


async def test_finish_reopen_reveal(house, group, toy, mia, ann, bob):
    await mia.say("/epilogue They lived.", group)
    await mia.say("/note Bob psst")
    await toy.bid(ann, bob)
    await mia.say("/reveal")
    assert "ещё идёт" in mia.see().text
    await mia.say("/finish", group)
    assert "They lived." in " ".join(ann.texts(group))
    assert (await house.table.info(1)).status == "over"
    await mia.say("/reveal")
    assert (await house.table.info(1)).status == "over"
    files = [house.world.files[post.media.file].data.decode()
             for post in house.people.posts(group) if post.media]  # fmt: skip
    assert any("Bob" in text and "записк" in text for text in files)
    # what was said to one lord alone is nobody else's, at the end and in what is revealed
    assert not any("psst" in text for text in (*files, *ann.texts(group), *ann.texts()))
    await mia.say("/reopen", group)
    assert (await house.table.info(1)).status == "play"
    assert ann.question.labels


async def test_a_blind_master_sees_no_secret(house, toy, ann, bob):
    group = await toy.game(ann, bob)  # Ann is the master and plays
    await ann.say("/preview")
    assert "когда все готовы или ответы заперты" in ann.see().text
    await ann.say("bid 1")
    await ann.press("Готов")
    await ann.say("/log")
    assert "psst" not in ann.see().text
    await ann.say("/mode мастер", group)
    await bob.say("bid 2")
    await bob.press("Готов")
    await ann.say("/preview")
    assert any("order" in text for text in ann.texts())
    await ann.say("bid 3")
    assert "уже видели просмотр" in ann.see().text
    await ann.say("/sight", group)
    assert "видит всё скрытое" in " ".join(bob.texts(group))


async def test_export_for_a_forum(house, group, toy, mia, ann, bob):
    await toy.bid(ann, bob)
    await ann.say("/export bbcode", group)
    assert "[b]Игра #1[/b]" in ann.see(group).text
    await ann.say("/export markdown", group)
    assert "**Игра #1**" in ann.see(group).text.replace("\\", "")


async def test_pictures_that_hold_no_more_are_marked_too(house, group, toy, mia, ann, bob):
    await toy.bid(ann, bob)
    await bob.say("north")
    await bob.press("Готов")
    picture = next(p for p in house.people.posts(group) if p.media)
    assert picture.text == "north"
    await mia.say("/undo", group)
    assert picture.text.startswith("⟲ Отменено")
    await mia.say("/redo", group)
    assert picture.text == "north"


async def test_an_approval_by_command_outlives_a_restart(house, group, toy, mia, ann, bob):
    await mia.say("/mode мастер", group)
    await toy.bid(ann, bob)
    await mia.say("/preview")
    await house.restart()
    await mia.say("/approve")
    assert (await house.table.info(1)).step == 1
    await ann.say("north")
    await mia.say("/approve")  # an approval is good for what was previewed alone
    assert "нужен новый просмотр" in mia.see().text


async def test_a_text_that_was_asked_for_outlives_a_restart(house, group, toy, mia, ann, bob):
    await mia.say("/say")
    await house.restart()
    await mia.say("к вечеру доиграем")
    assert "к вечеру доиграем" in ann.texts(group)[-1]
    await mia.say("не объявление")
    assert "не объявление" not in ann.texts(group)[-1]
