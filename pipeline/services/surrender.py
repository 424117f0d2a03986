"""A job that lost its workers too often: what is done stays done, the rest goes to people."""

from __future__ import annotations

from django.db import transaction

from jobs.models import PDFJob
from jobs.transitions import move
from pdfsku.shared.choices import DegradeReason, JobInternalStatus, PageStatus, RouteDecision
from pdfsku.shared.tasks import enqueue
from pipeline.models import Page
from pipeline.services.failures import give_to_people

_WITH_MACHINE = (PageStatus.AI_QUEUED, PageStatus.AI_PROCESSING, PageStatus.AI_FAILED)


@transaction.atomic
def give_up_on_machine(job: PDFJob) -> None:
    if job.status == JobInternalStatus.EVALUATING:
        payload = {"task_count": job.total_pages, "priority": "HIGH", "page_no": None, "reason": "workers_lost"}
        move(
            job, "degrade", reason="workers_lost", payload=payload, route=RouteDecision.HUMAN_ALL, degrade_reason=DegradeReason.EVAL_FAILED
        )
        enqueue("pipeline.tasks.open_for_people", str(job.pk))
        return
    pages = Page.objects.select_for_update(no_key=True, of=("self",)).select_related("job")
    for page in pages.filter(job=job, status__in=_WITH_MACHINE).order_by("pk"):
        if page.status == PageStatus.AI_QUEUED:
            move(page, "begin_ai", reason="workers_lost", worker_id=None, claim_no=page.claim_no + 1)
        if page.status == PageStatus.AI_PROCESSING:
            move(page, "fail_ai", reason="workers_lost")
        give_to_people(page, reason="workers_lost")
    enqueue("outputs.tasks.settle_job", str(job.pk))
