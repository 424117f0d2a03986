"""Points of lists: rows behind a bullet, printed as a sign or drawn as a dot; they go on with what they stand under and name nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.values.kinds import BULLET
from pipeline.geometry import Box
from pipeline.records import Line

MIN_DOT_PT, MAX_DOT_PT = 1.0, 7.0
REACH_EM = 1.8
MAX_DOTS = 600


def with_points(fragments: Sequence[Fragment], shapes: Sequence[Box]) -> list[Fragment]:
    """The fragments, those behind a bullet marked as points."""
    points = _points([item.line for item in fragments], shapes)
    return [replace(item, is_point=True) if is_point else item for item, is_point in zip(fragments, points, strict=True)]


def without_points(lines: Sequence[Line], shapes: Sequence[Box]) -> list[Line]:
    """The lines that stand behind no bullet."""
    return [line for line, is_point in zip(lines, _points(lines, shapes), strict=True) if not is_point]


def _points(lines: Sequence[Line], shapes: Sequence[Box]) -> list[bool]:
    dots = sorted((box.center_y, box.x1, box.height) for box in shapes if _is_dot(box))
    if len(dots) > MAX_DOTS:
        dots = []
    heights = [dot[0] for dot in dots]
    return [_is_point(line, dots, heights) for line in lines]


def _is_dot(box: Box) -> bool:
    return MIN_DOT_PT <= box.width <= MAX_DOT_PT and MIN_DOT_PT <= box.height <= MAX_DOT_PT


def _is_point(line: Line, dots: Sequence[tuple[float, float, float]], heights: Sequence[float]) -> bool:
    if BULLET.match(line.text):
        return True
    box, size = line.box, line.size_pt
    place = bisect_left(heights, box.y0)
    while place < len(dots) and heights[place] <= box.y1:
        _, right, height = dots[place]
        if 0.0 <= box.x0 - right <= REACH_EM * size and height <= 0.7 * size:
            return True
        place += 1
    return False
