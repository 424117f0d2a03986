"""Sets: a cell for several rows gives a name with its code, another their one price, and the rows between list what the set is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.tables.celllines import holds_code
from pipeline.backends.rules.tables.column import share
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.looks import ValueKind
from pipeline.geometry import union

NAMED = ("name", "model", CUSTOM)
TEXT_SHARE = 0.6
PARTS = ("name", "model", "size", "material", "color", "dimension")


def as_sets(table: Table, layout: Layout, headers: Headers) -> tuple[Table, Layout]:
    """The table with one row for each set, its parts under the printed heads; as it is where rows are articles of their own."""
    price = layout.find("price")
    groups = _groups(table, layout, price) if price is not None else []
    place = next((index for index in range(table.column_count) if _names_sets(table, layout, index, groups, headers)), None)
    if place is None or not any(_lists_parts(table, layout, index, groups) for index in range(table.column_count)):
        return table, layout
    columns = [
        replace(column, attribute="name") if index == place else replace(column, attribute=CUSTOM) if column.attribute in PARTS else column
        for index, column in enumerate(layout.columns)
    ]
    return _with_rows_joined(table, layout.first_row, groups), replace(layout, columns=tuple(columns))


def _groups(table: Table, layout: Layout, column: int) -> list[tuple[int, int]]:
    """First row and count of the rows that each cell of a column holds for."""
    cells = dict.fromkeys(table.at(row, column) for row in range(layout.first_row, table.row_count))
    return [(cell.row, cell.rows) for cell in cells]


def _names_sets(table: Table, layout: Layout, index: int, groups: Sequence[tuple[int, int]], headers: Headers) -> bool:
    """Whether each cell of a column tells a code of the very rows that have one price."""
    if sum(count > 1 for _, count in groups) < 2 or _groups(table, layout, index) != list(groups):
        return False
    return all(holds_code(table.at(first, index), headers) for first, _ in groups)


def _lists_parts(table: Table, layout: Layout, index: int, groups: Sequence[tuple[int, int]]) -> bool:
    """Whether a column names something else in each row: words, never codes, by which each row could be ordered."""
    texts = [table.at(row, index).text for first, count in groups for row in range(first, first + count)]
    is_own = all(table.at(row, index).rows == 1 for row in range(layout.first_row, table.row_count))
    return is_own and layout.columns[index].attribute in NAMED and share(texts, ValueKind.TEXT, ValueKind.MATERIAL) > TEXT_SHARE


def _with_rows_joined(table: Table, first_row: int, groups: Sequence[tuple[int, int]]) -> Table:
    """One row for each group; what stood under each other in it stands in one cell."""
    cells = [cell for cell in table.cells if cell.row < first_row]
    for number, (first, count) in enumerate(groups):
        for index in range(table.column_count):
            inside = list(dict.fromkeys(table.at(row, index) for row in range(first, first + count)))
            if inside[0].column == index:
                cells.append(_joined(inside, row=first_row + number))
    ys = (*table.ys[: first_row + 1], *(table.ys[first + count] for first, count in groups))
    return make_table(table.xs, ys, cells, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders)


def _joined(cells: Sequence[Cell], *, row: int) -> Cell:
    return replace(
        cells[0],
        row=row,
        rows=1,
        box=union(cell.box for cell in cells),
        lines=tuple(line for cell in cells for line in cell.lines),
        pictures=tuple(picture for cell in cells for picture in cell.pictures),
    )
