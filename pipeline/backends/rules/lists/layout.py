"""Panels of a price list: lines that stand under each other, the words over their columns and the titles over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.lists.panels import Panel, Piece, PricedLine, amount_of, shares_column
from pipeline.backends.rules.text.records import style_of
from pipeline.backends.rules.text.spans import line_span, span_of
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.geometry import Bands, Box, union
from pipeline.records import Line, Word
from pipeline.stages.lines import text_of

EDGE_EM = 0.45
LINE_REACH_EM = 5.0
TITLE_RATIO = 1.15
TITLE_REACH_EM = 14.0
HEAD_REACH_EM = 4.0
ROUNDING_PT = 0.01


def find_panels(found: Sequence[PricedLine], lines: Sequence[Line]) -> list[Panel]:
    """Lines that stand under each other, name under name and amount under amount, parted at the titles between them."""
    if not found:
        return []
    titles = Bands((line.box, line) for line in _possible_titles(lines, found))
    groups = [part for group in _groups(_with_portions(found)) for part in _parted(group, titles)]
    kept = [tuple(line for line in group if _is_aligned(line, group)) for group in groups]
    panels = [Panel(group) for group in kept if len(group) >= 2]
    if not panels:
        return []
    placed = Bands((panel.box, (number, panel.box)) for number, panel in enumerate(panels))
    words = Bands((word.box, word) for line in lines for word in line.words)
    return [_headed(panel, number, placed, titles, words) for number, panel in enumerate(panels)]


def _with_portions(found: Sequence[PricedLine]) -> list[PricedLine]:
    """A word at the end of a name that stands in the place of another line's amount is the portion the price is for."""
    columns = Bands((amount.box, amount.box) for line in found for amount in line.amounts if len(line.amounts) > 1)
    return [_parted_name(line, columns) if line.portion is None else line for line in found]


def _parted_name(line: PricedLine, columns: Bands[Box]) -> PricedLine:
    words = line.name.words
    if len(words) < 2:
        return line
    last, size = words[-1].box, line.size_pt
    before = words[-2].box
    under = any(
        abs(box.center_y - last.center_y) <= LINE_REACH_EM * size and shares_column(box, last, size) and box.x0 > before.x1 - 0.2 * size
        for box in columns.beside(last.expanded(LINE_REACH_EM * size + ROUNDING_PT))
    )
    if not under:
        return line
    text = line.name.span
    cut = len(text.text) - len(words[-1].text)
    return replace(line, name=Piece(text.part(0, cut)), portion=Piece(text.part(cut, len(text.text))))


def _groups(found: Sequence[PricedLine]) -> list[list[PricedLine]]:
    groups: list[list[PricedLine]] = []
    near: list[list[PricedLine]] = []
    for line in sorted(found, key=lambda item: (item.box.y0, item.box.x0)):
        # From top to bottom: a group whose last line is out of reach stays so.
        near = [group for group in near if _is_in_reach(group[-1], line)]
        home = next((group for group in reversed(near) if _follows(group[-1], line)), None)
        if home is None:
            groups.append([line])
            near.append(groups[-1])
        else:
            home.append(line)
    return groups


def _is_in_reach(above: PricedLine, below: PricedLine) -> bool:
    return below.box.y0 - above.box.y1 <= LINE_REACH_EM * above.size_pt


def _follows(above: PricedLine, below: PricedLine) -> bool:
    size = above.size_pt
    gap = below.box.y0 - above.box.y1
    alike = abs(below.size_pt - size) <= 0.15 * size
    return (
        alike
        and -0.5 * size <= gap <= LINE_REACH_EM * size
        and (_lines_up(above.name, below.name, size) and _amounts_line_up(above, below))
    )


def _amounts_line_up(one: PricedLine, two: PricedLine) -> bool:
    return any(_lines_up(a, b, one.size_pt) for a in one.amounts for b in two.amounts)


def _lines_up(one: Piece, two: Piece, size_pt: float) -> bool:
    a, b, limit = one.box, two.box, EDGE_EM * size_pt
    return abs(a.x0 - b.x0) <= limit or abs(a.x1 - b.x1) <= limit or abs(a.center_x - b.center_x) <= limit


