"""Matrices: one thing told down the first column, another along the head row, and in each place what to order or what it costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.headers import Headers, Label
from pipeline.backends.rules.labels.lookup import lookup_in
from pipeline.backends.rules.tables.cells import LABELLED, with_unit, without_small_print
from pipeline.backends.rules.tables.grids.grid import code_and_price
from pipeline.backends.rules.tables.heads.heads import SmallPrint, small_print, told_by, with_facts_apart
from pipeline.backends.rules.tables.heads.layout import share
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.records import Cell, Table, cell_lines
from pipeline.backends.rules.tables.shapes.axes import (
    AXIS_SHARE,
    MEASURED,
    Axis,
    axis_of,
    borne_out,
    called,
    corner_labels,
    in_order,
    other,
    told_axis,
)
from pipeline.backends.rules.tables.shapes.folded import has_picture_column, with_whole_places
from pipeline.backends.rules.tables.shapes.keyed import are_keyed, open_by_column
from pipeline.backends.rules.tables.shapes.pricegrids import is_price_grid
from pipeline.backends.rules.tables.skus import VARIANT_KEY, Shared, TableReading
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import bare_price, parse_price
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Evidence, Line, Sku

MIN_CODES = 4
MIN_KEYED = 2
CODE_SHARE = 0.8
DIFFERING_SHARE = 0.7
MAX_ROWS_OVER = 3
TITLE_CONFIDENCE = 0.9
SPREAD = re.compile(r"(\d{1,3})\s*[-–/]\s*(\d{1,3})")
KEY = re.compile(r"[(\[]([A-Z0-9]{1,5})[)\]]")


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table with heads in its first column and in the rows from `top` to `head`; `title` stands over them in the table itself.

    `has_whole_sums` tells that round figures beside the codes are prices, `has_letters` that the codes are made of letters alone, `over` what
    heads along the row say under their names. Where each row `is_pictured`, its head names goods of their own. `end` is the row behind the last one with places: one of prices may stand there,
    each for the column over it.
    """

    table: Table
    top: int
    head: int
    down: Axis
    along: Axis
    title: Cell | None = None
    has_whole_sums: bool = False
    has_letters: bool = False
    over: SmallPrint | None = None
    is_pictured: bool = False
    end: int = 0
    lookup: LabelLookup | None = None

    @property
    def rows(self) -> range:
        """The rows with places to order from."""
        return range(self.head + 1, self.end or self.table.row_count)

    def heads_along(self) -> list[Cell]:
        """All that stands over each column, small print and all."""
        return [self.whole_head(column) for column in range(1, self.table.column_count)]

    @property
    def corner(self) -> Cell:
        """What stands over the heads of the rows, in whichever of the head rows."""
        cells = [self.table.at(row, 0) for row in range(self.top, self.head + 1)]
        return next((cell for cell in cells if cell.lines), cells[0])

    @property
    def has_foot(self) -> bool:
        return bool(self.end)

    @property
    def is_price_grid(self) -> bool:
        """Whether it tells what one product costs, made to one measure or another."""
        return self.is_of_two_sizes and is_price_grid(self.places_by_row())

    @property
    def is_of_two_sizes(self) -> bool:
        return self.down.attribute == self.along.attribute == "size"

    @property
    def has_priced_heads(self) -> bool:
        return self.over is not None and "price" in self.over.told

    def texts(self) -> list[list[str]]:
        """What stands in the places, row by row."""
        return [[self.table.at(row, column).text for column in range(1, self.table.column_count)] for row in self.rows]

    def places(self) -> list[Cell]:
        """The cells under the heads."""
        return [self.table.at(row, column) for row in self.rows for column in range(1, self.table.column_count)]

    def places_by_row(self) -> list[list[Cell]]:
        return [[self.table.at(row, column) for column in range(1, self.table.column_count)] for row in self.rows]

    def ordered(self, cell: Cell) -> tuple[Line, Line] | None:
        """What a place says to order and what it costs; None where it says anything else."""
        return code_and_price(cell, is_whole=self.has_whole_sums)

    def head_of_row(self, row: int) -> Cell:
        """What stands before a row, without the part of its codes that it may give beside its name."""
        return _without_key(self.table.at(row, 0), [self.table.at(row, column) for column in range(1, self.table.column_count)])

    def head_of_column(self, column: int) -> Cell:
        """What stands over a column; small print under it tells something of its own or nothing."""
        head = self.whole_head(column)
        return head if self.over is not None else without_small_print(head)

    def whole_head(self, column: int) -> Cell:
        """All that stands over a column, without the part of its codes: `Chrome (CH)` over `M100-CH`."""
        first, *under = (self.table.at(row, column) for row in range(self.top, self.head + 1))
        head = replace(first, lines=sum((cell.lines for cell in under), first.lines))
        return _without_key(head, [self.table.at(row, column) for row in self.rows])


