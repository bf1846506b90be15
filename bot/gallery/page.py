"""The gallery as pages in a folder: nothing but HTML, one style sheet and PNG files."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from html import escape
from importlib.resources import files
from pathlib import Path

from bot.chat.posters import isolated
from bot.chat.split import CAPTION, split
from bot.gallery import chair, lobby, refusals, said, shows, worst
from bot.gallery.shows import WORST, Moment
from bot.games import GAMES
from bot.progress import Progress
from bot.render.face import Face, Picture
from bot.render.phrases import TOGETHER, catalogue, languages
from bot.render.png import png
from rules.lords.game import Lords

INDEX = "index"

_AFTER_BLOCK = re.compile(r"(?<=</blockquote>)\n|(?<=</pre>)\n")


class Folder:
    """Writes pages and draws their pictures on other processes."""

    def __init__(self, root: Path, pool: ProcessPoolExecutor, progress: Progress) -> None:
        self.root, self.pool, self.progress = root, pool, progress
        self.pages: list[tuple[str, str]] = []
        self._drawn: list[tuple[Path, Future[bytes]]] = []
        self._numbers = 0

    def picture(self, picture: Picture, name: str) -> str:
        """An HTML figure; its PNG is drawn meanwhile."""
        self._numbers += 1
        file = f"{name}-{self._numbers}.png"
        job = self.pool.submit(png, picture.svg, picture.width)
        self._drawn.append((self.root / file, job))
        caption = split(picture.caption, CAPTION)
        return (
            f'<figure><img src="{file}" width="{picture.width}" height="{picture.height}"'
            f' alt="" loading="lazy"><figcaption>{caption[0]}</figcaption></figure>'
        )

    def page(self, name: str, title: str, body: Sequence[str]) -> None:
        """Write one page, and the pictures that are drawn by now."""
        text = _page(title, "\n".join(body), home=name == INDEX)
        self.pages.append((name, title))
        (self.root / f"{name}.html").write_text(text, "utf-8")
        self.progress.step(title)
        self.gather()

    def gather(self) -> None:
        """Write the pictures of the last page."""
        for path, job in self._drawn:
            path.write_bytes(job.result())
        self._drawn = []


def _page(title: str, body: str, home: bool) -> str:
    way = '<nav><a href="index.html">← all pages</a></nav>' if not home else ""
    fold = '<input type="checkbox" id="unfold"><label for="unfold">unfold all quotations</label>'
    return (
        '<!doctype html><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="style.css">'
        f"{way}{'' if home else fold}"
        f"<h1>{escape(title)}</h1>\n<main>{body}</main>\n"
    )


def messages(html: str) -> Iterator[str]:
    """A text as the messages it comes to; a block ends its line by itself, as in a chat."""
    for part in split(html):
        yield f'<div class="message">{_AFTER_BLOCK.sub("", part)}</div>'


def write(root: Path, seed: int, seats: int, variant: str, jobs: int, progress: Progress) -> int:
    """Write the whole gallery; returns how many pages there are."""
    root.mkdir(parents=True, exist_ok=True)
    style = (files("bot.gallery") / "style.css").read_text("utf-8")
    (root / "style.css").write_text(style, "utf-8")
    with ProcessPoolExecutor(jobs) as pool:
        folder = Folder(root, pool, progress)
        every = list(shows.moments(seed, seats, variant))
        chapters = _chapters(every)
        progress.total = len(languages()) * (len(chapters) + 5) + 2
        for lang in languages():
            _worst(folder, lang)
            _chat(folder, lang, every)
            for name, title, moments in chapters:
                _game(folder, lang, f"{lang}-{name}", f"{_own(lang)}: {title}", moments, seats)
        both = TOGETHER.join(languages())
        _game(folder, both, "both", f"{_own(both)}: the end", every[-1:], seats)
        folder.page(INDEX, f"Gallery: {variant}, {seats} lords", _links(folder.pages))
    return len(folder.pages)


def _own(lang: str) -> str:
    """What a language, or two at once, calls itself."""
    return " + ".join(catalogue(each).words.native for each in lang.split(TOGETHER))


def _links(pages: Sequence[tuple[str, str]]) -> list[str]:
    """Links to the pages, a list a language."""
    found: dict[str, list[str]] = {}
    for name, title in pages:
        lang, _, rest = title.partition(": ")
        found.setdefault(lang, []).append(f'<li><a href="{name}.html">{escape(rest)}</a>')
    return [f"<section><h2>{escape(lang)}</h2><ul>{''.join(lines)}</ul></section>"
            for lang, lines in found.items()]  # fmt: skip


def _chapters(every: Sequence[Moment]) -> list[tuple[str, str, list[Moment]]]:
    """The steps of a game by season and combat: file name, title, steps."""
    found: list[tuple[str, str, list[Moment]]] = []
    for moment in every:
        shown = moment.before or moment.state
        name = f"{shown.year}-{shown.season or 'combat'}"
        if not found or found[-1][0] != name:
            title = f"year {shown.year}, {shown.season or 'combat'}"
            found.append((name, title, []))
        found[-1][2].append(moment)
    return found


def _worst(folder: Folder, lang: str) -> None:
    body = ['<div class="album">']
    for name, draw in worst.PICTURES.items():
        figure = folder.picture(draw(lang), f"{lang}-worst")
        body.append(f"<div><h2>{escape(name)}</h2>{figure}</div>")
    body.append("</div>")
    folder.page(f"{lang}-worst", f"{_own(lang)}: pictures at their worst", body)


def _chat(folder: Folder, lang: str, every: Sequence[Moment]) -> None:
    for name, about, shown in (
        ("chat", "lobby, status, guide", lobby.posts(lang, every)),
        ("chair", "the master's panel, house rules", chair.pages(lang)),
        ("said", "notices, refusals, time, help", said.pages(lang)),
        ("reasons", "why not: the game's reasons, /set, /doctor, away", refusals.pages(lang)),
    ):
        body = ['<div class="cards">']
        for title, html, rows in shown:
            body.append(f"<div><h2>{escape(title)}</h2>")
            body += [*messages(html), buttons(rows), "</div>"]
        body.append("</div>")
        folder.page(f"{lang}-{name}", f"{_own(lang)}: {about}", body)


def buttons(rows: Sequence[Sequence[str]]) -> str:
    """A keyboard under a message."""
    lines = "".join(
        "<div>" + "".join(f"<button>{escape(text)}</button>" for text in row) + "</div>"
        for row in rows
    )
    return f'<div class="keyboard">{lines}</div>' if lines else ""


def _game(
    folder: Folder, lang: str, name: str, title: str, moments: Sequence[Moment], seats: int
) -> None:
    face = GAMES["lords"].face
    names = {seat: isolated(text) for seat, text in WORST.items() if seat <= seats}
    body: list[str] = []
    for at, moment in enumerate(moments):
        seat = (len(moment.history) + at) % seats + 1
        body += _private(folder, face, lang, name, moment, seat, names)
        body += _group(folder, face, lang, name, moment, names, seat)
    folder.page(name, title, body)


def _group(
    folder: Folder, face: Face, lang: str, name: str, moment: Moment, names: dict[int, str],
    answered: int,
) -> list[str]:  # fmt: skip
    """The group's post and pictures; nobody waited in vain for the seat whose answer was shown."""
    view = moment.history[-1][0]
    late = moment.before is not None and len(moment.history) % 7 == 0
    missed = [seat for seat in (2, 5) if late and seat in names and seat != answered]
    body = [f"<h2>{escape(face.step_name(lang, view))}: group</h2>"]
    body += messages(shows.post(face, lang, moment, names, missed))
    body.append('<div class="album">')
    body += [folder.picture(each, name) for each in shows.pictures(face, lang, moment, names)]
    body.append("</div>")
    if len(moment.history) % 6 == 2:
        body.append("<h2>/table, /dungeon, /story</h2>")
        for html in (face.board(lang, view, names), face.seat(lang, view, 2, names),
                     face.story(lang, moment.history, names)):  # fmt: skip
            body += messages(html)
    return body


