"""Empty places that take their value from above, below or beside: the name of a group of rows, and what is told beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES

MIDDLE_ERROR_ROWS = 0.15
NAMING = ("name", "model", "series")
MAX_FILLED = 0.85
VARYING = ("color", "size")
MIN_TOLD_ONCE = 2


def inherited_cells(table: Table, layout: Layout) -> dict[tuple[int, int], Cell]:
    """Which cell an empty place takes its value from, in columns that name groups of rows.

    A name may stand in the first row of its group or in the middle of it: where the first row of a section has none, it is the middle.
    """
    result = _told_once(table, layout)
    if table.has_row_borders:
        return result
    groups: dict[frozenset[int], dict[int, int]] = {}
    rows = _rows(_sections(table, layout.first_row))
    for index, column in enumerate(layout.columns):
        if column.attribute in NAMING and (spread := _spread(table, layout, index)):
            groups.setdefault(_filled(table, rows, index), spread)
            result.update({(row, index): table.at(source, index) for row, source in spread.items() if row != source})
    # What is told in just the rows that the names stand in is told of the same groups. A price may be that of one row.
    for index, column in enumerate(layout.columns):
        if column.attribute not in (*NAMING, "price") and (known := groups.get(_filled(table, rows, index))):
            result.update({(row, index): table.at(source, index) for row, source in known.items() if row != source})
    return result


def _told_once(table: Table, layout: Layout) -> dict[tuple[int, int], Cell]:
    """What is told in the first row of a product alone where the next ones tell only their code and what they come in: colours with a code each
    share size, material and price."""
    sections = list(_sections(table, layout.first_row))
    rows = _rows(sections)
    filled = {index: _filled(table, rows, index) for index in range(len(layout.columns))}
    always = {layout.columns[index].attribute for index in filled if filled[index] == rows}
    some = {index: places for index, places in filled.items() if places and places != rows}
    told = [index for index in some if layout.columns[index].attribute in STANDARD_ATTRIBUTES]
    if "model" not in always or "name" in always or always.isdisjoint(VARYING) or len(told) < MIN_TOLD_ONCE or len(set(some.values())) > 1:
        return {}
    spread = _spread(table, layout, told[0])
    firsts = {section[0] for section in sections}
    if not firsts <= some[told[0]]:
        return {}
    return {(row, index): table.at(source, index) for index in some for row, source in spread.items() if row != source}


def _rows(sections: Iterable[Sequence[int]]) -> frozenset[int]:
    return frozenset(row for section in sections for row in section)


def _filled(table: Table, rows: Iterable[int], column: int) -> frozenset[int]:
    return frozenset(row for row in rows if table.at(row, column).lines)


def _spread(table: Table, layout: Layout, index: int) -> dict[int, int]:
    """The row that each row takes this column's value from; nothing where hardly any place is empty."""
    sections = [(section, [row for row in section if table.at(row, index).lines]) for section in _sections(table, layout.first_row)]
    sections = [(section, filled) for section, filled in sections if filled]
    rows, entries = sum(len(section) for section, _ in sections), sum(len(filled) for _, filled in sections)
    if not entries or entries > MAX_FILLED * rows:
        return {}
    spread_by = _spreading(table, index, sections)
    return {row: source for section, filled in sections for row, source in spread_by(section, filled).items()}


def _spreading(
    table: Table, column: int, sections: Sequence[tuple[list[int], list[int]]]
) -> Callable[[Sequence[int], Sequence[int]], dict[int, int]]:
    """How names belong to rows in this column: they stand in the first, the last or the middle row of their groups."""
    level = all(_stands_level(table, row, column) for _, filled in sections for row in filled)
    if level and all(filled[0] == section[0] for section, filled in sections):
        return _from_first
    if level and all(filled[-1] == section[-1] for section, filled in sections):
        errors = [_middle_error(table, column, section, filled) for section, filled in sections]
        if max(errors) > MIDDLE_ERROR_ROWS:
            return _from_last
    return lambda section, filled: _from_middle(table, column, section, filled)


def _middle_error(table: Table, column: int, section: Sequence[int], filled: Sequence[int]) -> float:
    """By how many rows names miss the middles of the groups that fit them best."""
    spread = _from_middle(table, column, section, filled)
    edges = _row_edges(table, column, section)
    height = (edges[-1] - edges[0]) / len(section)
    error = 0.0
    for source in filled:
        group = [place for place, row in enumerate(section) if spread.get(row) == source]
        if group:
            middle = (edges[group[0]] + edges[group[-1] + 1]) / 2
            error = max(error, abs(table.at(source, column).text_box.center_y - middle) / max(height, 1.0))
    return error


def _from_last(section: Sequence[int], filled: Sequence[int]) -> dict[int, int]:
    spread, source = {}, filled[-1]
    for row in reversed(section):
        source = row if row in filled else source
        spread[row] = source
    return spread


def _stands_level(table: Table, row: int, column: int) -> bool:
    """Whether a cell's first line stands at the height of the row's other first lines."""
    first = table.at(row, column).lines[0]
    others = [cell.lines[0].box.center_y for cell in table.own(row) if cell.column != column]
    return not others or min(abs(other - first.box.center_y) for other in others) <= 0.35 * first.size_pt


def _sections(table: Table, first_row: int) -> Iterator[list[int]]:
    section: list[int] = []
    for row in range(first_row, table.row_count):
        if is_bar(table, row):
            if section:
                yield section
            section = []
        elif table.own(row):
            section.append(row)
    if section:
        yield section


def _from_first(section: Sequence[int], filled: Sequence[int]) -> dict[int, int]:
    spread, source = {}, filled[0]
    for row in section:
        source = row if row in filled else source
        spread[row] = source
    return spread


def _from_middle(table: Table, column: int, section: Sequence[int], filled: Sequence[int]) -> dict[int, int]:
    """Groups follow each other without gaps, each with its name at half its height: the division that fits all names best."""
    edges = _row_edges(table, column, section)
    middles = [table.at(source, column).text_box.center_y for source in filled]
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for number, middle in enumerate(middles):
        reached: dict[int, tuple[float, int]] = {}
        for start, (cost, _) in best[-1].items():
            last = len(section) - (len(middles) - number - 1)
            for end in range(start + 1, last + 1) if number < len(middles) - 1 else (len(section),):
                total = cost + abs((edges[start] + edges[end]) / 2 - middle)
                if end > start and (end not in reached or total < reached[end][0]):
                    reached[end] = (total, start)
        best.append(reached)
    spread: dict[int, int] = {}
    end = len(section)
    for number in range(len(filled), 0, -1):
        if end not in best[number]:
            return {}
        start = best[number][end][1]
        spread.update(dict.fromkeys(section[start:end], filled[number - 1]))
        end = start
    return spread


def _row_edges(table: Table, column: int, section: Sequence[int]) -> list[float]:
    """Where the rows of a section meet, by the text beside the column in question."""
    boxes = [_beside(table, row, column) for row in section]
    inner = [(above.y1 + below.y0) / 2 for above, below in pairwise(boxes)]
    first = boxes[0].y0 - (inner[0] - boxes[0].y1 if inner else 0.0)
    last = boxes[-1].y1 + (boxes[-1].y0 - inner[-1] if inner else 0.0)
    return [first, *inner, last]


def _beside(table: Table, row: int, column: int) -> Box:
    boxes = [cell.text_box for cell in table.own(row) if cell.column != column]
    return union(boxes) if boxes else Box(table.xs[0], table.ys[row], table.xs[-1], table.ys[row + 1])
