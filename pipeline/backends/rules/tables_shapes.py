"""Tables that are not plain rows: turned ones (models as columns), repeated blocks side by side, and size × colour matrices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.prices import bare_price, is_only_currency, parse_price
from pipeline.backends.rules.table_records import Cell, Table, make_table
from pipeline.backends.rules.tables_grid import code_over_price
from pipeline.backends.rules.tables_layout import share
from pipeline.backends.rules.tables_settle import usual_kind
from pipeline.backends.rules.tables_skus import LABELLED, Shared, TableReading
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.backends.rules.values import folded, is_color, is_size, is_unit, word_list
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Evidence, Sku

TURNED_SHARE = 0.6
MIN_TURNED_LABELS = 3
AXIS_SHARE = 0.6
MIN_PROPERTY_COLUMNS = 2
# Labels, units, and at least two products.
MIN_WITH_UNITS = 4
MIN_UNITS = 3
UNITS_SHARE = 0.7
MIN_PROPERTIES = 2
PROPERTY_SHARE = 0.4
MIN_MATRIX_CODES = 4
CODE_SHARE = 0.8
AMOUNTS = frozenset((ValueKind.PRICE, ValueKind.NUMBER))
# From one measure of the body to another, as size guides have it.
SPREAD = re.compile(r"\d{1,3}\s*[-–/]\s*\d{1,3}")
CORNER_PARTS = re.compile(r"\s*[\\/|×x＼]\s*")


def is_turned(table: Table, headers: Headers) -> bool:
    """Labels stand in the first column and products beside each other."""
    if table.column_count < 2 or table.row_count < 3:
        return False
    left = [table.at(row, 0) for row in range(table.row_count) if table.at(row, 0).row == row and table.at(row, 0).lines]
    top = [cell for cell in table.row(0)[1:] if cell.lines]
    known = sum(headers.lookup(cell.text) is not None for cell in left)
    over = sum(headers.lookup(cell.text) is not None for cell in top)
    if known >= MIN_TURNED_LABELS and known >= TURNED_SHARE * len(left) and over <= 0.34 * max(len(top), 1):
        return True
    codes = len(top) >= 2 and share([cell.text for cell in top], ValueKind.CODE) == 1.0 and over == 0
    words = share([cell.text for cell in left[1:]], ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR)
    return codes and known >= 2 and len(left) >= 4 and words >= 0.7


def labels_with_units(table: Table) -> Table:
    """A column of units behind the labels belongs to them: `Net weight | kg | 9 | 10.5` is a row of `Net weight kg`."""
    if table.column_count < MIN_WITH_UNITS or not _is_of_units(table):
        return table
    cells = []
    for cell in table.cells:
        if cell.column > 1:
            cells.append(replace(cell, column=cell.column - 1))
        elif cell.column == 0:
            units = [table.at(row, 1) for row in range(cell.row, cell.row + cell.rows)] if cell.columns == 1 else []
            lines = [line for unit in dict.fromkeys(units) for line in unit.lines]
            cells.append(replace(cell, lines=(*cell.lines, *lines), columns=max(1, cell.columns - 1)))
    return make_table(
        (table.xs[0], *table.xs[2:]),
        table.ys,
        cells,
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def _is_of_units(table: Table) -> bool:
    """Whether the second column is headed as units, or holds hardly anything else."""
    texts = [cell.text for row in range(table.row_count) if (cell := table.at(row, 1)).lines and cell.row == row and cell.column == 1]
    if len(texts) < MIN_UNITS:
        return False
    known = sum(is_unit(text) or is_only_currency(text) for text in texts)
    return folded(texts[0]).strip(" :：") in word_list("unit_heads") or known >= UNITS_SHARE * len(texts)


def lists_properties(table: Table, headers: Headers) -> bool:
    """Whether two columns are labels and what they tell of one product, so that no row is a product of its own."""
    if table.column_count != MIN_PROPERTY_COLUMNS:
        return False
    labels = [headers.lookup(cell.text) for row in range(table.row_count) if (cell := table.at(row, 0)).lines]
    known = sum(label is not None and label.is_exact for label in labels)
    return known >= MIN_PROPERTIES and known >= PROPERTY_SHARE * len(labels)


def turned(table: Table) -> Table:
    """The table with rows and columns exchanged."""
    cells = [Cell(c.column, c.row, c.box, c.lines, c.columns, c.rows, c.pictures) for c in table.cells]
    return make_table(
        table.ys, table.xs, cells, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders
    )


def side_by_side(table: Table, header_row: int) -> list[Table]:
    """One table for each repetition of its header's labels; the table itself where they do not repeat."""
    texts = [folded(table.at(header_row, column).text) for column in range(table.column_count)]
    starts = [column for column, text in enumerate(texts) if text and text == texts[0]]
    if not texts[0] or len(starts) < 2:
        return [table]
    width = starts[1]
    if width < 2 or any(texts[start : start + width][:2] != texts[:2] for start in starts):
        return [table]
    return [columns_of(table, start, end) for start, end in zip(starts, [*starts[1:], table.column_count], strict=True)]


