"""A catalog through the whole run: evaluated, routed, read, delivered, finished."""

from __future__ import annotations

import json

import pytest

from collaboration.models import HumanTask
from configs.profiles import load_default_profile
from jobs.models import OutboxEvent, PDFJob, StateTransition
from jobs.services.creation import JobRequest, create_job
from outputs.document import result_document
from outputs.models import ImportDedup
from pipeline.catalog import run_catalog
from pipeline.models import SKU, Evaluation, Page
from pipeline.options import Options
from pipeline.queries import page_documents
from tests.client import client_of
from tests.factories import UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import blank_catalog, catalog
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _profile() -> None:
    load_default_profile()


def submit(data: bytes, **request: object) -> PDFJob:
    user = UserFactory()
    upload = complete_upload(user, data)
    return create_job(JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user, **request))


def test_a_catalog_becomes_imported_skus() -> None:
    job = submit(catalog(pages=2, blanks=1))

    drain()

    job.refresh_from_db()
    assert (job.status, job.user_status, job.completion_source) == ("FULL_IMPORTED", "completed", "AI_ONLY")
    assert job.blank_pages == [3]
    assert job.ai_pages == [1, 2]
    assert list(Page.objects.order_by("page_number").values_list("status", flat=True)) == ["IMPORTED_CONFIRMED"] * 2 + ["BLANK"]
    models = set(SKU.objects.values_list("attributes__model", flat=True))
    assert {"P0-101", "P1-106"} <= models
    assert job.total_skus == SKU.objects.count() == ImportDedup.objects.count() == 12
    assert set(SKU.objects.values_list("status", flat=True)) == {"EXPORTED"}
    assert Evaluation.objects.get().route in ("AUTO", "HYBRID")
    assert OutboxEvent.objects.filter(event_type="job_completed").count() == 1
    assert OutboxEvent.objects.filter(event_type="page_completed").count() == 4


def test_a_blank_file_goes_to_people() -> None:
    job = submit(blank_catalog(pages=2))

    drain()

    job.refresh_from_db()
    assert (job.status, job.degrade_reason, job.route) == ("DEGRADED_HUMAN", "prescan_reject", "HUMAN_ALL")
    assert HumanTask.objects.filter(job=job, status="CREATED").count() == 2


def test_every_audit_line_of_a_job_is_there() -> None:
    job = submit(catalog(pages=1))

    drain()

    steps = StateTransition.objects.filter(entity_type="job", entity_id=str(job.pk)).order_by("id").values_list("to_status", flat=True)
    assert list(steps) == ["UPLOADED", "EVALUATING", "EVALUATED", "PROCESSING", "FULL_IMPORTED"]


def test_the_result_of_a_job_is_what_extract_writes(tmp_path) -> None:
    data = catalog(pages=3, blanks=1)
    path = tmp_path / "catalog.pdf"
    path.write_bytes(data)
    job = submit(data)

    drain()

    whole = run_catalog(path, options=Options())
    assert list(page_documents(job)) == json.loads(json.dumps(result_document(file="", file_hash="", pages=whole.pages)["pages"]))


@pytest.mark.parametrize("kind", ["json", "csv", "xlsx"])
def test_the_result_can_be_downloaded(kind: str) -> None:
    job = submit(catalog(pages=1))
    client = client_of(UserFactory(merchant=job.merchant))
    early = client.get(f"/api/v1/jobs/{job.pk}/result")
    drain()

    answer = client.get(f"/api/v1/jobs/{job.pk}/result", {"format": kind})

    assert early.json()["code"] == "RESULT_NOT_READY"
    assert answer.status_code == 200
    assert f'filename="catalog.{kind}"' in answer.headers["Content-Disposition"]
    assert b"".join(answer.streaming_content)
    assert client.get(f"/api/v1/jobs/{job.pk}/result", {"format": "pdf"}).json()["code"] == "VALIDATION_FAILED"
