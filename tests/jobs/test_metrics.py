"""Metrics: all that the gateway promises, added up over processes, named by URL pattern."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.parser import text_string_to_metric_families

from jobs import scanners
from jobs.exposition import ProcessCollector
from jobs.models import PDFJob, Upload
from jobs.services.heartbeats import Heart
from jobs.transitions import move
from pdfsku.accounts.tokens import token_pair
from tests.client import client_of
from tests.clients.tus import TusClient
from tests.factories import JobFactory, MerchantFactory, UserFactory
from tests.factories.uploads import complete_upload
from tests.jobs.hostile import SCRIPT, Draft
from tests.pdfs import blank_catalog, catalog
from tests.servers import ROOT, Server, environment, web_server
from tests.sse import listening

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


def test_concurrent_readings_agree(tmp_path: Path) -> None:
    for number in range(20):
        counted = MmapedDict(str(tmp_path / f"counter_99999999{number}-1.db"))
        counted.write_value(mmap_key("a_total", "a_total", [], [], "help"), 1.0, 0.0)
        counted.close()
    seen: list[float] = []

    def read() -> None:
        seen.append(sums(tmp_path)["a_total"])

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert seen == [20.0] * 4


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


@contextmanager
def counting(**expected: float) -> Iterator[None]:
    """What this process counts meanwhile; a label is written behind two underscores, as `name__label__value`."""
    samples = {key: (key.split("__")[0], dict([key.split("__")[1:]]) if "__" in key else {}) for key in expected}
    before = {key: REGISTRY.get_sample_value(*sample) or 0 for key, sample in samples.items()}
    yield
    counted = {key: (REGISTRY.get_sample_value(*sample) or 0) - before[key] for key, sample in samples.items()}
    assert counted == expected


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (catalog(pages=1), "UPLOADED", None),
        (blank_catalog(pages=1), "DEGRADED_HUMAN", None),
        (Draft(catalog=b"/OpenAction" + SCRIPT).plain(), "REJECTED", "javascript_embedded"),
        (Draft(catalog=b"/OpenAction<</S/Launch/F(a)>>").plain(), "REJECTED", "launch_action"),
        (b"MZ" * 1000, "REJECTED", "invalid_mime"),
    ],
)
def test_jobs_and_safety_checks_are_counted_by_their_outcome(content: bytes, status: str, reason: str | None) -> None:
    user = UserFactory()
    upload = complete_upload(user, content)
    refused = {f"gateway_security_rejected_total__reason__{reason}": 1} if reason else {}

    with counting(**{f"gateway_job_created_total__status__{status}": 1, "gateway_security_check_duration_seconds_count": 1, **refused}):
        client_of(user).post("/api/v1/jobs", {"upload_id": upload.upload_id}, format="json")

    assert PDFJob.objects.get().status == status


def test_cancelled_jobs_are_counted_once() -> None:
    job = JobFactory(processing=True)
    client = client_of(UserFactory(merchant=job.merchant))

    with counting(gateway_job_cancelled_total=1):
        client.post(f"/api/v1/jobs/{job.pk}/cancel")
        client.post(f"/api/v1/jobs/{job.pk}/cancel")

    assert PDFJob.objects.get().status == "CANCELLED"


def test_heartbeats_orphans_and_requeues_are_counted(settings: pytest.FixtureRequest) -> None:
    settings.ORPHAN_REQUEUE_COOLDOWN_SECONDS = 0
    job = JobFactory(processing=True, route="AUTO", worker_id="host:1:gone")
    PDFJob.objects.update(updated_at=timezone.now() - timedelta(minutes=5))
    operator = client_of(UserFactory(operator=True))

    with counting(gateway_heartbeat_reported_total=1):
        Heart().beat()
    with counting(gateway_orphan_detected_total=1):
        scanners.orphan_lost_jobs()
    with counting(gateway_orphan_requeued_total__method__auto=1, gateway_orphan_requeued_total__method__manual=0):
        scanners.requeue_cooled_down_jobs()
    move(PDFJob.objects.get(), "orphan")
    with counting(gateway_orphan_requeued_total__method__manual=1, gateway_orphan_requeued_total__method__auto=0):
        answer = operator.post(f"/api/v1/jobs/{job.pk}/requeue")

    assert answer.status_code == 200
    assert PDFJob.objects.get().status != "ORPHANED"


def scraped(server: Server) -> dict[str, float]:
    text = httpx.get(f"{server.url}/api/v1/metrics", timeout=20).text
    return {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples if not sample.labels}


def test_bytes_uploads_listeners_and_latencies_of_a_server_are_counted(tmp_path: Path) -> None:
    user = UserFactory()
    token = token_pair(user)["access"]
    with web_server(PDFSKU_DATA_DIR=str(tmp_path)) as server:
        client = TusClient(f"{server.url}/api/v1/uploads", token)

        url = client.create(3_000, body=b"%PDF-1.7\n" + bytes(991))
        client.patch(url, 1_000, bytes(500))
        with listening(f"{server.url}/api/v1/events", token=token):
            during = scraped(server)
        client.delete(url)
        after = scraped(server)
        text = httpx.get(f"{server.url}/api/v1/metrics", timeout=20).text

    assert (during["gateway_upload_bytes_total"], during["gateway_upload_active"], during["gateway_sse_active_connections"]) == (
        1_500,
        1,
        1,
    )
    assert after["gateway_upload_active"] == 0
    assert 'gateway_request_total{endpoint="api/v1/uploads/{id}",method="PATCH",status_code="204"} 1.0' in text
    assert 'gateway_request_duration_seconds_count{endpoint="api/v1/uploads/{id}",method="PATCH"} 1.0' in text
