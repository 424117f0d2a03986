"""Rows without borders of their own in columns that are known from elsewhere: from an earlier page, or from the head drawn over them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.rules.tables.grids.rows import TextRow, column_of, group_rows, text_rows
from pipeline.backends.rules.tables.grids.stream import RUN_GAP_EM, assembled
from pipeline.backends.rules.tables.records import Table
from pipeline.records import PageContent, Word

MIN_FILLED = 2


def laid_in(xs: Sequence[float], words: Sequence[Word], content: PageContent) -> Table | None:
    """A table of these words between these borders; None where they do not stand between them."""
    rows = text_rows(words, RUN_GAP_EM)
    filled = [filled_columns(row, xs) for row in rows]
    if max(filled) < MIN_FILLED or not all(count or len(row.runs) == 1 for count, row in zip(filled, rows, strict=True)):
        return None
    return assembled(content, group_rows(rows, xs, full=max(filled)), xs)


def filled_columns(row: TextRow, xs: Sequence[float]) -> int:
    """How many columns the row fills; none where a piece of it runs over a border or out of the table."""
    if row.box.x0 < xs[0] - row.size_pt or row.box.x1 > xs[-1] + row.size_pt:
        return 0
    if any(sum(min(run.box.x1, b) - max(run.box.x0, a) > 2.0 for a, b in pairwise(xs)) > 1 for run in row.runs):
        return 0
    return len({column_of(run.box.center_x, xs) for run in row.runs})
