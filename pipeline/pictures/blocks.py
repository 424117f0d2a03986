"""One picture for many SKUs: rows beside it, under it or under the title it stands beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Bands, Box, union
from pipeline.pictures.claims import DOMINANT, GRID, SPATIAL, Claim, ranked_claims
from pipeline.records import PageContent, Sku

ROW_EDGE_PT = 4.0
ROW_GAP = 2.5
BLOCK_GAP_PT = 40.0
HEAD_SHARE = 0.08
TITLE_REACH = 0.25
MAX_SIDE_BY_SIDE = 6
FELLOW_SHARE = 0.6
# More rows than this without a picture are a list, not a block under one.
MAX_IN_BLOCKS = 200


def by_title(skus: Sequence[Sku], boxes: Sequence[Box], own: Sequence[Claim] = ()) -> list[Claim]:
    """Products under one title are all shown by the picture beside it, or by the large one right over it where each has but a sample of
    its `own`."""
    claims = []
    samples = {sku: boxes[ranked[0].picture] for sku, ranked in ranked_claims(own).items()}
    for title, group in _under_titles(skus if boxes else ()).items():
        if len(group) > 1:
            beside = [number for number, box in enumerate(boxes) if _is_beside(box, title)]
            if not beside and all(index in samples for index in group):
                largest = max(samples[index].area for index in group)
                beside = [number for number, box in enumerate(boxes) if box.area >= DOMINANT * largest and _is_right_over(box, title)]
            nearest = min(beside, key=lambda number: (title.gap_x(boxes[number]), number), default=None)
            claims += [Claim(index, nearest, SPATIAL, 0.9) for index in group] if nearest is not None else []
    return claims


def by_fellows(skus: Sequence[Sku], claims: Sequence[Claim]) -> list[Claim]:
    """What most products under one title have for their picture shows the others too, where these have nothing surer: rows that run on under the
    foot of the picture beside them. A picture in its place on the page counts before a near one."""
    best = {sku: own[0] for sku, own in ranked_claims(claims).items()}
    found = []
    for group in _under_titles(skus).values():
        placed = [best[index].picture for index in group if index in best and best[index].method == GRID]
        pictures = placed or [best[index].picture for index in group if index in best]
        picture, count = Counter(pictures).most_common(1)[0] if pictures else (0, 0)
        if count > 1 and count >= FELLOW_SHARE * (len(placed) or len(group)):
            confidence = max(best[index].confidence for index in group if index in best and best[index].picture == picture)
            others = [index for index in group if index not in best or best[index].picture != picture]
            found += [Claim(index, picture, SPATIAL, round((0.95 if placed else 0.8) * confidence, 3)) for index in others]
    return found


def _under_titles(skus: Sequence[Sku]) -> dict[Box, list[int]]:
    """The products that are named by a title outside their own text, by that title."""
    told: dict[Box, list[int]] = {}
    for index, sku in enumerate(skus):
        name = sku.get("name")
        if name is not None and name.evidence.page_number == sku.page_number and name.evidence.box.overlap_ratio(sku.box) < 0.5:
            told.setdefault(name.evidence.box, []).append(index)
    return told


def _is_beside(picture: Box, title: Box) -> bool:
    # The larger a picture, the more room is left around it.
    return picture.y0 <= title.center_y <= picture.y1 and 0 <= title.gap_x(picture) <= max(BLOCK_GAP_PT, TITLE_REACH * picture.width)


def _is_right_over(picture: Box, title: Box) -> bool:
    is_within = picture.x0 - ROW_EDGE_PT <= title.x0 and title.x1 <= picture.x1 + ROW_EDGE_PT
    return is_within and -ROW_EDGE_PT <= title.y0 - picture.y1 <= BLOCK_GAP_PT


def with_titles(claims: Sequence[Claim], titled: Sequence[Claim], boxes: Sequence[Box]) -> list[Claim]:
    """A picture of its own goes before that of the title, unless it is a mere sample beside it."""
    own: dict[int, list[Claim]] = {}
    for claim in claims:
        own.setdefault(claim.sku, []).append(claim)
    for claim in titled:
        others = own.get(claim.sku, [])
        if all(other.picture == claim.picture or DOMINANT * boxes[other.picture].area <= boxes[claim.picture].area for other in others):
            own[claim.sku] = [claim, *(replace(other, confidence=round(0.5 * other.confidence, 3)) for other in others)]
    return [claim for group in own.values() for claim in group]


def by_block(texts: Sequence[Box], boxes: Sequence[Box]) -> list[Claim]:
    """One picture for all rows of its block: rows beside it, or the nearest one above them."""
    claims = []
    rows = Bands((box, number) for number, box in enumerate(boxes))
    for index, text in enumerate(texts):
        y = text.center_y
        beside = [number for number in rows.beside(Box(0.0, y - 2.1, 0.0, y + 2.1)) if boxes[number].y0 - 2 <= y <= boxes[number].y1 + 2]
        if beside:
            nearest = min(beside, key=lambda number: (max(0.0, text.gap_x(boxes[number])), number))
            claims.append(Claim(index, nearest, SPATIAL, 0.7))
    return claims


def by_cell(
    unserved: Sequence[int], texts: Sequence[Box], boxes: Sequence[Box], claims: Sequence[Claim], content: PageContent
) -> list[Claim]:
    """The rows beside a cell that is drawn as tall as they are together: its one picture shows them all, as it shows those level with it."""
    levels = [ruling.box for ruling in content.rulings if ruling.is_horizontal] if unserved else []
    found: list[Claim] = []
    for number in sorted({claim.picture for claim in claims}) if levels else ():
        cell = _cell_around(boxes[number], levels)
        if cell is None or sum(cell.contains_point(box.center_x, box.center_y) for box in boxes) > 1:
            continue
        shown = [claim for claim in claims if claim.picture == number and cell.y0 <= texts[claim.sku].center_y <= cell.y1]
        beside = [
            index for index in unserved if cell.y0 <= texts[index].y0 and texts[index].y1 <= cell.y1 and texts[index].gap_x(cell) >= -1
        ]
        found += [Claim(index, number, SPATIAL, round(0.9 * max(claim.confidence for claim in shown), 3)) for index in beside if shown]
    return found


def _cell_around(picture: Box, levels: Sequence[Box]) -> Box | None:
    """From the ruling over a picture to the one under it."""
    crossing = [level for level in levels if level.x0 <= picture.center_x <= level.x1]
    over = max((level.center_y for level in crossing if level.center_y <= picture.y0 + 2), default=None)
    under = min((level.center_y for level in crossing if level.center_y >= picture.y1 - 2), default=None)
    return Box(picture.x0, over, picture.x1, under) if over is not None and under is not None else None


def over_block(unserved: Sequence[int], texts: Sequence[Box], boxes: Sequence[Box], content: PageContent) -> list[Claim]:
    """A picture at the head of a block, beside its title, shows all that stands under it up to the next block."""
    claims = []
    for block in row_blocks([index for index in unserved if boxes], texts):
        whole = union(texts[index] for index in block)
        others = [text for index, text in enumerate(texts) if index not in block]
        over = [number for number, box in enumerate(boxes) if _is_at_head(box, whole, others, content)]
        if over:
            nearest = max(over, key=lambda number: (boxes[number].y1, -number))
            claims += [Claim(index, nearest, SPATIAL, 0.6) for index in block]
    return claims


def row_blocks(indexes: Sequence[int], texts: Sequence[Box]) -> list[list[int]]:
    """Texts in rows or columns close to each other, from top to bottom."""
    blocks: list[list[int]] = []
    for index in sorted(indexes[:MAX_IN_BLOCKS], key=lambda index: (texts[index].y0, texts[index].x0)):
        text = texts[index]
        home = next((block for block in reversed(blocks) if any(_is_close(text, texts[other]) for other in block)), None)
        if home is None:
            blocks.append([index])
        else:
            home.append(index)
    return blocks


def _is_close(text: Box, other: Box) -> bool:
    """In the next row, or beside it in the same one."""
    if text.gap_y(other) < 0:
        return text.gap_x(other) <= 3 * BLOCK_GAP_PT
    return text.gap_y(other) <= ROW_GAP * min(text.height, other.height, BLOCK_GAP_PT) and text.gap_x(other) <= BLOCK_GAP_PT


def _is_at_head(picture: Box, block: Box, others: Sequence[Box], content: PageContent) -> bool:
    is_over = picture.center_y <= block.y0 <= picture.y1 + HEAD_SHARE * content.height_pt
    if not is_over or picture.gap_x(block) > BLOCK_GAP_PT:
        return False
    return not any(picture.center_y < other.center_y < block.y0 and other.gap_x(block) < 0 for other in others)


def by_neighbours(texts: Sequence[Box], claims: Sequence[Claim]) -> list[Claim]:
    """The last rows of a block, under the foot of the picture that the rows over them share."""
    best = {sku: own[0] for sku, own in ranked_claims(claims).items()}
    shared = {picture for picture, count in Counter(claim.picture for claim in best.values()).items() if count > 1}
    if not shared:
        return []
    order = sorted(range(len(texts)), key=lambda index: (texts[index].y0, texts[index].x0))
    found: list[Claim] = []
    for place, below in enumerate(order):
        # Tables side by side take turns in this order.
        before = reversed(order[max(0, place - MAX_SIDE_BY_SIDE) : place])
        above = next((index for index in before if _is_next_row(texts[index], texts[below])), None) if below not in best else None
        claim = best.get(above) if above is not None else None
        if claim is not None and claim.picture in shared:
            best[below] = Claim(below, claim.picture, SPATIAL, round(0.8 * claim.confidence, 3))
            found.append(best[below])
    return found


def _is_next_row(above: Box, below: Box) -> bool:
    is_aligned = abs(above.x0 - below.x0) <= ROW_EDGE_PT and abs(above.x1 - below.x1) <= 4 * ROW_EDGE_PT
    return is_aligned and -ROW_EDGE_PT <= below.y0 - above.y1 <= ROW_GAP * max(above.height, below.height)
