"""What a text page costs through all stages, against raw PyMuPDF (text dict, drawings, images, one picture at 144 dpi) and pdfplumber's tables.

    python bench/extract_speed.py [FILE…] [--pages N] [--rounds N] [--no-pdfplumber]

Page by page, all three in turn in the same run, by CPU time, so that a busy machine does not decide; of several rounds the quickest counts.
Each round is a process of its own, forked when the dictionaries are loaded: it knows them, as every worker does, but nothing of the catalog
from the round before. Targets: at most 2.0 times raw, at least 3 times as fast as pdfplumber. Without FILE two sets are measured: the generated catalogs beside the checkout, without their scans, and a catalog of ruled
tables drawn here.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
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
RULED_PAGES, RULED_ROWS = 24, 24
RULED_XS = (40, 110, 290, 360, 430, 500, 555)
RULED_HEADER = ("Item No.", "Description", "Size", "Pack", "EAN", "Price")


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
    seconds: list[float] = []
    results: list[PageResult] = []
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


def draw_ruled(path: Path, pages: int) -> Path:
    """A catalog whose pages have a title, a paragraph, four photos and a ruled table of 24 rows."""
    pdf = pymupdf.open()
    photo = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 320, 240))
    for number in range(pages):
        photo.set_rect(photo.irect, ((37 * number) % 256, 120, 180))
        data = photo.tobytes("jpg")
        page = pdf.new_page(width=595, height=842)
        page.insert_text((40, 40), f"Workshop parts, sheet {number + 1}", fontsize=14)
        page.insert_textbox(
            pymupdf.Rect(40, 50, 555, 100), "Parts for machines of every make, checked piece by piece before they leave. " * 4, fontsize=8
        )
        for place in range(4):
            page.insert_image(pymupdf.Rect(40 + place * 130, 110, 160 + place * 130, 200), stream=data)
        _draw_table(page, [RULED_HEADER, *(_ruled_row(number, row) for row in range(1, RULED_ROWS))])
    pdf.save(path, deflate=True)
    pdf.close()
    return path


def _ruled_row(page: int, row: int) -> tuple[str, ...]:
    price = f"{(page * 7 + row * 13) % 90 + 5}.{(row * 7) % 100:02d} EUR"
    return (
        f"WP-{page:03d}-{row:02d}",
        f"Guide pin form {row}, hardened",
        f"{row * 4} mm",
        str(row % 12 + 1),
        f"42{page:05d}{row:03d}00",
        price,
    )


def _draw_table(page: pymupdf.Page, rows: Sequence[Sequence[str]]) -> None:
    top, height = 220, 24
    for line in range(len(rows) + 1):
        page.draw_line((RULED_XS[0], top + line * height), (RULED_XS[-1], top + line * height), width=0.5)
    for x in RULED_XS:
        page.draw_line((x, top), (x, top + len(rows) * height), width=0.5)
    for line, row in enumerate(rows):
        for x, text in zip(RULED_XS, row, strict=False):
            page.insert_text((x + 3, top + line * height + 15), text, fontsize=7.5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=0, help="at most so many pages of each file")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-pdfplumber", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        list(run_pages(draw_ruled(Path(folder) / "first.pdf", 1), None, Options()))
        if arguments.files:
            sets = {"files": arguments.files}
        else:
            generated = sorted((ROOT.parent / "shared" / "golden" / "dev").glob("*.pdf"))
            sets = {"generated": generated, "ruled": [draw_ruled(Path(folder) / "ruled.pdf", RULED_PAGES)]}
        outcomes = [measure(name, files, arguments) for name, files in sets.items() if files]
    return max(outcomes, default=0)


@dataclass(frozen=True, slots=True)
class Round:
    """What each of the three needed for the same pages, and the stages of ours."""

    seconds: dict[str, float]
    stage_milliseconds: dict[str, float]


def one_round(path: Path, numbers: list[int], with_pdfplumber: bool) -> Round:
    base = sum(raw(path, numbers))
    mine, results = ours(path, numbers)
    plumber = sum(plumbed(path, numbers)) if with_pdfplumber else 0.0
    stages: dict[str, float] = {}
    for step in (step for result in results for step in result.trace):
        stages[step.stage] = stages.get(step.stage, 0.0) + step.milliseconds
    return Round({"raw": base, "ours": sum(mine), "pdfplumber": plumber}, stages)


def measure(name: str, files: Sequence[Path], arguments: argparse.Namespace) -> int:
    """One set of files: a line each, then the figures of the set."""
    totals = {"raw": 0.0, "ours": 0.0, "pdfplumber": 0.0}
    stages: dict[str, float] = {}
    count = 0
    for path in files:
        numbers = text_pages(path)
        numbers = numbers[: arguments.pages] if arguments.pages else numbers
        if not numbers:
            continue
        rounds = [in_a_process(path, numbers, not arguments.no_pdfplumber) for _ in range(arguments.rounds)]
        best = {name: min(own.seconds[name] for own in rounds) for name in totals}
        totals = {name: seconds + best[name] for name, seconds in totals.items()}
        for stage, milliseconds in min(rounds, key=lambda own: own.seconds["ours"]).stage_milliseconds.items():
            stages[stage] = stages.get(stage, 0.0) + milliseconds
        count += len(numbers)
        raw_ms, ours_ms = (best[name] / len(numbers) * 1000 for name in ("raw", "ours"))
        print(f"{path.name:50} {len(numbers):4} pages  raw {raw_ms:7.1f} ms  ours {ours_ms:7.1f} ms  {ours_ms / raw_ms:5.2f}x")
    print(f"\n{name}:", end="")
    return report(totals, stages, count)


def in_a_process(path: Path, numbers: list[int], with_pdfplumber: bool) -> Round:
    with get_context("fork").Pool(1) as pool:
        return pool.apply(one_round, (path, numbers, with_pdfplumber))


def report(totals: dict[str, float], stages: dict[str, float], count: int) -> int:
    ratio = totals["ours"] / totals["raw"]
    print(
        f" {count} pages: raw {totals['raw'] / count * 1000:.1f} ms, ours {totals['ours'] / count * 1000:.1f} ms a page: {ratio:.2f}x (at most {MAX_RATIO})"
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
