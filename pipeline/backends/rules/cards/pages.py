"""Whether a page is a grid of cards, asked before tables are looked for: aligned captions look like rows and columns too."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.base import Context
from pipeline.backends.rules.captions.entries import Entry, page_entries
from pipeline.backends.rules.cards.variantrows import find_variant_rows, with_rows_apart
from pipeline.backends.rules.page.furniture import furniture
from pipeline.backends.rules.page.picturekeys import picture_keys
from pipeline.backends.rules.page.places import own_pictures, product_pictures
from pipeline.backends.rules.tables.find import are_leader
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.kinds import Kind
from pipeline.backends.rules.values.prices import has_currency
from pipeline.geometry import Box, union
from pipeline.records import Line, PageContent, Word

MIN_CARDS = 2
MIN_ROWS = 2
CAPTIONED_SHARE = 0.6
NAME_AND_PRICE = 2
APART_EM = 1.4
MAX_CAPTION_ROWS = 3
MIN_BESIDE = 2
EDGE_PT = 3.0
MIN_CODED = 8
MIN_LISTED = 3
VARIED_SHARE = 0.3
TOLD_SHARE = 0.8


def is_card_page(content: PageContent, lines: Sequence[Line], context: Context) -> bool:
    """Most pictures have a caption of their own, of several rows, that tells of one product, beside them or under a key they share."""
    pictures = product_pictures(content)
    if len(pictures) < MIN_CARDS:
        return False
    lines = _without_furniture(lines, content)
    entries = page_entries(lines, content, context, pictures)
    captions = [entry for entry in entries if _tells(entry)]
    beside = own_pictures([entry.box for entry in captions], pictures)
    keys = picture_keys(lines, pictures)
    owned = sum(
        picture is not None or _is_framed(entry, pictures) or keys.picture(keys.beside(entry.box) or _first_word(entry)) is not None
        for entry, picture in zip(captions, beside, strict=True)
    )
    is_captioned = owned >= MIN_CARDS and owned >= CAPTIONED_SHARE * len(captions) and owned >= 0.5 * len(pictures)
    return is_captioned or _show_variants(entries, pictures)


def have_facts_under(names: Sequence[Word], content: PageContent, lines: Sequence[Line], context: Context) -> bool:
    """Whether most names, each given by its first word, have a code or a size under them in a caption of their own: a list of names and prices
    has no place for it."""
    entries = page_entries(_without_furniture(lines, content), content, context, product_pictures(content))
    over = {id(name) for entry in entries if (name := _name_over_fact(entry)) is not None}
    return sum(id(name) in over for name in names) >= TOLD_SHARE * len(names)


def _name_over_fact(entry: Entry) -> Word | None:
    """The first word of a name that stands in a row over its code or size."""
    name = entry.caption.first(Kind.NAME)
    facts = [part for part in entry.caption.parts if part.kind in (Kind.MODEL, Kind.SIZE)]
    is_over = name is not None and any(part.statement.row > name.statement.last_row for part in facts)
    return name.statement.value.words[0] if name is not None and is_over else None


def shows_variants(content: PageContent, lines: Sequence[Line], context: Context) -> bool:
    """Whether its cards are names with rows of variants under them."""
    pictures = product_pictures(content)
    if len(pictures) < MIN_CARDS:
        return False
    return _show_variants(page_entries(_without_furniture(lines, content), content, context, pictures), pictures)


def _without_furniture(lines: Sequence[Line], content: PageContent) -> list[Line]:
    """The lines that are asked about again when the page turns out to have no table."""
    aside = furniture(lines, content)
    return [line for index, line in enumerate(lines) if index not in aside]


def _show_variants(entries: Sequence[Entry], pictures: Sequence[Box]) -> bool:
    """Whether names at pictures of their own have rows of variants under them: what is listed at a picture is listed of what it shows."""
    families = [family for family in find_variant_rows(with_rows_apart(entries), pictures) if len(family.products) >= MIN_ROWS]
    if len(families) < MIN_CARDS:
        return False
    owned = own_pictures([union(entry.box for entry in family.told_by) for family in families], pictures)
    return all(picture is not None for picture in owned)


def are_captions(table: Table, layout: Layout) -> bool:
    """Whether the rows of names and prices stand so far apart that each is a caption of several rows with its price beside it."""
    name, price = layout.find("name"), layout.find("price")
    if table.is_ruled or table.column_count != NAME_AND_PRICE or name is None or price is None:
        return False
    cells = [cell for row in range(table.row_count) if (cell := table.at(row, name)).row == row and cell.lines]
    prices = [cell.text for cell in table.cells if cell.column == price and cell.lines]
    told = sum(len(cell.lines) >= MIN_ROWS for cell in cells)
    if told < CAPTIONED_SHARE * len(cells) or not all(map(has_currency, prices)):
        return False
    return all(below.text_box.y0 - above.text_box.y1 >= APART_EM * above.lines[0].size_pt for above, below in pairwise(cells))


def lists_goods(table: Table, layout: Layout, content: PageContent) -> bool:
    """Whether each row names and prices something in one line, with a code or with dots between the two, all of them beside one picture or none:
    a list on a page of cards. Colours with codes are variants of what their card names. Long lists beside no picture may have codes alone."""
    name, price, code = (layout.find(key) for key in ("name", "price", "model"))
    least = MIN_LISTED if name is not None else MIN_CODED
    if price is None or (name is None and code is None) or table.row_count - layout.first_row < least:
        return False
    told = [place for place in (name, price, code) if place is not None]
    rows = [[table.at(row, place) for place in told] for row in range(layout.first_row, table.row_count)]
    if any(cell.columns > 1 or len(cell.lines) != 1 for cells in rows for cell in cells):
        return False
    dots = [word for word in content.words if code is None and are_leader([word])]
    if code is None and not all(_is_led(cells[0], cells[1], dots) for cells in rows):
        return False
    level = [box for box in product_pictures(content) if box.gap_y(table.box) < 0]
    return len(level) <= (1 if name is not None else 0) and sum(is_color(cells[0].text) for cells in rows) < VARIED_SHARE * len(rows)


def _is_led(name: Cell, price: Cell, dots: Sequence[Word]) -> bool:
    """Whether dots lead from a name to its price."""
    between = Box(name.text_box.x1, name.text_box.y0, price.text_box.x0, name.text_box.y1)
    return between.width > 0 and any(between.contains_point(dot.box.center_x, dot.box.center_y) for dot in dots)


def _first_word(entry: Entry) -> str:
    return entry.caption.parts[0].text.split()[0]


def captions_pictures(table: Table, content: PageContent) -> bool:
    """Whether pictures stand side by side over each row or few rows of it, or under each: between the rows of a table no such thing stands."""
    rows = [union(cell.text_box for cell in own) for row in range(table.row_count) if (own := table.own(row))]
    pictures = [box for box in product_pictures(content) if box.gap_x(table.box) < 0]
    if len(rows) < MIN_ROWS or len(pictures) < MIN_ROWS * MIN_BESIDE:
        return False
    edges = [0.0, *(edge for row in rows for edge in (row.y0, row.y1)), content.height_pt]
    shown = [_stand_between(top, foot, pictures) for top, foot in zip(edges[::2], edges[1::2], strict=True)]
    return _opens_captions(shown[:-1]) or _opens_captions(shown[:0:-1])


def _stand_between(top: float, foot: float, pictures: Sequence[Box]) -> bool:
    return sum(box.y0 >= top - EDGE_PT and box.y1 <= foot + EDGE_PT for box in pictures) >= MIN_BESIDE


def _opens_captions(shown: Sequence[bool]) -> bool:
    """Pictures before the first row and then again after few, for each row whether they stand before it."""
    starts = [place for place, is_shown in enumerate(shown) if is_shown]
    lengths = [end - start for start, end in pairwise([*starts, len(shown)])]
    return starts[:1] == [0] and len(starts) >= MIN_ROWS and max(lengths) <= MAX_CAPTION_ROWS


def _is_framed(entry: Entry, pictures: Sequence[Box]) -> bool:
    """In one frame with one picture, wherever in it the words stand."""
    frame = entry.frame
    return frame is not None and sum(box.overlap_ratio(frame) > 0.8 for box in pictures) == 1


def _tells(entry: Entry) -> bool:
    caption = entry.caption
    has_identity = caption.has(Kind.NAME) or caption.has(Kind.MODEL)
    kinds = {part.kind for part in caption.parts} & {Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.NAME}
    return has_identity and len(kinds) >= 2 and len(caption.rows) >= MIN_ROWS