def _without_key(head: Cell, places: Sequence[Cell]) -> Cell:
    """A head without lines and a last word in brackets that come again in each code it stands for."""
    codes = [code for place in places if kind_of(code := _ordered_by(place)) is ValueKind.CODE]
    if len(codes) < MIN_KEYED:
        return head
    kept = [line for line in head.lines if kind_of(line.text) is not ValueKind.CODE or not all(line.text in code for code in codes)]
    words = [word for line in kept for word in line.words]
    key = KEY.fullmatch(words[-1].text) if len(words) > 1 else None
    if key is not None and all(key[1] in code for code in codes):
        kept = list(cell_lines(words[:-1]))
    return replace(head, lines=tuple(kept)) if kept else head


def find_matrix(table: Table, headers: Headers) -> Matrix | None:
    """The table as a matrix of variants, or None where it is none."""
    is_pictured, table = has_picture_column(table), with_whole_places(table)
    first, head = _head_rows(table, headers)
    if table.column_count < 3 or table.row_count < head + 2:
        return None
    if any(_asks_price(headers.lookup(cell.text, is_whole=True)) for row in (head, head + 1) for cell in table.row(row)[1:]):
        return None
    title = next((table.own(row)[0] for row in range(first) if is_bar(table, row)), None)
    matrix = Matrix(table, first, head, Axis(), Axis(), title, is_pictured=is_pictured)
    matrix = replace(matrix, end=_foot(table, matrix))
    body = [_ordered_by(cell) for cell in matrix.places()]
    if share(body, ValueKind.CODE, ValueKind.BARCODE) < AXIS_SHARE and share(body, ValueKind.PRICE, ValueKind.NUMBER) < AXIS_SHARE:
        if not are_keyed(matrix.texts()):
            return None
        matrix = replace(matrix, has_letters=True)
    if any(map(_asks_price, map(headers.lookup, _heads_along(matrix)))):
        return None
    over = small_print(matrix.heads_along(), headers)
    matrix = replace(matrix, has_whole_sums=_cost_whole_sums(table, head), over=over, lookup=lookup_in(headers))
    axes = _axes(matrix, body, headers)
    return replace(matrix, down=axes[0], along=axes[1]) if axes is not None else None


def _asks_price(label: Label | None) -> bool:
    return label is not None and label.attribute == "price"


def _foot(table: Table, matrix: Matrix) -> int:
    """The last row, where it says what each column of codes over it costs; else 0."""
    last = table.row_count - 1
    sums = [table.at(last, column) for column in range(1, table.column_count)]
    if last <= matrix.head + 1 or len(set(sums)) < len(sums) or not all(_is_sum(matrix, cell) for cell in sums):
        return 0
    places = [_ordered_by(cell) for cell in matrix.places() if cell.row < last]
    return last if _are_distinct_codes(places) else 0


def _is_sum(matrix: Matrix, cell: Cell) -> bool:
    return kind_of(cell.text) is ValueKind.PRICE and parse_price(cell.text) is not None and matrix.ordered(cell) is None


def _cost_whole_sums(table: Table, head: int) -> bool:
    """Whether the figures under the codes are sums without hundredths: they differ from place to place, as counts of a pack do not."""
    cells = [table.at(row, column) for row in range(head + 1, table.row_count) for column in range(1, table.column_count)]
    figures = [told[1].text for cell in dict.fromkeys(cells) if cell.lines and (told := code_and_price(cell, is_whole=True)) is not None]
    return len(set(figures)) >= max(MIN_CODES, DIFFERING_SHARE * len(figures))


def _head_rows(table: Table, headers: Headers) -> tuple[int, int]:
    """The rows of heads, past titles and a cell that spans all heads and says what they are: two where the corner stands in the lower one, or
    where words alone stand under the heads, as their translation does."""
    row = 0
    while row < min(MAX_ROWS_OVER, table.row_count - 1) and (is_bar(table, row) or _spans_heads(table, row)):
        row += 1
    has_low_corner = row + 2 < table.row_count and not table.at(row, 0).lines and headers.lookup(table.at(row + 1, 0).text) is not None
    return row, row + (has_low_corner or (row + 2 < table.row_count and _goes_on_under(table, row)))


def _goes_on_under(table: Table, row: int) -> bool:
    """Whether each head of a row but the corner goes on in the next one, in words without figures."""
    under = table.own(row + 1)
    heads = [cell.column for cell in table.own(row) if cell.column]
    is_told = heads == [cell.column for cell in under]
    return is_told and not any(char.isdecimal() for cell in under for char in cell.text) and all(cell.row == row + 1 for cell in under)


