"""Opening tasks: a page that needs a person gets one, with all that the person should see."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from collaboration.models import HumanTask
from collaboration.sla import TIME_TO_DO
from jobs.transitions import record_creation
from pdfsku.shared.choices import HumanTaskType, PageStatus, TaskPriority, TaskStatus
from pipeline.models import Page

_OPEN = (TaskStatus.CREATED, TaskStatus.ASSIGNED, TaskStatus.PROCESSING, TaskStatus.EXPIRED)


@transaction.atomic
def open_task(page: Page, *, reason: str, priority: TaskPriority = TaskPriority.NORMAL) -> HumanTask | None:
    """One open task per page: a message that comes twice opens nothing twice."""
    Page.objects.select_for_update(no_key=True).get(pk=page.pk)
    if page.status != PageStatus.HUMAN_QUEUED or _has_open_task(page):
        return None
    task = HumanTask.objects.create(
        job=page.job,
        page_number=page.page_number,
        task_type=HumanTaskType.PAGE_PROCESS,
        priority=priority,
        context=task_context(page, reason),
        timeout_at=timezone.now() + TIME_TO_DO[priority],
    )
    record_creation(task, reason=reason)
    return task


def task_context(page: Page, reason: str) -> dict[str, Any]:
    """What the annotator's screen shows: the picture, what the machine read, and why it asks."""
    return {
        "screenshot_url": f"/api/v1/jobs/{page.job_id}/pages/{page.page_number}/screenshot",
        "ai_result": page.product_description,
        "cross_page_table": page.table_continuation_from,
        "reason": reason,
        "page_confidence": page.page_confidence,
        "validation_errors": page.validation_errors or [],
    }


def _has_open_task(page: Page) -> bool:
    return HumanTask.objects.filter(job=page.job_id, page_number=page.page_number, status__in=_OPEN).exists()
