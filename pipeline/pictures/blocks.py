"""One picture for many SKUs: rows beside it, under it or under the title it stands beside."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf

from pipeline.geometry import Bands, Box, union
from pipeline.pictures.claims import DOMINANT, GRID, ID, SPATIAL, Claim, ranked_claims
from pipeline.records import PageContent, Sku

ROW_EDGE_PT = 4.0
SAME_ROW_PT = 2.0
ROW_GAP = 2.5
BLOCK_GAP_PT = 40.0
# A header of three lines may stand between the picture and the first row.
HEAD_SHARE = 0.1
TITLE_REACH = 0.25
MAX_SIDE_BY_SIDE = 6
FELLOW_SHARE = 0.6
SPANNED_SHARE = 0.8
MATRIX = "table_matrix"
IN_LANE = 0.9
# More rows than this without a picture are a list, not a block under one.
MAX_IN_BLOCKS = 200


def by_title(skus: Sequence[Sku], boxes: Sequence[Box], own: Sequence[Claim] = ()) -> list[Claim]:
    """Products under one title are all shown by the picture beside it, by the one between it and them, or by the large one right over it
    where each has but a sample of its `own`."""
    claims = []
    samples = {sku: boxes[ranked[0].picture] for sku, ranked in ranked_claims(own).items()}
    for title, group in _under_titles(skus if boxes else ()).items():
        if len(group) > 1:
            beside = [number for number, box in enumerate(boxes) if _is_beside(box, title)]
            beside = beside or _over_group(title, _told_under(title, [skus[index] for index in group]), boxes)
            beside = beside or _in_band(title, group, skus, boxes)
            if not beside and all(index in samples for index in group):
                largest = max(samples[index].area for index in group)
                beside = [number for number, box in enumerate(boxes) if box.area >= DOMINANT * largest and _is_right_over(box, title)]
            nearest = min(beside, key=lambda number: (title.gap_x(boxes[number]), number), default=None)
            claims += [Claim(index, nearest, SPATIAL, 0.9) for index in group] if nearest is not None else []
    return claims


def by_lead(skus: Sequence[Sku], boxes: Sequence[Box]) -> list[Claim]:
    """Versions of what a title names are shown by the picture beside it, or by the one between it and them."""
    claims = []
    for title, group in _under_leads(skus if boxes else ()).items():
        beside = [number for number, box in enumerate(boxes) if _is_beside(box, title)]
        beside = _over_group(title, union(skus[index].box for index in group), boxes) or beside
        nearest = min(beside, key=lambda number: (title.gap_x(boxes[number]), number), default=None)
        claims += [Claim(index, nearest, SPATIAL, 0.9) for index in group] if nearest is not None and len(group) > 1 else []
    return claims


def _under_leads(skus: Sequence[Sku]) -> dict[Box, list[int]]:
    """The products whose names begin with a title elsewhere on the page, by that title."""
    told: dict[Box, list[int]] = {}
    for index, sku in enumerate(skus):
        name = sku.get("name")
        places = [box for number, box in name.evidence.more if number == sku.page_number] if name is not None else []
        for box in [box for box in places if box.y1 <= sku.box.y0][:1]:
            told.setdefault(box, []).append(index)
    return told


def by_fellows(skus: Sequence[Sku], claims: Sequence[Claim]) -> list[Claim]:
    """What most products under one title have for their picture shows the others too, where these have nothing surer: rows that run on under
    the foot of the picture beside them. So does the only one that places of a matrix have. A picture in its place on the page counts before
    a near one."""
    best = {sku: own[0] for sku, own in ranked_claims(claims).items()}
    found = []
    matrices = _matrices(skus)
    for group in [*_under_titles(skus).values(), *matrices]:
        placed = [best[index].picture for index in group if index in best and best[index].method == GRID]
        pictures = Counter(placed or [best[index].picture for index in group if index in best])
        picture, count = pictures.most_common(1)[0] if pictures else (0, 0)
        is_usual = count >= FELLOW_SHARE * (len(placed) or len(group))
        if count > 1 and (is_usual or (group in matrices and len(pictures) == 1)):
            confidence = max(best[index].confidence for index in group if index in best and best[index].picture == picture)
            others = [index for index in group if index not in best or best[index].picture != picture]
            found += [Claim(index, picture, SPATIAL, round((0.95 if placed else 0.8) * confidence, 3)) for index in others]
    return found


def _matrices(skus: Sequence[Sku]) -> list[list[int]]:
    """The places of each matrix: all of them are variants of what it is about."""
    places = [index for index, sku in enumerate(skus) if sku.method == MATRIX]
    return row_blocks(places, [sku.box for sku in skus])


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


def _told_under(title: Box, skus: Sequence[Sku]) -> Box:
    """Where products are told under their title, with what the heads of their rows and columns say of them; what is said of all of them may
    stand beside a picture."""
    told = [[a.evidence.box for a in sku.standard if a.evidence.page_number == sku.page_number] for sku in skus]
    said = Counter(box for own in told for box in set(own))
    return union([*(sku.box for sku in skus), *(box for box, count in said.items() if count < len(skus) and box.y0 >= title.y1)])


def _over_group(title: Box, group: Box, boxes: Sequence[Box]) -> list[int]:
    """The one picture over all that a title names: under the title, or at the other end of its row."""
    lane = Box(min(title.x0, group.x0) - ROW_EDGE_PT, title.y1 - ROW_EDGE_PT, max(title.x1, group.x1) + ROW_EDGE_PT, group.y0 + ROW_EDGE_PT)
    found = [number for number, box in enumerate(boxes) if box.intersection(lane) is not None]
    largest = max(found, key=lambda number: boxes[number].area, default=None)
    # Drawings of it may stand beside the picture.
    if largest is None or any(DOMINANT * boxes[number].area > boxes[largest].area for number in found if number != largest):
        return []
    picture = boxes[largest]
    # Words in cells end before the edge of their table does.
    is_beside = picture.y1 >= title.center_y and picture.gap_x(title) >= 0 > picture.gap_x(group)
    return [largest] if (is_beside and picture.y1 <= lane.y1) or picture.overlap_ratio(lane) >= IN_LANE else []


def _in_band(title: Box, group: Sequence[int], skus: Sequence[Sku], boxes: Sequence[Box]) -> list[int]:
    """The one picture from the height of a title down to its last row, where nothing else is sold at this height: at the edge of the page,
    however far from them."""
    rows = union(skus[index].box for index in group)
    band = Box(-inf, title.y0 - ROW_EDGE_PT, inf, max(title.y1, rows.y1) + ROW_EDGE_PT)
    inside = [number for number, box in enumerate(boxes) if box.gap_y(band) < 0]
    own = set(group)
    if len(inside) != 1 or any(index not in own and sku.box.gap_y(band) < 0 for index, sku in enumerate(skus)):
        return []
    picture = boxes[inside[0]]
    return inside if band.y0 <= picture.y0 and picture.y1 <= band.y1 and picture.gap_x(title) >= 0 else []


def _is_right_over(picture: Box, title: Box) -> bool:
    is_within = picture.x0 - ROW_EDGE_PT <= title.x0 and title.x1 <= picture.x1 + ROW_EDGE_PT
    return is_within and -ROW_EDGE_PT <= title.y0 - picture.y1 <= BLOCK_GAP_PT


def with_titles(
    claims: Sequence[Claim], titled: Sequence[Claim], boxes: Sequence[Box], texts: Sequence[Box], *, may_be_samples: bool = True
) -> list[Claim]:
    """A picture of its own goes before that of the title, unless it is a mere sample beside it or stands under all that the title names.
    What bears the name of several of them is no sample of one. Where they are versions, their own pictures are no samples."""
    named = Counter(claim.picture for claim in claims if claim.method == ID)
    own: dict[int, list[Claim]] = {}
    for claim in claims:
        own.setdefault(claim.sku, []).append(claim)
    feet: dict[int, float] = {}
    for claim in titled:
        feet[claim.picture] = max(feet.get(claim.picture, 0.0), texts[claim.sku].y1)
    for claim in titled:
        others = own.get(claim.sku, [])
        if any(other.method == ID and named[other.picture] > 1 for other in others):
            continue
        yields = _yields if may_be_samples else _goes_with
        if all(yields(boxes[other.picture], boxes[claim.picture], feet[claim.picture]) for other in others):
            own[claim.sku] = [claim, *(replace(other, confidence=round(0.5 * other.confidence, 3)) for other in others)]
    return [claim for group in own.values() for claim in group]


def _yields(picture: Box, titled: Box, foot: float) -> bool:
    return picture == titled or DOMINANT * picture.area <= titled.area or picture.y0 >= foot - ROW_EDGE_PT


def _goes_with(picture: Box, titled: Box, foot: float) -> bool:
    """Whether a picture stands in the row of the titled one, or under all that the title names."""
    return picture.gap_y(titled) < 0 or picture.y0 >= foot - ROW_EDGE_PT


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


def by_cell(texts: Sequence[Box], boxes: Sequence[Box], content: PageContent) -> list[Claim]:
    """The rows beside a cell that is drawn as tall as they are together, between rules that part them and stop at it: its one picture shows
    them all, wherever in the cell it stands."""
    levels = [ruling.box for ruling in content.rulings if ruling.is_horizontal] if len(boxes) < len(texts) else []
    found: list[Claim] = []
    for number, box in enumerate(boxes) if levels else ():
        cell = _cell_around(box, levels)
        if cell is None or sum(cell.contains_point(other.center_x, other.center_y) for other in boxes) > 1:
            continue
        band = _band_of(cell, levels)
        rows = sorted((text.center_y, index) for index, text in enumerate(texts) if band.contains_point(text.center_x, text.center_y))
        heights = sorted(level.center_y for level in levels if level.gap_x(band) < 0 and not level.x0 <= box.center_x <= level.x1)
        steps = [(one, two) for (one, _), (two, _) in pairwise(rows) if two - one > SAME_ROW_PT]
        if steps and all(bisect_right(heights, one) < bisect_left(heights, two) for one, two in steps):
            found += [Claim(index, number, GRID, 0.96) for _, index in rows]
    return found


def _band_of(cell: Box, levels: Sequence[Box]) -> Box:
    """The cell with all that stands beside it in its table: as far as the rule over it goes on, drawn in one piece or cell by cell."""
    left = right = -inf
    for level in sorted(level for level in levels if abs(level.center_y - cell.y0) <= SAME_ROW_PT):
        if level.x0 > right + ROW_EDGE_PT:
            if left <= cell.center_x <= right:
                break
            left = level.x0
        right = max(right, level.x1)
    return Box(left, cell.y0, right, cell.y1)


def _cell_around(picture: Box, levels: Sequence[Box]) -> Box | None:
    """From the rule over a picture to the one under it; a picture may reach a little over them."""
    crossing = [level.center_y for level in levels if level.x0 <= picture.center_x <= level.x1]
    over = max((y for y in crossing if y <= picture.center_y), default=None)
    under = min((y for y in crossing if y >= picture.center_y), default=None)
    if over is None or under is None or min(picture.y1, under) - max(picture.y0, over) < IN_LANE * picture.height:
        return None
    return Box(picture.x0, over, picture.x1, under)


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


def by_heading(skus: Sequence[Sku], boxes: Sequence[Box], claims: Sequence[Claim]) -> list[Claim]:
    """A picture over the title of a section, at the heading of the page, shows the sections that follow too, under titles set alike, up to one
    that has a picture of its own."""
    best = {sku: own[0].picture for sku, own in ranked_claims(claims).items()}
    found: list[Claim] = []
    titles = sorted(_under_titles(skus).items(), key=lambda item: (item[0].y0, item[0].x0))
    for (before, above), (title, group) in pairwise(titles):
        pictures = {best.get(index) for index in above}
        picture = pictures.pop() if len(pictures) == 1 else None
        is_alike = abs(before.x0 - title.x0) <= ROW_EDGE_PT and abs(before.height - title.height) <= 1.0
        if picture is None or not is_alike or boxes[picture].y1 > before.y0 + ROW_EDGE_PT:
            continue
        if not any(index in best for index in group):
            best.update(dict.fromkeys(group, picture))
            found += [Claim(index, picture, SPATIAL, 0.5) for index in group]
    return found


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


def by_neighbours(texts: Sequence[Box], boxes: Sequence[Box], claims: Sequence[Claim]) -> list[Claim]:
    """The last rows of a block, under the foot of the picture that the rows over them share or over all of it, then its first ones, over its
    head."""
    best = {sku: own[0] for sku, own in ranked_claims(claims).items()}
    shared = {picture for picture, count in Counter(claim.picture for claim in best.values()).items() if count > 1}
    shared |= {claim.picture for index, claim in best.items() if _spans(boxes[claim.picture], texts[index])}
    if not shared:
        return []
    order = sorted(range(len(texts)), key=lambda index: (texts[index].y0, texts[index].x0))
    return _passed_on(order, texts, best, shared) + _passed_on(order[::-1], texts, best, shared)


def _spans(picture: Box, row: Box) -> bool:
    """Over a row, and as wide as most of it."""
    return picture.y1 <= row.y0 + ROW_EDGE_PT and min(picture.x1, row.x1) - max(picture.x0, row.x0) >= SPANNED_SHARE * row.width


def _passed_on(order: Sequence[int], texts: Sequence[Box], best: dict[int, Claim], shared: set[int]) -> list[Claim]:
    """The picture of a row for the next one in this order that has none."""
    found: list[Claim] = []
    for place, index in enumerate(order):
        # Tables side by side take turns in this order.
        before = reversed(order[max(0, place - MAX_SIDE_BY_SIDE) : place])
        next_to = next((other for other in before if _are_next_rows(texts[other], texts[index])), None) if index not in best else None
        claim = best.get(next_to) if next_to is not None else None
        if claim is not None and claim.picture in shared:
            best[index] = Claim(index, claim.picture, SPATIAL, round(0.8 * claim.confidence, 3))
            found.append(best[index])
    return found


def _are_next_rows(one: Box, other: Box) -> bool:
    above, below = (one, other) if one.y0 <= other.y0 else (other, one)
    is_aligned = abs(above.x0 - below.x0) <= ROW_EDGE_PT and abs(above.x1 - below.x1) <= 4 * ROW_EDGE_PT
    return is_aligned and -ROW_EDGE_PT <= below.y0 - above.y1 <= ROW_GAP * max(above.height, below.height)
