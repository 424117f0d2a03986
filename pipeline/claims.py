"""Who works on which page: leases, an attempt counter committed before the work, and the fence that lets only one save.

What is to be done stands in `pages`; a queue message only wakes a worker, which then asks here.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from jobs.models import PDFJob, StateTransition
from jobs.transitions import StaleState, move, move_first
from pdfsku.shared.bulk import bound_cursor
from pdfsku.shared.choices import JobInternalStatus, PageStatus
from pdfsku.shared.tasks import enqueue
from pipeline.models import Page
from pipeline.services.failures import give_up

WORKER_LOST = "worker_lost"
STOPPING = "worker_stopping"
REFUSED = "save_refused"
# A page that took its worker down this often, or failed this often, is not tried again by the machine.
MAX_TRIES = 2
BACKOFF = timedelta(seconds=5)
# Where workers die on many pages, it is not the page: each is then given a few more tries.
UNREST_PAGES = 3
UNREST_WITHIN = timedelta(minutes=10)
MAX_TRIES_IN_UNREST = 6
CANDIDATES = 100

# Asked for before every page and every few: as plain statements, whose plans are kept. The states are written out, so that the
# partial indexes are used whatever the parameters.
_NEXT_JOB = f"""
    WITH busy AS (
        SELECT job.merchant_id, count(*) AS pages
          FROM pages JOIN pdf_jobs AS job USING (job_id)
         WHERE pages.status = '{PageStatus.AI_PROCESSING}' AND job.status = '{JobInternalStatus.PROCESSING}'
         GROUP BY job.merchant_id
    ), waiting AS (
        SELECT job_id, merchant_id, coalesce(checkpoint_at, created_at) AS served
          FROM pdf_jobs
         WHERE status = '{JobInternalStatus.PROCESSING}'
           AND EXISTS (
               SELECT FROM pages
                WHERE pages.job_id = pdf_jobs.job_id AND pages.status = '{PageStatus.AI_QUEUED}'
                  AND (next_retry_at IS NULL OR next_retry_at <= %s)
           )
         ORDER BY served LIMIT %s
    )
    SELECT job_id FROM waiting LEFT JOIN busy USING (merchant_id) ORDER BY coalesce(busy.pages, 0), served LIMIT 1
"""
_NEXT_PAGE = f"""
    SELECT id FROM pages
     WHERE job_id = %s AND status = '{PageStatus.AI_QUEUED}' AND (next_retry_at IS NULL OR next_retry_at <= %s)
       AND EXISTS (SELECT FROM pdf_jobs WHERE pdf_jobs.job_id = pages.job_id AND pdf_jobs.status = '{JobInternalStatus.PROCESSING}')
     ORDER BY retry_count, page_number LIMIT 1
"""


@dataclass(frozen=True)
class Claim:
    """The right to save one page: lost as soon as the page is claimed again."""

    page: Page
    worker_id: str
    claim_no: int

    @property
    def fence(self) -> dict[str, object]:
        return {"worker_id": self.worker_id, "claim_no": self.claim_no}


def next_job(*, at_hand: PDFJob | None = None) -> PDFJob | None:
    """The job to serve next: of the merchant with the fewest pages in work, then the one served longest ago.

    So a thousand-page catalog does not keep two small ones waiting. The one at hand is not read again.
    """
    with bound_cursor() as cursor:
        cursor.execute(_NEXT_JOB, [timezone.now(), CANDIDATES])
        found = cursor.fetchone()
    if found is None or (at_hand is not None and at_hand.pk == found[0]):
        return at_hand if found else None
    return PDFJob.objects.select_related("merchant").filter(pk=found[0]).first()


def waiting_pages(*, at_most: int) -> int:
    """How many pages a worker could begin now; no more than the question needs are counted."""
    return _ready(timezone.now()).filter(job__status=JobInternalStatus.PROCESSING)[:at_most].count()


def _ready(now: datetime) -> QuerySet[Page]:
    return Page.objects.filter(status=PageStatus.AI_QUEUED).filter(Q(next_retry_at=None) | Q(next_retry_at__lte=now))


def claim_page(job: PDFJob, worker_id: str) -> Claim | None:
    """Take the next waiting page of a job; None if there is none. The count of claims is committed before any work."""
    now = timezone.now()
    with nullcontext() if job.worker_id == worker_id else transaction.atomic():
        page = move_first(
            Page,
            "begin_ai",
            among=_NEXT_PAGE,
            parameters=[job.pk, now],
            before=PageStatus.AI_QUEUED,
            actor=worker_id,
            count="claim_no",
            worker_id=worker_id,
            claimed_at=now,
            lease_until=now + lease(),
        )
        if page is None:
            return None
        page.job = job
        if job.worker_id != worker_id:
            PDFJob.objects.filter(pk=job.pk).update(worker_id=worker_id, updated_at=now)
            job.worker_id = worker_id
    return Claim(page, worker_id, page.claim_no)


def lease() -> timedelta:
    return timedelta(seconds=settings.PAGE_LEASE_SECONDS)


def renew_leases(worker_id: str) -> int:
    """Called by the worker's heartbeat: a page that takes long stays its own."""
    held = Page.objects.filter(worker_id=worker_id, status=PageStatus.AI_PROCESSING)
    return held.update(lease_until=timezone.now() + lease())


