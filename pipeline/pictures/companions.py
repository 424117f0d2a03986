"""Pictures that only accompany what products are shown by: drawings with measures beside a photo, scenes under a table, thumbs under a photo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pipeline.geometry import Box, union
from pipeline.pictures.blocks import row_blocks
from pipeline.pictures.measure import Look
from pipeline.records import Image, Line, Sku

TABLE = "table"
BESIDE_SHARE = 0.6
CUT_OUT, FULL = 0.8, 0.1
SAME_PT = 1.0
SAME_SIZE = 0.05
UNDER_LINES = 2.5
THUMB_SHARE = 0.4
THUMB_GAP = 0.3


def without_companions(mains: Sequence[Image], skus: Sequence[Sku], looks: Mapping[str, Look]) -> list[Image]:
    """The pictures that may show the rows of tables, which share them; where each product has its own, all of them may."""
    if len(mains) >= len(skus) or not all(sku.method.startswith(TABLE) for sku in skus):
        return list(mains)
    names = _shared_names(skus)
    photos = [image.box for image in mains if not looks[image.image_id].is_thin or _stands_over(image.box, names)]
    rows = union(sku.box for sku in skus)
    shown = [image for image in mains if image.box in photos or not _accompanies(image.box, photos, skus)]
    has_cut_out = any(looks[image.image_id].bordered > CUT_OUT and image.box.y0 < rows.y1 for image in shown)
    if not has_cut_out:
        return shown
    return [image for image in shown if looks[image.image_id].bordered > FULL or image.box.y0 < rows.y1]


def without_drawings(mains: Sequence[Image], skus: Sequence[Sku], looks: Mapping[str, Look]) -> list[Image]:
    """Without line drawings that stand in the rows of photos, one of each for each product: they measure what the photos show."""
    photos = [image for image in mains if not looks[image.image_id].is_line_drawing]
    drawings = [image for image in mains if looks[image.image_id].is_line_drawing]
    is_measured = 1 < len(skus) == len(photos) == len(drawings)
    if not is_measured or not all(any(drawing.box.gap_y(photo.box) < 0 for photo in photos) for drawing in drawings):
        return list(mains)
    return photos


def without_thumbs(mains: Sequence[Image], texts: Sequence[Box], lines: Sequence[Line]) -> list[Image]:
    """Without small pictures right under a large one, in its column and over the one text there: they show it in other colours or from
    other sides."""
    found: set[str] = set()
    for large in mains:
        under = [image for image in mains if _is_thumb(image.box, large.box, lines)]
        column = [text for text in texts if text.gap_x(large.box) < 0] if under else []
        if sum(_is_next_below(text, union(image.box for image in under)) for text in column) == 1:
            found.update(image.image_id for image in under)
    return [image for image in mains if image.image_id not in found]


def _is_thumb(small: Box, large: Box, lines: Sequence[Line]) -> bool:
    is_within = large.x0 - SAME_PT <= small.x0 and small.x1 <= large.x1 + SAME_PT and small.area <= THUMB_SHARE * large.area
    if not is_within or not 0 <= small.y0 - large.y1 <= THUMB_GAP * small.height:
        return False
    between = Box(small.x0, large.y1 - SAME_PT, small.x1, small.y0 + SAME_PT)
    return not any(line.box.intersection(between) is not None for line in lines)


def _is_next_below(text: Box, thumbs: Box) -> bool:
    return -SAME_PT <= text.y0 - thumbs.y1 <= thumbs.height


def _accompanies(drawing: Box, photos: Sequence[Box], skus: Sequence[Sku]) -> bool:
    """Whether it stands beside a photo. What is pale is no drawing where it has rows of its own: in a column of pictures of one size
    some that are level with no photo, in a row of them some under it and under no other, in a column of any sizes a whole table beside which
    there is nothing else."""
    rows = [sku.box for sku in skus]
    if any(_is_of_column(drawing, photo) for photo in photos) and not all(_are_level(photos, row) for row in _level_with(drawing, rows)):
        return False
    fellows = [photo for photo in photos if _is_of_row(drawing, photo)]
    under = [row for row in rows if row.y0 >= drawing.y1 - SAME_PT and row.gap_x(drawing) < 0] if fellows else []
    if any(all(row.gap_x(photo) >= 0 for photo in fellows) for row in under):
        return False
    return any(_is_beside(drawing, photo) for photo in photos) and not _has_table(drawing, photos, rows)


def _has_table(drawing: Box, photos: Sequence[Box], rows: Sequence[Box]) -> bool:
    """Of tables one under the other, each beside its picture, it stands beside one that has no photo."""
    column = [photo for photo in photos if min(photo.x1, drawing.x1) - max(photo.x0, drawing.x0) >= 0.5 * min(photo.width, drawing.width)]
    tables = [[rows[index] for index in block] for block in row_blocks(range(len(rows)), rows)] if column else []
    unshown = [table for table in tables if not any(_are_level(photos, row) for row in table)]
    return len(unshown) < len(tables) and any(_level_with(drawing, table) for table in unshown)


def _level_with(picture: Box, rows: Sequence[Box]) -> list[Box]:
    return [row for row in rows if picture.y0 <= row.center_y <= picture.y1]


def _are_level(pictures: Sequence[Box], row: Box) -> bool:
    return any(picture.y0 <= row.center_y <= picture.y1 for picture in pictures)


def _is_of_column(one: Box, other: Box) -> bool:
    return abs(one.x0 - other.x0) <= SAME_PT and _are_of_one_size(one, other)


def _is_of_row(one: Box, other: Box) -> bool:
    return abs(one.y1 - other.y1) <= SAME_PT and _are_of_one_size(one, other)


def _are_of_one_size(one: Box, other: Box) -> bool:
    """Pictures that fill the places made for them, but for what their own shape leaves free."""
    return all(abs(a - b) <= SAME_SIZE * max(a, b) for a, b in ((one.width, other.width), (one.height, other.height)))


def _shared_names(skus: Sequence[Sku]) -> list[Box]:
    """Where names stand that several products have in common, as in the heads of a matrix."""
    named = Counter(name.evidence.box for sku in skus if (name := sku.get("name")) is not None)
    return [box for box, count in named.items() if count > 1]


def _stands_over(picture: Box, names: Sequence[Box]) -> bool:
    """Whether a name stands right under a picture, no wider than it: it shows what is called so, however thin its lines are."""
    return any(
        picture.x0 <= name.x0 and name.x1 <= picture.x1 and -1.0 <= name.y0 - picture.y1 <= UNDER_LINES * name.height for name in names
    )


def _is_beside(drawing: Box, photo: Box) -> bool:
    """Level with it or under each other, no farther than either is large."""
    near = BESIDE_SHARE * max(drawing.width, drawing.height, photo.width, photo.height)
    is_level = drawing.gap_y(photo) < 0 and drawing.gap_x(photo) <= near
    return is_level or (drawing.gap_x(photo) < 0 and drawing.gap_y(photo) <= near)
