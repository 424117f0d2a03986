"""What a picture's pixels say: perceptual hash, and whether it is a photo, a line drawing or a flat graphic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image as PillowImage

THUMBNAIL_EDGE = 64
HASH_EDGE = 32
HASH_BITS = 8

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Look:
    """A picture's appearance in a few numbers, all between 0 and 1, with its hash: 16 hex digits for its forms, six for its mean colour."""

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
    def is_thin(self) -> bool:
        """A line drawing of hair lines alone, that leave next to nothing when they are seen small."""
        return self.is_line_drawing and self.dark < 0.05 and self.contrast < 0.3

    @property
    def is_flat(self) -> bool:
        """One colour all over: a backdrop or a spacer, never a product."""
        return self.contrast < 0.02


def look_at(picture: PillowImage.Image) -> Look:
    """Measure a picture; only a thumbnail of it is looked at."""
    colored = picture if picture.mode == "RGB" else picture.convert("RGB")
    thumb = np.asarray(colored.resize((THUMBNAIL_EDGE, THUMBNAIL_EDGE), PillowImage.Resampling.BOX))
    # Plane by plane: numpy takes five times as long to reduce the short axis.
    red, green, blue = (thumb[:, :, plane].astype(np.int16) for plane in range(3))
    gray = (red + green + blue) / 3
    spread = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
    is_white = gray > 238
    edge = np.concatenate((is_white[0], is_white[-1], is_white[:, 0], is_white[:, -1]))
    return Look(
        phash=perceptual_hash(thumb) + mean_color(red, green, blue),
        white=_share(is_white),
        colorful=_share(spread > 40),
        dark=_share(gray < 90),
        contrast=float(gray.std() / 128),
        bordered=_share(edge),
    )


def _share(holds: npt.NDArray[np.bool_]) -> float:
    """In how many of all places it holds, 0 to 1."""
    return int(np.count_nonzero(holds)) / holds.size


def perceptual_hash(thumb: Pixels) -> str:
    """pHash: the signs of the lowest cosine frequencies about their median, without the constant one."""
    gray = thumb.astype(np.float64) @ (0.299, 0.587, 0.114)
    step = THUMBNAIL_EDGE // HASH_EDGE
    small = gray.reshape(HASH_EDGE, step, HASH_EDGE, step).mean(axis=(1, 3))
    low = (_COSINES @ small @ _COSINES.T).round(3).ravel()
    # Of an odd number the one in the middle; numpy's own median loads masked arrays first, for a twentieth of a second.
    bits = low > np.sort(low[1:])[len(low) // 2 - 1]
    return f"{int(''.join('1' if bit else '0' for bit in bits), 2):016x}"


def mean_color(*planes: npt.NDArray[np.int16]) -> str:
    """Six hex digits. A shirt in red and in blue has the same forms: only this tells them apart."""
    return "".join(f"{round(float(plane.mean())):02x}" for plane in planes)


def _cosine_matrix() -> npt.NDArray[np.float64]:
    frequencies = np.arange(HASH_BITS)[:, None]
    places = np.arange(HASH_EDGE)[None, :]
    return np.asarray(np.cos(np.pi * (2 * places + 1) * frequencies / (2 * HASH_EDGE)))


_COSINES = _cosine_matrix()
