"""The error registry: every code a caller can get, with its HTTP status, severity and message.

The exception handler, the OpenAPI schema, the portal, the docs and the tests all read this one table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import ErrorSeverity as Severity


class Code(StrEnum):
    FILE_SIZE_EXCEEDED = "FILE_SIZE_EXCEEDED"
    PAGE_COUNT_EXCEEDED = "PAGE_COUNT_EXCEEDED"
    INVALID_MIME = "INVALID_MIME"
    EMPTY_PDF = "EMPTY_PDF"
    SECURITY_JAVASCRIPT_EMBEDDED = "SECURITY_JAVASCRIPT_EMBEDDED"
    SECURITY_ENCRYPTED_PDF = "SECURITY_ENCRYPTED_PDF"
    SECURITY_PARSE_TIMEOUT = "SECURITY_PARSE_TIMEOUT"
    SECURITY_PARSE_FAILED = "SECURITY_PARSE_FAILED"
    SECURITY_OBJECT_COUNT_EXCEEDED = "SECURITY_OBJECT_COUNT_EXCEEDED"
    SECURITY_LAUNCH_ACTION = "SECURITY_LAUNCH_ACTION"
    SECURITY_EMBEDDED_FILE = "SECURITY_EMBEDDED_FILE"
    SECURITY_STREAM_BOMB = "SECURITY_STREAM_BOMB"
    FILE_HASH_DUPLICATE = "FILE_HASH_DUPLICATE"
    UPLOAD_NOT_FOUND = "UPLOAD_NOT_FOUND"
    UPLOAD_INCOMPLETE = "UPLOAD_INCOMPLETE"
    UPLOAD_EXPIRED = "UPLOAD_EXPIRED"
    UPLOAD_LIMIT_EXCEEDED = "UPLOAD_LIMIT_EXCEEDED"
    UPLOAD_LOCKED = "UPLOAD_LOCKED"
    OFFSET_MISMATCH = "OFFSET_MISMATCH"
    CHECKSUM_FAILED = "CHECKSUM_FAILED"
    CHECKSUM_UNSUPPORTED = "CHECKSUM_UNSUPPORTED"
    TUS_VERSION_UNSUPPORTED = "TUS_VERSION_UNSUPPORTED"
    JOB_NOT_ORPHANED = "JOB_NOT_ORPHANED"
    JOB_TERMINAL = "JOB_TERMINAL"
    JOB_STATE_CHANGED = "JOB_STATE_CHANGED"
    REQUEUE_LIMIT = "REQUEUE_LIMIT"
    RESULT_NOT_READY = "RESULT_NOT_READY"
    TASK_ALREADY_LOCKED = "TASK_ALREADY_LOCKED"
    TASK_LOCK_EXPIRED = "TASK_LOCK_EXPIRED"
    TASK_NOT_REVERTABLE = "TASK_NOT_REVERTABLE"
    ANNOTATION_VALIDATION_FAILED = "ANNOTATION_VALIDATION_FAILED"
    CONFIG_VERSION_CONFLICT = "CONFIG_VERSION_CONFLICT"
    CONFIG_THRESHOLD_INVALID = "CONFIG_THRESHOLD_INVALID"
    LLM_BUDGET_EXHAUSTED = "LLM_BUDGET_EXHAUSTED"
    LLM_CIRCUIT_OPEN = "LLM_CIRCUIT_OPEN"
    LLM_RATE_LIMITED = "LLM_RATE_LIMITED"
    IDEMPOTENCY_CONFLICT = "IDEMPOTENCY_CONFLICT"
    VALIDATION_FAILED = "VALIDATION_FAILED"
    AUTHENTICATION_FAILED = "AUTHENTICATION_FAILED"
    ACCOUNT_LOCKED = "ACCOUNT_LOCKED"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    NOT_FOUND = "NOT_FOUND"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    NOT_ACCEPTABLE = "NOT_ACCEPTABLE"
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"
    CONNECTION_LIMIT = "CONNECTION_LIMIT"
    RATE_LIMITED = "RATE_LIMITED"
    DISK_FULL = "DISK_FULL"
    DB_UNAVAILABLE = "DB_UNAVAILABLE"
    REDIS_UNAVAILABLE = "REDIS_UNAVAILABLE"
    SERVICE_UNAVAILABLE = "SERVICE_UNAVAILABLE"
    INTERNAL_ERROR = "INTERNAL_ERROR"


@dataclass(frozen=True)
class Entry:
    """What a code means to a caller. The message says what to do, with named placeholders filled from `details`."""

    http_status: int
    severity: Severity
    message: str | Promise


REGISTRY: dict[Code, Entry] = {
    Code.FILE_SIZE_EXCEEDED: Entry(413, Severity.ERROR, _("The file is larger than the limit.")),
    Code.PAGE_COUNT_EXCEEDED: Entry(413, Severity.ERROR, _("The PDF has more pages than the limit of 1000.")),
    Code.INVALID_MIME: Entry(400, Severity.ERROR, _("Only PDF files are accepted.")),
    Code.EMPTY_PDF: Entry(400, Severity.ERROR, _("The PDF has no pages.")),
    Code.SECURITY_JAVASCRIPT_EMBEDDED: Entry(
        400, Severity.ERROR, _("The PDF contains unsafe scripts. Please create it again with “Print to PDF”.")
    ),
    Code.SECURITY_ENCRYPTED_PDF: Entry(
        400, Severity.ERROR, _("The PDF is protected by a password. Please remove the password and upload it again.")
    ),
    Code.SECURITY_PARSE_TIMEOUT: Entry(400, Severity.ERROR, _("The structure of the PDF is abnormal: checking it took too long.")),
    Code.SECURITY_PARSE_FAILED: Entry(400, Severity.ERROR, _("The PDF is damaged and cannot be read.")),
    Code.SECURITY_OBJECT_COUNT_EXCEEDED: Entry(400, Severity.ERROR, _("The structure of the PDF is abnormal: it has too many objects.")),
    Code.SECURITY_LAUNCH_ACTION: Entry(
        400, Severity.ERROR, _("The PDF tries to start programs. Please create it again with “Print to PDF”.")
    ),
    Code.SECURITY_EMBEDDED_FILE: Entry(
        400, Severity.ERROR, _("The PDF carries other files inside. Please create it again with “Print to PDF”.")
    ),
    Code.SECURITY_STREAM_BOMB: Entry(400, Severity.ERROR, _("The structure of the PDF is abnormal: it unpacks to an enormous size.")),
    Code.FILE_HASH_DUPLICATE: Entry(409, Severity.WARNING, _("The same file was uploaded before.")),
    Code.UPLOAD_NOT_FOUND: Entry(404, Severity.ERROR, _("The upload does not exist or has expired.")),
    Code.UPLOAD_INCOMPLETE: Entry(409, Severity.WARNING, _("The upload is not complete yet.")),
    Code.UPLOAD_EXPIRED: Entry(410, Severity.WARNING, _("The upload has expired. Please start it again.")),
    Code.UPLOAD_LIMIT_EXCEEDED: Entry(429, Severity.WARNING, _("Too many open uploads. Please finish or delete one first.")),
    Code.UPLOAD_LOCKED: Entry(423, Severity.WARNING, _("Another request is writing to this upload. Please try again.")),
    Code.OFFSET_MISMATCH: Entry(409, Severity.WARNING, _("The offset does not match what has arrived. Ask with HEAD and resume there.")),
    Code.CHECKSUM_FAILED: Entry(460, Severity.WARNING, _("The checksum of the chunk does not match. Please send the chunk again.")),
    Code.CHECKSUM_UNSUPPORTED: Entry(400, Severity.ERROR, _("The checksum algorithm is not supported.")),
    Code.TUS_VERSION_UNSUPPORTED: Entry(412, Severity.ERROR, _("The protocol version is not supported: tus 1.0.0 is.")),
    Code.JOB_NOT_ORPHANED: Entry(409, Severity.WARNING, _("Only a job that lost its worker can be queued again.")),
    Code.JOB_TERMINAL: Entry(409, Severity.WARNING, _("The job has already ended.")),
    Code.JOB_STATE_CHANGED: Entry(409, Severity.WARNING, _("The job has changed in the meantime. Please look again.")),
    Code.REQUEUE_LIMIT: Entry(429, Severity.WARNING, _("The job was queued again three times within 24 hours.")),
    Code.RESULT_NOT_READY: Entry(409, Severity.INFO, _("The job has no result yet.")),
    Code.TASK_ALREADY_LOCKED: Entry(409, Severity.WARNING, _("Somebody else is working on this task.")),
    Code.TASK_LOCK_EXPIRED: Entry(409, Severity.WARNING, _("Your hold on this task has expired.")),
    Code.TASK_NOT_REVERTABLE: Entry(409, Severity.WARNING, _("This task cannot be reverted.")),
    Code.ANNOTATION_VALIDATION_FAILED: Entry(400, Severity.ERROR, _("The annotation is not valid.")),
    Code.CONFIG_VERSION_CONFLICT: Entry(409, Severity.WARNING, _("The profile was changed by somebody else. Please reload it.")),
    Code.CONFIG_THRESHOLD_INVALID: Entry(400, Severity.ERROR, _("The thresholds are not valid: B < PV < A and weights summing to 1.")),
    Code.LLM_BUDGET_EXHAUSTED: Entry(503, Severity.CRITICAL, _("The budget for model calls is used up.")),
    Code.LLM_CIRCUIT_OPEN: Entry(503, Severity.CRITICAL, _("The model service is unavailable.")),
    Code.LLM_RATE_LIMITED: Entry(429, Severity.WARNING, _("The model service limits the rate of calls.")),
    Code.IDEMPOTENCY_CONFLICT: Entry(409, Severity.WARNING, _("This Idempotency-Key was used with another request.")),
    Code.VALIDATION_FAILED: Entry(400, Severity.ERROR, _("The request is not valid.")),
    Code.AUTHENTICATION_FAILED: Entry(401, Severity.WARNING, _("Please sign in: the credentials are missing or not valid.")),
    Code.ACCOUNT_LOCKED: Entry(429, Severity.WARNING, _("Too many failed sign-ins. Please try again later.")),
    Code.PERMISSION_DENIED: Entry(403, Severity.WARNING, _("Your role may not do this.")),
    Code.NOT_FOUND: Entry(404, Severity.WARNING, _("There is nothing here.")),
    Code.METHOD_NOT_ALLOWED: Entry(405, Severity.WARNING, _("This method is not allowed here.")),
    Code.NOT_ACCEPTABLE: Entry(406, Severity.WARNING, _("The requested format is not available.")),
    Code.UNSUPPORTED_MEDIA_TYPE: Entry(415, Severity.ERROR, _("This media type is not supported.")),
    Code.CONNECTION_LIMIT: Entry(429, Severity.WARNING, _("Too many open connections.")),
    Code.RATE_LIMITED: Entry(429, Severity.WARNING, _("Too many requests. Please slow down.")),
    Code.DISK_FULL: Entry(507, Severity.CRITICAL, _("The storage is full.")),
    Code.DB_UNAVAILABLE: Entry(503, Severity.CRITICAL, _("The service is temporarily unavailable.")),
    Code.REDIS_UNAVAILABLE: Entry(503, Severity.CRITICAL, _("The service is temporarily unavailable.")),
    Code.SERVICE_UNAVAILABLE: Entry(503, Severity.CRITICAL, _("The service is unavailable.")),
    Code.INTERNAL_ERROR: Entry(500, Severity.ERROR, _("Something went wrong on our side.")),
}


class Failure(Exception):
    """A refusal with a code of the registry; the handler turns it into the error body."""

    def __init__(self, code: Code, *, message: str | Promise | None = None, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.message = message or REGISTRY[code].message
        self.details = details

    @property
    def entry(self) -> Entry:
        return REGISTRY[self.code]


def error_body(
    code: Code, *, request_id: str, message: str | Promise | None = None, details: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The one shape of every error answer."""
    entry = REGISTRY[code]
    return {
        "code": code.value,
        "message": str(message or entry.message),
        "severity": entry.severity.value,
        "request_id": request_id,
        "details": details or {},
    }
