"""How captions stand to pictures on a page: under, over, beside or within; one habit usually holds for the whole page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pipeline.geometry import Box, union

MIN_SHARED = 0.3
NEAR_SHARE = 0.12
MAX_REACH_SHARE = 0.45
ROW_SHARE = 0.6
WITHIN = 0.7


class Side(StrEnum):
    """Where the picture stands, seen from the text."""

    WITHIN = "within"
    ABOVE = "above"
    BELOW = "below"
    LEFT = "left"
    RIGHT = "right"


SIDES = (Side.ABOVE, Side.LEFT, Side.RIGHT, Side.BELOW)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One text with one picture that could be its own."""

    text: int
    picture: int
    side: Side
    gap: float


@dataclass(frozen=True, slots=True)
class Habit:
    """A side on which the page puts its pictures, and what it pairs."""

    side: Side
    pairings: tuple[Pairing, ...]
    pictures_used: int

    @property
    def texts_paired(self) -> int:
        return len({pairing.text for pairing in self.pairings})


def pairings(texts: Sequence[Box], pictures: Sequence[Box], page: Box) -> list[Pairing]:
    """Every text with its nearest picture on each side, as far as nothing else stands between."""
    found = []
    for index, text in enumerate(texts):
        for side in Side:
            nearest = _nearest_on(side, text, pictures, page)
            if nearest is not None and not _is_blocked(text, pictures[nearest[0]], side, texts, index):
                found.append(Pairing(index, nearest[0], side, nearest[1]))
    return found


def page_habit(found: Sequence[Pairing]) -> Habit | None:
    """The side that serves the most texts with the most pictures, at the least distance."""
    habits = [_habit(side, found) for side in (Side.WITHIN, *SIDES)]
    habits = [habit for habit in habits if habit.pairings]
    if not habits:
        return None
    return max(habits, key=lambda habit: (habit.texts_paired + habit.pictures_used, -_mean_gap(habit), habit.side == Side.ABOVE))


def _habit(side: Side, found: Sequence[Pairing]) -> Habit:
    own = tuple(pairing for pairing in found if pairing.side == side)
    return Habit(side, own, len({pairing.picture for pairing in own}))


def _mean_gap(habit: Habit) -> float:
    return sum(pairing.gap for pairing in habit.pairings) / len(habit.pairings)


def _nearest_on(side: Side, text: Box, pictures: Sequence[Box], page: Box) -> tuple[int, float] | None:
    best: tuple[float, int] | None = None
    for index, picture in enumerate(pictures):
        gap = side_gap(side, text, picture)
        reach = MAX_REACH_SHARE * (page.height if side in (Side.ABOVE, Side.BELOW) else page.width)
        if gap is not None and gap <= reach and (best is None or (gap, index) < best):
            best = (gap, index)
    return (best[1], best[0]) if best else None


def side_gap(side: Side, text: Box, picture: Box) -> float | None:
    """Distance from the text to a picture on this side; None where the picture is not there."""
    if side == Side.WITHIN:
        return 0.0 if picture.overlap_ratio(text.expanded(2)) >= WITHIN else None
    if side in (Side.ABOVE, Side.BELOW):
        shared = min(text.x1, picture.x1) - max(text.x0, picture.x0)
        if shared < MIN_SHARED * min(text.width, picture.width):
            return None
        gap = text.y0 - picture.y1 if side == Side.ABOVE else picture.y0 - text.y1
    else:
        shared = min(text.y1, picture.y1) - max(text.y0, picture.y0)
        if shared < MIN_SHARED * min(text.height, picture.height):
            return None
        gap = text.x0 - picture.x1 if side == Side.LEFT else picture.x0 - text.x1
    # Captions may reach a little into their picture's box: descenders, white borders.
    return max(gap, 0.0) if gap > -0.25 * min(text.height, text.width, 24.0) - 3.0 else None


def _is_blocked(text: Box, picture: Box, side: Side, texts: Sequence[Box], own: int) -> bool:
    """Another product's text between them, that is nearer to the picture: rows under one picture do not block each other."""
    if side == Side.WITHIN:
        return False
    lane = _lane(text, picture, side)
    if lane is None:
        return False
    between = [other for index, other in enumerate(texts) if index != own and other.overlap_ratio(lane) > 0.6]
    return bool(between) and not _is_list(text, between)


def _lane(text: Box, picture: Box, side: Side) -> Box | None:
    x0, x1 = max(text.x0, picture.x0), min(text.x1, picture.x1)
    y0, y1 = max(text.y0, picture.y0), min(text.y1, picture.y1)
    if side == Side.ABOVE:
        lane = Box(min(text.x0, picture.x0), picture.y1, max(text.x1, picture.x1), text.y0)
    elif side == Side.BELOW:
        lane = Box(min(text.x0, picture.x0), text.y1, max(text.x1, picture.x1), picture.y0)
    elif side == Side.LEFT:
        lane = Box(picture.x1, min(y0, y1), text.x0, max(y0, y1))
    else:
        lane = Box(text.x1, min(y0, y1), picture.x0, max(y0, y1))
    if side in (Side.ABOVE, Side.BELOW):
        lane = lane._replace(x0=min(x0, x1), x1=max(x0, x1))
    return lane if lane.width > 1 and lane.height > 1 else None


def _is_list(text: Box, between: Sequence[Box]) -> bool:
    """Rows of one table or list: same left edge, same height, close together."""
    rows = sorted((*between, text), key=lambda box: box.y0)
    whole = union(rows)
    aligned = all(abs(row.x0 - text.x0) <= 4 for row in rows)
    dense = sum(row.height for row in rows) >= 0.5 * whole.height
    return aligned and dense


def is_beside_rows(picture: Box, row: Box) -> bool:
    """A picture whose height takes in the row's middle."""
    return picture.y0 - 2 <= row.center_y <= picture.y1 + 2


def relative_gap(gap: float, page: Box) -> float:
    """Distance as a share of what counts as near on this page; above 1 is far."""
    return gap / (NEAR_SHARE * max(page.width, page.height))
