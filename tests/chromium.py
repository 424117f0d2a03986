"""The browser of tests that need one, and of catalogs that are printed by one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-dev-shm-usage")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Without a window; its process ends with the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_installed(), args=FLAGS)
        yield browser
        browser.close()


def _installed() -> str | None:
    """An installed one; None lets Playwright use its own."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)
