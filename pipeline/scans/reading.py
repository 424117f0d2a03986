"""A page read from its pixels: words where the text layer has none, rulings and pictures where the page is a scan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.document import Document
from pipeline.geometry import Box, Tiles, union
from pipeline.records import Fill, PageContent, Picture, PictureKind, Ruling, TextSource, Word
from pipeline.scans.engine import ReadText, read_text
from pipeline.scans.need import Need, ReadPage
from pipeline.scans.outlines import with_text_for_outlines
from pipeline.scans.raster import PageRaster, Pixels, page_raster, straightened
from pipeline.scans.regions import find_regions, is_on_paper
from pipeline.scans.rulings import find_rulings
from pipeline.scans.turning import turned_back
from pipeline.scans.words import fitted_to_ink, words_of
from pipeline.stages.lines import find_lines

READING_DPI = 200.0
MAX_EDGE_PX = 3400.0
MARGIN_SHARE = 0.09
IN_PICTURE = 0.75
MIN_ALIKE = 2
SAME_EDGE_PT = 2.0
WITHIN_PT = 1.0
# What a scanner blurs looks so much larger than it is.
BLURRED_PT = 2.0
# Letters fill about half of the height of close rows.
STEMS_SHARE = 0.35


def read_scan(document: Document, content: PageContent, need: Need, scan: Picture | None) -> ReadPage:
    """What the pixels add to the page. All boxes of the result are those of the straightened page."""
    raster = page_raster(document, content.page_number, dpi=_reading_dpi(content))
    if scan is not None and is_on_paper(raster):
        raster = straightened(raster)
    else:
        # A photo over the whole page is a picture, not a sheet: it stays one.
        scan = None
    gray = raster.gray
    known = () if need == Need.BROKEN else _straightened_words(content, raster)
    text = read_text(raster.pixels) if need != Need.RULINGS else ReadText(())
    borders = _borders(raster, gray, text, known) if scan is not None else ()
    if need == Need.RULINGS:
        words: tuple[Word, ...] = fitted_to_ink(known, raster, gray)
    else:
        read = words_of(text.runs, raster, gray, borders)
        words = (*known, *(word for word in read if not any(word.box.overlap_ratio(other.box) > 0.4 for other in known)))
    notes = (*content.notes, need.value, *((f"ocr_left_out_{text.unread}",) if text.unread else ()))
    if scan is not None:
        return ReadPage(_as_scan(replace(content, notes=notes), scan, raster, words, borders), need, raster.skew_degrees)
    source = TextSource.OCR if any(word.source == TextSource.OCR for word in words) else content.text_source
    if need == Need.OUTLINES:
        return ReadPage(replace(with_text_for_outlines(document, content.page_number, words), text_source=source, notes=notes), need)
    found_words, lines = find_lines(words, content.rulings, content.box, content.grounds)
    return ReadPage(replace(content, words=found_words, lines=lines, text_source=source, notes=notes), need)


def read_parts(document: Document, content: PageContent, parts: Sequence[Box]) -> ReadPage:
    """A text page with what its pictures of text say, and the rulings these show."""
    raster = page_raster(document, content.page_number, dpi=_reading_dpi(content))
    gray = raster.gray
    text = read_text(raster.pixels)
    runs = tuple(run for run in text.runs if any(raster.box(run.x0, run.y0, run.x1, run.y1).overlap_ratio(part) > 0.5 for part in parts))
    borders = [
        r for r in _borders(raster, gray, ReadText(runs), ()) if any(r.box.expanded(0.2).overlap_ratio(part) > 0.5 for part in parts)
    ]
    read = words_of(runs, raster, gray, borders)
    fresh = [word for word in read if not any(word.box.overlap_ratio(other.box) > 0.4 for other in content.words)]
    rulings = (*content.rulings, *borders)
    words, lines = find_lines((*content.words, *fresh), rulings, content.box, content.grounds)
    notes = (*content.notes, Need.PARTS.value)
    return ReadPage(replace(content, words=words, lines=lines, rulings=rulings, text_source=TextSource.OCR, notes=notes), Need.PARTS)


def _borders(raster: PageRaster, gray: Pixels, text: ReadText, known: Sequence[Word]) -> tuple[Ruling, ...]:
    """Lines that are not strokes of letters."""
    boxes = [raster.box(run.x0, run.y0, run.x1, run.y1) for run in text.runs] or [word.box.expanded(6) for word in known]
    return tuple(ruling for ruling in find_rulings(raster, gray) if not any(_is_stroke(ruling, box) for box in boxes))


def _is_stroke(ruling: Ruling, text: Box) -> bool:
    """Letters in a row look like a short line; a border runs on beyond the text."""
    along = (
        min(text.x1, ruling.box.x1) - max(text.x0, ruling.box.x0)
        if ruling.is_horizontal
        else min(text.y1, ruling.box.y1) - max(text.y0, ruling.box.y0)
    )
    length = ruling.box.width if ruling.is_horizontal else ruling.box.height
    return along > 0.75 * length and text.intersection(ruling.box.expanded(0.2)) is not None


def _as_scan(content: PageContent, scan: Picture, raster: PageRaster, words: Sequence[Word], borders: Sequence[Ruling]) -> PageContent:
    """A scanned page with its own rulings and pictures; the raster that shows them is no picture any more."""
    density = max(scan.pixel_size) / max(scan.box.width, scan.box.height, 1.0)
    found = find_regions(raster, [word.box for word in words], borders)
    regions = with_wordmarks(found.pictures, words, content)
    panels = tuple(Fill(box, raster.color_at(box)) for box in found.panels)
    kept = _without_edges(_without_stems(borders, words), regions)
    pictures = tuple(_region(box, density) for box in regions if sum(_lies_in(border, box) for border in kept) < MIN_ALIKE)
    rest = tuple(picture for picture in content.pictures if picture is not scan)
    rulings = (*content.rulings, *kept)
    found_words, lines = find_lines(words, rulings, content.box)
    return replace(
        content,
        words=found_words,
        lines=lines,
        rulings=rulings,
        fills=(*content.fills, *panels),
        pictures=(*rest, *pictures),
        text_source=TextSource.OCR,
        is_blank=not words and not pictures and not rest,
        notes=(*content.notes, "page_scan"),
    )


def _without_stems(borders: Sequence[Ruling], words: Sequence[Word]) -> list[Ruling]:
    """Without upright lines that are put together from stems of letters in close rows: no border runs through the middle of words."""
    uprights = [border for border in borders if not border.is_horizontal]
    placed = Tiles((word.box, word.box) for word in words) if uprights else None
    return [border for border in borders if border.is_horizontal or placed is None or not _is_of_stems(border, placed)]


def _is_of_stems(border: Ruling, words: Tiles[Box]) -> bool:
    box = border.box
    through = [word for word in words.around(box) if word.x0 + WITHIN_PT < box.center_x < word.x1 - WITHIN_PT]
    lengths = [min(word.y1, box.y1) - max(word.y0, box.y0) for word in through]
    return sum(length for length in lengths if length > 0) >= STEMS_SHARE * box.height


def _without_edges(borders: Sequence[Ruling], regions: Sequence[Box]) -> list[Ruling]:
    """Without lines in pictures, unless such lines go on outside: a coloured head row is no picture, and may look like one with a band over it."""
    shown = [any(_lies_in(border, box) for box in regions) for border in borders]
    outside = [border for border, is_shown in zip(borders, shown, strict=True) if not is_shown]
    return [
        border
        for border, is_shown in zip(borders, shown, strict=True)
        if not is_shown or sum(_is_alike(border, other) for other in outside) >= MIN_ALIKE
    ]


def _lies_in(border: Ruling, picture: Box) -> bool:
    return border.box.expanded(0.5).overlap_ratio(picture) > IN_PICTURE


def _is_alike(one: Ruling, other: Ruling) -> bool:
    """As long as each other, between the same edges."""
    if one.is_horizontal is not other.is_horizontal:
        return False
    (a, b), (c, d) = ((r.box.x0, r.box.x1) if r.is_horizontal else (r.box.y0, r.box.y1) for r in (one, other))
    return max(abs(a - c), abs(b - d)) <= SAME_EDGE_PT


def _region(box: Box, density: float) -> Picture:
    return Picture(box, PictureKind.INLINE, pixel_size=(max(1, round(box.width * density)), max(1, round(box.height * density))))


def with_wordmarks(regions: Sequence[Box], words: Sequence[Word], content: PageContent) -> list[Box]:
    """A mark in the page's head or foot and the brand's name beside it are one logo."""
    return [_with_wordmark(box, words) if _is_in_margin(box, content) else box for box in regions]


def _with_wordmark(mark: Box, words: Sequence[Word]) -> Box:
    beside = [
        w.box
        for w in words
        if w.box.height >= 0.3 * mark.height
        and mark.y0 <= w.box.center_y <= mark.y1
        and -BLURRED_PT <= mark.gap_x(w.box) <= 0.5 * mark.height
    ]
    return union((mark, *beside))


def _is_in_margin(box: Box, content: PageContent) -> bool:
    return box.y1 <= MARGIN_SHARE * content.height_pt or box.y0 >= (1 - MARGIN_SHARE) * content.height_pt


def _straightened_words(content: PageContent, raster: PageRaster) -> tuple[Word, ...]:
    if not raster.skew_degrees:
        return content.words
    return tuple(replace(word, box=turned_back(word.box, -raster.skew_degrees, content.box, leans=False)) for word in content.words)


def _reading_dpi(content: PageContent) -> float:
    return min(READING_DPI, MAX_EDGE_PX * 72.0 / max(content.width_pt, content.height_pt))
