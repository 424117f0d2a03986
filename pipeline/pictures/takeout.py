"""Taking a picture out of the PDF: the original file where it shows what the page shows, else the pixels as a person sees them."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image as PillowImage

from pipeline.document import DRAWING_ERRORS, Document
from pipeline.geometry import Box
from pipeline.painting import unit_square
from pipeline.pictures.assembly import Assembly
from pipeline.pictures.measure import Look, Pixels, look_at
from pipeline.pictures.png import png_file
from pipeline.records import Picture, PictureKind

# Drawings have no pixels of their own. Small ones are icons and badges; large ones deserve what a printer would use.
SMALL_DRAWING_DPI = 144.0
LARGE_DRAWING_DPI = 288.0
SMALL_DRAWING_PT = 150.0
# So many small drawings are rendered one by one, which costs a fraction of rendering their page; more are cut from it.
MAX_SINGLE_DRAWINGS = 10
DRAWN_AMONG_PIECES_DPI = 72.0
MAX_RASTER_EDGE = 4000
SHELF_ENTRIES = 48
# How far from the edge two pieces have in common its neighbourhood reaches.
NEAR_SEAM_PX = 16
CROP_SHARE = 0.012
SHELF_ENTRY_BYTES = 262_144

# The formats of files are loaded with this module, not by the first picture.
PillowImage.preinit()


@dataclass(frozen=True, slots=True)
class TakenPicture:
    """A picture's file, ready to be stored, and how it looks."""

    data: bytes
    format: str
    pixel_size: tuple[int, int]
    look: Look


class Shelf:
    """Small pictures met on earlier pages: a logo on each of a thousand pages is decoded once."""

    def __init__(self) -> None:
        self._taken: dict[tuple[object, ...], TakenPicture] = {}
        self._page: tuple[int, Pixels] | None = None

    def page_for_drawings(self, document: Document, number: int) -> Pixels:
        """The whole page, from which many small drawings are cut: rendering it once is cheaper than rendering each of them."""
        if self._page is None or self._page[0] != number:
            self._page = (number, document.render(number, dpi=SMALL_DRAWING_DPI).pixels)
        return self._page[1]

    def get(self, key: tuple[object, ...]) -> TakenPicture | None:
        return self._taken.get(key)

    def put(self, key: tuple[object, ...], taken: TakenPicture) -> None:
        if len(taken.data) > SHELF_ENTRY_BYTES:
            return
        if len(self._taken) >= SHELF_ENTRIES:
            del self._taken[next(iter(self._taken))]
        self._taken[key] = taken


def take_out(document: Document, page_number: int, assembly: Assembly, shelf: Shelf, *, drawings: int) -> TakenPicture | None:
    """The picture of an assembly; pieces, drawings and turned pictures come out as the page shows them. None if nothing can be drawn.

    `drawings` is how many small ones there are on the page.
    """
    try:
        if is_small_drawing(assembly):
            return _drawing(document, page_number, assembly.box, shelf if drawings > MAX_SINGLE_DRAWINGS else None)
        return _taken(document, page_number, assembly, shelf)
    except (*DRAWING_ERRORS, MemoryError):
        return None


def is_small_drawing(assembly: Assembly) -> bool:
    is_drawn = all(piece.kind == PictureKind.VECTOR for piece in assembly.pieces)
    return is_drawn and min(assembly.box.width, assembly.box.height) < SMALL_DRAWING_PT


def _drawing(document: Document, page_number: int, box: Box, shelf: Shelf | None) -> TakenPicture:
    """A small drawing by itself, or cut from the page on the shelf."""
    zoom = SMALL_DRAWING_DPI / 72.0
    left, top, right, bottom = (round(value * zoom) for value in box)
    left, top, right, bottom = max(left, 0), max(top, 0), max(right, left + 1), max(bottom, top + 1)
    if shelf is not None:
        return _encoded(shelf.page_for_drawings(document, page_number)[top:bottom, left:right])
    clip = Box(left / zoom, top / zoom, right / zoom, bottom / zoom)
    return _encoded(document.render(page_number, dpi=SMALL_DRAWING_DPI, clip=clip).pixels)


