"""Tables without full borders: rows whose pieces stand under each other. Stripes and level rules help where they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pipeline.backends.rules.table_records import Cell, Table, make_table
from pipeline.backends.rules.tables_rows import LogicalRow, TextRow, column_of, group_rows, text_rows
from pipeline.geometry import Box, union
from pipeline.records import Line, PageContent, Word
from pipeline.stages.lines import is_level

RUN_GAP_EM = 0.8
ALIGN_PT = 2.2
EDGE_PT = 1.2
LOOK_BACK_ROWS = 4
MAX_ROW_GAP_EM = 16.0
GUTTER_EM = 0.55
ALIGNED_GUTTER_EM = 0.36
FEW_ROWS_GUTTER_EM = 0.8
FEW_ROWS = 4
MONOSPACE_GUTTER_EM = 1.0
BRIDGED_SHARE = 0.08
MAX_BLOCK_ROWS = 400


def find_streams(content: PageContent, words: Sequence[Word]) -> list[Table]:
    """Tables among these words, by alignment alone."""
    rows = text_rows([word for word in words if is_level(word)], RUN_GAP_EM)
    tables = []
    for block in _blocks(rows):
        table = _table(content, rows, block)
        if table is not None:
            tables.append(table)
    return sorted(tables, key=lambda table: (table.box.y0, table.box.x0))


def _blocks(rows: Sequence[TextRow]) -> list[list[int]]:
    """Runs of rows that continue each other: at least two pieces stand exactly under two pieces of a row shortly before."""
    blocks: list[list[int]] = []
    for index, row in enumerate(rows):
        if len(row.runs) < 2:
            continue
        home = next((block for block in reversed(blocks[-6:]) if _continues(rows, block, row)), None)
        if home is None or len(home) >= MAX_BLOCK_ROWS:
            blocks.append([index])
        else:
            home.append(index)
    return [block for block in blocks if len(block) >= 2]


def _continues(rows: Sequence[TextRow], block: list[int], row: TextRow) -> bool:
    last = rows[block[-1]]
    gap = row.box.y0 - last.box.y1
    limit = MAX_ROW_GAP_EM * row.size_pt
    if len(block) >= 3:
        pitches = [rows[b].box.y0 - rows[a].box.y0 for a, b in zip(block, block[1:], strict=False)]
        limit = min(limit, 4 * max(median(pitches), 1.5 * row.size_pt))
    if gap > limit:
        return False
    return any(_aligned(rows[index].runs, row.runs) >= 2 for index in block[-LOOK_BACK_ROWS:])


def _aligned(above: Sequence[Line], below: Sequence[Line]) -> int:
    """How many pieces share a left edge, a right edge or a middle with a piece above."""
    count, start = 0, 0
    for run in below:
        for index in range(start, len(above)):
            a, b = above[index].box, run.box
            if abs(a.x0 - b.x0) <= ALIGN_PT or abs(a.x1 - b.x1) <= ALIGN_PT or abs(a.center_x - b.center_x) <= ALIGN_PT:
                count, start = count + 1, index + 1
                break
    return count


def _table(content: PageContent, rows: Sequence[TextRow], block: list[int]) -> Table | None:
    members = [rows[index] for index in block]
    area = union(row.box for row in members)
    xs = _columns(content, rows, block, area)
    if len(xs) < 3:
        return None
    inside = _rows_inside(rows, block, area, xs)
    logical = _logical_rows(content, inside, xs, members)
    if len(logical) < 2:
        return None
    return _assembled(content, logical, xs)


def _columns(content: PageContent, rows: Sequence[TextRow], block: list[int], area: Box) -> list[float]:
    """Columns by the block's rows, then again with the short rows between them, whose text may stand in a column of its own."""
    members = [rows[index] for index in block]
    drawn = _drawn_columns(content, members, area)
    xs = find_columns(members, drawn)
    taken = set(block)
    between = [row for index, row in enumerate(rows[block[0] : block[-1] + 1], start=block[0]) if index not in taken]
    inside = [row for row in between if area.x0 - 2 <= row.box.x0 and row.box.x1 <= area.x1 + 2 and _in_one_column(row, xs)]
    extra = inside + _beside(between, area)
    if not extra or len(xs) < 3:
        return xs
    return find_columns([members[0], *sorted([*members[1:], *extra], key=lambda row: row.box.y0)], drawn)


