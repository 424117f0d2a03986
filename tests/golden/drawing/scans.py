"""Paper again: pages as slightly turned, noisy pictures, with or without the text a copier put behind them."""

from __future__ import annotations

import io
from random import Random

import numpy
import pymupdf
from PIL import Image

DPI = 150
MAX_TURN_DEGREES = 0.6
NOISE = 9.0


def scanned(pdf: bytes, rng: Random, *, has_text: bool = False) -> bytes:
    """Every page as a photograph of itself; `has_text` keeps its words, invisible, where they stand."""
    source, target = pymupdf.open("pdf", pdf), pymupdf.open()
    for page in source:
        sheet = target.new_page(width=page.rect.width, height=page.rect.height)
        turn = 0.0 if has_text else rng.uniform(-MAX_TURN_DEGREES, MAX_TURN_DEGREES)
        sheet.insert_image(sheet.rect, stream=_photographed(page, turn, rng))
        if has_text:
            _write_behind(page, sheet)
    target.subset_fonts()
    data: bytes = target.tobytes(deflate=True, garbage=3, no_new_id=True)
    source.close()
    target.close()
    return data


def _photographed(page: pymupdf.Page, turn_degrees: float, rng: Random) -> bytes:
    drawn = page.get_pixmap(dpi=DPI, alpha=False)
    image = Image.frombytes("RGB", (drawn.width, drawn.height), drawn.samples).rotate(
        turn_degrees, Image.Resampling.BICUBIC, fillcolor="white"
    )
    grains = numpy.random.default_rng(rng.randrange(2**32)).normal(0, NOISE, (drawn.height, drawn.width, 1))
    noisy = numpy.clip(numpy.asarray(image, dtype=numpy.float64) * 0.97 + grains, 0, 255).astype(numpy.uint8)
    stream = io.BytesIO()
    Image.fromarray(noisy).save(stream, "JPEG", quality=72)
    return stream.getvalue()


def _write_behind(page: pymupdf.Page, sheet: pymupdf.Page) -> None:
    font = pymupdf.Font("cjk")
    writer = pymupdf.TextWriter(sheet.rect)
    for x0, _, x1, y1, word, *_ in page.get_text("words"):
        # Copiers fit each word to its box; a font of the same width does the same here.
        size = max(2.0, (x1 - x0) / max(font.text_length(word, 1), 0.01))
        writer.append((x0, y1 - 0.2 * size), word, font=font, fontsize=size)
    writer.write_text(sheet, render_mode=3)
