"""What `GET /api/v1/jobs` costs with 100,000 jobs against 1,000, asked in turns so that a busy machine slows both alike.

    python bench/job_list.py [--requests N]

Target: p95 with 100,000 jobs at most 1.5 times that with 1,000, for merchants and operators, at the start, deep in the list and under filters.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from pdfsku import embedded  # noqa: E402

FEW, MANY, MAX_RATIO = 1_000, 100_000, 1.5
NEWEST_JOB = "2026-06-01T00:00:00+00:00"

# Five merchants, of which one has half of all jobs; a job a minute. With the smaller size every page asked for is still full.
FILL = """
INSERT INTO pdf_jobs (source_file, file_hash, merchant_id, category, uploaded_by, status, total_pages, frozen_config_version, created_at)
SELECT 'catalog-' || n || '.pdf', md5(n::text) || md5('x' || n::text), 'merchant-' || CASE WHEN n %% 2 = 0 THEN 0 ELSE n %% 8 END,
       'furniture', 'somebody', 'UPLOADED', 20, 'default:1', %s::timestamptz - n * interval '1 minute'
FROM generate_series(1, %s) AS n
"""
STATES = """
UPDATE pdf_jobs SET status = CASE
    WHEN right(job_id::text, 1) IN ('0', '1') THEN 'CANCELLED' WHEN right(job_id::text, 1) = '2' THEN 'REJECTED' ELSE status END
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=200, help="of each kind, for each size")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    with tempfile.TemporaryDirectory(prefix="pdfsku-bench-") as directory:
        urls = embedded.start(Path(directory), durable=False)
        try:
            sys.exit(0 if compare(urls, Path(directory), options.requests) else 1)
        finally:
            embedded.stop(Path(directory))


def compare(urls: embedded.ServiceUrls, data_dir: Path, requests: int) -> bool:
    with server(urls, data_dir, FEW) as few, server(urls, data_dir, MANY) as many:
        results = [measure(few, many, kind, requests) for kind in requests_for(FEW)]
    return all(results)


def measure(few: Server, many: Server, kind: str, requests: int) -> bool:
    """p95 of both sizes, asked alternately."""
    few_path, many_path = requests_for(FEW)[kind], requests_for(MANY)[kind]
    for _ in range(10):
        few.ask(few_path)
        many.ask(many_path)
    pairs = [(few.ask(few_path), many.ask(many_path)) for _ in range(requests)]
    columns = list(zip(*pairs, strict=True))
    middle_low, middle_high = map(statistics.median, columns)
    low, high = (statistics.quantiles(times, n=20)[-1] for times in columns)
    is_well = high <= low * MAX_RATIO
    print(
        f"{kind:<30} p50 {middle_low:5.1f} / {middle_high:5.1f} ms, p95 {low:5.1f} ms with {FEW:,} and {high:5.1f} ms with {MANY:,}:"
        f" {high / low:4.2f}x{'' if is_well else ' TOO SLOW'}",
        flush=True,
    )
    return is_well


def requests_for(size: int) -> dict[str, tuple[str, str]]:
    """Who asks for what."""
    late = "cursor=" + base64.b64encode(urlencode({"p": minutes_back(size * 6 // 10)}).encode()).decode()
    return {
        "operator, first page": ("operator", ""),
        "operator, late page": ("operator", late),
        "operator, by state": ("operator", "status=CANCELLED"),
        "operator, late page by state": ("operator", f"{late}&user_status=failed"),
        "large merchant, first page": ("large", ""),
        "large merchant, late page": ("large", late),
        "large merchant, by state": ("large", "user_status=failed"),
        "large merchant, page of 200": ("large", "size=200"),
        "small merchant, first page": ("small", ""),
        "small merchant, late page": ("small", late),
        "small merchant, oldest first": ("small", "ordering=created_at"),
    }


def minutes_back(minutes: int) -> str:
    return str(datetime.fromisoformat(NEWEST_JOB) - timedelta(minutes=minutes))


class Server:
    """A process with a database of its own size that answers how long a request took."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, request: tuple[str, str]) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


@contextmanager
def server(urls: embedded.ServiceUrls, data_dir: Path, size: int) -> Iterator[Server]:
    environment = {
        **os.environ,
        "DATABASE_URL": urls.database_url.replace("/pdfsku?", f"/jobs_{size}?"),
        "REDIS_URL": urls.redis_url,
        "PDFSKU_DATA_DIR": str(data_dir),
        "PDFSKU_EMBEDDED": "1",
        "DJANGO_SETTINGS_MODULE": "pdfsku.settings",
        "LOG_LEVEL": "ERROR",
        "THROTTLE_USER": "100000/s",
    }
    make_database(urls.database_url, f"jobs_{size}")
    command = [sys.executable, __file__, "--serve", str(size)]
    process = subprocess.Popen(command, env=environment, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Server(process)
    finally:
        process.kill()
        process.wait()


def make_database(url: str, name: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")


def serve(size: int) -> None:
    """Fill the database, then time each request that comes in."""
    import django

    django.setup()
    clients = prepare(size)
    for line in sys.stdin:
        user, query = json.loads(line)
        began = perf_counter()
        answer = clients[user].get(f"/api/v1/jobs?{query}", HTTP_HOST="localhost")
        took = 1000 * (perf_counter() - began)
        body = answer.json()
        assert len(body["results"]) >= 50, body
        print(took, flush=True)


def prepare(size: int) -> dict[str, object]:
    from django.core.management import call_command
    from django.db import connection

    from pdfsku.accounts.models import Merchant, User
    from pdfsku.shared.choices import UserRole
    from tests.client import client_of

    call_command("migrate", verbosity=0)
    for number in (0, 1, 3, 5, 7):
        Merchant.objects.create(merchant_id=f"merchant-{number}", name=f"Merchant {number}")
    with connection.cursor() as cursor:
        cursor.execute(FILL, [NEWEST_JOB, size])
        cursor.execute(STATES)
        cursor.execute("VACUUM ANALYZE pdf_jobs")
    users = {
        "operator": User.objects.create_user("bench-operator", role=UserRole.OPERATOR),
        "large": User.objects.create_user("bench-large", role=UserRole.MERCHANT, merchant_id="merchant-0"),
        "small": User.objects.create_user("bench-small", role=UserRole.MERCHANT, merchant_id="merchant-1"),
    }
    return {name: client_of(user) for name, user in users.items()}


if __name__ == "__main__":
    main()
