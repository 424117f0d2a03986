"""Titles of sections in tables of two columns, where a text alone in its row may as well be a row that lacks its value."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

from pipeline.backends.rules.tables.records import Table

TITLE_RATIO = 1.15
MIN_ALIGNED_ROWS = 4
SAME_EDGE_PT = 3.0
INDENT_EM = 0.5
APART_RATIO = 1.25


def is_set_as_title(table: Table, row: int) -> bool:
    """Whether a text alone in its row is bolder or larger than those under it, in capitals as they are not, or set apart from them."""
    below = next((table.at(under, 0) for under in range(row + 1, table.row_count) if len(table.own(under)) > 1), None)
    if below is None or not below.lines or table.at(row, 0).rows > 1:
        return False
    title, usual = table.at(row, 0).lines[0], below.lines[0]
    is_bolder = title.words[0].is_bold and not usual.words[0].is_bold
    is_larger = title.size_pt >= TITLE_RATIO * usual.size_pt
    return is_larger or is_bolder or (title.text.isupper() and not usual.text.isupper()) or _is_set_apart(table, row)


def _is_set_apart(table: Table, row: int) -> bool:
    """Whether a text begins behind the one edge of all full rows, as behind a mark, and stands further under the row before it than these do
    under each other: scans tell nothing of weight."""
    full = [table.at(other, 0).text_box for other in range(table.row_count) if len(table.own(other)) > 1 and table.at(other, 0).lines]
    title = table.at(row, 0).text_box
    over = [box for box in full if box.y1 <= title.center_y]
    if len(full) < MIN_ALIGNED_ROWS or not over or table.at(row - 1, 0).text_box != over[-1]:
        return False
    edges = [box.x0 for box in full]
    is_behind = max(edges) - min(edges) <= SAME_EDGE_PT and title.x0 - max(edges) >= INDENT_EM * title.height
    usual = median([two.y0 - one.y1 for one, two in pairwise(full)])
    return is_behind and title.y0 - over[-1].y1 >= APART_RATIO * usual > 0
