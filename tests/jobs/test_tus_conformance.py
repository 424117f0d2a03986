"""The neutral checker finds nothing wrong: every MUST, SHOULD and EXTRA, with two users and a kill of the server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pdfsku.accounts.tokens import token_pair
from tests.clients.server import UploadServer, environment_of_tests, running
from tests.factories.accounts import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def bearer() -> str:
    return f"Authorization: Bearer {token_pair(UserFactory())['access']}"


@contextmanager
def restarting_on_request(server: UploadServer, flag: Path) -> Iterator[str]:
    """A shell command that kills the server and returns once it is up again."""
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(0.05):
            if flag.exists():
                server.restart()
                flag.unlink()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield f"touch '{flag}'; while [ -e '{flag}' ]; do sleep 0.1; done"
    finally:
        is_over.set()
        watcher.join()


def test_the_neutral_checker_passes(shared: Path, tmp_path: Path) -> None:
    checker, report = shared / "tools" / "tus_conformance.py", tmp_path / "report.json"
    with (
        running(tmp_path, environment_of_tests(TUS_MAX_OPEN_UPLOADS="200")) as server,
        restarting_on_request(server, tmp_path / "restart") as restart,
    ):
        command = [sys.executable, str(checker), "--url", server.url, "--meta", "filename=a.pdf", "--json", str(report)]
        people = ["--expect-auth", "--header", bearer(), "--other-header", bearer()]
        subprocess.run([*command, *people, "--restart-cmd", restart], capture_output=True, check=False)

    rows = json.loads(report.read_text())["rows"]
    assert [row for row in rows if row["status"] == "FAIL"] == []
    # Left out: what belongs to extensions that the server does not offer, and nothing else.
    assert all("not in Tus-Extension" in row["detail"] for row in rows if row["status"] == "SKIP")
    assert sum(row["status"] == "PASS" for row in rows) >= 45
