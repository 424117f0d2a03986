"""Rows of a table where no border parts them: which text lines begin a row and which go on in the one before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.tables.grids.anchors import OFF_MIDDLE_EM, find_anchors
from pipeline.geometry import Box, union
from pipeline.records import Line, Word
from pipeline.stages.lines import make_line

ROW_TOLERANCE_EM = 0.35
LEADING_SLACK_EM = 0.12
MAX_LEADING_EM = 1.8
MAX_CELL_LINES = 6
OFF_ROW_EM = 0.2
CLOSER_EM = 0.08
# Capitals are that wide at most, taken together, where no space is set between them.
CAPITAL_EM = 0.75
MAX_CELL_LEADING_EM = 1.5
CENTRED_PT = 1.5
LINES_OVER = 2


@dataclass(slots=True)
class TextRow:
    """Words on one baseline, cut into runs at wide gaps."""

    words: list[Word]
    runs: list[Line]
    box: Box = field(init=False)
    size_pt: float = field(init=False)

    def __post_init__(self) -> None:
        # Asked for much more often than rows are made.
        self.box = union(word.box for word in self.words)
        self.size_pt = max(word.size_pt for word in self.words)


@dataclass(slots=True)
class LogicalRow:
    """A row of cells: for each column its lines. `bar` holds the line of a row that spans columns."""

    cells: dict[int, list[Line]] = field(default_factory=dict)
    bar: list[Line] = field(default_factory=list)

    @property
    def box(self) -> Box:
        return union(line.box for line in [*self.bar, *(line for lines in self.cells.values() for line in lines)])


def text_rows(words: Sequence[Word], run_gap_em: float) -> list[TextRow]:
    """Words by baseline, top to bottom; compared with the row's first word, so that small steps never add up."""
    slope = skew_of(words)
    level = [(word.baseline - slope * word.box.center_x if slope else word.baseline, word) for word in words]
    ordered = sorted(level, key=lambda pair: (pair[0], pair[1].box.x0))
    groups: list[list[Word]] = []
    anchor = 0.0
    for base, word in ordered:
        if groups and base - anchor <= ROW_TOLERANCE_EM * min(groups[-1][0].size_pt, word.size_pt):
            groups[-1].append(word)
        else:
            groups.append([word])
            anchor = base
    return [_row(group, run_gap_em) for group in groups]


def skew_of(words: Sequence[Word]) -> float:
    """By how much lines fall towards the right: a scan that lies askew; nothing for text that was set straight."""
    ordered = sorted(words, key=lambda w: (round(w.box.y1 / 3), w.box.x0))
    steps = []
    placed = [((w.box.x0 + w.box.x1) / 2, w.baseline, w.size_pt) for w in ordered]
    for (x, base, size), (next_x, next_base, next_size) in pairwise(placed):
        dx, dy = next_x - x, next_base - base
        if dx > 12 and abs(dy) < 0.06 * dx and abs(size - next_size) < 0.2 * size:
            steps.append(dy / dx)
    if len(steps) < 20:
        return 0.0
    slope = median(steps)
    return slope if abs(slope) > 0.0015 else 0.0


def _row(group: list[Word], run_gap_em: float) -> TextRow:
    words = sorted(group, key=lambda w: w.box.x0)
    runs: list[list[Word]] = []
    for word in words:
        if runs and word.box.x0 - runs[-1][-1].box.x1 <= _run_gap(runs[-1][-1], word, run_gap_em):
            runs[-1].append(word)
        else:
            runs.append([word])
    return TextRow(words, [make_line(run) for run in runs])


def _run_gap(left: Word, right: Word, run_gap_em: float) -> float:
    """How far apart words of one run may stand; capitals set with space between them have as much more between words."""
    size = max(left.size_pt, right.size_pt)
    if not (left.text.isupper() and left.text.isalpha() and right.text.isupper() and right.text.isalpha()):
        return run_gap_em * size
    pitch = min(word.box.width / len(word.text) for word in (left, right))
    return run_gap_em * size + max(0.0, pitch - CAPITAL_EM * size)


def column_of(x: float, xs: Sequence[float]) -> int:
    """The column in which something stands; what stands outside is in the first or the last."""
    return bisect_right(xs, x, 1, len(xs) - 1) - 1


