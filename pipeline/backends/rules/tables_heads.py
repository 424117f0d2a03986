"""Rows that read like the head of a table, before its columns are known."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.tables_rows import TextRow

MIN_HEAD_LABELS = 3
AGAIN_SHARE = 0.7
HEAD_SHARE = 0.6
MIN_HEADED_ROWS = 3


def is_head(row: TextRow, headers: Headers, *, least: int = MIN_HEAD_LABELS) -> bool:
    """Whether most pieces of a row without figures are known labels."""
    if len(row.runs) < least or any(char.isdigit() for run in row.runs for char in run.text):
        return False
    known = sum((label := headers.lookup(run.text)) is not None and label.is_exact for run in row.runs)
    return known >= least and known >= HEAD_SHARE * len(row.runs)


def begin_with_head(rows: Sequence[TextRow], headers: Headers) -> bool:
    """Whether labels stand over rows of as many pieces, or words over rows with figures."""
    if len(rows) < MIN_HEADED_ROWS or len(rows[0].runs) < 2:
        return False
    figures = [[run for run in row.runs if any(map(str.isdigit, run.text))] for row in rows]
    return is_head(rows[0], headers, least=2) or (not figures[0] and all(len(row) > 1 for row in figures[1:]))


def is_head_again(row: TextRow, opening: Sequence[TextRow]) -> bool:
    """Whether a row without figures says mostly what a table before it opens with, in whatever words."""
    texts = {run.text for run in row.runs}
    if len(texts) < MIN_HEAD_LABELS or any(char.isdigit() for text in texts for char in text):
        return False
    return any(len(texts & {run.text for run in first.runs}) >= AGAIN_SHARE * max(len(texts), len(first.runs)) for first in opening)
