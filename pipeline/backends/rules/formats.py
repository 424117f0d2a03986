"""Formats: what is sold in several sizes or colours, each with a code and a price of its own, in captions under each other; the product is named
once, over the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.kinds import Kind
from pipeline.geometry import Box

VARIED = (Kind.COLOR, Kind.SIZE)
# A page with more of them is a list: comparing each with each would take longer than a page may.
MAX_CODES = 1000
SAME_EDGE_PT = 2.0
# A row of the format itself, and the space to the next one.
FORMAT_GAP = 4.0
TITLE_GAP = 7.0


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
