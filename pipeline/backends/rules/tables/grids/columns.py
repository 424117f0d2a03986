"""Columns of a table whose borders are not drawn: free bands, shared edges, and whatever upright lines there are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.tables.grids.ragged import with_ragged_borders
from pipeline.backends.rules.tables.grids.rows import TextRow, column_of
from pipeline.backends.rules.values.forms import is_unit
from pipeline.backends.rules.values.prices import SYMBOLS, has_currency, is_grouped
from pipeline.frozen import record
from pipeline.geometry import Box, Tiles, union
from pipeline.records import Fill, PageContent, Word

EDGE_PT = 1.2
GUTTER_EM = 0.55
ALIGNED_GUTTER_EM = 0.36
FEW_ROWS_GUTTER_EM = 0.8
FEW_ROWS = 4
MONOSPACE_GUTTER_EM = 1.0
BRIDGED_SHARE = 0.08
# The space between words is so wide in most fonts, and up to so wide in some; no column is parted by less.
SPACE_EM, WIDEST_SPACE_EM = 0.3, 0.345
UNIT_GAP_EM = 0.6
MAX_UNIT_CHARS = 5
GROUP_GAP_EM = 0.4


def find_columns(rows: Sequence[TextRow], drawn: Sequence[float]) -> list[float]:
    """Column borders: drawn ones, bands that hardly any row writes into, and edges at which pieces begin in most rows.

    The first row may be a header set in another way than the values: it moves a border but makes none.
    """
    box = union(row.box for row in rows)
    size = median([row.size_pt for row in rows])
    below = rows[1:] if len(rows) >= FEW_ROWS else rows
    borders = list(drawn)
    gutters = _gutters([row.words for row in below], BRIDGED_SHARE)
    limits = [start for start, end in gutters[1:] if end - start >= ALIGNED_GUTTER_EM * size]
    is_monospace = _is_monospace(below)
    across, across_all = _Across(below), _Across(rows)
    for start, end in gutters:
        limit = next((x for x in limits if x > end), box.x1 + 1.0)
        needed = MONOSPACE_GUTTER_EM if is_monospace else _needed_gap(across, end, limit)
        if end - start >= needed * size and not any(start - 2 <= x <= end + 2 for x in drawn):
            borders.append(_free_middle(across_all, start, end))
    for left, x in _started_edges(below, size):
        is_new = not any(left - 1 <= border <= x + 1 for border in borders)
        if is_new and not _header_runs_over(rows[0], (left + x) / 2) and not _is_written_over(below, x):
            borders.append((left + x) / 2)
    inner = sorted(x for x in borders if box.x0 + 1 < x < box.x1 - 1)
    return with_ragged_borders(rows, _without_empty([box.x0 - 1.0, *inner, box.x1 + 1.0], below))


class _Across:
    """The words of rows by their place from left to right."""

    def __init__(self, rows: Sequence[TextRow]) -> None:
        self.rows = rows
        self._by_middle: list[tuple[float, int, Box]] | None = None
        self._by_start: list[tuple[float, int, int]] = []
        self._widest = 0.0

    def extents(self, start: float, end: float) -> list[tuple[float, float]]:
        """How far each row's words whose middles stand between two places reach to the left and to the right."""
        if self._by_middle is None:
            words = [(word.box.center_x, number, word.box) for number, row in enumerate(self.rows) for word in row.words]
            self._by_middle = sorted(words, key=_first)
        reach: dict[int, tuple[float, float]] = {}
        first, last = bisect_right(self._by_middle, start, key=_first), bisect_left(self._by_middle, end, key=_first)
        for _, number, (x0, _, x1, _) in self._by_middle[first:last]:
            left, right = reach.get(number, (x0, x1))
            reach[number] = (min(left, x0), max(right, x1))
        return list(reach.values())

    def touching(self, start: float, end: float) -> list[list[Word]]:
        """Each row's words that reach into a stretch, as they stand in it."""
        if not self._by_start:
            boxes = [(word.box, number, place) for number, row in enumerate(self.rows) for place, word in enumerate(row.words)]
            self._by_start = sorted((box.x0, number, place) for box, number, place in boxes)
            self._widest = max(box.width for box, _, _ in boxes)
        first = bisect_left(self._by_start, start - self._widest - 1.0, key=_first)
        last = bisect_left(self._by_start, end, key=_first)
        held: dict[int, list[Word]] = {}
        for _, number, place in sorted(self._by_start[first:last], key=_place):
            word = self.rows[number].words[place]
            if word.box.x1 > start:
                held.setdefault(number, []).append(word)
        return list(held.values())


def _first(item: tuple[float, object, object]) -> float:
    return item[0]


