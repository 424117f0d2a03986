"""Data sheets that go on: under a title with `(continued)`, rows of properties tell more of the products of the page before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.backends.rules.captions.titles import without_mark
from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.cells import LABELLED
from pipeline.backends.rules.tables.column import holds_sums
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.tables.skus import TableReading
from pipeline.backends.rules.text.spans import Span, line_span
from pipeline.backends.rules.values.codes import code_and_words
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.crosspage import MORE_METHOD
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Evidence, Line, PageContent, Sku

NEAR_EM = 2.5
MIN_ROWS = 2
LABEL_KINDS = frozenset((ValueKind.TEXT, ValueKind.COLOR, ValueKind.MATERIAL))
LABELS_SHARE = 0.7
FITTING = {"size": ValueKind.SIZE, "material": ValueKind.MATERIAL, "color": ValueKind.COLOR}
SOLD_BY = ("model", "price")


def heads_properties(table: Table, headers: Headers) -> bool:
    """Whether a list in two columns says over them that it tells properties and their values, `Item | Parameter`: no row is a product."""
    if table.column_count != 2 or table.row_count <= MIN_ROWS:
        return False
    named, valued = table.at(0, 0), table.at(0, 1)
    label = headers.lookup(named.text)
    if folded(valued.text).strip(" :：") not in word_list("value_heads") or (label is not None and label.attribute in SOLD_BY):
        return False
    return not holds_sums([table.at(row, 1).text for row in range(1, table.row_count)])


def read_more(table: Table, lines: Sequence[Line], before: PageContent | None, headers: Headers) -> tuple[TableReading, Line] | None:
    """What the table adds to products whose codes the page before prints, and the title that says so; None where it is no such table."""
    title = _continued_title(lines, table) if before is not None else None
    if title is None or before is None:
        return None
    codes = _codes(table, title)
    printed = {word.text.strip(".,;:()") for word in before.words}
    if not codes or not all(code.text in printed for code in codes) or not _has_labels(table, codes):
        return None
    reading = TableReading()
    for column, code in enumerate(codes, start=1):
        reading.skus.append(_told(table, column, code, headers))
    for cell in table.cells:
        reading.account(cell, Disposition.USED, "table_header" if cell.column == 0 or cell.row == 0 else "table_cell")
    reading.borrowed = [False] * len(reading.skus)
    return reading, title


def _continued_title(lines: Sequence[Line], table: Table) -> Line | None:
    """The nearest line over the table, if it ends in the mark."""
    near = [
        line
        for line in lines
        if -1 <= table.box.y0 - line.box.y1 <= NEAR_EM * line.size_pt and line.box.gap_x(table.box) < 0 and line.box.x0 < table.box.center_x
    ]
    title = max(near, key=lambda line: line.box.y1, default=None)
    return title if title is not None and without_mark(line_span(title))[1] else None


def _codes(table: Table, title: Line) -> list[Span]:
    """The products that the columns tell of: by the codes over them, or the one of the title."""
    heads = [table.at(0, column) for column in range(1, table.column_count)]
    if all(len(cell.lines) == 1 and cell.columns == 1 and kind_of(cell.text) is ValueKind.CODE for cell in heads):
        return [line_span(cell.lines[0]) for cell in heads]
    pieces = code_and_words(without_mark(line_span(title))[0]) if len(heads) == 1 else None
    return [pieces[0]] if pieces is not None else []


def _has_labels(table: Table, codes: Sequence[Span]) -> bool:
    """Whether the first column holds words, and no sum stands beside them: goods with prices are sold here."""
    named = [cell.text for row in range(1, table.row_count) if (cell := table.at(row, 0)).lines]
    worded = sum(kind_of(text) in LABEL_KINDS for text in named)
    sums = any(kind_of(cell.text) is ValueKind.PRICE for cell in table.cells if cell.lines)
    return len(named) >= MIN_ROWS and worded >= LABELS_SHARE * len(named) and not sums and table.column_count == len(codes) + 1


def _told(table: Table, column: int, code: Span, headers: Headers) -> Sku:
    page = table.page_number
    found = {"model": Attribute("model", code.text, code.evidence(page, LABELLED))}
    boxes: list[Box] = []
    for label, value in _rows(table, column):
        key = _key(label.text, value.text, headers)
        found.setdefault(key, Attribute(key, value.text, Evidence(page, value.text_box, value.text, LABELLED)))
        boxes.append(value.text_box)
    return Sku(
        page_number=page,
        box=union(boxes or [table.box]),
        standard=tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found),
        custom=tuple(attribute for key, attribute in found.items() if key not in STANDARD_ATTRIBUTES),
        method=MORE_METHOD,
        confidence=LABELLED,
        source_text=" | ".join(attribute.value for attribute in found.values()),
    )


def _rows(table: Table, column: int) -> Iterator[tuple[Cell, Cell]]:
    for row in range(table.row_count):
        label, value = table.at(row, 0), table.at(row, column)
        is_head = row == 0 and (kind_of(value.text) is ValueKind.CODE or folded(value.text).strip(" :：") in word_list("value_heads"))
        if label.lines and value.lines and not is_head:
            yield label, value


def _key(label: str, value: str, headers: Headers) -> str:
    """The attribute that a label names, where the value can be one."""
    known = headers.lookup(label)
    is_fitting = known is not None and known.attribute in FITTING and kind_of(value) is FITTING[known.attribute]
    return known.attribute if known is not None and is_fitting else label
