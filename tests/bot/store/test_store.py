"""The file, its mode, its migrations, its transactions."""

import asyncio
import os
import sqlite3
import stat

import pytest

from bot.store import games
from bot.store.migrations import TooNew, scripts
from bot.store.rows import PersonRow
from bot.store.store import Store, connect


@pytest.fixture
async def store(tmp_path):
    made = await Store.open(tmp_path / "folder" / "lords.sqlite")
    yield made
    await made.close()


async def names(store):
    async with store.glance() as db:
        return [name for (name,) in await db.rows("SELECT name FROM person ORDER BY id")]


@pytest.mark.skipif(os.name != "posix", reason="modes are posix")
async def test_only_its_owner_may_read_the_file(store, tmp_path):
    async with store.write() as db:
        await games.put_person(db, PersonRow(1, "Ann"))
    files = list((tmp_path / "folder").iterdir())
    assert files
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


async def test_the_settings_that_make_a_receipt_a_promise(store):
    async with store.write() as db:
        found = {
            name: await db.value(f"PRAGMA {name}")
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    assert found == {
        "journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1
    }  # fmt: skip
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as db:
            await games.add_member(db, 1, 1, "")


async def test_an_exception_undoes_the_whole_transaction(store):
    async def fails():
        async with store.write() as db:
            await games.put_person(db, PersonRow(1, "Ann"))
            raise KeyError

    with pytest.raises(KeyError):
        await fails()
    assert await names(store) == []


async def test_the_reading_connection_writes_nothing(store):
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        async with store.read() as db:
            await games.put_person(db, PersonRow(1, "Ann"))


async def test_several_reads_see_one_moment_and_a_glance_the_newest(store):
    async with store.read() as db:
        before = await db.value("SELECT count(*) FROM person")
        async with store.write() as writing:
            await games.put_person(writing, PersonRow(1, "Ann"))
        assert await db.value("SELECT count(*) FROM person") == before == 0
        glance = asyncio.create_task(names(store))
        await asyncio.sleep(0)
    assert await glance == ["Ann"]


@pytest.mark.parametrize("trips", range(12))
async def test_a_cancelled_command_leaves_no_half_transaction(store, trips):
    async def write():
        async with store.write() as db:
            await games.put_person(db, PersonRow(1, "Ann"))
            await games.put_person(db, PersonRow(2, "Bob"))

    task = asyncio.create_task(write())
    for _ in range(trips):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    async with store.write() as db:
        await games.put_person(db, PersonRow(3, "Cid"))
    assert await names(store) in (["Cid"], ["Ann", "Bob", "Cid"])


async def test_writers_wait_for_each_other(store):
    async def add(n):
        async with store.write() as db:
            found = await db.value("SELECT count(*) FROM person")
            await games.put_person(db, PersonRow(n, str(found)))

    await asyncio.gather(*(add(n) for n in range(20)))
    assert await names(store) == [str(n) for n in range(20)]


async def test_migrations_are_numbered_and_run_once(tmp_path):
    assert sorted(scripts()) == list(range(1, len(scripts()) + 1))
    path = tmp_path / "lords.sqlite"
    for _ in range(2):
        store = await Store.open(path)
        async with store.glance() as db:
            assert await db.value("PRAGMA user_version") == max(scripts())
        await store.close()


async def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    broken = {1: "CREATE TABLE one (x); CREATE TABLE one (x);"}
    monkeypatch.setattr("bot.store.migrations.scripts", lambda: broken)
    path = tmp_path / "lords.sqlite"
    with pytest.raises(sqlite3.OperationalError):
        await Store.open(path)
    monkeypatch.undo()
    store = await Store.open(path)
    async with store.glance() as db:
        assert await db.value("SELECT count(*) FROM sqlite_master WHERE name = 'one'") == 0
    await store.close()


async def test_a_file_of_a_newer_program_is_left_alone(tmp_path):
    path = tmp_path / "lords.sqlite"
    connection = await connect(path)
    await connection.execute("PRAGMA user_version = 9999")
    await connection.close()
    with pytest.raises(TooNew):
        await Store.open(path)


async def test_a_number_no_column_holds_stands_in_no_row(store):
    async with store.glance() as db:
        assert await db.value("SELECT 1 WHERE 5 = ?", 5) == 1
        assert await db.value("SELECT 1 WHERE 5 < ?", 10**30) is None
