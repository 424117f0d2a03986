"""Whether a page is a grid of cards, asked before tables are looked for: aligned captions look like rows and columns too."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.base import Context
from pipeline.backends.rules.entries import Entry, page_entries
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.places import own_pictures, product_pictures
from pipeline.backends.rules.prices import has_currency
from pipeline.backends.rules.table_records import Table
from pipeline.backends.rules.tables_layout import Layout
from pipeline.geometry import Box
from pipeline.records import Line, PageContent

MIN_CARDS = 2
MIN_ROWS = 2
CAPTIONED_SHARE = 0.6
NAME_AND_PRICE = 2
APART_EM = 1.4


def is_card_page(content: PageContent, lines: Sequence[Line], context: Context) -> bool:
    """Most pictures have a caption of their own, of several rows, that tells of one product."""
    pictures = product_pictures(content)
    if len(pictures) < MIN_CARDS:
        return False
    captions = [entry for entry in page_entries(lines, content, context, pictures) if _tells(entry)]
    beside = own_pictures([entry.box for entry in captions], pictures)
    owned = sum(picture is not None or _is_framed(entry, pictures) for entry, picture in zip(captions, beside, strict=True))
    return owned >= MIN_CARDS and owned >= CAPTIONED_SHARE * len(captions) and owned >= 0.5 * len(pictures)


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


def _is_framed(entry: Entry, pictures: Sequence[Box]) -> bool:
    """In one frame with one picture, wherever in it the words stand."""
    frame = entry.frame
    return frame is not None and sum(box.overlap_ratio(frame) > 0.8 for box in pictures) == 1


def _tells(entry: Entry) -> bool:
    caption = entry.caption
    has_identity = caption.has(Kind.NAME) or caption.has(Kind.MODEL)
    kinds = {part.kind for part in caption.parts} & {Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.NAME}
    return has_identity and len(kinds) >= 2 and len(caption.rows) >= MIN_ROWS
