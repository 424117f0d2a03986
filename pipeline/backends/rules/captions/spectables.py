"""Tables of two columns within borders that list what one product is like: each cell on the left is the label of the one beside it.

The borders say which lines are of one label, and that it is one, in whatever words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.find import page_tables
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.labelpairs import joined_pair
from pipeline.backends.rules.values.forms import folded
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import PageContent

MIN_PAIRS = 5
FIGURED_SHARE = 0.5
MAX_LABEL_CHARS = 48
COLUMNS = 2

Pair = tuple[Cell, Cell]


def pair_cells(fragments: Sequence[Fragment], content: PageContent, headers: Headers) -> list[Fragment]:
    """The fragments with the labels and values of such tables joined, the rest as it was."""
    if not content.rulings and not content.fills:
        return list(fragments)
    tables = [table for table in page_tables(content, content.lines, headers) if table.is_ruled and table.column_count == COLUMNS]
    for table in tables:
        fragments = _with_pairs(fragments, list(_pairs(table, headers)))
    return list(fragments)


def _pairs(table: Table, headers: Headers) -> Iterator[Pair]:
    """Its rows as labels with their values, where it is such a table; a first row without any figure heads both."""
    rows = [cells for row in range(table.row_count) if len(cells := table.own(row)) == COLUMNS]
    rows = [(label, value) for label, value in rows if label.columns == value.columns == 1]
    rows = rows[1:] if rows and _is_bold(rows[0][0]) and _is_bold(rows[0][1]) else rows
    labels = [folded(label.text) for label, _ in rows]
    figured = sum(any(map(str.isdigit, value.text)) for _, value in rows)
    is_list = len(rows) >= MIN_PAIRS and len(set(labels)) == len(labels) and all(map(_may_be_label, labels))
    is_one = is_list and figured >= FIGURED_SHARE * len(rows) and not any(_is_priced(label, value, headers) for label, value in rows)
    yield from rows if is_one else ()


def _is_priced(label: Cell, value: Cell, headers: Headers) -> bool:
    """Whether something has its price beside it, which is then sold by itself; the word for prices only leads to one."""
    known = headers.lookup(label.text)
    return kind_of(value.text) is ValueKind.PRICE and not (known is not None and known.is_exact and known.attribute == "price")


def _is_bold(cell: Cell) -> bool:
    return all(word.is_bold for line in cell.lines for word in line.words)


def _may_be_label(text: str) -> bool:
    return 1 < len(text) <= MAX_LABEL_CHARS and kind_of(text) is ValueKind.TEXT and not text[0].isdigit()


def _with_pairs(fragments: Sequence[Fragment], pairs: Sequence[Pair]) -> list[Fragment]:
    joints: dict[int, Fragment] = {}
    taken: set[int] = set()
    for cells in pairs:
        labels, values = ([item for item in fragments if _stands_in(item, cell)] for cell in cells)
        words = {id(word) for cell in cells for line in cell.lines for word in line.words}
        is_whole = {id(word) for item in (*labels, *values) for word in item.line.words} == words
        if labels and values and is_whole and all(item.pair is None for item in (*labels, *values)):
            joints[id(labels[0])] = joined_pair(labels, values)
            taken.update(id(item) for item in (*labels, *values))
    return [joints.get(id(item), item) for item in fragments if id(item) in joints or id(item) not in taken]


def _stands_in(item: Fragment, cell: Cell) -> bool:
    return cell.box.contains_point(item.line.box.center_x, item.line.box.center_y)
