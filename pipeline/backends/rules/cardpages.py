"""Whether a page is a grid of cards, asked before tables are looked for: aligned captions look like rows and columns too."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.base import Context
from pipeline.backends.rules.entries import Entry, page_entries
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.places import own_pictures, product_pictures
from pipeline.records import Line, PageContent

MIN_CARDS = 2
MIN_ROWS = 2
CAPTIONED_SHARE = 0.6


def is_card_page(content: PageContent, lines: Sequence[Line], context: Context) -> bool:
    """Most pictures have a caption of their own, of several rows, that tells of one product."""
    pictures = product_pictures(content)
    if len(pictures) < MIN_CARDS:
        return False
    captions = [entry.box for entry in page_entries(lines, content, context, pictures) if _tells(entry)]
    owned = sum(picture is not None for picture in own_pictures(captions, pictures))
    return owned >= MIN_CARDS and owned >= CAPTIONED_SHARE * len(captions) and owned >= 0.5 * len(pictures)


def _tells(entry: Entry) -> bool:
    caption = entry.caption
    has_identity = caption.has(Kind.NAME) or caption.has(Kind.MODEL)
    kinds = {part.kind for part in caption.parts} & {Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.NAME}
    return has_identity and len(kinds) >= 2 and len(caption.rows) >= MIN_ROWS
