"""Rows of facts over rows of goods: `Material | Steel` and `Weight | 2 kg` tell of all codes that stand under them in the same columns, so
that both look like one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.cells import add_dimensions, read_cell
from pipeline.backends.rules.tables.column import SURE_SHARE, Column, share
from pipeline.backends.rules.tables.heads.layout import MIN_INFERRED_ROWS, Layout, labelled_column
from pipeline.backends.rules.tables.heads.span import header_span, is_bar, samples
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.values.colors import colored_share
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, ReceiptEntry

MIN_FACTS = 2
FACT_COLUMNS = 2
MIN_CELLS = 2
EDGE_PT = 3.0
JOINED_EM = 2.5
PADDED_EM = 0.7
COLORED_SHARE = 0.3
CODES = (ValueKind.CODE, ValueKind.BARCODE)


@dataclass(frozen=True, slots=True)
class UnderFacts:
    """The rows of goods, what the rows over them tell of them all, and the title over these, where it stands in the table."""

    goods: Table
    title: Cell | None
    facts: tuple[Attribute, ...]
    entries: tuple[ReceiptEntry, ...]


def under_facts(table: Table, headers: Headers, currency: str) -> UnderFacts | None:
    """The two apart; None where the table does not open with facts, or no codes follow them."""
    first = next((row for row in range(table.row_count) if not is_bar(table, row)), table.row_count)
    end = next((row for row in range(first, table.row_count) if not _is_fact(table, row, headers)), table.row_count)
    start = end + 1 if end < table.row_count and is_bar(table, end) else end
    if start == table.row_count or not _are_facts(table, first, end, headers):
        return None
    goods = _rows_from(table, start)
    if not _are_coded(goods) and header_span(goods, headers) is None:
        return None
    told = [cell for row in range(start) for cell in table.own(row)]
    entries = tuple(ReceiptEntry("text", cell.text_box, Disposition.USED, "over_table", cell.text) for cell in told)
    facts = _facts(table, first, end, headers, currency)
    titles = [table.own(row)[0] for row in range(first)]
    title = max(titles, key=lambda cell: cell.lines[0].size_pt, default=None)
    # A list with a code tells of the product that has it.
    return UnderFacts(goods, title, facts, entries) if all(fact.key != "model" for fact in facts) else None


def least_rows(table: Table) -> int:
    """How many rows without a head show what their columns are: two will do where each begins with a code and ends with a sum."""
    ends = [own[-1].text for row in range(table.row_count) if (own := table.own(row))]
    is_plain = table.column_count > FACT_COLUMNS and _are_coded(table) and all(kind_of(text) is ValueKind.PRICE for text in ends)
    return MIN_FACTS if is_plain else MIN_INFERRED_ROWS


def with_facts_joined(tables: Sequence[Table], headers: Headers) -> list[Table]:
    """The tables, those of facts alone joined to the rows of codes that follow right under them."""
    found: list[Table] = []
    for table in sorted(tables, key=lambda table: table.box.y0):
        place = next((place for place, other in enumerate(found) if _leads_to(other, table, headers)), None)
        if place is None:
            found.append(table)
        else:
            found[place] = _joined(found[place], table)
    return sorted(found, key=lambda table: (table.box.y0, table.box.x0)) if len(found) < len(tables) else list(tables)


def _leads_to(over: Table, under: Table, headers: Headers) -> bool:
    """Whether a table of facts without a code stands right over one of codes, from the same edge but for the room within borders and stripes, and
    is not wider."""
    if over.column_count != FACT_COLUMNS or not under.own(0):
        return False
    size, gap = under.own(0)[0].lines[0].size_pt, under.box.y0 - over.box.y1
    is_over = abs(over.box.x0 - under.box.x0) <= max(EDGE_PT, PADDED_EM * size) and over.box.x1 <= under.box.x1 + EDGE_PT
    if not is_over or not -EDGE_PT <= gap <= JOINED_EM * size or not (_are_coded(under) or header_span(under, headers) is not None):
        return False
    labels = [headers.lookup(over.own(row)[0].text) for row in range(over.row_count) if over.own(row)]
    is_coded = any(label is not None and label.attribute == "model" for label in labels)
    return not is_coded and _are_facts(over, 0, over.row_count, headers)


def _joined(facts: Table, goods: Table) -> Table:
    """Both as one table in the columns of the goods; a value stands in the second of them, wherever it begins."""
    middle = (facts.box.y1 + goods.box.y0) / 2
    ys = (*facts.ys[:-1], middle, *goods.ys[1:])
    lead = [replace(cell, column=min(cell.column, 1), columns=1) for cell in facts.cells if cell.lines]
    return make_table(
        goods.xs,
        ys,
        [*lead, *(replace(cell, row=cell.row + facts.row_count) for cell in goods.cells)],
        is_ruled=goods.is_ruled,
        page_number=goods.page_number,
        has_row_borders=goods.has_row_borders,
    )


def with_colors(layout: Layout, goods: Table, *, is_under_facts: bool) -> Layout:
    """Words beside the codes that only their differing made names tell colours, where enough of them do; where nothing else is told of all
    goods, nearly all must be nothing but a colour."""
    place = layout.find("name")
    if place is None or layout.find("model") is None or layout.columns[place].is_labelled or layout.find("color") is not None:
        return layout
    filled = [text for text in samples(goods, layout.first_row)[place] if text.strip()]
    if colored_share(filled) < COLORED_SHARE or (not is_under_facts and share(filled, ValueKind.COLOR) < SURE_SHARE):
        return layout
    told = replace(layout.columns[place], attribute="color")
    return replace(layout, columns=(*layout.columns[:place], told, *layout.columns[place + 1 :]))


def _is_fact(table: Table, row: int, headers: Headers) -> bool:
    """A label in the first column and one value beside it, whatever other columns the table has."""
    own = table.own(row)
    if len(own) != 2 or own[0].column > 0 or any(cell.rows > 1 for cell in own) or kind_of(own[0].text) in CODES:
        return False
    is_label = headers.lookup(own[0].text) is not None or COLON.search(own[0].text) is not None or not any(map(str.isdigit, own[0].text))
    return is_label and headers.lookup(own[1].text, is_whole=True) is None


def _are_facts(table: Table, first: int, end: int, headers: Headers) -> bool:
    """Whether these rows are facts, under enough labels that are known, or that all have the colon of one."""
    if end - first < MIN_FACTS or not all(_is_fact(table, row, headers) for row in range(first, end)):
        return False
    labels = [table.own(row)[0].text for row in range(first, end)]
    return sum(headers.lookup(label) is not None for label in labels) >= MIN_FACTS or all(map(COLON.search, labels))


def _are_coded(goods: Table) -> bool:
    """Whether each row begins with a code and says more."""
    rows = [own for row in range(goods.row_count) if (own := goods.own(row))]
    return bool(rows) and all(len(own) >= MIN_CELLS and own[0].column == 0 and kind_of(own[0].text) in CODES for own in rows)


def _rows_from(table: Table, start: int) -> Table:
    """The part of a table from one row on."""
    cells = [replace(cell, row=cell.row - start) for cell in table.cells if cell.row >= start]
    return make_table(
        table.xs,
        table.ys[start:],
        cells,
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def _facts(table: Table, first: int, end: int, headers: Headers, currency: str) -> tuple[Attribute, ...]:
    """What the rows from `first` to before `end` tell; sides in rows of their own are one size."""
    standard: dict[str, Attribute] = {}
    custom: list[Attribute] = []
    sides: list[tuple[Column, Attribute]] = []
    for label, value in (table.own(row) for row in range(first, end)):
        printed = label.text.rstrip(" :：")
        if COLON.search(printed):
            # With its value behind it, `To: A. Lind, Umea`, it is no label of what stands at the other end of the row.
            continue
        column = labelled_column(headers.lookup(printed), printed, label.text_box, table.page_number)
        told = read_cell(value, column, table.page_number, currency, is_own=True)
        if told is None:
            continue
        if column.attribute == "dimension":
            sides.append((column, told))
        if told.key in STANDARD_ATTRIBUTES:
            standard.setdefault(told.key, told)
        else:
            custom.append(told)
    add_dimensions(standard, sides)
    return (*standard.values(), *custom)
