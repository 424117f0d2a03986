"""A real PostgreSQL and a real Redis from the wheels that carry them, run under a data directory.

Each server lives exactly as long as somebody uses it: every user process holds a shared lock, which the
kernel lets go however the process ends, and a keeper process per server stops it when no lock is left.
"""

from pdfsku.embedded.errors import EmbeddedError
from pdfsku.embedded.services import (
    ServiceUrls,
    check,
    embedded_services,
    held_descriptors,
    is_running,
    start,
    start_postgres,
    start_redis,
    stop,
)

__all__ = [
    "EmbeddedError",
    "ServiceUrls",
    "check",
    "embedded_services",
    "held_descriptors",
    "is_running",
    "start",
    "start_postgres",
    "start_redis",
    "stop",
]