def repeated_columns(table: Table) -> list[Table]:
    """One table for each repetition of codes, words and amounts in a table without heads; the table itself where nothing repeats."""
    kinds = [usual_kind([table.at(row, column).text for row in range(table.row_count)]) for column in range(table.column_count)]
    starts = [column for column, kind in enumerate(kinds) if kind is ValueKind.CODE]
    if len(starts) < 2 or starts[0] != 0:
        return [table]
    parts = list(zip(starts, [*starts[1:], table.column_count], strict=True))
    # Each part must be a list of its own: words behind the code, an amount at the end.
    if any(end - start < 2 or kinds[start + 1] is not ValueKind.TEXT or kinds[end - 1] not in AMOUNTS for start, end in parts):
        return [table]
    return [columns_of(table, start, end) for start, end in parts]


def columns_of(table: Table, start: int, end: int) -> Table:
    """The part of a table from one column to before another."""
    cells = []
    for cell in table.cells:
        left, right = max(cell.column, start), min(cell.column + cell.columns, end)
        if left < right and (cell.column >= start or not cell.lines):
            cells.append(Cell(cell.row, left - start, cell.box, cell.lines, cell.rows, right - left, cell.pictures))
    return make_table(
        table.xs[start : end + 1],
        table.ys,
        cells,
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def matrix_axes(table: Table, headers: Headers) -> tuple[str, str] | None:
    """(attribute down the first column, attribute along the first row) of a matrix of variants, or None."""
    if table.column_count < 3 or table.row_count < 2:
        return None
    top = [table.at(0, column).text for column in range(1, table.column_count)]
    if any(label is not None and label.attribute == "price" for label in map(headers.lookup, top)):
        return None
    left = [table.at(row, 0).text for row in range(1, table.row_count)]
    body = [_ordered_by(table.at(row, column)) for row in range(1, table.row_count) for column in range(1, table.column_count)]
    if share(body, ValueKind.CODE, ValueKind.BARCODE) < AXIS_SHARE and share(body, ValueKind.PRICE, ValueKind.NUMBER) < AXIS_SHARE:
        return None
    down, along = _axis(left), _axis(top)
    corner = [label.attribute if label else "" for label in map(headers.lookup, CORNER_PARTS.split(table.at(0, 0).text))]
    if len(corner) == 2 and set(corner) == {"size", "color"}:
        down, along = (down or (along and _other(along)) or corner[0]), (along or (down and _other(down)) or corner[1])
    elif (
        corner == ["size"]
        and down != "color"
        and along != "size"
        and _are_distinct_codes(body)
        and not any(char.isdigit() for text in top for char in text)
    ):
        down, along = "size", "color"
    elif corner == ["color"] and along == "size":
        down = "color"
    if {down, along} == {"size", "color"} or (down == along == "size" and _are_distinct_codes(body)):
        return down, along
    return None


def _ordered_by(cell: Cell) -> str:
    """What stands in a place of a matrix, without the price under a code."""
    told = code_over_price(cell)
    return told[0].text if told is not None else cell.text


def _are_distinct_codes(texts: Sequence[str]) -> bool:
    """Codes in nearly every place of a matrix, never the same one twice."""
    filled = [text for text in texts if text.strip() and kind_of(text) is not ValueKind.MARK]
    if all(map(SPREAD.fullmatch, filled)):
        return False
    return len(set(filled)) == len(filled) >= MIN_MATRIX_CODES and share(filled, ValueKind.CODE, ValueKind.BARCODE) >= CODE_SHARE


def _axis(texts: Sequence[str]) -> str:
    filled = [text for text in texts if text.strip()]
    if len(filled) < 1:
        return ""
    if sum(is_color(text) for text in filled) >= AXIS_SHARE * len(filled):
        return "color"
    return "size" if sum(is_size(text) for text in filled) >= AXIS_SHARE * len(filled) else ""


def _other(axis: str) -> str:
    return "size" if axis == "color" else "color"


def read_matrix(table: Table, axes: tuple[str, str], shared: Shared) -> TableReading:
    """One SKU for each filled place; what stands over the table holds for all of them."""
    reading = TableReading()
    for cell in table.cells:
        reading.account(cell, Disposition.USED, "table_header" if cell.row == 0 or cell.column == 0 else "table_cell")
    for row in range(1, table.row_count):
        for column in range(1, table.column_count):
            sku = _variant(table, row, column, axes, shared)
            if sku is not None:
                reading.skus.append(sku)
    return reading


def _variant(table: Table, row: int, column: int, axes: tuple[str, str], shared: Shared) -> Sku | None:
    cell = table.at(row, column)
    if not cell.lines or kind_of(cell.text) is ValueKind.MARK:
        return None
    page = table.page_number
    standard = {attribute.key: attribute for attribute in shared.attributes if attribute.key in STANDARD_ATTRIBUTES}
    standard.update({attribute.key: attribute for attribute in _headed(table.at(row, 0), table.at(0, column), axes, page)})
    for line in code_over_price(cell) or (None,):
        text, box = (line.text, line.box) if line is not None else (cell.text, cell.text_box)
        if (told := _told(text, Evidence(page, box, text, LABELLED), shared.currency, is_code=line is cell.lines[0])) is not None:
            standard[told.key] = told
    if "model" not in standard and "name" not in standard:
        return None
    return Sku(
        page_number=page,
        box=cell.text_box,
        standard=tuple(standard[key] for key in STANDARD_ATTRIBUTES if key in standard),
        custom=tuple(attribute for attribute in shared.attributes if attribute.key not in STANDARD_ATTRIBUTES),
        method="table_matrix",
        confidence=min(attribute.evidence.confidence for attribute in standard.values()),
        source_text=cell.text,
    )


def _told(text: str, evidence: Evidence, currency: str, *, is_code: bool) -> Attribute | None:
    if is_code or kind_of(text) in (ValueKind.CODE, ValueKind.BARCODE, ValueKind.TEXT):
        return Attribute("model", text, evidence)
    price = (parse_price(text, currency=currency) if currency else None) or bare_price(text)
    return Attribute("price", price.amount, evidence, price) if price is not None else None


def _headed(left: Cell, top: Cell, axes: tuple[str, str], page: int) -> list[Attribute]:
    """What the heads of a row and a column say; two sizes are one, what has a letter before its figures first: `M6 x 250 mm`."""
    heads = [(axis, head) for axis, head in zip(axes, (left, top), strict=True) if head.lines]
    found = [Attribute(axis, head.text, Evidence(page, head.text_box, head.text, LABELLED)) for axis, head in heads]
    if len(found) < 2 or axes[0] != axes[1]:
        return found
    first, second = sorted(found, key=lambda size: not size.value[0].isalpha())
    evidence = replace(first.evidence, more=((page, second.evidence.box),))
    return [Attribute(axes[0], f"{first.value} x {second.value}", evidence)]
