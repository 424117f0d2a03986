"""The neutral result's SKUs as CSV, a page at a time; UTF-8 with a mark, so that spreadsheets read Chinese right."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from outputs.renderers.columns import Cell, columns_of, rows_of
from pipeline.documents import Json

BYTE_ORDER_MARK = "\ufeff"
# A cell that a spreadsheet would run as a formula. Negative and signed numbers are what they look like.
FORMULA = re.compile(r"\s*(?:[=@]|[+-](?!\d[\d.,]*$))")


def csv_chunks(pages: Iterable[Json]) -> Iterator[str]:
    """Lines of the table, header first. The pages are gone through twice: once for the columns, once for the rows."""
    columns = columns_of(pages)
    yield BYTE_ORDER_MARK + _line(columns.titles)
    for row in rows_of(pages, columns):
        yield _line(row)


def _line(row: Iterable[Cell]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow([_safe(cell) for cell in row])
    return buffer.getvalue()


def _safe(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
