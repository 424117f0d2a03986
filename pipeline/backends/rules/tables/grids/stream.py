"""Tables without full borders: rows whose pieces stand under each other. Stripes and level rules help where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.page.furniture import foot_start, head_end
from pipeline.backends.rules.tables.grids.bands import drawn_bands, level_rules
from pipeline.backends.rules.tables.grids.blocks import (
    MAX_ROW_GAP_EM,
    begin_with_head,
    facts_apart,
    find_blocks,
    is_head,
    without_foot,
    without_lead,
)
from pipeline.backends.rules.tables.grids.columns import EDGE_PT, drawn_columns, fills_at, find_columns, upright_rules
from pipeline.backends.rules.tables.grids.lead import crossed, in_one_column, leads_in, with_rest_of_head
from pipeline.backends.rules.tables.grids.notedtitles import noted_titles
from pipeline.backends.rules.tables.grids.pagecolumns import drawn_gutter, gutter, parts_of
from pipeline.backends.rules.tables.grids.panels import MIN_PANEL_ROWS, panel_border
from pipeline.backends.rules.tables.grids.pictured import parted_by_pictures
from pipeline.backends.rules.tables.grids.rows import LogicalRow, TextRow, column_of, group_rows, text_rows, with_cells_across
from pipeline.backends.rules.tables.grids.spans import with_spans
from pipeline.backends.rules.tables.grids.width import words_by_rules
from pipeline.backends.rules.tables.records import Cell, Table, cell_lines, make_table
from pipeline.geometry import Box, Tiles, union
from pipeline.records import PageContent, Word
from pipeline.stages.lines import is_level, make_line

RUN_GAP_EM = 0.8
MIN_BANDS = 3
LEAD_ROWS, TAIL_ROWS = 3, 6
OUTER_PT = 12.0
TITLE_GAP_EM = 2.0
MAX_BAR_EM = 3.5
MIN_UNDER_SHARE = 0.5
COLUMN_SHARE = 0.25
MAX_LONE = 4
SIDE_SHARE = 0.9


def find_streams(content: PageContent, words: Sequence[Word], headers: Headers) -> list[Table]:
    """Tables among these words, by alignment and by rows that read like headers."""
    level = [word for word in words if is_level(word)]
    tables: list[Table] = []
    for inside in words_by_rules(content, level):
        held = _from_head(text_rows(inside, RUN_GAP_EM), headers)
        if held:
            tables += _column_tables(content, held, headers)
            taken = set(map(id, held))
            level = [word for word in level if id(word) not in taken]
    tables += _column_tables(content, level, headers)
    return sorted(tables, key=lambda table: (table.box.y0, table.box.x0))


def _from_head(rows: Sequence[TextRow], headers: Headers) -> list[Word]:
    """The words of a table from its head on: titles may stand over it within the room for a head. None where it has no head."""
    for start in range(min(LEAD_ROWS, len(rows))):
        if begin_with_head(rows[start:], headers):
            return [word for row in rows[start:] for word in row.words]
    return []


def _column_tables(content: PageContent, words: Sequence[Word], headers: Headers) -> list[Table]:
    """The tables of one column of the page after the other; most pages have one."""
    uprights = upright_rules(content)
    rows = [_cut_at(row, uprights) for row in text_rows(words, RUN_GAP_EM)]
    drawn = drawn_gutter(rows, _lone_uprights(content))
    if drawn is not None:
        return _tables_beside(content, words, headers, drawn)
    cut = gutter(rows, headers)
    if cut is None:
        return list(_tables(content, rows, headers))
    tables: list[Table] = []
    for part, is_open in parts_of(rows, cut):
        if not is_open:
            tables += _tables(content, part, headers)
            continue
        held = [word for row in part for word in row.words]
        for side in ([word for word in held if word.box.center_x < cut], [word for word in held if word.box.center_x >= cut]):
            tables += _column_tables(content, side, headers)
    return tables


def _tables_beside(content: PageContent, words: Sequence[Word], headers: Headers, rule: Box) -> list[Table]:
    """The tables over, left and right of an upright rule, and those under it."""
    parts: list[list[Word]] = [[], [], [], []]
    for word in words:
        is_under = word.box.center_y > rule.y1
        parts[3 if is_under else 0 if word.box.center_y < rule.y0 else 1 + (word.box.center_x > rule.center_x)].append(word)
    return [table for part in parts if part for table in _column_tables(content, part, headers)]


@found_once
def _lone_uprights(content: PageContent) -> list[Box]:
    """The few long upright rules of a page that may stand between its columns, and the inner edges of grounds that fill a side of it; many
    rules are borders."""
    rules = [ruling.box for ruling in content.rulings if not ruling.is_horizontal and ruling.box.height >= COLUMN_SHARE * content.height_pt]
    return (rules if len(rules) <= MAX_LONE else []) + [
        edge for fill in content.fills if (edge := _side_edge(fill.box, content)) is not None
    ]


def _side_edge(ground: Box, content: PageContent) -> Box | None:
    """The inner edge of a ground that runs down all of the page at its left or right side."""
    if ground.height < SIDE_SHARE * content.height_pt or ground.width >= SIDE_SHARE * content.width_pt:
        return None
    if ground.x0 <= OUTER_PT:
        return ground._replace(x0=ground.x1)
    return ground._replace(x1=ground.x0) if ground.x1 >= content.width_pt - OUTER_PT else None


def _cut_at(row: TextRow, uprights: Tiles[Box]) -> TextRow:
    """The row with its runs cut where an upright rule stands between two words."""
    box = row.box
    near = [rule.center_x for rule in uprights.around(box) if rule.y0 <= box.center_y <= rule.y1 and box.x0 < rule.center_x < box.x1]
    if not near:
        return row
    runs: list[list[Word]] = []
    for run in row.runs:
        runs.append([run.words[0]])
        for before, word in pairwise(run.words):
            if any(before.box.center_x < x < word.box.center_x and x < word.box.x0 + 1 for x in near):
                runs.append([])
            runs[-1].append(word)
    return TextRow(row.words, [make_line(words) for words in runs])


def _tables(content: PageContent, rows: Sequence[TextRow], headers: Headers) -> Iterator[Table]:
    headed = [without_lead(rows, block, head_end(content), headers) for block in find_blocks(rows, headers)]
    found = [without_foot(rows, block, foot_start(content)) for block in headed]
    whole = [part for block in found for part in parted_by_pictures(rows, block, content)]
    parted = [facts_apart(rows, block, headers) for block in whole]
    # What is told of all codes neither heads their columns nor goes on in their rows.
    facts = {goods[0]: told for told, *under in parted for goods in under}
    ends = {told[0]: goods[0] for told, *under in parted for goods in under}
    blocks = [part for parts in parted for part in parts]
    for block in blocks:
        # Rows over a whole header that stand under each other at edges of their own, as points of a list do, are no part of it.
        is_headed = is_head(rows[block[0]], headers, least=2)
        apart = {at for other in blocks if other is not block for at in other} if is_headed else set()
        apart.update(facts.get(block[0], ()))
        table = _table(content, rows[: ends.get(block[0])], block, apart, is_headed=is_headed)
        if table is None:
            continue
        cut = panel_border(table)
        if cut is None:
            yield table
            continue
        # Panels side by side have rows of their own: each is put together from its own words.
        around = rows[_lead_from(block, blocks) : _tail_to(block, blocks)]
        for start, end in ((table.box.x0 - OUTER_PT, cut), (cut, table.box.x1 + OUTER_PT)):
            yield from _tables(content, _between(around, start, end), headers)


def _lead_from(block: Sequence[int], blocks: Sequence[Sequence[int]]) -> int:
    """The first of the few rows over a block that may head it: past the rows of a table before it."""
    before = [other[-1] + 1 for other in blocks if len(other) >= MIN_PANEL_ROWS and other[-1] < block[0]]
    return max([0, block[0] - LEAD_ROWS, *before])


def _tail_to(block: Sequence[int], blocks: Sequence[Sequence[int]]) -> int:
    """Past the last of the few rows under a block that may go on in its cells: before the rows of the table after it."""
    after = [other[0] for other in blocks if other[0] > block[-1]]
    return min([block[-1] + TAIL_ROWS, *after])


def _between(rows: Sequence[TextRow], start: float, end: float) -> list[TextRow]:
    """The part of each row from one place to another."""
    parts = []
    for row in rows:
        words = [word for word in row.words if start <= word.box.center_x < end]
        if words:
            parts.append(TextRow(words, [run for run in row.runs if start <= run.box.center_x < end]))
    return parts


def _table(content: PageContent, rows: Sequence[TextRow], block: list[int], apart: AbstractSet[int], *, is_headed: bool) -> Table | None:
    """The table of these rows; those `apart` belong to other blocks and lead in to nothing, nor do lines of text over a known header."""
    area, titles = _area(rows, block), noted_titles(rows, block)
    block = [index for index in block if index not in titles]
    members = [rows[index] for index in block]
    xs = _columns(content, rows, block, area)
    if len(xs) < 3:
        return None
    inside = _rows_inside(content, rows, block, area, xs, apart, titles, is_headed=is_headed)
    logical = _logical_rows(content, inside, xs, members)
    if len(logical) < 2:
        return None
    return assembled(content, logical, xs)


def _area(rows: Sequence[TextRow], block: Sequence[int]) -> Box:
    """Where a block stands, with lines under its cells that reach further than any of them, or over its rows that begin before them, where most
    rows have such a line."""
    members, taken = [rows[index] for index in block], set(block)
    area = union(row.box for row in members)
    between = [rows[index].box for index in range(block[0], block[-1] + 1) if index not in taken and len(rows[index].runs) == 1]
    edges = {run.box.x0 for row in members for run in row.runs}
    further = [box for box in between if area.x0 + EDGE_PT < box.x0 < area.x1 < box.x1]
    under = [box for box in further if any(abs(box.x0 - edge) <= EDGE_PT for edge in edges)]
    before = [box for box in between if box.x0 < area.x0 - EDGE_PT and area.x0 < box.x1 < area.x1]
    left = min((box.x0 for box in before), default=area.x0)
    over = [box for box in before if box.x0 - left <= EDGE_PT]
    wider = [lines for lines in (under, over) if len(lines) >= MIN_UNDER_SHARE * len(members)]
    return union((area, *(box for lines in wider for box in lines)))


def _columns(content: PageContent, rows: Sequence[TextRow], block: list[int], area: Box) -> list[float]:
    """Columns by the block's rows, then again with the short rows between them, whose text may stand in a column of its own."""
    members = [rows[index] for index in block]
    drawn = drawn_columns(content, members, area)
    xs = find_columns(members, drawn)
    taken = set(block)
    between = [
        row
        for index, row in enumerate(rows[block[0] : block[-1] + 1], start=block[0])
        if index not in taken and not _titles_from_before(content, row, area.x0 - row.size_pt, area.x1 + row.size_pt)
    ]
    inside = [row for row in between if area.x0 - 2 <= row.box.x0 and row.box.x1 <= area.x1 + 2 and in_one_column(row, xs)]
    extra = inside + _beside(between, area)
    if not extra or len(xs) < 3:
        return xs
    return find_columns([members[0], *sorted([*members[1:], *extra], key=lambda row: row.box.y0)], drawn)


