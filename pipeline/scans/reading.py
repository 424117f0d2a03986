"""A page read from its pixels: words where the text layer has none, rulings and pictures where the page is a scan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.document import Document
from pipeline.geometry import Box, union
from pipeline.records import PageContent, Picture, PictureKind, Ruling, TextSource, Word
from pipeline.scans.engine import read_text
from pipeline.scans.need import Need, ReadPage
from pipeline.scans.raster import PageRaster, page_raster, turned_back
from pipeline.scans.regions import find_pictures
from pipeline.scans.rulings import find_rulings
from pipeline.scans.words import fitted_to_ink, words_of
from pipeline.stages.lines import find_lines

READING_DPI = 200.0
MAX_EDGE_PX = 3400.0
MARGIN_SHARE = 0.09


def read_scan(document: Document, content: PageContent, need: Need, scan: Picture | None) -> ReadPage:
    """What the pixels add to the page. All boxes of the result are those of the straightened page."""
    raster = page_raster(document, content.page_number, dpi=_reading_dpi(content), may_turn=scan is not None)
    known = () if need == Need.BROKEN else _straightened_words(content, raster)
    notes: list[str] = [need.value]
    words = fitted_to_ink(known, raster, raster.gray) if need == Need.RULINGS else (*known, *_read_words(raster, known, notes))
    if scan is not None:
        return ReadPage(_as_scan(content, scan, raster, words, tuple(notes)), need, raster.skew_degrees)
    found_words, lines = find_lines(words, content.rulings, content.box)
    source = TextSource.OCR if any(word.source == TextSource.OCR for word in words) else content.text_source
    return ReadPage(replace(content, words=found_words, lines=lines, text_source=source, notes=(*content.notes, *notes)), need)


def _as_scan(content: PageContent, scan: Picture, raster: PageRaster, words: Sequence[Word], notes: tuple[str, ...]) -> PageContent:
    """A scanned page with its own rulings and pictures; the raster that shows them is no picture any more."""
    texts = [word.box for word in words]
    rulings = tuple(ruling for ruling in find_rulings(raster, raster.gray) if not _is_stroke_of_text(ruling, texts))
    density = max(scan.pixel_size) / max(scan.box.width, scan.box.height, 1.0)
    regions = _with_wordmarks(find_pictures(raster, texts, rulings), words, content)
    pictures = tuple(_region(box, density) for box in regions)
    rest = tuple(picture for picture in content.pictures if picture is not scan)
    all_rulings = (*content.rulings, *(r for r in rulings if not any(r.box.expanded(0.5).overlap_ratio(box) > 0.75 for box in regions)))
    found_words, lines = find_lines(words, all_rulings, content.box)
    return replace(
        content,
        words=found_words,
        lines=lines,
        rulings=all_rulings,
        pictures=(*rest, *pictures),
        text_source=TextSource.OCR,
        is_blank=not words and not pictures and not rest,
        notes=(*content.notes, *notes, "page_scan"),
    )


def _region(box: Box, density: float) -> Picture:
    return Picture(box, PictureKind.INLINE, pixel_size=(max(1, round(box.width * density)), max(1, round(box.height * density))))


def _with_wordmarks(regions: Sequence[Box], words: Sequence[Word], content: PageContent) -> list[Box]:
    """A mark in the page's head or foot and the brand's name beside it are one logo."""
    return [_with_wordmark(box, words) if _is_in_margin(box, content) else box for box in regions]


def _with_wordmark(mark: Box, words: Sequence[Word]) -> Box:
    beside = [
        w.box
        for w in words
        if w.box.height >= 0.3 * mark.height and mark.y0 <= w.box.center_y <= mark.y1 and 0 <= mark.gap_x(w.box) <= 0.5 * mark.height
    ]
    return union((mark, *beside))


def _is_in_margin(box: Box, content: PageContent) -> bool:
    return box.y1 <= MARGIN_SHARE * content.height_pt or box.y0 >= (1 - MARGIN_SHARE) * content.height_pt


def _read_words(raster: PageRaster, known: Sequence[Word], notes: list[str]) -> Iterable[Word]:
    """Words that the pixels show and the text layer does not have."""
    gray = raster.gray
    text = read_text(raster.pixels)
    if text.unread:
        notes.append(f"ocr_left_out_{text.unread}")
    words = [word for run in text.runs for word in words_of(run, raster, gray)]
    return [word for word in words if not any(word.box.overlap_ratio(other.box) > 0.4 for other in known)]


def _straightened_words(content: PageContent, raster: PageRaster) -> tuple[Word, ...]:
    if not raster.skew_degrees:
        return content.words
    return tuple(replace(word, box=turned_back(word.box, -raster.skew_degrees, content.box, leans=False)) for word in content.words)


def _is_stroke_of_text(ruling: Ruling, texts: Sequence[Box]) -> bool:
    """Letters in a row look like short lines: what lies within text is no border."""
    crossed = [box for box in texts if box.expanded(0.8).intersection(ruling.box) is not None and _is_within(ruling, box)]
    if not crossed:
        return False
    covered = union(crossed)
    if ruling.is_horizontal:
        return min(covered.x1, ruling.box.x1) - max(covered.x0, ruling.box.x0) > 0.6 * ruling.box.width
    return min(covered.y1, ruling.box.y1) - max(covered.y0, ruling.box.y0) > 0.6 * ruling.box.height


def _is_within(ruling: Ruling, text: Box) -> bool:
    if ruling.is_horizontal:
        return text.y0 - 0.5 <= ruling.box.center_y <= text.y1 + 0.5
    return text.x0 - 0.5 <= ruling.box.center_x <= text.x1 + 0.5


def _reading_dpi(content: PageContent) -> float:
    return min(READING_DPI, MAX_EDGE_PX * 72.0 / max(content.width_pt, content.height_pt))
