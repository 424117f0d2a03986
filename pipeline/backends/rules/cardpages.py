"""Whether a page is a grid of cards, asked before tables are looked for: aligned captions look like rows and columns too."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.base import Context
from pipeline.backends.rules.entries import Entry, page_entries
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.picturekeys import picture_keys
from pipeline.backends.rules.places import own_pictures, product_pictures
from pipeline.geometry import Box
from pipeline.records import Line, PageContent

MIN_CARDS = 2
MIN_ROWS = 2
CAPTIONED_SHARE = 0.6


def is_card_page(content: PageContent, lines: Sequence[Line], context: Context) -> bool:
    """Most pictures have a caption of their own, of several rows, that tells of one product, beside them or under a key they share."""
    pictures = product_pictures(content)
    if len(pictures) < MIN_CARDS:
        return False
    captions = [entry for entry in page_entries(lines, content, context, pictures) if _tells(entry)]
    beside = own_pictures([entry.box for entry in captions], pictures)
    keys = picture_keys(lines, pictures)
    owned = sum(
        picture is not None or _is_framed(entry, pictures) or keys.picture(keys.beside(entry.box) or _first_word(entry)) is not None
        for entry, picture in zip(captions, beside, strict=True)
    )
    return owned >= MIN_CARDS and owned >= CAPTIONED_SHARE * len(captions) and owned >= 0.5 * len(pictures)


def _first_word(entry: Entry) -> str:
    return entry.caption.parts[0].text.split()[0]


def _is_framed(entry: Entry, pictures: Sequence[Box]) -> bool:
    """In one frame with one picture, wherever in it the words stand."""
    frame = entry.frame
    return frame is not None and sum(box.overlap_ratio(frame) > 0.8 for box in pictures) == 1


def _tells(entry: Entry) -> bool:
    caption = entry.caption
    has_identity = caption.has(Kind.NAME) or caption.has(Kind.MODEL)
    kinds = {part.kind for part in caption.parts} & {Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.NAME}
    return has_identity and len(kinds) >= 2 and len(caption.rows) >= MIN_ROWS
