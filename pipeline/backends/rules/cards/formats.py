"""Formats: what is sold in several sizes or colours, each with a code of its own, in captions under each other or in one row; the product is
named once, over or beside the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.codes import have_one_stem
from pipeline.backends.rules.values.forms import folded
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box

VARIED = (Kind.COLOR, Kind.SIZE)
TOLD_OVER = (Kind.MATERIAL, *VARIED)
TOLD_BESIDE = (Kind.MATERIAL, Kind.SIZE, Kind.PRICE, Kind.OLD_PRICE)
MIN_COLOURS, MIN_FACTS, MIN_FORMATS = 2, 2, 2
# A page with more of them is a list: comparing each with each would take longer than a page may.
MAX_CODES = 1000
SAME_EDGE_PT = 2.0
# From one code to the next: a row of the format itself, and the space to the next one.
ROW_GAP = 4.0
# From the last row of a format to the code of the next one, however many rows each has.
FORMAT_GAP = 3.0
TITLE_GAP = 7.0


def with_names_above(products: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """Formats under each other or in one row, of which the first stands under the product's name: the others are that product too."""
    result = list(products)
    if sum(map(_lacks_name, result)) == 0 or len(result) > MAX_CODES:
        return result
    sold = {id(product) for product in products}
    titles = [entry for entry in entries if id(entry) not in sold and entry.caption.has(Kind.NAME) and not entry.caption.has(Kind.PRICE)]
    named: list[Entry] = []
    for place in sorted(range(len(result)), key=lambda place: _own_place(result[place]).y0):
        if _lacks_name(result[place]):
            result[place] = _named(result[place], named, titles, products)
        named += [result[place]] if result[place].caption.has(Kind.NAME) else []
    return _with_names_beside(result)