def _private(
    folder: Folder, face: Face, lang: str, name: str, moment: Moment, seat: int,
    names: dict[int, str],
) -> list[str]:  # fmt: skip
    """One seat's question as its answer grew, and the news he got alone."""
    body = []
    for draft in shows.drafts(moment, seat):
        view, question, walk = draft.view, draft.question, draft.walk
        body.append(f"<h2>{escape(face.step_name(lang, view))}: private, seat {seat}</h2>")
        body.append('<div class="album"><div>')
        body += messages(face.prompt(lang, view, question, walk, names))
        body.append(buttons([
            [face.label(lang, view, question, walk, option, names) for option in row]
            for row in face.rows(draft.options)
        ]))  # fmt: skip
        body.append("</div>")
        picture = face.planning_picture(lang, view, question, walk, names)
        if picture is not None:
            body.append(folder.picture(picture, name))
        body.append("</div>")
    if body:
        tokens = shows.pressed(question, moment.answers[seat])
        body.append("<h2>receipt</h2>")
        body += messages(face.receipt(lang, view, question, tokens, names))
    news = shows.private(face, lang, moment, seat, names)
    if news:
        view = Lords().view(moment.state, seat)
        body.append(f"<h2>news for seat {seat}</h2>")
        body += messages(news)
    return body
