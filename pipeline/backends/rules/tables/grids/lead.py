"""What stands over a table without borders and heads it: labels right over its rows, at two heights, or some rows up."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from pipeline.backends.rules.tables.grids.rows import TextRow, column_of
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.values.forms import is_size, states_measure
from pipeline.backends.rules.values.kinds import ends_sentence
from pipeline.geometry import Box

MAX_HEAD_GAP_EM = 14.0


def leads_in(rows: Sequence[TextRow], index: int, first: int, xs: Sequence[float], titles: AbstractSet[int], *, is_headed: bool) -> bool:
    """Whether a header stands here: it fits the block's columns, and so do the rows down to the block, or they are short titles.

    Over a row that is a header itself, words in one piece are a line of text, wherever their gaps fall.
    """
    size = rows[first].size_pt
    for at in range(index, first):
        row = rows[at]
        if rows[at + 1].box.y0 - row.box.y1 > 1.2 * size or row.size_pt > 1.4 * size or _tells_of_rows(row, is_first=at == index):
            return False
        if is_headed and _heads_version(row, xs):
            return False
        is_title = at > index and (at in titles or (len(row.runs) == 1 and in_one_column(row, xs)))
        if _begins_cells(row, rows[at + 1], xs):
            continue
        is_line = is_headed and len(row.runs) == 1
        if not is_title and (is_line or not _fits_columns(row, xs)) and (not in_one_column(row, xs) or len(row.runs) < 2):
            return False
    return True


def _tells_of_rows(row: TextRow, *, is_first: bool) -> bool:
    """Whether a row over a head tells of the rows and heads no columns: a sentence, or labels with their values where nothing leads to them."""
    if len(row.runs) == 1 and ends_sentence(row.runs[0].text):
        return True
    return is_first and all(COLON.search(run.text.rstrip(":： ")) is not None for run in row.runs)


def _heads_version(row: TextRow, xs: Sequence[float]) -> bool:
    """Whether a row begins with a size, over the first of the labels: all rows under them have it."""
    first = row.runs[0]
    return column_of(first.box.center_x, xs) == 0 and is_size(first.text) and states_measure(first.text)


def _begins_cells(row: TextRow, below: TextRow, xs: Sequence[float]) -> bool:
    """Whether a row's pieces are the first lines of cells that go on in the row below, as close and set alike, or of one that is set around the
    height of a row which leaves its column empty."""
    if below.box.y0 - row.box.y1 > 0.4 * row.size_pt or not in_one_column(row, xs):
        return False
    if len(row.runs) == 1 and leaves_room(below, row.box):
        return True
    cells = {column_of(run.box.center_x, xs): run for run in below.runs if crossed(run.box, xs) == 1}
    pairs = [(run, cells.get(column_of(run.box.center_x, xs))) for run in row.runs]
    return all(cell is not None and cell.words[0].is_bold == run.words[0].is_bold and cell.size_pt == run.size_pt for run, cell in pairs)


def leaves_room(row: TextRow, box: Box) -> bool:
    """Whether a box that reaches into the height of a row stands between two pieces of it."""
    between = any(left.box.x1 < box.x0 and box.x1 < right.box.x0 for left, right in pairwise(row.runs))
    return between and box.gap_y(row.box) < 0


def _fits_columns(row: TextRow, xs: Sequence[float]) -> bool:
    """Whether the row's words fill most columns without writing across a border."""
    filled = {column_of(word.box.center_x, xs) for word in row.words}
    return not _writes_across(row, xs) and len(filled) >= max(2, 0.6 * (len(xs) - 1))


def with_rest_of_head(rows: Sequence[TextRow], first: int, kept: list[TextRow], xs: Sequence[float]) -> list[TextRow]:
    """Labels of a tall head stand at half its height, over or beside what is written in its foot: both are one row."""
    above, head = rows[first - 1] if first else None, kept[0]
    if above is None or head.box.y0 - above.box.y1 > MAX_HEAD_GAP_EM * head.size_pt or above.size_pt > 1.2 * head.size_pt:
        return kept
    named = {column_of(word.box.center_x, xs) for word in above.words}
    filled = {column_of(word.box.center_x, xs) for word in head.words}
    is_whole = len(named) > 1 and not named & filled and len(named) + len(filled) == len(xs) - 1
    is_rest = is_whole and (_fits_between(above, xs) or not _reaches_others(above, kept, xs))
    return [TextRow([*above.words, *head.words], [*above.runs, *head.runs]), *kept[1:]] if is_rest else kept


def _reaches_others(row: TextRow, others: Sequence[TextRow], xs: Sequence[float]) -> bool:
    """Whether a word of a row stands over what other rows have in another column than its own."""
    own = [(column_of(word.box.center_x, xs), word.box) for word in row.words]
    told = [(column_of(word.box.center_x, xs), word.box) for other in others for word in other.words]
    return any(one != two and box.gap_x(place) < 0 for one, box in own for two, place in told)


def _fits_between(row: TextRow, xs: Sequence[float]) -> bool:
    """Whether each of its pieces begins or ends within the columns, and none of its words is written across a border."""
    return not _writes_across(row, xs) and all(xs[0] <= run.box.x1 and run.box.x0 <= xs[-1] for run in row.runs)


def _writes_across(row: TextRow, xs: Sequence[float]) -> bool:
    return any(word.box.x0 + 3 < x < word.box.x1 - 3 for word in row.words for x in xs[1:-1])


def in_one_column(row: TextRow, xs: Sequence[float]) -> bool:
    return all(crossed(run.box, xs) == 1 for run in row.runs)


def crossed(box: Box, xs: Sequence[float]) -> int:
    return sum(min(box.x1, right) - max(box.x0, left) > 2.0 for left, right in pairwise(xs))
