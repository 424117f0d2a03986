"""What stands beside a table and belongs to it: the picture of what it lists, the lines under that picture, and the text level with its rows."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.records import style_of
from pipeline.geometry import Box, union
from pipeline.records import Line, PageContent
from pipeline.stages.lines import make_line

MIN_PICTURE_PT = 24.0
MAX_GAP_PT = 80.0
LEVEL_SHARE = 0.4
EDGE_PT = 6.0
CAPTION_GAP_EM = 2.2
LEADING_EM = 0.5
TITLE_GAP_EM = 0.8
INDENT_EM = 2.0


def block_of(table: Table, content: PageContent) -> Box:
    """The table and the pictures on its left: one title stands over both."""
    return union([table.box, *pictures_beside(table, content)])


def pictures_beside(table: Table, content: PageContent) -> list[Box]:
    """Pictures left of the table, level with it, with no text between; behind one of them another may stand, as a photo behind its drawing."""
    found: list[Box] = []
    left = table.box
    while near := [box for box in _free_beside(left, content) if box not in found]:
        found += near
        left = Box(min(box.x0 for box in near), table.box.y0, table.box.x1, table.box.y1)
    return found


def _free_beside(block: Box, content: PageContent) -> list[Box]:
    boxes = (picture.box for picture in content.pictures)
    return [box for box in boxes if _is_beside(box, block) and not any(_is_between(line.box, box, block) for line in content.lines)]


def lines_under(pictures: Sequence[Box], lines: Sequence[Line]) -> list[Line]:
    """The lines under each picture, no wider than it, down to the first gap."""
    found: list[Line] = []
    for picture in pictures:
        foot = picture.y1
        inside = [line for line in lines if picture.x0 - EDGE_PT <= line.box.x0 and line.box.x1 <= picture.x1 + EDGE_PT]
        for line in sorted((line for line in inside if line.box.y0 >= picture.y1 - 1), key=lambda line: line.box.y0):
            if line.box.y0 - foot > CAPTION_GAP_EM * line.size_pt:
                break
            if found and foot > picture.y1 and _goes_on(found[-1], line):
                line = make_line([*found.pop().words, *line.words])
            found.append(line)
            foot = line.box.y1
    return found


def lines_beside(table: Table, lines: Sequence[Line], content: PageContent, others: Sequence[Box]) -> list[Line]:
    """The lines left of a table, level with it or with the picture left of them all, and those that run down to them; those left of another table
    between, or in it, are of that one. Where none are there, those right of it that begin and end with its rows."""
    level = [picture.box for picture in content.pictures if _is_level(picture.box, table.box)]
    top = min([table.box.y0, *(box.y0 for box in level if box.x1 <= table.box.x0)])
    edge = max((box.x1 for box in others if box.x1 <= table.box.x0 and box.y0 <= table.box.y1 and box.y1 >= top), default=0.0)
    found: list[Line] = []
    upwards = sorted(lines, key=lambda line: -line.box.y1)
    for line in upwards:
        is_beside = edge <= line.box.x0 and line.box.x1 <= table.box.x0 and line.box.center_y <= table.box.y1
        if is_beside and (top - line.size_pt <= line.box.y0 or any(_runs_down(line, other) for other in found)):
            found.append(line)
    return found or _lines_right_of(table, upwards, [*(box for box in level if box.x0 >= table.box.x1), table.box], others)


def _lines_right_of(table: Table, lines: Sequence[Line], level: Sequence[Box], others: Sequence[Box]) -> list[Line]:
    """The lines between a table and whatever other table stands level right of it, if all of them stand beside its rows or the picture there."""
    rows = union(level)
    edge = min((box.x0 for box in others if box.x0 >= table.box.x1 and box.gap_y(table.box) < 0), default=float("inf"))
    right = [line for line in lines if table.box.x1 <= line.box.x0 and line.box.x1 <= edge and line.box.gap_y(rows) < 0]
    return right if all(rows.y0 - line.size_pt <= line.box.y0 and line.box.y1 <= rows.y1 + line.size_pt for line in right) else []


def _runs_down(above: Line, below: Line) -> bool:
    """Whether a line stands close over another, from nearly the same edge: a title over its points."""
    is_close = -LEADING_EM * above.size_pt <= below.box.y0 - above.box.y1 <= TITLE_GAP_EM * above.size_pt
    return is_close and abs(above.box.x0 - below.box.x0) <= INDENT_EM * below.size_pt


def _goes_on(above: Line, below: Line) -> bool:
    """What stands behind a label may wrap in the width of a picture."""
    is_rest = COLON.search(above.text) is not None and COLON.search(below.text) is None and style_of(above.words) == style_of(below.words)
    return is_rest and below.box.y0 - above.box.y1 <= LEADING_EM * below.size_pt


def _is_beside(picture: Box, table: Box) -> bool:
    if min(picture.width, picture.height) < MIN_PICTURE_PT or not 0 <= table.x0 - picture.x1 <= MAX_GAP_PT:
        return False
    return _is_level(picture, table)


def _is_level(picture: Box, table: Box) -> bool:
    return min(picture.y1, table.y1) - max(picture.y0, table.y0) >= LEVEL_SHARE * min(picture.height, table.height)


def _is_between(line: Box, picture: Box, table: Box) -> bool:
    return picture.x1 <= line.center_x <= table.x0 and table.y0 <= line.center_y <= table.y1
