"""What `/metrics` shows: the counters of all processes of this machine added up, and what the database knows."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from django.db import Error as DatabaseError
from django.db import connection, transaction
from django.db.models import Count, Min
from django.utils import timezone
from django_q.models import OrmQ
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

from jobs.metrics import METRICS_DIR, identity_of
from jobs.models import PDFJob, Upload, WorkerHeartbeat
from pdfsku.shared.choices import JobInternalStatus, UploadStatus, WorkerStatus

logger = logging.getLogger(__name__)

ENDED = "ended"
STATEMENT_TIMEOUT = timedelta(seconds=2)


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(DatabaseCollector())
    registry.register(ProcessCollector(METRICS_DIR))
    return generate_latest(registry)


class ProcessCollector:
    """Counters and histograms of all processes, living and ended, and gauges of the living."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def collect(self) -> Iterable[Metric]:
        with _locked(self._directory):
            fold_ended_processes(self._directory)
            # A file of no bytes belongs to a process that is just starting.
            files = [str(path) for path in self._directory.glob("*.db") if path.stat().st_size]
            return list(MultiProcessCollector.merge(files))


def fold_ended_processes(directory: Path) -> None:
    """Add what ended processes counted to one file per kind: workers come and go, totals stay, files do not pile up."""
    for path in directory.glob("*.db"):
        kind, identity = path.stem.split("_")[0], path.stem.rpartition("_")[2]
        if identity == ENDED or identity_of(int(identity.partition("-")[0])) == identity:
            continue
        if kind != "gauge":
            _fold(path, into=directory / f"{kind}_{ENDED}.db")
        path.unlink()


def _fold(path: Path, *, into: Path) -> None:
    try:
        counted = [(key, value) for key, value, _, _ in MmapedDict.read_all_values_from_file(str(path))]
    except (RuntimeError, ValueError, struct.error):
        logger.exception("the metrics of an ended process cannot be read and are dropped", extra={"file": path.name})
        return
    # Beside and swapped in: whoever is killed here leaves either sum whole.
    draft = into.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    if into.exists():
        shutil.copyfile(into, draft)
    total = MmapedDict(str(draft))
    for key, value in counted:
        total.write_value(key, total.read_value(key)[0] + value, 0.0)
    total.close()
    os.replace(draft, into)


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """One reader at a time: folding moves values between files."""
    with open(directory / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class DatabaseCollector:
    """Gauges that only the database can know; the same from whichever instance they are read."""

    def collect(self) -> Iterator[Metric]:
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    milliseconds = int(STATEMENT_TIMEOUT.total_seconds() * 1000)
                    cursor.execute(f"SET LOCAL statement_timeout = {milliseconds}")
                families = [_active_uploads(), _jobs_by_status(), *_queue(), _workers()]
        except DatabaseError:
            logger.exception("metrics without the database")
            families = []
        yield GaugeMetricFamily("pdfsku_database_up", "Whether the database answered this reading", value=float(bool(families)))
        yield from families


def _active_uploads() -> GaugeMetricFamily:
    count = Upload.objects.filter(status=UploadStatus.OPEN, expires_at__gt=timezone.now()).count()
    return GaugeMetricFamily("gateway_upload_active", "Active tus uploads", value=count)


def _jobs_by_status() -> GaugeMetricFamily:
    family = GaugeMetricFamily("pdfsku_jobs", "Jobs by status", labels=["status"])
    counts = dict(PDFJob.objects.order_by().values_list("status").annotate(Count("pk")))
    for status in JobInternalStatus.values:
        family.add_metric([status], counts.get(status, 0))
    return family


def _queue() -> Iterator[GaugeMetricFamily]:
    waiting = OrmQ.objects.filter(lock__lte=timezone.now()).aggregate(depth=Count("pk"), oldest=Min("lock"))
    age = (timezone.now() - waiting["oldest"]).total_seconds() if waiting["oldest"] else 0.0
    yield GaugeMetricFamily("pdfsku_queue_depth", "Tasks waiting for a worker", value=waiting["depth"])
    yield GaugeMetricFamily("pdfsku_queue_oldest_seconds", "How long the oldest of them has waited", value=age)


def _workers() -> GaugeMetricFamily:
    family = GaugeMetricFamily("pdfsku_workers", "Workers by status", labels=["status"])
    counts = dict(WorkerHeartbeat.objects.order_by().values_list("status").annotate(Count("pk")))
    for status in WorkerStatus.values:
        family.add_metric([status], counts.get(status, 0))
    return family
