"""A worker's share of the work: claim a page, read it, save it, until its time is up or nothing waits."""

from __future__ import annotations

import logging
import time

from django.conf import settings
from django.db import transaction

from configs.profiles import Profile, frozen_profile
from jobs.models import PDFJob
from jobs.transitions import StaleState, move
from pdfsku.shared.logs import log_context
from pdfsku.shared.tasks import enqueue
from pipeline import worker
from pipeline.claims import Claim, claim_page, hand_back, may_retry, next_job, retry_later
from pipeline.reading import Reader, open_reader
from pipeline.records import PageResult
from pipeline.routing import page_needs_person
from pipeline.services.failures import give_to_people
from pipeline.store import Refused, save_page

logger = logging.getLogger(__name__)


def process_pages() -> int:
    """Work on whatever waits, fairly between merchants, for one turn; how many pages that were."""
    deadline, done = time.monotonic() + settings.CHUNK_SECONDS, 0
    while time.monotonic() < deadline and not worker.is_stopping():
        job = next_job()
        if job is None:
            return done
        done += _process_chunk(job, deadline)
    enqueue("pipeline.tasks.process_pages", "")
    return done


def _process_chunk(job: PDFJob, deadline: float) -> int:
    """Some pages of one job with its file open once."""
    done = 0
    with log_context(job_id=str(job.pk)), worker.holding(job.pk), open_reader(job) as reader:
        while done < settings.PAGES_PER_CHUNK and time.monotonic() < deadline and not worker.is_stopping():
            claim = claim_page(job, worker.worker_id())
            if claim is None:
                break
            process_page(claim, reader)
            done += 1
    if done:
        enqueue("outputs.tasks.settle_job", str(job.pk))
    return done


def process_page(claim: Claim, reader: Reader) -> None:
    """Read one claimed page and save it, or say why not."""
    worker.tick()
    try:
        result = reader.read(claim.page.page_number)
    except Exception as error:
        logger.exception("page failed", extra={"page": claim.page.page_number})
        _fail(claim, f"{type(error).__name__}: {error}"[:500])
        return
    if worker.is_stopping_hard():
        hand_back(claim, reason="worker_stopping")
        return
    if result.failures and may_retry(claim.page):
        retry_later(claim, reason=f"{result.failures[0].stage}:{result.failures[0].category}")
        return
    try:
        save_page(
            claim, result, review_reason=review_reason(result, claim.page.job, frozen_profile(claim.page.job.frozen_config_version or ""))
        )
    except Refused:
        logger.info("save refused: the page is somebody else's now", extra={"page": claim.page.page_number})


def review_reason(result: PageResult, job: PDFJob, profile: Profile) -> str | None:
    """Why a person must see this page before it is imported; None if nobody need."""
    if result.failures:
        return f"{result.failures[0].stage}:{result.failures[0].category}"
    if page_needs_person(job.route or "", result.confidence, profile):
        return "low_confidence"
    return None


def _fail(claim: Claim, message: str) -> None:
    """AI_FAILED, then again after a while, then a person."""
    if may_retry(claim.page):
        retry_later(claim, reason=message)
        return
    try:
        with transaction.atomic():
            move(claim.page, "fail_ai", reason=message, where=claim.fence, retry_count=(claim.page.retry_count or 0) + 1)
            give_to_people(claim.page, reason="ai_failed", validation_errors=[message])
    except StaleState:
        logger.info("page was taken over while it failed", extra={"page": claim.page.page_number})
