"""Event streams under load: 500 clients of one web process, clients that come back, and readers that stall.

    python bench/sse.py [--clients 500] [--seconds 12]

Needs ../shared/tools/sse_client.py. Exit status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parent.parent
SSE_CLIENT = ROOT.parent / "shared" / "tools" / "sse_client.py"
sys.path.insert(0, str(ROOT))

from pdfsku import embedded  # noqa: E402

MAX_P99_MS = 200
MAX_GROWTH_MB = 20
STALLED = 8

_PREPARE = """
from jobs.models import PDFJob
from pdfsku.accounts.models import Merchant, User
from pdfsku.accounts.tokens import token_pair
merchant = Merchant.objects.create(merchant_id="bench", name="Bench")
user = User.objects.create(username="bench", role="operator")
jobs = [PDFJob.objects.create(merchant=merchant, source_file="x.pdf", file_hash="0", uploaded_by="bench", total_pages=1) for _ in range(3)]
print(token_pair(user)["access"], *[job.pk for job in jobs])
"""
_COMMIT = """
import sys, time, django
django.setup()
from jobs.events import new_event, publish
from jobs.models import PDFJob
from pdfsku.shared.choices import SSEEventType
job, count, pause, padding = PDFJob.objects.get(pk=sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), "x" * int(sys.argv[4])
for number in range(1, count + 1):
    publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number, "padding": padding})])
    time.sleep(pause)
"""


@dataclass(frozen=True)
class Target:
    """A running server and a job whose events are streamed."""

    port: int
    pid: int
    token: str
    job_id: str
    environment: dict[str, str]

    @property
    def path(self) -> str:
        return f"/api/v1/jobs/{self.job_id}/events"

    def commit(self, count: int, *, pause: float = 0.0, padding: int = 0) -> subprocess.Popen[bytes]:
        """Another process commits events, one transaction each."""
        arguments = [self.job_id, str(count), str(pause), str(padding)]
        return subprocess.Popen([sys.executable, "-c", _COMMIT, *arguments], cwd=ROOT, env=self.environment | {"PDFSKU_PROCESS": "worker"})

    def connections(self) -> float:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("gateway_sse_active_connections "))

    def rss_mb(self) -> float:
        return psutil.Process(self.pid).memory_info().rss / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=12)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="pdfsku-sse-") as directory, serving(Path(directory)) as (first, second, third):
        results = [
            fan_out(first, clients=options.clients, seconds=options.seconds),
            asyncio.run(come_back(second, clients=50, events=200)),
            stall(third),
        ]
    return 0 if all(results) else 1


def fan_out(target: Target, *, clients: int, seconds: float) -> bool:
    """Latency from the event's own time, before its commit, to each client."""
    figures = measure(target, lambda: target.commit(int(seconds / 0.5), pause=0.5), conns=clients, seconds=seconds + 6)
    is_met = figures["lat_p99_ms"] < MAX_P99_MS and not figures["missing"] and not figures["gaps"] and figures["connected"] == clients
    names = ("connected", "connect_s", "events", "lat_p50_ms", "lat_p99_ms", "lat_max_ms", "missing", "gaps", "server_cpu_pct")
    return show("fan-out", is_met, {name: figures[name] for name in names})


async def come_back(target: Target, *, clients: int, events: int) -> bool:
    """Clients that hang up at random and come back with the last id they saw."""
    writer = target.commit(events, pause=0.02)
    seen = await asyncio.gather(*(restless(target, events=events, seed=seed) for seed in range(clients)))
    writer.wait()
    wanted = list(range(seen[0][0][0], seen[0][0][0] + events))
    missed = sum(ids != wanted for ids, _ in seen)
    return show("reconnects", not missed, {"clients": clients, "reconnects": sum(n for _, n in seen), "with_gaps_or_doubles": missed})


async def restless(target: Target, *, events: int, seed: int) -> tuple[list[int], int]:
    """All ids one client got, over many connections, and how many those were."""
    chance, ids, connections = random.Random(seed), [], 0
    while len(ids) < events:
        connections += 1
        stay = chance.randrange(1, 30)
        reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
        resume = f"Last-Event-ID: {ids[-1]}\r\n" if ids else ""
        writer.write(f"GET {target.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {target.token}\r\n{resume}\r\n".encode())
        while stay and len(ids) < events:
            line = await reader.readline()
            if line.startswith(b"id: "):
                ids.append(int(line[4:]))
                stay -= 1
        writer.close()
    return ids, connections


def stall(target: Target) -> bool:
    """Readers that never read cost their bounded queue, whatever is sent to the others."""
    before = target.rss_mb()
    figures = measure(target, lambda: target.commit(600, padding=50_000), conns=2, seconds=25, stall=STALLED)
    growth = target.rss_mb() - before
    is_met = growth < MAX_GROWTH_MB and not figures["missing"]
    return show(
        "stalled", is_met, {"readers": STALLED, "events": figures["events"], "growth_mb": round(growth, 1), "missing": figures["missing"]}
    )


def measure(target: Target, commit: Callable[[], subprocess.Popen[bytes]], **options: float) -> dict[str, Any]:
    """Run the neutral client; the first event is committed once all of its connections stand."""
    arguments = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    command = [sys.executable, str(SSE_CLIENT), "--url", f"http://127.0.0.1:{target.port}{target.path}", "--pid", str(target.pid)]
    client = subprocess.Popen([*command, "--header", f"Authorization: Bearer {target.token}", *arguments], stdout=subprocess.PIPE)
    while target.connections() < options["conns"] + options.get("stall", 0) and client.poll() is None:
        time.sleep(0.2)
    writer = commit()
    output, _ = client.communicate()
    writer.terminate()
    writer.wait()
    return json.loads(output)


@contextmanager
def serving(work: Path) -> Iterator[list[Target]]:
    """One web process on embedded services of its own, and a job for each measurement."""
    with embedded.embedded_services(work) as urls, socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        environment = os.environ | {
            "DATABASE_URL": urls.database_url,
            "REDIS_URL": urls.redis_url,
            "PDFSKU_EMBEDDED": "1",
            "PDFSKU_DATA_DIR": str(work),
            "DJANGO_SETTINGS_MODULE": "pdfsku.settings",
        }
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
        prepared = subprocess.check_output(
            [sys.executable, "manage.py", "shell", "-v0", "-c", _PREPARE], cwd=ROOT, env=environment, text=True
        )
        token, *job_ids = prepared.split()
        command = [sys.executable, "-m", "uvicorn", "pdfsku.asgi:application", "--fd", str(listener.fileno()), "--log-level", "warning"]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[listener.fileno()])
        try:
            yield [Target(listener.getsockname()[1], server.pid, token, job_id, environment) for job_id in job_ids]
        finally:
            server.terminate()
            server.wait()


def show(title: str, is_met: bool, figures: dict[str, Any]) -> bool:
    print(f"{title:<11} {'ok    ' if is_met else 'MISSED'} {json.dumps(figures)}", flush=True)
    return is_met


if __name__ == "__main__":
    sys.exit(main())
