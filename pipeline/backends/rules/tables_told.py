"""Cells that hold a product's name and, in lines under it, what else is told of it: `Shower tray` over `Ref. 6301 51`, `Vase` over
`VS-105 · H 18 cm · glass`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.captions import Part, understand
from pipeline.backends.rules.facts import with_facts
from pipeline.backends.rules.fragments import Fragment
from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.spans import span_of
from pipeline.backends.rules.statements import Row
from pipeline.backends.rules.table_records import Cell, Table, make_table
from pipeline.backends.rules.tables_layout import Layout
from pipeline.backends.rules.values import is_material
from pipeline.geometry import union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Line, Sku

CODED_SHARE = 0.8
MIN_CELLS = 2
CONFIDENCE = 0.85
TOLD = (Kind.MODEL, Kind.SIZE, Kind.MATERIAL, Kind.COLOR)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the lines of a cell tell besides the name, and the lines that are left to it."""

    parts: Mapping[Kind, Part]
    left: tuple[Line, ...]


def with_told_apart(table: Table, layout: Layout, headers: Headers) -> tuple[Table, dict[int, list[Attribute]]]:
    """The table without the lines in its column of names that tell codes and other things, and these by row; as it is where names have no
    codes with them."""
    index = layout.find("name")
    if index is None or layout.find("model") is not None:
        return table, {}
    cells = [cell for cell in table.cells if cell.column == index and cell.row >= layout.first_row and cell.lines]
    sought = [kind for kind in TOLD if layout.find(kind) is None]
    found = _told([cell for cell in cells if len(cell.lines) > 1], sought, headers)
    if sum(Kind.MODEL in told.parts for told in found.values()) < max(MIN_CELLS, CODED_SHARE * len(cells)):
        return table, {}
    kept = [replace(cell, lines=found[cell.row].left) if cell.column == index and cell.row in found else cell for cell in table.cells]
    apart = make_table(
        table.xs, table.ys, kept, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders
    )
    return apart, {row: _attributes(told, table.page_number) for row, told in found.items()}


def with_told(sku: Sku, told: Sequence[Attribute]) -> Sku:
    """The product with what the lines under its name tell."""
    own = {attribute.key: attribute for attribute in (*told, *sku.standard)}
    standard = tuple(own[key] for key in STANDARD_ATTRIBUTES if key in own)
    box = union((sku.box, *(attribute.evidence.box for attribute in told)))
    return replace(sku, box=box, standard=standard, confidence=min(sku.confidence, CONFIDENCE))


def _told(cells: Sequence[Cell], sought: Sequence[Kind], headers: Headers) -> dict[int, _Told]:
    """By row, for all cells at once: what most lines tell at a place, all tell there."""

    def lookup(text: str) -> str | None:
        label = headers.lookup(text)
        return label.attribute if label is not None and label.is_exact else None

    fragments = with_facts([Fragment(line, (place,)) for place, cell in enumerate(cells) for line in cell.lines[1:]], lookup)
    lines = [[item for item in fragments if item.parents == (place,)] for place in range(len(cells))]
    said = [understand([Row(span_of(item.line.words), facts=item.facts) for item in own], lookup, "") for own in lines]
    found: dict[int, _Told] = {}
    for cell, own, parts in zip(cells, lines, _settled(said), strict=True):
        telling = {kind: part for kind in sought if (part := next((p for p in parts if p.kind is kind), None)) is not None}
        rows = {row for part in telling.values() for row in range(part.statement.row, part.statement.last_row + 1)}
        found[cell.row] = _Told(telling, (cell.lines[0], *(item.line for row, item in enumerate(own) if row not in rows)))
    return found


def _settled(said: Sequence[Sequence[Part]]) -> list[list[Part]]:
    """What is a colour and a material by its word is what its neighbours surely are."""
    parts = [part for own in said for part in own]
    is_of_stuff = any(part.kind is Kind.MATERIAL for part in parts)
    has_colors = any(part.kind is Kind.COLOR and (part.is_labelled or not is_material(part.text)) for part in parts)
    if has_colors or not is_of_stuff:
        return [list(own) for own in said]
    return [[replace(part, kind=Kind.MATERIAL) if part.kind is Kind.COLOR else part for part in own] for own in said]


def _attributes(told: _Told, page: int) -> list[Attribute]:
    spans = {kind: part.statement.value for kind, part in told.parts.items()}
    return [Attribute(kind.value, span.text, span.evidence(page, CONFIDENCE)) for kind, span in spans.items()]
