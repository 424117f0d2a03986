"""Metrics: all that the gateway promises, added up over processes, named by URL pattern."""

from __future__ import annotations

import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from jobs.exposition import ProcessCollector
from jobs.metrics import METRICS_DIR
from jobs.models import Upload
from tests.factories import JobFactory, MerchantFactory
from tests.servers import ROOT, environment

pytestmark = pytest.mark.django_db(transaction=True)

PROMISED = {
    "gateway_request_total": "counter",
    "gateway_request_duration_seconds": "histogram",
    "gateway_job_created_total": "counter",
    "gateway_job_cancelled_total": "counter",
    "gateway_security_check_duration_seconds": "histogram",
    "gateway_security_rejected_total": "counter",
    "gateway_upload_active": "gauge",
    "gateway_upload_bytes_total": "counter",
    "gateway_heartbeat_reported_total": "counter",
    "gateway_orphan_detected_total": "counter",
    "gateway_orphan_requeued_total": "counter",
    "gateway_sse_active_connections": "gauge",
    "gateway_sse_queue_overflow_total": "counter",
    "pdfsku_queue_depth": "gauge",
    "pdfsku_jobs": "gauge",
}
COUNTING_PROCESS = """
import sys, django
django.setup()
from jobs.metrics import SECURITY_CHECK_SECONDS, SSE_CONNECTIONS, UPLOAD_BYTES
UPLOAD_BYTES.inc(10)
SECURITY_CHECK_SECONDS.observe(0.7)
SSE_CONNECTIONS.inc()
print("counted", flush=True)
sys.stdin.read()
"""


def readings() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    text = Client().get("/api/v1/metrics", headers={"accept": "text/plain"}).content.decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_everything_promised_is_there_with_its_type() -> None:
    Client().get("/api/v1/health/live")
    answer = Client().get("/api/v1/metrics")

    types = dict(line.split()[2:4] for line in answer.content.decode().splitlines() if line.startswith("# TYPE"))

    assert {name: types.get(name) for name in PROMISED} == PROMISED
    assert answer.headers["Content-Type"].startswith("text/plain")


def test_requests_are_counted_by_pattern_and_not_by_path() -> None:
    Client().get("/api/v1/health/live")
    Client().get("/api/v1/no/such/thing-1234")
    Client().generic("INVENTED", "/api/v1/health/live")

    counted = {labels for name, labels in readings() if name == "gateway_request_total"}

    assert (("endpoint", "api/v1/health/live"), ("method", "GET"), ("status_code", "200")) in counted
    assert (("endpoint", "unmatched"), ("method", "GET"), ("status_code", "404")) in counted
    assert (("endpoint", "api/v1/health/live"), ("method", "other"), ("status_code", "405")) in counted
    assert not [labels for labels in counted if "1234" in str(labels)]


def sums(directory: Path) -> dict[str, float]:
    return {
        sample.name + sample.labels.get("le", ""): sample.value
        for metric in ProcessCollector(directory).collect()
        for sample in metric.samples
    }


def test_processes_add_up_and_what_ended_ones_counted_stays(tmp_path: Path) -> None:
    variables = environment(PDFSKU_DATA_DIR=str(tmp_path), PDFSKU_PROCESS="worker")
    command = [sys.executable, "-c", COUNTING_PROCESS]
    processes = [
        subprocess.Popen(command, cwd=ROOT, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.stdout.readline() for process in processes] == ["counted\n"] * 2
    directory = tmp_path / "metrics"

    both = sums(directory)
    processes[0].kill()
    processes[0].wait()
    one_left = sums(directory)
    processes[1].kill()
    processes[1].wait()
    sums(directory)
    none_left = sums(directory)

    for found in (both, one_left, none_left):
        assert found["gateway_upload_bytes_total"] == 20
        assert found["gateway_security_check_duration_seconds_bucket1.0"] == 2
        assert found["gateway_security_check_duration_seconds_count"] == 2
        assert found["gateway_security_check_duration_seconds_sum"] == pytest.approx(1.4)
    assert (both["gateway_sse_active_connections"], one_left["gateway_sse_active_connections"]) == (2, 1)
    assert "gateway_sse_active_connections" not in none_left
    assert {path.name for path in directory.glob("*.db")} == {"counter_ended.db", "histogram_ended.db"}


def test_damaged_file_of_an_ended_process_does_not_stop_the_reading(tmp_path: Path) -> None:
    (tmp_path / "counter_999999999-1.db").write_bytes(b"\x7f" * 64)

    assert sums(tmp_path) == {}
    assert list(tmp_path.glob("*.db")) == []


def test_concurrent_readings_agree() -> None:
    seen: list[float] = []

    def read() -> None:
        seen.append(sums(METRICS_DIR)["gateway_job_cancelled_total"])

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(seen)) == 1


def test_gauges_come_from_the_database() -> None:
    JobFactory(orphaned=True)
    merchant = MerchantFactory()
    tomorrow = timezone.now() + timedelta(days=1)
    Upload.objects.create(merchant=merchant, uploaded_by="x", filename="a.pdf", upload_length=5, expires_at=tomorrow)
    Upload.objects.create(merchant=merchant, uploaded_by="x", filename="b.pdf", upload_length=5, expires_at=timezone.now())

    found = readings()

    assert found["gateway_upload_active", ()] == 1
    assert found["pdfsku_jobs", (("status", "ORPHANED"),)] == 1
    assert found["pdfsku_jobs", (("status", "UPLOADED"),)] == 0
    assert found["pdfsku_queue_depth", ()] == 0
    assert found["pdfsku_database_up", ()] == 1