def _beside(rows: Sequence[TextRow], area: Box) -> list[TextRow]:
    """Short rows left or right of the block that begin under each other: a column whose cells stand between the rows."""
    reach = MAX_ROW_GAP_EM * max((row.size_pt for row in rows), default=0.0)
    outer = [
        row for row in rows if len(row.runs) == 1 and (area.x0 - reach <= row.box.x1 <= area.x0 or area.x1 <= row.box.x0 <= area.x1 + reach)
    ]
    return [row for row in outer if sum(abs(row.box.x0 - other.box.x0) <= EDGE_PT for other in outer) >= 2]


def _rows_inside(
    content: PageContent,
    rows: Sequence[TextRow],
    block: list[int],
    area: Box,
    xs: Sequence[float],
    apart: AbstractSet[int],
    titles: AbstractSet[int],
    *,
    is_headed: bool,
) -> list[TextRow]:
    """All rows of the block's height, with the words of its width; lines that wrap over the first and last row too."""
    first, last = block[0], block[-1]
    height = rows[last].size_pt
    left, right = min(area.x0, xs[0]) - height, max(area.x1, xs[-1]) + height
    over = range(max([first - LEAD_ROWS, 0, *(index + 1 for index in apart if index < first)]), first)
    lead = next((index for index in over if leads_in(rows, index, first, xs, titles, is_headed=is_headed)), first)
    kept: list[TextRow] = []
    members = frozenset(block)
    between = [rows[index] for index in range(first + 1, last) if index not in members]
    for index in range(lead, min(len(rows), last + TAIL_ROWS)):
        row = rows[index]
        words = [word for word in row.words if left <= word.box.center_x <= right]
        if index in titles or (first < index < last and index not in members and _titles_from_before(content, row, left, right)):
            kept.append(TextRow(row.words, [make_line(row.words)]))
            continue
        if not words:
            continue
        if index > last and not _wraps_on(kept[-1], row, words, xs, between):
            break
        kept.append(TextRow(words, [run for run in row.runs if left <= run.box.center_x <= right]))
    return with_rest_of_head(rows, first, kept, xs) if lead == first else kept


