"""Is each component well? Every question has a time limit: a database that hangs must not hang the answer."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min
from django.utils import timezone
from django_q.models import OrmQ

from jobs.models import WorkerHeartbeat
from pdfsku.shared.choices import ComponentStatus, HealthStatus
from pdfsku.shared.redis import redis_client

logger = logging.getLogger(__name__)

CIRCUIT_KEYS = "pdf_sku:circuit:*"
_CIRCUIT_STATUS = {"open": ComponentStatus.CIRCUIT_OPEN, "half_open": ComponentStatus.DEGRADED}
# Bounded: checks that hang hold these threads and no more, and the next ones are told so by their time limit.
_CHECKERS = ThreadPoolExecutor(max_workers=10, thread_name_prefix="health")


@dataclass(frozen=True)
class Component:
    """How one component is; `details` are figures an operator wants beside it."""

    status: ComponentStatus
    details: dict[str, Any] = field(default_factory=dict)
    latency_ms: float = 0.0


Check = Callable[[], Component]


def check_postgres() -> Component:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Component(ComponentStatus.OK)


def check_redis() -> Component:
    redis_client(settings.REDIS_URL).ping()
    return Component(ComponentStatus.OK)


def check_disk() -> Component:
    free = shutil.disk_usage(_existing(Path(settings.DATA_DIR))).free
    status = ComponentStatus.OK
    if free < settings.HEALTH_DISK_FULL_BYTES:
        status = ComponentStatus.DOWN
    elif free < settings.HEALTH_DISK_LOW_BYTES:
        status = ComponentStatus.DEGRADED
    return Component(status, {"free_bytes": free})


def check_queue() -> Component:
    """Down without a living worker: what is queued then waits for ever."""
    now = timezone.now()
    waiting = OrmQ.objects.filter(lock__lte=now).aggregate(depth=Count("pk"), oldest=Min("lock"))
    age = (now - waiting["oldest"]).total_seconds() if waiting["oldest"] else 0.0
    seen_since = now - timedelta(seconds=settings.HEARTBEAT_SUSPECT_SECONDS)
    workers = WorkerHeartbeat.objects.filter(last_heartbeat__gte=seen_since).count()
    status = ComponentStatus.DEGRADED if age > settings.HEALTH_QUEUE_AGE_SECONDS else ComponentStatus.OK
    if not workers:
        status = ComponentStatus.DOWN
    return Component(status, {"depth": waiting["depth"], "oldest_seconds": round(age, 1), "workers_alive": workers})


def check_llm() -> Component:
    """The worst circuit of all models; a model that was never called has none, which is a closed one."""
    client = redis_client(settings.REDIS_URL)
    states = {
        key.removeprefix(CIRCUIT_KEYS[:-1]): client.hget(key, "state") or "closed" for key in client.scan_iter(CIRCUIT_KEYS, count=1000)
    }
    found = {_CIRCUIT_STATUS.get(str(state), ComponentStatus.OK) for state in states.values()}
    worst = next((status for status in (ComponentStatus.CIRCUIT_OPEN, ComponentStatus.DEGRADED) if status in found), ComponentStatus.OK)
    return Component(worst, {"backend": settings.AI_BACKEND, "circuits": states})


# Without one of these nothing can be served; without the others uploads are still taken and work waits.
ESSENTIAL: dict[str, Check] = {"postgres": check_postgres, "redis": check_redis, "disk": check_disk}
ALL: dict[str, Check] = {**ESSENTIAL, "queue": check_queue, "llm": check_llm}


def examine(checks: Mapping[str, Check]) -> dict[str, Component]:
    """All checks at once, each within the time limit."""
    deadline = time.monotonic() + settings.HEALTH_TIMEOUT_SECONDS
    running = {name: _CHECKERS.submit(_timed, check) for name, check in checks.items()}
    return {name: _outcome(name, future, deadline) for name, future in running.items()}


def overall(components: Mapping[str, Component]) -> HealthStatus:
    if any(name in ESSENTIAL and component.status is ComponentStatus.DOWN for name, component in components.items()):
        return HealthStatus.UNHEALTHY
    if all(component.status is ComponentStatus.OK for component in components.values()):
        return HealthStatus.HEALTHY
    return HealthStatus.DEGRADED


def _timed(check: Check) -> Component:
    begun = time.perf_counter()
    try:
        component = check()
    finally:
        connection.close()
    return Component(component.status, component.details, latency_ms=round((time.perf_counter() - begun) * 1000, 1))


def _outcome(name: str, future: Future[Component], deadline: float) -> Component:
    limit = settings.HEALTH_TIMEOUT_SECONDS
    try:
        return future.result(timeout=max(0.0, deadline - time.monotonic()))
    except FutureTimeoutError:
        future.cancel()
        logger.error("health check timed out", extra={"component": name})
        return Component(ComponentStatus.DOWN, {"reason": "timeout"}, latency_ms=limit * 1000)
    except Exception:
        # Whatever a check raises is its answer; the cause is for the log, not for whoever asks.
        logger.exception("health check failed", extra={"component": name})
        return Component(ComponentStatus.DOWN, {"reason": "unreachable"})


def _existing(path: Path) -> Path:
    return path if path.exists() else _existing(path.parent)
