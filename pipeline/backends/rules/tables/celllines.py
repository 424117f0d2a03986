"""Cells of several lines in which more is told than their column's head says: a code under the name, `Ref. 6301 51`, facts under labels, or what
is set in another look under the names."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pipeline.backends.rules.captions.ledrows import led_styles
from pipeline.backends.rules.captions.reading import understand
from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.labels.lookup import lookup_in
from pipeline.backends.rules.tables.column import Column
from pipeline.backends.rules.tables.heads.contents import pack_in
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.heads.settle import codes_in_names
from pipeline.backends.rules.tables.heads.span import samples
from pipeline.backends.rules.tables.records import Cell, Table, joined_cell, make_table
from pipeline.backends.rules.tables.said import first_sentence
from pipeline.backends.rules.text.facts import with_facts as rows_with_facts
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.records import LabelLookup, Row, Style
from pipeline.backends.rules.text.spans import line_span, span_of
from pipeline.backends.rules.values.forms import is_size, states_measure
from pipeline.backends.rules.values.kinds import Kind, is_sentence
from pipeline.backends.rules.values.looks import ValueKind, is_coded, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.geometry import union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Evidence, Line, Sku
from pipeline.stages.lines import make_line

TOLD_SHARE = 0.8
MIN_CELLS = 2
CONFIDENCE = 0.85
LABELLED_CONFIDENCE = 0.93
# What nobody calls anything.
PACK_KEY = "Pack"
LABELLED_CODE = re.compile(r"[A-Z0-9][A-Z0-9 ./-]{1,23}")
LISTED = (Kind.MODEL, Kind.SIZE, Kind.MATERIAL, Kind.COLOR)
# Where facts may stand under labels; a column of materials or prices tells of nothing else.
DESCRIBING = ("name", "size", CUSTOM)
TOLD_VALUES = (ValueKind.SIZE, ValueKind.MATERIAL, ValueKind.COLOR)
# By so much smaller lines differ to the eye, where all cells of a column are set alike.
SMALLER_PT = 0.4


@dataclass(frozen=True, slots=True)
class Facts:
    """What lines within cells tell of the rows."""

    by_row: dict[int, tuple[Attribute, ...]]

    def of(self, table: Table, row: int, layout: Layout) -> tuple[Attribute, ...]:
        """What is told of a row, also in cells that reach down to it."""
        if not self.by_row:
            return ()
        rows = dict.fromkeys(table.at(row, index).row for index in range(len(layout.columns)))
        return tuple(attribute for top in sorted(rows) for attribute in self.by_row.get(top, ()))

    def by_lines(self, cells: Sequence[Cell]) -> list[Cell]:
        """The cells for the account of their text: one that was taken apart line by line, since no quote covers it."""
        if not self.by_row:
            return list(cells)
        return [c if len(c.lines) == 1 else replace(c, lines=(line,)) for c in cells for line in c.lines]


@dataclass(frozen=True, slots=True)
class _Apart:
    """A cell taken apart: the lines that are its column's value, and what the others tell."""

    kept: tuple[Line, ...]
    told: tuple[Attribute, ...]


def with_told_lines_apart(table: Table, layout: Layout, headers: Headers, *, currency: str) -> tuple[Table, Layout, Facts]:
    """The table without the lines that tell other things than their columns, and what they tell; as it is where no column does so. Names that
    are left alone may show that each has its code."""
    known = {column.attribute for column in layout.columns}
    found: dict[tuple[int, int], _Apart] = {}
    for index, column in enumerate(layout.columns):
        if column.attribute not in DESCRIBING:
            continue
        cells = [cell for cell in table.cells if cell.column == index and cell.row >= layout.first_row and cell.lines]
        apart = _coded(cells, headers, table.page_number) if column.attribute == "name" and "model" not in known else {}
        described = _described(cells, column, headers, table.page_number, currency)
        apart = {row: _both(apart.get(row), one) for row, one in described.items()} or apart
        is_told = len(apart) >= max(MIN_CELLS, TOLD_SHARE * len(cells))
        if not is_told and column.attribute == "name":
            apart = _set_apart(cells, headers, table.page_number, known)
        if column.attribute == "size" and not column.key:
            apart = _packed(cells, table.page_number)
        if is_told or apart:
            found.update({(row, index): one for row, one in apart.items()})
    if not found:
        return table, layout, Facts({})
    kept = [replace(c, lines=found[c.row, c.column].kept) if (c.row, c.column) in found else c for c in table.cells]
    apart_table = make_table(
        table.xs, table.ys, kept, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders
    )
    told: dict[int, tuple[Attribute, ...]] = {}
    for (row, _), one in found.items():
        told[row] = (*told.get(row, ()), *one.told)
    columns = list(layout.columns)
    codes_in_names(columns, samples(apart_table, layout.first_row))
    return apart_table, replace(layout, columns=tuple(columns)), Facts(told)


