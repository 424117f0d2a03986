"""Columns that part a table into series and groups, and what these name."""

from __future__ import annotations

from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE
from pipeline.backends.rules.tables.heads.layout import SERIES_KEY, Layout
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.pricesteps import is_step


def named_by_series(table: Table, layout: Layout) -> Layout:
    """Where neither a column nor a title nor a bar names the rows, the series they stand under does."""
    place = layout.find("series")
    if place is None or layout.find("name") is not None or any(is_bar(table, row) for row in range(table.row_count)):
        return layout
    return replace(layout, columns=tuple(replace(c, attribute="name") if i == place else c for i, c in enumerate(layout.columns)))


def parted_by_series(table: Table, layout: Layout) -> bool:
    """Whether cells of a series, nearly each for several rows, tell apart what a title over the table can only sum up."""
    place = layout.find("series")
    if place is None or not layout.columns[place].is_labelled:
        return False
    cells = dict.fromkeys(table.at(row, place) for row in range(layout.first_row, table.row_count))
    named = {cell.text for cell in cells if cell.lines}
    shared = sum(cell.rows > 1 for cell in cells)
    return len(named) == len(cells) > 1 and shared >= SURE_SHARE * len(cells)


def lists_tiers(table: Table, layout: Layout) -> bool:
    """Whether the rows only say from how many pieces on which price holds: `12+ | $2.90`. They are tiers of one product and no goods."""
    told = [index for index, column in enumerate(layout.columns) if column.attribute]
    steps = [index for index in told if layout.columns[index].attribute != "price"]
    if len(told) != 2 or len(steps) != 1:
        return False
    return all(is_step(table.at(row, steps[0]).text) for row in range(layout.first_row, table.row_count))


def with_groups(table: Table, layout: Layout) -> Layout:
    """The column that nobody heads, or the first one under a word that nobody knows, whose cells reach over several rows each tells which group
    the rows belong to."""
    place = next((index for index, column in enumerate(layout.columns) if _parts_groups(table, layout, index)), None)
    if place is None or layout.find("series") is not None:
        return layout
    column = layout.columns[place]
    grouping = replace(column, attribute="series", key=column.key or SERIES_KEY, is_labelled=bool(column.key))
    return replace(layout, columns=(*layout.columns[:place], grouping, *layout.columns[place + 1 :]))


def _parts_groups(table: Table, layout: Layout, index: int) -> bool:
    column = layout.columns[index]
    if column.is_labelled or column.attribute not in ("", CUSTOM) or (column.key and index > 0):
        return False
    cells = [table.at(row, index) for row in range(layout.first_row, table.row_count) if not is_bar(table, row)]
    named = [cell for cell in cells if cell.rows > 1 and cell.columns == 1 and kind_of(cell.text) is ValueKind.TEXT]
    return len(named) > 1 and len(named) >= CLEAR_SHARE * len(cells)
