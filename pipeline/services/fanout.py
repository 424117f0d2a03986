"""A job becomes pages, and pages become messages that wake workers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction

from jobs import events
from jobs.models import PDFJob
from jobs.transitions import move_many, record_creations
from pdfsku.shared.bulk import insert_rows
from pdfsku.shared.choices import PageStatus, SSEEventType
from pdfsku.shared.tasks import enqueue
from pipeline.models import Page
from pipeline.services.waking import wake_workers

PAGES_PER_EVENT = 50


def open_pages(job: PDFJob) -> None:
    """Write the pages of a job: the blank ones are done, the others wait for a worker. In the caller's transaction."""
    pages = _create_pages(job)
    blank = set(job.blank_pages or [])
    _mark_blank(job, [page for page in pages if page.page_number in blank])
    waiting = [page for page in pages if page.page_number not in blank]
    move_many(waiting, "queue_for_ai")
    wake_workers()
    if not waiting:
        enqueue("outputs.tasks.settle_job", str(job.pk))


@transaction.atomic
def open_for_people(job: PDFJob) -> None:
    """Every page of a job that people do alone becomes a task."""
    pages = _create_pages(job)
    move_many(pages, "queue_for_people", reason=job.degrade_reason)
    enqueue("outputs.tasks.settle_job", str(job.pk))
    PDFJob.objects.filter(pk=job.pk).update(human_pages=[page.page_number for page in pages])


def wake_for(job: PDFJob) -> None:
    """Wake workers for what a job still has waiting: after a requeue, or when messages were lost."""
    waiting = Page.objects.filter(job=job, status=PageStatus.AI_QUEUED).exists()
    wake_workers()
    if not waiting:
        enqueue("outputs.tasks.settle_job", str(job.pk))


def _create_pages(job: PDFJob) -> list[Page]:
    """Those that are not there yet: a repeated call adds nothing."""
    known = set(Page.objects.filter(job=job).values_list("page_number", flat=True))
    missing = [Page(job=job, page_number=number) for number in range(1, job.total_pages + 1) if number not in known]
    pages = insert_rows(missing)
    record_creations(pages, reason="job_opened")
    return pages


def _mark_blank(job: PDFJob, pages: Sequence[Page]) -> None:
    move_many(pages, "mark_blank", reason="prescan")
    events.publish(
        [
            events.new_event(
                SSEEventType.PAGES_BATCH_UPDATE,
                job=job,
                payload=events.pages_batch_update([(page.page_number, page.status) for page in group]),
            )
            for group in _groups(pages)
        ]
    )


def _groups(pages: Sequence[Page]) -> Iterator[Sequence[Page]]:
    return (pages[start : start + PAGES_PER_EVENT] for start in range(0, len(pages), PAGES_PER_EVENT))
