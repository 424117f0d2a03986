"""Tables that tell of something else than goods: branches and dealers with their addresses, or the company itself."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.table_records import Cell, Table
from pipeline.backends.rules.values import folded, word_list

MIN_HEADS = 2
MIN_KEYS = 3
HEADS_SHARE = 0.5
SOLD_BY = ("model", "price")
EDGE = " .:：*#()（）"


def tells_of_others(table: Table, headers: Headers) -> bool:
    """Whether its heads, or the keys down its first column, are what people and places are known by."""
    heads = table.own(0)
    if any((label := headers.lookup(cell.text)) is not None and label.attribute in SOLD_BY for cell in heads):
        return False
    if _are_known(heads, at_least=MIN_HEADS):
        return True
    keys = [cell for row in range(table.row_count) if (cell := table.at(row, 0)).row == row and cell.lines]
    return table.column_count == MIN_HEADS and _are_known(keys, at_least=MIN_KEYS)


def _are_known(cells: Sequence[Cell], *, at_least: int) -> bool:
    known = sum(folded(cell.text).strip(EDGE) in word_list("people_and_places") for cell in cells)
    return known >= at_least and known >= HEADS_SHARE * len(cells)