def with_facts(sku: Sku, facts: Sequence[Attribute]) -> Sku:
    """The product with what its cells tell beside what their columns say."""
    standard = {attribute.key: attribute for attribute in sku.standard}
    custom = {attribute.key: attribute for attribute in sku.custom}
    for fact in facts:
        (standard if fact.key in STANDARD_ATTRIBUTES else custom).setdefault(fact.key, fact)
    if not facts:
        return sku
    return replace(
        sku,
        box=union([sku.box, *(fact.evidence.box for fact in facts)]),
        standard=tuple(standard[key] for key in STANDARD_ATTRIBUTES if key in standard),
        custom=tuple(custom.values()),
        confidence=min(attribute.evidence.confidence for attribute in standard.values()),
    )


def holds_code(cell: Cell, headers: Headers) -> bool:
    """Whether a line under the first one of a cell is nothing but a code."""
    return any(_code_in(line, headers, 0) is not None for line in cell.lines[1:])


def labelled_facts(
    line: Line, lookup: LabelLookup, page: int, *, currency: str = "", led: frozenset[Style] = frozenset()
) -> list[Attribute]:
    """What a line says under labels that are known."""
    parts = understand([Row(line_span(line))], lookup, currency, led)
    known = [part for part in parts if part.is_labelled and part.text and lookup(part.statement.label_text) is not None]
    told = [(part, first_sentence(part.statement.value)) for part in known]
    return [
        Attribute(
            part.statement.label_text if part.kind is Kind.CUSTOM else str(part.kind),
            part.price.amount if part.price else value.text,
            value.evidence(page, LABELLED_CONFIDENCE),
            part.price,
        )
        for part, value in told
        if part.kind is Kind.CUSTOM or part.kind in STANDARD_ATTRIBUTES
    ]


def _coded(cells: Sequence[Cell], headers: Headers, page: int) -> dict[int, _Apart]:
    """Cells with a line that is nothing but a code, or lists facts behind a code, by their rows."""
    listed = _listed(cells, headers, page)
    found = {}
    for cell in cells:
        told = {id(line): [code] for line in cell.lines[1:] if (code := _code_in(line, headers, page)) is not None} or listed
        coded = next((line for line in cell.lines[1:] if id(line) in told), None)
        if coded is not None:
            found[cell.row] = _Apart(tuple(line for line in cell.lines if line is not coded), tuple(told[id(coded)]))
    return found


def _packed(cells: Sequence[Cell], page: int) -> dict[int, _Apart]:
    """Cells of one line that say behind a size how many come in a pack, by their rows."""
    found = {}
    for cell in cells:
        span = line_span(cell.lines[0])
        pack = pack_in(span.text) if len(cell.lines) == 1 else None
        if pack is not None:
            size, told = span.part(0, pack.start()), span.part(pack.start(1), len(span.text))
            last = replace(size.words[-1], text=size.text.split()[-1])
            found[cell.row] = _Apart(
                (make_line([*size.words[:-1], last]),), (Attribute(PACK_KEY, told.text, told.evidence(page, CONFIDENCE)),)
            )
    return found


def _set_apart(cells: Sequence[Cell], headers: Headers, page: int, known: Collection[str]) -> dict[int, _Apart]:
    """Cells whose further lines are set in another look than their names, by their rows, where nearly all cells of several lines are made so:
    such lines describe what the first ones name."""
    several = [cell for cell in cells if len(cell.lines) > 1]
    named = {cell.row: next((n for n, line in enumerate(cell.lines) if n and _is_other(line, cell.lines[0])), 0) for cell in several}
    under = [line for cell in several if named[cell.row] for line in cell.lines[named[cell.row] :]]
    if sum(map(bool, named.values())) < max(MIN_CELLS, TOLD_SHARE * len(several)):
        return {}
    told = _told_by(under, headers, page)
    found = {}
    for cell in several:
        if cut := named[cell.row]:
            facts = [fact for line in cell.lines[cut:] for fact in told.get(id(line), ()) if fact.key not in (*known, "model")]
            found[cell.row] = _Apart(cell.lines[:cut], tuple(facts))
    return found