def _place(item: tuple[float, int, int]) -> tuple[int, int]:
    return item[1:]


def _needed_gap(across: _Across, end: float, limit: float) -> float:
    """How wide, in ems, a free band must be to part columns: less where the column after it, up to `limit`, has a straight edge."""
    if len(across.rows) < FEW_ROWS - 1:
        return FEW_ROWS_GUTTER_EM
    extents = across.extents(end, limit)
    straight = len(extents) >= FEW_ROWS and (_are_level([left for left, _ in extents]) or _are_level([right for _, right in extents]))
    return ALIGNED_GUTTER_EM if straight else GUTTER_EM


def _are_level(places: Sequence[float]) -> bool:
    usual = median(places)
    return sum(abs(place - usual) <= 1.0 for place in places) >= 0.85 * len(places)


def _free_middle(across: _Across, start: float, end: float) -> float:
    """Where in a gutter to cut: the middle of its widest stretch that no row at all writes into."""
    pieces = _gutters(across.touching(start - 1, end + 1), 0.0)
    inner = [(max(a, start), min(b, end)) for a, b in pieces if min(b, end) - max(a, start) > 0]
    if not inner:
        return (start + end) / 2
    widths = sorted((b - a for a, b in inner), reverse=True)
    is_clear = len(widths) < 2 or widths[0] >= max(2 * widths[1], across.rows[0].size_pt)
    if not is_clear and any(abs(word.box.x0 - end) <= 1.5 for word in across.rows[0].words):
        a, b = inner[-1]
        return (a + b) / 2
    a, b = max(inner, key=lambda piece: (piece[1] - piece[0], -piece[0]))
    return (a + b) / 2


@record(frozen=True, slots=True)
class _Start:
    """A word that begins a piece: where, how far after the word before it, and what that word was."""

    x: float
    gap: float
    before_x: float
    counter: str


def _started_edges(rows: Sequence[TextRow], size: float) -> list[tuple[float, float]]:
    """Left edges shared by most rows, each with the place up to which the text before it reaches.

    What stands before must show that it is another column: it ends at varying places, begins at varying places
    (figures set to the right), is often missing, or only counts the rows.
    """
    if len(rows) < FEW_ROWS:
        return []
    starts: list[_Start] = []
    for row in rows:
        for before, word in zip([None, *row.words], row.words, strict=False):
            gap = word.box.x0 - before.box.x1 if before else 100 * size
            if gap >= 0.12 * size and not (before is not None and gap <= _space_within(before.text, word.text) * size):
                counter = before.text if before is row.words[0] else ""
                starts.append(_Start(word.box.x0, gap, before.box.x0 if before else 0.0, counter))
    starts.sort(key=lambda start: start.x)
    edges = []
    first = 0
    for index in range(len(starts)):
        if index + 1 < len(starts) and starts[index + 1].x - starts[first].x <= EDGE_PT:
            continue
        near = starts[first : index + 1]
        first = index + 1
        if len(near) >= 0.7 * len(rows) and _parts_columns(near, size):
            edges.append((near[0].x - min(item.gap for item in near), near[0].x))
    return [edge for edge in edges if edge[0] > 0]


def _parts_columns(near: Sequence[_Start], size: float) -> bool:
    after = [start for start in near if start.gap < 50 * size]
    if not after:
        return False
    gaps = [start.gap for start in after]
    if max(gaps) >= 1.2 * size or (len(after) < 0.6 * len(near) and min(gaps) >= 0.36 * size):
        return True
    befores = [start.before_x for start in after]
    if max(befores) - min(befores) >= 0.9 * size and 0.36 * size <= max(gaps) <= min(gaps) + 1.0:
        return True
    counted = [start.counter for start in after if start.counter.isdecimal() and len(start.counter) <= 4]
    return len(counted) == len(after) and _counts_up(sorted(int(text) for text in counted))


def _header_runs_over(header: TextRow, x: float) -> bool:
    """Whether a first row without figures goes on over this place without a gap: one label over it, so one column."""
    if any(char.isdigit() for word in header.words for char in word.text):
        return False
    left = [word.box.x1 for word in header.words if word.box.center_x < x]
    right = [word.box.x0 for word in header.words if word.box.center_x >= x]
    return bool(left and right) and min(right) - max(left) < 0.36 * header.size_pt


def _is_written_over(rows: Sequence[TextRow], x: float) -> bool:
    """Whether rows that do not begin a piece here have one that runs on over this place."""
    over = 0
    for row in rows:
        if any(abs(word.box.x0 - x) <= EDGE_PT for word in row.words):
            continue
        over += any(a.box.x0 < x - 1 < b.box.x1 and b.box.x0 - a.box.x1 <= SPACE_EM * b.size_pt for a, b in pairwise(row.words))
    return over > BRIDGED_SHARE * len(rows)