def group_rows(rows: Sequence[TextRow], xs: Sequence[float], *, full: int, may_have_titles: bool = True) -> list[LogicalRow]:
    """Text rows of one band as table rows. `full` is how many columns a complete row of this table fills."""
    placed = _with_notes([_placed(row, xs) for row in rows])
    anchors = find_anchors(placed, rows, full=full)
    if not anchors:
        # A band may hold nothing but a title that runs over several columns.
        unspanned = [index for index, (_, bar) in enumerate(placed) if not bar]
        anchors = [index for index in unspanned if len(placed[index][0]) > 1][:1] or unspanned[:1]
    result: dict[int, LogicalRow] = {index: LogicalRow() for index in anchors}
    for index, (_, bar) in enumerate(placed):
        if bar and index not in result:
            result[index] = LogicalRow(bar=bar)
    columns: dict[int, list[tuple[int, Line]]] = {}
    for index, (cells, bar) in enumerate(placed):
        for column, line in cells.items() if not bar else ():
            columns.setdefault(column, []).append((index, line))
    anchored = frozenset(anchors)
    chains = [(column, chain) for column, lines in sorted(columns.items()) for chain in _chains(lines, anchored)]
    has_titles = may_have_titles and _has_titles(chains, anchored)
    own = _Anchors(anchors, placed)
    for column, chain in chains:
        is_note = chain[0][0] - 1 in anchored and _is_small_print(chain[0][0], column, placed)
        if not is_note and _stands_as_title(chain, column, anchors, placed, rows, (xs[0] + xs[-1]) / 2):
            result[chain[0][0]] = LogicalRow(bar=[line for _, line in chain])
            continue
        for owner, part in _owned(chain, column == 0 and has_titles and not is_note, own, placed, rows):
            result.setdefault(owner, LogicalRow()).cells.setdefault(column, []).extend(part)
    return [result[index] for index in sorted(result) if result[index].cells or result[index].bar]


def with_cells_across(rows: list[LogicalRow]) -> list[LogicalRow]:
    """The rows, with the lines of a cell that is set across several of them put into the middle one: stripes part them, but no row is theirs."""
    middles = [median([line.box.center_y for lines in row.cells.values() for line in lines]) if row.cells else 0.0 for row in rows]
    for column in sorted({column for row in rows for column in row.cells}):
        start = 0
        for end in range(1, len(rows) + 1):
            if end < len(rows) and _is_close_under(rows[end - 1].cells.get(column), rows[end].cells.get(column)):
                continue
            if end - start > 1:
                _put_together(rows[start:end], middles[start:end], column)
            start = end
    return rows


def _is_close_under(above: Sequence[Line] | None, below: Sequence[Line] | None) -> bool:
    if not above or not below or not _is_set_alike(above[-1], below[0]):
        return False
    return below[0].words[0].baseline - above[-1].words[0].baseline <= MAX_CELL_LEADING_EM * below[0].size_pt


def _put_together(rows: Sequence[LogicalRow], middles: Sequence[float], column: int) -> None:
    """The lines of one cell in the row they stand around, if they are set off their rows, and closer than rows are."""
    lines = [line for row in rows for line in row.cells[column]]
    size = lines[0].size_pt
    off = min(abs(lines[0].box.center_y - middles[0]), abs(lines[-1].box.center_y - middles[-1]))
    closer = (middles[-1] - middles[0]) - (lines[-1].box.center_y - lines[0].box.center_y)
    if off < OFF_ROW_EM * size or closer < CLOSER_EM * size:
        return
    middle = (lines[0].box.y0 + lines[-1].box.y1) / 2
    for row in rows:
        del row.cells[column]
    min(zip(rows, middles, strict=True), key=lambda pair: abs(pair[1] - middle))[0].cells[column] = lines


class _Anchors:
    """The rows that begin rows of the table, by their order and by the height of their own lines."""

    def __init__(self, anchors: Sequence[int], placed: Sequence[tuple[dict[int, Line], list[Line]]]) -> None:
        self.ordered = anchors
        self.numbers = frozenset(anchors)
        self._placed = placed
        self._middles: list[tuple[float, int]] = []

    def nearest(self, middle: float) -> int:
        """The row whose own lines stand nearest to this height; of two as near the upper one."""
        middles = self.middles()
        place = bisect_left(middles, (middle, -1))
        near = middles[place : place + 1]
        if place:
            above = middles[place - 1][0]
            near += middles[bisect_left(middles, (above, -1)) :][:1]
        return min((abs(height - middle), index) for height, index in near)[1]

    def between(self, top: float, bottom: float) -> list[tuple[float, int]]:
        """The rows whose own lines stand between these heights, each with its height."""
        middles = self.middles()
        return middles[bisect_left(middles, (top, -1)) : bisect_left(middles, (bottom, -1))]

    def middles(self) -> list[tuple[float, int]]:
        if not self._middles:
            self._middles = sorted(
                (median([line.box.center_y for line in self._placed[index][0].values()]), index) for index in self.ordered
            )
        return self._middles


