"""Pages with tables drawn for tests, and what the table reader makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.tables.reader import read_tables
from pipeline.document import Document
from pipeline.options import Options
from pipeline.records import PageContent, Price, Sku
from pipeline.stages.parse import parse_page

Rows = Sequence[Sequence[str]]
SIZE = 9.0
# A plain price list.
XS = (40.0, 130.0, 290.0, 400.0, 520.0)
HEADER = ("Item No.", "Description", "Dimensions (cm)", "Unit Price (USD)")
GOODS: Rows = (
    ("AB-1001", "Oak bench", "120x40", "89.00"),
    ("AB-1002", "Wall clock", "30x30", "24.50"),
    ("AB-1003", "Tea table", "60x60x45", "1,149.00"),
    ("AB-1004", "Plant stand", "25x25", "On request"),
)

# Two blocks of a list that names its goods in titles.
BOLTS: Rows = (("Art.-Nr.", "Packung", "EUR / 100 St."), ("0603 05 012", "500", "27,80"), ("0603 05 020", "200", "29,55"))
SCREWS: Rows = (("Art.-Nr.", "Packung", "EUR / 100 St."), ("0571 04 010", "100", "10,85"), ("0571 04 016", "100", "5,25"))


def saved(folder: Path, *pages: Callable[[pymupdf.Page], None]) -> Path:
    """A file with one page for each drawing function."""
    pdf = pymupdf.open()
    for drawing in pages:
        drawing(pdf.new_page(width=595, height=842))
    path = folder / "sheet.pdf"
    pdf.save(path)
    pdf.close()
    return path


def put(page: pymupdf.Page, x: float, y: float, text: str, *, size: float = SIZE, font: str = "helv", turn: int = 0) -> None:
    page.insert_text((x, y), text, fontsize=size, fontname=font, rotate=turn)


def table(
    page: pymupdf.Page, rows: Rows, xs: Sequence[float], *, y: float = 100.0, pitch: float = 18.0, ruled: bool = False, font: str = "helv"
) -> float:
    """Rows of cells from `y` down, with or without borders; lines of one cell are parted by a newline. Gives the lower edge."""
    for row in rows:
        height = pitch + (max((text.count("\n") for text in row), default=0)) * 11.0
        for x, right, text in zip(xs, xs[1:], row, strict=False):
            for number, line in enumerate(text.split("\n")):
                put(page, x + 3, y + 12 + number * 11.0, line, font=font)
            if ruled:
                page.draw_rect(pymupdf.Rect(x, y, right, y + height), width=0.5)
        y += height
    return y


def contents(path: Path) -> dict[int, PageContent]:
    with Document(path) as document:
        return {number: parse_page(document, number) for number in range(1, document.page_count + 1)}


def reading_of(path: Path, number: int = 1, options: Options | None = None) -> Reading:
    pages = contents(path)
    content = pages[number]
    return read_tables(content, Reading(rest=content.lines), Context(options=options or Options(), page_at=pages.get))


def values(sku: Sku) -> dict[str, str]:
    return {attribute.key: attribute.value for attribute in (*sku.standard, *sku.custom)}


def ruled_rows(page: pymupdf.Page, rows: list[tuple[str, ...]]) -> None:
    """A table with lines between all cells, its head in bold."""
    for number, texts in enumerate(rows):
        for column, text in enumerate(texts):
            page.insert_text((55 + 90 * column, 106 + 24 * number), text, fontsize=9, fontname="hebo" if number == 0 else "helv")
        page.draw_line((50, 90 + 24 * number), (50 + 90 * len(texts), 90 + 24 * number), width=0.7)
    bottom = 90 + 24 * len(rows)
    page.draw_line((50, bottom), (50 + 90 * len(rows[0]), bottom), width=0.7)
    for column in range(len(rows[0]) + 1):
        page.draw_line((50 + 90 * column, 90), (50 + 90 * column, bottom), width=0.7)


def skus_of(path: Path, number: int = 1, options: Options | None = None) -> list[dict[str, str]]:
    return [values(sku) for sku in reading_of(path, number, options).skus]


def prices_of(path: Path) -> list[Price | None]:
    return [sku.get("price").price for sku in reading_of(path).skus]  # type: ignore[union-attr]


def merged_head(page: pymupdf.Page, tops: tuple[str, str, str], parts: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    """Two cells that reach over both header rows, then a title over the parts of the others."""
    xs = [40.0, 130.0, 240.0, *(240.0 + 90 * (at + 1) for at in range(len(parts)))]
    for x, right, text in zip(xs, xs[1:], tops[:2], strict=False):
        page.draw_rect(pymupdf.Rect(x, 100, right, 136), width=0.5)
        put(page, x + 3, 121, text)
    page.draw_rect(pymupdf.Rect(240, 100, xs[-1], 118), width=0.5)
    put(page, 243, 112, tops[2])
    table(page, (parts,), xs[2:], y=118, ruled=True)
    table(page, rows, xs, y=136, ruled=True)