def _in_one_column(row: TextRow, xs: Sequence[float]) -> bool:
    return all(_crossed(run.box, xs) == 1 for run in row.runs)


def _beside(rows: Sequence[TextRow], area: Box) -> list[TextRow]:
    """Short rows left or right of the block that begin under each other: a column whose cells stand between the rows."""
    reach = MAX_ROW_GAP_EM * (rows[0].size_pt if rows else 0.0)
    outer = [row for row in rows if len(row.runs) == 1 and (area.x0 - reach <= row.box.x1 <= area.x0 or area.x1 <= row.box.x0 <= area.x1 + reach)]
    return [row for row in outer if sum(abs(row.box.x0 - other.box.x0) <= EDGE_PT for other in outer) >= 2]


def _rows_inside(rows: Sequence[TextRow], block: list[int], area: Box, xs: Sequence[float]) -> list[TextRow]:
    """All rows of the block's height, with the words of its width; lines that wrap over the first and last row too."""
    first, last = block[0], block[-1]
    height = rows[last].size_pt
    left, right = min(area.x0, xs[0]) - height, max(area.x1, xs[-1]) + height
    kept: list[TextRow] = []
    for index in range(max(0, first - 3), min(len(rows), last + 6)):
        row = rows[index]
        words = [word for word in row.words if left <= word.box.center_x <= right]
        if not words:
            continue
        if index < first and not _leads_in(rows, index, first, xs):
            continue
        if index > last and not _wraps_on(kept[-1], row, words, xs):
            break
        kept.append(TextRow(words, [run for run in row.runs if left <= run.box.center_x <= right]))
    return kept


def _leads_in(rows: Sequence[TextRow], index: int, first: int, xs: Sequence[float]) -> bool:
    """Whether the rows from here to the block stand close above each other and fit its columns: a header."""
    size = rows[first].size_pt
    for at in range(index, first):
        gap = rows[at + 1].box.y0 - rows[at].box.y1
        if gap > 1.2 * size or rows[at].size_pt > 1.4 * size:
            return False
        if not _fits_columns(rows[at], xs) and (any(_crossed(run.box, xs) > 1 for run in rows[at].runs) or len(rows[at].runs) < 2):
            return False
    return True


def _fits_columns(row: TextRow, xs: Sequence[float]) -> bool:
    """Whether the row's words fill most columns without writing across a border."""
    across = sum(any(word.box.x0 + 3 < x < word.box.x1 - 3 for x in xs[1:-1]) for word in row.words)
    filled = {column_of(word.box.center_x, xs) for word in row.words}
    return across == 0 and len(filled) >= max(2, 0.6 * (len(xs) - 1))


def _wraps_on(above: TextRow, row: TextRow, words: Sequence[Word], xs: Sequence[float]) -> bool:
    """Whether a row below the last one only goes on in its cells."""
    box = union(word.box for word in words)
    if box.y0 - above.box.y1 > 0.5 * row.size_pt or abs(row.size_pt - above.size_pt) > 0.5:
        return False
    return all(_crossed(run.box, xs) == 1 for run in row.runs)


def _crossed(box: Box, xs: Sequence[float]) -> int:
    return sum(min(box.x1, right) - max(box.x0, left) > 2.0 for left, right in zip(xs, xs[1:], strict=False))


