"""Starting the bot: settings, and what is said when they can't work."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.sandbox import Sandbox
from bot.settings import Settings, data_folder

ROOT = Path(__file__).parent.parent.parent.parent


def settings(**given):
    return Settings(_env_file=None, **given)


def test_settings_from_the_environment(monkeypatch):
    monkeypatch.setenv("LORDS_TOKEN", "1:x")
    monkeypatch.setenv("LORDS_ADMINS", "1, 2 3")
    monkeypatch.setenv("LORDS_ALLOWED_CHATS", "")
    monkeypatch.setenv("LORDS_API_URL", "http://localhost:1/")
    found = settings()
    assert found.token.get_secret_value() == "1:x"
    assert found.admins == (1, 2, 3)
    assert found.allowed_chats == ()
    assert found.api_url == "http://localhost:1"
    assert "1:x" not in repr(found)


def test_settings_from_a_file(tmp_path):
    (tmp_path / ".env").write_text("LORDS_LANG=en\nOTHER=1\nLORDS_DB=here.sqlite\n")
    found = Settings(_env_file=tmp_path / ".env")
    assert (found.lang, found.db) == ("en", Path("here.sqlite"))


def test_the_data_folder_is_the_users_own(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == Path("/somewhere/lords-by-post")
    assert settings().db.name == "lords.sqlite"


def run(folder, **variables):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"], cwd=folder, env=environment, timeout=60,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, "LORDS_TOKEN is not set"),
        ({"LORDS_TOKEN": "   "}, "LORDS_TOKEN is not set"),
        ({"LORDS_TOKEN": "1:x", "LORDS_LANG": "fr"}, "LORDS_LANG: it is one of en, ru"),
        ({"LORDS_TOKEN": "1:x", "LORDS_ADMINS": "me"}, "LORDS_ADMINS"),
        ({"LORDS_TOKEN": "1:x", "LORDS_API_URL": "here"}, "LORDS_API_URL"),
        ({"LORDS_TOKEN": "1:x", "LORDS_PROXY": "nonsense"}, "LORDS_PROXY"),
    ],
)
def test_what_the_host_did_wrong_is_one_line(tmp_path, variables, said):
    ended = run(tmp_path, LORDS_DB=str(tmp_path / "db"), **variables)
    assert ended.returncode == 2
    assert ended.stdout == ""
    [line] = ended.stderr.splitlines()
    assert said in line


@pytest.mark.parametrize("token", ["1:wrong", "nonsense", "1:with/slash"])
async def test_a_refused_token_is_one_line(tmp_path, token):
    async with Sandbox() as sandbox:
        ended = await asyncio.to_thread(
            run, tmp_path, LORDS_TOKEN=token, LORDS_API_URL=sandbox.url,
            LORDS_DB=str(tmp_path / "db"),
        )  # fmt: skip
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert "LORDS_TOKEN was refused" in line
    assert token not in line
    assert not (tmp_path / "db").exists()


async def test_a_file_that_is_no_database_is_one_line(tmp_path):
    (tmp_path / "db").write_text("a diary, and a long one\n" * 50)
    async with Sandbox() as sandbox:
        ended = await asyncio.to_thread(
            run, tmp_path, LORDS_TOKEN=sandbox.token, LORDS_API_URL=sandbox.url,
            LORDS_DB=str(tmp_path / "db"),
        )  # fmt: skip
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert line == f"error: LORDS_DB can't be used: {tmp_path / 'db'}: file is not a database"
