"""What keeps the pages moving when a worker, a message or a machine was lost."""

from __future__ import annotations

import logging
import socket
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.models import PDFJob, WorkerHeartbeat
from pdfsku.shared.choices import JobInternalStatus, PageStatus, WorkerStatus
from pdfsku.shared.tasks import enqueue
from pipeline.claims import STOPPING, expire_leases, hand_back, take_from_lost_worker
from pipeline.models import Page
from pipeline.roster import process_lives
from pipeline.services.waking import wake_workers

logger = logging.getLogger(__name__)

STALE = timedelta(seconds=60)
_AT_WORK = (JobInternalStatus.EVALUATING, JobInternalStatus.PROCESSING)


def expire_silent_leases() -> None:
    if expired := expire_leases():
        logger.warning("pages taken back from silent workers", extra={"pages": expired})
        wake_workers()


def wake_for_waiting_pages() -> int:
    """What is to be done stands in `pages`: if messages were lost, new ones are written."""
    return wake_workers()


def release_pages_of_vanished_workers(*, blame: bool = True) -> int:
    """On the worker's own machine nobody need wait for a lease: a process that is gone will not save.

    Without blame the worker was ended on purpose, and its page is not to answer for it.
    """
    gone = _vanished_workers()
    if not gone:
        return 0
    held = Page.objects.select_related("job").filter(status=PageStatus.AI_PROCESSING, worker_id__in=gone)
    for page in held:
        _ = take_from_lost_worker(page) if blame else hand_back(page, reason=STOPPING)
    for job in PDFJob.objects.filter(status__in=_AT_WORK, worker_id__in=gone):
        _nudge(job)
    PDFJob.objects.filter(status__in=_AT_WORK, worker_id__in=gone).update(worker_id=None)
    WorkerHeartbeat.objects.filter(worker_id__in=gone).update(status=WorkerStatus.DEAD)
    logger.warning("workers vanished", extra={"workers": sorted(gone)})
    wake_workers()
    return len(gone)


def _vanished_workers() -> set[str]:
    """Workers of this machine that are held for living, or hold something, but are gone."""
    host = settings.WORKER_ID or socket.gethostname()
    ours = {"worker_id__startswith": f"{host}:"}
    names: set[str | None] = {*WorkerHeartbeat.objects.filter(**ours).exclude(status=WorkerStatus.DEAD).values_list("worker_id", flat=True)}
    names.update(Page.objects.filter(status=PageStatus.AI_PROCESSING, **ours).values_list("worker_id", flat=True).distinct())
    return {name for name in names if name and not _lives(name)}


def _lives(worker_id: str) -> bool:
    pid = worker_id.rsplit(":", 2)[-2]
    return pid.isdigit() and process_lives(int(pid))


def nudge_stalled_jobs(*, older_than: timedelta = STALE) -> None:
    """Jobs that should be evaluated or finished but have nobody coming for them."""
    since = timezone.now() - older_than
    for job in PDFJob.objects.filter(status__in=(JobInternalStatus.UPLOADED, JobInternalStatus.PROCESSING), updated_at__lt=since):
        _nudge(job)
    for job in PDFJob.objects.filter(status=JobInternalStatus.DEGRADED_HUMAN, updated_at__lt=since, pages=None):
        enqueue("pipeline.tasks.open_for_people", str(job.pk))


def _nudge(job: PDFJob) -> None:
    """The message that takes the job its next step; one that comes twice finds nothing to do."""
    is_routed = job.status == JobInternalStatus.PROCESSING
    enqueue("outputs.tasks.settle_job" if is_routed else "pipeline.tasks.evaluate_job", str(job.pk))
