"""Variant rows: a product told once and rows under it, each with a code of its own and perhaps its colour, size, material and price; every
row is the product in that variant. What stands level with a code is its row, whatever blocks the pieces were read in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.figures import is_sum
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.cards.families import WORDS, Family
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.colors import colored_share
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import Kind, plain_amount
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.frozen import record
from pipeline.geometry import Bands, Box, union

VARIED = (Kind.COLOR, Kind.SIZE, Kind.MATERIAL)
CELLS = frozenset({Kind.MODEL, Kind.PRICE, Kind.OLD_PRICE, Kind.NUMBER, Kind.NOTE, *VARIED, *WORDS})
PRICES = (Kind.PRICE, Kind.OLD_PRICE)
MIN_ROWS = 2
# A page with more of them is a list: comparing each with each would take longer than a page may.
MAX_CODES = 1000
LEVEL_EM = 0.4
ROW_GAP_EM = 2.5
PARAGRAPH_GAP = 3.0
SAME_EDGE_PT = 2.0
INDENT_EM = 2.0
SAME_SIZE = 1.15
COLORED_SHARE = 0.3
AGAIN_SHARE = 0.5
MIN_GRADED, GRADED_SHARE = 4, 0.5


@record(frozen=True, slots=True)
class _Cell:
    """A value and the caption it was read in."""

    part: Part
    entry: Entry

    @property
    def box(self) -> Box:
        return self.part.box


@dataclass(frozen=True, slots=True)
class _Row:
    """A code and what stands level with it, from left to right."""

    code: _Cell
    cells: tuple[_Cell, ...]

    @property
    def box(self) -> Box:
        return union(cell.box for cell in self.cells)

    def words(self) -> Iterator[str]:
        return (cell.part.text for cell in self.cells if cell.part.kind in WORDS)


def find_variant_rows(entries: Sequence[Entry], pictures: Sequence[Box], *, has_prices: bool = False) -> list[Family]:
    """One family for each name with such rows under it; a single row is one where the page has more of them. `has_prices` says that the page
    tells in which currency its prices are: bare sums that end the rows are then some."""
    cells = [_Cell(part, entry) for entry in entries for part in entry.caption.parts if _may_stand_in_row(part)]
    cells = _without_grades(cells)
    codes = list(filter(_is_figured_code, cells))
    if not MIN_ROWS <= len(codes) <= MAX_CODES:
        return []
    placed = Bands((cell.box, cell) for cell in cells)
    rows = [_row(code, placed, pictures) for code in codes]
    # Several codes in a row are a table's: what each of them is for stands over it.
    lists = _lists([row for row in rows if sum(map(_is_code, row.cells)) == 1], placed)
    if not any(len(rows) >= MIN_ROWS for rows in lists):
        return []
    taken = {id(cell.part) for rows in lists for row in rows for cell in row.cells}
    lists = _with_bare_sums(lists) if has_prices else lists
    found = [(rows, _family(rows, lists, entries, taken)) for rows in lists]
    looks = {_look(family) for rows, family in found if family is not None and len(rows) >= MIN_ROWS}
    return [family for rows, family in found if family is not None and (len(rows) >= MIN_ROWS or _look(family) in looks)]


def _may_stand_in_row(part: Part) -> bool:
    """A bare value, or a code with the word for it before it: `Ref. 4711`."""
    return part.kind in CELLS and (not part.is_labelled or part.kind is Kind.MODEL)


def _is_figured_code(cell: _Cell) -> bool:
    return cell.part.kind is Kind.MODEL and any(map(str.isdigit, cell.part.text))


def _without_grades(cells: Sequence[_Cell]) -> list[_Cell]:
    """The cells without codes under each other of which hardly one is not said again, behind codes that are all different: they grade or
    measure the goods, `ET45`."""
    columns: dict[int, list[_Cell]] = {}
    for cell in filter(_is_figured_code, cells):
        columns.setdefault(round(cell.box.x0 / SAME_EDGE_PT), []).append(cell)
    kinds = {place: len({cell.part.text for cell in own}) / len(own) for place, own in columns.items()}
    first = min((place for place, own in columns.items() if kinds[place] == 1.0 and len(own) >= MIN_GRADED), default=None)
    if first is None:
        return list(cells)
    graded = [own for place, own in columns.items() if place > first and len(own) >= MIN_GRADED and kinds[place] <= GRADED_SHARE]
    again = {id(cell.part) for own in graded for cell in own}
    return [cell for cell in cells if id(cell.part) not in again]


def with_rows_apart(entries: Sequence[Entry]) -> list[Entry]:
    """Words that stand under each other, each level with a code of its own, are cells of several rows, not one text that wraps."""
    codes = Bands((part.box, part) for entry in entries for part in entry.caption.parts if part.kind is Kind.MODEL and not part.is_labelled)
    return [_rows_apart(entry, codes) for entry in entries]


def _rows_apart(entry: Entry, codes: Bands[Part]) -> Entry:
    parts = [piece for part in entry.caption.parts for piece in (_rows_of(part, codes) if part.kind in WORDS else [part])]
    return entry if len(parts) == len(entry.caption.parts) else replace(entry, caption=replace(entry.caption, parts=tuple(parts)))


def _rows_of(part: Part, codes: Bands[Part]) -> list[Part]:
    """The part row by row, if each of its rows is level with one code; else as it is."""
    value = part.statement.value
    size = part.style.size_pt
    starts = [
        0,
        *(value.start_of(word) for above, word in pairwise(value.words) if word.box.center_y - above.box.center_y > LEVEL_EM * size),
    ]
    if len(starts) < MIN_ROWS or part.is_labelled:
        return [part]
    rows = [value.part(start, end) for start, end in pairwise((*starts, len(value.text)))]
    beside = [
        {id(code) for code in codes.beside(box) if abs(code.box.center_y - box.center_y) <= LEVEL_EM * size} for box in map(_box_of, rows)
    ]
    if not all(beside) or any(one & two for one, two in pairwise(beside)):
        return [part]
    return [Part(part.kind, replace(part.statement, value=row)) for row in rows]


def _box_of(span: Span) -> Box:
    return union(word.box for word in span.words)


def _look(family: Family) -> object:
    name = family.products[0].caption.first(Kind.NAME)
    return name.style if name is not None else None


# --- rows --------------------------------------------------------------------------------------


def _row(code: _Cell, placed: Bands[_Cell], pictures: Sequence[Box]) -> _Row:
    """What stands level with the code between two pictures; rows side by side begin anew with what the first of them begins with."""
    level = sorted((cell for cell in placed.beside(code.box) if _is_level(cell, code)), key=lambda cell: cell.box.x0)
    groups: list[list[_Cell]] = []
    for cell in level:
        last = groups[-1] if groups else None
        if last is None or _is_parted(last[-1], cell, pictures) or (_slot(cell) == _slot(last[0]) and any(map(_is_code, last))):
            groups.append([cell])
        else:
            last.append(cell)
    return _Row(code, tuple(next(group for group in groups if any(cell is code for cell in group))))


def _is_code(cell: _Cell) -> bool:
    return cell.part.kind is Kind.MODEL


def _slot(cell: _Cell) -> Kind:
    """The kind of value it is; of words nobody knows yet what they tell."""
    return Kind.TEXT if cell.part.kind in WORDS else cell.part.kind


def _is_level(cell: _Cell, code: _Cell) -> bool:
    """In the row of a code and set like it; prices may be set larger."""
    if abs(cell.box.center_y - code.box.center_y) > LEVEL_EM * code.part.style.size_pt or cell.entry.frame != code.entry.frame:
        return False
    one, other = cell.part.style.size_pt, code.part.style.size_pt
    return cell.part.kind in PRICES or max(one, other) <= SAME_SIZE * min(one, other)


def _is_parted(left: _Cell, right: _Cell, pictures: Sequence[Box]) -> bool:
    between = Box(left.box.x1, left.box.y0, right.box.x0, left.box.y1)
    return right.box.x0 > left.box.x1 and any(picture.intersection(between) is not None for picture in pictures)


def _lists(rows: Sequence[_Row], placed: Bands[_Cell]) -> list[list[_Row]]:
    """Rows whose codes stand under each other, with nothing between them."""
    lists: list[list[_Row]] = []
    for row in sorted(rows, key=lambda row: (row.code.box.y0, row.code.box.x0)):
        home = next((rows for rows in reversed(lists) if _follows(rows[-1], row, placed)), None)
        if home is None:
            lists.append([row])
        else:
            home.append(row)
    return lists


def _follows(above: _Row, below: _Row, placed: Bands[_Cell]) -> bool:
    one, two = above.code.box, below.code.box
    if not 0 <= two.y0 - one.y1 + LEVEL_EM * above.code.part.style.size_pt <= ROW_GAP_EM * above.code.part.style.size_pt:
        return False
    is_under = min(abs(one.x0 - two.x0), abs(one.x1 - two.x1), abs(one.center_x - two.center_x)) <= SAME_EDGE_PT
    if not is_under or above.code.part.style != below.code.part.style or above.code.entry.frame != below.code.entry.frame:
        return False
    own = {id(cell.part) for row in (above, below) for cell in row.cells}
    gap = Box(min(one.x0, two.x0), one.center_y, max(above.box.x1, below.box.x1), two.center_y)
    inside = (cell for cell in placed.beside(gap) if id(cell.part) not in own and cell.box.gap_x(gap) < 0)
    return not any(gap.y0 < cell.box.center_y < gap.y1 for cell in inside)


def _with_bare_sums(lists: Sequence[Sequence[_Row]]) -> list[list[_Row]]:
    """The rows with the sums at their ends as their prices, where each row has one and none has a price."""
    rows = [row for rows in lists for row in rows]
    if any(cell.part.kind in PRICES for row in rows for cell in row.cells) or not all(is_sum(row.cells[-1].part) for row in rows):
        return [list(rows) for rows in lists]
    return [[replace(row, cells=(*row.cells[:-1], _as_price(row.cells[-1]))) for row in rows] for rows in lists]


def _as_price(cell: _Cell) -> _Cell:
    return replace(cell, part=replace(cell.part, kind=Kind.PRICE, price=plain_amount(cell.part.text)))


# --- what they are rows of ---------------------------------------------------------------------


def _family(rows: Sequence[_Row], lists: Sequence[Sequence[_Row]], entries: Sequence[Entry], taken: Collection[int]) -> Family | None:
    kind = _kind_of_words(rows, lists)
    if kind is None or not all(any(cell.part.kind is not Kind.MODEL for cell in row.cells) for row in rows):
        return None
    members = list({id(cell.entry): cell.entry for row in rows for cell in row.cells}.values())
    tellers = [*_heads(rows, members, entries, taken), *members]
    common = _common([part for teller in tellers for part in teller.caption.parts if id(part) not in taken])
    name = next((part for part in common if part.kind is Kind.NAME), None)
    if name is None or name.style == rows[0].code.part.style or name.box.y0 > rows[0].box.y1:
        return None
    parents = frozenset(parent for teller in tellers for parent in teller.parents)
    shades = _shades(rows, common) if kind is Kind.COLOR else frozenset()
    return Family(tuple(_product(row, kind, common, parents, shades) for row in rows), tuple(tellers))


def _shades(rows: Sequence[_Row], common: Sequence[Part]) -> frozenset[int]:
    """Metals and woods that stand where other rows tell their colour, or beside what all are made of, are finishes: `Aged brass`, `Chrome`."""
    told = [[cell.part for cell in row.cells if cell.part.kind in (Kind.COLOR, Kind.MATERIAL, *WORDS)] for row in rows]
    is_one_place = all(len(parts) == 1 for parts in told)
    is_made_of = any(part.kind is Kind.MATERIAL and part.is_labelled for part in common)
    if not is_one_place or not (is_made_of or any(part.kind is not Kind.MATERIAL for (part,) in told)):
        return frozenset()
    return frozenset(id(part) for (part,) in told)


def _kind_of_words(rows: Sequence[_Row], lists: Sequence[Sequence[_Row]]) -> Kind | None:
    """What words in the rows tell: sizes by their names, colours, or how the goods are sold, said again under other names. Other words are names themselves."""
    words = [text for row in rows for text in row.words()]
    known = any(cell.part.kind is Kind.COLOR for row in rows for cell in row.cells)
    if words and sum(folded(text) in word_list("size_words") for text in words) >= AGAIN_SHARE * len(words):
        return Kind.SIZE
    everywhere = Counter(text for others in lists for text in {text for row in others for text in row.words()})
    if not words or known or colored_share([text for others in lists for row in others for text in row.words()]) >= COLORED_SHARE:
        return Kind.COLOR
    again = sum(everywhere[text] > 1 for text in words)
    if again < AGAIN_SHARE * len(words):
        return None
    return Kind.SIZE if any(map(_opens_with_measure, words)) else Kind.TEXT


def _opens_with_measure(text: str) -> bool:
    """`4 L pot` beside `Bare root`: what one row of a column tells, the others tell as well."""
    words = text.split()
    return any(kind_of(" ".join(words[:count])) in (ValueKind.SIZE, ValueKind.MEASURE) for count in range(1, len(words) + 1))


def _heads(rows: Sequence[_Row], members: Sequence[Entry], entries: Sequence[Entry], taken: Collection[int]) -> list[Entry]:
    """The paragraphs over the rows in their column of text, up to the one that names the product."""
    heads: list[Entry] = []
    told = [part for member in members for part in member.caption.parts if id(part) not in taken]
    top = union([row.box for row in rows] + [part.box for part in told if part.box.y0 < rows[0].box.y0])
    size = rows[0].code.part.style.size_pt
    while not any(_is_name(part) for part in told):
        above = [(gap, other) for other in entries if (gap := _gap_over(other, top, size, taken)) is not None]
        if not above:
            break
        head = min(above, key=lambda pair: pair[0])[1]
        heads.insert(0, head)
        told, top, size = [*head.caption.parts, *told], head.box, max(part.style.size_pt for part in head.caption.parts)
    return heads


def _gap_over(above: Entry, below: Box, size_pt: float, taken: Collection[int]) -> float | None:
    gap = below.y0 - above.box.y1
    is_near = 0 <= gap <= PARAGRAPH_GAP * max(size_pt, *(part.style.size_pt for part in above.caption.parts))
    # Rows may be set in, behind a dot of their colour or a point.
    is_over = is_near and -SAME_EDGE_PT <= below.x0 - above.box.x0 <= max(SAME_EDGE_PT, INDENT_EM * size_pt)
    return gap if is_over and not any(id(part) in taken for part in above.caption.parts) else None


def _is_name(part: Part) -> bool:
    """Words alone, be they taken for a name or for a code."""
    is_word = part.kind is Kind.MODEL and not part.is_labelled and not any(map(str.isdigit, part.text))
    return part.kind is Kind.NAME or is_word


def _common(parts: Sequence[Part]) -> list[Part]:
    """What is told of all rows, without codes of something else."""
    told = [replace(part, kind=Kind.NAME) if _is_name(part) else part for part in parts]
    return [part for part in told if part.kind is not Kind.MODEL]


def _product(row: _Row, kind: Kind, common: Sequence[Part], parents: frozenset[int], shades: frozenset[int]) -> Entry:
    """The variant with what its own row tells, and what is told of all; `shades` are its cells that tell colours, whatever else they may be."""
    own = [replace(cell.part, kind=kind) if cell.part.kind in WORDS or id(cell.part) in shades else cell.part for cell in row.cells]
    kinds = {part.kind for part in own}
    shared = [part for part in common if part.kind not in kinds]
    entry = row.code.entry
    caption = replace(entry.caption, parts=(*own, *shared))
    return replace(entry, caption=caption, parents=parents.union(*(cell.entry.parents for cell in row.cells)))