def _is_aligned(line: PricedLine, group: Sequence[PricedLine]) -> bool:
    return any(other is not line and _lines_up(line.name, other.name, line.size_pt) and _amounts_line_up(line, other) for other in group)


# --- titles and heads --------------------------------------------------------------------------


def _possible_titles(lines: Sequence[Line], found: Sequence[PricedLine]) -> Iterator[Line]:
    """Larger than the lines of the list, or in another look; no amount stands in it."""
    listed = {id(word) for item in found for piece in item.pieces() for word in piece.words}
    usual = median([item.size_pt for item in found])
    looks = {style_of(item.name.words) for item in found}
    for line in lines:
        if any(id(word) in listed for word in line.words) or any(map(str.isdigit, line.text)) or is_sentence(line.text):
            continue
        if line.size_pt >= TITLE_RATIO * usual or (line.size_pt >= 0.95 * usual and style_of(line.words) not in looks):
            yield line


def _parted(group: Sequence[PricedLine], titles: Bands[Line]) -> list[list[PricedLine]]:
    parts = [[group[0]]]
    for above, below in pairwise(group):
        between = titles.beside(Box(0.0, above.box.y1, 0.0, below.box.y0)) if above.box.y1 <= below.box.y0 else []
        if any(above.box.y1 <= t.box.center_y <= below.box.y0 and t.box.gap_x(below.box) < 0 and _is_large(t, below) for t in between):
            parts.append([])
        parts[-1].append(below)
    return parts


def _is_large(title: Line, line: PricedLine) -> bool:
    return title.size_pt >= TITLE_RATIO * line.size_pt or any(word.is_bold for word in title.words)


def _headed(panel: Panel, number: int, panels: Bands[tuple[int, Box]], titles: Bands[Line], words: Bands[Word]) -> Panel:
    """The panel with its title and its heads; `number` is its own among all panels."""
    top = panel.lines[0]
    box = panel.box
    reach = Box(0.0, top.box.y0 - TITLE_REACH_EM * top.size_pt - ROUNDING_PT, 0.0, top.box.y0)
    over = [
        title
        for title in titles.beside(reach)
        if title.box.center_y < top.box.y0
        and top.box.y0 - title.box.y1 <= TITLE_REACH_EM * top.size_pt
        and title.box.gap_x(box) < 0
        and _is_large(title, top)
        and not any(_between(title.box, other, top.box) for place, other in panels.beside(reach) if place != number)
    ]
    title = max(over, key=lambda item: item.box.y1, default=None)
    ceiling = title.box.center_y if title is not None else top.box.y0 - HEAD_REACH_EM * top.size_pt
    heads = tuple(_heads(panel, words, max(ceiling, top.box.y0 - HEAD_REACH_EM * top.size_pt)))
    return replace(panel, category=Piece(line_span(title)) if title is not None else None, heads=heads)


def _between(title: Box, other: Box, top: Box) -> bool:
    return title.y1 <= other.center_y <= top.y0 and other.gap_x(top) < 0


def _heads(panel: Panel, words: Bands[Word], ceiling: float) -> Iterator[Piece]:
    """Words over the columns of amounts, right above the first line, that do not also stand over the names."""
    top = panel.lines[0]
    names = union(line.name.box for line in panel.lines)
    near = words.beside(Box(0.0, ceiling, 0.0, top.box.y0)) if ceiling < top.box.y0 else []
    above = [word for word in near if ceiling < word.box.center_y < top.box.y0 and word.size_pt <= 1.2 * top.size_pt]
    for column in _columns(panel):
        over = sorted((word for word in above if shares_column(column, word.box, top.size_pt)), key=lambda word: word.box)
        clear = over and all(-word.box.gap_x(names) <= 0.3 * word.box.width for word in over)
        level = [word for word in over if abs(word.box.center_y - over[-1].box.center_y) <= 0.5 * top.size_pt]
        if clear and len(level) == len(over) and amount_of(text_of(over)) is None:
            yield Piece(span_of(over))


def _columns(panel: Panel) -> list[Box]:
    columns: list[Box] = []
    for box in sorted((amount.box for line in panel.lines for amount in line.amounts), key=lambda item: item.x0):
        if columns and -columns[-1].gap_x(box) >= 0.4 * min(box.width, columns[-1].width):
            columns[-1] = union((columns[-1], box))
        else:
            columns.append(box)
    return columns
