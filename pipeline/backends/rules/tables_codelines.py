"""Cells that hold a product's name and, in a line of its own, its code: `Shower tray` over `Ref. 6301 51`."""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.spans import Span, span_of
from pipeline.backends.rules.table_records import Cell, Table, make_table
from pipeline.backends.rules.tables_layout import Layout
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.records import Attribute, Line, Sku

CODED_SHARE = 0.8
MIN_CELLS = 2
CONFIDENCE = 0.85
LABELLED_CODE = re.compile(r"[A-Z0-9][A-Z0-9 ./-]{1,23}")


def with_code_lines_apart(table: Table, layout: Layout, headers: Headers) -> tuple[Table, dict[int, Span]]:
    """The table without the lines that are codes in its column of names, and those codes by row; as it is where names have none."""
    index = layout.find("name")
    if index is None or layout.find("model") is not None:
        return table, {}
    cells = [cell for cell in table.cells if cell.column == index and cell.row >= layout.first_row and cell.lines]
    found = {cell.row: parts for cell in cells if (parts := _parts(cell, headers)) is not None}
    if len(found) < max(MIN_CELLS, CODED_SHARE * len(cells)):
        return table, {}
    kept = [replace(cell, lines=found[cell.row][1]) if cell.column == index and cell.row in found else cell for cell in table.cells]
    apart = make_table(
        table.xs, table.ys, kept, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders
    )
    return apart, {row: code for row, (code, _) in found.items()}


def with_code(sku: Sku, code: Span) -> Sku:
    """The product with the code from its cell."""
    model = Attribute("model", code.text, code.evidence(sku.page_number, CONFIDENCE))
    return replace(sku, standard=(model, *sku.standard), confidence=min(sku.confidence, CONFIDENCE))


def _parts(cell: Cell, headers: Headers) -> tuple[Span, tuple[Line, ...]] | None:
    """The code and the other lines of a cell; None where no line of several is a code."""
    if len(cell.lines) < 2:
        return None
    for line in cell.lines[1:]:
        code = _code_in(line, headers)
        if code is not None:
            return code, tuple(other for other in cell.lines if other is not line)
    return None


def _code_in(line: Line, headers: Headers) -> Span | None:
    """The code that is all a line says, with or without a label before it."""
    label = headers.lookup(line.words[0].text) if len(line.words) > 1 else None
    if label is not None and label.attribute == "model":
        code = span_of(line.words[1:])
        return code if LABELLED_CODE.fullmatch(code.text) and any(char.isdigit() for char in code.text) else None
    return span_of(line.words) if kind_of(line.text) is ValueKind.CODE else None
