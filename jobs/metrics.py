"""Every metric of the gateway. Processes of a machine write into one directory and are added up when read (`jobs.exposition`)."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
from django.conf import settings

METRICS_DIR = Path(settings.DATA_DIR) / "metrics"
METRICS_DIR.mkdir(parents=True, exist_ok=True)
# The library looks for its directory when it is imported.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

from prometheus_client import Counter, Gauge, Histogram, values  # noqa: E402

from pdfsku.shared.choices import JobInternalStatus  # noqa: E402
from pdfsku.shared.errors import Code  # noqa: E402

_own: tuple[int, str] = (0, "")


def identity_of(pid: int) -> str | None:
    """A name that no later process with the same number shares; None if there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat")
        # Field 22, counted after the name, which may hold spaces: the start in ticks since boot, which no clock change moves.
        started = stat.read_text().rpartition(")")[2].split()[19] if stat.parent.parent.is_dir() else _start_second(pid)
    except (FileNotFoundError, ProcessLookupError, psutil.NoSuchProcess):
        return None
    return f"{pid}-{started}"


def own_identity() -> str:
    """Asked at every increment: cached until a fork makes it another process."""
    global _own
    if _own[0] != os.getpid():
        _own = (os.getpid(), identity_of(os.getpid()) or "")
    return _own[1]


def _start_second(pid: int) -> str:
    return str(int(psutil.Process(pid).create_time()))


values.ValueClass = values.MultiProcessValue(own_identity)

REQUESTS = Counter("gateway_request_total", "Total Gateway requests", ["method", "endpoint", "status_code"])
REQUEST_SECONDS = Histogram(
    "gateway_request_duration_seconds",
    "Request latency",
    ["method", "endpoint"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

JOBS_CREATED = Counter("gateway_job_created_total", "Jobs created", ["status"])
JOBS_CANCELLED = Counter("gateway_job_cancelled_total", "Jobs cancelled")

SECURITY_CHECK_SECONDS = Histogram("gateway_security_check_duration_seconds", "PDF security check time", buckets=(0.1, 0.5, 1, 5, 10, 30))
SECURITY_REJECTED = Counter("gateway_security_rejected_total", "PDFs rejected by security", ["reason"])

UPLOAD_BYTES = Counter("gateway_upload_bytes_total", "Total bytes uploaded")

HEARTBEATS_REPORTED = Counter("gateway_heartbeat_reported_total", "Heartbeats sent")
ORPHANS_DETECTED = Counter("gateway_orphan_detected_total", "Orphan jobs detected")
ORPHANS_REQUEUED = Counter("gateway_orphan_requeued_total", "Orphan jobs requeued", ["method"])

SSE_CONNECTIONS = Gauge("gateway_sse_active_connections", "Active SSE connections", multiprocess_mode="livesum")
SSE_QUEUE_OVERFLOW = Counter("gateway_sse_queue_overflow_total", "Events dropped from the queue of a slow client")

# A series that exists at zero can be alerted on; one that appears with its first event cannot.
for _status in (JobInternalStatus.UPLOADED, JobInternalStatus.REJECTED, JobInternalStatus.DEGRADED_HUMAN):
    JOBS_CREATED.labels(status=_status.value)
for _method in ("auto", "manual"):
    ORPHANS_REQUEUED.labels(method=_method)
for _code in Code:
    if _code.startswith("SECURITY_"):
        SECURITY_REJECTED.labels(reason=_code.removeprefix("SECURITY_").lower())