def with_colors_above(products: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """Formats in columns side by side, each under the colour that all of its column have, whatever finish they tell themselves."""
    sold = {id(product) for product in products}
    heads = [entry for entry in entries if id(entry) not in sold and _is_color_alone(entry)]
    under = {id(head): [product for product in products if _heads_column(head, product, heads)] for head in heads}
    columns = [head for head in heads if len(under[id(head)]) >= MIN_FORMATS]
    if len({folded(head.caption.parts[0].text) for head in columns}) < MIN_COLOURS or len({_look(head) for head in columns}) > 1:
        return list(products)
    color_of = {id(product): head for head in columns for product in under[id(head)]}
    return [_colored(product, color_of.get(id(product))) for product in products]


def _is_color_alone(entry: Entry) -> bool:
    return len(entry.caption.parts) == 1 and entry.caption.parts[0].kind is Kind.COLOR and not entry.caption.parts[0].is_labelled


def _look(entry: Entry) -> Style:
    return entry.caption.parts[0].style


def _heads_column(head: Entry, product: Entry, heads: Sequence[Entry]) -> bool:
    """Whether a product stands in the column under a colour, from its edge, with no other colour between them."""
    place = _own_place(product)
    if not _is_over(head, place) or not product.caption.has(Kind.MODEL):
        return False
    return not any(_is_over(other, place) and other.box.y0 > head.box.y0 for other in heads)


def _is_over(head: Entry, place: Box) -> bool:
    return abs(head.box.x0 - place.x0) <= SAME_EDGE_PT and head.box.y1 <= place.y0


def _colored(product: Entry, head: Entry | None) -> Entry:
    """With this colour, and what stood for one as a note: it is a finish beside it."""
    if head is None or any(part.kind is Kind.COLOR and part.is_labelled for part in product.caption.parts):
        return product
    own = tuple(replace(part, kind=Kind.NOTE) if part.kind is Kind.COLOR else part for part in product.caption.parts)
    return replace(product, caption=replace(product.caption, parts=(*own, *head.caption.parts)), parents=product.parents | head.parents)


def with_facts_told_once(products: Sequence[Entry]) -> list[Entry]:
    """Colours under codes of one stem, without a name: the one product beside them that has a name and facts, but neither code nor price,
    is what they are the colours of."""
    tellers = [product for product in products if not any(map(product.caption.has, (Kind.MODEL, Kind.PRICE))) and _states_facts(product)]
    colours = [product for product in products if _is_nameless_colour(product)]
    codes = [code.text for product in colours if (code := product.caption.first(Kind.MODEL)) is not None]
    if len(tellers) != 1 or len(colours) < MIN_COLOURS or len(colours) + 1 != len(products) or not have_one_stem(codes):
        return list(products)
    kept = [part for part in tellers[0].caption.parts if part.kind is Kind.NAME or part.is_labelled]
    return [_told_by(tellers[0], _without_sounding(product, kept), kept) for product in colours]


def _states_facts(entry: Entry) -> bool:
    return entry.caption.has(Kind.NAME) and entry.caption.labelled_count >= MIN_FACTS


def _is_nameless_colour(entry: Entry) -> bool:
    return entry.caption.has(Kind.MODEL) and entry.caption.has(Kind.COLOR) and not entry.caption.has(Kind.NAME)


def _without_sounding(product: Entry, told: Sequence[Part]) -> Entry:
    """`Blue / Steel` is a colour where all of them are said to be of one material."""
    labelled = {part.kind for part in told if part.is_labelled}
    parts = tuple(part for part in product.caption.parts if part.kind is not Kind.MATERIAL or part.is_labelled or part.kind not in labelled)
    return replace(product, caption=replace(product.caption, parts=parts))


def _named(product: Entry, named: Sequence[Entry], titles: Sequence[Entry], products: Sequence[Entry]) -> Entry:
    """With the name of the format right over it, or of the caption over the first one."""
    nearest = max((other for other in named if _stands_under(other, product)), key=lambda other: _own_place(other).y0, default=None)
    if nearest is None and any(_is_fellow(product, other) for other in products):
        nearest = _title_over(product, titles, products)
    return _told_by(nearest, product, _told_over(nearest)) if nearest is not None else product


def _told_over(entry: Entry) -> list[Part]:
    """The name, and what is told between it and the code: that holds for all formats."""
    code = entry.caption.first(Kind.MODEL)
    over = [part for part in entry.caption.parts if code is None or part.box.y1 <= code.box.y0]
    return [part for part in entry.caption.parts if part.kind is Kind.NAME][:1] + [part for part in over if part.kind in TOLD_OVER]


def _told_by(teller: Entry, product: Entry, told: Sequence[Part]) -> Entry:
    """With what the other one tells and it does not itself."""
    new = [part for part in told if not product.caption.has(part.kind) or part.kind is Kind.CUSTOM]
    return replace(
        product, caption=replace(product.caption, parts=(*product.caption.parts, *new)), parents=product.parents | teller.parents
    )


def _with_names_beside(products: Sequence[Entry]) -> list[Entry]:
    """Colours in one row under codes of one stem, of which only one has a name and a price: all of it is told once for the row."""
    return [_like_first_of_row(product, products) if _lacks_name(product) else product for product in products]


def _like_first_of_row(product: Entry, products: Sequence[Entry]) -> Entry:
    if product.caption.has(Kind.PRICE):
        return product
    tellers = [other for other in products if other.caption.has(Kind.NAME) and _stand_in_one_row(other, product)]
    if len(tellers) != 1:
        return product
    kinds = (Kind.NAME, Kind.CUSTOM, *TOLD_BESIDE)
    return _told_by(tellers[0], product, [part for part in tellers[0].caption.parts if part.kind in kinds])


def _stand_in_one_row(teller: Entry, product: Entry) -> bool:
    """Their codes level, in one look and in one frame, if any is drawn, and each with a colour."""
    one, two = teller.caption.first(Kind.MODEL), product.caption.first(Kind.MODEL)
    if one is None or two is None or one.style != two.style or one.is_labelled or teller.frame != product.frame:
        return False
    is_level = abs(one.box.center_y - two.box.center_y) <= SAME_EDGE_PT and one.box.x1 <= two.box.x0
    return is_level and all(entry.caption.has(Kind.COLOR) for entry in (teller, product)) and have_one_stem((one.text, two.text))


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


def _stands_under(above: Entry, below: Entry) -> bool:
    """In the rows right under it, told the same way."""
    one, two = above.caption.first(Kind.MODEL), below.caption.first(Kind.MODEL)
    if one is None or two is None or one.style.size_pt != two.style.size_pt or one.is_labelled != two.is_labelled:
        return False
    largest = max(part.style.size_pt for part in above.caption.parts if part.box.y1 >= one.box.y1)
    foot = max(part.box.y1 for part in above.caption.parts)
    is_next = have_one_stem((one.text, two.text)) and two.box.y0 <= foot + FORMAT_GAP * largest
    is_near = is_next or two.box.y0 - one.box.y1 <= ROW_GAP * two.style.size_pt
    is_under = abs(one.box.x0 - two.box.x0) <= SAME_EDGE_PT and one.box.y1 < two.box.y0 and is_near
    return is_under and all(above.caption.has(kind) for kind in VARIED if below.caption.has(kind))