def find_columns(rows: Sequence[TextRow], drawn: Sequence[float]) -> list[float]:
    """Column borders: drawn ones, bands that hardly any row writes into, and edges at which pieces begin in most rows.

    The first row may be a header set in another way than the values: it moves a border but makes none.
    """
    box = union(row.box for row in rows)
    size = median([row.size_pt for row in rows])
    below = rows[1:] if len(rows) >= FEW_ROWS else rows
    borders = list(drawn)
    gutters = _gutters(below, BRIDGED_SHARE)
    limits = [start for start, end in gutters[1:] if end - start >= ALIGNED_GUTTER_EM * size]
    for start, end in gutters:
        limit = next((x for x in limits if x > end), box.x1 + 1.0)
        if end - start >= _needed_gap(below, start, end, limit) * size and not any(start - 2 <= x <= end + 2 for x in drawn):
            borders.append(_free_middle(rows, start, end))
    for left, x in _started_edges(below, size):
        if not any(left - 1 <= border <= x + 1 for border in borders) and not _header_runs_over(rows[0], (left + x) / 2):
            borders.append((left + x) / 2)
    inner = sorted(x for x in borders if box.x0 + 1 < x < box.x1 - 1)
    return _without_empty([box.x0 - 1.0, *inner, box.x1 + 1.0], below)


def _needed_gap(rows: Sequence[TextRow], start: float, end: float, limit: float) -> float:
    """How wide, in ems, a free band must be to part columns: less where the column after it, up to `limit`, has a straight edge."""
    if _is_monospace(rows):
        return MONOSPACE_GUTTER_EM
    if len(rows) < FEW_ROWS - 1:
        return FEW_ROWS_GUTTER_EM
    pieces = [[word.box for word in row.words if end < word.box.center_x < limit] for row in rows]
    lefts = [min(box.x0 for box in boxes) for boxes in pieces if boxes]
    rights = [max(box.x1 for box in boxes) for boxes in pieces if boxes]
    straight = len(lefts) >= FEW_ROWS and (_are_level(lefts) or _are_level(rights))
    return ALIGNED_GUTTER_EM if straight else GUTTER_EM


def _are_level(places: Sequence[float]) -> bool:
    usual = median(places)
    return sum(abs(place - usual) <= 1.0 for place in places) >= 0.85 * len(places)


def _free_middle(rows: Sequence[TextRow], start: float, end: float) -> float:
    """Where in a gutter to cut: the middle of its widest stretch that no row at all writes into."""
    pieces = _gutters([TextRow([w for w in row.words if w.box.x1 > start - 1 and w.box.x0 < end + 1], []) for row in rows], 0.0)
    inner = [(max(a, start), min(b, end)) for a, b in pieces if min(b, end) - max(a, start) > 0]
    if not inner:
        return (start + end) / 2
    widths = sorted((b - a for a, b in inner), reverse=True)
    is_clear = len(widths) < 2 or widths[0] >= max(2 * widths[1], rows[0].size_pt)
    if not is_clear and any(abs(word.box.x0 - end) <= 1.5 for word in rows[0].words):
        a, b = inner[-1]
        return (a + b) / 2
    a, b = max(inner, key=lambda piece: (piece[1] - piece[0], -piece[0]))
    return (a + b) / 2


@dataclass(frozen=True, slots=True)
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
            if gap >= 0.12 * size:
                counter = before.text if before is row.words[0] else ""
                starts.append(_Start(word.box.x0, gap, before.box.x0 if before else 0.0, counter))
    starts.sort(key=lambda start: start.x)
    edges = []
    first = 0
    for index, start in enumerate(starts):
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
    counted = [start.counter for start in after if start.counter.isdigit() and len(start.counter) <= 4]
    return len(counted) == len(after) and _counts_up(sorted(int(text) for text in counted))


def _header_runs_over(header: TextRow, x: float) -> bool:
    """Whether a first row without figures goes on over this place without a gap: one label over it, so one column."""
    if any(char.isdigit() for word in header.words for char in word.text):
        return False
    left = [word.box.x1 for word in header.words if word.box.center_x < x]
    right = [word.box.x0 for word in header.words if word.box.center_x >= x]
    return bool(left and right) and min(right) - max(left) < 0.36 * header.size_pt


def _counts_up(numbers: Sequence[int]) -> bool:
    return all(b - a == 1 for a, b in zip(numbers, numbers[1:], strict=False))


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


