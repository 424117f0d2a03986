"""Runs of OCR text become words: tight to the ink, with a font size, split at spaces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from pipeline.geometry import Box
from pipeline.records import Ruling, TextSource, Word
from pipeline.scans.engine import TextRun
from pipeline.scans.raster import PageRaster, Pixels
from pipeline.scans.spaces import small_tail, with_wide_spaces

INK_DEPTH = 50
STRIKE_DEPTH, FAINT_DEPTH = 30.0, 15.0
FAINT_SHARE = 0.4
DARKEST_PERCENT = 3
STRUCK_SHARE = 0.9
STRUCK_SHORT_SHARE = 0.98
MIN_STRUCK_RATIO = 3.0
MIN_SHORT_RATIO = 2.0
WORD_GAP = 0.2
SPECKS = re.compile(r"(?:\s+[.,'`·:;~\-_]+)+$|^(?:[.,'`·:;~_]+\s+)+")
# Between figures and letters of words with spaces a dot at half height parts facts; the engine leaves out the spaces around it.
TIGHT_DOT = re.compile(r"(?<=[A-Za-z0-9)\"])\s*[·•∙‧]\s*(?=[A-Za-z0-9ØøÀ-ÿ∅(])")
# Signs that the engine takes for others of their shape.
SIGNS = str.maketrans("∅⌀Φ″", 'ØØØ"')
POUNDS = re.compile(r"(?<=\d )1b(?=s?\b)")
# The sign of diameters read as what it looks like: no side begins with a nought before other figures, `093×142`, `0 60 mm`.
ROUND_SIGN = re.compile(r"(?:^|(?<=[^\d\s] ))[0Oo@](?=\s?[1-9]\d*(?:[.,]\d+)?\s?(?:[x×]\s?[1-9]|[mc]m\b))\s?")
LONE_DOT = re.compile(r"^(\S*\d\S*)[.,·]$")
SHORT_TEXT = 4
MAX_OVERLAP = 2
SUM = r"[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£¥元]|\d+[.,]\d\d"
TWO_SUMS = re.compile(rf"({SUM})\s+({SUM})")
# Grains of the scanner's noise are single pixels.
MIN_INK_PX = 2
# Dots that lead the eye touch the words and sums at their ends, and a code may be read together with the name behind it.
LEADER = re.compile(r"[.·…‥]+")
LED = re.compile(r"([.·…‥]{2,}|^[.·](?=[$€£¥₹]))")
GLUED = re.compile(r"(?<!\S)([A-Z]{1,5}\d{2,6})(?=[A-Z][a-z]{2})")

PixelBox = tuple[float, float, float, float]


def words_of(runs: Sequence[TextRun], raster: PageRaster, gray: Pixels, borders: Sequence[Ruling]) -> list[Word]:
    """The words of all runs, each with its share of its run's width; runs of one font get one size."""
    parted = [part for run in runs for apart in _sums_apart(run, gray) for part in _translation_apart(apart, gray)]
    cleaned = [(run, text) for run in parted if (text := GLUED.sub(r"\1 ", _without_specks(run.text)))]
    boxes = [_ink_box(run, gray, _pixel_boxes(run, raster, borders)) for run, _ in cleaned]
    spaced = [_spaced(run, text, box, gray) for (run, text), box in zip(cleaned, boxes, strict=True)]
    cleaned = [(run, text) for (run, _), text in zip(cleaned, spaced, strict=True)]
    sizes = settled_sizes(
        [_size_px(text, box, run) for (run, text), box in zip(cleaned, boxes, strict=True)], [len(text) for _, text in cleaned]
    )
    words = [
        replace(word, is_struck=_is_struck(box, gray))
        for (run, text), box, size in zip(cleaned, boxes, sizes, strict=True)
        for word in _split(run, text, box, size, raster)
    ]
    return _without_overlaps(words)


