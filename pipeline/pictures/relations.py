"""How captions stand to pictures on a page: under, over, beside, around or on them; one habit usually holds for the whole page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from pipeline.geometry import Bands, Box, Tiles, union

MIN_SHARED = 0.3
NEAR_SHARE = 0.12
MAX_REACH_SHARE = 0.45
WITHIN = 0.7
GROWN_PT = 2.0
BEHIND = 0.4


class Side(StrEnum):
    """Where the picture stands, seen from the text."""

    WITHIN = "within"
    BEHIND = "behind"
    ABOVE = "above"
    BELOW = "below"
    LEFT = "left"
    RIGHT = "right"


# By names of their own: an enumeration looks its members up anew each time.
SIDES = INSIDE, GROUND, ABOVE, BELOW, LEFT, RIGHT = tuple(Side)
OVER_OR_UNDER = (ABOVE, BELOW)

HABITS: tuple[tuple[Side, ...], ...] = (
    (Side.WITHIN,),
    (Side.BEHIND,),
    (Side.ABOVE,),
    (Side.LEFT,),
    (Side.RIGHT,),
    (Side.BELOW,),
    (Side.LEFT, Side.RIGHT),
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One text with one picture that could be its own."""

    text: int
    picture: int
    side: Side
    gap: float


@dataclass(frozen=True, slots=True)
class Habit:
    """The side on which the page puts its pictures (or both sides in turn), and what it pairs."""

    sides: tuple[Side, ...]
    pairings: tuple[Pairing, ...]
    pictures_used: int
    usual_gap: float

    @property
    def texts_paired(self) -> int:
        return len({pairing.text for pairing in self.pairings})


def pairings(texts: Sequence[Box], pictures: Sequence[Box], page: Box) -> list[Pairing]:
    """Every text with its nearest picture on each side, as far as nothing else stands between."""
    found = []
    lanes = _Lanes(pictures)
    placed = Tiles((text, (index, text)) for index, text in enumerate(texts))
    for index, text in enumerate(texts):
        nearest = _nearest(text, lanes.of(text), page)
        for side in SIDES:
            if side in nearest and not _is_blocked(text, pictures[nearest[side][1]], side, placed, index):
                found.append(Pairing(index, nearest[side][1], side, nearest[side][0]))
    return found


class _Lanes:
    """Pictures in the rows and columns of a page: what stands in neither of a text's stands on no side of it."""

    def __init__(self, pictures: Sequence[Box]) -> None:
        self._pictures = pictures
        self._rows = Bands((box, index) for index, box in enumerate(pictures))
        self._columns = Bands((_turned(box), index) for index, box in enumerate(pictures))

    def of(self, text: Box) -> list[tuple[int, Box]]:
        grown = text.expanded(GROWN_PT)
        return [(index, self._pictures[index]) for index in {*self._rows.beside(grown), *self._columns.beside(_turned(grown))}]


def _turned(box: Box) -> Box:
    return Box(box.y0, box.x0, box.y1, box.x1)


def page_habit(found: Sequence[Pairing]) -> Habit | None:
    """The side that serves the most texts with the most pictures. Of equals, a picture in the text's own row counts more than one over it,
    a fixed side more than taking turns, a near one more than a far one."""
    habits = [habit for sides in HABITS if (habit := _habit(sides, found)) is not None]
    return max(
        habits,
        key=lambda habit: (habit.texts_paired + habit.pictures_used, _is_in_row(habit), -len(habit.sides), -habit.usual_gap),
        default=None,
    )


def _is_in_row(habit: Habit) -> bool:
    return not {Side.ABOVE, Side.BELOW} & set(habit.sides)


