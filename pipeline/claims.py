"""Who works on which page: leases, an attempt counter committed before the work, and the fence that lets only one save.

What is to be done stands in `pages`; a queue message only wakes a worker, which then asks here.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Min, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from jobs.models import PDFJob
from jobs.transitions import StaleState, move
from pdfsku.shared.choices import JobInternalStatus, PageStatus
from pdfsku.shared.tasks import enqueue
from pipeline.models import Page
from pipeline.services.failures import give_to_people

LEASE = timedelta(seconds=30)
# A page that took its worker down this often, or failed this often, is not tried again by the machine.
MAX_TRIES = 2
BACKOFF = timedelta(seconds=5)


@dataclass(frozen=True)
class Claim:
    """The right to save one page: lost as soon as the page is claimed again."""

    page: Page
    worker_id: str
    claim_no: int

    @property
    def fence(self) -> dict[str, object]:
        return {"worker_id": self.worker_id, "claim_no": self.claim_no}


def next_job() -> PDFJob | None:
    """The job to serve next: of the merchant with the fewest pages in work, then the one served longest ago.

    So a thousand-page catalog does not keep two small ones waiting.
    """
    now = timezone.now()
    busy = dict(
        Page.objects.filter(status=PageStatus.AI_PROCESSING, job__status=JobInternalStatus.PROCESSING)
        .values_list("job__merchant_id")
        .annotate(Count("pk"))
    )
    waiting = (
        PDFJob.objects.filter(status=JobInternalStatus.PROCESSING)
        .filter(Q(pages__status=PageStatus.AI_QUEUED) & (Q(pages__next_retry_at=None) | Q(pages__next_retry_at__lte=now)))
        .annotate(first_waiting=Min("pages__page_number"), served=Coalesce("checkpoint_at", "created_at"))
        .order_by("served")[:100]
    )
    return min(waiting, key=lambda job: (busy.get(job.merchant_id, 0), job.served), default=None)  # type: ignore[attr-defined]


def claim_page(job: PDFJob, worker_id: str) -> Claim | None:
    """Take the next waiting page of a job; None if there is none. The count of claims is committed before any work."""
    now = timezone.now()
    with transaction.atomic():
        page = (
            Page.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
            .filter(job=job, job__status=JobInternalStatus.PROCESSING, status=PageStatus.AI_QUEUED)
            .filter(Q(next_retry_at=None) | Q(next_retry_at__lte=now))
            .order_by("retry_count", "page_number")
            .first()
        )
        if page is None:
            return None
        page.job = job
        claim_no = page.claim_no + 1
        move(page, "begin_ai", actor=worker_id, worker_id=worker_id, claimed_at=now, claim_no=claim_no, lease_until=now + LEASE)
        PDFJob.objects.filter(pk=job.pk).exclude(worker_id=worker_id).update(worker_id=worker_id, updated_at=now)
    return Claim(page, worker_id, claim_no)


def renew_leases(worker_id: str) -> int:
    """Called by the worker's heartbeat: a page that takes long stays its own."""
    held = Page.objects.filter(worker_id=worker_id, status=PageStatus.AI_PROCESSING)
    return held.update(lease_until=timezone.now() + LEASE)


def hand_back(claim: Claim, *, reason: str) -> bool:
    """Give a page back at once, not counted against it: a worker that stops in good order."""
    return _fail_and_requeue(claim.page, where=claim.fence, reason=reason, counts=False)


def expire_leases() -> int:
    """Pages whose worker fell silent wait again, or go to people if they did this twice."""
    overdue = Page.objects.select_related("job").filter(status=PageStatus.AI_PROCESSING, lease_until__lt=timezone.now())
    return sum(_expire(page) for page in overdue)


def _expire(page: Page) -> bool:
    fence: dict[str, object] = {"claim_no": page.claim_no, "lease_until": page.lease_until}
    if (page.retry_count or 0) + 1 >= MAX_TRIES:
        try:
            with transaction.atomic():
                move(page, "fail_ai", reason="worker_lost", where=fence, retry_count=F("retry_count") + 1, lease_until=None)
                page.refresh_from_db(fields=["retry_count"])
                give_to_people(page, reason="killed_its_worker")
                enqueue("outputs.tasks.settle_job", str(page.job_id))
        except StaleState:
            return False
        return True
    return _fail_and_requeue(page, where=fence, reason="worker_lost", counts=True)


def _fail_and_requeue(page: Page, *, where: dict[str, object], reason: str, counts: bool) -> bool:
    tries = (page.retry_count or 0) + int(counts)
    wait = BACKOFF * (2 ** (tries - 1)) if counts else timedelta(0)
    try:
        with transaction.atomic():
            move(page, "fail_ai", reason=reason, where=where, retry_count=tries, lease_until=None, worker_id=None)
            move(page, "retry_ai", reason=reason, next_retry_at=timezone.now() + wait if counts else None)
    except StaleState:
        return False
    return True


def retry_later(claim: Claim, *, reason: str) -> bool:
    """A page whose work failed waits a while and is tried again; past the limit the caller hands it to people."""
    return _fail_and_requeue(claim.page, where=claim.fence, reason=reason, counts=True)


def may_retry(page: Page) -> bool:
    return (page.retry_count or 0) + 1 < MAX_TRIES


def unfinished_pages(job_id: uuid.UUID) -> int:
    """Pages the machine still has to do something about."""
    waiting = (PageStatus.PENDING, PageStatus.AI_QUEUED, PageStatus.AI_PROCESSING, PageStatus.AI_FAILED)
    return Page.objects.filter(job_id=job_id, status__in=waiting).count()


def chunk_count(pages: int) -> int:
    """How many messages wake enough workers for this many pages."""
    return -(-pages // settings.PAGES_PER_CHUNK)
