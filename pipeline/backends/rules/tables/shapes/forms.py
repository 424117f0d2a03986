"""Forms: one product in a table of its own, in which each label stands before its value and several such pairs fill a row.

A list that does not name its product is left to the reader of single products, who looks for the name elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.column import holds_sums
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.forms import folded
from pipeline.backends.rules.values.pricesteps import counts_goods

MIN_LABELS = 3
KNOWN_SHARE = 0.6
MAX_STRANGE_VALUES = 0.2
PAIRED_SHARE = 0.5
PAIR_CELLS = 2

Pair = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Form:
    """Labels with their values, and the name over them where it is set as a title; `is_wide` where several pairs stand in a row. `steps` are
    quantities with the prices under them."""

    pairs: tuple[Pair, ...]
    title: Cell | None
    is_wide: bool
    steps: tuple[Pair, ...] = ()

    def labels(self) -> frozenset[str]:
        return frozenset(folded(label.text) for label, _ in self.pairs)

    def attributes(self, headers: Headers) -> list[str]:
        return [label.attribute for cell, _ in self.pairs if (label := headers.lookup(cell.text)) is not None]


def find_form(table: Table, headers: Headers) -> Form | None:
    """The table as a form; None where it is none."""
    filled = [row for row in range(table.row_count) if table.own(row)]
    stepped = _steps(table, filled)
    if stepped is not None:
        filled = [row for row in filled if row not in stepped[0]]
    rows = [pairs for row in filled if (pairs := _pairs(table.own(row)))]
    listed = tuple(pair for row in rows for pair in row)
    first = table.own(filled[0]) if filled else []
    title = first[0] if len(first) == 1 and first[0].columns > 1 and len(filled) == len(rows) + 1 else None
    if not _are_labels_and_values(listed, headers) or len(rows) + (title is not None) <= PAIRED_SHARE * len(filled):
        return None
    return Form(listed, title, sum(len(row) > 1 for row in rows) > PAIRED_SHARE * len(filled), stepped[1] if stepped is not None else ())


def _steps(table: Table, filled: Sequence[int]) -> tuple[tuple[int, int], tuple[Pair, ...]] | None:
    """The two rows that alone tell several things each, how many are bought and what one costs then, and the pairs of both."""
    at = next((place for place, row in enumerate(filled[:-1]) if len(table.own(row)) > PAIR_CELLS), None)
    if at is None or any(len(table.own(row)) > PAIR_CELLS for row in filled[at + 2 :]):
        return None
    # The label of both may stand in one cell before them.
    counts = table.own(filled[at])[1:]
    sums = table.own(filled[at + 1])[-len(counts) :]
    are_level = [cell.column for cell in counts] == [cell.column for cell in sums]
    if not are_level or not all(counts_goods(cell.text) for cell in counts) or not holds_sums([cell.text for cell in sums]):
        return None
    return (filled[at], filled[at + 1]), tuple(zip(counts, sums, strict=True))


def as_list(form: Form, table: Table, headers: Headers, others: Sequence[Form | None]) -> Table | None:
    """The product of a form with borders as the one row under a head of its labels; None where nothing in it names the product. One of
    several with a code each is named by the title over it; a page about one product has its own reader."""
    names = form.attributes(headers)
    is_named = names.count("name") == 1 or (form.title is not None and "name" not in names)
    are_coded = sum(other is not None and other.attributes(headers).count("model") == 1 for other in others) > 1
    if not table.is_ruled or not (is_named or ("name" not in names and are_coded)) or names.count("model") > 1:
        return None
    titles = [(Cell(0, 0, form.title.box), form.title)] if form.title is not None else []
    columns = [*titles, *form.pairs, *form.steps]
    cells = [replace(cell, row=at, column=place, rows=1, columns=1) for place, pair in enumerate(columns) for at, cell in enumerate(pair)]
    return make_table(range(len(columns) + 1), range(3), cells, is_ruled=table.is_ruled, page_number=table.page_number)


def come_again(form: Form, others: Sequence[Form | None]) -> bool:
    """Whether a form with one pair in a row is one of several filled in alike; alone on its page it is a list for its reader."""
    return sum(other is not None and other.labels() == form.labels() for other in others) > 1


def _pairs(cells: Sequence[Cell]) -> list[Pair]:
    """A row's cells as labels and their values; a value may be left empty, but then nothing tells which cell is whose."""
    return list(zip(cells[::2], cells[1::2], strict=True)) if len(cells) % 2 == 0 else []


def _are_labels_and_values(pairs: Sequence[Pair], headers: Headers) -> bool:
    labels = [headers.lookup(label.text) for label, _ in pairs]
    known = [label for label in labels if label is not None and label.is_exact]
    if len(known) < max(MIN_LABELS, KNOWN_SHARE * len(pairs)):
        return False
    return sum(headers.lookup(value.text) is not None for _, value in pairs) <= MAX_STRANGE_VALUES * len(pairs)
