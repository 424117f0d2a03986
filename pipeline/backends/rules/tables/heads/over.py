"""A row of words right over a table, outside its borders, that heads its columns: titles of groups, or names of products side by side."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.tables.column import holds_sums, share
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import is_missing_price
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import Box, union
from pipeline.records import Line

NEAR_EM = 1.6
# Names over each of the products side by side may stand under their pictures, with some room to the table.
NAMES_EM = 3.0
BESIDE_EM = 0.6
SAME_ROW_EM = 0.6
MIN_NAMES = 2
MIN_LABELS = 2
MIN_UNDER = 2
STEP_PT, LEFT_OUT_PT = 4.0, 6.0
SAME_EDGE_PT = 2.0
PRICED, MEASURED = frozenset(("price", "tier", "size")), frozenset(("size", "dimension"))
NAMED = frozenset((ValueKind.TEXT, ValueKind.CODE, ValueKind.COLOR, ValueKind.MATERIAL))


def row_over(table: Table, lines: Sequence[Line], *, reach_em: float = NEAR_EM) -> list[Line]:
    """The lines that stand side by side straight over the table; labels at half the height of a tall head reach up beside them."""
    near = [
        line for line in lines if -BESIDE_EM <= (table.box.y0 - line.box.y1) / line.size_pt <= reach_em and line.box.gap_x(table.box) < 0
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


def with_titles_over(table: Table, lines: Sequence[Line], headers: Headers) -> Table:
    """The table with the titles over several of its columns of figures that say what these are: `Fabric group` over `A`, `B` and `C`,
    `Medidas (cm)` over `An`, `F` and `Al`."""
    titles = [line for line in row_over(table, lines) if _told_of_figures(line.text, headers)]
    placed = [(title, span) for title in titles if (span := _span_under(table, title, headers)) is not None]
    are_apart = all(one[1] <= two[0] for (_, one), (_, two) in pairwise(placed))
    return with_row(table, [title for title, _ in placed], [span for _, span in placed]) if placed and are_apart else table


def _told_of_figures(text: str, headers: Headers) -> frozenset[str]:
    """What a title may say of the figures under it; nothing where it is no such title."""
    label = headers.lookup(text)
    if label_says(text, "price_grades") or (label is not None and label.attribute == "price"):
        return PRICED
    return MEASURED if label is not None and label.attribute == "size" else frozenset()


def _span_under(table: Table, title: Line, headers: Headers) -> tuple[int, int] | None:
    """The columns of figures side by side that a title stands over the middle of, or at the left edge of; None where it stands over one
    of them, or reaches past them. A column that nobody else heads is rather one of them."""
    told = _told_of_figures(title.text, headers)
    at = min(bisect_right(table.xs, title.box.center_x), table.column_count) - 1
    first = end = at + 1
    are_sums = holds_sums(_texts(table, at))
    while first > 0 and _holds_figures(table, first - 1, headers, told, are_sums=are_sums):
        first -= 1
    while end < table.column_count and _holds_figures(table, end, headers, told, are_sums=are_sums):
        end += 1
    spans = [
        (start, past)
        for start in range(first, at + 1)
        for past in range(max(at + 1, start + MIN_UNDER), end + 1)
        if table.xs[start] <= title.box.x0 and title.box.x1 <= table.xs[past]
    ]
    left_out = {span: (span[0] > first) + (span[1] < end) for span in spans}
    return min(
        spans,
        key=lambda span: (round((_misfit(table, title, span) + LEFT_OUT_PT * left_out[span]) / STEP_PT), -span[1] + span[0]),
        default=None,
    )


def _misfit(table: Table, title: Line, span: tuple[int, int]) -> float:
    """How far a title is from the middle of these columns, by their borders, by what stands in them or by where they begin; or from their
    left edge."""
    left, right = table.xs[span[0]], table.xs[span[1]]
    held = _held(table, *span)
    behind = _held(table, span[1], span[1] + 1) if span[1] < table.column_count else None
    middles = [(left + right) / 2]
    if held is not None:
        middles += [held.center_x, (held.x0 + (behind.x0 if behind is not None else right)) / 2]
    misses = [abs(title.box.center_x - middle) for middle in middles]
    begins = held is not None and abs(title.box.x0 - held.x0) <= SAME_EDGE_PT
    return 0.0 if begins else min(misses)


def _held(table: Table, first: int, end: int) -> Box | None:
    boxes = [line.box for cell in table.cells if cell.columns == 1 and first <= cell.column < end for line in cell.lines]
    return union(boxes) if boxes else None


def _holds_figures(table: Table, column: int, headers: Headers, told: frozenset[str], *, are_sums: bool) -> bool:
    """Whether nothing but figures stands in a column whose own head does not say that they are something else than `told`, as `Pack` does;
    sums do not go with other figures."""
    head = table.at(0, column).text.strip()
    # One letter may stand for anything: a side, a grade of cloth.
    label = headers.lookup(head) if len(head) > 1 else None
    if label is not None and label.attribute not in told and (label.is_exact or label.attribute != CUSTOM):
        return False
    texts = _texts(table, column)
    return share(texts, ValueKind.NUMBER, ValueKind.PRICE) == 1.0 and holds_sums(texts) == are_sums


def _texts(table: Table, column: int) -> list[str]:
    """What stands under the head of a column, but for signs of notes and prices that must be asked for."""
    texts = [cell.text.rstrip(" *") for row in range(1, table.row_count) if (cell := table.at(row, column)).columns == 1]
    return [text for text in texts if not is_missing_price(text) and kind_of(text) is not ValueKind.MARK]


def with_names_over(table: Table, lines: Sequence[Line], headers: Headers) -> Table:
    """A turned table with the names that stand over its products; as it is where a label of its own promises them, or one is missing."""
    labels = [headers.lookup(table.at(row, 0).text) for row in range(table.row_count)]
    if labels[0] is None or any(label is not None and label.attribute == "name" for label in labels):
        return table
    heads = row_over(table, lines, reach_em=NAMES_EM)
    columns = [bisect_right(table.xs, line.box.center_x) - 1 for line in heads]
    is_whole = len(heads) >= MIN_NAMES and columns == list(range(1, table.column_count))
    if not is_whole or any(kind_of(line.text) not in NAMED for line in heads):
        return table
    return with_row(table, heads, [(column, column + 1) for column in columns])