def _spaced(run: TextRun, text: str, box: PixelBox, gray: Pixels) -> str:
    x0, y0, x1, y1 = (int(value) for value in box)
    return text if run.is_turned else with_wide_spaces(text, gray[y0:y1, x0:x1], _width)


def _sums_apart(run: TextRun, gray: Pixels) -> list[TextRun]:
    """Two sums that the engine reads as one run, each by itself: one of them may be struck out and smaller, which the whole run does not show."""
    sums = TWO_SUMS.fullmatch(run.text.strip())
    gap = _widest_gap(run, gray) if sums is not None and not run.is_turned else None
    if sums is None or gap is None:
        return [run]
    return [replace(run, text=sums[1], x1=gap[0]), replace(run, text=sums[2], x0=gap[1])]


def _translation_apart(run: TextRun, gray: Pixels) -> list[TextRun]:
    """A title in a wide script and its smaller translation, which the engine reads as one run, each by itself."""
    x0, y0, x1, y1 = (int(value) for value in (run.x0, run.y0, run.x1, run.y1))
    at = small_tail(run.text, gray[y0:y1, x0:x1]) if not run.is_turned else None
    if at is None:
        return [run]
    place, x = at
    return [replace(run, text=run.text[:place].rstrip(), x1=float(x0 + x)), replace(run, text=run.text[place:], x0=float(x0 + x))]


def _widest_gap(run: TextRun, gray: Pixels) -> tuple[float, float] | None:
    """From where to where no ink stands between that of a run; a line through text closes the gaps within it."""
    left = int(run.x0)
    patch = gray[int(run.y0) : int(run.y1), left : int(run.x1)].astype(np.int16)
    inked = np.flatnonzero((np.median(patch) - patch > STRIKE_DEPTH).sum(axis=0) >= MIN_INK_PX) if patch.size else np.empty(0, np.intp)
    if len(inked) < 2:
        return None
    widest = int(np.diff(inked).argmax())
    return float(left + inked[widest] + 1), float(left + inked[widest + 1])


def _is_struck(box: PixelBox, gray: Pixels) -> bool:
    """Whether a line runs through the middle of the text, over the gaps between its letters too."""
    x0, y0, x1, y1 = (int(value) for value in box)
    patch = gray[y0:y1, x0:x1].astype(np.int16)
    if patch.size == 0 or x1 - x0 < MIN_SHORT_RATIO * (y1 - y0):
        return False
    # Two or three letters in a row may nearly touch each other; a line touches them all.
    share = STRUCK_SHARE if x1 - x0 >= MIN_STRUCK_RATIO * (y1 - y0) else STRUCK_SHORT_SHARE
    ground = float(np.median(patch))
    # What was asked before is often set in a pale grey, and a hair line paler still.
    depth = min(STRIKE_DEPTH, max(FAINT_DEPTH, FAINT_SHARE * (ground - float(np.percentile(patch, DARKEST_PERCENT)))))
    ink = ground - patch > depth
    height = y1 - y0
    # A page lies askew by a hair: the line may pass from one row of pixels to the next.
    rows = range(round(0.3 * height), round(0.7 * height))
    return any(float(ink[max(0, row - 1) : row + 2].any(axis=0).mean()) >= share for row in rows)


def _without_overlaps(words: Sequence[Word]) -> list[Word]:
    """Where two runs overlap, the end of one is read again as the beginning of the other."""
    short = {id(word): word for word in words if len(word.text) <= MAX_OVERLAP}
    return [word for word in words if id(word) not in short or not any(_ends_in(other, word) for other in words if id(other) not in short)]


def _ends_in(word: Word, short: Word) -> bool:
    is_level = word.box.y0 <= short.box.center_y <= word.box.y1 and word.direction == short.direction
    return is_level and word.text.endswith(short.text) and word.box.x0 < short.box.x0 < word.box.x1 <= short.box.x1


