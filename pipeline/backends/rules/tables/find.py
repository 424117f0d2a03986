"""The tables of a page: grids of borders, then rows whose pieces stand under each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.tables.dittos import with_dittos
from pipeline.backends.rules.tables.factrows import with_facts_joined
from pipeline.backends.rules.tables.grids.grid import fill_lattice, words_in
from pipeline.backends.rules.tables.grids.inner import holds_columns
from pipeline.backends.rules.tables.grids.lattice import Lattice, find_lattices
from pipeline.backends.rules.tables.grids.rows import column_of
from pipeline.backends.rules.tables.grids.stacks import stacked
from pipeline.backends.rules.tables.grids.stream import find_streams
from pipeline.backends.rules.tables.heads.drawn import with_drawn_heads
from pipeline.backends.rules.tables.notedbars import with_noted_bars
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import Box, Tiles
from pipeline.records import Line, PageContent, Word
from pipeline.stages.lines import is_slanted, text_of

MIN_STACKED = 3
MIN_LABELS, LABELLED_SHARE, MAX_HEAD_ROWS = 2, 0.5, 2
# So many are asked for all words of the page sooner than these are laid out by their places.
FEW_LATTICES = 3
STACKED_SHARE = 0.8
# The edges of a single column.
MIN_FORM_EDGES = 2
STACKED = frozenset((ValueKind.CODE, ValueKind.BARCODE, ValueKind.PRICE, ValueKind.NUMBER))
# A small picture beside the lines of a cell is a mark of what they say.
MIN_CARD_LINES, CARDS_SHARE, SHOWN_SHARE, CARD_PICTURE_SHARE = 2, 0.5, 0.8, 0.15
LEVEL = (1.0, 0.0)
LEADING = ".·…‥_"
LEADER = re.compile(r"[.·…‥_]{3,}|…")


def page_tables(content: PageContent, lines: Sequence[Line], headers: Headers) -> Sequence[Table]:
    """The tables among these lines. Those of a whole page are kept with it: the page after it may ask for them again."""
    if lines is not content.lines:
        return _headed_tables(content, lines, headers)
    key = (page_tables, headers)
    if key not in content.found:
        content.found[key] = _headed_tables(content, lines, headers)
    kept: tuple[Table, ...] = content.found[key]
    return kept


def _headed_tables(content: PageContent, lines: Sequence[Line], headers: Headers) -> tuple[Table, ...]:
    found = with_drawn_heads(list(_tables(content, lines, headers)), [word for line in lines for word in line.words], content, headers)
    joined = with_facts_joined(found, headers)
    return tuple(with_noted_bars(with_dittos(table, headers), headers) for table in joined)


def _tables(content: PageContent, lines: Sequence[Line], headers: Headers) -> Iterator[Table]:
    """Grids of borders first; what they do not hold is searched for aligned rows. Dots that lead the eye are as good as a gap."""
    words = [word for line in lines for word in without_leaders(line.words) if word.direction == LEVEL or not is_slanted(word)]
    taken: set[int] = set()
    lattices = stacked(find_lattices(content), lines, lambda lattice, first: _opens_table(lattice, first, words, headers))
    placed = Tiles((word.box, word) for word in words) if len(lattices) > FEW_LATTICES else None
    for lattice in lattices:
        near = words if placed is None else placed.around(lattice.box)
        held = [word for word in words_in(lattice.box, near) if id(word) not in taken]
        if len(held) >= 4 and not _has_boxes_to_fill_in(lattice, held, content):
            table = fill_lattice(lattice, content, held)
            if is_tabular(table) and not holds_cards(table, content):
                taken.update(id(word) for word in held)
                yield table
    yield from find_streams(content, [word for word in words if id(word) not in taken], headers)


def _has_boxes_to_fill_in(lattice: Lattice, held: Sequence[Word], content: PageContent) -> bool:
    """Whether all text of a grid stands in one of its columns, line by line, and nothing in the others: boxes to write in beside the rows of a
    list, whose places tell more than they do."""
    if len(lattice.xs) <= MIN_FORM_EDGES:
        return False
    column = column_of(held[0].box.center_x, lattice.xs)
    if any(column_of(word.box.center_x, lattice.xs) != column for word in held):
        return False
    bands: dict[int, list[float]] = {}
    for word in held:
        bands.setdefault(column_of(word.box.center_y, lattice.ys), []).append(word.box.center_y)
    is_by_line = all(max(heights) - min(heights) < held[0].size_pt / 2 for heights in bands.values())
    return is_by_line and not any(picture.box.overlap_ratio(lattice.box) > 0 for picture in content.pictures)


def _opens_table(lattice: Lattice, first: Lattice, words: Sequence[Word], headers: Headers) -> bool:
    """Whether the first rows of a grid are labels over most of its columns, or what the first grid opens with, if only the label in its corner."""
    rows = [_texts(lattice, row, words) for row in range(min(MAX_HEAD_ROWS, len(lattice.ys) - 1))]
    opening = _texts(first, 0, words)
    is_again = rows[0] == opening or (rows[0][:1] == opening[:1] and _are_labels(opening[:1], headers, least=1))
    return is_again or any(_are_labels(texts, headers) for texts in rows)


def _are_labels(texts: Sequence[str], headers: Headers, *, least: int = MIN_LABELS) -> bool:
    labels = [headers.lookup(text) for text in texts]
    return sum(label is not None and label.is_exact for label in labels) >= max(least, LABELLED_SHARE * len(labels))


def _texts(lattice: Lattice, row: int, words: Sequence[Word]) -> list[str]:
    """What stands in each column of a row, where anything does."""
    cells: dict[int, list[Word]] = {}
    around = Box(lattice.xs[0], lattice.ys[row], lattice.xs[-1], lattice.ys[row + 1])
    for word in words_in(around, words):
        if around.y0 < word.box.center_y < around.y1 and around.x0 < word.box.center_x < around.x1:
            cells.setdefault(column_of(word.box.center_x, lattice.xs), []).append(word)
    return [text_of(held) for _, held in sorted(cells.items())]


def without_leaders(words: Sequence[Word]) -> Sequence[Word]:
    """The words of a line but for dots that lead the eye, set close together or one by one."""
    # Asked of every line: nearly none has a word of dots.
    if {word.text[0] for word in words}.isdisjoint(LEADING):
        return words
    runs = [(is_of_dots, list(run)) for is_of_dots, run in groupby(words, key=_is_of_dots)]
    return [word for is_of_dots, run in runs if not (is_of_dots and are_leader(run)) for word in run]


def are_leader(words: Sequence[Word]) -> bool:
    """Whether words are nothing but dots that lead from a name to its price."""
    return LEADER.fullmatch("".join(word.text for word in words)) is not None


def _is_of_dots(word: Word) -> bool:
    return word.text[0] in LEADING and not word.text.strip(LEADING)


def is_tabular(table: Table) -> bool:
    """Whether the grid holds rows of values and no cards: cells of a card hold a picture's caption of several kinds."""
    filled = [cell for cell in table.cells if cell.lines]
    if len(filled) < 4 or table.column_count < 2 or table.row_count < 2:
        return False
    if _stacks_rows(filled) or holds_columns(filled):
        return False
    # Rows without borders, or one wide cell with many lines, are a body that alignment tells more about than the frame.
    return table.has_row_borders and not any(
        cell.columns >= 3 and len(cell.lines) >= 3 and cell.columns >= 0.6 * table.column_count for cell in filled
    )


def holds_cards(table: Table, content: PageContent) -> bool:
    """Whether most cells, side by side as well, show something and tell of it in several lines: each is a card, not a value of its row."""
    filled = [cell for cell in table.cells if cell.lines]
    pictures = product_pictures(content)
    cards = [cell for cell in filled if len(cell.lines) >= MIN_CARD_LINES and any(_shows(cell, box) for box in pictures)]
    return len({cell.column for cell in cards}) > 1 and len(cards) > CARDS_SHARE * len(filled)


def _shows(cell: Cell, picture: Box) -> bool:
    return picture.overlap_ratio(cell.box) > SHOWN_SHARE and picture.area >= CARD_PICTURE_SHARE * cell.box.area


def _stacks_rows(filled: Sequence[Cell]) -> bool:
    """Whether rows lie on top of each other between upright rules alone: several cells of one band hold codes or prices line by line."""
    stacked: dict[int, int] = {}
    for cell in filled:
        if len(cell.lines) >= MIN_STACKED and sum(kind_of(line.text) in STACKED for line in cell.lines) >= STACKED_SHARE * len(cell.lines):
            stacked[cell.row] = stacked.get(cell.row, 0) + 1
    return any(count >= 2 for count in stacked.values())
