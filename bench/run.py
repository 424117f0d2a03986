"""The run against plain `extract`: the same catalog, the same number of workers; how it grows with workers; how soon the first page is there.

    python bench/run.py [--pages 200] [--workers 2] [--times 1] [--file CATALOG.pdf]

Targets: at most 25 % over `extract`, two workers at least 1.7 times one, the first page within 3 s of the job's creation on an idle system.
Everything runs on an embedded database of its own. Where the machine has other work too, `--times` takes turns and counts the quickest of each;
the CPU time beside it, the database's included, tells whether a miss is ours. Exit status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from cpu import Meter  # noqa: E402

MAX_OVERHEAD, MIN_GAIN, MAX_FIRST_SECONDS = 0.25, 1.7, 3.0


@contextmanager
def system(directory: Path) -> Iterator[None]:
    """A database, a Redis and Django for this process and those it starts."""
    from pdfsku import embedded

    urls = embedded.start(directory)
    variables = {"PDFSKU_DATA_DIR": str(directory), "DATABASE_URL": urls.database_url, "REDIS_URL": urls.redis_url}
    os.environ.update(
        variables, PDFSKU_EMBEDDED="1", PDFSKU_PROCESS="worker", DJANGO_SETTINGS_MODULE="pdfsku.settings", LOG_LEVEL="WARNING"
    )
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from configs.profiles import load_default_profile

    load_default_profile()
    try:
        yield
    finally:
        django.db.connections.close_all()
        embedded.stop(directory)


@contextmanager
def processes(workers: int, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """The cluster, ready for work, and the scanners; the cluster's process."""
    from jobs.models import WorkerHeartbeat

    WorkerHeartbeat.objects.all().delete()
    environment = os.environ | {"WORKERS": str(workers), **settings}
    started = [
        subprocess.Popen([sys.executable, "manage.py", command], cwd=ROOT, env=environment, start_new_session=True)
        for command in ("cluster", "scanners")
    ]
    try:
        until(lambda: WorkerHeartbeat.objects.filter(status="ALIVE").count() >= workers, 60)
        yield started[0]
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
        for process in started:
            process.wait(20)


def until(condition: Callable[[], object], seconds: float, every: float = 0.02) -> float:
    """Wait for a condition; how long that took."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            raise TimeoutError(f"not within {seconds:.0f} s")
        time.sleep(every)
    return time.monotonic() - begun


def submit(data: bytes, merchant_id: str = "bench") -> Any:
    from jobs.services.creation import JobRequest, create_job
    from pdfsku.accounts.models import Merchant, User
    from tests.factories.uploads import complete_upload

    merchant, _ = Merchant.objects.get_or_create(merchant_id=merchant_id, defaults={"name": merchant_id})
    user, _ = User.objects.get_or_create(username=merchant_id, defaults={"role": "merchant", "merchant": merchant})
    upload = complete_upload(user, data)
    return create_job(JobRequest(upload_id=upload.upload_id, merchant=merchant, user=user, force=True))


def status_of(job: Any) -> str:
    job.refresh_from_db(fields=["status"])
    return str(job.status)


def has_settled(job: Any) -> bool:
    return status_of(job) in ("FULL_IMPORTED", "PARTIAL_IMPORTED", "PARTIAL_FAILED", "DEGRADED_HUMAN")


def extract_seconds(path: Path, workers: int, out: Path) -> tuple[float, float]:
    """Plain `extract`, from the start of the command to its end: (seconds, CPU seconds)."""
    command = [sys.executable, "manage.py", "extract", str(path), "--format", "json", "--out", str(out), "--workers", str(workers)]
    begun = time.monotonic()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with Meter([process.pid]) as meter:
        if process.wait() != 0:
            raise RuntimeError("extract failed")
    seconds = time.monotonic() - begun
    print(f"   extract, {workers} worker(s): {seconds:6.1f} s, CPU {meter.seconds:.1f} s", flush=True)
    return seconds, meter.seconds


def run_seconds(data: bytes, workers: int) -> tuple[float, float, float]:
    """A job on a cluster that waits for it: seconds to its end and to its first page, from its creation, and CPU seconds."""
    from pipeline.models import Page

    with processes(workers) as cluster:
        job = submit(data)
        with Meter([cluster.pid, database_process()]) as meter:
            first = until(lambda: Page.objects.filter(job=job, status__in=("AI_COMPLETED", "IMPORTED_CONFIRMED")).exists(), 120)
            rest = until(lambda: has_settled(job), 1800, every=0.05)
    print(
        f"   {workers} worker(s): {first + rest:6.1f} s, CPU {meter.seconds:.1f} s, first page after {first:.2f} s, {status_of(job)}",
        flush=True,
    )
    return first + rest, first, meter.seconds


def database_process() -> int:
    return int((Path(os.environ["PDFSKU_DATA_DIR"]) / "postgres" / "postmaster.pid").read_text().split()[0])


def varied_catalog(pages: int) -> bytes:
    """Price lists with pictures, as many pages as asked for."""
    import pymupdf

    from tests.pdfs import picture, table_page

    document = pymupdf.open()
    for number in range(pages):
        table_page(document, rows=18, prefix=f"B{number}")
        page = document[-1]
        for place in range(3):
            box = pymupdf.Rect(72 + 150 * place, 580, 192 + 150 * place, 700)
            page.insert_image(box, stream=picture(((37 * number + 60 * place) % 255, (91 * number) % 255, 80 * place), (400, 400)))
    data: bytes = document.tobytes(deflate=True, garbage=3)
    document.close()
    return data


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--file", type=Path)
    arguments = parser.parse_args()
    plain: list[tuple[float, float]] = []
    whole: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as directory, system(Path(directory) / "var"):
        path = arguments.file or Path(directory) / "catalog.pdf"
        if arguments.file is None:
            path.write_bytes(varied_catalog(arguments.pages))
        data = path.read_bytes()
        for number in range(arguments.times):
            plain.append(extract_seconds(path, arguments.workers, Path(directory) / "out"))
            whole.append(run_seconds(data + f"\n% {number}\n".encode(), arguments.workers))
        alone = min(run_seconds(data + f"\n% one worker, {number}\n".encode(), 1)[0] for number in range(arguments.times))
    print(f"overhead in CPU time: {min(cpu for _, _, cpu in whole) / min(cpu for _, cpu in plain) - 1:.2f}")
    quickest = min(seconds for seconds, _, _ in whole)
    missed = [
        _check("overhead over extract", quickest / min(seconds for seconds, _ in plain) - 1, MAX_OVERHEAD, at_most=True),
        _check(f"{arguments.workers} workers against one", alone / quickest, MIN_GAIN, at_most=False),
        _check("first page (s)", min(first for _, first, _ in whole), MAX_FIRST_SECONDS, at_most=True),
    ]
    return int(any(missed))


def _check(what: str, value: float, target: float, *, at_most: bool) -> bool:
    is_missed = value > target if at_most else value < target
    print(f"{what}: {value:.2f} ({'at most' if at_most else 'at least'} {target}){'  MISSED' if is_missed else ''}")
    return is_missed


if __name__ == "__main__":
    sys.exit(main())
