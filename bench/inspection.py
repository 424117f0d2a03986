"""How long the inspection takes and how much it holds: ordinary catalogs against their targets, bombs against their limits.

python bench/inspection.py [CATALOG.pdf ...]
"""

import resource
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil
import pymupdf

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from jobs.inspection.service import Inspection, inspect
from jobs.prescan import PrescanRules, prescan
from tests.jobs.hostile import Draft, bomb, object_stream, stream

ROUNDS = 3
SECTION_PAGES = 20
BOMB_SECONDS = 35.0
BOMB_BYTES = 1 << 30
FLATE = b"/Filter/FlateDecode"


@dataclass(frozen=True)
class Cost:
    """Seconds by the clock, seconds of the processor, and the most memory of any child."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int


def main() -> None:
    """Prints one line for each file."""
    with tempfile.TemporaryDirectory() as folder:
        for pages, target in ((20, 0.3), (1000, 3.0)):
            file = draw_catalog(Path(folder) / f"{pages}.pdf", pages)
            report(f"inspect, catalog of {pages} pages", file, inspect, target)
            report(f"prescan, catalog of {pages} pages", file, lambda path: prescan(path, PrescanRules()), None)
        for given in sys.argv[1:]:
            report(f"inspect, {Path(given).name}", Path(given), inspect, None)
        for name, content in bombs().items():
            file = Path(folder) / "bomb.pdf"
            file.write_bytes(content)
            report_bomb(name, file)


def draw_catalog(file: Path, pages: int) -> Path:
    """Tables, pictures and links on every page, as a catalog has them; sections of twenty pages repeat as objects of their own."""
    with pymupdf.open() as section, pymupdf.open() as document:
        for number in range(SECTION_PAGES):
            draw_page(section.new_page(), number)
        for _ in range(pages // SECTION_PAGES):
            document.insert_pdf(section)
        document.save(file, deflate=True, use_objstms=1)
    return file


def draw_page(page: pymupdf.Page, number: int) -> None:
    """One page of a price list."""
    for row in range(40):
        page.insert_text((50, 60 + 18 * row), f"Model K-{number:04}-{row:02}  Chair, beech, {40 + row} x 50 cm  {row * 3 + 19}.90 EUR")
        page.draw_line((50, 64 + 18 * row), (550, 64 + 18 * row))
    page.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(50, 50, 200, 70), "uri": f"https://shop.example/{number}"})
    page.insert_image((400, 100, 540, 240), stream=photo(number))


def photo(seed: int) -> bytes:
    """A picture that packs as badly as a photo does."""
    samples = bytes((index * index * (seed + 7) >> 7) & 0xFF for index in range(120 * 120 * 3))
    return bytes(pymupdf.Pixmap(pymupdf.csRGB, 120, 120, samples, False).tobytes("png"))


def bombs() -> dict[str, bytes]:
    """Small files that want to be large."""
    size = 1 << 30
    return {
        "deflated 1 GiB": Draft(objects={4: stream(bomb(size), FLATE)}).plain(),
        "deflated twice": Draft(objects={4: stream(bomb(size, layers=2), b"/Filter[/FlateDecode/FlateDecode]")}).plain(),
        "object stream": Draft(objects={9: stream(bomb(size), FLATE + b"/Type/ObjStm/N 1/First 9")}).plain(),
        "two million objects": Draft(objects=dict.fromkeys(range(10, 2000000), b"<</A 1>>")).plain(),
        "many packed objects": Draft(objects={9: object_stream(dict.fromkeys(range(10, 400000), b"<</A(x)>>"))}).plain(),
        "page tree of 100,000 levels": deep_tree(100_000),
        "a million brackets": Draft(objects={9: b"[" * 1_000_000}).plain(),
    }


def deep_tree(depth: int) -> bytes:
    """Page tree nodes with one child each."""
    nodes = {number: b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % (number + 1) for number in range(10, 10 + depth)}
    return Draft(objects={2: b"<</Type/Pages/Count 1/Kids[10 0 R]>>", 10 + depth: b"<</Type/Page/MediaBox[0 0 9 9]>>", **nodes}).plain()


def report(name: str, file: Path, run: Callable[[Path], object], target: float | None) -> None:
    """The best of a few rounds, because the machine may be busy with others."""
    costs = [measure(lambda: run(file))[0] for _ in range(ROUNDS)]
    best, cpu = min(cost.seconds for cost in costs), min(cost.cpu_seconds for cost in costs)
    ratio = f"{best / target:.2f} of the target {target:g} s" if target else ""
    print(f"{name:48} {best:7.3f} s  cpu {cpu:6.3f} s  {max(cost.peak_bytes for cost in costs) >> 20:5} MiB  {ratio}")


def report_bomb(name: str, file: Path) -> None:
    """A bomb must be answered within time and memory, and leave no process."""
    cost, inspection = measure(lambda: inspect(file))
    left = psutil.Process().children(recursive=True)
    assert isinstance(inspection, Inspection)
    within = f"{cost.seconds / BOMB_SECONDS:.2f} of the time, {cost.peak_bytes / BOMB_BYTES:.2f} of the memory, {len(left)} processes left"
    print(
        f"bomb: {name:42} {cost.seconds:7.3f} s  cpu {cost.cpu_seconds:6.3f} s  {cost.peak_bytes >> 20:5} MiB  {within}  {inspection.code}"
    )


def measure(run: Callable[[], object]) -> tuple[Cost, object]:
    """What running costs, children included."""
    done, peak = threading.Event(), [0]
    watcher = threading.Thread(target=_watch, args=(done, peak))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    watcher.start()
    started = time.perf_counter()
    result = run()
    seconds = time.perf_counter() - started
    done.set()
    watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak[0]), result


def _watch(done: threading.Event, peak: list[int]) -> None:
    while not done.wait(0.02):
        for child in psutil.Process().children():
            try:
                peak[0] = max(peak[0], child.memory_info().rss)
            except psutil.NoSuchProcess:
                continue


if __name__ == "__main__":
    main()