def _gutters(rows: Sequence[TextRow], bridged: float) -> list[tuple[float, float]]:
    """Stretches that at most a small share of the rows covers."""
    events: list[tuple[float, int]] = []
    for row in rows:
        reach: float | None = None
        for word in row.words:
            start = word.box.x0
            if reach is not None and start - reach <= 0.3 * word.size_pt:
                start = min(start, reach)
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


def _drawn_columns(content: PageContent, rows: Sequence[TextRow], area: Box) -> list[float]:
    """Places of upright rules and of edges of filled cells in the block, even if only the header has them, where no row writes across."""
    reach = area.expanded(area_margin(rows))
    drawn = [ruling.box.center_x for ruling in content.rulings if not ruling.is_horizontal and ruling.box.intersection(reach) is not None]
    for fill in content.fills:
        if fill.box.intersection(reach) is not None and fill.box.width < 0.8 * area.width:
            drawn += [fill.box.x0, fill.box.x1]
    found: list[float] = []
    for x in sorted(drawn):
        if area.x0 + 2 < x < area.x1 - 2 and (not found or x - found[-1] > 3.0) and _is_free(rows, x):
            found.append(x)
    return found


def area_margin(rows: Sequence[TextRow]) -> float:
    return rows[0].size_pt


def _is_free(rows: Sequence[TextRow], x: float) -> bool:
    crossed = sum(any(word.box.x0 + 1 < x < word.box.x1 - 1 for word in row.words) for row in rows)
    return crossed <= BRIDGED_SHARE * len(rows)


def _logical_rows(content: PageContent, rows: Sequence[TextRow], xs: Sequence[float], members: Sequence[TextRow]) -> list[LogicalRow]:
    full = round(median([len({column_of(word.box.center_x, xs) for word in row.words}) for row in members]))
    area = union(row.box for row in rows)
    edges = _drawn_rows(content, area)
    logical: list[LogicalRow] = []
    band: list[TextRow] = []
    for row in rows:
        if band and any(band[-1].box.center_y < edge < row.box.center_y for edge in edges):
            logical.extend(group_rows(band, xs, full=full))
            band = []
        band.append(row)
    if band:
        logical.extend(group_rows(band, xs, full=full))
    return logical


def _drawn_rows(content: PageContent, area: Box) -> list[float]:
    """Heights at which a rule or the edge of a stripe crosses most of the table."""
    need = 0.6 * area.width
    edges = [
        ruling.box.center_y
        for ruling in content.rulings
        if ruling.is_horizontal and min(ruling.box.x1, area.x1) - max(ruling.box.x0, area.x0) >= need
    ]
    spans: dict[int, float] = {}
    for fill in content.fills:
        if fill.box.height < 0.5 * content.height_pt and area.y0 - 40 <= fill.box.center_y <= area.y1 + 40:
            width = min(fill.box.x1, area.x1) - max(fill.box.x0, area.x0)
            for edge in (fill.box.y0, fill.box.y1):
                spans[round(edge)] = spans.get(round(edge), 0.0) + max(width, 0.0)
    edges.extend(float(edge) for edge, width in spans.items() if width >= need)
    return sorted(edges)


def _assembled(content: PageContent, logical: Sequence[LogicalRow], xs: Sequence[float]) -> Table:
    boxes = [row.box for row in logical]
    ys = [boxes[0].y0 - 1.0]
    for above, below in zip(boxes, boxes[1:], strict=False):
        ys.append(max((above.y1 + below.y0) / 2, ys[-1] + 0.1))
    ys.append(max(boxes[-1].y1 + 1.0, ys[-1] + 0.1))
    cells = []
    for index, row in enumerate(logical):
        if row.bar:
            cells.append(Cell(index, 0, Box(xs[0], ys[index], xs[-1], ys[index + 1]), tuple(row.bar), columns=len(xs) - 1))
            continue
        for column, lines in sorted(row.cells.items()):
            box = Box(xs[column], ys[index], xs[column + 1], ys[index + 1])
            cells.append(Cell(index, column, box, tuple(sorted(lines, key=lambda line: line.box.y0))))
    return make_table(xs, ys, cells, is_ruled=False, page_number=content.page_number)
