"""Tables drawn in several grids: a head of two rows or three in one of its own, and under it the rows, in grids between the titles of their
sections or without borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.grids.relaid import MIN_FILLED, filled_columns, laid_in
from pipeline.backends.rules.tables.grids.rows import TextRow, column_of, text_rows
from pipeline.backends.rules.tables.grids.stream import RUN_GAP_EM
from pipeline.backends.rules.tables.heads.layout import MAX_HEADER_ROWS, header_span
from pipeline.backends.rules.tables.records import Cell, Table, cell_lines, make_table
from pipeline.geometry import Box
from pipeline.records import PageContent, Word

SAME_BORDER_PT = 2.0
# The title of a section may stand between two grids, and a row so short of company that its borders make no grid.
MAX_GAP_PT = 60.0


def with_drawn_heads(tables: Sequence[Table], words: Sequence[Word], content: PageContent, headers: Headers) -> list[Table]:
    """The tables, each head that is a grid of its own at one with the rows under it."""
    found = list(tables)
    for head in [table for table in tables if table.is_ruled and 1 < table.row_count <= MAX_HEADER_ROWS]:
        body = _under(head, found)
        whole = _joined(head, body, words, content) if body is not None else None
        if body is None or whole is None or header_span(whole, headers) != (0, head.row_count):
            continue
        used = [head, body]
        while (body := _under(whole, found)) is not None and header_span(body, headers) is None and _have_same_columns(whole, body):
            used.append(body)
            whole = _joined(whole, body, words, content) or whole
        found = [whole if table is used[1] else table for table in found if table is used[1] or table not in used]
    return found


def _under(table: Table, tables: Sequence[Table]) -> Table | None:
    """The next table right below another."""
    below = [
        other
        for other in tables
        if -SAME_BORDER_PT <= other.box.y0 - table.box.y1 <= MAX_GAP_PT and other.box.y0 > table.box.y0 and other.box.gap_x(table.box) < 0
    ]
    return min(below, key=lambda other: other.box.y0, default=None)


def _have_same_columns(one: Table, other: Table) -> bool:
    same_count = one.is_ruled and other.is_ruled and len(one.xs) == len(other.xs)
    return same_count and all(abs(a - b) <= SAME_BORDER_PT for a, b in zip(one.xs, other.xs, strict=True))


def _joined(head: Table, body: Table, words: Sequence[Word], content: PageContent) -> Table | None:
    """The rows of both in the columns of the head, with what stands between them; None where the body has other columns."""
    between = [word for word in words if head.box.y1 < word.box.center_y < body.box.y0 and head.box.x0 < word.box.center_x < head.box.x1]
    if not body.is_ruled:
        laid = laid_in(head.xs, [*between, *body.words()], content)
        return _stacked(head, laid, []) if laid is not None else None
    return _stacked(head, body, text_rows(between, RUN_GAP_EM)) if _have_same_columns(head, body) else None


def _stacked(head: Table, body: Table, between: Sequence[TextRow]) -> Table:
    """The cells of the body below those of the head, with a row for each that stands between the two."""
    first = head.row_count + len(between)
    middles = [(above.box.y1 + below.box.y0) / 2 for above, below in zip(between, between[1:], strict=False)]
    ys = (*head.ys, *middles, *body.ys[0 if between else 1 :])
    rows = [cell for place, row in enumerate(between) for cell in _cells(row, head.row_count + place, head.xs, ys)]
    return make_table(
        head.xs,
        ys,
        [*head.cells, *rows, *(replace(cell, row=cell.row + first) for cell in body.cells)],
        is_ruled=body.is_ruled,
        page_number=head.page_number,
        has_row_borders=body.has_row_borders,
    )


def _cells(row: TextRow, number: int, xs: Sequence[float], ys: Sequence[float]) -> list[Cell]:
    """A row of the table, or one text over all of its columns."""
    if filled_columns(row, xs) < MIN_FILLED:
        return [Cell(number, 0, Box(xs[0], ys[number], xs[-1], ys[number + 1]), cell_lines(row.words), columns=len(xs) - 1)]
    places: dict[int, list[Word]] = {}
    for word in row.words:
        places.setdefault(column_of(word.box.center_x, xs), []).append(word)
    return [Cell(number, at, Box(xs[at], ys[number], xs[at + 1], ys[number + 1]), cell_lines(held)) for at, held in sorted(places.items())]
