"""The neutral result as a workbook: SKUs, pictures and pages; codes are text, amounts are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

from outputs.renderers.columns import Cell, columns_of, rows_of
from pipeline.documents import Json

MAX_CELL_CHARACTERS = 32_767
# Equal input gives an equal file: the time of writing is left out.
WRITTEN_AT = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
IMAGE_TITLES = ["image_id", "page", "role", "width", "height", "quality", "search eligible", "duplicate of", "file"]
PAGE_TITLES = ["page", "type", "layout", "blank", "SKUs", "confidence", "failures"]


def write_xlsx(target: Path | BinaryIO, pages: Iterable[Json]) -> None:
    """Write the workbook row by row. The pages are gone through once for each sheet and once for the columns."""
    # A fifth of a second to load, for one of the formats.
    import xlsxwriter

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(str(target) if isinstance(target, Path) else target, options) as book:
        book.set_properties({"created": WRITTEN_AT})
        head = book.add_format({"bold": True, "bottom": 1})
        columns = columns_of(pages)
        _sheet(book, "SKUs", columns.titles, rows_of(pages, columns), head)
        _sheet(book, "Images", IMAGE_TITLES, _image_rows(pages), head)
        _sheet(book, "Pages", PAGE_TITLES, _page_rows(pages), head)


def _sheet(book: Any, name: str, titles: list[str], rows: Iterable[list[Cell]], head: Any) -> None:
    sheet = book.add_worksheet(name)
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, len(titles) - 1, 16)
    for column, title in enumerate(titles):
        sheet.write_string(0, column, title[:MAX_CELL_CHARACTERS], head)
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row):
            _write(sheet, number, column, cell)


def _write(sheet: Any, row: int, column: int, cell: Cell) -> None:
    if cell is None:
        return
    if isinstance(cell, bool | str):
        text = str(cell)
        sheet.write_string(row, column, text if len(text) <= MAX_CELL_CHARACTERS else f"{text[: MAX_CELL_CHARACTERS - 1]}…")
    else:
        sheet.write_number(row, column, float(cell) if isinstance(cell, Decimal) else cell)


def _image_rows(pages: Iterable[Json]) -> Iterator[list[Cell]]:
    for page in pages:
        for image in page["images"]:
            yield [
                image["image_id"],
                page["page"],
                image["role"],
                *image["pixel_size"],
                image["quality_grade"],
                "yes" if image["search_eligible"] else "no",
                image["duplicate_of"],
                image.get("file"),
            ]


def _page_rows(pages: Iterable[Json]) -> Iterator[list[Cell]]:
    for page in pages:
        failures = "; ".join(f"{failure['stage']}: {failure['message']}" for failure in page["failures"])
        yield [
            page["page"],
            page["page_type"],
            page["layout_type"],
            "yes" if page["blank"] else "no",
            len(page["skus"]),
            page["confidence"],
            failures or None,
        ]
