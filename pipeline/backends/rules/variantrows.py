"""Variant rows: a caption that ends in rows of colours or sizes, each with its code and perhaps its price in columns beside it; every row is the
product in that variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions import Part
from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.families import Family
from pipeline.backends.rules.kinds import Kind
from pipeline.geometry import Box

VARIED = (Kind.COLOR, Kind.SIZE)
MIN_ROWS = 2
# A page with more of them is a list: comparing each with each would take longer than a page may.
MAX_CODES = 1000
LEVEL_EM = 0.4
PARAGRAPH_GAP = 3.0
SAME_EDGE_PT = 2.0
# A row of the format itself, and the space to the next one.
FORMAT_GAP = 4.0
TITLE_GAP = 7.0


def find_variant_rows(entries: Sequence[Entry]) -> list[Family]:
    """One family for each caption all of whose colours or sizes have codes beside them."""
    codes, prices = _lone(entries, Kind.MODEL), _lone(entries, Kind.PRICE)
    if not MIN_ROWS <= len(codes) <= MAX_CODES:
        return []
    families = []
    for entry in entries:
        for kind in VARIED:
            rows = [part for part in entry.caption.parts if part.kind is kind and not part.is_labelled]
            cells = _cells(rows, codes, prices) if len(rows) >= MIN_ROWS else []
            families += _family(entry, rows, cells, entries) if cells else []
    return families


def with_names_above(products: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """Formats under each other, of which the first stands under the product's name: the others are that product too."""
    result = list(products)
    if sum(map(_lacks_name, result)) == 0 or len(result) > MAX_CODES:
        return result
    sold = {id(product) for product in products}
    titles = [entry for entry in entries if id(entry) not in sold and entry.caption.has(Kind.NAME) and not entry.caption.has(Kind.PRICE)]
    named: list[Entry] = []
    for place in sorted(range(len(result)), key=lambda place: _own_place(result[place]).y0):
        above = [other for other in named if _goes_on_in(other, result[place])] if _lacks_name(result[place]) else []
        nearest = max(above, key=lambda other: _own_place(other).y0, default=None)
        if nearest is None and _lacks_name(result[place]) and any(_is_fellow(result[place], other) for other in products):
            nearest = _title_over(result[place], titles, products)
        if nearest is not None:
            result[place] = _named_by(nearest, result[place])
        named += [result[place]] if result[place].caption.has(Kind.NAME) else []
    return result


def _named_by(above: Entry, below: Entry) -> Entry:
    names = [part for part in above.caption.parts if part.kind is Kind.NAME][:1]
    return replace(below, caption=replace(below.caption, parts=(*below.caption.parts, *names)), parents=below.parents | above.parents)


def _title_over(product: Entry, titles: Sequence[Entry], products: Sequence[Entry]) -> Entry | None:
    """The nearest caption over the first format, from the same edge, with no other product between."""
    reach = TITLE_GAP * max(part.style.size_pt for part in product.caption.parts)
    over = [entry for entry in titles if abs(entry.box.x0 - product.box.x0) <= SAME_EDGE_PT and 0 <= product.box.y0 - entry.box.y1 <= reach]
    nearest = max(over, key=lambda entry: entry.box.y1, default=None)
    if nearest is None or any(
        nearest.box.y1 <= other.box.center_y < product.box.y0 and other.box.gap_x(product.box) < 0 for other in products
    ):
        return None
    return nearest


def _is_fellow(product: Entry, below: Entry) -> bool:
    """Another format right under it."""
    return below is not product and _lacks_name(below) and _stands_under(product, below)


def _lacks_name(entry: Entry) -> bool:
    return entry.caption.has(Kind.MODEL) and any(map(entry.caption.has, VARIED)) and not entry.caption.has(Kind.NAME)


def _own_place(entry: Entry) -> Box:
    """Where the code stands: the name may be far over it."""
    code = entry.caption.first(Kind.MODEL)
    return code.box if code is not None else entry.box


def _goes_on_in(above: Entry, below: Entry) -> bool:
    return above.caption.has(Kind.NAME) and _stands_under(above, below)


