"""What an inspection can find, and how much it may spend on finding it.

Named tuples, because the confined process reads this: loading `dataclasses` took it as long as looking at two thousand objects.
"""

from enum import StrEnum
from typing import NamedTuple

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


class Finding(NamedTuple):
    """One reason for refusal and where in the file it stands."""

    code: Code
    where: str
    detail: str


class Limits(NamedTuple):
    """How much a file may contain, and how much looking at it may cost."""

    pages: int = 1_000
    objects: int = 500_000
    page_tree_depth: int = 500
    image_pixels: int = 1 << 30
    stream_bytes: int = 256 * MEBIBYTE
    total_stream_bytes: int = 2_048 * MEBIBYTE
    memory_bytes: int = 960 * MEBIBYTE
    timeout_seconds: float = 30.0
