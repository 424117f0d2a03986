"""Which pictures of a page are shots of one thing on plain ground: the ground shows all around their edge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pipeline.document import DRAWING_ERRORS, Document
from pipeline.geometry import Box

LOOK_DPI = 36.0
INSET_SHARE = 0.04
GROUND_TOLERANCE = 12
GROUND_SHARE = 0.8
MIN_CONTRAST = 6.0


def cut_outs(document: Document, number: int, boxes: Sequence[Box]) -> list[bool]:
    """For each box of the page whether it shows something on one even ground. One small picture of the page serves them all."""
    try:
        raster = document.render(number, dpi=LOOK_DPI)
    except (*DRAWING_ERRORS, MemoryError):
        return [False] * len(boxes)
    return [_is_on_plain_ground(_part(raster.pixels, box)) for box in boxes]


def _part(page: npt.NDArray[np.uint8], box: Box) -> npt.NDArray[np.int16]:
    zoom = LOOK_DPI / 72.0
    inset = INSET_SHARE * min(box.width, box.height)
    x0, y0, x1, y1 = (round(value * zoom) for value in (box.x0 + inset, box.y0 + inset, box.x1 - inset, box.y1 - inset))
    return page[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)].astype(np.int16)


def _is_on_plain_ground(part: npt.NDArray[np.int16]) -> bool:
    if min(part.shape[:2]) < 4:
        return False
    edge = np.concatenate((part[0], part[-1], part[:, 0], part[:, -1]))
    ground = np.median(edge, axis=0)
    is_ground = np.abs(edge - ground).max(axis=1) <= GROUND_TOLERANCE
    return float(is_ground.mean()) >= GROUND_SHARE and float(part.std(axis=(0, 1)).max()) >= MIN_CONTRAST
