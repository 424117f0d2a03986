"""Tables with several columns of codes, or of prices under colours or sizes: each column is a variant of what its row tells, named by the column's head.

A price, a rating or a size in a column of its own holds for all variants of the row; so does the code, where only prices differ.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.tables.cells import LABELLED
from pipeline.backends.rules.tables.column import Column, holds_sums
from pipeline.backends.rules.tables.heads.layout import Layout, labelled_column
from pipeline.backends.rules.tables.heads.prices import are_whole_sums
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.tables.shapes.axes import corner_labels, in_order, told_axis
from pipeline.backends.rules.tables.skus import Shared, TableReading, read_rows
from pipeline.backends.rules.values.colors import names_color, names_finish
from pipeline.backends.rules.values.forms import is_missing_price, is_size
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import Attribute, Evidence, Sku

METHOD = "table_matrix"
MIN_CODES = 3
MOST = 0.8
MIN_BESIDE = 2
OPENING_CHARS = 2
PRICED = ("price", "more_price", "tier")


def read_variants(table: Table, layout: Layout, shared: Shared, headers: Headers, *, parts_sizes: bool = False) -> TableReading | None:
    """A SKU for each code, or for each price under a colour, and where the profile `parts_sizes` under a size; None where the table has no more
    than one column of them, or its head says which one is the article's."""
    places = _code_columns(table, layout, headers)
    if len(places) < 2:
        return _read_priced(table, layout, shared, headers, parts_sizes=parts_sizes)
    if _tells_rows(table, layout, places):
        layout, places = _with_told_rows(table, layout, places[0]), places[1:]
    axis = _axis(table, layout, places, headers)
    if (parted := _parted_corner(table, layout, places, axis, headers)) is not None:
        layout, axis = parted
    total = TableReading()
    for place in places:
        head = _head(table, layout, place)
        told = Attribute(axis, head.text, Evidence(table.page_number, head.text_box, head.text, LABELLED)) if axis else None
        one = read_rows(table, _with_at("model", layout, place, places), _with(shared, told), headers, method=METHOD)
        total.skus += [replace(sku, box=code.evidence.box) for sku in one.skus if (code := _code(sku)) is not None]
        total.entries = total.entries or one.entries
    total.borrowed = [False] * len(total.skus)
    return total


def _read_priced(table: Table, layout: Layout, shared: Shared, headers: Headers, *, parts_sizes: bool) -> TableReading | None:
    """A SKU for each colour or size of each row that has a price in it."""
    sized = [place for place, column in enumerate(layout.columns) if column.is_for_size] if parts_sizes else []
    axis, places = ("size", sized) if sized else ("color", _priced_columns(table, layout, on_price_list=shared.currency != ""))
    if len(places) < 2:
        return None
    found: list[tuple[int, Sku]] = []
    total = TableReading()
    for place in places:
        head = _head(table, layout, place)
        told = Attribute(axis, head.text, Evidence(table.page_number, head.text_box, head.text, LABELLED))
        one = read_rows(table, _with_at("price", layout, place, places), _with(shared, told), headers, method=METHOD)
        found += [(bisect_right(table.ys, sku.box.center_y), sku) for sku in one.skus if sku.get("price") is not None]
        total.entries = total.entries or one.entries
    found.sort(key=lambda placed: placed[0])
    rows = [row for row, _ in found]
    total.skus = [sku for _, sku in found]
    total.borrowed = [before == row for before, row in zip([-1, *rows], rows, strict=False)]
    return total


def _priced_columns(table: Table, layout: Layout, *, on_price_list: bool) -> list[int]:
    """Columns of sums under heads that are colours, in a table without a column of prices by its label. Whole figures are sums where the page
    says in what currency its prices are and no other column tells any."""
    if not layout.has_header or any(column.attribute == "price" and column.is_labelled for column in layout.columns):
        return []
    colored = [
        place
        for place, column in enumerate(layout.columns)
        if column.attribute in ("price", "more_price", CUSTOM, "") and names_color(_head(table, layout, place).text)
    ]
    texts = {place: [table.at(row, place).text for row in range(layout.first_row, table.row_count)] for place in colored}
    priced = [place for place in colored if holds_sums(texts[place])]
    is_priced_elsewhere = any(column.attribute in PRICED and place not in colored for place, column in enumerate(layout.columns))
    if priced or not on_price_list or is_priced_elsewhere:
        return priced
    figures = [text.strip() for place in colored for text in texts[place] if text.strip() and not is_missing_price(text)]
    return colored if are_whole_sums(figures) else []


def _code_columns(table: Table, layout: Layout, headers: Headers) -> list[int]:
    """Columns of codes of which none stands twice, under heads that are no labels."""
    found, seen = [], set[str]()
    for place, column in enumerate(layout.columns):
        codes = _codes(table, layout, place)
        head = _head(table, layout, place).text.strip()
        if column.attribute not in ("model", CUSTOM, "") or len(codes) < _codes_asked(head):
            continue
        # Letters stand for dimensions elsewhere; over codes `D` is a variant like its neighbours.
        label = headers.lookup(head) if len(head) > 1 else None
        if label is not None:
            if label.attribute == "model":
                return []
            continue
        if len(set(codes)) < len(codes) or seen & set(codes):
            return []
        seen.update(codes)
        found.append(place)
    return found


