"""Heads drawn as a grid of their own: labels in two rows or three between borders, and under them rows without borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.grids.relaid import laid_in
from pipeline.backends.rules.tables.heads.span import MAX_HEADER_ROWS, header_span
from pipeline.backends.rules.tables.records import Table, make_table
from pipeline.records import PageContent, Word

# The title of a section may stand between the head and the first row.
MAX_GAP_PT = 40.0


def with_drawn_heads(tables: Sequence[Table], words: Sequence[Word], content: PageContent, headers: Headers) -> list[Table]:
    """The tables, each head that is a grid of its own at one with the rows under it."""
    found = list(tables)
    for head in [table for table in tables if table.is_ruled and 1 < table.row_count <= MAX_HEADER_ROWS]:
        body = min((table for table in found if _is_under(table, head)), key=lambda table: table.box.y0, default=None)
        whole = _joined(head, body, words, content) if body is not None else None
        if whole is not None and header_span(whole, headers) == (0, head.row_count):
            found = [whole if table is body else table for table in found if table is not head]
    return found


def _is_under(table: Table, head: Table) -> bool:
    return not table.is_ruled and 0 <= table.box.y0 - head.box.y1 <= MAX_GAP_PT and table.box.gap_x(head.box) < 0


def _joined(head: Table, body: Table, words: Sequence[Word], content: PageContent) -> Table | None:
    """The rows of both in the columns of the head, with what stands between them; None where the body has other columns."""
    between = [word for word in words if head.box.y1 < word.box.center_y < body.box.y0 and head.box.x0 < word.box.center_x < head.box.x1]
    rows = laid_in(head.xs, [*between, *body.words()], content)
    if rows is None:
        return None
    cells = (*head.cells, *(replace(cell, row=cell.row + head.row_count) for cell in rows.cells))
    ys = (*head.ys, *rows.ys[1:])
    return make_table(head.xs, ys, cells, is_ruled=False, page_number=head.page_number, has_row_borders=False)
