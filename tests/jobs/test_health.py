"""Health: every component asked, each within its time, and the status that follows."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ

from jobs import health
from jobs.health import Component
from jobs.models import WorkerHeartbeat
from pdfsku.shared.choices import ComponentStatus, HealthStatus
from pdfsku.shared.redis import redis_client

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_redis_database(settings, worker_id: str) -> None:
    """Circuits of tests that run beside this one are not seen."""
    number = 8 + int(worker_id.removeprefix("gw")) % 8 if worker_id.startswith("gw") else 15
    settings.REDIS_URL = settings.REDIS_URL.replace("db=0", f"db={number}")


@pytest.fixture
def worker() -> WorkerHeartbeat:
    return WorkerHeartbeat.objects.create(worker_id="w1", hostname="here", last_heartbeat=timezone.now())


@pytest.fixture
def _big_disk(settings) -> None:
    """Whatever the machine under test has left."""
    settings.HEALTH_DISK_LOW_BYTES = settings.HEALTH_DISK_FULL_BYTES = 1


@pytest.mark.usefixtures("worker", "_big_disk")
def test_all_well() -> None:
    answer = Client().get("/api/v1/health", headers={"accept": "text/html"})

    assert (answer.status_code, answer.json()["status"]) == (200, "healthy")
    assert {name: each["status"] for name, each in answer.json()["components"].items()} == dict.fromkeys(
        ("postgres", "redis", "disk", "queue", "llm"), "ok"
    )
    assert "X-Request-ID" in answer.headers


@pytest.mark.usefixtures("_big_disk")
def test_no_living_worker_degrades_but_does_not_stop_traffic() -> None:
    WorkerHeartbeat.objects.create(worker_id="w1", hostname="here", last_heartbeat=timezone.now() - timedelta(minutes=5))

    answer = Client().get("/api/v1/health").json()

    assert (answer["status"], answer["components"]["queue"]["status"]) == ("degraded", "down")
    assert Client().get("/api/v1/health/ready").json()["status"] == "healthy"


@pytest.mark.usefixtures("worker")
def test_old_backlog_degrades() -> None:
    OrmQ.objects.create(key="pdfsku", payload="x", lock=timezone.now() - timedelta(hours=1))

    queue = health.check_queue()

    assert queue.status is ComponentStatus.DEGRADED
    assert queue.details["depth"] == 1
    assert queue.details["oldest_seconds"] >= 3600


@pytest.mark.parametrize(("state", "shown"), [("open", "circuit_open"), ("half_open", "degraded"), ("closed", "ok")])
def test_circuit_of_a_model_is_shown(settings, state: str, shown: str) -> None:
    client, key = redis_client(settings.REDIS_URL), "pdf_sku:circuit:test-model"
    client.hset(key, "state", state)

    try:
        found = health.check_llm()
    finally:
        client.delete(key)

    assert found.status == shown
    assert found.details["circuits"]["test-model"] == state


@pytest.mark.usefixtures("worker", "_big_disk")
def test_redis_away_is_unhealthy_and_tells_no_internals(settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    answer = Client().get("/api/v1/health")

    assert (answer.status_code, answer.json()["status"]) == (503, "unhealthy")
    assert answer.json()["components"]["redis"] == {"status": "down", "latency_ms": 0.0, "details": {"reason": "unreachable"}}
    assert Client().get("/api/v1/health/ready").status_code == 503
    assert Client().get("/api/v1/health/live").status_code == 200


def test_full_disk_is_unhealthy_and_a_low_one_degraded(settings) -> None:
    settings.HEALTH_DISK_LOW_BYTES, settings.HEALTH_DISK_FULL_BYTES = 2**60, 1
    low = health.check_disk().status
    settings.HEALTH_DISK_FULL_BYTES = 2**60

    assert (low, health.check_disk().status) == (ComponentStatus.DEGRADED, ComponentStatus.DOWN)


def test_hanging_check_does_not_hang_the_answer(settings) -> None:
    settings.HEALTH_TIMEOUT_SECONDS = 0.2
    release = threading.Event()

    def hang() -> Component:
        release.wait()
        return Component(ComponentStatus.OK)

    found = health.examine({"postgres": hang, "disk": lambda: Component(ComponentStatus.OK)})
    release.set()

    assert found["postgres"].details == {"reason": "timeout"}
    assert found["disk"].status is ComponentStatus.OK
    assert health.overall(found) is HealthStatus.UNHEALTHY


def test_other_methods_are_refused_in_the_error_format() -> None:
    answer = Client().post("/api/v1/health")

    assert (answer.status_code, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")