def _has_titles(chains: Sequence[tuple[int, Sequence[tuple[int, Line]]]], anchors: Collection[int]) -> bool:
    """Whether lines right over a first cell are titles of sections: where cells are set to the foot of their rows, they are not."""
    leading = [column for column, chain in chains if chain[0][0] not in anchors and chain[-1][0] in anchors]
    return all(column == 0 for column in leading) and len(leading) <= max(1, 0.34 * len(anchors))


def _owned(
    chain: Sequence[tuple[int, Line]],
    can_be_title: bool,
    anchors: _Anchors,
    placed: Sequence[tuple[dict[int, Line], list[Line]]],
    rows: Sequence[TextRow],
) -> list[tuple[int, list[Line]]]:
    """The row each line of a cell belongs to. A title of a section may stand so close over the first cell that it looks like its first line."""
    lines = [line for _, line in chain]
    if parts := _centred(lines, anchors):
        return parts
    own = [position for position, (index, _) in enumerate(chain) if index in anchors.numbers]
    if own:
        before, after = own[0], len(chain) - own[0] - 1
        extra = before - after if can_be_title and before > after and _is_alone(chain[0][0], placed) else 0
        parts = [(chain[own[0]][0], lines[extra:])]
        return parts if not extra else [(chain[0][0], lines[:extra]), *parts]
    if can_be_title and len(chain) == 1 and _is_alone(chain[0][0], placed) and _has_room(chain[0][0], anchors.ordered, rows):
        return [(chain[0][0], lines)]
    return [(anchors.nearest(union(line.box for _, line in chain).center_y), lines)]


def _centred(lines: Sequence[Line], anchors: _Anchors) -> list[tuple[int, list[Line]]]:
    """Lines without a gap as cells of several rows, where each cell can stand around the middle of its row; else nothing.

    Cells of two lines and more set to the middle leave no room between them when the row is no higher than they are.
    """
    rows = anchors.between(lines[0].box.y0, lines[-1].box.y1)
    if len(rows) < 2 or len(lines) <= len(rows) or len(lines) > MAX_CELL_LINES * len(rows):
        return []
    limit = OFF_MIDDLE_EM * lines[0].size_pt
    # For each number of rows: where the lines of the last of them may end, and where they then begin.
    ends: list[dict[int, int]] = [{0: 0}]
    for middle, _ in rows:
        ends.append({})
        for start in ends[-2]:
            for end in range(start + 1, min(start + MAX_CELL_LINES, len(lines)) + 1):
                if abs((lines[start].box.y0 + lines[end - 1].box.y1) / 2 - middle) <= limit:
                    ends[-1].setdefault(end, start)
    if len(lines) not in ends[-1]:
        return []
    parts: list[tuple[int, list[Line]]] = []
    end = len(lines)
    for (_, index), starts in zip(reversed(rows), reversed(ends[1:]), strict=True):
        parts.append((index, list(lines[starts[end] : end])))
        end = starts[end]
    return parts[::-1]


def _stands_as_title(
    chain: Sequence[tuple[int, Line]],
    column: int,
    anchors: Sequence[int],
    placed: Sequence[tuple[dict[int, Line], list[Line]]],
    rows: Sequence[TextRow],
    middle: float,
) -> bool:
    """Whether a line alone in its row, wherever it stands, is set unlike the cells of its column, or in the middle of the table as they are not,
    and has the room of a row."""
    index, line = chain[0]
    if len(chain) > 1 or index in anchors or not _is_alone(index, placed):
        return False
    if len(anchors) == 1:
        # A band with one row: what stands in it beside the row, and heavier than all of it, is no part of it.
        own = placed[anchors[0]][0].values()
        return not rows[index].box.gap_y(rows[anchors[0]].box) < 0 and all(line.words[0].is_bold > cell.words[0].is_bold for cell in own)
    if not _has_room(index, anchors, rows):
        return False
    cells = [placed[anchor][0][column] for anchor in anchors[1:] if column in placed[anchor][0]]
    lined_up = sum(_lines_up(cell.box, line.box) for cell in cells)
    is_centred = abs(line.box.center_x - middle) <= CENTRED_PT and lined_up < 0.5 * len(cells)
    return len(cells) >= 2 and (is_centred or not any(_is_set_alike(cell, line) for cell in cells))


def _lines_up(one: Box, two: Box) -> bool:
    return min(abs(one.x0 - two.x0), abs(one.x1 - two.x1), abs(one.center_x - two.center_x)) <= CENTRED_PT


