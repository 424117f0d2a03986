"""What painted paths mean to a reader: rulings, filled rectangles, and shapes that together make a drawn picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.document import PaintedPath
from pipeline.geometry import Box, union
from pipeline.records import Fill, Ruling

THIN_PT = 2.6
MIN_RULING_PT = 3.0
SLANT_PT = 0.8
JOIN_GAP_PT = 1.6
DASH_GAP_PT = 4.5
DASH_PT = 8.0
CLUSTER_CELL_PT = 6.0
MIN_PICTURE_SIDE_PT = 18.0
BACKGROUND_SHARE = 0.5
# A drawing in straight strokes: longer ones frame and divide a page, fewer ones frame or underline a thing, more are a plan.
STROKE_SHARE = 0.45
STROKES_SHARE = 0.25
MIN_STROKES, MAX_STROKES = 6, 1200
STROKE_TOUCH_PT = 1.0
GRID_EDGE_PT = 2.0
# A page that draws more than this is a plan or a map; its grid lines beyond the first ones make no table.
MAX_RULINGS = 20_000
SIDES = 4


@dataclass(frozen=True, slots=True)
class Drawings:
    """The paths of a page, sorted by what they are."""

    rulings: tuple[Ruling, ...]
    fills: tuple[Fill, ...]
    shapes: tuple[Box, ...]
    slashes: tuple[Box, ...]


def read_drawings(paths: Sequence[PaintedPath], page: Box) -> Drawings:
    """Sort every path; dashes and cell borders that continue each other become one ruling."""
    rulings: list[Ruling] = []
    fills: list[Fill] = []
    shapes: list[Box] = []
    slashes: list[Box] = []
    for path in paths:
        if path.box.x1 < 0 or path.box.y1 < 0 or path.box.x0 > page.x1 or path.box.y0 > page.y1:
            continue
        if path.fill is not None:
            _sort_fill(path, rulings, fills, shapes)
        if path.stroke is not None:
            _sort_stroke(path, rulings, shapes, slashes)
    return Drawings(join_rulings(rulings[:MAX_RULINGS]), tuple(fills), tuple(shapes), tuple(slashes))


def drawn_pictures(shapes: Sequence[Box], page: Box) -> tuple[Box, ...]:
    """Boxes of groups of touching shapes that are large enough to be a picture; the cost grows with shapes plus page cells."""
    small = [box for box in shapes if box.area < BACKGROUND_SHARE * page.area]
    if not small:
        return ()
    corners = np.array(small)
    grid = _coverage(corners, page)
    labels = _components(grid)[_cells((corners[:, :2] + corners[:, 2:]) / 2, grid.shape)]
    groups: dict[int, list[Box]] = {}
    for label, box in zip(labels.tolist(), small, strict=True):
        groups.setdefault(label, []).append(box)
    boxes = (union(group) for _, group in sorted(groups.items()))
    return tuple(box for box in boxes if min(box.width, box.height) >= MIN_PICTURE_SIDE_PT)


def stroked_pictures(
    rulings: Sequence[Ruling], shapes: Sequence[Box], slashes: Sequence[Box], texts: Sequence[Box], page: Box
) -> list[tuple[Box, list[Ruling]]]:
    """Drawings made of straight strokes that meet, with no text among them: what holds text is a table or a frame."""
    longest = STROKE_SHARE * min(page.width, page.height)
    strokes = [ruling for ruling in rulings if _length(ruling) <= longest]
    slanted = [slash for slash in slashes if max(slash.width, slash.height) <= longest]
    if not strokes or not MIN_STROKES <= len(strokes) + len(slanted) <= MAX_STROKES:
        return []
    boxes = [*(stroke.box for stroke in strokes), *slanted]
    groups = [group for group in _meeting(boxes) if len(group) >= MIN_STROKES]
    found = [(union(boxes[index] for index in group), [strokes[index] for index in group if index < len(strokes)]) for group in groups]
    marks = (*shapes, *slanted)
    return [(box, upright) for box, upright in found if _is_drawing(box, upright, marks, texts, page)]


def _is_drawing(box: Box, strokes: Sequence[Ruling], marks: Sequence[Box], texts: Sequence[Box], page: Box) -> bool:
    """Marks are curved and slanted things: forms and squared paper have none."""
    if min(box.width, box.height) < MIN_PICTURE_SIDE_PT or box.area > STROKES_SHARE * page.area:
        return False
    if any(box.contains_point(text.center_x, text.center_y) for text in texts):
        return False
    has_mark = any(mark.overlap_ratio(box) > 0.5 for mark in marks)
    return has_mark or not all(_spans(stroke, box) for stroke in strokes)


def _spans(stroke: Ruling, box: Box) -> bool:
    """From one side to the other: strokes that all do so are the lines of a form or of squared paper."""
    return _length(stroke) >= (box.width if stroke.is_horizontal else box.height) - GRID_EDGE_PT


def _meeting(strokes: Sequence[Box]) -> Iterator[list[int]]:
    """Groups of strokes that touch or cross each other."""
    boxes = np.array([stroke.expanded(STROKE_TOUCH_PT / 2) for stroke in strokes])
    x0, y0, x1, y1 = (boxes[:, side] for side in range(4))
    meets = (x0[:, None] <= x1) & (x0 <= x1[:, None]) & (y0[:, None] <= y1) & (y0 <= y1[:, None])
    left = set(range(len(strokes)))
    while left:
        group, reached = set[int](), {min(left)}
        while reached:
            group |= reached
            reached = set(np.flatnonzero(meets[sorted(reached)].any(axis=0)).tolist()) - group
        left -= group
        yield sorted(group)


def join_rulings(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Collinear pieces that touch (or are dashes of one line) as one ruling, in a fixed order."""
    joined: list[Ruling] = []
    for is_horizontal in (True, False):
        same = [ruling for ruling in rulings if ruling.is_horizontal == is_horizontal]
        for band in _bands(same, is_horizontal):
            joined.extend(_joined_band(band, is_horizontal))
    return tuple(sorted(joined, key=lambda r: (not r.is_horizontal, r.box)))


