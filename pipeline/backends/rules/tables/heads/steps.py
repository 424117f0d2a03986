"""Heads under a title that several columns share, which say for how many pieces the sums under them hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from pipeline.backends.rules.labels.headers import Label, unit_in
from pipeline.backends.rules.tables.heads.prices import rise
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.prices import currency_in
from pipeline.backends.rules.values.pricesteps import counts_goods

COUNT = re.compile(r"\d{1,3}(?:[., '’]\d{3})+|\d+")
DECIMALS = re.compile(r"\d[.,]\d{2,4}(?!\d)")


def are_steps(table: Table, row: int) -> bool:
    """Whether a row holds nothing but quantities that prices hold for, told as such or by the titles over them."""
    return all(_is_step(cell.text) for cell in table.own(row)) or _count_under_titles(table, row)


def _is_step(text: str) -> bool:
    """`300 pcs`, `100+`, `1-9`. A bare number may be anything."""
    return counts_goods(text) and not text.strip().isdigit()


def _count_under_titles(table: Table, row: int) -> bool:
    """Bare figures that rise, one for each column of the titles right over them: `100`, `500`, `1000`."""
    own = table.own(row)
    if len(own) < 2 or not all(_is_count(cell) for cell in own):
        return False
    titled = [column for cell in table.own(row - 1) if cell.columns > 1 for column in range(cell.column, cell.column + cell.columns)]
    return [cell.column for cell in own] == titled and all(map(_rise, _by_title(table, row, own)))


def stepped_columns(table: Table, span: tuple[int, int], values: Sequence[Sequence[str]]) -> frozenset[int]:
    """The columns headed by quantities under a title; bare figures are some where the sums fall as they rise."""
    heads = [table.at(span[1] - 1, index) for index in range(table.column_count) if table.at(span[0], index).columns > 1]
    found = {cell.column for cell in heads if _is_step(cell.text)}
    bare = [cell for cell in heads if cell.row > span[0] and cell.columns == 1 and _is_count(cell)]
    for cells in _by_title(table, span[0] + 1, bare):
        sums = [values[cell.column] for cell in reversed(cells)]
        if len(cells) > 1 and _rise(cells) and rise(sums) and _may_cost(table.at(span[0], cells[0].column), sums):
            found.update(cell.column for cell in cells)
    return frozenset(found)


def _may_cost(title: Cell, sums: Sequence[Sequence[str]]) -> bool:
    """Whether a title names a currency, or stands over sums with decimals and nothing they are measured in: loads fall as spans rise, too."""
    if currency_in(title.text):
        return True
    unit = unit_in(title.text)
    return (not unit or counts_goods(f"1 {unit}")) and all(DECIMALS.search(text) for texts in sums for text in texts if text.strip())


def price_by_title(title: Cell, step: str) -> Label | None:
    """The label of a quantity under a title that, however long it is, names a currency: `Unit price USD at order quantity (pcs)`."""
    currency = currency_in(title.text)
    return Label("price", step, currency=currency, is_exact=False) if currency else None


def _by_title(table: Table, row: int, cells: Sequence[Cell]) -> list[list[Cell]]:
    return [list(group) for _, group in groupby(cells, key=lambda cell: table.at(row - 1, cell.column).column)]


def _is_count(cell: Cell) -> bool:
    return COUNT.fullmatch(cell.text.strip()) is not None


def _rise(cells: Sequence[Cell]) -> bool:
    counts = [int("".join(filter(str.isdigit, cell.text))) for cell in cells]
    return all(one < two for one, two in pairwise(counts))
