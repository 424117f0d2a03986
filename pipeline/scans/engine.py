"""The OCR engine: loaded on first use, one thread, Chinese and English. Finds runs of text in pixels and reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from statistics import median
from typing import Any

import numpy as np

from pdfsku.shared.garbage import keep_for_good
from pipeline.scans.raster import Pixels

# The detector's memory grows with the picture; text of 6 pt is still found at this size on A4.
MAX_DETECTION_EDGE_PX = 1600
# Reading a run takes 6 ms for each time that it is as long as high, short ones being padded to two of these: more would take a page beyond
# its time. What is left out is put on the record by the caller.
MAX_LENGTHS = 1400.0
MIN_LENGTHS = 2.0
MIN_SCORE = 0.5
# Columns of upright letters and turned captions; a single tall letter is neither.
TURNED_ASPECT = 1.8
MAX_LETTER_RATIO = 4.0

PixelBox = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one line. The box is in pixels; turned text reads from bottom to top."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    score: float
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class ReadText:
    """All runs read, and how many boxes were found but not read."""

    runs: tuple[TextRun, ...]
    unread: int = 0


def read_text(pixels: Pixels) -> ReadText:
    """Find and read the text of an upright picture, top to bottom."""
    engine = _engine()
    detected = engine(pixels[:, :, ::-1], use_det=True, use_cls=False, use_rec=False)
    if detected.boxes is None or len(detected.boxes) == 0:
        return ReadText(())
    boxes = [_bounds(quad, pixels.shape) for quad in detected.boxes]
    boxes = sorted(box for box in boxes if box[2] - box[0] > 3 and box[3] - box[1] > 3)
    boxes.sort(key=lambda box: (box[1], box[0]))
    chosen = readable(boxes)
    runs = _without_seen_letters(_recognised(engine, pixels, chosen))
    return ReadText(tuple(runs), unread=len(boxes) - len(chosen))


def readable(boxes: Sequence[PixelBox]) -> list[PixelBox]:
    """As many of the boxes, from the first on, as a page has time for."""
    reaches = accumulate(_lengths(box) for box in boxes)
    return [box for box, reach in zip(boxes, reaches, strict=True) if reach <= MAX_LENGTHS]


def _lengths(box: PixelBox) -> float:
    """How many times a run is as long as its letters are high."""
    long, high = box[2] - box[0], box[3] - box[1]
    return max(high / long if _is_turned(box) else long / high, MIN_LENGTHS)


def _without_seen_letters(runs: list[TextRun]) -> list[TextRun]:
    """A round thing in a photo is read as one huge letter; no page sets a letter alone so much larger than its text."""
    usual = median(run.y1 - run.y0 for run in runs) if runs else 0.0
    return [run for run in runs if len(run.text) > 2 or run.y1 - run.y0 <= MAX_LETTER_RATIO * usual]


def _recognised(engine: Any, pixels: Pixels, boxes: list[PixelBox]) -> list[TextRun]:
    crops = [_crop(pixels, box) for box in boxes]
    read = engine.recognize_txt(crops)
    runs = []
    for box, text, score in zip(boxes, read.txts, read.scores, strict=True):
        if text.strip() and float(score) >= MIN_SCORE:
            x0, y0, x1, y1 = (float(value) for value in box)
            runs.append(TextRun(text.strip(), x0, y0, x1, y1, round(float(score), 4), _is_turned(box)))
    return runs


def _crop(pixels: Pixels, box: PixelBox) -> Pixels:
    x0, y0, x1, y1 = box
    crop = pixels[y0:y1, x0:x1, ::-1]
    return np.ascontiguousarray(np.rot90(crop, k=-1) if _is_turned(box) else crop)


def _is_turned(box: PixelBox) -> bool:
    return (box[3] - box[1]) >= TURNED_ASPECT * (box[2] - box[0])


def _bounds(quad: Any, shape: tuple[int, ...]) -> PixelBox:
    xs, ys = np.asarray(quad)[:, 0], np.asarray(quad)[:, 1]
    height, width = shape[:2]
    return (
        max(0, int(np.floor(xs.min()))),
        max(0, int(np.floor(ys.min()))),
        min(width, int(np.ceil(xs.max()))),
        min(height, int(np.ceil(ys.max()))),
    )


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    threads = "EngineConfig.onnxruntime"
    engine = RapidOCR(
        params={
            f"{threads}.intra_op_num_threads": 1,
            f"{threads}.inter_op_num_threads": 1,
            "Global.use_cls": False,
            "Global.log_level": "error",
            "Global.max_side_len": MAX_DETECTION_EDGE_PX,
            # Most cells of a table are short: padding them to the usual 320 pixels doubles the time.
            "Rec.rec_img_shape": [3, 48, 96],
        }
    )
    keep_for_good()
    return engine
