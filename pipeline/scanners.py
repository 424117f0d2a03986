"""What keeps the pages moving when a worker, a message or a machine was lost."""

from __future__ import annotations

import logging
import os
import socket
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django_q.conf import Conf
from django_q.models import OrmQ

from jobs.models import PDFJob
from pdfsku.shared.choices import JobInternalStatus, PageStatus
from pdfsku.shared.tasks import enqueue, enqueue_many
from pipeline.claims import chunk_count, expire_leases
from pipeline.models import Page

logger = logging.getLogger(__name__)


def expire_silent_leases() -> None:
    if expired := expire_leases():
        logger.warning("pages taken back from silent workers", extra={"pages": expired})
        wake_for_waiting_pages()


def release_pages_of_vanished_workers() -> int:
    """On the worker's own machine nobody need wait for the lease: a process that is gone will not save."""
    host = settings.WORKER_ID or socket.gethostname()
    held = Page.objects.filter(status=PageStatus.AI_PROCESSING, worker_id__startswith=f"{host}:")
    gone = {name for name in held.values_list("worker_id", flat=True).distinct() if name and not _lives(name)}
    if gone:
        Page.objects.filter(status=PageStatus.AI_PROCESSING, worker_id__in=gone).update(lease_until=timezone.now())
        expire_silent_leases()
    return len(gone)


def _lives(worker_id: str) -> bool:
    pid = worker_id.rsplit(":", 2)[1]
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def wake_for_waiting_pages() -> int:
    """If pages wait and too few messages do, write messages: what is to be done stands in `pages`."""
    now = timezone.now()
    waiting = (
        Page.objects.filter(status=PageStatus.AI_QUEUED, job__status=JobInternalStatus.PROCESSING).exclude(next_retry_at__gt=now).count()
    )
    messages = OrmQ.objects.filter(key=Conf.CLUSTER_NAME, lock__lte=now).count()
    missing = min(chunk_count(waiting), 2 * settings.WORKERS) - messages
    if missing > 0:
        enqueue_many("pipeline.tasks.process_pages", [("",)] * missing)
    return max(0, missing)


def nudge_stalled_jobs() -> None:
    """Jobs that should be evaluated or finished but have nobody coming for them."""
    stale = timezone.now() - timedelta(seconds=60)
    for job in PDFJob.objects.filter(status=JobInternalStatus.UPLOADED, updated_at__lt=stale):
        enqueue("pipeline.tasks.evaluate_job", str(job.pk))
    for job in PDFJob.objects.filter(status=JobInternalStatus.PROCESSING, updated_at__lt=stale):
        enqueue("outputs.tasks.settle_job", str(job.pk))
    for job in PDFJob.objects.filter(status=JobInternalStatus.DEGRADED_HUMAN, updated_at__lt=stale, pages=None):
        enqueue("pipeline.tasks.open_for_people", str(job.pk))
