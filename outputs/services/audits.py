"""The audit sample (SPEC 19): a share of the pages that were imported without a person is shown to one afterwards.

The job's outcome does not wait for it. Only from this sample come the error rates that previews and calibration show.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from collaboration.models import HumanTask
from collaboration.services.dispatch import task_context
from collaboration.sla import TIME_TO_DO
from configs.profiles import frozen_profile
from jobs import events
from jobs.models import PDFJob
from jobs.transitions import record_creations
from pdfsku.shared.choices import HumanTaskType, SSEEventType, TaskPriority
from pipeline.finalise import IMPORTED
from pipeline.models import Page
from pipeline.routing import is_audited


def open_audits(job: PDFJob) -> list[HumanTask]:
    """A task for each imported page that the hash chose and nobody was asked about yet."""
    rate = frozen_profile(job.frozen_config_version or "").audit_sample_rate
    chosen = [number for number in range(1, job.total_pages + 1) if is_audited(job.pk, number, rate)]
    return _open(job, chosen) if chosen and _unasked(job, chosen).exists() else []


def _unasked(job: PDFJob, chosen: list[int]) -> QuerySet[Page]:
    asked = HumanTask.objects.filter(job=job, page_number__in=chosen).values("page_number")
    return Page.objects.filter(job=job, page_number__in=chosen, status__in=IMPORTED).exclude(page_number__in=asked)


@transaction.atomic
def _open(job: PDFJob, chosen: list[int]) -> list[HumanTask]:
    PDFJob.objects.select_for_update(no_key=True).only("pk").get(pk=job.pk)
    due = timezone.now() + TIME_TO_DO[TaskPriority.NORMAL]
    tasks = HumanTask.objects.bulk_create(
        HumanTask(
            job=job,
            page_number=page.page_number,
            task_type=HumanTaskType.CLASSIFICATION_REVIEW,
            priority=TaskPriority.NORMAL,
            context={**task_context(page), "audit": True},
            timeout_at=due,
        )
        for page in _unasked(job, chosen).order_by("page_number")
    )
    record_creations(tasks, reason="audit_sample")
    asked = {"task_count": len(tasks), "priority": TaskPriority.NORMAL, "page_no": None, "reason": "audit_sample"}
    events.publish([events.new_event(SSEEventType.HUMAN_NEEDED, job=job, payload=asked)])
    return tasks