def hand_back(page: Page, *, reason: str) -> bool:
    """Give a page back at once, not counted against it: its worker stops in good order, or was stopped."""
    return _wait_again(page, where=_fence(page), reason=reason, tries=page.retry_count or 0, wait=None)


def let_go(claim: Claim, *, reason: str) -> bool:
    """A page whose save was refused does not stay in work, if it is still ours: its job was cancelled, or is somebody else's."""
    page = Page.objects.get(pk=claim.page.pk)
    is_ours = page.status == PageStatus.AI_PROCESSING and _fence(page) == claim.fence
    return is_ours and hand_back(page, reason=reason)


def expire_leases() -> int:
    """Pages whose worker fell silent wait again, or go to people if they did this twice."""
    overdue = Page.objects.select_related("job").filter(status=PageStatus.AI_PROCESSING, lease_until__lt=timezone.now())
    return sum(take_from_lost_worker(page) for page in overdue)


def take_from_lost_worker(page: Page) -> bool:
    """The page waits again, and it is counted: it may be why the worker was lost."""
    fence = {**_fence(page), "lease_until": page.lease_until}
    tries = (page.retry_count or 0) + 1
    if tries < MAX_TRIES or (tries < MAX_TRIES_IN_UNREST and _is_unrest(page)):
        return _wait_again(page, where=fence, reason=WORKER_LOST, tries=tries, wait=_backoff(tries))
    try:
        with transaction.atomic():
            move(page, "fail_ai", reason=WORKER_LOST, where=fence, retry_count=tries, lease_until=None)
            give_up(page, reason="killed_its_worker")
            enqueue("outputs.tasks.settle_job", str(page.job_id))
    except StaleState:
        return False
    return True


def retry_later(claim: Claim, *, reason: str) -> bool:
    """A page whose work failed waits a while and is tried again; past the limit the caller hands it to people."""
    tries = (claim.page.retry_count or 0) + 1
    return _wait_again(claim.page, where=claim.fence, reason=reason, tries=tries, wait=_backoff(tries))


def may_retry(page: Page) -> bool:
    return (page.retry_count or 0) + 1 < MAX_TRIES


def _fence(page: Page) -> dict[str, object]:
    return {"worker_id": page.worker_id, "claim_no": page.claim_no}


def _backoff(tries: int) -> timedelta:
    return BACKOFF * 2 ** (tries - 1)


def _wait_again(page: Page, *, where: dict[str, object], reason: str, tries: int, wait: timedelta | None) -> bool:
    """False if the page is no longer whose it was said to be."""
    at = timezone.now() + wait if wait else None
    try:
        with transaction.atomic():
            move(page, "fail_ai", reason=reason, where=where, retry_count=tries, lease_until=None, worker_id=None)
            move(page, "retry_ai", reason=reason, next_retry_at=at)
    except StaleState:
        return False
    return True


def _is_unrest(page: Page) -> bool:
    """Whether workers were lately lost on other pages too."""
    lost = StateTransition.objects.filter(
        entity_type=Page.machine.entity_type,
        to_status=PageStatus.AI_FAILED,
        trigger=WORKER_LOST,
        timestamp__gt=timezone.now() - UNREST_WITHIN,
    )
    return lost.exclude(entity_id=str(page.pk)).values("entity_id").distinct().count() >= UNREST_PAGES
