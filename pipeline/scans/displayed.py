"""Back to the page as displayed: a page scanned askew was read straightened, but its boxes must point at what a person sees."""

from __future__ import annotations

from dataclasses import replace

from pipeline.geometry import Box
from pipeline.moved import moved_entry, moved_sku
from pipeline.scans.turning import turned_back
from pipeline.work import PageWork


def as_displayed(work: PageWork) -> PageWork:
    """The work with all boxes of this page where they stand on it; upright pages are left as they are."""
    if not work.skew_degrees:
        return work
    content = work.page

    def place(number: int, box: Box) -> Box:
        return turned_back(box, work.skew_degrees, content.box) if number == work.number else box

    return replace(
        work,
        content=replace(
            content,
            lines=tuple(replace(line, box=place(work.number, line.box)) for line in content.lines),
            pictures=tuple(replace(picture, box=place(work.number, picture.box)) for picture in content.pictures),
        ),
        skus=tuple(moved_sku(sku, place) for sku in work.skus),
        images=tuple(replace(image, box=place(work.number, image.box)) for image in work.images),
        explained=tuple(moved_entry(entry, work.number, place) for entry in work.explained),
        skew_degrees=0.0,
    )