def _sort_fill(path: PaintedPath, rulings: list[Ruling], fills: list[Fill], shapes: list[Box]) -> None:
    color = path.fill if path.fill is not None else 0
    boxes = _filled_boxes(path)
    if boxes is None:
        shapes.append(path.box)
        return
    for box in boxes:
        if min(box.width, box.height) <= THIN_PT:
            rulings.extend(_thin_box(box, color))
        else:
            fills.append(Fill(box, color))


def _filled_boxes(path: PaintedPath) -> list[Box] | None:
    """The rectangles a filled path is made of, or None where it is no rectangle."""
    if all(item[0] == "re" for item in path.items):
        return [_upright(item[1]) for item in path.items]
    if min(path.box.width, path.box.height) <= THIN_PT or _is_rectangular(path):
        return [path.box]
    return None


def _upright(rect: Sequence[float]) -> Box:
    """A rectangle whatever corner it was drawn from."""
    x0, y0, x1, y1 = rect
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _is_rectangular(path: PaintedPath) -> bool:
    """Straight edges follow the outline, round corners are allowed to take a little of it."""
    straight = 0.0
    for item in path.items:
        if item[0] == "l":
            (x0, y0), (x1, y1) = item[1], item[2]
            if min(abs(x1 - x0), abs(y1 - y0)) > SLANT_PT:
                return False
            if not _on_outline(x0, y0, x1, y1, path.box):
                return False
            straight += abs(x1 - x0) + abs(y1 - y0)
        elif item[0] == "qu":
            return len(path.items) == 1
        elif item[0] == "re":
            return False
    return straight >= 0.6 * (path.box.width + path.box.height)


def _on_outline(x0: float, y0: float, x1: float, y1: float, box: Box) -> bool:
    if abs(x1 - x0) >= abs(y1 - y0):
        return min(abs(y0 - box.y0), abs(y0 - box.y1)) <= 1.0
    return min(abs(x0 - box.x0), abs(x0 - box.x1)) <= 1.0


def _thin_box(box: Box, color: int) -> Iterator[Ruling]:
    if max(box.width, box.height) >= MIN_RULING_PT:
        is_horizontal = box.width >= box.height
        yield Ruling(box, is_horizontal, box.height if is_horizontal else box.width, color)


def _sort_stroke(path: PaintedPath, rulings: list[Ruling], shapes: list[Box], slashes: list[Box]) -> None:
    color = path.stroke if path.stroke is not None else 0
    if _is_rounded_frame(path):
        rulings.extend(_outline(path.box, path.width_pt, color))
        return
    is_shape = False
    for item in path.items:
        if item[0] == "l":
            if not _stroke_line(item[1], item[2], path.width_pt, color, rulings):
                is_shape = True
        elif item[0] == "re":
            rulings.extend(_outline(_upright(item[1]), path.width_pt, color))
        elif item[0] == "qu":
            rulings.extend(_outline(path.box, path.width_pt, color))
        elif not _is_rectangular(path):
            is_shape = True
    if is_shape:
        (slashes if len(path.items) <= 2 and all(item[0] == "l" for item in path.items) else shapes).append(path.box)


def _is_rounded_frame(path: PaintedPath) -> bool:
    """Four straight sides and round corners between them: it frames like any rectangle, though its sides do not meet."""
    lines = [item for item in path.items if item[0] == "l"]
    if len(lines) < SIDES or len(lines) == len(path.items) or min(path.box.width, path.box.height) <= THIN_PT or not _is_rectangular(path):
        return False
    return len({_side(item[1], item[2], path.box) for item in lines}) == SIDES


def _side(start: Sequence[float], end: Sequence[float], box: Box) -> tuple[bool, bool]:
    """Which side of the box a straight piece of its outline follows: level or upright, and the nearer of the two."""
    is_level = abs(end[0] - start[0]) >= abs(end[1] - start[1])
    return is_level, start[1] < box.center_y if is_level else start[0] < box.center_x


