"""What becomes of pages that fail, of jobs that hold them, and of pages nobody need look at but somebody shall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ

from collaboration.models import HumanTask
from configs.models import ThresholdProfile
from configs.profiles import frozen_profile, load_default_profile
from jobs import files
from jobs.files import source_name
from jobs.models import PDFJob, StateTransition
from outputs.scanners import retry_failed_imports
from outputs.services.audits import open_audits
from outputs.tasks import settle_job
from pipeline.models import Page
from pipeline.reading import Reader
from pipeline.receipts import failed_receipt
from pipeline.records import PageFailure
from pipeline.routing import is_audited
from pipeline.scanners import wake_for_waiting_pages
from pipeline.services.processing import review_reason
from pipeline.tasks import evaluate_job
from tests.pdfs import catalog
from tests.pipeline.test_claims import result_of
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)

Submit = Callable[[bytes], PDFJob]


def drain_with_retries() -> None:
    """Time passes: what waits after a failure is tried again."""
    for _ in range(4):
        drain()
        Page.objects.filter(status="AI_QUEUED").update(next_retry_at=None)
        wake_for_waiting_pages()
    drain()


def statuses(page: Page) -> list[str]:
    rows = StateTransition.objects.filter(entity_type="page", entity_id=str(page.pk)).order_by("id")
    return list(rows.values_list("to_status", flat=True))


def until_pages_wait(job: PDFJob) -> None:
    """Evaluated and fanned out, but no page read yet."""
    OrmQ.objects.get().delete()
    evaluate_job(str(job.pk))
    assert Page.objects.filter(job=job, status="AI_QUEUED").exists()


@pytest.mark.parametrize("ruin", ["gone", "no_pdf"])
def test_pages_of_a_file_nobody_can_open_are_dead_letters(submit: Submit, ruin: str) -> None:
    job = submit(catalog(pages=2))
    until_pages_wait(job)
    path = Path(default_storage.path(source_name(job.pk)))
    path.unlink() if ruin == "gone" else path.write_bytes(b"no PDF any more")

    drain_with_retries()

    job.refresh_from_db()
    assert (job.status, job.failed_pages) == ("PARTIAL_FAILED", [1, 2])
    assert not HumanTask.objects.exists()
    for page in Page.objects.all():
        assert statuses(page)[-5:] == ["AI_FAILED", "AI_QUEUED", "AI_PROCESSING", "AI_FAILED", "DEAD_LETTER"]
        assert (page.retry_count, page.features["review_reason"]) == (2, "source_gone")


def test_a_failing_page_is_tried_again_after_a_while_and_then_goes_to_a_person(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    job = submit(catalog(pages=2))
    until_pages_wait(job)
    read = Reader.read

    def fails_on_the_first_page(self: object, number: int) -> object:
        if number == 1:
            raise ValueError("unreadable")
        return read(self, number)

    monkeypatch.setattr("pipeline.reading.Reader.read", fails_on_the_first_page)
    drain()

    waiting = Page.objects.get(page_number=1)
    assert (waiting.status, waiting.retry_count) == ("AI_QUEUED", 1)
    assert waiting.next_retry_at > waiting.claimed_at
    drain_with_retries()

    page, job = Page.objects.get(page_number=1), PDFJob.objects.get()
    assert (page.status, page.features["review_reason"]) == ("HUMAN_QUEUED", "ai_failed")
    assert page.validation_errors == ["ValueError: unreadable"]
    assert HumanTask.objects.get().page_number == 1
    assert (job.status, job.human_pages, job.ai_pages, job.completion_source) == ("PARTIAL_IMPORTED", [1], [2], "HYBRID")


def test_a_delivery_that_failed_is_made_good(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    job = submit(catalog(pages=1))
    put = files.put
    broken = [True]

    def full_disk(name: str, data: bytes) -> None:
        if "/imports/" in name and broken[0]:
            raise OSError("disk full")
        put(name, data)

    monkeypatch.setattr(files, "put", full_disk)
    drain()
    job.refresh_from_db()
    assert (job.status, Page.objects.get().status) == ("PARTIAL_FAILED", "IMPORT_FAILED")

    broken[0] = False
    assert retry_failed_imports() == 1
    drain()

    job.refresh_from_db()
    assert (job.status, Page.objects.get().status, job.failed_pages) == ("FULL_IMPORTED", "IMPORTED_CONFIRMED", [])


def test_in_auto_only_failures_and_what_is_unaccounted_for_ask_for_a_person() -> None:
    load_default_profile()
    profile, auto, hybrid = frozen_profile("default:1"), PDFJob(route="AUTO"), PDFJob(route="HYBRID")
    good = result_of(1)
    doubtful = replace(good, confidence=0.1)
    failed = replace(good, failures=(PageFailure("extract", "ValueError", "x"),))
    lost = replace(good, features={"unaccounted": 2})
    incomplete = replace(good, receipt=failed_receipt(PageFailure("images", "OSError", "x")))

    assert [review_reason(result, auto, profile) for result in (good, doubtful)] == [None, None]
    assert review_reason(doubtful, hybrid, profile) == "low_confidence"
    for job in (auto, hybrid):
        found = [review_reason(result, job, profile) for result in (failed, lost, incomplete)]
        assert found == ["extract:ValueError", "unaccounted", "receipt_failed"]


def test_a_page_with_something_unaccounted_for_goes_to_a_person(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    job = submit(catalog(pages=1))
    until_pages_wait(job)
    monkeypatch.setattr("pipeline.reading.unaccounted", lambda content, receipt: list(content.lines[:1]))

    drain()

    assert Page.objects.get().status == "HUMAN_QUEUED"
    assert HumanTask.objects.get().context["reason"] == "unaccounted"
    assert "AI_COMPLETED" not in statuses(Page.objects.get())


@pytest.fixture
def _everything_is_audited() -> None:
    load_default_profile()
    ThresholdProfile.objects.update(extraction_settings={"sku_granularity": "model_color", "audit_sample_rate": 1.0})
    frozen_profile.cache_clear()
    yield
    frozen_profile.cache_clear()


@pytest.mark.usefixtures("_everything_is_audited")
def test_the_audit_sample_is_shown_to_a_person_without_delaying_the_job(submit: Submit) -> None:
    job = submit(catalog(pages=2, blanks=1))

    drain()

    job.refresh_from_db()
    assert (job.status, job.completion_source, job.human_pages) == ("FULL_IMPORTED", "AI_ONLY", [])
    tasks = HumanTask.objects.filter(job=job).order_by("page_number")
    assert [(task.page_number, task.task_type, task.context["audit"]) for task in tasks] == [
        (1, "CLASSIFICATION_REVIEW", True),
        (2, "CLASSIFICATION_REVIEW", True),
    ]
    assert tasks[0].context["ai_result"]["skus"]
    assert open_audits(job) == []


def test_the_sample_is_the_share_that_was_asked_for() -> None:
    job = PDFJob()

    chosen = [number for number in range(1, 5001) if is_audited(job.pk, number, 0.02)]

    assert 60 <= len(chosen) <= 140
    assert chosen == [number for number in range(1, 5001) if is_audited(job.pk, number, 0.02)]
    assert not any(is_audited(job.pk, number, 0.0) for number in range(1, 500))


def test_who_finds_a_job_being_settled_leaves_it_and_comes_back(submit: Submit) -> None:
    job = submit(catalog(pages=1))
    until_pages_wait(job)
    OrmQ.objects.all().delete()
    with psycopg.connect(**connection.get_connection_params()) as somebody_else:
        somebody_else.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [f"pdf_sku:settle:{job.pk}"])

        settle_job(str(job.pk))

        messages = [message for message in OrmQ.objects.all() if message.task["func"] == "outputs.tasks.settle_job"]
        assert [message.task["args"] for message in messages] == [(str(job.pk),)]
        assert messages[0].lock > timezone.now()

    drain()

    job.refresh_from_db()
    assert job.status == "FULL_IMPORTED"
