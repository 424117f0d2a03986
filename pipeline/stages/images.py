"""Images: every picture a person sees on the page as one, taken out, measured, and given a first role.

Whether a picture shows a product is settled by `bind`, which knows the products.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.geometry import Box
from pipeline.pictures.assembly import Assembly, assemble
from pipeline.pictures.measure import Look
from pipeline.pictures.roles import DELIVERABLE_ROLES, Role, first_role
from pipeline.pictures.takeout import TakenPicture, is_small_drawing, seam_is_continuous, take_out
from pipeline.records import Image
from pipeline.scans.turning import turned_back
from pipeline.work import PageWork

HIGH_SHORT_EDGE_PX = 640
MIN_SHOWN_SHARE = 0.2


def take_images(work: PageWork) -> tuple[tuple[Image, ...], dict[str, Look]]:
    """The page's images in reading order with their first roles, and how each looks."""
    number = work.number

    def is_continuous(first: Box, second: Box) -> bool:
        return seam_is_continuous(work.document, number, first, second)

    assemblies = assemble(work.page.pictures, is_continuous)
    assemblies.sort(key=lambda assembly: (round(assembly.box.y0), round(assembly.box.x0), assembly.box))
    taken = list(_images(work, assemblies))
    return tuple(image for image, _ in taken), {image.image_id: look for image, look in taken}


def _images(work: PageWork, assemblies: list[Assembly]) -> Iterator[tuple[Image, Look]]:
    """What cannot be taken out at all has no image, and the receipt says so."""
    drawings = sum(is_small_drawing(assembly) for assembly in assemblies)
    for sequence, assembly in enumerate(assemblies, start=1):
        visible = _picture_box(assembly).intersection(work.page.box)
        if visible is None:
            continue
        whole = Assembly(visible, assembly.pieces)
        shown = Assembly(turned_back(visible, work.skew_degrees, work.page.box, leans=False), assembly.pieces)
        taken = take_out(work.document, work.number, shown, work.shelf, drawings=drawings)
        if taken is None:
            continue
        image_id = f"img_{work.survey.file_hash[:12]}_p{work.number}_{sequence}"
        yield _image(work, image_id, whole, taken, first_role(work, whole, visible, taken.look)), taken.look


def _picture_box(assembly: Assembly) -> Box:
    """A picture is delivered as it was made, with its transparent border, unless that is nearly all of it."""
    placed = assembly.pieces[0].placed
    if assembly.is_fragmented or placed is None or assembly.box.area < MIN_SHOWN_SHARE * placed.area:
        return assembly.box
    return placed


def _image(work: PageWork, image_id: str, assembly: Assembly, taken: TakenPicture, role: Role) -> Image:
    is_high = min(taken.pixel_size) >= HIGH_SHORT_EDGE_PX
    return Image(
        image_id=image_id,
        page_number=work.number,
        box=assembly.box,
        role=role.name,
        role_confidence=role.confidence,
        pixel_size=taken.pixel_size,
        quality_grade="HIGH" if is_high else "LOW_QUALITY",
        search_eligible=is_high and role.name in DELIVERABLE_ROLES,
        format=taken.format,
        phash=taken.look.phash,
        is_fragmented=assembly.is_fragmented,
        data=taken.data if work.options.keep_image_data else b"",
    )
