"""A headless browser for the tests that need one."""

import os
import shutil

import pytest
from playwright.async_api import async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-proxy-server"]
MISSING = f"no browser: none of {', '.join(NAMES)} is on the PATH"


def browser_or_not():
    """The way to a browser; without one the test is skipped, on a build machine (CI) it fails."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    return found


@pytest.fixture
async def browser():
    path = browser_or_not()
    async with async_playwright() as library:
        browser = await library.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        await browser.close()
