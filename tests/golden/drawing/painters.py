"""Sheets put on paper by reportlab and by PyMuPDF."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache

import pymupdf
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.golden.drawing.sheets import Anchor, Area, Photo, Rule, SheetPage, Text

LATIN, BOLD, WORLD = "Helvetica", "Helvetica-Bold", "Drawn"
HIDDEN = 3
SHARES = {Anchor.LEFT: 0.0, Anchor.MIDDLE: 0.5, Anchor.RIGHT: 1.0}
Painter = Callable[[Sequence[SheetPage]], bytes]


def by_reportlab(pages: Sequence[SheetPage]) -> bytes:
    """Standard fonts for Latin, an embedded one for the rest; the same bytes each time."""
    _register_world_font()
    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=1)
    for page in pages:
        canvas.setPageSize(page.drawn.size)
        for mark in page.marks:
            _reportlab_mark(canvas, mark, page.drawn.size[1])
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def by_pymupdf(pages: Sequence[SheetPage]) -> bytes:
    """One shape per page, fonts subset at the end."""
    document = pymupdf.open()
    for page in pages:
        width, height = page.drawn.size
        paper = document.new_page(width=width, height=height)
        if any(isinstance(mark, Text) and not _is_latin(mark.text) for mark in page.marks):
            paper.insert_font(fontname=WORLD, fontbuffer=_world().buffer)
        for mark in page.marks:
            if isinstance(mark, Photo):
                paper.insert_image(pymupdf.Rect(mark.box), stream=mark.data, keep_proportion=False)
        shape = paper.new_shape()
        for mark in page.marks:
            _pymupdf_mark(shape, mark)
        shape.commit()
    document.subset_fonts()
    data: bytes = document.tobytes(deflate=True, garbage=3, no_new_id=True)
    document.close()
    return data


def _reportlab_mark(canvas: Canvas, mark: object, height: float) -> None:
    if isinstance(mark, Text):
        _reportlab_text(canvas, mark, height)
    elif isinstance(mark, Area):
        left, top, right, bottom = mark.box
        canvas.setFillColorRGB(*(mark.fill or (1, 1, 1)))
        canvas.setStrokeColorRGB(*(mark.stroke or (0, 0, 0)))
        canvas.rect(left, height - bottom, right - left, bottom - top, fill=mark.fill is not None, stroke=mark.stroke is not None)
    elif isinstance(mark, Rule):
        canvas.setStrokeColorRGB(*mark.color)
        canvas.setLineWidth(mark.width)
        canvas.line(mark.x0, height - mark.y0, mark.x1, height - mark.y1)
    elif isinstance(mark, Photo):
        left, top, right, bottom = mark.box
        canvas.drawImage(ImageReader(io.BytesIO(mark.data)), left, height - bottom, right - left, bottom - top)


def _reportlab_text(canvas: Canvas, mark: Text, height: float) -> None:
    font = WORLD if not _is_latin(mark.text) else BOLD if mark.is_bold else LATIN
    shift = SHARES[mark.anchor] * pdfmetrics.stringWidth(mark.text, font, mark.size)
    canvas.saveState()
    canvas.translate(mark.x, height - mark.y)
    if mark.is_turned:
        canvas.rotate(90)
    pen = canvas.beginText(-shift, 0)
    pen.setFont(font, mark.size)
    pen.setFillColorRGB(*mark.color)
    pen.setTextRenderMode(HIDDEN if mark.is_hidden else 0)
    pen.textOut(mark.text)
    canvas.drawText(pen)
    canvas.restoreState()


def _pymupdf_mark(shape: pymupdf.Shape, mark: object) -> None:
    if isinstance(mark, Text):
        _pymupdf_text(shape, mark)
    elif isinstance(mark, Area):
        shape.draw_rect(pymupdf.Rect(mark.box))
        shape.finish(color=mark.stroke, fill=mark.fill, width=0.6)
    elif isinstance(mark, Rule):
        shape.draw_line((mark.x0, mark.y0), (mark.x1, mark.y1))
        shape.finish(color=mark.color, width=mark.width)


def _pymupdf_text(shape: pymupdf.Shape, mark: Text) -> None:
    is_latin = _is_latin(mark.text)
    name = ("hebo" if mark.is_bold else "helv") if is_latin else WORLD
    font = pymupdf.Font(name) if is_latin else _world()
    shift = SHARES[mark.anchor] * font.text_length(mark.text, mark.size)
    place = (mark.x, mark.y + shift) if mark.is_turned else (mark.x - shift, mark.y)
    shape.insert_text(
        place,
        mark.text,
        fontsize=mark.size,
        fontname=name,
        color=mark.color,
        rotate=90 if mark.is_turned else 0,
        render_mode=HIDDEN if mark.is_hidden else 0,
    )


def _is_latin(text: str) -> bool:
    """Whether the standard fonts have it; € is in their encoding, though not in Latin-1."""
    return all(ord(char) < 256 for char in text)


@cache
def _world() -> pymupdf.Font:
    """A font with every script drawn here, from PyMuPDF's own."""
    return pymupdf.Font("cjk")


@cache
def _register_world_font() -> None:
    pdfmetrics.registerFont(TTFont(WORLD, io.BytesIO(_world().buffer)))


PAINTERS: dict[str, Painter] = {"reportlab": by_reportlab, "pymupdf": by_pymupdf}
