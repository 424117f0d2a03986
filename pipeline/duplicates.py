"""Pictures that come back within a job: the first one is kept, the others point at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pipeline.records import Image, PageResult

# Four bands of 16 bits: hashes that differ in at most three bits agree in one of them, so no pair is compared in vain.
BANDS = 4
MAX_DISTANCE = 3
FORM_DIGITS = 16
# A picture that was packed anew differs by one or two; a small thing in another colour, on white, by more than this.
MAX_COLOR_STEPS = 4
ASPECT_TOLERANCE = 0.06


class DuplicateIndex:
    """Knows the pictures seen so far; pages must come in order, so that the first of equals is always the same one."""

    def __init__(self) -> None:
        self._by_band: dict[tuple[int, str], list[Image]] = {}

    def learn(self, images: Iterable[Image]) -> None:
        """Pictures of earlier pages that are themselves no repetitions."""
        for image in images:
            self._remember(image)

    def marked(self, page: PageResult) -> PageResult:
        """The page with its repeated pictures marked."""
        return replace(page, images=tuple(self._marked_image(image) for image in page.images))

    def _marked_image(self, image: Image) -> Image:
        original = self._find(image)
        if original is not None:
            return replace(image, is_duplicate=True, duplicate_of=original.image_id)
        self._remember(replace(image, data=b""))
        return image

    def _remember(self, image: Image) -> None:
        for band in _bands(image):
            self._by_band.setdefault(band, []).append(image)

    def _find(self, image: Image) -> Image | None:
        for band in _bands(image):
            for other in self._by_band.get(band, ()):
                if hash_distance(image.phash, other.phash) <= MAX_DISTANCE and _same_shape(image, other) and _same_color(image, other):
                    return other
        return None


def hash_distance(first: str, second: str) -> int:
    """In how many bits the forms of two pictures differ."""
    return (int(first[:FORM_DIGITS], 16) ^ int(second[:FORM_DIGITS], 16)).bit_count()


def _bands(image: Image) -> list[tuple[int, str]]:
    width = FORM_DIGITS // BANDS
    return [(band, image.phash[band * width : (band + 1) * width]) for band in range(BANDS)]


def _same_shape(one: Image, other: Image) -> bool:
    first, second = (image.pixel_size[0] / max(image.pixel_size[1], 1) for image in (one, other))
    return abs(first - second) <= ASPECT_TOLERANCE * max(first, second)


def _same_color(one: Image, other: Image) -> bool:
    """Hashes stored before colours were part of them agree with all."""
    first, second = (bytes.fromhex(image.phash[FORM_DIGITS:]) for image in (one, other))
    return all(abs(a - b) <= MAX_COLOR_STEPS for a, b in zip(first, second, strict=False))
