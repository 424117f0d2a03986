"""What a picture's pixels say: perceptual hash, and whether it is a photo, a line drawing or a flat graphic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image as PillowImage

THUMBNAIL_EDGE = 64
HASH_EDGE = 32
HASH_BITS = 8
DUPLICATE_DISTANCE = 4

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Look:
    """A picture's appearance in a few numbers, all between 0 and 1, with its pHash as 16 hex digits."""

    phash: str
    white: float
    colorful: float
    dark: float
    contrast: float
    bordered: float

    @property
    def is_line_drawing(self) -> bool:
        """Strokes on white paper with hardly any colour: a dimension drawing or a chart."""
        return self.white > 0.7 and self.colorful < 0.08 and self.dark < 0.25

    @property
    def is_flat(self) -> bool:
        """One colour all over: a backdrop or a spacer, never a product."""
        return self.contrast < 0.02


def look_at(picture: PillowImage.Image) -> Look:
    """Measure a picture; only a thumbnail of it is looked at."""
    thumb = np.asarray(picture.convert("RGB").resize((THUMBNAIL_EDGE, THUMBNAIL_EDGE), PillowImage.Resampling.BOX))
    gray = thumb.mean(axis=2)
    spread = thumb.max(axis=2).astype(np.int16) - thumb.min(axis=2)
    edge = np.concatenate((gray[0], gray[-1], gray[:, 0], gray[:, -1]))
    return Look(
        phash=perceptual_hash(thumb),
        white=float((gray > 238).mean()),
        colorful=float((spread > 40).mean()),
        dark=float((gray < 90).mean()),
        contrast=float(gray.std() / 128),
        bordered=float((edge > 238).mean()),
    )


def perceptual_hash(thumb: Pixels) -> str:
    """pHash: the signs of the lowest cosine frequencies about their median, without the constant one."""
    gray = thumb.astype(np.float64) @ (0.299, 0.587, 0.114)
    step = THUMBNAIL_EDGE // HASH_EDGE
    small = gray.reshape(HASH_EDGE, step, HASH_EDGE, step).mean(axis=(1, 3))
    low = (_COSINES @ small @ _COSINES.T).round(3).ravel()
    bits = low > np.median(low[1:])
    return f"{int(''.join('1' if bit else '0' for bit in bits), 2):016x}"


def hash_distance(first: str, second: str) -> int:
    """Number of differing bits of two hashes."""
    return (int(first, 16) ^ int(second, 16)).bit_count()


def _cosine_matrix() -> npt.NDArray[np.float64]:
    frequencies = np.arange(HASH_BITS)[:, None]
    places = np.arange(HASH_EDGE)[None, :]
    return np.asarray(np.cos(np.pi * (2 * places + 1) * frequencies / (2 * HASH_EDGE)))


_COSINES = _cosine_matrix()