def _titles_from_before(content: PageContent, row: TextRow, left: float, right: float) -> bool:
    """Whether a row is the title of a section that begins before the columns, over the pictures beside its rows as well: its text runs
    into the table, or a bar across the table is under it. A translation may stand behind it, a little apart."""
    if row.box.x0 >= left or row.box.x1 >= right or any(b.box.x0 - a.box.x1 > TITLE_GAP_EM * row.size_pt for a, b in pairwise(row.words)):
        return False
    around = (fill.box for fill in fills_at(content).around(row.box) if fill.box.height <= MAX_BAR_EM * row.size_pt)
    bars = [bar for bar in around if bar.y0 <= row.box.center_y <= bar.y1]
    runs_in = row.runs[0].box.x1 > left + row.size_pt
    return runs_in or any(bar.x0 <= row.box.x0 and bar.x1 >= right - 2 * row.size_pt for bar in bars)


def _wraps_on(above: TextRow, row: TextRow, words: Sequence[Word], xs: Sequence[float], between: Sequence[TextRow]) -> bool:
    """Whether a row below the last one only goes on in its cells: set like it, or like what stands at this place under the rows before."""
    box = union(word.box for word in words)
    if box.y0 - above.box.y1 > 0.5 * row.size_pt:
        return False
    alike = (other for other in between if abs(other.box.x0 - row.box.x0) <= EDGE_PT)
    if not any(abs(row.size_pt - other.size_pt) <= 0.5 for other in (above, *alike)):
        return False
    return all(crossed(run.box, xs) == 1 for run in row.runs)