def _taken(document: Document, page_number: int, assembly: Assembly, shelf: Shelf) -> TakenPicture:
    if assembly.is_fragmented or not _is_plain(assembly.pieces[0]):
        return _rasterised(document, page_number, assembly)
    picture = assembly.pieces[0]
    turn = quarter_turn(picture)
    crop = visible_shares(picture, assembly.box)
    key = (picture.xref, picture.smask_xref, turn, crop)
    taken = shelf.get(key)
    if taken is None:
        taken = _original(document, picture, turn, crop) or _rasterised(document, page_number, assembly)
        shelf.put(key, taken)
    return taken


def quarter_turn(picture: Picture) -> PillowImage.Transpose | bool | None:
    """How the picture must be turned or mirrored to be upright: None for not at all, False where no quarter turn will do."""
    if picture.matrix is None:
        return None
    a, b, c, d = picture.matrix[:4]
    scale = max(abs(a), abs(b), abs(c), abs(d)) or 1.0
    signs = tuple(0 if abs(value) < 0.02 * scale else (1 if value > 0 else -1) for value in (a, b, c, d))
    return _TURNS.get(signs, False)


def visible_shares(picture: Picture, box: Box) -> Box | None:
    """Which part of the upright picture shows, as shares of its sides; None for all of it."""
    if picture.matrix is None:
        return None
    full = unit_square(picture.matrix)
    shares = Box(
        (box.x0 - full.x0) / full.width, (box.y0 - full.y0) / full.height, (box.x1 - full.x0) / full.width, (box.y1 - full.y0) / full.height
    )
    # A hair's breadth is rounding, not a crop.
    if min(shares.x0, shares.y0) > -1 and max(shares.x0, shares.y0, 1 - shares.x1, 1 - shares.y1) < CROP_SHARE:
        return None
    return Box(*(round(min(max(value, 0.0), 1.0), 4) for value in shares))


_TURNS: dict[tuple[int, ...], PillowImage.Transpose | None] = {
    (1, 0, 0, 1): None,
    (-1, 0, 0, -1): PillowImage.Transpose.ROTATE_180,
    (-1, 0, 0, 1): PillowImage.Transpose.FLIP_LEFT_RIGHT,
    (1, 0, 0, -1): PillowImage.Transpose.FLIP_TOP_BOTTOM,
    (0, 1, -1, 0): PillowImage.Transpose.ROTATE_270,
    (0, -1, 1, 0): PillowImage.Transpose.ROTATE_90,
    (0, 1, 1, 0): PillowImage.Transpose.TRANSPOSE,
    (0, -1, -1, 0): PillowImage.Transpose.TRANSVERSE,
}


def _is_plain(picture: Picture) -> bool:
    return picture.kind == PictureKind.XOBJECT and picture.xref > 0 and quarter_turn(picture) is not False


def _original(document: Document, picture: Picture, turn: PillowImage.Transpose | bool | None, crop: Box | None) -> TakenPicture | None:
    facts = document.image_facts(picture.xref)
    if facts.is_stencil:
        return None
    if turn is None and crop is None and not picture.smask_xref and facts.is_plain_jpeg:
        return _jpeg_as_it_is(document, picture)
    raster = document.decoded_image(picture.xref, smask_xref=picture.smask_xref)
    if raster is None:
        return None
    pixels = raster.pixels
    if isinstance(turn, PillowImage.Transpose):
        pixels = np.asarray(PillowImage.fromarray(pixels).transpose(turn))
    return _encoded(_cropped(pixels, crop) if crop else pixels)


def _cropped(pixels: Pixels, crop: Box) -> Pixels:
    height, width, _ = pixels.shape
    left, top = int(crop.x0 * width), int(crop.y0 * height)
    return pixels[top : max(top + 1, round(crop.y1 * height)), left : max(left + 1, round(crop.x1 * width))]


