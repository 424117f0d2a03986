"""Pictures of goods, made up of simple shapes: alike enough to be taken for a trade's goods, and no two the same."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

from PIL import Image, ImageDraw, ImageFilter

Pen = ImageDraw.ImageDraw
Color = tuple[int, int, int]
PAPER: Color = (250, 250, 248)


def photo(shape: str, rng: Random, *, size: tuple[int, int] = (360, 300)) -> bytes:
    """A JPEG of one thing on light ground, or of a whole scene."""
    width, height = size
    ground = PAPER if shape != "scene" else _soft(rng)
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    if shape == "scene":
        _scene(pen, rng, width, height)
    else:
        SHAPES[shape](pen, _strong(rng), rng, width, height)
    image = image.filter(ImageFilter.GaussianBlur(0.6))
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=82)
    return stream.getvalue()


def certificate(rng: Random, *, size: tuple[int, int] = (300, 400)) -> bytes:
    """A PNG of a framed sheet with lines of writing and a seal."""
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    color = _strong(rng)
    pen.rectangle((8, 8, size[0] - 9, size[1] - 9), outline=color, width=5)
    for y in range(60, size[1] - 120, 26):
        pen.line((40, y, size[0] - 40 - rng.randrange(80), y), fill=(150, 150, 150), width=4)
    pen.ellipse((size[0] - 110, size[1] - 110, size[0] - 40, size[1] - 40), fill=color)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def swatch(color: Color, rng: Random, *, size: tuple[int, int] = (160, 160)) -> bytes:
    """A JPEG of a surface: one colour with grain."""
    image = Image.new("RGB", size, color)
    pen = ImageDraw.Draw(image)
    for _ in range(60):
        x, y, shift = rng.randrange(size[0]), rng.randrange(size[1]), rng.randrange(-18, 18)
        tint = tuple(max(0, min(255, part + shift)) for part in color)
        pen.line((x, y, x + rng.randrange(10, 70), y + rng.randrange(-8, 8)), fill=tint, width=2)
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=85)
    return stream.getvalue()


def _strong(rng: Random) -> Color:
    return (rng.randrange(40, 190), rng.randrange(40, 190), rng.randrange(40, 190))


def _soft(rng: Random) -> Color:
    return (rng.randrange(190, 235), rng.randrange(185, 230), rng.randrange(180, 225))


def _darker(color: Color) -> Color:
    return (color[0] * 2 // 3, color[1] * 2 // 3, color[2] * 2 // 3)


def _screw(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    middle, head = height // 2, rng.randrange(height // 5, height // 3)
    pen.rectangle((width // 8, middle - head, width // 4, middle + head), fill=_darker(color))
    pen.rectangle((width // 4, middle - head // 2, width * 7 // 8, middle + head // 2), fill=color)
    for x in range(width // 3, width * 7 // 8, rng.randrange(9, 16)):
        pen.line((x, middle - head // 2, x + 7, middle + head // 2), fill=PAPER, width=2)


def _ring(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    radius, thick = min(width, height) * 2 // 5, rng.randrange(20, 46)
    box = (width // 2 - radius, height // 2 - radius, width // 2 + radius, height // 2 + radius)
    pen.ellipse(box, fill=color)
    pen.ellipse(
        tuple(edge + (thick if index < 2 else -thick) for index, edge in enumerate(box)), fill=PAPER, outline=_darker(color), width=6
    )


def _lamp(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    middle, flare = width // 2, rng.randrange(width // 6, width // 3)
    pen.line((middle, 10, middle, height // 3), fill=_darker(color), width=4)
    pen.polygon(
        ((middle - 22, height // 3), (middle + 22, height // 3), (middle + flare, height * 3 // 4), (middle - flare, height * 3 // 4)),
        fill=color,
    )
    pen.ellipse((middle - 20, height * 3 // 4 - 12, middle + 20, height * 3 // 4 + 22), fill=(250, 230, 150))


def _seat(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    left, right, back = width // rng.randrange(7, 10), width * 6 // 7, height // rng.randrange(4, 6)
    pen.rounded_rectangle((left, back, right, height * 3 // 5), 22, fill=color)
    pen.rounded_rectangle((left - 8, height // 2, right + 8, height * 4 // 5), 18, fill=_darker(color))
    for x in (left + 12, right - 20):
        pen.rectangle((x, height * 4 // 5, x + 8, height * 9 // 10), fill=(90, 70, 50))


def _bottle(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    middle, wide = width // 2, rng.randrange(width // 9, width // 6)
    pen.rectangle((middle - wide // 3, height // 10, middle + wide // 3, height // 3), fill=_darker(color))
    pen.rounded_rectangle((middle - wide, height // 3, middle + wide, height * 19 // 20), 16, fill=color)
    pen.rectangle((middle - wide + 6, height // 2, middle + wide - 6, height * 3 // 4), fill=PAPER)


def _shirt(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    left, right, sleeve = width // 3, width * 2 // 3, rng.randrange(height // 4, height // 2)
    pen.polygon(
        ((left, height // 8), (right, height // 8), (width * 9 // 10, sleeve), (right + 18, sleeve + 20), (right, height // 3)),
        fill=_darker(color),
    )
    pen.polygon(
        ((right, height // 8), (left, height // 8), (width // 10, sleeve), (left - 18, sleeve + 20), (left, height // 3)),
        fill=_darker(color),
    )
    pen.rectangle((left, height // 8, right, height * 9 // 10), fill=color)


def _pot(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    top = rng.randrange(height // 3, height // 2)
    pen.rounded_rectangle((width // 5, top, width * 4 // 5, height * 5 // 6), 20, fill=color)
    pen.rectangle((width // 6, top - 12, width * 5 // 6, top + 4), fill=_darker(color))
    pen.rectangle((width * 4 // 5, top + 20, width * 19 // 20, top + 36), fill=(50, 50, 50))


def _reel(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    for step in range(7):
        inset = step * rng.randrange(9, 15)
        if width // 4 + inset < width // 2 - 12:
            pen.ellipse((width // 4 + inset, height // 8 + inset, width * 3 // 4 - inset, height * 7 // 8 - inset), outline=color, width=6)


def _box(pen: Pen, color: Color, rng: Random, width: int, height: int) -> None:
    left, top, slant = width // rng.randrange(4, 6), height // rng.randrange(3, 5), rng.randrange(20, 50)
    right, bottom = width * 3 // 4, height * 5 // 6
    pen.rectangle((left, top, right, bottom), fill=color)
    pen.polygon(((left, top), (left + slant, top - slant), (right + slant, top - slant), (right, top)), fill=_darker(color))
    pen.polygon(
        ((right, top), (right + slant, top - slant), (right + slant, bottom - slant), (right, bottom)), fill=_darker(_darker(color))
    )


def _scene(pen: Pen, rng: Random, width: int, height: int) -> None:
    pen.rectangle((0, height * 2 // 3, width, height), fill=(188, 160, 130))
    for _ in range(9):
        x, y, side = rng.randrange(width), rng.randrange(height // 5, height), rng.randrange(30, max(40, width // 4))
        pen.rounded_rectangle((x, y, x + side, y + side * 2 // 3), 10, fill=_strong(rng))


SHAPES: dict[str, Callable[[Pen, Color, Random, int, int], None]] = {
    "screw": _screw,
    "ring": _ring,
    "lamp": _lamp,
    "seat": _seat,
    "bottle": _bottle,
    "shirt": _shirt,
    "pot": _pot,
    "reel": _reel,
    "box": _box,
}
