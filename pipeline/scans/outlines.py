"""Pages whose text is drawn as outlines: once it is read, what was drawn for its letters is neither a border nor part of a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.document import Document, PaintedPath
from pipeline.geometry import Box, Tiles
from pipeline.records import PageContent, Word
from pipeline.stages.parse import understand

# Of a letter, or of a row of letters that is one path, so much lies within the words that were read there.
LETTER_SHARE = 0.5
# Strokes of letters, `l`, `-`, are no longer than their row is high; what strikes a word or underlines it is.
STROKE_EM = 1.1
SLACK_PT = 1.0
MARGIN_SHARE = 0.09


def with_text_for_outlines(document: Document, page_number: int, words: Sequence[Word]) -> PageContent:
    """The page as it would be with these words for its outlines."""
    raw = document.read(page_number)
    placed = Tiles((word.box, word.box.expanded(SLACK_PT)) for word in words)
    paths = tuple(path for path in raw.paths if _is_in_margin(path, raw.height_pt) or not _is_lettering(path, placed))
    return understand(replace(raw, words=tuple(words), paths=paths))


def _is_in_margin(path: PaintedPath, height_pt: float) -> bool:
    """In the head or foot of the page, where lettering may be the mark of a maker, which is a picture too."""
    return not MARGIN_SHARE * height_pt < path.box.center_y < (1 - MARGIN_SHARE) * height_pt


def _is_lettering(path: PaintedPath, words: Tiles[Box]) -> bool:
    around = [word for word in words.around(path.box) if word.intersection(path.box) is not None]
    if not around:
        return False
    if _is_straight(path):
        longest = STROKE_EM * max(word.height for word in around)
        return max(path.box.width, path.box.height) <= longest and any(path.box.overlap_ratio(word) > LETTER_SHARE for word in around)
    return sum(path.box.overlap_ratio(word) for word in around) > LETTER_SHARE


def _is_straight(path: PaintedPath) -> bool:
    """Made of level and upright edges alone, as borders and filled cells are."""
    return all(item[0] == "re" or (item[0] == "l" and (item[1][0] == item[2][0] or item[1][1] == item[2][1])) for item in path.items)
