"""A photo that fills the page and shows all products whose captions stand on it; a texture or paper behind them shows nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.page.picturekeys import KEY, MIN_KEYS
from pipeline.pictures.measure import Look
from pipeline.pictures.roles import BACKGROUND_SHARE, SCENE
from pipeline.records import Image, PictureKind
from pipeline.work import PageWork

MIN_CONTRAST = 0.25
MAX_WHITE = 0.3
TABLE = "table"


def page_scene(work: PageWork, mains: Sequence[Image]) -> Image | None:
    """The one photo under the whole page, where nothing else shows its products: no pictures, or parts found in the photo that are too few."""
    if not work.skus or any(sku.method.startswith(TABLE) for sku in work.skus) or not _are_parts(work, mains):
        return None
    wide = [image for image in work.images if work.page.box.overlap_ratio(image.box) >= BACKGROUND_SHARE]
    is_photo = len(wide) == 1 and _is_photo(work.looks[wide[0].image_id])
    return replace(wide[0], role=SCENE) if is_photo else None


def wide_photo(work: PageWork, mains: Sequence[Image]) -> Image | None:
    """The photo over most of a page that shows the one product listed in its versions under it, or all that keys on it lead to, where nothing
    else is shown but drawings."""
    scenes = [image for image in work.images if image.role == SCENE and work.page.box.overlap_ratio(image.box) >= BACKGROUND_SHARE]
    if len(scenes) != 1 or not work.skus or not all(work.looks[image.image_id].is_line_drawing for image in mains):
        return None
    photo = scenes[0]
    apart = all(sku.box.intersection(photo.box) is None for sku in work.skus)
    names = {name.evidence.box for sku in work.skus if (name := sku.get("name")) is not None}
    keys = [line for line in work.page.lines if KEY.fullmatch(line.text) and photo.box.contains_point(line.box.center_x, line.box.center_y)]
    is_of_all = len(names) == 1 or len(keys) == len(work.skus) >= MIN_KEYS
    return photo if apart and is_of_all else None


def _are_parts(work: PageWork, mains: Sequence[Image]) -> bool:
    """Whether all of them were found in pixels, and some product has none."""
    found = [picture.box for picture in work.page.pictures if picture.kind is PictureKind.INLINE]
    return len(mains) < len(work.skus) and all(any(image.box.iou(box) > 0.9 for box in found) for image in mains)


def _is_photo(look: Look) -> bool:
    return look.contrast >= MIN_CONTRAST and look.white <= MAX_WHITE
