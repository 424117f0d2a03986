"""Takes the pictures of the README: the product with a fresh data directory, the sample catalog, a browser.

.venv/bin/python deploy/make_pictures.py
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

PROJECT = Path(__file__).resolve().parent.parent
PICTURES = PROJECT / "docs" / "pictures"
VIEW = ViewportSize(width=1280, height=900)
LANGUAGES = {"job.png": "en-US", "job-zh.png": "zh-CN"}
# The page of the sample whose products stand in a grid with pictures.
PAGE_WITH_PICTURES = 5
START_SECONDS, READ_MILLISECONDS = 120, 180_000


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pdfsku-pictures-") as folder, _product(Path(folder)) as url, sync_playwright() as playwright:
        password = json.loads((Path(folder) / "demo-users.json").read_text())["merchant"]
        browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        for name, locale in LANGUAGES.items():
            _take(browser, url, password, locale=locale, path=PICTURES / name)
        browser.close()


def _take(browser: Browser, url: str, password: str, *, locale: str, path: Path) -> None:
    page = browser.new_page(viewport=VIEW, locale=locale)
    _sign_in(page, url, password)
    page.click("table.jobs a")
    page.wait_for_selector("[data-is-ended=true]", timeout=READ_MILLISECONDS, state="attached")
    page.goto(f"{page.url.split('?')[0]}?page={PAGE_WITH_PICTURES}")
    page.wait_for_load_state("networkidle")
    page.hover(".products li:nth-child(2)")
    page.screenshot(path=path)
    page.close()


def _sign_in(page: Page, url: str, password: str) -> None:
    page.goto(f"{url}/portal/login")
    page.fill("[name=username]", "merchant")
    page.fill("[name=password]", password)
    page.click("button.primary")
    page.wait_for_selector("table.jobs a")


@contextmanager
def _product(folder: Path) -> Iterator[str]:
    """The whole product with the sample catalog in it; stopped at the end."""
    port = _free_port()
    environment = {**os.environ, "PORT": str(port), "PDFSKU_DATA_DIR": str(folder)}
    process = subprocess.Popen([sys.executable, "-m", "pdfsku.supervisor"], cwd=PROJECT, env=environment)
    try:
        _wait_until_live(f"http://127.0.0.1:{port}/health/live", process)
        subprocess.run([sys.executable, "manage.py", "load_sample"], cwd=PROJECT, env=environment, check=True)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _wait_until_live(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310
                return
        except OSError:
            time.sleep(0.3)
    raise SystemExit("the product did not start")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _chromium() -> str | None:
    """An installed one; None lets Playwright use its own."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


if __name__ == "__main__":
    main()
