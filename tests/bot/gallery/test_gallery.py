"""The gallery: its page is whole, what it checks is checked, pictures are not slow."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.chat import posters
from bot.commands import bench, gallery
from bot.gallery import chair, limits, lobby, refusals, said, shows
from bot.gallery.limits import Tally
from bot.gallery.pace import paces
from bot.games import GAMES
from bot.render.face import Picture
from bot.render.phrases import sources
from bot.table.time.votes import KINDS

FACE = GAMES["lords"].face


@pytest.mark.parametrize(("seed", "lang"), [(1, "ru"), (2, "en"), (3, "ru+en")])
def test_nothing_of_a_random_game_breaks_a_limit(seed: int, lang: str) -> None:
    found, tally = limits.game_faults(FACE, seed, 5, lang)
    assert found == []
    assert tally.texts > 100
    assert tally.pictures >= 10
    assert tally.album <= limits.PICTURES


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_masters_pages_keep_to_the_limits(lang: str) -> None:
    tally, titles, texts = Tally(), [], []
    for title, html, rows in chair.pages(lang):
        assert list(limits.text_faults(html, tally)) == [], title
        assert sum(map(len, rows)) <= 100, title
        titles.append(title)
        texts.append((title, html))
    assert len(texts) == len(set(texts)) > 300
    assert {"/help master", "panel, undo, play", "/house, classic"} <= set(titles)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_notice_and_refusal_is_shown_and_keeps_to_the_limits(lang: str) -> None:
    tally, titles = Tally(), []
    for title, html, rows in said.pages(lang):
        assert list(limits.text_faults(html, tally)) == [], title
        assert html.strip(), title
        assert not any(len(row) > 8 for row in rows), title
        titles.append(title)
    assert len(titles) == len(set(titles))
    whole = {title for title in titles if not title.endswith(", in short")}
    keys = [key.partition(".") for key in sources("en")]
    assert whole >= {f"notice, {key}" for kind, _, key in keys if kind == "notice"}
    assert whole >= {f"refusal, {key}" for kind, _, key in keys if kind == "refused"}
    assert whole >= {f"proposal, {kind}, open" for kind in KINDS}


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_reason_of_the_catalogue_is_shown_and_keeps_to_the_limits(lang: str) -> None:
    tally, shown = Tally(), {}
    for title, html, rows in refusals.pages(lang):
        assert list(limits.text_faults(html, tally)) == [], title
        assert html.strip(), title
        assert not any(len(row) > 8 for row in rows), title
        assert title not in shown
        shown[title] = html
    reasons = {key for key in sources(lang) if key.startswith("reason.")}
    assert shown.keys() >= {key.replace(".", ", ", 1) for key in reasons}
    assert shown.keys() >= {"/set, preview", "/set, unknown", "time, away_how", "time, which_zone"}
    assert shown["/doctor, all"] != shown["/doctor, nothing"]


@pytest.mark.parametrize("status", ["cancelled", "expired"])
def test_a_lobby_that_comes_to_nothing_promises_nothing(status: str) -> None:
    open_post, _ = posters.lobby(lobby.office(), lobby.info("ru", "lobby", 2))
    closed_post, rows = posters.lobby(lobby.office(), lobby.info("ru", status, 2))
    for promise in ("Срок на ход", "Мастер", "Кости", "ab" * 32):
        assert promise in open_post
        assert promise not in closed_post
    assert rows is None


def test_what_breaks_a_limit_is_found() -> None:
    tally = Tally()
    assert list(limits.text_faults("<b>open", tally))
    assert list(limits.text_faults("word " * 20_000, tally))
    assert not list(limits.text_faults("<b>well</b>", tally))
    good = Picture("<svg/>", "caption", 780, 1000)
    assert not list(limits.picture_faults([good] * 10, tally))
    assert list(limits.picture_faults([good] * (limits.PICTURES + 1), tally))
    assert list(limits.picture_faults([good._replace(caption="x" * 1025)], tally))
    assert list(limits.picture_faults([good._replace(caption="a & <b>")], tally))
    assert list(limits.picture_faults([good._replace(height=9500)], tally))


def test_check_counts_and_says_so() -> None:
    result = CliRunner().invoke(gallery.command, ["--check", "1", "--seed", "5"])
    assert result.output.startswith("1 games, 0 failures; "), result.output


def test_it_wants_to_know_where_to() -> None:
    result = CliRunner().invoke(gallery.command, [])
    assert result.exit_code == 2
    assert "lords gallery DIR" in result.output


@pytest.mark.slow
def test_the_page_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two steps only: every link and picture is there, nothing comes from elsewhere."""
    played = shows.moments
    monkeypatch.setattr(shows, "moments", lambda *how: list(played(*how))[3:9])
    monkeypatch.setattr("bot.gallery.page.png", _pixel)
    result = CliRunner().invoke(gallery.command, [str(tmp_path), "--lords", "2"])
    assert result.exit_code == 0, result.output
    pages = list(tmp_path.glob("*.html"))
    assert len(pages) >= 6
    index = (tmp_path / "index.html").read_text("utf-8")
    headings = re.findall("<h2>(.*?)</h2>", index)
    assert headings == ["English", "Русский", "English + Русский"]
    assert "<h1>Gallery: shoggoth, 2 lords</h1>" in index
    for page in pages:
        text = page.read_text("utf-8")
        assert "http" not in re.sub(r">[^<]*<", "><", text)
        for name in re.findall(r'(?:src|href)="([^"]+)"', text):
            assert (tmp_path / name).is_file() or name.startswith("tg://"), name


def _pixel(svg: str, width: int) -> bytes:
    return b"\x89PNG" + str(width).encode()


def test_a_picture_takes_a_few_times_as_long_as_an_empty_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ratios = {pace.name: pace.ratio for pace in paces(times=1)}
    with capsys.disabled():
        print("\npicture / empty SVG of its size:",
              ", ".join(f"{name} {ratio:.1f}" for name, ratio in ratios.items()))  # fmt: skip
    assert max(ratios.values()) < 10


def test_bench_has_pictures() -> None:
    assert "--pictures" in CliRunner().invoke(bench.command, ["--help"]).output
