"""Every file of the shared robust corpus through the safety check: which answers are not the expected ones, and how long the slowest took."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from jobs.inspection import inspect
from tests.jobs.test_inspection_corpus import TIME_SECONDS, complaint, expectations


def main() -> int:
    folder, expected = expectations()
    started = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = dict(zip(expected, pool.map(lambda name: inspect(folder / name), expected), strict=True))
    wrong = {name: answer for name in expected if (answer := complaint(expected[name], answers[name]))}
    slowest = max(answers, key=lambda name: answers[name].duration_seconds)
    seconds = answers[slowest].duration_seconds
    print(f"{len(answers)} files in {time.monotonic() - started:.0f} s, {len(wrong)} unexpected answers")
    print(f"slowest: {slowest}, {seconds:.1f} s, {seconds / TIME_SECONDS:.2f} of the limit")
    for name, answer in wrong.items():
        print(f"  {name}: {answer} ({answers[name].code})")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
