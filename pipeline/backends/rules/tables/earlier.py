"""The table a page goes on with: the last one with a header on the pages before, and rows too few to show columns of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.base import Context
from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.page.furniture import PAGE_HEAD, furniture
from pipeline.backends.rules.tables.around import layout_over
from pipeline.backends.rules.tables.find import page_tables, without_leaders
from pipeline.backends.rules.tables.grids.relaid import MIN_FILLED, filled_columns, laid_in
from pipeline.backends.rules.tables.grids.rows import TextRow, group_rows, text_rows
from pipeline.backends.rules.tables.grids.stream import RUN_GAP_EM, assembled
from pipeline.backends.rules.tables.heads.layout import Layout, holds_products, read_layout
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.tables.shapes.turned import lists_properties
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import Line, PageContent
from pipeline.stages.lines import is_level

LOOK_BACK_PAGES = 24
MAX_PAGES_BETWEEN = 2
MAX_REST_LINES = 60
WHOLE_SHARE = 0.45
ROW_GAP_EM = 3.0


@dataclass(frozen=True, slots=True)
class Earlier:
    """A table with its header, on an earlier page; `is_interrupted` where pages without tables stand between."""

    table: Table
    layout: Layout
    is_interrupted: bool = False


@dataclass(frozen=True, slots=True)
class _Heads:
    """What an earlier page offers: its last table with a header, if any, and whether it has tables at all."""

    table: Table | None
    layout: Layout | None
    has_tables: bool


def earlier_table(number: int, context: Context, headers: Headers) -> Earlier | None:
    """The last table with a header before this page, as long as the pages between only go on with it; a page or two may tell of other things."""
    between = 0
    for at in range(number - 1, max(0, number - 1 - LOOK_BACK_PAGES), -1):
        heads = _heads(at, context, headers)
        if heads is None:
            return None
        if heads.table is not None and heads.layout is not None:
            return Earlier(heads.table, heads.layout, between > 0)
        between += not heads.has_tables
        if between > MAX_PAGES_BETWEEN:
            return None
    return None


def _heads(number: int, context: Context, headers: Headers) -> _Heads | None:
    """Looked for once a page: many later ones may ask."""
    if number not in context.memory:
        content = context.page_at(number)
        context.memory[number] = _heads_of(content, headers) if content is not None else None
    found: _Heads | None = context.memory[number]
    return found


def _heads_of(content: PageContent, headers: Headers) -> _Heads:
    tables = page_tables(content, content.lines, headers)
    for table in reversed(tables):
        if lists_properties(table, headers):
            continue
        layout = read_layout(table, headers) or layout_over(table, content.lines, headers)
        if layout is not None and holds_products(layout):
            return _Heads(table, layout, True)
    return _Heads(None, None, bool(tables))


def rows_under(earlier: Earlier, lines: Sequence[Line], content: PageContent) -> Table | None:
    """The first rows of these lines that stand in the columns of an earlier table, as a table: whole rows, each with its code or price."""
    before = earlier.table
    # A row that goes on may stand as high as a running head; nothing of a table stands in the foot.
    dropped = {index for index, rule in furniture(lines, content).items() if rule != PAGE_HEAD}
    lines = [line for index, line in enumerate(lines) if index not in dropped]
    words = [word for line in lines for word in without_leaders(line.words) if is_level(word)]
    kept: list[TextRow] = []
    for row in text_rows(words, RUN_GAP_EM):
        filled = filled_columns(row, before.xs)
        is_near = bool(kept) and row.box.y0 - kept[-1].box.y1 <= ROW_GAP_EM * row.size_pt
        if filled >= MIN_FILLED and (not kept or is_near) or (filled == 1 and is_near):
            kept.append(row)
        elif kept:
            break
    if not kept:
        return None
    logical = group_rows(kept, before.xs, full=max(filled_columns(row, before.xs) for row in kept))
    table = assembled(content, logical, before.xs)
    return table if all(_is_whole(table, row, earlier.layout) for row in range(table.row_count)) else None


def relaid(earlier: Earlier, table: Table, content: PageContent) -> Table | None:
    """The words of a table without borders in the columns of an earlier one; None where they do not stand in them, or none is where the codes
    stood."""
    again = laid_in(earlier.table.xs, list(table.words()), content) if not table.is_ruled else None
    coded = earlier.layout.find("model")
    if again is None or coded is None:
        return again
    return again if any(cell.column == coded and cell.columns == 1 and cell.lines for cell in again.cells) else None


def _is_whole(table: Table, row: int, layout: Layout) -> bool:
    """Whether a row fills about half the columns and has what its table tells rows by."""
    if len(table.own(row)) < max(MIN_FILLED, WHOLE_SHARE * table.column_count):
        return False
    coded, priced = layout.find("model"), layout.find("price")
    if coded is not None:
        return kind_of(table.at(row, coded).text) in (ValueKind.CODE, ValueKind.BARCODE, layout.kinds[coded])
    return priced is not None and kind_of(table.at(row, priced).text) in (ValueKind.PRICE, layout.kinds[priced])
