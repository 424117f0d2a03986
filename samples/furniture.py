"""Pictures of furniture, drawn with a few shapes each: a photo's place in a catalog, without a photo's rights."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image, ImageDraw

Color = tuple[int, int, int]
Shapes = Callable[[ImageDraw.ImageDraw, Color, Color], None]

SIDE = 480
_QUALITY = 82
_BACKDROP: Color = (244, 241, 236)
_SHADOW: Color = (224, 219, 211)


def picture(kind: str, color: Color) -> bytes:
    """A JPEG of one piece on a light backdrop. The shapes are drawn at twice the size, so that edges come out smooth."""
    image = Image.new("RGB", (2 * SIDE, 2 * SIDE), _BACKDROP)
    canvas = ImageDraw.Draw(image)
    canvas.ellipse((180, 800, 780, 880), fill=_SHADOW)
    _SHAPES[kind](canvas, color, _darker(color))
    data = io.BytesIO()
    image.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(data, "JPEG", quality=_QUALITY)
    return data.getvalue()


def _darker(color: Color) -> Color:
    red, green, blue = color
    return red * 7 // 10, green * 7 // 10, blue * 7 // 10


def _chair(canvas: ImageDraw.ImageDraw, color: Color, dark: Color) -> None:
    for left in (300, 620):
        canvas.polygon([(left, 560), (left + 36, 560), (left + 28, 850), (left + 8, 850)], fill=dark)
    canvas.rounded_rectangle((300, 120, 656, 470), radius=60, fill=color)
    canvas.rounded_rectangle((270, 480, 690, 580), radius=44, fill=color)
    canvas.rectangle((320, 455, 350, 500), fill=dark)
    canvas.rectangle((606, 455, 636, 500), fill=dark)


def _sofa(canvas: ImageDraw.ImageDraw, color: Color, dark: Color) -> None:
    canvas.rounded_rectangle((150, 280, 810, 640), radius=70, fill=dark)
    for left in (215, 490):
        canvas.rounded_rectangle((left, 330, left + 260, 600), radius=46, fill=color)
        canvas.rounded_rectangle((left, 560, left + 260, 680), radius=40, fill=color)
    for left in (100, 750):
        canvas.rounded_rectangle((left, 440, left + 120, 730), radius=54, fill=color)
    canvas.rectangle((170, 720, 200, 830), fill=dark)
    canvas.rectangle((770, 720, 800, 830), fill=dark)


def _table(canvas: ImageDraw.ImageDraw, color: Color, dark: Color) -> None:
    for left in (210, 700):
        canvas.polygon([(left, 460), (left + 50, 460), (left + 36, 850), (left + 14, 850)], fill=dark)
    canvas.rounded_rectangle((130, 400, 830, 470), radius=30, fill=color)


def _lamp(canvas: ImageDraw.ImageDraw, color: Color, dark: Color) -> None:
    canvas.rectangle((468, 380, 492, 820), fill=dark)
    canvas.rounded_rectangle((360, 810, 600, 850), radius=18, fill=dark)
    canvas.polygon([(370, 140), (590, 140), (700, 420), (260, 420)], fill=color)


def _shelf(canvas: ImageDraw.ImageDraw, color: Color, dark: Color) -> None:
    canvas.rectangle((260, 120, 700, 850), fill=color)
    for top in (160, 395, 630):
        canvas.rectangle((295, top, 665, top + 185), fill=dark)
    canvas.rectangle((330, 240, 380, 345), fill=_BACKDROP)
    canvas.rectangle((395, 215, 430, 345), fill=_SHADOW)
    canvas.ellipse((540, 480, 630, 580), fill=_BACKDROP)


_SHAPES: dict[str, Shapes] = {"chair": _chair, "sofa": _sofa, "table": _table, "lamp": _lamp, "shelf": _shelf}
