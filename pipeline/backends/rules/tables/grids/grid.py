"""A grid of borders filled with the page's words; rows that share one ruled band are parted again."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from pipeline.backends.rules.tables.grids.inner import with_inner_columns
from pipeline.backends.rules.tables.grids.lattice import Lattice
from pipeline.backends.rules.tables.records import Cell, Table, cell_lines, make_table
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import MONEY
from pipeline.geometry import Box, union
from pipeline.records import Fill, Line, PageContent, Word
from pipeline.stages.lines import make_line, text_of

SINGLE_VALUES = frozenset((ValueKind.CODE, ValueKind.PRICE, ValueKind.NUMBER, ValueKind.BARCODE, ValueKind.MEASURE, ValueKind.SIZE))
SPLIT_SHARE = 0.6
MAX_CUT_SHARE = 0.5
MAX_PAIR_WORDS = 5
MAX_PLACE_LINES = 4
MIN_HEADED = 3
MIN_VALUES = 2
MAX_LABEL_LINES = 3
FAR_EM = 1.5
MIN_PAINTED = 2
SAME_EDGE_PT = 1.5
ACROSS_SHARE = 0.2
LEVEL_SHARE = 0.95

# Row, column, rows and columns of a cell.
Place = tuple[int, int, int, int]


def fill_lattice(lattice: Lattice, content: PageContent, words: Sequence[Word]) -> Table:
    """The lattice's cells with the words whose middle lies in them."""
    places, xs, ys = _without_idle_borders(_with_painted(list(lattice.rectangles()), lattice, content.fills, words), lattice)
    owner = {
        (r, c): n
        for n, (row, column, rows, columns) in enumerate(places)
        for r in range(row, row + rows)
        for c in range(column, column + columns)
    }
    held: list[list[Word]] = [[] for _ in places]
    for word in words:
        x0, y0, x1, y1 = word.box
        place = owner.get((bisect_right(ys, (y0 + y1) / 2) - 1, bisect_right(xs, (x0 + x1) / 2) - 1))
        if place is not None:
            held[place].append(word)
    cells: list[Cell] = []
    for n, (row, column, rows, columns) in enumerate(places):
        box = Box(xs[column], ys[row], xs[column + columns], ys[row + rows])
        cell = Cell(row, column, box, cell_lines(held[n]), rows, columns)
        cells.extend(_by_columns(cell, held[n], xs) if columns > 1 else [cell])
    return _parted(*with_inner_columns(xs, ys, _with_spread_titles(cells)), content.page_number)


def words_in(box: Box, words: Sequence[Word]) -> list[Word]:
    """The words whose middle lies in the box. Worked out here: each grid asks about all words of the page."""
    left, top, right, foot = box
    return [word for word in words if left <= (word.box.x0 + word.box.x1) / 2 <= right and top <= (word.box.y0 + word.box.y1) / 2 <= foot]


def _without_idle_borders(places: Sequence[Place], lattice: Lattice) -> tuple[list[Place], list[float], list[float]]:
    """The cells and borders, without borders at which no cell begins or ends: the edge of a chip of colour or a tick box within cells."""
    rows = sorted({edge for row, _, height, _ in places for edge in (row, row + height)})
    columns = sorted({edge for _, column, _, width in places for edge in (column, column + width)})
    row_at = {row: place for place, row in enumerate(rows)}
    column_at = {column: place for place, column in enumerate(columns)}
    kept = [
        (row_at[row], column_at[column], row_at[row + height] - row_at[row], column_at[column + width] - column_at[column])
        for row, column, height, width in places
    ]
    return kept, [lattice.xs[column] for column in columns], [lattice.ys[row] for row in rows]


