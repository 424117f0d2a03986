"""What the page before left open: a section, or a group of rows whose cell goes on empty over the break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.tables.cells import read_cell
from pipeline.backends.rules.tables.earlier import Earlier, earlier_table
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.page import TablePage
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.values.forms import folded
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Sku

GROUPING = ("name", "series")


def with_open_section(page: TablePage, table: Table, layout: Layout) -> Layout:
    """For the first table of a page whose rows nobody names: with the section that the page before ended in, where it goes on under the
    same heads."""
    earlier = _continued(page, table, layout) if layout.find("name") is None else None
    if earlier is None or is_bar(table, layout.first_row):
        return layout
    before = earlier.table
    rows = range(before.row_count - 1, earlier.layout.first_row - 1, -1)
    last = next((before.own(row)[0] for row in rows if is_bar(before, row)), None)
    return replace(layout, bar=last, bar_page=before.page_number) if last is not None else layout


def with_open_groups(page: TablePage, skus: Sequence[Sku], table: Table, layout: Layout) -> list[Sku]:
    """For the first table of a page whose first row leaves a cell empty: with what the page before says of the group that goes on there."""
    places = [place for place, column in enumerate(layout.columns) if column.attribute in GROUPING]
    opens = [place for place in places if not table.at(layout.first_row, place).lines]
    earlier = _continued(page, table, layout) if table.is_ruled and opens else None
    result = list(skus)
    if earlier is not None:
        for place in opens:
            result = _with_group(result, table, layout, earlier, place)
    return result


def _continued(page: TablePage, table: Table, layout: Layout) -> Earlier | None:
    """The table on the page before, where the first one of this page stands under the same heads."""
    if page.known or page.content.page_number == 1:
        return None
    earlier = earlier_table(page.content.page_number, page.context, page.headers)
    if earlier is None or earlier.table.page_number != table.page_number - 1:
        return None
    heads = [folded(column.key) for column in layout.columns]
    return earlier if heads == [folded(column.key) for column in earlier.layout.columns] else None


def _with_group(skus: Sequence[Sku], table: Table, layout: Layout, earlier: Earlier, place: int) -> list[Sku]:
    """The SKUs, those beside an empty cell with what its upper part says on the page before; one of them reaches over several rows."""
    cell, last = table.at(layout.first_row, place), earlier.table.at(earlier.table.row_count - 1, place)
    if not last.lines or last.columns > 1 or max(cell.rows, last.rows) < 2:
        return list(skus)
    told = read_cell(last, layout.columns[place], earlier.table.page_number, "", is_own=False)
    return [_with_told(sku, told) if told is not None and cell.box.y0 <= sku.box.center_y <= cell.box.y1 else sku for sku in skus]


def _with_told(sku: Sku, told: Attribute) -> Sku:
    """With what is told of it elsewhere, unless it tells that itself."""
    if any(attribute.key == told.key for attribute in (*sku.standard, *sku.custom)):
        return sku
    if told.key not in STANDARD_ATTRIBUTES:
        return replace(sku, custom=(told, *sku.custom))
    found = {attribute.key: attribute for attribute in (*sku.standard, told)}
    return replace(sku, standard=tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found))
