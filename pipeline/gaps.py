"""Words that run together: neighbours in tight columns whose gap the text layer takes for none, as it does between wide characters,
and the dots that lead from one column to the next.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from statistics import median

from pipeline.frozen import record
from pipeline.geometry import Box
from pipeline.records import Word

SLACK_EM = 0.15
MIN_GAP_EM = 0.15
GAP_RATIO = 1.8
CELL_PT = 16.0
MIN_LED_CHARS = 5
LEADER = re.compile(r"[.·…‥_]{4,}")


@record(frozen=True, slots=True)
class Character:
    """One printed character and its place."""

    text: str
    box: Box


def parted_words(words: Sequence[Word], characters: Callable[[Sequence[Box]], Iterable[Character]]) -> Iterator[Word]:
    """The words, those cut that are wider than their characters can be, or hold leading dots. `characters` is only asked for where there are any,
    and only for those around them, each once."""
    has_leaders = LEADER.search("\n".join([word.text for word in words])) is not None
    wide = [word for word in words if (not word.text.isascii() and _is_too_wide(word)) or (has_leaders and _is_led(word))]
    if not wide:
        yield from words
        return
    places = _by_place(characters([word.box.expanded(word.size_pt) for word in wide]))
    suspects = {id(word) for word in wide}
    for word in words:
        yield from _cut(word, places) if id(word) in suspects else (word,)


def _is_too_wide(word: Word) -> bool:
    """Whether a level word with wide characters takes more room than they need."""
    if word.direction != (1.0, 0.0) or len(word.text) < 2:
        return False
    if not any(map(_is_wide, word.text)):
        return False
    return word.box.width > (sum(map(_width_em, word.text)) + SLACK_EM) * word.size_pt


def _is_led(word: Word) -> bool:
    """Whether dots that lead the eye touch the word at their end."""
    return len(word.text) >= MIN_LED_CHARS and LEADER.search(word.text) is not None and any(map(str.isalnum, word.text))


@lru_cache(maxsize=4096)
def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


@lru_cache(maxsize=4096)
def _width_em(char: str) -> float:
    """How wide a character usually is: wide ones are square, others are not wider than this in text faces."""
    if _is_wide(char):
        return 1.0
    if char.isupper():
        return 0.7
    return 0.57 if char.isalnum() else 0.4


def _by_place(characters: Iterable[Character]) -> dict[tuple[int, int], list[Character]]:
    places: dict[tuple[int, int], list[Character]] = {}
    for character in characters:
        key = (int(character.box.center_x // CELL_PT), int(character.box.center_y // CELL_PT))
        places.setdefault(key, []).append(character)
    return places


def _cut(word: Word, places: dict[tuple[int, int], list[Character]]) -> Iterator[Word]:
    """The word at its gaps, unless they are all alike, as in letters set apart."""
    chars = _characters_of(word, places)
    if len(chars) != len(word.text) or "".join(char.text for char in chars) != word.text:
        yield word
        return
    gaps = [right.box.x0 - left.box.x1 for left, right in pairwise(chars)]
    limit = max(MIN_GAP_EM * word.size_pt, GAP_RATIO * max(median(gaps), 0.0))
    edges = {place for leader in LEADER.finditer(word.text) for place in leader.span()}
    start = 0
    for index, gap in enumerate(gaps, start=1):
        if gap > limit or index in edges:
            yield _part(word, chars[start:index])
            start = index
    yield _part(word, chars[start:])


def _characters_of(word: Word, places: dict[tuple[int, int], list[Character]]) -> list[Character]:
    x0, x1 = int(word.box.x0 // CELL_PT), int(word.box.x1 // CELL_PT)
    y0, y1 = int((word.box.y0 - 2) // CELL_PT), int((word.box.y1 + 2) // CELL_PT)
    near = [char for x in range(x0, x1 + 1) for y in range(y0, y1 + 1) for char in places.get((x, y), [])]
    middle, size = word.box.center_y, word.size_pt
    held = [c for c in near if word.box.x0 - 0.5 <= c.box.center_x <= word.box.x1 + 0.5 and abs(c.box.center_y - middle) <= 0.5 * size]
    return sorted(held, key=lambda char: char.box.x0)


def _part(word: Word, chars: Sequence[Character]) -> Word:
    box = Box(chars[0].box.x0, word.box.y0, chars[-1].box.x1, word.box.y1)
    return replace(word, text="".join(char.text for char in chars), box=box)