def _stroke_line(start: Sequence[float], end: Sequence[float], width: float, color: int, rulings: list[Ruling]) -> bool:
    """Whether the segment is horizontal or vertical; if so it is kept as a ruling (dots are dropped)."""
    dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
    if min(dx, dy) > SLANT_PT:
        return False
    half = max(width, 0.1) / 2
    if max(dx, dy) >= MIN_RULING_PT / 3:
        if dx >= dy:
            y = (start[1] + end[1]) / 2
            rulings.append(Ruling(Box(min(start[0], end[0]), y - half, max(start[0], end[0]), y + half), True, width, color))
        else:
            x = (start[0] + end[0]) / 2
            rulings.append(Ruling(Box(x - half, min(start[1], end[1]), x + half, max(start[1], end[1])), False, width, color))
    return True


def _outline(box: Box, width: float, color: int) -> Iterator[Ruling]:
    if min(box.width, box.height) <= THIN_PT:
        yield from _thin_box(box, color)
        return
    half = max(width, 0.1) / 2
    for y in (box.y0, box.y1):
        yield Ruling(Box(box.x0, y - half, box.x1, y + half), True, width, color)
    for x in (box.x0, box.x1):
        yield Ruling(Box(x - half, box.y0, x + half, box.y1), False, width, color)


def _bands(rulings: list[Ruling], is_horizontal: bool) -> Iterator[list[Ruling]]:
    """Rulings on one level, within the width of a line."""
    ordered = sorted(rulings, key=lambda r: (r.box.center_y, r.box.x0) if is_horizontal else (r.box.center_x, r.box.y0))
    band: list[Ruling] = []
    for ruling in ordered:
        if band and _level(ruling) - _level(band[0]) > 1.0:
            yield band
            band = []
        band.append(ruling)
    if band:
        yield band


def _level(ruling: Ruling) -> float:
    return ruling.box.center_y if ruling.is_horizontal else ruling.box.center_x


def _joined_band(band: list[Ruling], is_horizontal: bool) -> Iterator[Ruling]:
    ordered = sorted(band, key=lambda r: (r.box.x0, r.box.x1) if is_horizontal else (r.box.y0, r.box.y1))
    current, is_dash = ordered[0], _length(ordered[0]) <= DASH_PT
    for ruling in ordered[1:]:
        gap = ruling.box.x0 - current.box.x1 if is_horizontal else ruling.box.y0 - current.box.y1
        both_dashes = is_dash and _length(ruling) <= DASH_PT
        if gap <= (DASH_GAP_PT if both_dashes else JOIN_GAP_PT):
            box = union((current.box, ruling.box))
            current = Ruling(box, is_horizontal, max(current.width_pt, ruling.width_pt), current.color)
        else:
            yield from [current] if _length(current) >= MIN_RULING_PT else []
            current, is_dash = ruling, _length(ruling) <= DASH_PT
    yield from [current] if _length(current) >= MIN_RULING_PT else []


def _length(ruling: Ruling) -> float:
    return ruling.box.width if ruling.is_horizontal else ruling.box.height


def _coverage(corners: np.ndarray, page: Box) -> np.ndarray:
    """Which cells of the page some shape reaches, by a two-dimensional running sum."""
    shape = (int(page.height / CLUSTER_CELL_PT) + 2, int(page.width / CLUSTER_CELL_PT) + 2)
    edges = np.zeros((shape[0] + 1, shape[1] + 1), dtype=np.int64)
    top, left = _cells(corners[:, :2], shape)
    bottom, right = _cells(corners[:, 2:], shape)
    for rows, columns, step in ((top, left, 1), (bottom + 1, left, -1), (top, right + 1, -1), (bottom + 1, right + 1, 1)):
        np.add.at(edges, (rows, columns), step)
    return edges.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0


def _cells(points: np.ndarray, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the cells in which the points lie; what lies outside the page is at its edge."""
    columns, rows = (points / CLUSTER_CELL_PT).T
    return rows.clip(0, shape[0] - 1).astype(np.int64), columns.clip(0, shape[1] - 1).astype(np.int64)


def _components(grid: np.ndarray) -> np.ndarray:
    """Labels of the 8-connected groups of true cells, counted by where each group begins; run by run, since pages have few of them."""
    rows, starts, ends = _runs(grid)
    parent = list(range(len(rows)))

    def find(run: int) -> int:
        while parent[run] != run:
            parent[run] = parent[parent[run]]
            run = parent[run]
        return run

    above = 0
    for run, (row, start, end) in enumerate(zip(rows, starts, ends, strict=True)):
        while rows[above] < row - 1 or (rows[above] == row - 1 and ends[above] < start):
            above += 1
        touching = above
        while rows[touching] == row - 1 and starts[touching] <= end:
            first, second = sorted((find(touching), find(run)))
            parent[second] = first
            touching += 1
    labels = np.full(grid.shape, -1, dtype=np.int64)
    labels[grid] = np.repeat([find(run) for run in range(len(parent))], [end - start for start, end in zip(starts, ends, strict=True)])
    return labels


def _runs(grid: np.ndarray) -> tuple[list[int], list[int], list[int]]:
    """Row, first column and end of every run of true cells, row by row."""
    steps = np.diff(np.pad(grid, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    return rows.tolist(), starts.tolist(), ends.tolist()
