"""What the READMEs name is there: files, folders, links."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "rules", "templates", "tests", "deploy")
FILES = [*ROOT.glob("*.*"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*.*"))]
READMES = [path for path in FILES if path.name == "README.md"]
KINDS = ("py", "toml", "sql", "svg", "html", "md", "txt", "service", "timer")
NAMED = re.compile(rf"(?<![\w./<-])([\w.-]+(?:/[\w*.-]+)*(?:/|\.(?:{'|'.join(KINDS)})))(?![\w/])")
LINKS = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")
MADE_UP = {"xx/"}
"""Names for what the reader is to make."""


def there(name, readme):
    """Whether a name fits something from the root, from the README's folder, or anywhere."""
    name = name.rstrip("/")
    if list(ROOT.glob(name)) or list(readme.parent.glob(name)):
        return True
    parts = Path(name).parts
    return any(path.parts[-len(parts) :] == parts for file in FILES for path in (file, file.parent))


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_it_names_exists(readme):
    text = readme.read_text("utf-8")
    quoted = [span for span in re.findall(r"`([^`\n]+)`", text) if "<" not in span]
    named = {name for span in quoted for name in NAMED.findall(span)} - MADE_UP
    lost = sorted(name for name in named if not there(name, readme))
    assert not lost


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(readme):
    text = readme.read_text("utf-8")
    targets = [one or other for one, other in LINKS.findall(text)]
    lost = [t for t in targets if "://" not in t and not (readme.parent / t).exists()]
    assert not lost
