"""Shadows that office programs paint as pictures under shapes and rules: they are part of what casts them, and show nothing themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.geometry import Box, Tiles
from pipeline.records import Picture, PictureKind

# How far the edges of a shadow lie from those of its shape, and how far at least it falls out from under it.
BLUR_PT = 6.0
FALLS_PT = 1.0


def without_shadows(pictures: Sequence[Picture], shapes: Iterable[Box]) -> tuple[Picture, ...]:
    """The pictures but those that lie under a shape of their own size and come out at its foot. A photo on a ground stays within it."""
    soft = [picture for picture in pictures if picture.smask_xref or picture.kind is PictureKind.INLINE]
    placed = Tiles((box, box) for box in shapes) if soft else None
    cast = {id(p) for p in soft if placed is not None and any(_falls_from(p.box, box) for box in placed.around(p.box))}
    return tuple(picture for picture in pictures if id(picture) not in cast)


def _falls_from(shadow: Box, shape: Box) -> bool:
    is_as_large = all(abs(one - two) <= BLUR_PT for one, two in zip(shadow, shape, strict=True))
    return is_as_large and shadow.y1 - shape.y1 >= FALLS_PT and shadow.x1 - shape.x1 > -FALLS_PT