def _with_painted(places: list[Place], lattice: Lattice, fills: Sequence[Fill], words: Sequence[Word]) -> list[Place]:
    """The places, those that one paint covers as one where a text stands across their borders: it hides the lines drawn under it."""
    for fill in fills:
        row, past = _border_at(lattice.ys, fill.box.y0), _border_at(lattice.ys, fill.box.y1)
        column, beside = _border_at(lattice.xs, fill.box.x0), _border_at(lattice.xs, fill.box.x1)
        if row is None or past is None or column is None or beside != column + 1 or past - row < MIN_PAINTED:
            continue
        inner, inside = (
            lattice.ys[row + 1 : past],
            words_in(fill.box, words),
        )
        if inside and all(_stands_across(word, inner) for word in inside):
            covered = {(at, column, 1, 1) for at in range(row, past)}
            if covered <= set(places):
                places = sorted([place for place in places if place not in covered] + [(row, column, past - row, 1)])
    return places


def _border_at(borders: Sequence[float], edge: float) -> int | None:
    return next((number for number, border in enumerate(borders) if abs(border - edge) <= SAME_EDGE_PT), None)


def _stands_across(word: Word, borders: Sequence[float]) -> bool:
    """Whether a border would run through the word, or along turned text."""
    if word.direction[0] <= LEVEL_SHARE:
        return True
    margin = ACROSS_SHARE * word.box.height
    return any(word.box.y0 + margin < border < word.box.y1 - margin for border in borders)


def _by_columns(cell: Cell, words: Sequence[Word], xs: Sequence[float]) -> list[Cell]:
    """A wide cell cut at the table's borders where its own are not drawn: its pieces stand in three columns or more and cross none,
    or in two that are far apart."""
    inner = xs[cell.column + 1 : cell.column + cell.columns]
    columns: dict[int, list[Word]] = {}
    for word in words:
        if any(word.box.x0 + 1 < x < word.box.x1 - 1 for x in inner):
            return [cell]
        columns.setdefault(bisect_right(xs, word.box.center_x) - 1, []).append(word)
    if len(columns) < 2 or _has_close_words(columns) or (len(columns) == 2 and not _are_far_apart(columns)):
        return [cell]
    edges = range(cell.column, cell.column + cell.columns)
    return [
        Cell(cell.row, at, Box(xs[at], cell.box.y0, xs[at + 1], cell.box.y1), cell_lines(columns.get(at, [])), cell.rows, 1) for at in edges
    ]


def _with_spread_titles(cells: Sequence[Cell]) -> list[Cell]:
    """The cells, those of the first row as one where a title in the middle of them stands over heads: the borders between the heads may be
    drawn up to the edge, beside labels that reach over both rows."""
    top = sorted((cell for cell in cells if cell.row == 0), key=lambda cell: cell.column)
    headed = {cell.column for cell in cells if cell.row == 1 and cell.lines}
    if not any(cell.rows > 1 for cell in top):
        return list(cells)
    runs = [list(run) for is_short, run in groupby(top, key=lambda cell: cell.rows == 1 and cell.column in headed) if is_short]
    spread = [(run, title) for run in runs if len(run) > 1 and (title := _middle_title(run)) is not None]
    merged = {cell for run, _ in spread for cell in run}
    wholes = [
        replace(title, column=run[0].column, columns=sum(cell.columns for cell in run), box=union(cell.box for cell in run))
        for run, title in spread
    ]
    return [*wholes, *(cell for cell in cells if cell not in merged)]


def _middle_title(run: Sequence[Cell]) -> Cell | None:
    """The only one of these cells with a text, which stands in the middle of them all."""
    filled = [cell for cell in run if cell.lines]
    middle = (run[0].box.x0 + run[-1].box.x1) / 2
    is_middle = len(filled) == 1 and abs(filled[0].text_box.center_x - middle) <= filled[0].lines[0].size_pt
    return filled[0] if is_middle else None


def _has_close_words(columns: dict[int, list[Word]]) -> bool:
    """Whether text runs on from one column into the next with no more than a space between."""
    for column, words in columns.items():
        for after in columns.get(column + 1, []):
            for word in words:
                if abs(word.box.center_y - after.box.center_y) < 2 and 0 <= after.box.x0 - word.box.x1 < 0.45 * word.size_pt:
                    return True
    return False


