"""Runs of OCR text become words: tight to the ink, with a font size, split at spaces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from pipeline.geometry import Box
from pipeline.records import TextSource, Word
from pipeline.scans.engine import TextRun
from pipeline.scans.raster import PageRaster, Pixels

INK_DEPTH = 50
WORD_GAP = 0.2
SPECKS = re.compile(r"(?:\s+[.,'`·:;~\-_]+)+$|^(?:[.,'`·:;~_]+\s+)+")
LONE_DOT = re.compile(r"^(\S*\d\S*)[.,·]$")
DESCENDERS = frozenset("gjpqy,;()[]|/")


def words_of(run: TextRun, raster: PageRaster, gray: Pixels) -> Iterator[Word]:
    """The words of a run, each with its share of the run's width."""
    text = _without_specks(run.text)
    if not text:
        return
    box = _ink_box(run, gray)
    if run.is_turned:
        yield _word(text, raster.box(*box), raster, box[2] - box[0], run)
        return
    x0, y0, x1, y1 = box
    total = sum(_width(char) for char in text)
    at = 0.0
    for piece in re.findall(r"\S+|\s+", text):
        share = sum(_width(char) for char in piece)
        if not piece.isspace():
            left, right = x0 + (x1 - x0) * at / total, x0 + (x1 - x0) * (at + share) / total
            yield _word(piece, raster.box(left, y0, right, y1), raster, (y1 - y0) / _height_share(text), run)
        at += share


def fitted_to_ink(words: Sequence[Word], raster: PageRaster, gray: Pixels) -> tuple[Word, ...]:
    """Words of a hidden text layer, stretched over the ink they stand for: such layers are set in a font that is not the page's."""
    fitted = []
    for word in words:
        following = min((other.box.x0 for other in words if _follows(word.box, other.box)), default=word.box.x1 + 3 * word.box.height)
        end = _ink_end(word.box, following, raster, gray)
        stretch = (end - word.box.x0) / max(word.box.width, 0.1)
        box = word.box._replace(x1=end)
        fitted.append(replace(word, box=box, size_pt=round(word.size_pt * min(max(stretch, 1.0), 1.6), 1)))
    return tuple(fitted)


def _follows(box: Box, other: Box) -> bool:
    return other.x0 > box.x0 and box.y0 <= other.center_y <= box.y1


def _ink_end(box: Box, limit: float, raster: PageRaster, gray: Pixels) -> float:
    """Where the ink that begins at this word ends, at the latest before the next word."""
    scale = raster.points_per_pixel
    top, bottom = int(box.y0 / scale), int(box.y1 / scale) + 1
    left, right = int(box.x1 / scale), min(int(limit / scale), gray.shape[1])
    band = gray[max(top, 0) : bottom, left:right].astype(np.int16)
    if band.size == 0:
        return box.x1
    inked = (np.median(gray[max(top, 0) : bottom]) - band > INK_DEPTH).any(axis=0)
    gap = max(2, int(WORD_GAP * box.height / scale))
    end, empty = 0, 0
    for column, has_ink in enumerate(inked):
        empty = 0 if has_ink else empty + 1
        if empty > gap:
            break
        end = column + 1 if has_ink else end
    return box.x1 + end * scale


def _word(text: str, box: Box, raster: PageRaster, height_px: float, run: TextRun) -> Word:
    return Word(
        text=text,
        box=box,
        size_pt=round(height_px * raster.points_per_pixel, 1),
        direction=(0.0, -1.0) if run.is_turned else (1.0, 0.0),
        source=TextSource.OCR,
        confidence=run.score,
    )


def _without_specks(text: str) -> str:
    """Dirt on the glass reads as stray dots behind or before the text."""
    text = SPECKS.sub("", unicodedata.normalize("NFC", text)).strip()
    return LONE_DOT.sub(r"\1", text) if " " not in text else text


def _ink_box(run: TextRun, gray: Pixels) -> tuple[float, float, float, float]:
    """The detector pads its boxes; the ink says where the text really stands."""
    x0, y0, x1, y1 = (int(value) for value in (run.x0, run.y0, run.x1, run.y1))
    patch = gray[y0:y1, x0:x1].astype(np.int16)
    paper = np.median(np.concatenate((patch[0], patch[-1]))) if patch.size else 255
    ink = np.abs(patch - paper) > INK_DEPTH
    rows, columns = np.nonzero(ink.sum(axis=1) > 0)[0], np.nonzero(ink.any(axis=0))[0]
    rows = _without_rules(ink, rows)
    if len(rows) < 3 or len(columns) < 2:
        return run.x0, run.y0, run.x1, run.y1
    return float(x0 + columns[0]), float(y0 + rows[0]), float(x0 + columns[-1] + 1), float(y0 + rows[-1] + 1)


def _without_rules(ink: Pixels, rows: Pixels) -> Pixels:
    """A cell border caught at the top or bottom of the box is inked from end to end."""
    full = ink.mean(axis=1) > 0.85
    kept = [row for row in rows if not full[row]]
    middle = ink.shape[0] / 2
    top = max((row for row in range(len(full)) if full[row] and row < middle), default=-1)
    bottom = min((row for row in range(len(full)) if full[row] and row > middle), default=len(full))
    return np.asarray([row for row in kept if top < row < bottom])


def _height_share(text: str) -> float:
    """Ink height over font size: Latin capitals reach up 0.72, descenders 0.22 down; wide characters fill 0.9."""
    if any(unicodedata.east_asian_width(char) in "WF" for char in text):
        return 0.92
    if any(char in DESCENDERS for char in text):
        return 0.94
    return 0.72 if any(char.isupper() or char.isdigit() or char in "bdfhklt" for char in text) else 0.53


def _width(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char.isspace():
        return 0.3
    if char in "iljI.,:;'|!()[]ft/-":
        return 0.32
    if char in "mwMW@%":
        return 0.85
    return 0.66 if char.isupper() else 0.54
