"""A picture's role, first by what it is and where it stands, then by the products it was bound to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.page.places import product_pictures, tag_shapes
from pipeline.geometry import Box
from pipeline.pictures.assembly import Assembly
from pipeline.pictures.measure import Look
from pipeline.records import PageContent, PictureKind
from pipeline.work import PageWork

PRODUCT_MAIN, DETAIL, SCENE, LOGO, DECORATION, SIZE_CHART = "PRODUCT_MAIN", "DETAIL", "SCENE", "LOGO", "DECORATION", "SIZE_CHART"
DELIVERABLE_ROLES = frozenset({PRODUCT_MAIN, DETAIL, SCENE, SIZE_CHART})

BACKGROUND_SHARE = 0.6
LOGO_SHARE = 0.04
MARGIN_SHARE = 0.1
ICON_SIDE_PT = 22.0
DRAWN_ICON_SIDE_PT = 80.0
MAX_ICON_SIDE_PT = 60.0
BESIDE_ICON = 2.5
SAME_SIDE_PT = 1.0
MIN_DRAWING_SIDE_PT = 36.0
BANNER_ASPECT = 5.0
TEXT_SHARE = 0.25
TEXT_ON_SHAPE = 40
CAPTION_REACH_PT = 16.0


@dataclass(frozen=True, slots=True)
class Role:
    """A role with how sure it is and the rule that gave it."""

    name: str
    confidence: float
    rule: str


def first_role(work: PageWork, assembly: Assembly, box: Box, look: Look) -> Role:
    """What the picture is by itself. PRODUCT_MAIN here means: it may show a product."""
    content = work.page
    if look.is_flat and not _is_swatch(work, assembly, box):
        return Role(DECORATION, 0.9, "one_colour")
    if content.box.overlap_ratio(box) >= BACKGROUND_SHARE:
        return _page_wide(content, assembly, box)
    if _is_repeated(work, assembly) and box.area < LOGO_SHARE * content.box.area:
        return Role(LOGO, 0.95, "repeated_over_pages")
    if _is_repeated(work, assembly):
        return Role(DECORATION, 0.85, "repeated_over_pages")
    if _is_marginal(content, box):
        return (
            Role(LOGO, 0.75, "small_in_page_margin")
            if box.area < LOGO_SHARE * content.box.area
            else Role(DECORATION, 0.7, "in_page_margin")
        )
    if _is_icon(work, assembly, box):
        return Role(DECORATION, 0.8, "icon")
    if _is_banner(content, box) or _is_text_backdrop(content, assembly, box):
        return Role(DECORATION, 0.8, "banner")
    return Role(PRODUCT_MAIN, 0.5, "may_show_product")


def _is_swatch(work: PageWork, assembly: Assembly, box: Box) -> bool:
    """A plain colour with a product's text close beside it: a sample of a tile, a paint, a laminate. Behind text it is a ground."""
    if assembly.pieces[0].kind == PictureKind.VECTOR or min(box.width, box.height) < ICON_SIDE_PT:
        return False
    texts = [attribute.evidence.box for sku in work.skus for attribute in sku.standard if attribute.evidence.page_number == work.number]
    near = [text for text in texts if max(box.gap_x(text), 0.0) + max(box.gap_y(text), 0.0) <= CAPTION_REACH_PT]
    return bool(near) and not any(box.overlap_ratio(text) > 0 for text in near)


def _page_wide(content: PageContent, assembly: Assembly, box: Box) -> Role:
    """A photo over the whole page is a scene if it is what the page shows, a backdrop if other things stand on it."""
    others = [p for p in content.pictures if p not in assembly.pieces and p.kind != PictureKind.VECTOR and box.overlap_ratio(p.box) > 0.03]
    words_on_it = sum(box.contains_point(word.box.center_x, word.box.center_y) for word in content.words)
    if others or words_on_it > 60 or assembly.pieces[0].kind == PictureKind.VECTOR:
        return Role(DECORATION, 0.85, "page_backdrop")
    return Role(SCENE, 0.6, "page_wide_photo")


def _is_repeated(work: PageWork, assembly: Assembly) -> bool:
    return any(
        piece.xref and work.survey.is_repeated((*piece.pixel_size, work.document.image_facts(piece.xref).stream_bytes))
        for piece in assembly.pieces
    )


def _is_marginal(content: PageContent, box: Box) -> bool:
    """In the head or foot of the page; on a turned page also at its sides."""
    height, width = content.height_pt, content.width_pt
    in_head_or_foot = box.y1 <= MARGIN_SHARE * height or box.y0 >= (1 - MARGIN_SHARE) * height
    if content.rotation % 180 == 0:
        return in_head_or_foot
    return in_head_or_foot or box.x1 <= MARGIN_SHARE * width or box.x0 >= (1 - MARGIN_SHARE) * width


def _is_icon(work: PageWork, assembly: Assembly, box: Box) -> bool:
    if any(piece.kind != PictureKind.VECTOR for piece in assembly.pieces):
        return max(box.width, box.height) < ICON_SIDE_PT or _is_badge(work, box)
    return max(box.width, box.height) < DRAWN_ICON_SIDE_PT and not _stands_for_photo(work, box)


def _is_badge(work: PageWork, box: Box) -> bool:
    """Small beside what else is shown, and of a set in which some come again: marks of protection, energy, novelty."""
    side = max(box.width, box.height)
    if side > MAX_ICON_SIDE_PT:
        return False
    alike = [p for p in work.page.pictures if p.xref and abs(max(p.box.width, p.box.height) - side) <= SAME_SIDE_PT]
    comes_again = len({picture.xref for picture in alike}) < len(alike)
    return comes_again and any(max(other.width, other.height) >= BESIDE_ICON * side for other in product_pictures(work.page))


def _stands_for_photo(work: PageWork, box: Box) -> bool:
    """Small drawings are icons beside photos; where nothing larger is shown, and no more of them than products, they show these."""
    shown = product_pictures(work.page)
    largest = max((max(other.width, other.height) for other in shown), default=0.0)
    return min(box.width, box.height) >= MIN_DRAWING_SIDE_PT and len(shown) <= len(work.skus) and 2 * max(box.width, box.height) >= largest


def _is_banner(content: PageContent, box: Box) -> bool:
    """A strip across the page."""
    return box.width >= BANNER_ASPECT * box.height and box.width >= 0.5 * content.width_pt


def _is_text_backdrop(content: PageContent, assembly: Assembly, box: Box) -> bool:
    """A drawn shape with text on it is a label or a plate."""
    if any(piece.kind != PictureKind.VECTOR for piece in assembly.pieces):
        return False
    if any(piece is tag for tag in tag_shapes(content) for piece in assembly.pieces):
        return True
    on_it = [line for line in content.lines if box.contains_point(line.box.center_x, line.box.center_y)]
    # Labels of a dimension drawing are few and short; running text says that the shape lies behind it.
    return sum(len(line.text) for line in on_it) > TEXT_ON_SHAPE or covered_by(box, [line.box for line in on_it]) > TEXT_SHARE


def covered_by(box: Box, others: Sequence[Box]) -> float:
    """Share of the box that the others cover, counting overlaps twice."""
    return sum(common.area for other in others if (common := box.intersection(other)) is not None) / max(box.area, 0.01)