def _are_far_apart(columns: dict[int, list[Word]]) -> bool:
    """Whether between what stands in two columns there is more space than any text has within it."""
    left, right = (columns[at] for at in sorted(columns))
    return min(word.box.x0 for word in right) - max(word.box.x1 for word in left) >= FAR_EM * max(word.size_pt for word in (*left, *right))


def _parted(xs: Sequence[float], ys: Sequence[float], cells: list[Cell], page_number: int) -> Table:
    """With every band that holds several rows cut between their lines."""
    cut_rows = 0
    filled = _filled_by_row(cells)
    for row in range(len(ys) - 2, -1, -1):
        band = [cell for cell in filled.get(row, ()) if cell.rows == 1]
        heights = _row_heights(band) or _head_and_row(band, filled.get(row + 1, ()))
        if len(heights) > 1:
            cut_rows += len(heights)
            cells = [piece for cell in cells for piece in _cut(cell, row, heights)]
            filled = _filled_by_row(cells)
            ys = [*ys[: row + 1], *((a + b) / 2 for a, b in pairwise(heights)), *ys[row + 1 :]]
    return make_table(xs, ys, cells, is_ruled=True, page_number=page_number, has_row_borders=cut_rows <= MAX_CUT_SHARE * (len(ys) - 1))


def _filled_by_row(cells: Sequence[Cell]) -> dict[int, list[Cell]]:
    """The cells that hold text, by the row in which they begin."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell.lines:
            rows.setdefault(cell.row, []).append(cell)
    return rows


def _row_heights(cells: Sequence[Cell]) -> list[float]:
    """The heights at which rows stand in one band, if most cells hold equally many lines there, some of them bare values."""
    counts = Counter(len(cell.lines) for cell in cells)
    if not counts:
        return []
    usual, number = max(counts.items(), key=lambda item: (item[1], item[0]))
    if usual < 2 or number < 2 or number < SPLIT_SHARE * len(cells):
        return []
    if any(len(cell.lines) == 1 and kind_of(cell.text) in (ValueKind.CODE, ValueKind.BARCODE) for cell in cells):
        return []
    same = [cell for cell in cells if len(cell.lines) == usual]
    # Places of a matrix, whatever the head of their row says in as many lines: `250 mm` over `10 inch`.
    places = [cell for cell in same if cell.column > 0] or same
    if len(places) >= MIN_VALUES and all(code_and_price(cell, is_whole=True) is not None for cell in places):
        return []
    heights = [sum(cell.lines[n].box.center_y for cell in same) / len(same) for n in range(usual)]
    level = all(abs(line.box.center_y - heights[n]) <= 0.4 * line.size_pt for cell in same for n, line in enumerate(cell.lines))
    kinds = [tuple(kind_of(line.text) for line in cell.lines) for cell in same]
    # The same kinds under each other in every cell tell of one thing: a size and what it costs.
    tells_of_one = len(set(kinds)) == 1 and len(set(kinds[0])) > 1
    valued = any(all(kind in SINGLE_VALUES for kind in own) for own in kinds)
    return heights if level and valued and not tells_of_one else []


def _head_and_row(band: Sequence[Cell], below: Sequence[Cell]) -> list[float]:
    """The heights of labels and values in the first band, where no border was found between a header and its first row: in every cell one of
    each, but for columns that show pictures. A few labels may take several lines."""
    full = [cell for cell in band if len(cell.lines) > 1]
    pairs = sum(len(cell.lines) == 2 for cell in full)
    if not band or band[0].row > 0 or pairs < max(MIN_HEADED, SPLIT_SHARE * len(band)) or any(cell.columns > 1 for cell in band):
        return []
    head = sum(union(line.box for line in cell.lines[:-1]).center_y for cell in full) / len(full)
    row = sum(cell.lines[-1].box.center_y for cell in full) / len(full)
    if not all(_stands_under_label(cell, head, row) for cell in band):
        return []
    # Labels differ: one kind of goods over all their names is no header.
    if len({cell.lines[0].text for cell in band}) == 1:
        return []
    kinds = {cell.column: kind_of(cell.text) for cell in below if cell.columns == 1}
    values = [cell for cell in full if kinds.get(cell.column) in SINGLE_VALUES and kind_of(cell.lines[-1].text) is kinds[cell.column]]
    is_headed = len(values) >= MIN_VALUES and all(kind_of(cell.lines[0].text) not in SINGLE_VALUES for cell in values)
    return [head, row] if is_headed else []


def _stands_under_label(cell: Cell, head: float, row: float) -> bool:
    """Whether a cell's last line stands in the row and the others about the middle of the head; alone it may be either."""
    *labels, value = cell.lines
    if not labels:
        return _is_at(value, head) or _is_at(value, row)
    middle = union(line.box for line in labels).center_y
    return _is_at(value, row) and abs(middle - head) <= 0.5 * value.size_pt and len(labels) <= MAX_LABEL_LINES


