"""What the run survives: busy and idle workers killed, its parent killed, one asleep past its lease, and a large job that must not hold up small ones.

    python bench/faults.py [--only busy,idle,parent,sleeper,fairness] [--pages 300] [--kills 20] [--idle-kills 10] [--large 1000]

Targets: after each kill of a busy worker pages are saved again within 60 s, nothing is lost or doubled, the result is that of an undisturbed
run; after each kill of an idle one a job is through within 30 s; 10 s after the parent's death no process is left; the save of a worker that
slept past its lease is refused; two small jobs are done long before the large one they stand behind, which is then cancelled.
Exit status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from run import has_settled, processes, status_of, submit, system, until, varied_catalog  # noqa: E402

MAX_RESUME, MAX_IDLE, MAX_ORPHANS = 60.0, 30.0, 10.0


def document(job: Any) -> str:
    from pipeline.queries import page_documents

    return json.dumps(list(page_documents(job)), ensure_ascii=False, sort_keys=True)


def busy_kills(data: bytes, kills: int) -> bool:
    """Kill workers in the middle of pages while a job runs; compare with an undisturbed run."""
    from jobs.models import StateTransition
    from pipeline.models import SKU, Page
    from tests.run.processes import kill_while_holding

    with processes(2):
        calm = submit(data, "calm")
        until(lambda: has_settled(calm), 1800)
        job, slowest = submit(data, "stormy"), 0.0
        for number in range(kills):
            until(lambda number=number: saved(job) >= number * job.total_pages // (kills + 1), 600)
            kill_while_holding()
            before = saved(job)
            slowest = max(slowest, until(lambda before=before: saved(job) > before or has_settled(job), 120))
        until(lambda: has_settled(job), 1800)
    pages = {str(pk) for pk in Page.objects.filter(job=job).values_list("pk", flat=True)}
    saves = list(StateTransition.objects.filter(entity_type="page", to_status="AI_COMPLETED", entity_id__in=pages).values_list("entity_id"))
    is_same = document(job) == document(calm)
    is_once = len(saves) == len(set(saves)) == job.total_pages
    count = SKU.objects.filter(job=job).count()
    print(
        f"busy kills: {kills}, {status_of(job)}, slowest resumption {slowest:.1f} s, same result {is_same}, saved once {is_once}, SKUs {count}"
    )
    return slowest <= MAX_RESUME and is_same and is_once


def saved(job: Any) -> int:
    from pipeline.models import Page

    return Page.objects.filter(job=job).exclude(status__in=("PENDING", "AI_QUEUED", "AI_PROCESSING", "AI_FAILED")).count()


def idle_kills(kills: int) -> bool:
    """Kill a worker that waits, then ask for something."""
    from jobs.models import WorkerHeartbeat
    from pipeline.roster import process_lives

    def living() -> list[int]:
        names = WorkerHeartbeat.objects.filter(status="ALIVE").values_list("worker_id", flat=True)
        return [pid for pid in (int(name.rsplit(":", 2)[-2]) for name in names) if process_lives(pid)]

    slowest = 0.0
    with processes(2):
        for number in range(kills):
            until(lambda: len(living()) >= 2, 60)
            os.kill(living()[number % 2], signal.SIGKILL)
            begun = time.monotonic()
            job = submit(varied_catalog(1) + f"\n% {number}\n".encode(), "idle")
            until(lambda job=job: has_settled(job), 120)
            slowest = max(slowest, time.monotonic() - begun)
    print(f"idle kills: {kills}, slowest {slowest:.1f} s")
    return slowest <= MAX_IDLE


def parent_kill(data: bytes) -> bool:
    """Kill the cluster's parent in the middle of work."""
    from jobs.services.cancellation import cancel_job
    from pipeline.roster import descendants
    from tests.run.processes import busy_worker, nobody_lives

    with processes(2) as cluster:
        job = submit(data, "parent")
        until(busy_worker, 60)
        everybody = {cluster.pid, *descendants(cluster.pid)}
        cluster.kill()
        cluster.wait()
        took = until(lambda: nobody_lives(everybody), 60)
    # Else the next drill's workers would go on with it.
    job.refresh_from_db()
    cancel_job(job, actor="bench")
    print(f"parent killed: {len(everybody)} processes gone after {took:.2f} s")
    return took <= MAX_ORPHANS


def sleeper(pages: int) -> bool:
    """A worker is stopped in the middle of a page until the others have done all the work, then woken."""
    from jobs.models import StateTransition
    from pipeline.models import Page
    from tests.run.processes import stop_while_holding

    with processes(2, PAGE_LEASE_SECONDS="5"):
        job = submit(varied_catalog(pages) + b"\n% sleeper\n", "sleeper")
        pid, number = stop_while_holding()
        until(lambda: has_settled(job), 600)
        page = Page.objects.get(job=job, page_number=number)
        os.kill(pid, signal.SIGCONT)
        time.sleep(5)
    saves = StateTransition.objects.filter(entity_type="page", entity_id=str(page.pk), to_status="AI_COMPLETED")
    operators = list(saves.values_list("operator", flat=True))
    is_refused = len(operators) == 1 and f":{pid}:" not in str(operators[0])
    print(f"sleeper: page {number} claimed {page.claim_no} times, saved once by another {is_refused}, {status_of(job)}")
    return is_refused and page.claim_no == 2


def fairness(pages: int) -> bool:
    """Two small jobs behind a large one. How long that would take to its end is not waited for."""
    from jobs.services.cancellation import cancel_job

    catalogs = [varied_catalog(pages), *(varied_catalog(3) + f"\n% small {number}\n".encode() for number in range(2))]
    with processes(2):
        large = submit(catalogs[0], "large")
        until(lambda: saved(large) > 0, 120)
        begun = time.monotonic()
        small = [submit(data, f"small-{number}") for number, data in enumerate(catalogs[1:])]
        until(lambda: all(has_settled(job) for job in small), 600)
        at, done = time.monotonic() - begun, saved(large)
        large.refresh_from_db()
        cancel_job(large, actor="bench")
    print(f"fairness: two jobs of 3 pages done after {at:.1f} s, when {pages - done} of {pages} pages of the large one were still to do")
    return done < pages / 2


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="busy,idle,parent,sleeper,fairness")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--idle-kills", type=int, default=10)
    parser.add_argument("--large", type=int, default=1000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory, system(Path(directory) / "var"):
        drills = {
            "busy": lambda: busy_kills(varied_catalog(arguments.pages), arguments.kills),
            "idle": lambda: idle_kills(arguments.idle_kills),
            "parent": lambda: parent_kill(varied_catalog(20)),
            "sleeper": lambda: sleeper(20),
            "fairness": lambda: fairness(arguments.large),
        }
        held = [drills[name]() for name in arguments.only.split(",")]
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main())
