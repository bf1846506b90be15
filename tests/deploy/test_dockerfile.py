"""The Dockerfile beside what it copies: an image holds the whole bot, and no secret."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
COPIED = [line.split()[1:] for line in DOCKERFILE.read_text("utf-8").splitlines()
          if line.startswith("COPY ")]  # fmt: skip
IGNORED = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()


def test_every_path_it_copies_exists_and_goes_to_the_builder():
    sources = [source for *given, _ in COPIED for source in given]
    assert len(sources) >= 4
    assert "*" in IGNORED
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in IGNORED, source
    assert {line[1:] for line in IGNORED if line.startswith("!")} == set(sources)


def test_it_installs_what_it_has_copied():
    text = DOCKERFILE.read_text("utf-8")
    [pins] = re.findall(r"-r (\S+)", text)
    assert text.index(f"COPY {pins} {pins}") < text.index(f"-r {pins}")
    assert re.search(r"^\s+--hash=sha256:", (ROOT / pins).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_it_copies_is_all_that_the_bot_reads(tmp_path, lang):
    for *sources, target in COPIED:
        for source in sources:
            copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy2
            (tmp_path / target).parent.mkdir(parents=True, exist_ok=True)
            copy(ROOT / source, tmp_path / target)
    code = (
        "import bot, bot.run, bot.games, bot.commands.run\n"
        "from bot.render.phrases import check, phrase\n"
        f"check(); print(bot.__file__); print(phrase({lang!r}, 'chat.which_lang'))"
    )
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", code], cwd=tmp_path,
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
    ran = subprocess.run([sys.executable, "-m", "bot", "run"], cwd=tmp_path, env={"PATH": ""},
                         capture_output=True, encoding="utf-8", check=False)  # fmt: skip
    assert ran.returncode != 0
    assert "LORDS_TOKEN" in ran.stderr, ran.stderr
