"""Which pictures a page paints, and how much of each its clips let through: a device that listens while the page is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from pymupdf import mupdf

from pipeline.geometry import Box

Matrix = tuple[float, float, float, float, float, float]
MIN_OPACITY = 24
EVERYWHERE = Box(-1e6, -1e6, 1e6, 1e6)


@dataclass(frozen=True, slots=True)
class PaintedImage:
    """One painting of an image: its pixels, where its unit square goes, and the part that is not clipped away."""

    pixel_size: tuple[int, int]
    matrix: Matrix
    visible: Box
    mask: Any
    stream_bytes: int


def painted_images(shown: Any, page: Box) -> list[PaintedImage]:
    """Images in painting order; what is wholly clipped away or transparent is not painted."""
    device = _Listener()
    mupdf.fz_run_display_list(shown.this, device, mupdf.FzMatrix(), mupdf.FzRect(*page), mupdf.FzCookie())
    mupdf.fz_close_device(device)
    return device.painted


def unit_square(matrix: Matrix) -> Box:
    """The box an image fills when it is placed by this matrix."""
    a, b, c, d, e, f = matrix
    xs, ys = (e, e + a, e + c, e + a + c), (f, f + b, f + d, f + b + d)
    return Box(min(xs), min(ys), max(xs), max(ys))


def opaque_shares(mask: Any) -> Box | None:
    """The part of a soft mask that is not all but transparent, as shares of its width and height; None where nothing is."""
    pixmap, _, _ = mupdf.fz_get_pixmap_from_image(
        mask, mupdf.FzIrect(0, 0, mask.w(), mask.h()), mupdf.FzMatrix(mask.w(), 0, 0, mask.h(), 0, 0)
    )
    width, height = pixmap.w(), pixmap.h()
    samples = mupdf.ll_fz_pixmap_samples_memoryview(pixmap.m_internal)
    pixels = np.frombuffer(samples, dtype=np.uint8).reshape(height, pixmap.stride())[:, : width * pixmap.n() : pixmap.n()]
    rows, columns = np.nonzero(pixels.max(axis=1) > MIN_OPACITY)[0], np.nonzero(pixels.max(axis=0) > MIN_OPACITY)[0]
    if not len(rows):
        return None
    left, right, top, bottom = int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1
    return Box(left / width, top / height, right / width, bottom / height)


class _Listener(mupdf.FzDevice2):  # type: ignore[misc]
    """Follows clips and notes images; text and paths are not listened to, which keeps it at a millisecond a page."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[PaintedImage] = []
        self._clips: list[Box] = [EVERYWHERE]
        for name in ("fill_image", "fill_image_mask", "clip_path", "clip_stroke_path", "clip_text", "clip_stroke_text", "clip_image_mask"):
            getattr(self, f"use_virtual_{name}")()
        self.use_virtual_end_mask()
        self.use_virtual_pop_clip()

    def fill_image(self, _context: Any, image: Any, matrix: Any, alpha: float, _params: Any) -> None:
        self._note(image, matrix, alpha, mask=mupdf.FzImage(mupdf.ll_fz_keep_image(image.mask)) if image.mask else None)

    def fill_image_mask(self, _context: Any, image: Any, matrix: Any, _space: Any, _color: Any, alpha: float, _params: Any) -> None:
        self._note(image, matrix, alpha, mask=None)

    def clip_path(self, _context: Any, path: Any, _even_odd: int, matrix: Any, _scissor: Any) -> None:
        self._narrow(mupdf.ll_fz_bound_path(path, None, matrix))

    def clip_stroke_path(self, _context: Any, _path: Any, _stroke: Any, _matrix: Any, scissor: Any) -> None:
        self._narrow(scissor)

    def clip_text(self, _context: Any, _text: Any, _matrix: Any, scissor: Any) -> None:
        self._narrow(scissor)

    def clip_stroke_text(self, _context: Any, _text: Any, _stroke: Any, _matrix: Any, scissor: Any) -> None:
        self._narrow(scissor)

    def clip_image_mask(self, _context: Any, _image: Any, _matrix: Any, scissor: Any) -> None:
        self._narrow(scissor)

    def end_mask(self, _context: Any, _function: Any = None) -> None:
        # A soft mask stays in force like a clip, until it is popped like one.
        self._clips.append(self._clips[-1])

    def pop_clip(self, _context: Any) -> None:
        if len(self._clips) > 1:
            self._clips.pop()

    def _narrow(self, rect: Any) -> None:
        last = self._clips[-1]
        self._clips.append(Box(max(last.x0, rect.x0), max(last.y0, rect.y0), min(last.x1, rect.x1), min(last.y1, rect.y1)))

    def _note(self, image: Any, ctm: Any, alpha: float, *, mask: Any) -> None:
        matrix = (ctm.a, ctm.b, ctm.c, ctm.d, ctm.e, ctm.f)
        visible = unit_square(matrix).intersection(self._clips[-1])
        if visible is not None and alpha > 0:
            self.painted.append(PaintedImage((image.w, image.h), matrix, visible, mask, _stream_bytes(image)))


def _stream_bytes(image: Any) -> int:
    """Length of the image's compressed data, 0 where it has none of its own."""
    compressed = mupdf.ll_fz_compressed_image_buffer(image)
    return int(compressed.buffer.len) if compressed and compressed.buffer else 0
