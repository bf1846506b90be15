"""The README shows a post that the bot really makes (anew: `python -m tests.readme_sample`)."""

import pytest

from tests import readme_sample


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_post_in_the_readme_is_todays(lang: str) -> None:
    assert readme_sample.shown(lang).strip() == readme_sample.sample(lang)
