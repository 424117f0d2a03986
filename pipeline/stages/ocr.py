"""OCR: text that only the page's pixels show, on pages or parts of pages without usable text.

A scanned page also gets its rulings and pictures back from the pixels, so that later stages see it like any other.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from pipeline.document import Document
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.records import PageContent, Picture, PictureKind, Word
from pipeline.scans.need import Need, ReadPage
from pipeline.scans.parts import text_parts

SCAN_SHARE = 0.8
PICTURE_SHARE = 0.3
PART_SHARE = 0.15
FEW_WORDS = 4
FEW_CHARACTERS = 24
BROKEN_SHARE = 0.2
OUTLINE_SHAPES = 60
MAX_GLYPH_PT = 60.0
MIN_PRODUCT_SIDE_PT = 40.0


def read_missing_text(document: Document, content: PageContent, options: Options) -> ReadPage:
    """The page as a reader sees it, whether its text is text or pixels."""
    need = what_is_missing(content)
    silent = wordless_pictures(content) if need in (Need.NOTHING, Need.PICTURES) else []
    if not options.use_ocr or (need == Need.NOTHING and not silent):
        return ReadPage(content)
    parts = text_parts(document, content, silent)
    if not parts and need == Need.NOTHING:
        return ReadPage(content)
    if not parts and need == Need.PICTURES:
        from pipeline.scans.backdrop import pictures_in_backdrop

        return ReadPage(pictures_in_backdrop(document, content), need)
    # The engine and what stands on it cost a second and 100 MB, which pages need not pay whose pictures show no text.
    from pipeline.scans.reading import read_parts, read_scan

    return read_parts(document, content, parts) if parts else read_scan(document, content, need, page_scan(content))


def what_is_missing(content: PageContent) -> Need:
    """Why the pixels must be read, if they must."""
    body = [word for word in content.words if word.text.strip()]
    characters = sum(len(word.text) for word in body)
    if content.is_blank:
        return Need.NOTHING
    if characters and _broken_share(body) > BROKEN_SHARE:
        return Need.BROKEN
    is_wordless = len(body) < FEW_WORDS or characters < FEW_CHARACTERS
    if page_scan(content) is not None:
        return Need.TEXT if is_wordless else Need.RULINGS
    if is_wordless and _pictured_share(content) >= PICTURE_SHARE:
        return Need.TEXT
    if _is_drawn_as_outlines(content, body):
        return Need.OUTLINES
    return Need.PICTURES if page_wide_raster(content) is not None else Need.NOTHING


def page_scan(content: PageContent) -> Picture | None:
    """The raster that is the page: it covers it, and no visible text is set over it. A photo behind text is none."""
    covering = [p for p in content.pictures if p.kind != PictureKind.VECTOR and content.box.overlap_ratio(p.box) >= SCAN_SHARE]
    if len(covering) != 1 or len(content.pictures) > 3:
        return None
    shown = [word for word in content.words if word.alpha > 0]
    if len(shown) >= FEW_WORDS and sum(len(word.text) for word in shown) >= FEW_CHARACTERS:
        return None
    return covering[0]


def wordless_pictures(content: PageContent) -> list[Box]:
    """Large rasters without a word on them: most are photos, some are pictures of text."""
    large = [p.box.intersection(content.box) for p in content.pictures if p.kind != PictureKind.VECTOR]
    boxes = [box for box in large if box is not None and box.area >= PART_SHARE * content.box.area]
    return [box for box in boxes if sum(box.contains_point(word.box.center_x, word.box.center_y) for word in content.words) < FEW_WORDS]


def page_wide_raster(content: PageContent) -> Picture | None:
    """The one raster under all the text, which then may show the products too."""
    rasters = [p for p in content.pictures if p.kind != PictureKind.VECTOR and min(p.box.width, p.box.height) >= MIN_PRODUCT_SIDE_PT]
    if len(rasters) != 1 or content.box.overlap_ratio(rasters[0].box) < SCAN_SHARE:
        return None
    return rasters[0]


def _broken_share(words: Sequence[Word]) -> float:
    """Characters that no reader could mean: unmapped glyphs, controls, private use."""
    characters = Counter("".join([word.text for word in words]))
    broken = [char for char in characters if char == "\ufffd" or unicodedata.category(char) in ("Co", "Cc", "Cn")]
    return sum(characters[char] for char in broken) / max(characters.total(), 1)


def _pictured_share(content: PageContent) -> float:
    visible = (common for picture in content.pictures if (common := picture.box.intersection(content.box)) is not None)
    return sum(box.area for box in visible) / max(content.box.area, 1.0)


def _is_drawn_as_outlines(content: PageContent, words: Sequence[Word]) -> bool:
    """Many small shapes of letter size in rows, and less text than that: letters were turned into curves."""
    glyphs = [box for box in content.shapes if max(box.width, box.height) <= MAX_GLYPH_PT and min(box.width, box.height) > 0.5]
    if len(glyphs) < OUTLINE_SHAPES or len(glyphs) < 2 * sum(len(word.text) for word in words):
        return False
    heights = sorted(box.height for box in glyphs)
    typical = heights[len(heights) // 2]
    letters = [box for box in glyphs if 0.4 * typical <= box.height <= 2.2 * typical]
    rows: dict[int, int] = {}
    for box in letters:
        rows[round(box.y1 / max(typical, 1.0))] = rows.get(round(box.y1 / max(typical, 1.0)), 0) + 1
    return sum(count for count in rows.values() if count >= 5) >= 0.6 * len(glyphs)
