"""Turning boxes about the middle of a page."""

from __future__ import annotations

from math import cos, radians, sin

from pipeline.geometry import Box


def turned_back(box: Box, skew_degrees: float, page: Box, *, leans: bool = True) -> Box:
    """A box of the straightened page where it stands on the page as displayed."""
    if not skew_degrees:
        return box
    angle = radians(skew_degrees)
    dx, dy = box.center_x - page.center_x, box.center_y - page.center_y
    x = page.center_x + dx * cos(angle) - dy * sin(angle)
    y = page.center_y + dx * sin(angle) + dy * cos(angle)
    half_width, half_height = box.width / 2, box.height / 2
    # A long row leans: its upright box grows by the rise over its length.
    lean = half_width * abs(sin(angle)) if leans else 0.0
    return Box(x - half_width, y - half_height - lean, x + half_width, y + half_height + lean)