def _split(run: TextRun, text: str, box: PixelBox, size_px: float, raster: PageRaster) -> Iterator[Word]:
    if run.is_turned:
        yield _word(text, raster.box(*box), raster, size_px, run)
        return
    x0, y0, x1, y1 = box
    total = sum(_width(char) for char in text)
    at = 0.0
    for piece in _pieces(text):
        share = sum(_width(char) for char in piece)
        if not piece.isspace() and LEADER.fullmatch(piece) is None:
            left, right = x0 + (x1 - x0) * at / total, x0 + (x1 - x0) * (at + share) / total
            yield _word(piece, raster.box(left, y0, right, y1), raster, size_px, run)
        at += share


def _pieces(text: str) -> Iterator[str]:
    """Words, spaces and leading dots, in order."""
    for piece in re.findall(r"\S+|\s+", text):
        yield from filter(None, LED.split(piece))


def settled_sizes(sizes: Sequence[float], lengths: Sequence[int]) -> list[float]:
    """Sizes measured on pixels scatter; those within a sixth of a common one are that one, and short texts follow their nearest."""
    settled: list[float] = []
    common: list[float] = []
    for size in sorted(size for size, length in zip(sizes, lengths, strict=True) if length > SHORT_TEXT):
        if not common or size > 1.18 * common[0]:
            settled += [median(common)] if common else []
            common = []
        common.append(size)
    settled += [median(common)] if common else []
    return [_nearest(size, settled, 0.3 if length <= SHORT_TEXT else 0.15) for size, length in zip(sizes, lengths, strict=True)]


def _nearest(size: float, settled: Sequence[float], reach: float) -> float:
    best = min(settled, key=lambda other: abs(other - size), default=size)
    return best if abs(best - size) <= reach * size else size


def _size_px(text: str, box: PixelBox, run: TextRun) -> float:
    """The advance of the characters tells the font size better than their height, which depends on which they are."""
    length = (box[3] - box[1]) if run.is_turned else (box[2] - box[0])
    return length / max(sum(_width(char) for char in text), 0.1)


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
    inked = np.asarray((np.median(gray[max(top, 0) : bottom]) - band > INK_DEPTH).any(axis=0)).tolist()
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
    text = ROUND_SIGN.sub("Ø ", POUNDS.sub("lb", TIGHT_DOT.sub(" · ", text)).translate(SIGNS))
    return LONE_DOT.sub(r"\1", text) if " " not in text else text


def _pixel_boxes(run: TextRun, raster: PageRaster, borders: Sequence[Ruling]) -> list[PixelBox]:
    """Borders that run through the detector's box, in pixels."""
    scale = raster.points_per_pixel
    found = []
    for ruling in borders:
        x0, y0, x1, y1 = (value / scale for value in ruling.box)
        if x1 >= run.x0 and x0 <= run.x1 and y1 >= run.y0 and y0 <= run.y1:
            found.append((x0, y0, x1, y1))
    return found


def _ink_box(run: TextRun, gray: Pixels, borders: Sequence[PixelBox]) -> PixelBox:
    """The detector pads its boxes; the ink says where the text really stands. Cell borders caught in the box are not ink."""
    x0, y0, x1, y1 = (int(value) for value in (run.x0, run.y0, run.x1, run.y1))
    patch = gray[y0:y1, x0:x1].astype(np.int16)
    if patch.size == 0:
        return run.x0, run.y0, run.x1, run.y1
    ink = np.abs(patch - np.median(patch)) > INK_DEPTH
    for left, top, right, bottom in borders:
        ink[max(0, int(top) - y0 - 1) : max(0, int(bottom) - y0 + 2), max(0, int(left) - x0 - 1) : max(0, int(right) - x0 + 2)] = False
    rows, columns = np.nonzero(ink.any(axis=1))[0], np.nonzero(ink.any(axis=0))[0]
    if len(rows) < 3 or len(columns) < 2:
        return run.x0, run.y0, run.x1, run.y1
    return float(x0 + columns[0]), float(y0 + rows[0]), float(x0 + columns[-1] + 1), float(y0 + rows[-1] + 1)


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
