"""What a phone's narrow line must not part is kept together by one rule, for every page."""

import pytest

from bot.render.filters import bound
from bot.render.phrases import catalogue, pages


@pytest.mark.parametrize(("text", "kept"), [
    ("a · b", "a\u00a0· b"),
    ("2 провизии → +2 импа", "2 провизии\u00a0→ +2 импа"),
    ("ряды 3–4", "ряды\u00a03\u2060–\u20604"),
    ("Раунд 2, год 1", "Раунд\u00a02, год 1"),
    ("тролль — 3", "тролль\u00a0— 3"),
    ("(усталость 3, быстрое)", "(усталость\u00a03, быстрое)"),
    ("may dig up to 4, prisoners 0", "may dig up to\u00a04, prisoners\u00a00"),
    ("elf paladin\u00a0♥4, an elf paladin", "elf\u00a0paladin\u00a0♥4, an elf paladin"),
    ("плут ×2, маг", "плут\u00a0×2, маг"),
    ("♥2/5", "♥2\u2060/\u20605"),
    ("🍖 3 и ✉️ 2", "🍖\u00a03 и ✉️\u00a02"),
    ("паладин-эльф\u00a0♥4", "паладин-\u2060эльф\u00a0♥4"),
    ("паладин-эльф ушёл", "паладин-эльф ушёл"),
    ("<b>💰 3</b>", "<b>💰\u00a03</b>"),
    ("/3 и а/б", "/3 и а/б"),
    ("<pre>1 · · □</pre>", "<pre>1 · · □</pre>"),
    ("<code>1/2 → 3</code> · 3–4", "<code>1/2 → 3</code>\u00a0· 3\u2060–\u20604"),
    ('<a href="x/1/2">1/2</a>', '<a href="x/1/2">1\u2060/\u20602</a>'),
])  # fmt: skip
def test_what_belongs_together_is_not_parted(text: str, kept: str) -> None:
    assert bound(text) == kept
    assert bound(kept) == kept


def test_every_page_is_bound() -> None:
    assert "story" in pages()
    page = catalogue("ru").page("story", title="1 · 2", lines=[], folds=["3–4"])
    assert page.startswith("1\u00a0· 2")
    assert "3\u2060–\u20604" in page
