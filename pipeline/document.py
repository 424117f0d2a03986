"""The only module that opens a PDF. All leaves it in points of the page as displayed: crop box and rotation applied, origin top left."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt
import pymupdf

from pipeline.frozen import record
from pipeline.geometry import Box
from pipeline.instructions import USUAL_PACKING, DrawnImage, Instructions, stream_length
from pipeline.painting import Matrix, PaintedImage, opaque_shares, painted_images
from pipeline.records import Picture, PictureKind, UnreadableDocument, Word
from pipeline.textlayer import page_words

# Above this much content a page's paths are not listed one by one: half a million paths would take longer than a page may.
MAX_PATH_CONTENT_BYTES = 12_000_000


# What the library raises where a page or a picture of it cannot be drawn.
DRAWING_ERRORS = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)


def silence_library() -> None:
    """What is wrong with a page goes into its record; the library's own words would only run through the progress bar."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)


@record(frozen=True, slots=True)
class PaintedPath:
    """One painted path: its items as PyMuPDF lists them, in displayed points."""

    box: Box
    items: tuple[tuple[Any, ...], ...]
    fill: int | None
    stroke: int | None
    width_pt: float


@dataclass(frozen=True, slots=True)
class RawPage:
    """What the PDF says is on a page, before anything is understood."""

    page_number: int
    width_pt: float
    height_pt: float
    rotation: int
    words: tuple[Word, ...]
    pictures: tuple[Picture, ...]
    paths: tuple[PaintedPath, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Raster:
    """A rendered part of a page: RGB samples, three bytes a pixel, rows from the top."""

    width: int
    height: int
    samples: bytes

    @property
    def pixels(self) -> npt.NDArray[np.uint8]:
        """The samples as (height, width, 3), without copying them."""
        return np.frombuffer(self.samples, np.uint8).reshape(self.height, self.width, 3)


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """A picture's file as it lies in the PDF."""

    data: bytes
    extension: str
    width: int
    height: int
    smask_xref: int
    colorspace_components: int


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """How an image object is stored: whether its stream is a JPEG that shows the right colours, or only a stencil to paint through."""

    is_plain_jpeg: bool
    is_stencil: bool
    stream_bytes: int


class Document:
    """An open PDF, read page by page; page numbers start at 1."""

    def __init__(self, path: str | Path) -> None:
        try:
            self._pdf = pymupdf.open(path, filetype="pdf")
        except (pymupdf.FileDataError, pymupdf.EmptyFileError, pymupdf.FileNotFoundError, RuntimeError) as error:
            raise UnreadableDocument(str(error)) from error
        if self._pdf.needs_pass:
            self._pdf.close()
            raise UnreadableDocument("the file needs a password")
        self._file_bytes = Path(path).stat().st_size
        self._held: tuple[int, Any, Any] | None = None
        self._opaque: dict[int, Box | None] = {}
        self._facts: dict[int, ImageFacts] = {}
        self._lengths: dict[int, int] = {}
        self._instructions = Instructions(self._pdf)

    def __enter__(self) -> Document:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._held = None
        self._pdf.close()

    @property
    def page_count(self) -> int:
        return int(self._pdf.page_count)

    def read(self, number: int) -> RawPage:
        """Words, pictures and paths of a page."""
        page, shown = self._page(number)
        rect = page.rect
        paths, notes = self._paths(page)
        return RawPage(
            page_number=number,
            width_pt=float(rect.width),
            height_pt=float(rect.height),
            rotation=int(page.rotation),
            words=tuple(page_words(shown)),
            pictures=tuple(self._pictures(page, shown)),
            paths=paths,
            notes=notes,
        )

    def render(self, number: int, *, dpi: float = 144.0, clip: Box | None = None) -> Raster:
        """A picture of the page, or of a part of it, as a reader sees it."""
        _, shown = self._page(number)
        zoom = dpi / 72.0
        pixmap = shown.get_pixmap(
            matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csRGB, alpha=0, clip=pymupdf.Rect(*clip) if clip else None
        )
        return Raster(width=pixmap.width, height=pixmap.height, samples=bytes(pixmap.samples))

    def embedded_image(self, xref: int) -> EmbeddedImage | None:
        """The picture's own file, or None where the object holds no picture."""
        found = self._pdf.extract_image(xref)
        if not found:
            return None
        return EmbeddedImage(
            data=found["image"],
            extension=found["ext"],
            width=found["width"],
            height=found["height"],
            smask_xref=found["smask"],
            colorspace_components=found["colorspace"],
        )

    def image_facts(self, xref: int) -> ImageFacts:
        """How the picture is stored, without decoding it."""
        if xref not in self._facts:
            self._facts[xref] = self._read_facts(xref)
        return self._facts[xref]

    def _read_facts(self, xref: int) -> ImageFacts:
        is_jpeg = self._told(xref, "Filter").rstrip("] ").endswith("/DCTDecode")
        is_plain = is_jpeg and self._told(xref, "Decode") == self._told(xref, "Mask") == "null"
        is_plain = is_plain and self._is_common_space(self._told(xref, "ColorSpace"))
        return ImageFacts(is_plain, self._told(xref, "ImageMask") == "true", self._length(xref))

    def _told(self, xref: int, key: str) -> str:
        """What an object's dictionary says under a key, `null` where it says nothing."""
        return str(self._pdf.xref_get_key(xref, key)[1])

    def painted_images(self, number: int) -> tuple[tuple[int, int, int], ...]:
        """(width, height, bytes) of the image objects a page paints: cheap, and the same for equal pictures under different numbers.

        None where the page draws without end or is broken, which its own run will put on record.
        """
        try:
            return self._signatures(number) if self._instructions.names_images(number) and self.is_light(number) else ()
        except DRAWING_ERRORS:
            return ()

    def _signatures(self, number: int) -> tuple[tuple[int, int, int], ...]:
        return tuple((image.width, image.height, self._length(image.xref)) for image in self._instructions.drawn_images(number))

    def _length(self, xref: int) -> int:
        if xref not in self._lengths:
            self._lengths[xref] = stream_length(self._pdf, xref)
        return self._lengths[xref]

    def is_light(self, number: int) -> bool:
        """Whether a page draws little enough to be read for another page's sake; nothing of it is interpreted to know that."""
        return self._instructions.is_light(number)

    def _is_common_space(self, space: str) -> bool:
        """Gray or RGB: what viewers of picture files show as the page does."""
        if space.endswith(" R"):
            space = self._pdf.xref_object(int(space.split()[0]), compressed=True)
        if "/ICCBased" not in space:
            return bool(re.match(r"\[?\s*/(Device|Cal)(RGB|Gray)", space))
        profile = re.search(r"/ICCBased\s+(\d+)\s+0\s+R", space)
        return profile is not None and self._told(int(profile[1]), "N") in ("1", "3")

    def decoded_image(self, xref: int, *, smask_xref: int = 0) -> Raster | None:
        """The picture's pixels as RGB, laid over white where it is transparent; None where they cannot be decoded."""
        try:
            pixmap = pymupdf.Pixmap(self._pdf, xref)
            if smask_xref:
                pixmap = _masked(pixmap, pymupdf.Pixmap(self._pdf, smask_xref))
            return _over_white(pixmap)
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
            return None

    def _page(self, number: int) -> tuple[Any, Any]:
        """The page and its display list; the last one is held, since stages ask for the same page in turn."""
        if self._held is None or self._held[0] != number:
            page = self._pdf.load_page(number - 1)
            self._held = (number, page, page.get_displaylist())
        return self._held[1], self._held[2]

    def _paths(self, page: Any) -> tuple[tuple[PaintedPath, ...], tuple[str, ...]]:
        if self._has_endless_paths(page.number + 1):
            return (), ("paths_skipped",)
        turn: Matrix | None = tuple(page.rotation_matrix) if page.rotation else None
        return tuple([path for drawing in page.get_cdrawings() if (path := _path(drawing, turn)) is not None]), ()

    def _has_endless_paths(self, number: int) -> bool:
        """Those of a small file are not measured."""
        is_small = self._file_bytes < MAX_PATH_CONTENT_BYTES / USUAL_PACKING
        return not is_small and self._instructions.are_longer_than(MAX_PATH_CONTENT_BYTES, number)

    def _pictures(self, page: Any, shown: Any) -> Iterator[Picture]:
        """Pictures with the part of them that shows: clips are applied, transparent borders trimmed."""
        painted = painted_images(shown, Box(*page.rect))
        drawn = self._instructions.drawn_images(page.number + 1) if painted else ()
        cursor = 0
        for image in painted:
            at = _next_of_size(drawn, image.pixel_size, cursor)
            xref, smask = drawn[at][:2] if at is not None else self._by_stream(page, image)
            cursor = at + 1 if at is not None else cursor
            kind = PictureKind.XOBJECT if xref else PictureKind.INLINE
            opaque = self._opaque_part(image, smask) if image.mask is not None else image.visible
            visible = image.visible.intersection(opaque) if opaque is not None else None
            if visible is not None:
                placed = image.visible if visible != image.visible else None
                yield Picture(visible, kind, xref, smask, image.pixel_size, image.matrix, placed)

    def _by_stream(self, page: Any, image: PaintedImage) -> tuple[int, int]:
        """An image painted from where the content streams do not tell (patterns, masks) is known by its size and its bytes."""
        same = {
            (item[0], item[1])
            for item in page.get_images(full=True)
            if (item[2], item[3]) == image.pixel_size and self._length(item[0]) == image.stream_bytes
        }
        return same.pop() if len(same) == 1 else (0, 0)

    def _opaque_part(self, image: PaintedImage, smask_xref: int) -> Box | None:
        """Where a picture with a soft mask can be seen; None where it cannot be at all."""
        if smask_xref and smask_xref in self._opaque:
            shares = self._opaque[smask_xref]
        else:
            shares = self._opaque[smask_xref] = opaque_shares(image.mask)
        if shares is None:
            return None
        a, b, c, d, e, f = image.matrix
        corners = [(u, v) for u in (shares.x0, shares.x1) for v in (shares.y0, shares.y1)]
        xs, ys = [a * u + c * v + e for u, v in corners], [b * u + d * v + f for u, v in corners]
        return Box(min(xs), min(ys), max(xs), max(ys))


def _next_of_size(drawn: Sequence[DrawnImage], size: tuple[int, int], cursor: int) -> int | None:
    """Pictures come in painting order; what is out of order is taken only where its size names one object."""
    for at in range(cursor, len(drawn)):
        if drawn[at][2:] == size:
            return at
    same = [at for at, item in enumerate(drawn) if item[2:] == size]
    return same[0] if len({drawn[at][0] for at in same}) == 1 else None


def _path(drawing: Any, turn: Matrix | None) -> PaintedPath | None:
    fill = _color(drawing.get("fill"), drawing.get("fill_opacity"))
    stroke = _color(drawing.get("color"), drawing.get("stroke_opacity"))
    if fill is None and stroke is None:
        return None
    items = tuple([_turned_item(item, turn) for item in drawing["items"]]) if turn else tuple(drawing["items"])
    box = _turned_box(drawing["rect"], turn) if turn else Box(*drawing["rect"])
    return PaintedPath(box, items, fill, stroke, float(drawing.get("width") or 0.0))


def _turned_box(rect: Sequence[float], turn: Matrix) -> Box:
    x0, y0, x1, y1 = rect
    (left, top), (right, bottom) = _turned_point((x0, y0), turn), _turned_point((x1, y1), turn)
    return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


def _turned_item(item: tuple[Any, ...], turn: Matrix) -> tuple[Any, ...]:
    """A path item in displayed points: points and quads point by point, rectangles as rectangles."""
    if item[0] == "re":
        return ("re", tuple(_turned_box(item[1], turn)), *item[2:])
    if item[0] == "qu":
        return ("qu", tuple([_turned_point(point, turn) for point in item[1]]))
    return (item[0], *[_turned_point(point, turn) for point in item[1:]])


def _turned_point(point: Sequence[float], turn: Matrix) -> tuple[float, ...]:
    """By a quarter turn, in the library's precision: what it says of unturned pages is told in single floats too."""
    a, b, c, d, e, f = turn
    x, y = point
    return tuple(array("f", (a * x + c * y + e, b * x + d * y + f)))


def _color(rgb: Any, opacity: Any) -> int | None:
    """0xRRGGBB, or None for what is not painted."""
    return None if rgb is None or opacity == 0 else _packed(*rgb)


@lru_cache(maxsize=1024)
def _packed(*rgb: float) -> int:
    red, green, blue = (round(max(0.0, min(1.0, part)) * 255) for part in rgb)
    return (red << 16) | (green << 8) | blue


def _masked(pixmap: Any, mask: Any) -> Any:
    """The picture with its soft mask, which may be of another size and lie over a mask of the picture's own."""
    opaque = pymupdf.Pixmap(pixmap, 0) if pixmap.alpha else pixmap
    fitting = (
        mask if (mask.width, mask.height) == (opaque.width, opaque.height) else pymupdf.Pixmap(mask, opaque.width, opaque.height, None)
    )
    return pymupdf.Pixmap(opaque, fitting)


def _over_white(pixmap: Any) -> Raster:
    if pixmap.alpha:
        opaque = pymupdf.Pixmap(pymupdf.csRGB, pixmap) if pixmap.n != 4 else pixmap
        pixels = np.frombuffer(opaque.samples, dtype=np.uint8).reshape(opaque.height, opaque.width, 4)
        # Samples are premultiplied: what is missing to full opacity is white paper. Plane by plane, which takes half the time.
        blended, paper = np.empty((opaque.height, opaque.width, 3), np.uint8), 255 - pixels[:, :, 3]
        for plane in range(3):
            color = pixels[:, :, plane]
            blended[:, :, plane] = color + np.minimum(paper, 255 - color)
        return Raster(opaque.width, opaque.height, blended.tobytes())
    rgb = pixmap if pixmap.n == 3 else pymupdf.Pixmap(pymupdf.csRGB, pixmap)
    return Raster(rgb.width, rgb.height, bytes(rgb.samples))
