"""Opening tasks: a page that needs a person gets one, with all that the person should see."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from collaboration.models import HumanTask
from collaboration.sla import TIME_TO_DO
from jobs.models import PDFJob
from jobs.transitions import record_creations
from pdfsku.shared.choices import HumanTaskType, PageStatus, TaskPriority, TaskStatus
from pipeline.models import Page

_OPEN = (TaskStatus.CREATED, TaskStatus.ASSIGNED, TaskStatus.PROCESSING, TaskStatus.EXPIRED)


def pages_without_task() -> QuerySet[Page]:
    """Pages that wait for a person whom nobody has asked yet."""
    asked = HumanTask.objects.filter(job=OuterRef("job"), page_number=OuterRef("page_number"), status__in=_OPEN)
    return Page.objects.filter(~Exists(asked), status=PageStatus.HUMAN_QUEUED)


def open_tasks(job: PDFJob, *, priority: TaskPriority = TaskPriority.NORMAL) -> list[HumanTask]:
    """One open task per waiting page of a job."""
    return _open(job, priority) if pages_without_task().filter(job=job).exists() else []


@transaction.atomic
def _open(job: PDFJob, priority: TaskPriority) -> list[HumanTask]:
    """The job is locked, so that a message that comes twice opens nothing twice."""
    PDFJob.objects.select_for_update(no_key=True).only("pk").get(pk=job.pk)
    due = timezone.now() + TIME_TO_DO[priority]
    tasks = HumanTask.objects.bulk_create(
        HumanTask(
            job=job,
            page_number=page.page_number,
            task_type=HumanTaskType.PAGE_PROCESS,
            priority=priority,
            context=task_context(page),
            timeout_at=due,
        )
        for page in pages_without_task().filter(job=job).order_by("page_number")
    )
    record_creations(tasks, reason="page_needs_person")
    return tasks


def task_context(page: Page) -> dict[str, Any]:
    """What the annotator's screen shows: the picture, what the machine read, and why it asks."""
    return {
        "screenshot_url": f"/api/v1/jobs/{page.job_id}/pages/{page.page_number}/screenshot",
        "ai_result": page.product_description,
        "cross_page_table": page.table_continuation_from,
        "reason": (page.features or {}).get("review_reason"),
        "page_confidence": page.page_confidence,
        "validation_errors": page.validation_errors or [],
    }
