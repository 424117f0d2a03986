"""Two requests for one upload, two uploads of one content: one job each time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from jobs.models import PDFJob
from jobs.services.creation import JobRequest, create_job
from pdfsku.shared.errors import Failure
from tests.factories import UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog

pytestmark = pytest.mark.django_db(transaction=True)


def race(requests: list[JobRequest]) -> list[str]:
    def create(request: JobRequest) -> str:
        try:
            create_job(request)
        except Failure as failure:
            return failure.code.value
        finally:
            connection.close()
        return "created"

    with ThreadPoolExecutor(len(requests)) as pool:
        return sorted(pool.map(create, requests))


def test_one_upload_becomes_one_job() -> None:
    user = UserFactory()
    upload = complete_upload(user, catalog(1))
    request = JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user, force=True)

    outcomes = race([request, request])

    assert "created" in outcomes
    assert PDFJob.objects.count() == 1


def test_one_content_becomes_one_job() -> None:
    user, data = UserFactory(), catalog(1)
    requests = [JobRequest(upload_id=complete_upload(user, data).upload_id, merchant=user.merchant, user=user) for _ in range(2)]

    assert race(requests) == ["FILE_HASH_DUPLICATE", "created"]
    assert PDFJob.objects.count() == 1
