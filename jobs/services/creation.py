"""From a finished upload to a job: inspection, frozen configuration, prescan, file, row; in that order, each step cheap to undo.

After a crash at any point there is a job with its file or neither: the file is put in place before the row,
and `jobs.scanners` removes files that never got one.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from configs.profiles import Profile, active_profile
from jobs import events, files
from jobs.inspection.findings import Limits
from jobs.inspection.service import Inspection, inspect
from jobs.metrics import JOBS_CREATED, SECURITY_CHECK_SECONDS, SECURITY_REJECTED
from jobs.models import PDFJob, Upload
from jobs.prescan import Prescan, PrescanFailed, PrescanLimits, PrescanRules, prescan
from jobs.services import uploads
from jobs.transitions import record_creation
from jobs.tus import files as upload_files
from pdfsku.accounts.models import Merchant, User
from pdfsku.shared.choices import DegradeReason, JobInternalStatus, RouteDecision, SSEEventType
from pdfsku.shared.errors import REGISTRY, Code, Failure
from pdfsku.shared.tasks import enqueue

logger = logging.getLogger(__name__)

# The file is stored once more while its results are written beside it.
DISK_RESERVE_FACTOR = 2
PRESCAN_MIN_SECONDS = 4.0
_NOT_DUPLICATES = (JobInternalStatus.REJECTED, JobInternalStatus.CANCELLED)


@dataclass(frozen=True)
class JobRequest:
    """What a caller asks for; whose job it becomes is not for the caller to say."""

    upload_id: str
    merchant: Merchant
    user: User
    category: str | None = None
    industry: str | None = None
    force: bool = False
    job_id: uuid.UUID | None = None


def create_job(request: JobRequest) -> PDFJob:
    """Make a job of a complete upload, or refuse it: a refused file leaves a REJECTED row, and nothing else of it."""
    upload = uploads.complete_upload_of(request.user, request.upload_id)
    try:
        return _create(request, upload, upload_files.data_path(upload.upload_id))
    except FileNotFoundError as gone:
        # Another request for the same upload was faster and has taken its file.
        raise Failure(Code.UPLOAD_NOT_FOUND) from gone


def _create(request: JobRequest, upload: Upload, path: Path) -> PDFJob:
    inspection = _inspect(path)
    if inspection.code is not None:
        raise _reject(request, upload, Code(inspection.code), inspection)
    profile = active_profile(category=request.category, industry=request.industry)
    try:
        findings = prescan(path, PrescanRules(**profile.prescan_rules), limits=_time_left(inspection))
    except PrescanFailed as failure:
        raise _reject(request, upload, Code.SECURITY_PARSE_FAILED, inspection) from failure
    job = _assemble(request, upload, profile, findings, inspection, file_hash=_sha256(path))
    _check_disk(path)
    _store(job, path)
    try:
        _save(job, upload, findings, force=request.force)
    except Failure:
        # After any other error the row may be there all the same, if the connection broke in the commit: the sweeper will know.
        files.delete_job_files(job.pk)
        raise
    upload_files.remove_files(upload.upload_id)
    JOBS_CREATED.labels(status=job.status).inc()
    logger.info("job created", extra={"job_id": str(job.pk), "pages": job.total_pages, "job_status": job.status})
    return job


def _inspect(path: Path) -> Inspection:
    limits = Limits(
        pages=settings.MAX_PAGES,
        objects=settings.SECURITY_MAX_OBJECT_COUNT,
        timeout_seconds=settings.SECURITY_PARSE_TIMEOUT_SECONDS,
        memory_bytes=settings.SECURITY_MEMORY_LIMIT_MB * 1024**2,
    )
    with SECURITY_CHECK_SECONDS.time():
        return inspect(path, limits)


def _time_left(inspection: Inspection) -> PrescanLimits:
    """The merchant waits for both looks at the file: a slow safety check leaves less time for the prescan."""
    left = settings.SECURITY_PARSE_TIMEOUT_SECONDS - inspection.duration_seconds
    return PrescanLimits(timeout_seconds=max(left, PRESCAN_MIN_SECONDS))


def _reject(request: JobRequest, upload: Upload, code: Code, inspection: Inspection) -> Failure:
    """Leave the REJECTED row that merchant and audit see; the caller raises what is returned."""
    path = upload_files.data_path(upload.upload_id)
    job = _new_job(request, upload, file_hash=_sha256(path), total_pages=inspection.page_count or 0)
    job.status = JobInternalStatus.REJECTED
    job.error_code, job.error_message = code.value, str(REGISTRY[code].message)
    job.processing_trace = {"inspection": inspection.as_record()}
    with transaction.atomic(durable=True):
        job.save(force_insert=True)
        uploads.take_upload_for_job(upload.upload_id, job_id=job.pk, file_hash=job.file_hash)
        record_creation(job, reason="upload", actor=request.user.get_username())
        events.publish([events.new_event(SSEEventType.JOB_FAILED, job=job, payload=events.job_failed(job))])
    upload_files.remove_files(upload.upload_id)
    SECURITY_REJECTED.labels(reason=code.value.removeprefix("SECURITY_").lower()).inc()
    JOBS_CREATED.labels(status=job.status).inc()
    return Failure(code, job_id=str(job.pk), findings=[f"{finding.where}: {finding.detail}" for finding in inspection.findings])


def _assemble(
    request: JobRequest, upload: Upload, profile: Profile, findings: Prescan, inspection: Inspection, *, file_hash: str
) -> PDFJob:
    # As counted by the reader that will read the pages: the checker's own count may differ on a damaged file.
    job = _new_job(request, upload, file_hash=file_hash, total_pages=int(findings.raw_metrics["total_pages"]))
    job.frozen_config_version = profile.config_version
    job.blank_pages = list(findings.blank_pages)
    job.processing_trace = {"inspection": inspection.as_record(), "prescan": findings.as_record()}
    if findings.all_blank:
        job.status = JobInternalStatus.DEGRADED_HUMAN
        job.route, job.degrade_reason = RouteDecision.HUMAN_ALL, DegradeReason.PRESCAN_REJECT
    return job


def _new_job(request: JobRequest, upload: Upload, *, file_hash: str, total_pages: int) -> PDFJob:
    job_id = request.job_id or uuid.uuid4()
    return PDFJob(
        job_id=job_id,
        source_file=upload.filename,
        file_hash=file_hash,
        merchant=request.merchant,
        category=request.category,
        industry=request.industry,
        uploaded_by=request.user.get_username(),
        uploaded_at=upload.completed_at or upload.created_at,
        total_pages=total_pages,
        output_base_url=files.job_prefix(job_id) + "/",
    )


def _check_disk(path: Path) -> None:
    root = files.local_root()
    if root is None:
        return
    root.mkdir(parents=True, exist_ok=True)
    free, needed = shutil.disk_usage(root).free, path.stat().st_size * DISK_RESERVE_FACTOR
    if free < needed:
        raise Failure(Code.DISK_FULL, free_mb=free // 1024**2, need_mb=needed // 1024**2)


def _store(job: PDFJob, path: Path) -> None:
    try:
        files.put_source(job.pk, path)
    except FileNotFoundError:
        raise
    except OSError as error:
        files.delete_job_files(job.pk)
        raise upload_files.disk_failure(error) from error


def _save(job: PDFJob, upload: Upload, findings: Prescan, *, force: bool) -> None:
    """The row, its audit line, its events and the message that starts its evaluation: all or nothing."""
    with transaction.atomic(durable=True):
        _serialise(job)
        if not force:
            _refuse_duplicate(job)
        job.save(force_insert=True)
        # An upload becomes one job: of two requests for it, the second finds it taken.
        uploads.take_upload_for_job(upload.upload_id, job_id=job.pk, file_hash=job.file_hash)
        record_creation(job, reason="upload", actor=job.uploaded_by)
        events.publish(_creation_events(job, findings))
        enqueue("pipeline.tasks.open_for_people" if findings.all_blank else "pipeline.tasks.evaluate_job", str(job.pk))


def _creation_events(job: PDFJob, findings: Prescan) -> list[Any]:
    if not findings.all_blank:
        return []
    payload = {"task_count": job.total_pages, "priority": "NORMAL", "page_no": None, "reason": DegradeReason.PRESCAN_REJECT}
    return [events.new_event(SSEEventType.HUMAN_NEEDED, job=job, payload=payload)]


def _serialise(job: PDFJob) -> None:
    """Two uploads of the same content by one merchant must not both find no duplicate."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{job.merchant_id}:{job.file_hash}"])


def _refuse_duplicate(job: PDFJob) -> None:
    twin = PDFJob.objects.filter(merchant=job.merchant_id, file_hash=job.file_hash).exclude(status__in=_NOT_DUPLICATES).first()
    if twin is not None:
        raise Failure(Code.FILE_HASH_DUPLICATE, job_id=str(twin.pk), status=twin.status)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