def _stands_under(above: Entry, below: Entry) -> bool:
    """In the rows right under it, told the same way."""
    one, two = above.caption.first(Kind.MODEL), below.caption.first(Kind.MODEL)
    if one is None or two is None or one.style.size_pt != two.style.size_pt or one.is_labelled != two.is_labelled:
        return False
    is_under = abs(one.box.x0 - two.box.x0) <= SAME_EDGE_PT and 0 < two.box.y0 - one.box.y1 <= FORMAT_GAP * two.style.size_pt
    return is_under and all(above.caption.has(kind) for kind in VARIED if below.caption.has(kind))


def _cells(rows: Sequence[Part], codes: Sequence[Entry], prices: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    """The code of each row, with its price where all have one; nothing where a row has no code of its own."""
    own = [code for part in rows if (code := _beside(part, codes)) is not None]
    if len({id(code) for code in own}) < len(rows):
        return []
    following = [_beside(code.caption.parts[0], [*codes, *prices]) for code in own]
    priced = [(code, cell) for code, cell in zip(own, following, strict=True) if cell is not None and cell.caption.has(Kind.PRICE)]
    return [*priced] if len(priced) == len(own) else [(code,) for code in own]


def _family(entry: Entry, rows: Sequence[Part], cells: Sequence[tuple[Entry, ...]], entries: Sequence[Entry]) -> list[Family]:
    tellers = (*_heads(entry, entries), entry)
    common = _common([part for teller in tellers for part in teller.caption.parts if part not in rows])
    if not any(part.kind is Kind.NAME for part in common):
        return []
    parents = frozenset(parent for teller in tellers for parent in teller.parents)
    products = [_product(entry, part, row, common, parents) for part, row in zip(rows, cells, strict=True)]
    return [Family(tuple(products), (*tellers, *(cell for row in cells for cell in row)))]


def _heads(entry: Entry, entries: Sequence[Entry]) -> list[Entry]:
    """The paragraphs over the rows in their column of text, up to the one that names the product."""
    heads: list[Entry] = []
    while not any(_is_name(part) for told in (entry, *heads) for part in told.caption.parts):
        above = [(gap, other) for other in entries if (gap := _gap_over(other, heads[0] if heads else entry)) is not None]
        if not above:
            break
        heads.insert(0, min(above, key=lambda pair: pair[0])[1])
    return heads


def _gap_over(above: Entry, below: Entry) -> float | None:
    gap = below.box.y0 - above.box.y1
    is_near = 0 <= gap <= PARAGRAPH_GAP * max(part.style.size_pt for told in (above, below) for part in told.caption.parts)
    return gap if is_near and abs(above.box.x0 - below.box.x0) <= SAME_EDGE_PT else None


def _is_name(part: Part) -> bool:
    """Words alone, be they taken for a name or for a code."""
    is_word = part.kind is Kind.MODEL and not part.is_labelled and not any(char.isdigit() for char in part.text)
    return part.kind is Kind.NAME or is_word


def _common(parts: Sequence[Part]) -> list[Part]:
    """What is told of all rows, without codes of something else."""
    told = [replace(part, kind=Kind.NAME) if _is_name(part) else part for part in parts]
    return [part for part in told if part.kind is not Kind.MODEL]


def _lone(entries: Sequence[Entry], kind: Kind) -> list[Entry]:
    return [entry for entry in entries if [part.kind for part in entry.caption.parts] == [kind]]


def _beside(part: Part, cells: Sequence[Entry]) -> Entry | None:
    """The next cell to the right, in the same row."""
    reach = LEVEL_EM * part.style.size_pt
    level = [cell for cell in cells if abs(cell.box.center_y - part.box.center_y) <= reach and cell.box.x0 >= part.box.x1]
    return min(level, key=lambda cell: cell.box.x0, default=None)


def _product(entry: Entry, variant: Part, cells: Sequence[Entry], common: Sequence[Part], parents: frozenset[int]) -> Entry:
    """The variant with what its own row tells, and what is told of all."""
    own = [part for cell in cells for part in cell.caption.parts]
    kinds = {part.kind for part in own}
    shared = [part for part in common if part.kind not in kinds]
    caption = replace(entry.caption, parts=(*own, variant, *shared))
    return replace(entry, caption=caption, parents=parents.union(*(cell.parents for cell in cells)))