def _is_at(line: Line, height: float) -> bool:
    return abs(line.box.center_y - height) <= 0.5 * line.size_pt


def code_and_price(cell: Cell, *, is_whole: bool = False) -> tuple[Line, Line] | None:
    """What a cell says to order and what it costs, in one line or among few, of which none tells another code or sum; else None.

    In a line of its own the sum may be a whole number where the other cells say that such figures are sums (`is_whole`).
    """
    if len(cell.lines) == 1:
        words = cell.lines[0].words
        cuts = range(1, len(words)) if len(words) <= MAX_PAIR_WORDS else ()
        cut = next((cut for cut in cuts if _is_coded(text_of(words[:cut])) and _is_priced(text_of(words[cut:]))), None)
        return (make_line(words[:cut]), make_line(words[cut:])) if cut is not None else None
    if len(cell.lines) > MAX_PLACE_LINES:
        return None
    codes = [line for line in cell.lines if _is_coded(line.text)]
    sums = [line for line in cell.lines if _is_priced(line.text, is_whole=is_whole)]
    return (codes[0], sums[0]) if len(codes) == len(sums) == 1 else None


def _is_coded(text: str) -> bool:
    return kind_of(text) in (ValueKind.CODE, ValueKind.BARCODE)


def _is_priced(text: str, *, is_whole: bool = False) -> bool:
    kind = kind_of(text)
    return kind is ValueKind.PRICE or (is_whole and kind is ValueKind.NUMBER) or MONEY.fullmatch(text.strip()) is not None


def _cut(cell: Cell, row: int, heights: Sequence[float]) -> list[Cell]:
    """The cell after the band `row` became several rows: moved down, stretched, or cut itself."""
    extra = len(heights) - 1
    if cell.row > row:
        return [Cell(cell.row + extra, cell.column, cell.box, cell.lines, cell.rows, cell.columns)]
    if cell.row + cell.rows <= row:
        return [cell]
    if cell.rows > 1 or len(cell.lines) <= 1:
        return [Cell(cell.row, cell.column, cell.box, cell.lines, cell.rows + extra, cell.columns)]
    parts: list[list[Line]] = [[] for _ in heights]
    for line in cell.lines:
        nearest = min(range(len(heights)), key=lambda n: abs(heights[n] - line.box.center_y))
        parts[nearest].append(line)
    edges = [cell.box.y0, *((a + b) / 2 for a, b in pairwise(heights)), cell.box.y1]
    return [
        Cell(row + n, cell.column, Box(cell.box.x0, edges[n], cell.box.x1, edges[n + 1]), tuple(lines), 1, cell.columns)
        for n, lines in enumerate(parts)
    ]