def _spans_heads(table: Table, row: int) -> bool:
    right = table.row(row)[1:]
    return len(right) == 1 and bool(right[0].lines) and right[0].column == 1


def _heads_along(matrix: Matrix) -> list[str]:
    return [matrix.head_of_column(column).text for column in range(1, matrix.table.column_count)]


def _axes(matrix: Matrix, body: Sequence[str], headers: Headers) -> tuple[Axis, Axis] | None:
    """(down, along) by the heads themselves, by the labels in the corner and over the heads, and by each other."""
    table, top = matrix.table, _heads_along(matrix)
    heads = [matrix.head_of_row(row) for row in matrix.rows]
    left = [head.text for head in heads]
    corner = [borne_out(label, left) for label in _corner_in_order(matrix, heads, headers)]
    over = headers.lookup(table.at(matrix.top - 1, 1).text) if matrix.top and _spans_heads(table, matrix.top - 1) else None
    said_down, said_along = corner[0], over or (corner[1] if len(corner) == 2 else None)
    down, columns = told_axis(heads, said_down), range(1, table.column_count)
    along = told_axis(list(map(matrix.head_of_column, columns)), said_along, whole=matrix.heads_along())
    along = matrix.over.of if matrix.over is not None else along
    are_codes = matrix.has_letters or _are_distinct_codes(body)
    named = [label.attribute if label else "" for label in corner]
    if len(corner) == 2 and set(named) == {"size", "color"}:
        down, along = (down or (along and other(along)) or named[0]), (along or (down and other(down)) or named[1])
    elif named == ["size"] and down != "color" and not along and are_codes and not any(char.isdigit() for text in top for char in text):
        down, along = "size", "name" if _name_goods(matrix) else "color"
    elif named == ["color"] and along == "size":
        down = "color"
    if {down, along} in ({"size", "color"}, {"size", "name"}) or (
        down == along == "size" and (are_codes or is_price_grid(matrix.places_by_row()))
    ):
        return axis_of(down, said_down), axis_of(along, said_along)
    if are_codes and (matrix.has_foot or matrix.has_priced_heads or _hold_prices(matrix)):
        named_by_row = "name" if matrix.is_pictured or _are_set_as_names(heads) else ""
        return axis_of(down or called(said_down) or named_by_row, said_down), axis_of(along or called(said_along), said_along)
    return None


def _corner_in_order(matrix: Matrix, heads: Sequence[Cell], headers: Headers) -> list[Label | None]:
    """The labels in the corner, that of the rows first."""
    labels = corner_labels(matrix.corner, headers)
    if len(labels) != 2:
        return labels
    columns = [matrix.head_of_column(column) for column in range(1, matrix.table.column_count)]
    return in_order(labels, down=told_axis(heads, None), along=told_axis(columns, None, whole=matrix.heads_along()))


def _name_goods(matrix: Matrix) -> bool:
    """Whether the heads along, of which none is a colour, stand over codes that tell goods from each other by how they begin."""
    has_color = any(map(is_color, _heads_along(matrix)))
    return not has_color and open_by_column([[_ordered_by(cell) for cell in row] for row in matrix.places_by_row()])


def _are_set_as_names(heads: Sequence[Cell]) -> bool:
    """Whether the heads of rows are words in bold, as titles of what stands beside them."""
    return all(head.lines and head.lines[0].words[0].is_bold and kind_of(head.lines[0].text) is ValueKind.TEXT for head in heads)


def _ordered_by(cell: Cell) -> str:
    """What stands in a place of a matrix, without the figures beside a code."""
    told = code_and_price(cell, is_whole=True)
    return told[0].text if told is not None else cell.text


def _are_distinct_codes(texts: Sequence[str]) -> bool:
    """Codes in nearly every place of a matrix, never the same one twice."""
    filled = [text for text in texts if text.strip() and kind_of(text) is not ValueKind.MARK]
    if all(map(_is_spread, filled)):
        return False
    return len(set(filled)) == len(filled) >= MIN_CODES and share(filled, ValueKind.CODE, ValueKind.BARCODE) >= CODE_SHARE


def _is_spread(text: str) -> bool:
    """From one measure of the body to another, as size guides have it: `36-38`."""
    found = SPREAD.fullmatch(text.strip())
    return found is not None and int(found[1]) < int(found[2]) <= 2 * int(found[1])


def _hold_prices(matrix: Matrix) -> bool:
    """Whether nearly every place says what to order and what it costs, so that whatever stands beside and over it tells variants."""
    filled = [cell for cell in matrix.places() if cell.lines and kind_of(cell.text) is not ValueKind.MARK]
    return sum(matrix.ordered(cell) is not None for cell in filled) >= CODE_SHARE * len(filled)