def _tells_rows(table: Table, layout: Layout, places: Sequence[int]) -> bool:
    """Whether the first column only looks like codes and says what each row is like: the codes beside it open alike, it never does."""
    if places[0] != 0 or len(places) < MIN_BESIDE + 1:
        return False
    rows = [[table.at(row, place).text.casefold() for place in places] for row in range(layout.first_row, table.row_count)]
    filled = [(first, codes) for first, *others in rows if len(codes := [text for text in others if text]) >= MIN_BESIDE]
    apart = [row for row in filled if _open_alike(row[1]) and not _open_alike((row[0], *row[1]))]
    return len(apart) >= max(MIN_CODES, MOST * len(filled))


def _open_alike(codes: Sequence[str]) -> bool:
    return len({code[:OPENING_CHARS] for code in codes}) == 1


def _with_told_rows(table: Table, layout: Layout, place: int) -> Layout:
    """The layout in which this column is told by its head, whatever that means, or by nothing."""
    head = _head(table, layout, place).text
    told = replace(layout.columns[place], attribute=CUSTOM, key=head, has_code=False) if kind_of(head) is ValueKind.TEXT else Column("")
    return replace(layout, columns=tuple(told if number == place else column for number, column in enumerate(layout.columns)))


def _codes_asked(head: str) -> int:
    """How many codes make a column one of variants: a colour or a size over them says it of few, too."""
    return 1 if names_color(head) or is_size(head) else MIN_CODES


def _codes(table: Table, layout: Layout, place: int) -> list[str]:
    """The codes of a column that holds hardly anything else."""
    cells = [table.at(row, place) for row in range(layout.first_row, table.row_count)]
    told = [cell.text for cell in cells if cell.lines and cell.columns == 1 and kind_of(cell.text) is not ValueKind.MARK]
    codes = [text for text in told if kind_of(text) is ValueKind.CODE]
    return codes if len(codes) >= MOST * len(told) else []


def _axis(table: Table, layout: Layout, places: Sequence[int], headers: Headers) -> str:
    """What the heads tell: what stands over them all, or what they are; nothing where nobody says."""
    heads = [_head(table, layout, place).text for place in places]
    if sum(names_color(text) or names_finish(text) for text in heads) >= max(2, 0.6 * len(heads)):
        return "color"
    if all(is_size(text) for text in heads):
        return "size"
    over = _over(table, layout, places)
    label = headers.lookup(over.text) if over is not None else None
    if over is None:
        return ""
    return label.attribute if label is not None and label.is_standard else over.text


def _parted_corner(table: Table, layout: Layout, places: Sequence[int], axis: str, headers: Headers) -> tuple[Layout, str] | None:
    """The layout and the axis where the first head calls both the rows and the heads beside it, `Size \\ Colour`; None where it is of one column."""
    corner = _head(table, layout, 0)
    labels = corner_labels(corner, headers) if places[0] > 0 and corner.columns == 1 else []
    if len(labels) != 2:
        return None
    rows = told_axis([table.at(row, 0) for row in range(layout.first_row, table.row_count)], None)
    down, along = in_order(labels, down=rows, along=axis)
    if down is None or along is None or down.attribute == along.attribute:
        return None
    # Two things may be told in one column, too: `Size / Material`.
    if along.attribute != axis and (axis or {down.attribute, along.attribute} != {"size", "color"}):
        return None
    told = labelled_column(down, corner.text, corner.text_box, table.page_number)
    return replace(layout, columns=(told, *layout.columns[1:])), along.attribute


def _over(table: Table, layout: Layout, places: Sequence[int]) -> Cell | None:
    """The cell that spans all these heads."""
    cells = [table.at(row, places[0]) for row in range(layout.first_row - 1)]
    return next((cell for cell in reversed(cells) if cell.lines and cell.column + cell.columns > places[-1]), None)


def _head(table: Table, layout: Layout, place: int) -> Cell:
    return table.at(max(layout.first_row - 1, 0), place)


def _with_at(attribute: str, layout: Layout, place: int, places: Sequence[int]) -> Layout:
    """The layout in which one of the places tells this attribute, and nothing else does."""
    columns = [
        replace(column, attribute=attribute, has_code=False, is_for_size=False)
        if number == place
        else Column("")
        if number in places or column.attribute == attribute
        else column
        for number, column in enumerate(layout.columns)
    ]
    return replace(layout, columns=tuple(columns))


def _with(shared: Shared, told: Attribute | None) -> Shared:
    return Shared((told, *shared.attributes), shared.currency) if told is not None else shared


def _code(sku: Sku) -> Attribute | None:
    model = sku.get("model")
    return model if model is not None and kind_of(model.value) is ValueKind.CODE else None