def _logical_rows(content: PageContent, rows: Sequence[TextRow], xs: Sequence[float], members: Sequence[TextRow]) -> list[LogicalRow]:
    area = union(row.box for row in rows)
    bands = drawn_bands(content, area, rows)
    full = _usual_columns([[row] for row in members], xs)
    if len(bands) >= MIN_BANDS:
        # Lines of one row may stand at different heights; its band holds them all.
        full = max(full, _usual_columns(bands, xs))
    # Where every row has its own band, so has a section's title; a line over a row's own is then part of its cell.
    has_titles = len(bands) < 0.5 * len(members)
    logical = [row for band in bands for row in group_rows(band, xs, full=full, may_have_titles=has_titles)]
    return with_cells_across(logical) if len(bands) >= MIN_BANDS else logical


def _usual_columns(groups: Sequence[Sequence[TextRow]], xs: Sequence[float]) -> int:
    return round(median([len({column_of(word.box.center_x, xs) for row in group for word in row.words}) for group in groups]))


def assembled(content: PageContent, logical: Sequence[LogicalRow], xs: Sequence[float]) -> Table:
    """Rows of cells put together between these columns."""
    boxes = [row.box for row in logical]
    ys = [boxes[0].y0 - 1.0]
    for above, below in pairwise(boxes):
        ys.append(max((above.y1 + below.y0) / 2, ys[-1] + 0.1))
    ys.append(max(boxes[-1].y1 + 1.0, ys[-1] + 0.1))
    cells = []
    for index, row in enumerate(logical):
        if row.bar:
            cells.append(Cell(index, 0, Box(xs[0], ys[index], xs[-1], ys[index + 1]), tuple(row.bar), columns=len(xs) - 1))
            continue
        for column, lines in sorted(row.cells.items()):
            box = Box(xs[column], ys[index], xs[column + 1], ys[index + 1])
            # Pieces of one line that a scan sets a little apart in height are read from left to right.
            cells.append(Cell(index, column, box, cell_lines([word for line in lines for word in line.words])))
    rules = level_rules(content).beside(Box(xs[0], ys[0], xs[-1], ys[-1]))
    return make_table(xs, ys, with_spans(cells, rules, xs, ys), is_ruled=False, page_number=content.page_number)
