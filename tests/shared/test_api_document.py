"""docs/api.md is true: every command on it is run, in order, against a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from jobs.models import PDFJob
from tests.factories import UserFactory
from tests.pdfs import catalog
from tests.queue import drain
from tests.servers import ROOT, web_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def commands() -> str:
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE | re.DOTALL)
    return "set -euo pipefail\n" + "\n".join(blocks)


def test_the_whole_page_runs(tmp_path: Path) -> None:
    user = UserFactory()
    (tmp_path / "catalog.pdf").write_bytes(catalog(2, rows=3))

    # The same key: messages are signed with it.
    with web_server(PDFSKU_DATA_DIR=str(tmp_path), SECRET_KEY=settings.SECRET_KEY) as server:
        variables = {**os.environ, "API": f"{server.url}/api/v1", "NAME": user.username, "PASSWORD": "correct horse"}
        shell = subprocess.Popen(
            ["timeout", "120", "bash", "-c", commands()],
            cwd=tmp_path,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        said = complained = ""
        while shell.returncode is None:
            drain()
            try:
                said, complained = shell.communicate(timeout=0.3)
            except subprocess.TimeoutExpired:
                continue

    assert shell.returncode == 0, said + complained
    job = PDFJob.objects.get()
    assert f"one job: {job.pk}" in said
    assert "event: job_completed" in said
    assert f'"username":"{user.username}"' in said.replace(" ", "")
    assert '"code":"JOB_TERMINAL"' in said.replace(" ", "")
    assert "作业已完成" in said
    document = json.loads((tmp_path / "result.json").read_text())
    assert sum(len(page["skus"]) for page in document["pages"]) == 6
    assert (tmp_path / "result.csv").read_text().count("\n") == 7
    assert (tmp_path / "result.xlsx").read_bytes().startswith(b"PK")
    assert (tmp_path / "page-1.jpg").read_bytes().startswith(b"\xff\xd8")
