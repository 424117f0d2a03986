"""A real browser against a real web process on the test's database; the queue is run by the test itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Browser, BrowserContext, Page, expect

from configs.profiles import load_default_profile
from pdfsku.accounts.models import User
from tests.chromium import chromium
from tests.servers import Server, web_server

PATIENCE_MS = 30_000
OpenPage = Callable[..., Page]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("portal")


@pytest.fixture(scope="module")
def site(django_db_setup: None, data_dir: Path) -> Iterator[Server]:
    call_command("compile_translations", verbosity=0)
    # The same key: messages of the queue are signed with it.
    with web_server(PDFSKU_DATA_DIR=str(data_dir), SECRET_KEY=settings.SECRET_KEY) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Playwright keeps an event loop in this thread, in which Django otherwise refuses to ask the database."""
    with pytest.MonkeyPatch.context() as patch, chromium() as browser:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield browser


@pytest.fixture(autouse=True)
def _shared_storage(_own_storage: None, settings: pytest.FixtureRequest, data_dir: Path) -> None:
    """The test is the worker: it reads and writes where the web process does."""
    local = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(data_dir / "files")}}
    settings.STORAGES = {**settings.STORAGES, "default": local}  # type: ignore[attr-defined]
    settings.UPLOAD_DIR = data_dir / "uploads"  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _profile(transactional_db: None) -> None:
    load_default_profile()


@pytest.fixture
def open_page(browser: Browser, site: Server) -> Iterator[OpenPage]:
    """A page of the portal with a signed-in user, in a context of its own. What goes wrong in a script fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(user: User | None = None, path: str = "/portal/", **options: object) -> Page:
        context = browser.new_context(base_url=site.url, **options)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if user is not None:
            sign_in(page, user)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def sign_in(page: Page, user: User) -> None:
    page.goto("/portal/login")
    page.fill("[name=username]", user.get_username())
    page.fill("[name=password]", "correct horse")
    page.click("button.primary")
    page.wait_for_url("**/portal/")
