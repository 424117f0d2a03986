"""Pages that draw as much as a page can: none may take more than 20 seconds, whatever it draws.

    python bench/crowded.py [KIND…]

Each page is drawn here and goes through all stages by CPU time. A page that is broken off by its clock stays under the limit too, but is
named: its text is on record and in review, its products are not read.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

import pymupdf

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pipeline.options import Options  # noqa: E402
from pipeline.runner import run_pages  # noqa: E402

MAX_SECONDS = 20.0
WIDTH, HEIGHT = 2400.0, 3200.0
SYLLABLES = ("lo", "ra", "min", "tor", "ka", "bel", "vis", "on")

Drawing = Callable[[pymupdf.Page, random.Random], None]


def prose(page: pymupdf.Page, chance: random.Random) -> None:
    """50,000 words of running text."""
    print_texts(page, [(10, 16 + row * 6.3, " ".join(_word(chance) for _ in range(100))) for row in range(500)], size=5.5)


def scattered(page: pymupdf.Page, chance: random.Random) -> None:
    """50,000 words anywhere."""
    print_texts(page, [(chance.uniform(10, WIDTH - 60), chance.uniform(20, HEIGHT - 10), _word(chance)) for _ in range(50_000)], size=5)


def prices(page: pymupdf.Page, chance: random.Random) -> None:
    """25,000 codes with a price beside each, in twenty columns."""
    places = [(12 + place % 20 * 118, 16 + place // 20 * 2.5) for place in range(25_000)]
    codes = [(x, y, f"RX-{place}") for place, (x, y) in enumerate(places)]
    print_texts(page, [*codes, *((x + 60, y, f"${chance.randint(1, 900)}.{chance.randint(10, 99)}") for x, y in places)], size=2.2)


def ruled(page: pymupdf.Page, chance: random.Random) -> None:
    """20,000 ruled cells."""
    columns, rows = 20, 1000
    across, down = (WIDTH - 40) / columns, (HEIGHT - 40) / rows

    def text(row: int, column: int) -> str:
        return f"K{row:03d}-{column}" if column == 0 else _word(chance) if column < 10 else f"{chance.randint(1, 99)}.{row % 90 + 10}"

    places = [(row, column) for row in range(rows) for column in range(columns)]
    print_texts(page, [(22 + column * across, 18 + (row + 1) * down, text(row, column)) for row, column in places], size=2.2)
    shape = page.new_shape()
    for column in range(columns + 1):
        shape.draw_line((20 + column * across, 20), (20 + column * across, HEIGHT - 20))
    for row in range(rows + 1):
        shape.draw_line((20, 20 + row * down), (WIDTH - 20, 20 + row * down))
    shape.finish(width=0.2)
    shape.commit()


def cards(page: pymupdf.Page, chance: random.Random) -> None:
    """4,000 cards with a picture, a name, a code and a price."""
    (photo,) = photos(page, chance, 1)
    places = [(10 + place % 50 * 47.5, 10 + place // 50 * 39.5) for place in range(4_000)]
    texts = [(f"{_word(chance)} {_word(chance)}", f"CD-{place}", f"${place % 90 + 1}.50") for place in range(4_000)]
    rows = [(x, y + 26 + row * 4, text) for (x, y), own in zip(places, texts, strict=True) for row, text in enumerate(own)]
    print_texts(page, rows, size=3.4, shown=[(x, y, 40, 22, photo) for x, y in places])


def pictures(page: pymupdf.Page, chance: random.Random) -> None:
    """5,000 pictures side by side."""
    names = photos(page, chance, 12)
    places = [(10 + place % 70 * 34, 10 + place // 70 * 44) for place in range(5_000)]
    print_texts(page, [], size=5, shown=[(x, y, 22, 28, names[place % len(names)]) for place, (x, y) in enumerate(places)])


def strokes(page: pymupdf.Page, chance: random.Random) -> None:
    """100,000 strokes in all directions."""
    ends = [(chance.uniform(0, WIDTH), chance.uniform(0, HEIGHT), chance.uniform(-40, 40), chance.uniform(-40, 40)) for _ in range(100_000)]
    write(page, "0.3 w\n" + "".join(f"{x:.1f} {y:.1f} m {x + dx:.1f} {y + dy:.1f} l S\n" for x, y, dx, dy in ends))


KINDS: dict[str, Drawing] = {kind.__name__: kind for kind in (prose, scattered, prices, ruled, cards, pictures, strokes)}


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(1, 3)))


def print_texts(
    page: pymupdf.Page,
    texts: Sequence[tuple[float, float, str]],
    *,
    size: float,
    shown: Sequence[tuple[float, float, float, float, str]] = (),
) -> None:
    """Texts and pictures (x, y, width, height, name) as the page's content; the library's own way takes longer with each."""
    page.insert_font(fontname="helv")
    placed = "".join(f"q {wide} 0 0 {high} {x:.2f} {HEIGHT - y - high:.2f} cm /{name} Do Q\n" for x, y, wide, high, name in shown)
    printed = "".join(f"1 0 0 1 {x:.2f} {HEIGHT - y:.2f} Tm ({text}) Tj\n" for x, y, text in texts)
    write(page, f"{placed}BT /helv {size} Tf\n{printed}ET\n")


def write(page: pymupdf.Page, content: str) -> None:
    xref = page.parent.get_new_xref()
    page.parent.update_object(xref, "<<>>")
    page.parent.update_stream(xref, content.encode())
    page.set_contents(xref)


def photos(page: pymupdf.Page, chance: random.Random, count: int) -> list[str]:
    """So many pictures among the page's resources, by their names."""
    for place in range(count):
        photo = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 45))
        photo.set_rect(photo.irect, tuple(chance.randrange(256) for _ in range(3)))
        page.insert_image(pymupdf.Rect(place, 0, place + 1, 1), stream=photo.tobytes("jpg"))
    return [image[7] for image in page.get_images()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    kinds = parser.parse_args().kinds or list(KINDS)
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            path = _drawn(Path(folder) / f"{kind}.pdf", KINDS[kind])
            started = process_time()
            (page,) = run_pages(path, [1], Options())
            seconds = process_time() - started
            slowest = max(slowest, seconds)
            ended = "; ".join(f"{failure.stage}: {failure.category}" for failure in page.failures) or "read"
            print(f"{kind:10} {seconds:6.1f} s  {len(page.skus):6} SKUs  {ended:24} {KINDS[kind].__doc__}", flush=True)
    print(f"slowest {slowest:.1f} s (at most {MAX_SECONDS:.0f})")
    return 0 if slowest <= MAX_SECONDS else 1


def _drawn(path: Path, drawing: Drawing) -> Path:
    pdf = pymupdf.open()
    drawing(pdf.new_page(width=WIDTH, height=HEIGHT), random.Random(7))
    pdf.save(path, deflate=True)
    pdf.close()
    return path


if __name__ == "__main__":
    sys.exit(main())
