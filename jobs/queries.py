"""Reading jobs: whose, in which order, with what progress and which hint."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.models import OutboxEvent, PDFJob, StateTransition
from pdfsku.accounts.models import User
from pdfsku.shared.choices import JobInternalStatus, JobUserStatus, PageStatus
from pdfsku.shared.errors import REGISTRY, Code, Failure

_WAITING = (PageStatus.PENDING, PageStatus.AI_QUEUED, PageStatus.AI_PROCESSING, PageStatus.AI_FAILED)
_WITH_PEOPLE = (PageStatus.HUMAN_QUEUED, PageStatus.HUMAN_PROCESSING)
_TROUBLES = (PageStatus.AI_FAILED, PageStatus.DEAD_LETTER, PageStatus.IMPORT_FAILED)
RATE_WINDOW = timedelta(minutes=5)


def jobs_visible_to(user: User) -> QuerySet[PDFJob]:
    return PDFJob.objects.visible_to(user).select_related("merchant")  # type: ignore[attr-defined, no-any-return]


def job_visible_to(user: User, job_id: uuid.UUID) -> PDFJob:
    """The job, or NOT_FOUND: a foreign one and a missing one look the same."""
    job = jobs_visible_to(user).filter(pk=job_id).first()
    if job is None:
        raise Failure(Code.NOT_FOUND)
    return job


@dataclass(frozen=True)
class Progress:
    """How far a job is. Pages with a person count as not done."""

    total_pages: int
    done_pages: int
    waiting_pages: int
    human_pages: int
    failed_pages: int
    percent: float
    pages_per_minute: float | None
    seconds_left: float | None


def progress_of(job: PDFJob) -> Progress:
    """Counted from the pages themselves, the latest attempt of each."""
    counts, recent = _page_counts(job)
    waiting = sum(counts.get(status, 0) for status in _WAITING)
    people = sum(counts.get(status, 0) for status in _WITH_PEOPLE)
    total = max(job.total_pages, sum(counts.values()))
    if not counts:
        waiting = 0 if job.is_ended else total
    done = total - waiting - people if counts else 0
    if job.status == JobInternalStatus.FULL_IMPORTED:
        done, waiting, people = total, 0, 0
    rate = _pages_per_minute(job, recent)
    return Progress(
        total_pages=total,
        done_pages=done,
        waiting_pages=waiting,
        human_pages=people,
        failed_pages=counts.get(PageStatus.DEAD_LETTER, 0) + counts.get(PageStatus.IMPORT_FAILED, 0),
        percent=round(100 * done / total, 1) if total else 100.0,
        pages_per_minute=rate,
        seconds_left=round(60 * waiting / rate, 1) if rate and waiting else (0.0 if not waiting else None),
    )


def running_progress(jobs: Sequence[PDFJob]) -> dict[uuid.UUID, Progress]:
    """How far those of the jobs are whose pages are being read: one query for a whole list, without rates."""
    running = [job.pk for job in jobs if job.status == JobInternalStatus.PROCESSING]
    if not running:
        return {}
    is_open, is_human = Q(pages__status__in=_WAITING), Q(pages__status__in=_WITH_PEOPLE)
    counts = PDFJob.objects.filter(pk__in=running).annotate(
        open_pages=Count("pages__page_number", filter=is_open, distinct=True),
        people_pages=Count("pages__page_number", filter=is_human, distinct=True),
    )
    return {row.pk: _counted(row.total_pages, row.open_pages, row.people_pages) for row in counts.order_by().defer("processing_trace")}


def _counted(total: int, waiting: int, people: int) -> Progress:
    done = max(0, total - waiting - people)
    percent = round(100 * done / total, 1) if total else 100.0
    return Progress(total, done, waiting, people, failed_pages=0, percent=percent, pages_per_minute=None, seconds_left=None)


def _page_counts(job: PDFJob) -> tuple[dict[str, int], int]:
    """Pages by status, and how many of them workers have begun and done since the rate's window opened."""
    # The reverse relation: `pages` belong to the pipeline, which is above this app.
    latest = job.pages.order_by("page_number", "-attempt_no").distinct("page_number").values("pk")  # type: ignore[attr-defined]
    begun = Count("pk", filter=Q(claimed_at__gte=_window(job)[0]))
    rows = list(job.pages.filter(pk__in=latest).values_list("status").annotate(count=Count("pk"), begun=begun))  # type: ignore[attr-defined]
    return {status: count for status, count, _begun in rows}, sum(done for status, _count, done in rows if status not in _WAITING)