def read_matrix(matrix: Matrix, shared: Shared) -> TableReading:
    """One SKU for each filled place; what stands over the table holds for all of them."""
    reading = TableReading()
    for cell in matrix.table.cells:
        is_head = cell.row <= matrix.head or cell.column == 0
        rule = "table_section" if cell is matrix.title else "table_header" if is_head else "table_cell"
        # Line by line: a code and its price are quoted apart, and neither quote covers the cell.
        for line in cell.lines:
            reading.account(replace(cell, lines=(line,)), Disposition.USED, rule)
    shared = _titled(matrix, shared)
    for cell in dict.fromkeys(matrix.places()):
        sku = _variant(matrix, cell, shared)
        if sku is not None:
            reading.skus.append(sku)
    return reading


def _titled(matrix: Matrix, shared: Shared) -> Shared:
    """With the title in the table as the name, which is nearer than one over it."""
    if matrix.title is None:
        return shared
    evidence = Evidence(matrix.table.page_number, matrix.title.text_box, matrix.title.text, TITLE_CONFIDENCE)
    others = [attribute for attribute in shared.attributes if attribute.key != "name"]
    return Shared((Attribute("name", matrix.title.text, evidence), *others), shared.currency)


def _variant(matrix: Matrix, cell: Cell, shared: Shared) -> Sku | None:
    if not cell.lines or kind_of(cell.text) is ValueKind.MARK:
        return None
    page = matrix.table.page_number
    found = {attribute.key: attribute for attribute in shared.attributes}
    found.update({attribute.key: attribute for attribute in _headed(matrix, cell, is_named="name" in found)})
    told = matrix.ordered(cell)
    for line in told or (None,):
        text, box = (line.text, line.box) if line is not None else (cell.text, cell.text_box)
        is_code = told is not None and line is told[0]
        if (value := _told(text, Evidence(page, box, text, LABELLED), shared.currency, is_code=is_code)) is not None:
            found[value.key] = value
    foot = matrix.table.at(matrix.end, cell.column) if matrix.has_foot else None
    if foot is not None and "price" not in found and (price := parse_price(foot.text)) is not None:
        found["price"] = Attribute("price", price.amount, Evidence(page, foot.text_box, foot.text, LABELLED), price)
    if "model" not in found and "name" not in found:
        return None
    standard = tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found)
    return Sku(
        page_number=page,
        box=cell.text_box,
        standard=standard,
        custom=tuple(attribute for key, attribute in found.items() if key not in STANDARD_ATTRIBUTES),
        method="table_matrix",
        confidence=min(attribute.evidence.confidence for attribute in standard),
        source_text=cell.text,
    )


def _told(text: str, evidence: Evidence, currency: str, *, is_code: bool) -> Attribute | None:
    if is_code or kind_of(text) in (ValueKind.CODE, ValueKind.BARCODE, ValueKind.TEXT):
        return Attribute("model", text, evidence)
    price = (parse_price(text, currency=currency) if currency else None) or bare_price(text)
    return Attribute("price", price.amount, evidence, price) if price is not None else None


def _headed(matrix: Matrix, cell: Cell, *, is_named: bool) -> list[Attribute]:
    """What the heads of a row and a column say; two sizes are one, what has a letter before its figures first: `M6 x 250 mm`."""
    page = matrix.table.page_number
    heads = ((matrix.down, matrix.head_of_row(cell.row)), (matrix.along, matrix.head_of_column(cell.column)))
    found: list[Attribute] = []
    others: list[Attribute] = []
    for axis, head in heads:
        if head.lines and axis is matrix.along and matrix.over is not None:
            found += told_by(head, matrix.over, page, otherwise=VARIANT_KEY)
        elif head.lines:
            # Called by whatever word, `Flavour`, the heads of the rows are all that names the goods where no title does.
            names_goods = axis is matrix.down and not is_named and axis.attribute not in (*STANDARD_ATTRIBUTES, *MEASURED)
            key = "name" if names_goods else axis.attribute or (VARIANT_KEY if is_named or found else "name")
            head, facts = with_facts_apart(head, matrix.lookup, page) if matrix.lookup is not None and axis is matrix.down else (head, [])
            others += facts
            found.append(Attribute(key, with_unit(head.text, axis.unit), Evidence(page, head.text_box, head.text, LABELLED)))
    if len(found) < 2 or not matrix.is_of_two_sizes:
        return found + others
    first, second = sorted(found, key=lambda size: not size.value[0].isalpha())
    evidence = replace(first.evidence, more=((page, second.evidence.box),))
    return [Attribute("size", f"{first.value} x {second.value}", evidence), *others]
