"""Tables that are not plain rows: turned ones (models as columns) and repeated blocks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.column import usual_kind
from pipeline.backends.rules.tables.heads.layout import share
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.values.forms import folded, is_unit, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import is_only_currency
from pipeline.geometry import Box

TURNED_SHARE = 0.6
MIN_TURNED_LABELS = 3
PROPERTY_COLUMNS = 2
# Labels, units, and at least two products.
MIN_WITH_UNITS = 4
MIN_UNITS = 3
UNITS_SHARE = 0.7
MIN_PROPERTIES = 2
AGAIN_SHARE = 0.5
MIN_PROPERTIES_BESIDE = 3
PROPERTY_SHARE = 0.4
MAX_HEAD_ROWS = 3
TITLE_RATIO = 1.15
MIN_TEXT_LINES, MIN_TEXT_WORDS, TEXT_SHARE = 3, 4, 0.6
AMOUNTS = frozenset((ValueKind.PRICE, ValueKind.NUMBER))


def is_turned(table: Table, headers: Headers) -> bool:
    """Labels stand in the first column and products beside each other."""
    if table.column_count < 2 or table.row_count < 3:
        return False
    left = [table.at(row, 0) for row in range(table.row_count) if table.at(row, 0).row == row and table.at(row, 0).lines]
    top = [cell for cell in table.row(0)[1:] if cell.lines]
    corner = table.at(0, 0)
    # In the corner stands a label or nothing: a code beside codes is one product of a row of them.
    if share([cell.text for cell in (corner, *top)], ValueKind.CODE) == 1.0 and corner.lines and corner.columns == 1:
        return False
    known = sum(headers.lookup(cell.text) is not None for cell in left)
    over = sum(headers.lookup(cell.text) is not None for cell in top)
    if known >= MIN_TURNED_LABELS and known >= TURNED_SHARE * len(left) and over <= 0.34 * max(len(top), 1):
        return True
    if over or known < 2 or len(left) < 4 or len(top) < 2 or share([cell.text for cell in top], ValueKind.CODE) < 1.0:
        return False
    return share([cell.text for cell in left[1:]], ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR) >= 0.7


def has_labels_again(table: Table, headers: Headers) -> bool:
    """Whether a column behind the values is one of labels too, in a table without borders: lists of what each card of a page tells, set level."""
    counts = [_label_count(table, column, headers) for column in range(table.column_count if not table.is_ruled else 0)]
    return any(count >= max(MIN_PROPERTIES, AGAIN_SHARE * counts[0]) for count in counts[2:])


def _label_count(table: Table, column: int, headers: Headers) -> int:
    lines = [line for cell in table.cells if cell.column == column and cell.columns == 1 for line in cell.lines]
    return sum((label := headers.lookup(line.text)) is not None and label.is_exact for line in lines)


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
    """Whether the first columns are labels and what they tell of one product, so that no row is a product of its own.

    What stands beside such a list, as a box with the price, may look like a third column of it. Letters under heads of their own are keys
    to a picture, though they are also what lengths are called.
    """
    if _has_heads(table, headers):
        return False
    labels = [headers.lookup(cell.text) for row in range(table.row_count) if (cell := table.at(row, 0)).lines]
    known = sum(label is not None and label.is_exact for label in labels)
    needed = MIN_PROPERTIES if table.column_count <= PROPERTY_COLUMNS else MIN_PROPERTIES_BESIDE
    return known >= needed and known >= PROPERTY_SHARE * len(labels)


def without_text_beside(table: Table) -> Table:
    """The table without last columns of running text: a paragraph beside a list of properties stands in its rows by chance."""
    end = table.column_count
    while end > PROPERTY_COLUMNS and _is_running_text([table.at(row, end - 1) for row in range(table.row_count)]):
        end -= 1
    return columns_of(table, 0, end) if end < table.column_count else table


def without_cell_beside(table: Table) -> Table:
    """The table without an outer column that is one labelled text beside the header and all rows: it tells of all of them, as lines under
    their picture do."""
    if table.is_ruled or table.column_count <= PROPERTY_COLUMNS:
        return table
    first, last = table.at(0, 0), table.at(0, table.column_count - 1)
    beside = [cell for cell in (first, last) if cell.rows == table.row_count and cell.columns == 1 and COLON.search(cell.text)]
    if len(beside) != 1:
        return table
    return columns_of(table, 1, table.column_count) if beside[0] is first else columns_of(table, 0, table.column_count - 1)


def without_title_beside(table: Table, headers: Headers) -> Table:
    """The table without a first column that is headed by nothing but larger words, where all others have labels: a title and the text under it
    stand beside the table, and level with its rows by chance."""
    if table.is_ruled or table.column_count <= PROPERTY_COLUMNS:
        return table
    first, *heads = table.row(0)
    if not first.lines or first.columns > 1 or not all(cell.lines for cell in heads) or headers.lookup(first.text) is not None:
        return table
    is_larger = first.lines[0].size_pt >= TITLE_RATIO * max(cell.lines[0].size_pt for cell in heads)
    are_labels = all(headers.lookup(cell.text) is not None for cell in heads)
    return columns_of(table, 1, table.column_count) if is_larger and are_labels else table


def _is_running_text(cells: Sequence[Cell]) -> bool:
    texts = [cell.text for cell in dict.fromkeys(cells) if cell.lines and cell.columns == 1]
    long = sum(len(text.split()) >= MIN_TEXT_WORDS and kind_of(text) is ValueKind.TEXT for text in texts)
    return len(texts) >= MIN_TEXT_LINES and long >= TEXT_SHARE * len(texts)


def _has_heads(table: Table, headers: Headers) -> bool:
    """Whether a known label stands over each of several columns."""
    heads = [headers.lookup(cell.text) for cell in table.row(0)]
    return len(heads) == table.column_count > PROPERTY_COLUMNS and all(label is not None and label.is_exact for label in heads)


def with_one_head(table: Table, headers: Headers) -> Table:
    """A turned table with the rows over its first label as one: the kind of goods and the name under it, or a name in two lines.

    A row of codes stays one of its own, unless the codes stand beside a label of theirs.
    """
    count = next((row for row in range(table.row_count) if table.at(row, 0).lines), 0)
    heads = [[table.at(row, column) for column in range(1, table.column_count)] for row in range(count)]
    if not 1 < count <= MAX_HEAD_ROWS or any(cell.rows > 1 or cell.columns > 1 or not cell.lines for cells in heads for cell in cells):
        return table
    has_codes = any((label := headers.lookup(table.at(row, 0).text)) and label.attribute == "model" for row in range(table.row_count))
    if not has_codes and any(usual_kind([cell.text for cell in cells]) is not ValueKind.TEXT for cells in heads):
        return table
    top = [
        Cell(
            0,
            column,
            Box(table.xs[column], table.ys[0], table.xs[column + 1], table.ys[count]),
            tuple(line for cell in cells for line in cell.lines),
        )
        for column, cells in enumerate(zip(*heads, strict=True), start=1)
    ]
    rest = [replace(cell, row=cell.row - count + 1) for cell in table.cells if cell.row >= count]
    return make_table(
        table.xs,
        (table.ys[0], *table.ys[count:]),
        [*top, *rest],
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


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
