"""Every file of the shared robust corpus through the safety check and the prescan, as before a job is made of it.

    python bench/robust.py [--every 1] [--workers 2] [--json out.json]

Says which answers are not the expected ones, which files the prescan refused, how long the slowest took, what the largest process held and
whether any is left. Exit status 1 when an answer is wrong, a file took longer than the limit, or a process is left or held too much.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from jobs.inspection.service import inspect
from jobs.prescan import PrescanFailed, PrescanRules, prescan
from tests.jobs.test_inspection_corpus import TIME_SECONDS, complaint, expectations

MEMORY_BYTES = 1 << 30
SHOWN = 5


@dataclass(frozen=True)
class Outcome:
    """What a merchant would be told about one file, and when."""

    name: str
    answer: str
    complaint: str
    seconds: float


def outcome(folder: Path, name: str, expected: dict[str, object]) -> Outcome:
    started = time.monotonic()
    inspection = inspect(folder / name)
    answer = str(inspection.code or "job")
    if inspection.is_ok:
        try:
            found = prescan(folder / name, PrescanRules())
            answer = "job with unread pages" if found.unread_pages else "job"
        except PrescanFailed as failure:
            answer = f"prescan: {failure}"
    return Outcome(name, answer, complaint(expected, inspection), round(time.monotonic() - started, 2))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only each so many-th file")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="files looked at side by side")
    options = parser.parse_args()
    folder, expected = expectations()
    started = time.monotonic()
    with ThreadPoolExecutor(options.workers) as pool:
        outcomes = list(pool.map(lambda name: outcome(folder, name, expected[name]), list(expected)[:: options.every]))
    wrong = [found for found in outcomes if found.complaint or found.seconds > TIME_SECONDS]
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    held, left = spent.ru_maxrss * 1024, psutil.Process().children(recursive=True)
    print(
        f"{len(outcomes)} files in {time.monotonic() - started:.0f} s (cpu {spent.ru_utime + spent.ru_stime:.0f} s), {len(wrong)} unexpected answers"
    )
    print(f"largest process: {held >> 20} MiB, {held / MEMORY_BYTES:.2f} of the limit; {len(left)} processes left")
    for found in sorted(outcomes, key=lambda found: -found.seconds)[:SHOWN]:
        print(f"slow: {found.name}, {found.seconds:.1f} s, {found.seconds / TIME_SECONDS:.2f} of the limit, {found.answer}")
    for answer, number in Counter(found.answer for found in outcomes).most_common():
        print(f"  {number:5} {answer}")
    for found in wrong:
        print(f"  {found.name}: {found.complaint or 'too slow'} ({found.answer}, {found.seconds} s)")
    if options.json:
        options.json.write_text(json.dumps([asdict(found) for found in outcomes], indent=1))
    return int(bool(wrong or left or held > MEMORY_BYTES))


if __name__ == "__main__":
    sys.exit(main())
