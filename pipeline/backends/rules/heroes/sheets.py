"""Sheets: a page about one product under headings that come back on pages around it, each under the name of another product."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.backends.base import Context
from pipeline.backends.rules.captions.goods import FIGURE
from pipeline.backends.rules.heroes.plates import could_name, further_rows, is_alike, named_sku
from pipeline.backends.rules.page.furniture import furniture, usual_size
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.text.records import style_of
from pipeline.records import Line, PageContent, Sku, TextSource

STEPS = (-1, 1, -2, 2)
TITLE_RATIO = 1.3
TITLE_ZONE = 0.45
MAX_TITLES = 2
BODY = (0.1, 0.92)
MIN_SHARED = 2
SHARED_SHARE = 0.5
MAX_HEADING_CHARS = 40
PICTURE_SHARE = 0.015


def read_sheet(content: PageContent, lines: Sequence[Line], context: Context) -> tuple[Sku, list[Line]] | None:
    """The product that the page is about, and the rows that name it."""
    titles = _titles(content, lines)
    if not titles or not any(box.area >= PICTURE_SHARE * content.box.area for box in product_pictures(content)):
        return None
    headings = _headings(content, lines)
    if len(headings) < MIN_SHARED:
        return None
    around = [page for step in STEPS if (page := context.page_at(content.page_number + step)) is not None]
    title = next((title for title in titles if any(_is_made_alike(title, headings, page) for page in around)), None)
    if title is None:
        return None
    rows = [title, *further_rows(title, lines)]
    return named_sku(rows, content.page_number, method="sheet"), rows


def _is_made_alike(title: Line, headings: set[str], page: PageContent) -> bool:
    """Another name in the same look at the same place, over the same headings."""
    aside = furniture(page.lines, page)
    lines = [line for index, line in enumerate(page.lines) if index not in aside]
    if not any(is_alike(title, other) for other in _titles(page, lines)):
        return False
    theirs = _headings(page, lines)
    shared = len(headings & theirs)
    return shared >= MIN_SHARED and shared >= SHARED_SHARE * min(len(headings), len(theirs))


def _titles(content: PageContent, lines: Sequence[Line]) -> list[Line]:
    """Lines in the upper part of the page that stand out and could be names, the largest first: the name of a series may stand over the product's."""
    printed = [line for line in lines if line.words[0].source is TextSource.TEXT_LAYER]
    limit, bottom = TITLE_RATIO * usual_size(printed), TITLE_ZONE * content.height_pt
    large = [line for line in printed if line.size_pt >= limit and line.box.y1 <= bottom and could_name(line.text)]
    return sorted(large, key=lambda line: (-round(line.size_pt, 1), line.box.y0))[:MAX_TITLES]


def _headings(content: PageContent, lines: Sequence[Line]) -> set[str]:
    """Short words in the body of the page that are set apart from its running text."""
    plain = Counter(style_of(line.words) for line in lines).most_common(1)[0][0]
    top, bottom = (share * content.height_pt for share in BODY)
    return {
        line.text.casefold()
        for line in lines
        if top <= line.box.y0 and line.box.y1 <= bottom and _is_heading(line) and style_of(line.words) != plain
    }


def _is_heading(line: Line) -> bool:
    return len(line.text) <= MAX_HEADING_CHARS and sum(char.isalpha() for char in line.text) >= 2 and not FIGURE.match(line.text)
