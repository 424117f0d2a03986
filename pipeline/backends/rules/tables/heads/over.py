"""A row of words right over a table, outside its borders, that heads its columns: titles of groups, or names of products side by side."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.tables.column import share
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import Box
from pipeline.records import Line

NEAR_EM = 1.6
BESIDE_EM = 0.6
SAME_ROW_EM = 0.6
MIN_NAMES = 2
MIN_LABELS = 2
MIN_SUMMED = 2
NAMED = frozenset((ValueKind.TEXT, ValueKind.CODE, ValueKind.COLOR, ValueKind.MATERIAL))


def row_over(table: Table, lines: Sequence[Line]) -> list[Line]:
    """The lines that stand side by side straight over the table; labels at half the height of a tall head reach up beside them."""
    near = [
        line for line in lines if -BESIDE_EM <= (table.box.y0 - line.box.y1) / line.size_pt <= NEAR_EM and line.box.gap_x(table.box) < 0
    ]
    foot = max((line.box.center_y for line in near), default=0.0)
    return sorted((line for line in near if foot - line.box.center_y <= SAME_ROW_EM * line.size_pt), key=lambda line: line.box.x0)


def with_row(table: Table, heads: Sequence[Line], spans: Sequence[tuple[int, int]]) -> Table:
    """The table with one more row at its top: each of these words over the columns from the first of its span to past the last."""
    top = min(line.box.y0 for line in heads) - 1.0
    row = [
        Cell(0, first, Box(table.xs[first], top, table.xs[end], table.ys[0]), (line,), 1, end - first)
        for line, (first, end) in zip(heads, spans, strict=True)
    ]
    return make_table(
        table.xs,
        (top, *table.ys),
        [*row, *(replace(cell, row=cell.row + 1) for cell in table.cells)],
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def with_labels_over(table: Table, lines: Sequence[Line], headers: Headers) -> Table:
    """A ruled table with the header that stands over its borders, on a bar of its own: one text over each column, some of them labels
    or, beside a label, colours."""
    if not table.is_ruled or any(headers.lookup(table.at(0, column).text) is not None for column in range(table.column_count)):
        return table
    heads = row_over(table, lines)
    columns = [bisect_right(table.xs, line.box.center_x) - 1 for line in heads]
    is_whole = columns == list(range(table.column_count)) and len(heads) > MIN_LABELS
    labels = sum(headers.lookup(line.text) is not None for line in heads)
    if not is_whole or not labels or labels + sum(names_color(line.text) for line in heads) < MIN_LABELS:
        return table
    return with_row(table, heads, [(column, column + 1) for column in columns])


def with_prices_over(table: Table, lines: Sequence[Line], headers: Headers) -> Table:
    """The table with the one title over its columns of sums that says what these are: `Fabric group` over `A`, `B` and `C`."""
    titles = [line for line in row_over(table, lines) if _speaks_of_prices(line.text, headers)]
    span = _summed_span(table, titles[0], headers) if len(titles) == 1 else None
    return with_row(table, titles, [span]) if span is not None else table


def _speaks_of_prices(text: str, headers: Headers) -> bool:
    label = headers.lookup(text)
    return label_says(text, "price_grades") or (label is not None and label.attribute == "price")


def _summed_span(table: Table, title: Line, headers: Headers) -> tuple[int, int] | None:
    """The columns of sums side by side amid which a title stands; None where it stands over one of them, or reaches past them."""
    first = end = bisect_right(table.xs, title.box.center_x) - 1
    while first > 0 and _is_summed(table, first - 1, headers):
        first -= 1
    while end < table.column_count and _is_summed(table, end, headers):
        end += 1
    is_within = table.xs[first] <= title.box.x0 and title.box.x1 <= table.xs[min(end, table.column_count)]
    return (first, end) if end - first >= MIN_SUMMED and is_within else None


def _is_summed(table: Table, column: int, headers: Headers) -> bool:
    """Whether nothing but figures stands in a column whose own head does not say that they are something else, as `Pack` does."""
    label = headers.lookup(table.at(0, column).text)
    if label is not None and label.is_exact and label.attribute == CUSTOM:
        return False
    texts = [cell.text for row in range(1, table.row_count) if (cell := table.at(row, column)).columns == 1]
    return share(texts, ValueKind.NUMBER, ValueKind.PRICE, ValueKind.MARK) == 1.0


def with_names_over(table: Table, lines: Sequence[Line], headers: Headers) -> Table:
    """A turned table with the names that stand over its products; as it is where a label of its own promises them, or one is missing."""
    labels = [headers.lookup(table.at(row, 0).text) for row in range(table.row_count)]
    if labels[0] is None or any(label is not None and label.attribute == "name" for label in labels):
        return table
    heads = row_over(table, lines)
    columns = [bisect_right(table.xs, line.box.center_x) - 1 for line in heads]
    is_whole = len(heads) >= MIN_NAMES and columns == list(range(1, table.column_count))
    if not is_whole or any(kind_of(line.text) not in NAMED for line in heads):
        return table
    return with_row(table, heads, [(column, column + 1) for column in columns])