def _window(job: PDFJob) -> tuple[datetime, datetime]:
    """What the rate is measured over: all of an ended job, else the last minutes, so that an interruption is soon forgotten."""
    end = job.process_completed_at or timezone.now()
    begun = job.process_started_at or end
    return (begun if job.process_completed_at else max(begun, end - RATE_WINDOW)), end


def _pages_per_minute(job: PDFJob, recent: int) -> float | None:
    """Pages that a worker read: blank ones took no time, and people are not the machine."""
    begun, end = _window(job)
    minutes = (end - begun).total_seconds() / 60
    return round(recent / minutes, 1) if recent and minutes > 0 else None


def action_hint(job: PDFJob, progress: Progress | None = None) -> str:
    """What the merchant can do or expect now (data dictionary §4.1)."""
    match job.user_status:
        case JobUserStatus.PROCESSING:
            if job.status != JobInternalStatus.PROCESSING:
                return _("Waiting to be processed…")
            done = progress.done_pages if progress else len(job.ai_pages or []) + len(job.blank_pages or [])
            return _("AI at work (page %(n)d of %(total)d)") % {"n": min(done + 1, job.total_pages), "total": job.total_pages}
        case JobUserStatus.PARTIAL_SUCCESS:
            return _("Partly done, %(k)d pages wait for people") % {"k": _pages_with_people(job, progress)}
        case JobUserStatus.COMPLETED:
            return _("The result can be downloaded")
        case JobUserStatus.NEEDS_MANUAL:
            return _("Please see the annotation queue (%(k)d tasks)") % {"k": _pages_with_people(job, progress)}
        case _:
            return error_message(job)


def _pages_with_people(job: PDFJob, progress: Progress | None) -> int:
    return progress.human_pages if progress else len(job.human_pages or [])


def error_message(job: PDFJob) -> str:
    """What went wrong, in the reader's language where the registry knows the code."""
    if job.error_code and job.error_code in Code.__members__:
        return str(REGISTRY[Code(job.error_code)].message)
    known = {
        JobInternalStatus.EVAL_FAILED: _("The evaluation failed; the file was handed to people."),
        JobInternalStatus.ORPHANED: _("The worker was lost; the job will go on by itself."),
        JobInternalStatus.CANCELLED: _("The job was cancelled."),
    }
    return str(known.get(JobInternalStatus(job.status), job.error_message or ""))


def timeline_of(job: PDFJob) -> list[dict[str, object]]:
    """What happened to the job, oldest first: its transitions, its events, and what went wrong with its pages."""
    entries = [*_moves_of(job), *_events_of(job), *_page_troubles_of(job)]
    return sorted(entries, key=lambda entry: entry["time"])  # type: ignore[arg-type, return-value]


def _moves_of(job: PDFJob) -> Iterator[dict[str, object]]:
    for row in StateTransition.objects.filter(entity_type="job", entity_id=str(job.pk)).order_by("id"):
        yield {"time": row.timestamp, "kind": "transition", **_move(row)}


def _events_of(job: PDFJob) -> Iterator[dict[str, object]]:
    for row in OutboxEvent.objects.filter(aggregate_type="job", aggregate_id=str(job.pk)).order_by("id"):
        yield {"time": row.created_at, "kind": "event", "type": row.event_type, "data": row.payload_json}


def _page_troubles_of(job: PDFJob) -> Iterator[dict[str, object]]:
    """Failed reads and deliveries have no event of their own."""
    pages = job.pages  # type: ignore[attr-defined]
    numbers = {str(pk): number for pk, number in pages.values_list("pk", "page_number")}
    rows = StateTransition.objects.filter(entity_type="page", entity_id__in=list(numbers), to_status__in=_TROUBLES).order_by("id")
    for row in rows:
        yield {"time": row.timestamp, "kind": "page", "page_no": numbers[row.entity_id], **_move(row)}


def _move(row: StateTransition) -> dict[str, object]:
    return {"from": row.from_status, "to": row.to_status, "trigger": row.trigger, "by": row.operator}
