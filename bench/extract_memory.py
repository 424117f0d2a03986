"""A thousand-page catalog: a worker's memory must stay flat and under 600 MB, and two workers must be 1.8 times as fast as one.

    python bench/extract_memory.py [FILE…] [--pages 1000] [--skip-speed]

The catalog is put together from the text pages of FILE… (the generated catalogs beside the checkout, without FILE) in a temporary file.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import psutil
import pymupdf

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pipeline.catalog import survey_file  # noqa: E402
from pipeline.options import Options  # noqa: E402
from pipeline.pool import run_in_workers  # noqa: E402

MAX_WORKER_MB, MAX_GROWTH, MIN_SPEEDUP = 600.0, 1.15, 1.8
SAMPLE_SECONDS = 0.1


class Watch(threading.Thread):
    """The largest resident memory of any worker, by the page that was last finished."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.page = 0
        self.peak_by_hundred: dict[int, float] = {}
        self._is_over = threading.Event()

    def run(self) -> None:
        while not self._is_over.wait(SAMPLE_SECONDS):
            used = max((_megabytes(child) for child in psutil.Process().children(recursive=True)), default=0.0)
            hundred = self.page // 100
            self.peak_by_hundred[hundred] = max(self.peak_by_hundred.get(hundred, 0.0), used)

    def stop(self) -> dict[int, float]:
        self._is_over.set()
        self.join()
        return self.peak_by_hundred


def _megabytes(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0


def build(files: list[Path], target: Path, pages: int) -> int:
    """A catalog of so many pages from the files' text pages, in turn."""
    with pymupdf.open() as whole:
        for path in _in_turn(files):
            with pymupdf.open(path) as part:
                for page in part:
                    if whole.page_count < pages and len(page.get_text()) > 40:
                        whole.insert_pdf(part, from_page=page.number, to_page=page.number)
            if whole.page_count >= pages:
                break
        # Equal streams are not looked for: comparing each with each took longer than the bench.
        whole.save(target, garbage=1)
        return int(whole.page_count)


def _in_turn(files: list[Path]) -> Iterator[Path]:
    while True:
        yield from files


def run(path: Path, workers: int) -> tuple[float, dict[int, float]]:
    survey = survey_file(path)
    watch = Watch()
    watch.start()
    started = perf_counter()
    for result in run_in_workers(path, range(1, survey.page_count + 1), Options(), workers=workers, survey=survey):
        watch.page = result.page_number
    return perf_counter() - started, watch.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--skip-speed", action="store_true")
    arguments = parser.parse_args()
    everything = sorted((ROOT.parent / "shared" / "golden" / "dev").glob("*.pdf"))
    files = arguments.files or [path for path in everything if "scan" not in path.name and "merged" not in path.name]
    with tempfile.TemporaryDirectory() as folder:
        catalog = Path(folder) / "catalog.pdf"
        count = build(files, catalog, arguments.pages)
        seconds, peaks = run(catalog, 1)
        print(f"{count} pages, one worker: {seconds:.1f} s, {seconds / count * 1000:.0f} ms a page", flush=True)
        print("peak MB by hundred pages: " + ", ".join(f"{hundred * 100}: {peak:.0f}" for hundred, peak in sorted(peaks.items())))
        is_good = judge_memory(peaks)
        if not arguments.skip_speed:
            both, _ = run(catalog, 2)
            print(f"two workers: {both:.1f} s, {seconds / both:.2f}x (at least {MIN_SPEEDUP})")
            is_good &= seconds / both >= MIN_SPEEDUP
    return 0 if is_good else 1


def judge_memory(peaks: dict[int, float]) -> bool:
    later = [peak for hundred, peak in peaks.items() if hundred >= 1] or list(peaks.values())
    growth = max(later) / later[0]
    print(f"peak {max(peaks.values()):.0f} MB (under {MAX_WORKER_MB:.0f}), growth from page 100 on {growth:.2f}x (at most {MAX_GROWTH})")
    return max(peaks.values()) < MAX_WORKER_MB and growth <= MAX_GROWTH


if __name__ == "__main__":
    sys.exit(main())
