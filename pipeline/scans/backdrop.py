"""Products that are painted into the raster under the whole page: found as a reader finds them, against the paper."""

from __future__ import annotations

from dataclasses import replace

from pipeline.document import Document
from pipeline.records import PageContent, Picture, PictureKind
from pipeline.scans.raster import page_raster
from pipeline.scans.regions import find_regions

LOOKING_DPI = 100.0
MAX_SHARE = 0.45
MIN_SIDE_PT = 50.0


def pictures_in_backdrop(document: Document, content: PageContent) -> PageContent:
    """The page with the pictures its backdrop shows, where it shows any on plain paper."""
    raster = page_raster(document, content.page_number, dpi=LOOKING_DPI)
    drawn = [
        picture.box
        for picture in content.pictures
        if picture.kind == PictureKind.VECTOR and picture.box.area < MAX_SHARE * content.box.area
    ]
    known = [*(word.box for word in content.words), *drawn]
    found = find_regions(raster, known, content.rulings).pictures
    boxes = [box for box in found if min(box.width, box.height) >= MIN_SIDE_PT and box.area <= MAX_SHARE * content.box.area]
    pictures = tuple(Picture(box, PictureKind.INLINE, pixel_size=(round(box.width * 2), round(box.height * 2))) for box in boxes)
    return replace(content, pictures=(*content.pictures, *pictures))
