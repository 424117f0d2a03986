"""Parts of a page that are pictures of text: a price list pasted as a screenshot, a scanned block between printed headings."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from pipeline.document import Document
from pipeline.geometry import Box
from pipeline.records import PageContent
from pipeline.scans.raster import Pixels

LOOKING_DPI = 100.0
MIN_ROWS = 4
MIN_LETTERS_IN_ROW = 6
MIN_LETTER_PX, MAX_LETTER_PX = 4, 26
INK_DEPTH = 60
ROW_SHARE = 0.6


def text_parts(document: Document, content: PageContent, boxes: Sequence[Box]) -> list[Box]:
    """Those of the boxes in which letters stand in rows."""
    found = []
    for box in boxes:
        pixels = document.render(content.page_number, dpi=LOOKING_DPI, clip=box).pixels
        if has_rows_of_letters(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)):
            found.append(box)
    return found


def has_rows_of_letters(gray: Pixels) -> bool:
    """Small dark marks of like height, side by side in several rows; photos have marks of all sizes, strewn about."""
    ink = np.asarray(cv2.medianBlur(gray, 31).astype(np.int16) - gray > INK_DEPTH, dtype=np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    letters = [(top + height, height) for _, top, width, height, _ in stats[1:count].tolist() if _is_letter(width, height)]
    if len(letters) < MIN_ROWS * MIN_LETTERS_IN_ROW:
        return False
    typical = float(np.median([height for _, height in letters]))
    feet = np.bincount([round(foot / max(typical / 2, 1.0)) for foot, height in letters if 0.5 * typical <= height <= 1.6 * typical])
    full = feet[feet >= MIN_LETTERS_IN_ROW]
    return len(full) >= MIN_ROWS and full.sum() >= ROW_SHARE * (count - 1)


def _is_letter(width: int, height: int) -> bool:
    return MIN_LETTER_PX <= height <= MAX_LETTER_PX and 1 <= width <= 2 * MAX_LETTER_PX
