"""Forms: one product in a table of its own, in which each label stands before its value and several such pairs fill a row.

A list that does not name its product is left to the reader of single products, who looks for the name elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.table_records import Cell, Table, make_table

MIN_LABELS = 3
KNOWN_SHARE = 0.6
MAX_STRANGE_VALUES = 0.2
PAIRED_SHARE = 0.5

Pair = tuple[Cell, Cell]


def form_pairs(table: Table, headers: Headers) -> list[Pair]:
    """The labels of a form with their values; nothing where the table is no form."""
    rows = [pairs for row in range(table.row_count) if (pairs := _pairs(table.own(row)))]
    pairs = [pair for row in rows for pair in row]
    filled = sum(bool(table.own(row)) for row in range(table.row_count))
    is_form = sum(len(row) > 1 for row in rows) > PAIRED_SHARE * filled and _are_labels_and_values(pairs, headers)
    return pairs if is_form else []


def as_list(pairs: Sequence[Pair], table: Table, headers: Headers) -> Table | None:
    """The product of a form with borders as the one row under a head of its labels; None where they do not name it."""
    names = [label.attribute for cell, _ in pairs if (label := headers.lookup(cell.text)) is not None]
    if not table.is_ruled or names.count("name") != 1 or names.count("model") > 1:
        return None
    cells = [replace(cell, row=at, column=place, rows=1, columns=1) for place, pair in enumerate(pairs) for at, cell in enumerate(pair)]
    return make_table(range(len(pairs) + 1), range(3), cells, is_ruled=table.is_ruled, page_number=table.page_number)


def _pairs(cells: Sequence[Cell]) -> list[Pair]:
    """A row's cells as labels and their values; a value may be left empty, but then nothing tells which cell is whose."""
    return list(zip(cells[::2], cells[1::2], strict=True)) if len(cells) % 2 == 0 else []


def _are_labels_and_values(pairs: Sequence[Pair], headers: Headers) -> bool:
    labels = [headers.lookup(label.text) for label, _ in pairs]
    known = [label for label in labels if label is not None and label.is_exact]
    strange = sum(headers.lookup(value.text) is not None for _, value in pairs)
    return len(known) >= max(MIN_LABELS, KNOWN_SHARE * len(pairs)) and strange <= MAX_STRANGE_VALUES * len(pairs)
