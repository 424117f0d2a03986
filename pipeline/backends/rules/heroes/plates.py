"""Plates: a page that is one photo and a name, where the pages around it are made alike under other names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from pipeline.backends.base import Context
from pipeline.backends.rules.page.furniture import furniture
from pipeline.backends.rules.page.places import own_pictures, product_pictures
from pipeline.backends.rules.page.subjects import page_subject
from pipeline.backends.rules.text.records import style_of
from pipeline.backends.rules.text.spans import joined_span, line_span
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.records import Attribute, Line, PageContent, PictureKind, Sku, TextSource

MAX_LINES = 24
MAX_TITLE_WORDS = 6
MIN_TITLE_RATIO = 1.5
PHOTO_SHARE = 0.2
PLACE_PT = 8.0
# A description may stand between two plates, no more than that.
STEP_PAGES = 2
MIN_ALIKE = 2
CAPTIONED_SHARE = 0.02
MIN_CAPTIONED = 2
CONFIDENCE = 0.5
# Words and numbers that open slogans and chapters, never names of goods.
NO_NAMES = re.compile(
    r"^\d+(?:\.\d+)*[.)]?\s|^(?:why|how|what|our|your|the|welcome|explore|discover|introducing|experience|know|about|meet|for|before|we|every|selection|supporting|overview)\b"
    r"|\b(?:solutions?|services?|history|network|quality|team|steps|process|examples?|benefits|features|advantages|capacity|guide)\b|[.!?…。！？:：]$",
    re.IGNORECASE,
)


def read_plate(content: PageContent, lines: Sequence[Line], context: Context) -> tuple[Sku, list[Line]] | None:
    """The product whose name the page bears, and the rows that name it."""
    title = _title(content, lines)
    if title is None or page_subject(lines) is not None:
        return None
    if not _is_one_of_many(title, content.page_number, context):
        return None
    rows = [title, *further_rows(title, lines)]
    return named_sku(rows, content.page_number, method="plate"), rows


def named_sku(rows: Sequence[Line], page_number: int, *, method: str) -> Sku:
    """A product of which the page tells no more than its name."""
    name = reduce(joined_span, (line_span(row) for row in rows))
    attribute = Attribute("name", name.text, name.evidence(page_number, CONFIDENCE))
    return Sku(page_number, rows[0].box, (attribute,), method=method, source_text=name.text)


def further_rows(title: Line, lines: Sequence[Line]) -> list[Line]:
    """Where the title goes on under its first row, in the same look."""
    rows: list[Line] = []
    for line in sorted(lines, key=lambda item: item.box.y0):
        last = rows[-1] if rows else title
        close = 0 < line.box.center_y - last.box.center_y <= 1.6 * last.size_pt and abs(line.box.x0 - title.box.x0) <= PLACE_PT
        if close and style_of(line.words) == style_of(title.words):
            rows.append(line)
    return rows


def _is_one_of_many(title: Line, number: int, context: Context) -> bool:
    """Whether pages before or after bear other names in the same look at the same place, one leading to the next."""
    beside = [_neighbour(number + step, context) for step in (-1, 1)]
    # A name that several pages bear is a chapter's.
    if any(other is not None and other.text == title.text for other in beside):
        return False
    names: set[str] = set()
    for direction in (1, -1):
        last = number
        reach = 1
        while reach <= STEP_PAGES and len(names) < MIN_ALIKE:
            other = _neighbour(last + direction * reach, context)
            if other is not None and is_alike(title, other):
                names.add(other.text)
                last, reach = last + direction * reach, 0
            reach += 1
    return len(names) >= MIN_ALIKE


def _neighbour(number: int, context: Context) -> Line | None:
    page = context.page_at(number)
    if page is None:
        return None
    aside = furniture(page.lines, page)
    return _title(page, [line for index, line in enumerate(page.lines) if index not in aside])


def is_alike(title: Line, other: Line) -> bool:
    """Another name in the same look at the same place."""
    return (
        other.text != title.text
        and style_of(other.words)._replace(color=0) == style_of(title.words)._replace(color=0)
        and abs(other.box.x0 - title.box.x0) <= PLACE_PT
        and abs(other.box.y0 - title.box.y0) <= PLACE_PT
    )


def _title(content: PageContent, lines: Sequence[Line]) -> Line | None:
    """The one line that stands out on a page of a photo and little text. Letters seen in the photo, as a logo's, are none of it."""
    lines = [line for line in lines if line.words[0].source is TextSource.TEXT_LAYER]
    if not 1 <= len(lines) <= MAX_LINES or not _has_photo(content):
        return None
    ordered = sorted(lines, key=lambda line: -line.size_pt)
    title = ordered[0]
    rest = [line.size_pt for line in ordered[1:]]
    if rest and title.size_pt < MIN_TITLE_RATIO * sorted(rest)[len(rest) // 2]:
        return None
    return title if could_name(title.text) and not _has_captions(content, [line for line in lines if line is not title]) else None


def _has_captions(content: PageContent, lines: Sequence[Line]) -> bool:
    """Several pictures with words of their own: the title is that of the page, whatever they show."""
    shown = [box for box in product_pictures(content) if box.area >= CAPTIONED_SHARE * content.box.area]
    return sum(picture is not None for picture in own_pictures([line.box for line in lines], shown)) >= MIN_CAPTIONED


def could_name(text: str) -> bool:
    """A few words that are neither a sentence nor open like a slogan or a chapter."""
    letters = sum(char.isalpha() for char in text)
    return len(text.split()) <= MAX_TITLE_WORDS and letters >= 3 and not is_sentence(text) and not NO_NAMES.search(text)


def _has_photo(content: PageContent) -> bool:
    shown = [picture.box.intersection(content.box) for picture in content.pictures if picture.kind is not PictureKind.VECTOR]
    # A photo over the whole page is given as what its pixels show.
    return content.text_source is TextSource.OCR or sum(box.area for box in shown if box is not None) >= PHOTO_SHARE * content.box.area
