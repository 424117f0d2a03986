"""What a text page costs through all stages, against raw PyMuPDF (text dict, drawings, images, one picture at 144 dpi) and pdfplumber's tables.

    python bench/extract_speed.py [FILE…] [--pages N] [--no-pdfplumber]

Page by page, all three in the same run, by CPU time, so that a busy machine does not decide. Targets: at most 2.0 times raw, at least 3 times
as fast as pdfplumber. Without FILE, the generated catalogs beside the checkout are used, without their scans.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pymupdf

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pipeline.document import Document  # noqa: E402
from pipeline.options import Options  # noqa: E402
from pipeline.records import PageResult  # noqa: E402
from pipeline.runner import run_pages  # noqa: E402
from pipeline.stages.ocr import what_is_missing  # noqa: E402
from pipeline.stages.parse import parse_page  # noqa: E402

MAX_RATIO, MIN_GAIN = 2.0, 3.0


def raw(path: Path, numbers: list[int]) -> list[float]:
    """Seconds per page of what PyMuPDF alone does."""

    def read(page: pymupdf.Page) -> None:
        page.get_text("dict", flags=pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES)
        page.get_drawings()
        page.get_image_info(xrefs=True)
        page.get_pixmap(dpi=144)

    with pymupdf.open(path) as pdf:
        return [timed(lambda number=number: read(pdf[number - 1])) for number in numbers]


def ours(path: Path, numbers: list[int]) -> tuple[list[float], list[PageResult]]:
    seconds, results = [], []
    pages = run_pages(path, numbers, Options())
    while True:
        started = process_time()
        page = next(pages, None)
        if page is None:
            return seconds, results
        seconds.append(process_time() - started)
        results.append(page)


def plumbed(path: Path, numbers: list[int]) -> list[float]:
    import logging

    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.ERROR)

    with pdfplumber.open(path) as pdf:
        return [timed(lambda number=number: pdf.pages[number - 1].extract_tables()) for number in numbers]


def timed(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def text_pages(path: Path) -> list[int]:
    with Document(path) as document:
        return [n for n in range(1, document.page_count + 1) if what_is_missing(parse_page(document, n)).value == "text_layer_is_usable"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=0, help="at most so many pages of each file")
    parser.add_argument("--no-pdfplumber", action="store_true")
    arguments = parser.parse_args()
    files = arguments.files or sorted((ROOT.parent / "shared" / "golden" / "dev").glob("*.pdf"))
    totals = {"raw": 0.0, "ours": 0.0, "pdfplumber": 0.0}
    stages: dict[str, float] = {}
    count = 0
    for path in files:
        numbers = text_pages(path)
        numbers = numbers[: arguments.pages] if arguments.pages else numbers
        if not numbers:
            continue
        base = raw(path, numbers)
        mine, results = ours(path, numbers)
        totals["raw"] += sum(base)
        totals["ours"] += sum(mine)
        totals["pdfplumber"] += 0.0 if arguments.no_pdfplumber else sum(plumbed(path, numbers))
        count += len(numbers)
        for result in results:
            for step in result.trace:
                stages[step.stage] = stages.get(step.stage, 0.0) + step.milliseconds
        print(
            f"{path.name:50} {len(numbers):4} pages  raw {sum(base) / len(base) * 1000:7.1f} ms  ours {sum(mine) / len(mine) * 1000:7.1f} ms  {sum(mine) / sum(base):5.2f}x"
        )
    return report(totals, stages, count)


def report(totals: dict[str, float], stages: dict[str, float], count: int) -> int:
    ratio = totals["ours"] / totals["raw"]
    print(
        f"\n{count} pages: raw {totals['raw'] / count * 1000:.1f} ms, ours {totals['ours'] / count * 1000:.1f} ms a page: {ratio:.2f}x (at most {MAX_RATIO})"
    )
    print("stages, wall ms a page: " + ", ".join(f"{name} {total / count:.1f}" for name, total in stages.items()))
    is_good = ratio <= MAX_RATIO
    if totals["pdfplumber"]:
        gain = totals["pdfplumber"] / totals["ours"]
        print(f"pdfplumber's tables {totals['pdfplumber'] / count * 1000:.1f} ms a page: ours is {gain:.1f}x as fast (at least {MIN_GAIN})")
        is_good &= gain >= MIN_GAIN
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
