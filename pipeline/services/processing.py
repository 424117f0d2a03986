"""A worker's share of the work: claim a page, read it, save it, until its time is up or nothing waits."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack

from django.conf import settings
from django.db import transaction

from configs.profiles import Profile, frozen_profile
from jobs.models import PDFJob
from jobs.transitions import StaleState, move
from pdfsku.shared.garbage import no_collections
from pdfsku.shared.logs import log_context
from pdfsku.shared.tasks import enqueue
from pipeline import worker
from pipeline.claims import REFUSED, STOPPING, Claim, claim_page, hand_back, let_go, may_retry, next_job, retry_later
from pipeline.reading import UNACCOUNTED, Reader, open_reader
from pipeline.records import Disposition, PageResult, UnreadableDocument
from pipeline.routing import page_needs_person
from pipeline.services.failures import SOURCE_GONE, bury, give_up
from pipeline.services.waking import messages_wait
from pipeline.store import Refused, save_page

logger = logging.getLogger(__name__)

Following = Callable[[], Claim | None]
# What opening a job's file may raise: it is gone, cannot be fetched, or is no PDF any more.
_UNOPENED = (OSError, UnreadableDocument)


def process_pages() -> int:
    """Work on whatever waits, fairly between merchants, for one turn; how many pages that were."""
    begun, done, touched = time.monotonic(), 0, set[str]()
    job: PDFJob | None = None
    while not worker.is_stopping() and not _turn_is_over(begun):
        job = next_job(at_hand=job)
        if job is None:
            break
        done += _process_chunk(job, begun)
        touched.add(str(job.pk))
    for job_id in sorted(touched):
        enqueue("outputs.tasks.settle_job", job_id)
    return done


def _turn_is_over(begun: float) -> bool:
    """After its time, or sooner if other messages wait: a new job must not stand behind a large one."""
    lasted = time.monotonic() - begun
    return lasted >= settings.CHUNK_SECONDS or (lasted >= settings.TURN_SECONDS and messages_wait())


def _process_chunk(job: PDFJob, begun: float) -> int:
    """Some pages of one job with its file open once."""
    deadline, done = begun + settings.CHUNK_SECONDS, 0
    with log_context(job_id=str(job.pk)), worker.holding(job.pk), no_collections(), ExitStack() as stack:
        reader: Reader | Exception
        try:
            reader = stack.enter_context(open_reader(job, on_ocr=worker.wind_up))
        except _UNOPENED as error:
            reader = error

        def following() -> Claim | None:
            is_over = done >= settings.PAGES_PER_CHUNK or time.monotonic() >= deadline or worker.is_stopping()
            return None if is_over else claim_page(job, worker.worker_id())

        claim = following()
        while claim is not None:
            if worker.is_stopping():
                hand_back(claim.page, reason=STOPPING)
                break
            done += 1
            claim = _process(claim, reader, following)
    return done


def _process(claim: Claim, reader: Reader | Exception, following: Following) -> Claim | None:
    """Work on a page; the claim to the one that follows it."""
    worker.tick()
    if isinstance(reader, Exception):
        logger.error("source cannot be opened", extra={"error": str(reader)})
        _fail(claim, f"{type(reader).__name__}: {reader}"[:500], is_unopened=True)
        return following()
    return process_page(claim, reader, following)


def process_page(claim: Claim, reader: Reader, following: Following) -> Claim | None:
    """Read one claimed page and save it, or say why not; the claim to the one that follows it."""
    try:
        with worker.page_clock():
            result = reader.read(claim.page.page_number)
    except Exception as error:
        logger.exception("page failed", extra={"page": claim.page.page_number})
        _fail(claim, f"{type(error).__name__}: {error}"[:500])
        return following()
    if result.failures and may_retry(claim.page):
        retry_later(claim, reason=f"{result.failures[0].stage}:{result.failures[0].category}")
        return following()
    job = claim.page.job
    reason = review_reason(result, job, frozen_profile(job.frozen_config_version or ""))
    try:
        return save_page(claim, result, review_reason=reason, following=following)
    except Refused:
        logger.info("save refused: the page or its job is no longer ours", extra={"page": claim.page.page_number})
        let_go(claim, reason=REFUSED)
        return following()


def review_reason(result: PageResult, job: PDFJob, profile: Profile) -> str | None:
    """Why a person must see this page before it is imported; None if nobody need.

    A failed stage, or anything on the page that nobody accounts for (SPEC 18), asks for one on every route.
    """
    if result.failures:
        return f"{result.failures[0].stage}:{result.failures[0].category}"
    if any(entry.disposition is Disposition.FAILED for entry in result.receipt.entries):
        return "receipt_failed"
    if result.features.get(UNACCOUNTED):
        return UNACCOUNTED
    if page_needs_person(job.route or "", result.confidence, profile):
        return "low_confidence"
    return None


def _fail(claim: Claim, message: str, *, is_unopened: bool = False) -> None:
    """AI_FAILED, then again after a while, then a person; a file nobody can open is nothing to show to a person."""
    if may_retry(claim.page):
        retry_later(claim, reason=message)
        return
    try:
        with transaction.atomic():
            move(claim.page, "fail_ai", reason=message, where=claim.fence, retry_count=(claim.page.retry_count or 0) + 1)
            if is_unopened:
                bury(claim.page, reason=SOURCE_GONE, validation_errors=[message])
            else:
                give_up(claim.page, reason="ai_failed", validation_errors=[message])
    except StaleState:
        logger.info("page was taken over while it failed", extra={"page": claim.page.page_number})
