"""Log lines: one JSON object each, with the request, the user, the merchant and the job they are about."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from pdfsku.shared.logs import JsonFormatter
from tests.client import client_of
from tests.factories import UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the formatter of the running product writes."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db(transaction=True)
def test_a_line_says_whose_request_it_was_and_which_job_it_is_about(lines: io.StringIO) -> None:
    user = UserFactory()
    upload = complete_upload(user, catalog(pages=1))

    job = client_of(user).post("/api/v1/jobs", {"upload_id": upload.upload_id}, format="json", HTTP_X_REQUEST_ID="req-7").json()

    (created,) = [line for line in map(json.loads, lines.getvalue().splitlines()) if line["message"] == "job created"]
    assert (created["request_id"], created["user"], created["merchant"]) == ("req-7", user.username, user.merchant_id)
    assert created["job_id"] == job["job_id"]


def test_an_exception_and_extra_fields_stay_on_one_line(lines: io.StringIO) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("a.part").exception("it broke", extra={"page": 3})

    (line,) = lines.getvalue().splitlines()
    broken = json.loads(line)
    assert (broken["level"], broken["logger"], broken["message"], broken["page"]) == ("ERROR", "a.part", "it broke", 3)
    assert "two\nlines" in broken["exception"]
