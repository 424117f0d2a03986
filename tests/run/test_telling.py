"""What a job tells while it runs and afterwards: events, timeline, progress, counters."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from collaboration.models import HumanTask
from configs.models import ThresholdProfile
from configs.profiles import frozen_profile, load_default_profile
from jobs.models import OutboxEvent, PDFJob
from jobs.queries import progress_of, timeline_of
from jobs.services.cancellation import cancel_job
from jobs.transitions import move
from pdfsku.shared.errors import Failure
from pipeline.finalise import finalise_job
from pipeline.machines import PAGE
from pipeline.models import Page
from pipeline.reading import Reader
from tests.client import client_of
from tests.factories import JobFactory, PageFactory, UserFactory
from tests.pdfs import blank_catalog, catalog
from tests.queue import drain
from tests.run.test_outcomes import drain_with_retries, until_pages_wait

pytestmark = pytest.mark.django_db(transaction=True)

Submit = Callable[[bytes], PDFJob]


def told(kind: str) -> list[dict[str, object]]:
    return [event.payload_json for event in OutboxEvent.objects.filter(event_type=kind).order_by("id")]


def test_a_run_emits_what_happened(submit: Submit) -> None:
    job = submit(catalog(pages=2, blanks=2))

    drain()

    assert [payload["pages"] for payload in told("pages_batch_update")] == [
        [{"page_no": 3, "status": "BLANK"}, {"page_no": 4, "status": "BLANK"}]
    ]
    done = [(payload["page_no"], payload["status"]) for payload in told("page_completed")]
    assert sorted(done) == [(page, status) for page in (1, 2) for status in ("AI_COMPLETED", "IMPORTED_CONFIRMED")]
    (end,) = told("job_completed")
    assert (end["status"], end["total_skus"], end["completion_source"]) == ("FULL_IMPORTED", 12, "AI_ONLY")
    assert end["duration_sec"] > 0
    assert all(payload["job_id"] == str(job.pk) for payload in (*told("page_completed"), end))


def test_every_failure_of_a_job_is_told(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = submit(catalog(pages=1))
    cancel_job(cancelled, actor="somebody")
    with pytest.raises(Failure, match="INVALID_MIME"):
        submit(b"no PDF")
    submit(catalog(pages=1, title="fails"))
    monkeypatch.setattr("pipeline.services.evaluating.evaluate_document", lambda *_, **__: 1 / 0)

    drain()

    assert [payload["status"] for payload in told("job_failed")] == ["CANCELLED", "REJECTED", "EVAL_FAILED"]
    assert told("job_failed")[2]["error_message"] == "ZeroDivisionError: division by zero"
    assert told("human_needed")[-1]["reason"] == "eval_failed"


def test_people_are_told_of_blank_files_and_of_the_audit_sample(submit: Submit) -> None:
    load_default_profile()
    ThresholdProfile.objects.update(extraction_settings={"sku_granularity": "model_color", "audit_sample_rate": 1.0})
    frozen_profile.cache_clear()
    submit(blank_catalog(pages=2))
    submit(catalog(pages=2))

    drain()
    frozen_profile.cache_clear()

    needs = [(payload["reason"], payload["task_count"]) for payload in told("human_needed")]
    assert ("audit_sample", 2) in needs
    assert sum(count for _, count in needs) == HumanTask.objects.count() == 4


def test_a_timeline_tells_moves_events_and_troubles_in_order(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    job = submit(catalog(pages=2))
    until_pages_wait(job)
    read, failed = Reader.read, []

    def fails_once(self: Reader, number: int) -> object:
        if number == 2 and not failed:
            failed.append(number)
            raise ValueError("unreadable")
        return read(self, number)

    monkeypatch.setattr("pipeline.reading.Reader.read", fails_once)
    drain_with_retries()

    entries = client_of(UserFactory(merchant=job.merchant)).get(f"/api/v1/jobs/{job.pk}/timeline").json()["entries"]

    moves = [entry["to"] for entry in entries if entry["kind"] == "transition"]
    assert moves == ["UPLOADED", "EVALUATING", "EVALUATED", "PROCESSING", "FULL_IMPORTED"]
    assert [entry["type"] for entry in entries if entry["kind"] == "event"][-1] == "job_completed"
    (trouble,) = [entry for entry in entries if entry["kind"] == "page"]
    assert (trouble["page_no"], trouble["to"], trouble["trigger"]) == (2, "AI_FAILED", "ValueError: unreadable")
    times = [entry["time"] for entry in entries]
    assert times == sorted(times)


def test_the_timeline_of_a_large_job_has_its_end() -> None:
    job = JobFactory(processing=True)
    OutboxEvent.objects.bulk_create(
        OutboxEvent(event_type="page_completed", aggregate_type="job", aggregate_id=str(job.pk), payload_json={"page_no": number})
        for number in range(2500)
    )
    move(job, "import_fully")

    entries = timeline_of(job)

    assert {entry.get("type") for entry in entries[-2:]} >= {"job_completed"}
    assert sum(entry["kind"] == "event" for entry in entries) == 2501


def way_to(status: str) -> tuple[str, ...]:
    """The shortest legal way of a page to a state."""
    ways: dict[str, tuple[str, ...]] = {"PENDING": ()}
    while status not in ways:
        ways |= {
            edge.target: (*ways[source], edge.name)
            for edge in PAGE.edges
            for source in edge.sources
            if source in ways and edge.target not in ways
        }
    return ways[status]


def page_in(job: PDFJob, number: int, status: str, *, claimed: timedelta | None = None) -> None:
    page = PageFactory(job=job, page_number=number)
    for edge in way_to(status):
        move(page, edge)
    if claimed is not None:
        Page.objects.filter(pk=page.pk).update(claimed_at=timezone.now() - claimed)


def test_progress_counts_what_workers_did_lately() -> None:
    """An hour of rest and a hundred blank pages say nothing about how fast the rest will be read."""
    job = JobFactory(processing=True, total_pages=30, process_started_at=timezone.now() - timedelta(hours=1))
    for number in range(1, 11):
        page_in(job, number, "BLANK")
    for number in range(11, 16):
        page_in(job, number, "AI_COMPLETED", claimed=timedelta(minutes=50))
    for number in range(16, 26):
        page_in(job, number, "AI_COMPLETED", claimed=timedelta(minutes=2))
    page_in(job, 26, "HUMAN_QUEUED", claimed=timedelta(minutes=2))
    for number in range(27, 31):
        page_in(job, number, "AI_QUEUED")

    progress = progress_of(PDFJob.objects.get())

    assert (progress.total_pages, progress.done_pages, progress.waiting_pages, progress.human_pages) == (30, 25, 4, 1)
    assert progress.percent == 83.3
    # Eleven pages within the window of five minutes.
    assert progress.pages_per_minute == 2.2
    assert progress.seconds_left == pytest.approx(60 * 4 / 2.2, abs=1)


def test_an_ended_job_accounts_for_pages_times_and_tokens(submit: Submit) -> None:
    job = submit(catalog(pages=2, blanks=1))
    until_pages_wait(job)
    drain()
    Page.objects.filter(page_number=1).update(features={"trace": {"tokens": 120, "calls": 2}})
    Page.objects.filter(page_number=2).update(features={"trace": {"tokens": 30, "calls": 1}})
    spent = sum(Page.objects.values_list("parse_time_ms", flat=True))
    # The same pages under a job that was not ended yet.
    again = JobFactory(processing=True, total_pages=3, route="AUTO", process_started_at=timezone.now())
    Page.objects.update(job=again)

    assert finalise_job(again)

    again.refresh_from_db()
    assert (again.status, again.completion_source) == ("FULL_IMPORTED", "AI_ONLY")
    assert (again.ai_pages, again.blank_pages, again.human_pages, again.failed_pages) == ([1, 2], [3], [], [])
    assert again.token_consumption == {"eval_tokens": 0, "process_tokens": 150, "total_api_calls": 3}
    assert again.parse_time_ms == spent > 0
    job.refresh_from_db()
    assert job.eval_started_at < job.eval_completed_at <= job.process_started_at < job.process_completed_at


@pytest.mark.parametrize(
    ("pages", "route", "outcome"),
    [
        (("IMPORTED_CONFIRMED", "BLANK"), "AUTO", ("FULL_IMPORTED", "AI_ONLY")),
        (("IMPORTED_ASSUMED", "SKIPPED"), "AUTO", ("FULL_IMPORTED", "AI_ONLY")),
        (("IMPORTED_CONFIRMED", "HUMAN_QUEUED"), "HYBRID", ("PARTIAL_IMPORTED", "HYBRID")),
        (("HUMAN_QUEUED", "HUMAN_PROCESSING"), "HYBRID", ("PARTIAL_IMPORTED", "HUMAN_ONLY")),
        (("IMPORTED_CONFIRMED", "DEAD_LETTER"), "AUTO", ("PARTIAL_FAILED", "AI_ONLY")),
        (("IMPORTED_CONFIRMED", "IMPORT_FAILED"), "AUTO", ("PARTIAL_FAILED", "AI_ONLY")),
        (("IMPORTED_CONFIRMED", "AI_QUEUED"), "AUTO", ("PROCESSING", None)),
        (("IMPORTED_CONFIRMED", "AI_PROCESSING"), "AUTO", ("PROCESSING", None)),
        (("IMPORTED_CONFIRMED", "AI_COMPLETED"), "AUTO", ("PROCESSING", None)),
        (("IMPORTED_CONFIRMED",), "AUTO", ("PROCESSING", None)),
    ],
)
def test_the_outcome_of_a_job_follows_from_its_pages(pages: tuple[str, ...], route: str, outcome: tuple[str, str | None]) -> None:
    """INV-04."""
    job = JobFactory(processing=True, total_pages=2, route=route)
    for number, status in enumerate(pages, 1):
        page_in(job, number, status)

    finalise_job(job)

    job = PDFJob.objects.get()
    assert (job.status, job.completion_source) == outcome