def _counts_up(numbers: Sequence[int]) -> bool:
    return all(b - a == 1 for a, b in pairwise(numbers))


def _without_empty(xs: list[float], rows: Sequence[TextRow]) -> list[float]:
    """Without borders beside columns in which no row says anything."""
    filled = [0] * (len(xs) - 1)
    for row in rows:
        for column in {column_of(word.box.center_x, xs) for word in row.words}:
            filled[column] += 1
    kept = [xs[0]]
    for column, right in enumerate(xs[1:]):
        if filled[column]:
            kept.append(right)
        elif column == len(filled) - 1:
            kept[-1] = right
    return kept


def _is_monospace(rows: Sequence[TextRow]) -> bool:
    fonts = [word.font.casefold() for row in rows for word in row.words]
    return sum("mono" in font or "courier" in font for font in fonts) > 0.5 * len(fonts)


def _gutters(rows: Sequence[Sequence[Word]], bridged: float) -> list[tuple[float, float]]:
    """Stretches that at most a small share of the rows covers."""
    events: list[tuple[float, int]] = []
    for row in rows:
        reach: float | None = None
        before = ""
        for word in row:
            start = word.box.x0
            if reach is not None and start - reach <= max(WIDEST_SPACE_EM, _space_within(before, word.text)) * word.size_pt:
                start = min(start, reach)
            before = word.text
            if reach is None or word.box.x1 > reach:
                events += [(max(start, reach) if reach is not None else start, 1), (word.box.x1, -1)]
                reach = word.box.x1
    allowed = int(bridged * len(rows))
    gutters: list[tuple[float, float]] = []
    depth = 0
    open_at: float | None = None
    for x, step in sorted(events):
        depth += step
        if depth > allowed and open_at is not None:
            gutters.append((open_at, x))
            open_at = None
        elif depth <= allowed and open_at is None:
            open_at = x
    return gutters


def _is_amount(left: str, right: str) -> bool:
    """Whether two words are a figure and its unit, or a currency and its sum."""
    if left[-1:].isdigit():
        return len(right) <= MAX_UNIT_CHARS and not right[0].isdigit() and (is_unit(right) or has_currency(right))
    return right[0].isdigit() and left in SYMBOLS


@lru_cache(maxsize=32768)
def _space_within(left: str, right: str) -> float:
    """How wide a space, in ems, may stand within a figure: before its unit or its currency, or behind its thousands; none where these are two
    figures."""
    if _is_amount(left, right):
        return UNIT_GAP_EM
    return GROUP_GAP_EM if is_grouped(left, right) else 0.0


def drawn_columns(content: PageContent, rows: Sequence[TextRow], area: Box) -> list[float]:
    """Places of upright rules and of edges of filled cells in the block, even if only the header has them, where no row writes across."""
    reach = area.expanded(_margin(rows))
    heights = sorted((row.box.y1, row.box.y0) for row in rows)
    drawn = [box.center_x for box in upright_rules(content).around(reach) if _stands_beside(box, heights)]
    for fill in fills_at(content).around(reach):
        if fill.box.width < 0.8 * area.width and _stands_beside(fill.box, heights):
            drawn += [fill.box.x0, fill.box.x1]
    found: list[float] = []
    for x in sorted(drawn):
        if area.x0 + 2 < x < area.x1 - 2 and (not found or x - found[-1] > 3.0) and _is_free(rows, x):
            found.append(x)
    return found


@found_once
def upright_rules(content: PageContent) -> Tiles[Box]:
    return Tiles((ruling.box, ruling.box) for ruling in content.rulings if not ruling.is_horizontal)


@found_once
def fills_at(content: PageContent) -> Tiles[Fill]:
    return Tiles((fill.box, fill) for fill in content.fills)


def _stands_beside(box: Box, heights: Sequence[tuple[float, float]]) -> bool:
    """Whether something drawn reaches to the height of a row; frames around swatches over their names part no columns.

    `heights` are the lower and upper edges of the rows, in order.
    """
    place = bisect_left(heights, (box.y0 - EDGE_PT,))
    return place < len(heights) and heights[place][1] <= box.y1 + EDGE_PT


def _margin(rows: Sequence[TextRow]) -> float:
    return rows[0].size_pt


def _is_free(rows: Sequence[TextRow], x: float) -> bool:
    crossed = sum(any(word.box.x0 + 1 < x < word.box.x1 - 1 for word in row.words) for row in rows)
    return crossed <= BRIDGED_SHARE * len(rows)
