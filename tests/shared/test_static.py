"""Static files as a browser asks for them: whole, in part, again, and without a warning of the server."""

from __future__ import annotations

import httpx
import pytest

from tests.servers import ROOT, web_server

pytestmark = pytest.mark.django_db(transaction=True)

SHEET = ROOT / "static" / "portal" / "portal.css"


def test_static_files_are_served_and_the_server_does_not_complain(capfd: pytest.CaptureFixture[str]) -> None:
    with web_server() as server, httpx.Client(base_url=server.url, timeout=60) as client:
        whole = client.get("/static/portal/portal.css")
        head = client.head("/static/portal/portal.css")
        again = client.get("/static/portal/portal.css", headers={"If-Modified-Since": whole.headers["Last-Modified"]})
        part = client.get("/static/portal/portal.css", headers={"Range": "bytes=0-9", "Accept-Encoding": "identity"})
        missing = client.get("/static/portal/none.css")

    assert (whole.status_code, whole.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    assert whole.content == SHEET.read_bytes()
    assert (head.status_code, head.content) == (200, b"")
    assert (again.status_code, again.content) == (304, b"")
    assert (part.status_code, part.content) == (206, SHEET.read_bytes()[:10])
    assert missing.status_code == 404
    assert "must consume synchronous iterators" not in capfd.readouterr().err
