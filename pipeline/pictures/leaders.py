"""Leaders: thin level lines that run from what is told of a product to the picture that shows it."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.pictures.claims import ID, Claim
from pipeline.records import PageContent

MIN_LEADERS = 2
MAX_LEADERS = 60
MIN_LENGTH_PT = 10.0
# How far off the text a leader begins.
BESIDE_TEXT_PT = 12.0
CONFIDENCE = 0.96


def by_leader(texts: Sequence[Box], boxes: Sequence[Box], content: PageContent) -> list[Claim]:
    """For each text with a line beside it that ends in a picture, that picture, where several texts of the page are led so."""
    levels = [rule.box for rule in content.rulings if rule.is_horizontal and rule.box.width >= MIN_LENGTH_PT]
    if not all(MIN_LEADERS <= len(found) <= MAX_LEADERS for found in (levels, texts, boxes)):
        return []
    claims = [claim for line in levels if (claim := _led(line, texts, boxes)) is not None]
    alone = len({claim.sku for claim in claims}) == len({claim.picture for claim in claims}) == len(claims)
    return claims if alone and len(claims) >= MIN_LEADERS else []


def _led(line: Box, texts: Sequence[Box], boxes: Sequence[Box]) -> Claim | None:
    """The only text beside one end of a line and the only picture at the other, if it neither begins in a picture nor runs through one."""
    y = line.center_y
    for start, end in ((line.x0, line.x1), (line.x1, line.x0)):
        # Borders of tables are asked too: most lines end in no picture.
        shown = [number for number, box in enumerate(boxes) if box.contains_point(end, y)]
        if len(shown) != 1 or boxes[shown[0]].contains_point(start, y):
            continue
        beside = [number for number, text in enumerate(texts) if text.y0 <= y <= text.y1 and _begins_beside(text, start, end)]
        if len(beside) == 1:
            return Claim(beside[0], shown[0], ID, CONFIDENCE)
    return None


def _begins_beside(text: Box, start: float, end: float) -> bool:
    """Whether a line begins right before or behind a text and runs away from it."""
    gap = start - text.x1 if end > start else text.x0 - start
    return -1.0 <= gap <= BESIDE_TEXT_PT