def _is_small_print(index: int, column: int, placed: Sequence[tuple[dict[int, Line], list[Line]]]) -> bool:
    """Whether a line is set smaller than the one over it and lighter or alike, nearer to it than to what follows: it tells of that row, however
    much room is left under it."""
    line = placed[index][0][column]
    above = _lines_over(index, placed).get(column)
    if above is None or line.size_pt >= above.size_pt or line.words[0].is_bold > above.words[0].is_bold:
        return False
    step = line.words[0].baseline - above.words[0].baseline
    below = next((found for cells, _ in placed[index + 1 : index + 2] if (found := cells.get(column)) is not None), None)
    return step <= MAX_CELL_LEADING_EM * above.size_pt and (below is None or below.words[0].baseline - line.words[0].baseline > step)


def _lines_over(index: int, placed: Sequence[tuple[dict[int, Line], list[Line]]]) -> dict[int, Line]:
    """The last line over a row in each column; between two lines of one cell those of cells with a single one may stand."""
    return {column: line for cells, _ in placed[max(0, index - LINES_OVER) : index] for column, line in cells.items()}


def _is_alone(index: int, placed: Sequence[tuple[dict[int, Line], list[Line]]]) -> bool:
    return len(placed[index][0]) == 1


def _has_room(index: int, anchors: Sequence[int], rows: Sequence[TextRow]) -> bool:
    """Whether the rows around stand so far apart that there is a row of its own between them."""
    above, below = [a for a in anchors if a < index], [a for a in anchors if a > index]
    steps = [rows[b].box.center_y - rows[a].box.center_y for a, b in pairwise(anchors)]
    if len(steps) < 2:
        return False
    here = rows[index].box.center_y
    if above and below:
        return rows[below[0]].box.center_y - rows[above[-1]].box.center_y >= 1.6 * min(steps)
    nearest = rows[below[0]].box.center_y - here if below else here - rows[above[-1]].box.center_y
    return nearest >= 0.9 * min(steps)


def _placed(row: TextRow, xs: Sequence[float]) -> tuple[dict[int, Line], list[Line]]:
    """The row's words by column; a single run across several columns, or from before the first one, is a bar."""
    is_one = len(row.runs) == 1 and len(xs) > 3
    if is_one and (_columns_crossed(row.runs[0].box, xs) > 1 or row.runs[0].box.x0 < xs[0] - row.size_pt):
        return {}, row.runs
    groups: dict[int, list[Word]] = {}
    for word in row.words:
        groups.setdefault(column_of(word.box.center_x, xs), []).append(word)
    return {column: make_line(words) for column, words in groups.items()}, []


def _with_notes(placed: list[tuple[dict[int, Line], list[Line]]]) -> list[tuple[dict[int, Line], list[Line]]]:
    """With small print from the edge of an inner cell right over it in that cell, though it runs on into the next column: no title does."""
    result = list(placed)
    for index, (_, bar) in enumerate(placed):
        over = _lines_over(index, result) if bar else {}
        column = next((column for column, line in over.items() if column and abs(line.box.x0 - bar[0].box.x0) <= CENTRED_PT), None)
        if column is not None:
            result[index] = {column: bar[0]}, []
            result[index] = result[index] if _is_small_print(index, column, result) else placed[index]
    return result


def _columns_crossed(box: Box, xs: Sequence[float]) -> int:
    return sum(min(box.x1, right) - max(box.x0, left) > 2.0 for left, right in pairwise(xs))


def _chains(lines: Sequence[tuple[int, Line]], anchors: Collection[int]) -> list[list[tuple[int, Line]]]:
    """Lines of one column as cells: as close together as lines of one cell are, and with no more than one row's own line."""
    steps = [b.words[0].baseline - a.words[0].baseline for (_, a), (_, b) in pairwise(lines)]
    wraps = [step for step, (one, _), (two, _) in zip(steps, lines, lines[1:], strict=False) if one not in anchors or two not in anchors]
    leading = min(wraps, default=0.0)
    chains: list[list[tuple[int, Line]]] = []
    for position, (index, line) in enumerate(lines):
        goes_on = (
            chains
            and _is_set_alike(chains[-1][-1][1], line)
            and steps[position - 1] <= min(leading + LEADING_SLACK_EM * line.size_pt, MAX_LEADING_EM * line.size_pt)
            and not (index in anchors and any(other in anchors for other, _ in chains[-1]))
        )
        if goes_on:
            chains[-1].append((index, line))
        else:
            chains.append([(index, line)])
    return chains


def _is_set_alike(one: Line, two: Line) -> bool:
    """Whether two lines have the same weight and size; a title of a section hardly ever has those of the cells."""
    return one.words[0].is_bold == two.words[0].is_bold and abs(one.size_pt - two.size_pt) <= 0.1 * one.size_pt
