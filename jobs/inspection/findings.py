"""What an inspection can find, how much it may spend on finding it, and what it answers."""

from dataclasses import dataclass
from enum import StrEnum

MEBIBYTE = 1024 * 1024


class Code(StrEnum):
    """Why a file is refused. The order is the order of importance: the first one present names the refusal."""

    INVALID_MIME = "INVALID_MIME"
    SECURITY_ENCRYPTED_PDF = "SECURITY_ENCRYPTED_PDF"
    SECURITY_JAVASCRIPT_EMBEDDED = "SECURITY_JAVASCRIPT_EMBEDDED"
    SECURITY_LAUNCH_ACTION = "SECURITY_LAUNCH_ACTION"
    SECURITY_EMBEDDED_FILE = "SECURITY_EMBEDDED_FILE"
    SECURITY_STREAM_BOMB = "SECURITY_STREAM_BOMB"
    SECURITY_OBJECT_COUNT_EXCEEDED = "SECURITY_OBJECT_COUNT_EXCEEDED"
    PAGE_COUNT_EXCEEDED = "PAGE_COUNT_EXCEEDED"
    SECURITY_PARSE_TIMEOUT = "SECURITY_PARSE_TIMEOUT"
    SECURITY_PARSE_FAILED = "SECURITY_PARSE_FAILED"
    EMPTY_PDF = "EMPTY_PDF"


@dataclass(frozen=True)
class Finding:
    """One reason for refusal and where in the file it stands."""

    code: Code
    where: str
    detail: str


@dataclass(frozen=True)
class Limits:
    """How much a file may contain, and how much looking at it may cost."""

    pages: int = 1_000
    objects: int = 500_000
    page_tree_depth: int = 500
    image_pixels: int = 1 << 30
    stream_bytes: int = 256 * MEBIBYTE
    total_stream_bytes: int = 2_048 * MEBIBYTE
    memory_bytes: int = 960 * MEBIBYTE
    timeout_seconds: float = 30.0


@dataclass(frozen=True)
class Inspection:
    """The verdict on one file. Counts are None where the file was refused before it could be counted."""

    is_ok: bool
    code: Code | None
    page_count: int | None
    object_count: int | None
    findings: tuple[Finding, ...]
    duration_seconds: float


def leading_code(findings: tuple[Finding, ...]) -> Code | None:
    """The code that names the refusal when several things are wrong."""
    present = {finding.code for finding in findings}
    return next((code for code in Code if code in present), None)