def _habit(sides: tuple[Side, ...], found: Sequence[Pairing]) -> Habit | None:
    nearest: dict[int, Pairing] = {}
    # A caption beside its picture may run on under it, and then stands around it.
    counted = (*sides, INSIDE) if sides[0] in (LEFT, RIGHT) else sides
    for pairing in found:
        if pairing.side in counted and (pairing.text not in nearest or pairing.gap < nearest[pairing.text].gap):
            nearest[pairing.text] = pairing
    if not nearest:
        return None
    usual = median(pairing.gap for pairing in nearest.values())
    # What stands much farther than is usual on the page is another thing.
    kept = tuple(pairing for pairing in nearest.values() if pairing.gap <= 2.0 * usual + 40.0)
    return Habit(sides, kept, len({pairing.picture for pairing in kept}), usual)


def _nearest(text: Box, pictures: Sequence[tuple[int, Box]], page: Box) -> dict[Side, tuple[float, int]]:
    """How far the nearest picture on each side is, and which one."""
    nearest: dict[Side, tuple[float, int]] = {}
    high, wide = MAX_REACH_SHARE * page.height, MAX_REACH_SHARE * page.width
    for index, picture in pictures:
        for side, gap in _gaps(text, picture):
            reach = high if side in OVER_OR_UNDER else wide
            if gap <= reach and (side not in nearest or (gap, index) < nearest[side]):
                nearest[side] = (gap, index)
    return nearest


def _gaps(text: Box, picture: Box) -> list[tuple[Side, float]]:
    """On which sides of the text the picture stands, and how far."""
    x0, y0, x1, y1 = text
    a0, b0, a1, b1 = picture
    width, height = x1 - x0, y1 - y0
    shared_x = (x1 if x1 < a1 else a1) - (x0 if x0 > a0 else a0)
    shared_y = (y1 if y1 < b1 else b1) - (y0 if y0 > b0 else b0)
    # Captions may reach a little into their picture's box: descenders, white borders.
    least = -0.25 * min(height, width, 24.0) - 3.0
    found: list[tuple[Side, float]] = []
    if shared_x > -GROWN_PT and shared_y > -GROWN_PT:
        found += _gaps_on(text, picture)
    if shared_x >= MIN_SHARED * min(width, a1 - a0):
        found += [(side, max(gap, 0.0)) for side, gap in ((ABOVE, y0 - b1), (BELOW, b0 - y1)) if gap > least]
    if shared_y >= MIN_SHARED * min(height, b1 - b0):
        found += [(side, max(gap, 0.0)) for side, gap in ((LEFT, x0 - a1), (RIGHT, a0 - x1)) if gap > least]
    return found


def _gaps_on(text: Box, picture: Box) -> Iterator[tuple[Side, float]]:
    if picture.overlap_ratio(text.expanded(GROWN_PT)) >= WITHIN or _passes_through(text, picture):
        yield INSIDE, 0.0
    # The more of the text stands on the picture, the nearer.
    share = text.overlap_ratio(picture)
    if share >= BEHIND:
        yield GROUND, 1.0 - share


def _passes_through(text: Box, picture: Box) -> bool:
    """The row of the text runs over the place of a picture that is taller than it: both stand in one row of a table."""
    shared_x = min(text.x1, picture.x1) - max(text.x0, picture.x0)
    shared_y = min(text.y1, picture.y1) - max(text.y0, picture.y0)
    return shared_x >= WITHIN * picture.width and shared_y >= WITHIN * text.height


def _is_blocked(text: Box, picture: Box, side: Side, texts: Tiles[tuple[int, Box]], own: int) -> bool:
    """Another product's text between them, that is nearer to the picture: rows under one picture do not block each other."""
    if side in (Side.WITHIN, Side.BEHIND):
        return False
    lane = _lane(text, picture, side)
    if lane is None:
        return False
    between = [other for index, other in texts.around(lane) if index != own and other.overlap_ratio(lane) > 0.6]
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


def relative_gap(gap: float, page: Box) -> float:
    """Distance as a share of what counts as near on this page; above 1 is far."""
    return gap / (NEAR_SHARE * max(page.width, page.height))
