"""Clients that others wrote upload, pause, resume and finish: tuspy, and tus-js-client in node and in a browser."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import sync_playwright
from tusclient.client import TusClient as PythonClient

from jobs.models import Upload
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import UploadStatus
from tests.clients import javascript
from tests.clients.server import UploadServer, shared_server
from tests.factories.accounts import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SCRIPTS = Path(javascript.__file__).resolve().parent
SIZE = 3 * 1024 * 1024 + 17


@pytest.fixture
def server(transactional_db: None) -> UploadServer:
    return shared_server()


@pytest.fixture(scope="module", autouse=True)
def node_modules() -> Path:
    return javascript.installed()


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    path = tmp_path / "catalog.pdf"
    path.write_bytes(b"%PDF-1.7\n" + random.Random(7).randbytes(SIZE - 9))
    return path


def assert_arrived(server: UploadServer, catalog: Path) -> None:
    row = Upload.objects.get()
    assert (row.status, row.filename, row.upload_offset) == (UploadStatus.COMPLETE, "catalog.pdf", SIZE)
    assert (server.upload_dir / f"{row.upload_id}.data").read_bytes() == catalog.read_bytes()


def test_tuspy_uploads_pauses_and_resumes(server, catalog):
    client = PythonClient(server.url, headers={"Authorization": f"Bearer {token_pair(UserFactory())['access']}"})
    options = {"chunk_size": 512 * 1024, "metadata": {"filename": "catalog.pdf"}, "upload_checksum": True}

    first = client.uploader(str(catalog), **options)
    first.upload(stop_at=1024 * 1024)
    second = client.uploader(str(catalog), url=first.url, **options)
    resumed_at = second.offset
    second.upload()

    assert resumed_at == 1024 * 1024
    assert_arrived(server, catalog)


def test_tus_js_client_in_node_uploads_pauses_and_resumes(server, catalog, node_modules, tmp_path):
    token = token_pair(UserFactory())["access"]
    options = {"url": server.url, "token": token, "path": str(catalog), "storage": str(tmp_path / "urls.json")}

    command = ["node", str(SCRIPTS / "upload.mjs"), json.dumps(options)]
    done = subprocess.run(command, cwd=node_modules, capture_output=True, text=True, timeout=120)

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert SIZE / 2 <= report["half"] < SIZE
    assert report["requests"].count("POST 201") == 1
    assert "HEAD 200" in report["requests"]
    assert_arrived(server, catalog)


def test_tus_js_client_in_a_browser_uploads_pauses_and_resumes(server, catalog):
    login = Client()
    login.force_login(UserFactory(), backend="django.contrib.auth.backends.ModelBackend")
    cookies = {"sessionid": login.cookies["sessionid"].value, "csrftoken": "c" * 32}

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page()
        page.context.add_cookies([{"name": name, "value": value, "url": server.origin} for name, value in cookies.items()])
        page.goto(f"{server.origin}/clients/page")
        page.set_input_files("#file", catalog)
        page.click("#start")
        page.wait_for_function("document.getElementById('state').value === 'paused'")
        page.reload()
        page.set_input_files("#file", catalog)
        page.click("#start")
        page.wait_for_function("/done|failed/.test(document.getElementById('state').value)")
        state, seen = page.evaluate("[document.getElementById('state').value, seen]")
        browser.close()

    assert state == "done"
    assert seen["requests"][0] == "HEAD 200"
    assert "POST 201" not in seen["requests"]
    assert_arrived(server, catalog)


def chromium() -> str | None:
    """An installed one; None lets Playwright use its own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)