def _jpeg_as_it_is(document: Document, picture: Picture) -> TakenPicture | None:
    """The JPEG stream is a file already; only a small version of it is decoded, to look at it."""
    embedded = document.embedded_image(picture.xref)
    if embedded is None:
        return None
    try:
        with PillowImage.open(io.BytesIO(embedded.data)) as jpeg:
            size = jpeg.size
            jpeg.draft("RGB", (64, 64))
            look = look_at(jpeg)
    except (OSError, SyntaxError, ValueError):
        return None
    return TakenPicture(embedded.data, "jpg", size, look)


def _rasterised(document: Document, page_number: int, assembly: Assembly) -> TakenPicture:
    return _encoded(document.render(page_number, dpi=native_dpi(assembly), clip=assembly.box).pixels)


def native_dpi(assembly: Assembly) -> float:
    """The resolution at which no pixel of the pieces is lost, and none is added: more pixels would make a coarse picture pass for a fine one."""
    densities = [_density_dpi(piece) for piece in assembly.pieces if all(piece.pixel_size)]
    dpi = max(densities, default=LARGE_DRAWING_DPI)
    longest = max(assembly.box.width, assembly.box.height, 1.0)
    # What is drawn among the pieces has no pixels, and must still be seen.
    least = 0.0 if len(densities) == len(assembly.pieces) else DRAWN_AMONG_PIECES_DPI
    return float(min(max(dpi, least), MAX_RASTER_EDGE * 72.0 / longest))


def _density_dpi(piece: Picture) -> float:
    width, height = piece.pixel_size
    # A turned piece's box is larger than the piece: its drawn size is in the matrix.
    if piece.matrix is not None:
        a, b, c, d = piece.matrix[:4]
        drawn = ((a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5)
    else:
        drawn = (piece.box.width, piece.box.height)
    return max(width / max(drawn[0], 0.1), height / max(drawn[1], 0.1)) * 72.0


def _encoded(pixels: Pixels) -> TakenPicture:
    height, width, _ = pixels.shape
    if not pixels.size:
        raise ValueError("nothing of the picture is on the page")
    return TakenPicture(png_file(pixels), "png", (width, height), look_at(PillowImage.fromarray(pixels)))


def seam_is_continuous(document: Document, page_number: int, first: Box, second: Box) -> bool:
    """Whether what is drawn goes on across the common edge: as alike on both sides as one row is to the next, in the whole and near the edge,
    and not plain. Photos of one set differ little, but between their grounds there is a step where nothing else changes."""
    clip = Box(min(first.x0, second.x0), min(first.y0, second.y0), max(first.x1, second.x1), max(first.y1, second.y1))
    raster = document.render(page_number, dpi=min(72.0, 72.0 * 400 / max(clip.width, clip.height)), clip=clip)
    pixels = raster.pixels.astype(np.int16)
    if first.gap_x(second) > first.gap_y(second):
        pixels = pixels.transpose(1, 0, 2)
        share = (min(first.x1, second.x1) - clip.x0) / max(clip.width, 0.1)
    else:
        share = (min(first.y1, second.y1) - clip.y0) / max(clip.height, 0.1)
    seam = round(share * pixels.shape[0])
    if not 3 <= seam <= pixels.shape[0] - 3:
        return False
    across = float(np.abs(pixels[seam + 1] - pixels[seam - 2]).mean())
    rows = (*range(0, seam - 4, 2), *range(seam + 2, pixels.shape[0] - 3, 2))
    inside = {row: float(np.abs(pixels[row + 3] - pixels[row]).mean()) for row in rows}
    near = max((change for row, change in inside.items() if abs(row - seam) <= NEAR_SEAM_PX), default=0.0)
    usual = sorted(inside.values())[int(len(inside) * 0.8)] if inside else 0.0
    variety = float(pixels[seam - 2].std(axis=0).mean())
    return variety > 6.0 and across <= 2.5 * min(usual, near) + 2.0
