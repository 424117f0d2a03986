"""Parse: a page of the PDF becomes `PageContent`: words, lines in reading order, rulings, fills, pictures."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pipeline.document import Document, RawPage
from pipeline.geometry import Box
from pipeline.records import PageContent, Picture, PictureKind, Ruling, Word, is_drawn_font
from pipeline.stages.drawings import Drawings, drawn_pictures, read_drawings, stroked_pictures
from pipeline.stages.lines import find_lines, is_level, is_wide
from pipeline.stages.shadows import without_shadows

PAGE_NUMBER = re.compile(r"(page|p\.|第)?\s*[-–—·|]*\s*\d{1,4}\s*(页|頁|/\s*\d{1,4}|of\s*\d{1,4})?\s*[-–—·|]*", re.IGNORECASE)
MIN_VISIBLE_PT = 3.0
# How far aside words are set again to be bold; further, they cast a shadow.
MIN_WEIGHT_EM, MAX_WEIGHT_EM = 0.01, 0.06
PAPER = 0xFFFFFF


def parse_page(document: Document, number: int) -> PageContent:
    """Everything on the page, as a reader sees it; numbers start at 1."""
    return understand(document.read(number))


def understand(raw: RawPage) -> PageContent:
    page = Box(0.0, 0.0, raw.width_pt, raw.height_pt)
    drawings = read_drawings(raw.paths, page)
    marked, strikes = _marked_struck(_with_weight(_printed_once(raw.words)), drawings)
    rulings = tuple(ruling for ruling in drawings.rulings if ruling not in strikes)
    sketches = stroked_pictures(rulings, drawings.shapes, drawings.slashes, [word.box for word in marked], page)
    if sketches:
        of_sketches = {id(stroke) for _, strokes in sketches for stroke in strokes}
        rulings = tuple(ruling for ruling in rulings if id(ruling) not in of_sketches)
    words, lines = find_lines(marked, rulings, page, [*(fill.box for fill in drawings.fills), *drawings.shapes])
    drawn = drawn_pictures((*drawings.shapes, *(box for box, _ in sketches)), page)
    cast = [*(fill.box for fill in drawings.fills), *drawings.shapes, *(ruling.box for ruling in rulings)]
    pictures = without_shadows(_visible(raw.pictures, page), cast) + tuple(Picture(box, PictureKind.VECTOR) for box in drawn)
    return PageContent(
        page_number=raw.page_number,
        width_pt=raw.width_pt,
        height_pt=raw.height_pt,
        rotation=raw.rotation,
        words=words,
        lines=lines,
        rulings=rulings,
        fills=drawings.fills,
        pictures=pictures,
        drawing_count=len(raw.paths),
        is_blank=_is_blank(words, pictures, drawings, page),
        shapes=drawings.shapes,
        notes=raw.notes,
    )


def _printed_once(words: Sequence[Word]) -> list[Word]:
    """Words that say something; a word set twice in nearly one place, for weight or shadow, counts once, and is bold where it was for weight."""
    seen: dict[str, dict[int, dict[int, int]]] = {}
    kept: list[Word] = []
    for word in words:
        text = word.text
        if not text.strip():
            continue
        places = seen.setdefault(text, {})
        x, y = round(word.box.x0 / 2), round(word.box.y0 / 2)
        level = [places[height] for height in (y - 1, y, y + 1) if height in places] if places else None
        first = _set_before(word, kept, [at[aside] for aside in (x - 1, x, x + 1) for at in level if aside in at]) if level else None
        if first is None:
            places.setdefault(y, {})[x] = len(kept)
            kept.append(word)
        elif not kept[first].is_bold and _adds_weight(word, kept[first]):
            kept[first] = replace(kept[first], is_bold=True)
    return kept


def _set_before(word: Word, kept: Sequence[Word], near: Sequence[int]) -> int | None:
    return next((place for place in near if _same_place(kept[place], word)), None)


def _same_place(one: Word, two: Word) -> bool:
    limit = 0.15 * one.size_pt
    return abs(one.box.x0 - two.box.x0) <= limit and abs(one.box.y0 - two.box.y0) <= limit


def _adds_weight(word: Word, first: Word) -> bool:
    """Whether a word set again a hair aside makes its strokes wider: in another colour it is a shadow, in the very same place nothing is seen."""
    aside = max(abs(first.box.x0 - word.box.x0), abs(first.box.y0 - word.box.y0))
    return word.color == first.color and MIN_WEIGHT_EM * word.size_pt <= aside <= MAX_WEIGHT_EM * word.size_pt


def _with_weight(words: list[Word]) -> list[Word]:
    """Wide signs in fonts that are drawings are bold where others of the page are set in a font with a name: browsers draw the bold signs of a
    font that has none."""
    if not any(is_drawn_font(font) for font in {word.font for word in words}):
        return words
    drawn = {id(word) for word in words if word.has_drawn_font and is_wide(word.text[0])}
    if not drawn or not any(is_wide(word.text[0]) for word in words if not word.has_drawn_font):
        return words
    return [replace(word, is_bold=True) if id(word) in drawn else word for word in words]


def _visible(pictures: Sequence[Picture], page: Box) -> tuple[Picture, ...]:
    """Pictures that a reader can see; specks and what lies outside the page are dropped."""
    return tuple(
        picture
        for picture in pictures
        if (common := picture.box.intersection(page)) is not None and min(common.width, common.height) >= MIN_VISIBLE_PT
    )


def _marked_struck(words: list[Word], drawings: Drawings) -> tuple[list[Word], frozenset[Ruling]]:
    """Words with a line through them, and the lines that do it (they border no table)."""
    levels = sorted((ruling for ruling in drawings.rulings if ruling.is_horizontal), key=lambda ruling: ruling.box.center_y)
    if not levels and not drawings.slashes:
        return words, frozenset()
    heights = [ruling.box.center_y for ruling in levels]
    strikes: set[Ruling] = set()
    marked: list[Word] = []
    for word in words:
        hit = _strike_through(word, levels, heights)
        if hit is not None:
            strikes.add(hit)
        is_struck = hit is not None or (bool(drawings.slashes) and any(_slashes(slash, word) for slash in drawings.slashes))
        marked.append(replace(word, is_struck=True) if is_struck else word)
    return marked, frozenset(strikes)


def _strike_through(word: Word, levels: Sequence[Ruling], heights: Sequence[float]) -> Ruling | None:
    box = word.box
    _, top, _, bottom = box
    start = bisect_left(heights, top + 0.35 * (bottom - top))
    end = bisect_right(heights, top + 0.78 * (bottom - top), start)
    for ruling in levels[start:end] if is_level(word) else ():
        covers = min(box.x1, ruling.box.x1) - max(box.x0, ruling.box.x0) >= 0.6 * box.width
        # A rule that runs on far beyond the word is a border, whatever text was set over it.
        if covers and ruling.box.width <= 4 * box.width + 6 * word.size_pt and ruling.width_pt <= 0.25 * word.size_pt + 0.5:
            return ruling
    return None


def _slashes(slash: Box, word: Word) -> bool:
    """A slanted stroke from one end of the word to the other, no longer than the word."""
    return (
        abs(slash.x0 - word.box.x0) <= word.size_pt
        and abs(slash.x1 - word.box.x1) <= word.size_pt
        and word.box.y0 - 2 <= slash.center_y <= word.box.y1 + 2
        and slash.height <= 1.5 * word.box.height
    )


def _is_blank(words: Sequence[Word], pictures: Sequence[Picture], drawings: Drawings, page: Box) -> bool:
    """Nothing but a page number: no picture, no shape, no fill that shows."""
    if pictures or drawings.shapes:
        return False
    if any(fill.color != PAPER and fill.box.area < 0.9 * page.area for fill in drawings.fills):
        return False
    text = " ".join(word.text for word in words).strip()
    return not text or PAGE_NUMBER.fullmatch(text) is not None
