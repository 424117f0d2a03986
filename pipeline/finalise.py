"""The outcome of a job follows from its pages (INV-04): what was imported, what waits for people, what failed."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db import transaction
from django.db.models import BigIntegerField, F, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone

from jobs.models import PDFJob
from jobs.models.jobs import NO_TOKENS
from jobs.transitions import StaleState, move
from pdfsku.shared.choices import CompletionSource, JobInternalStatus, PageStatus, RouteDecision
from pipeline.models import SKU, Image, Page

IMPORTED = (PageStatus.IMPORTED_CONFIRMED, PageStatus.IMPORTED_ASSUMED)
WITH_PEOPLE = (PageStatus.HUMAN_QUEUED, PageStatus.HUMAN_PROCESSING, PageStatus.HUMAN_COMPLETED)
LOST = (PageStatus.DEAD_LETTER, PageStatus.IMPORT_FAILED)
SETTLED = (*IMPORTED, *WITH_PEOPLE, *LOST, PageStatus.BLANK, PageStatus.SKIPPED)


def finalise_job(job: PDFJob) -> bool:
    """End the machine's part of a job once none of its pages waits for the machine; True if this call moved it."""
    numbers = pages_by_status(job)
    if sum(len(found) for found in numbers.values()) < job.total_pages or set(numbers) - set(SETTLED):
        return False
    edge = _edge(job, numbers)
    if edge is None:
        return False
    try:
        with transaction.atomic():
            while edge is not None:
                move(job, edge, reason="pages_settled", **_account(job, numbers))
                edge = _edge(job, numbers)
    except StaleState:
        return False
    return True


def pages_by_status(job: PDFJob) -> dict[str, list[int]]:
    """Page numbers by the status of their latest attempt."""
    latest = Page.objects.filter(job=job).order_by("page_number", "-attempt_no").distinct("page_number")
    numbers: dict[str, list[int]] = defaultdict(list)
    for number, status in latest.values_list("page_number", "status"):
        numbers[status].append(number)
    return dict(numbers)


def _edge(job: PDFJob, numbers: dict[str, list[int]]) -> str | None:
    """The job's next step; none if it stands where its pages say."""
    is_whole = not any(status in numbers for status in (*WITH_PEOPLE, *LOST))
    has_lost = any(status in numbers for status in LOST)
    if job.status == JobInternalStatus.PARTIAL_FAILED:
        # What had failed was delivered after all, or people have it.
        return None if has_lost else "hand_failed_pages_over"
    if job.status == JobInternalStatus.PROCESSING:
        if has_lost:
            return "fail_partly"
        return "import_fully" if is_whole else "import_partly"
    if job.status in (JobInternalStatus.PARTIAL_IMPORTED, JobInternalStatus.DEGRADED_HUMAN) and is_whole:
        return "import_fully"
    return None


def _account(job: PDFJob, numbers: dict[str, list[int]]) -> dict[str, Any]:
    """The job's own figures, counted from what is there."""
    human = sorted(_processed_by_people(job) | {number for status in WITH_PEOPLE for number in numbers.get(status, [])})
    machine = sorted({number for status in IMPORTED for number in numbers.get(status, [])} - set(human))
    return {
        "blank_pages": sorted(numbers.get(PageStatus.BLANK, [])),
        "skipped_pages": sorted(numbers.get(PageStatus.SKIPPED, [])),
        "failed_pages": sorted(number for status in LOST for number in numbers.get(status, [])),
        "human_pages": human,
        "ai_pages": machine,
        "total_skus": SKU.objects.filter(job=job, superseded=False).count(),
        "total_images": Image.objects.filter(job=job).count(),
        **_use(job),
        "completion_source": _source(job, human, machine),
        "process_completed_at": timezone.now(),
    }


def _use(job: PDFJob) -> dict[str, Any]:
    """Time and tokens, summed over all attempts at all pages."""
    tokens, calls = (Sum(Cast(KT(f"features__trace__{name}"), BigIntegerField())) for name in ("tokens", "calls"))
    spent = Page.objects.filter(job=job).aggregate(ms=Sum(F("parse_time_ms")), tokens=tokens, calls=calls)
    known = {**NO_TOKENS, **(job.token_consumption or {})}
    consumption = {**known, "process_tokens": spent["tokens"] or 0, "total_api_calls": spent["calls"] or 0}
    return {"parse_time_ms": spent["ms"] or 0, "token_consumption": consumption}


def _processed_by_people(job: PDFJob) -> set[int]:
    return set(Page.objects.filter(job=job, processed_by__startswith="user:").values_list("page_number", flat=True))


def _source(job: PDFJob, human: list[int], machine: list[int]) -> CompletionSource:
    if job.route == RouteDecision.HUMAN_ALL:
        return CompletionSource.DEGRADED_HUMAN
    if not human:
        return CompletionSource.AI_ONLY
    return CompletionSource.HYBRID if machine else CompletionSource.HUMAN_ONLY
