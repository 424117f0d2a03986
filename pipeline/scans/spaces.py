"""Spaces that the engine leaves out between words of wide scripts: the ink shows gaps as wide as letters, which part a title from what is told
behind it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from pipeline.scans.raster import Pixels
from pipeline.stages.lines import is_wide

Ink = npt.NDArray[np.intp]

MIN_WIDE = 4
# `三相异步电动机Three-phase motors`.
TRANSLATED = re.compile(r"(.*[\u3400-\u9fff]{2}[)）]?)\s*([A-Z][A-Za-z-]+(?: [A-Za-z&-]+)*)")
LATIN_EM = 0.6
# Capitals and tails of letters are nearly as high as square ones of their size.
SMALL_SHARE = 0.72
MIN_GAP_EM = 0.75
FILLED_EM = 0.92
REACH_EM = 0.3
INK_DEPTH = 50
SPACE_EM = 0.3


def with_wide_spaces(text: str, patch: Pixels, width_of: Callable[[str], float]) -> str:
    """The text of a run with spaces as wide as the gaps in its ink; `width_of` says how wide a letter is set."""
    if sum(map(is_wide, text)) < MIN_WIDE or patch.size == 0:
        return text
    inked = _inked(patch)
    # Letters of wide scripts fill nearly all of their square.
    least = MIN_GAP_EM * patch.shape[0] / FILLED_EM
    wide = [(left, right) for left, right in _gaps(inked) if right - left >= least]
    if not wide:
        return text
    first = int(inked[0])
    told = int(inked[-1]) - first - sum(right - left for left, right in wide)
    em = told / sum(width_of(char) for char in text if not char.isspace())
    return _spaced(text, [(left - first, right - first) for left, right in wide], em, width_of)


def small_tail(text: str, patch: Pixels) -> tuple[int, int] | None:
    """Where Latin words behind those of a wide script begin, in the text and in the ink, if they are set clearly smaller: a title and its translation."""
    found = TRANSLATED.fullmatch(text)
    inked = _inked(patch) if found is not None and patch.size else np.empty(0, np.intp)
    if found is None or len(inked) < MIN_WIDE or sum(map(is_wide, found[1])) < MIN_WIDE:
        return None
    dark = _ink(patch)
    em = _height(dark) / FILLED_EM
    reached = int(inked[0]) + em * sum(1.0 if is_wide(char) else LATIN_EM for char in found[1])
    left, right = min(_gaps(inked), key=lambda gap: abs((gap[0] + gap[1]) / 2 - reached), default=(0, 0))
    if left == right or abs((left + right) / 2 - reached) > em or _height(dark[:, right:]) > SMALL_SHARE * _height(dark[:, :left]):
        return None
    return found.start(2), (left + right) // 2


def _height(dark: npt.NDArray[np.bool_]) -> int:
    rows = np.flatnonzero(dark.any(axis=1))
    return int(rows[-1]) - int(rows[0]) + 1 if len(rows) else 0


def _spaced(text: str, gaps: Sequence[tuple[int, int]], em: float, width_of: Callable[[str], float]) -> str:
    """Each gap as spaces at the letters it lies between, where these are near enough and no sign explains it."""
    parts, start, passed = [], 0, 0
    for left, right in gaps:
        reached = [sum(width_of(char) for char in text[:place] if not char.isspace()) * em for place in range(start, len(text) + 1)]
        place = start + min(range(len(reached)), key=lambda at: abs(reached[at] + passed - left))
        if abs(reached[place - start] + passed - left) <= REACH_EM * em and _are_letters(text, place):
            parts.append(text[start:place] + " " * max(1, round((right - left) / (SPACE_EM * em))))
            start = place
        passed += right - left
    return "".join([*parts, text[start:]])


def _are_letters(text: str, place: int) -> bool:
    return 0 < place < len(text) and all(unicodedata.category(char)[0] in "LN" for char in text[place - 1 : place + 1])


def _inked(patch: Pixels) -> Ink:
    return np.flatnonzero(_ink(patch).any(axis=0))


def _ink(patch: Pixels) -> npt.NDArray[np.bool_]:
    return np.asarray(np.abs(patch.astype(np.int16) - np.int16(np.median(patch))) > INK_DEPTH)


def _gaps(inked: Ink) -> list[tuple[int, int]]:
    """From where to where no ink stands."""
    wide = np.flatnonzero(np.diff(inked) > 1)
    return [(int(inked[at]) + 1, int(inked[at + 1])) for at in wide]