def _is_other(line: Line, first: Line) -> bool:
    """Whether a line is set smaller than the first one, or only measures; what is only lighter may go on with the name, unless it is a sentence or
    a value."""
    if line.size_pt <= first.size_pt - SMALLER_PT or (is_size(line.text) and states_measure(line.text)):
        return True
    is_lighter = first.words[-1].is_bold and not any(word.is_bold for word in line.words)
    return is_lighter and (is_sentence(line.text) or kind_of(line.text) in TOLD_VALUES)


def _listed(cells: Sequence[Cell], headers: Headers, page: int) -> dict[int, list[Attribute]]:
    """What lines under the first ones tell that list facts behind codes: `VS-105 · H 18 cm · glass`."""
    told = _told_by([line for cell in cells for line in cell.lines[1:]], headers, page, only_lists=True)
    return {place: facts for place, facts in told.items() if any(fact.key == Kind.MODEL for fact in facts)}


def _told_by(lines: Sequence[Line], headers: Headers, page: int, *, only_lists: bool = False) -> dict[int, list[Attribute]]:
    """What lines tell without labels. What is a colour and a material by its word is a material where no line tells a colour for sure."""
    lookup = lookup_in(headers)
    rows = rows_with_facts([Fragment(line, (place,)) for place, line in enumerate(lines)], lookup)
    said = {
        id(item.line): understand([Row(line_span(item.line), facts=item.facts)], lookup, "")
        for item in rows
        if item.facts or not only_lists
    }
    parts = [part for own in said.values() for part in own]
    has_colors = any(part.kind is Kind.COLOR and not is_material(part.text) for part in parts)
    is_of_stuff = not has_colors and any(part.kind is Kind.MATERIAL for part in parts)
    told: dict[int, list[Attribute]] = {}
    for place, own in said.items():
        kinds = {Kind.MATERIAL if part.kind is Kind.COLOR and is_of_stuff else part.kind: part.statement.value for part in reversed(own)}
        told[place] = [Attribute(str(kind), kinds[kind].text, kinds[kind].evidence(page, CONFIDENCE)) for kind in LISTED if kind in kinds]
    return told


def _both(coded: _Apart | None, described: _Apart) -> _Apart:
    """A cell with a code and with facts; what stands under either does not name it."""
    if coded is None:
        return described
    named = tuple(line for line in described.kept if line in coded.kept)
    return _Apart(named, (*coded.told, *(fact for fact in described.told if fact.key != "model")))


def _described(cells: Sequence[Cell], column: Column, headers: Headers, page: int, currency: str) -> dict[int, _Apart]:
    """Cells with facts under labels, by their rows; what names the goods stands over them."""
    lookup = lookup_in(headers)
    is_name = column.attribute == "name"
    several = [cell for cell in cells if len(cell.lines) > 1]
    led = led_styles([[Row(line_span(line)) for line in cell.lines] for cell in several], lookup)
    found = {}
    for cell in several:
        told = [
            labelled_facts(line, lookup, page, currency=currency, led=led) if place or not is_name else []
            for place, line in enumerate(cell.lines)
        ]
        first = next((place for place, facts in enumerate(told) if facts), None)
        if first is None:
            continue
        rest = [line for line, facts in zip(cell.lines[first:], told[first:], strict=True) if not facts]
        other = [Attribute(column.key, _text(rest), _quoted(rest, page))] if is_name and rest and column.key else []
        facts = tuple(fact for facts in told for fact in facts)
        is_replaced = any(fact.key == column.attribute for fact in facts)
        is_measured = column.attribute == "size" and not rest and states_measure(cell.lines[0].text)
        kept = cell.lines[:first] if is_name or is_replaced or is_measured else cell.lines
        found[cell.row] = _Apart(kept, (*facts, *other))
    return found


def _quoted(lines: Sequence[Line], page: int) -> Evidence:
    return Evidence(page, union(line.box for line in lines), _text(lines), CONFIDENCE)


def _text(lines: Sequence[Line]) -> str:
    return reduce(joined_cell, (line.text for line in lines))


def _code_in(line: Line, headers: Headers, page: int) -> Attribute | None:
    """The code that is all a line says, with or without a label before it."""
    label = headers.lookup(line.words[0].text) if len(line.words) > 1 else None
    if label is not None and label.attribute == "model":
        code = span_of(line.words[1:])
        is_one = LABELLED_CODE.fullmatch(code.text) is not None and any(map(str.isdigit, code.text))
    else:
        code, is_one = line_span(line), is_coded(line.text)
    return Attribute("model", code.text, code.evidence(page, CONFIDENCE)) if is_one else None
