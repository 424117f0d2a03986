"""Sizes with the finish of a surface beside them, as tiles, boards and fittings print them, `60x120 cm Matt`, `Polished 30×60`, or with what
the goods are made of behind them: `183×61×1cm NBR`."""

from __future__ import annotations

import re

from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import folded, is_size, word_list
from pipeline.backends.rules.values.materials import is_material

MAX_WORDS = 6
APART = re.compile(r"[\s/|,-]+")
SPACE = re.compile(r"\s+")


def parted_size(span: Span) -> tuple[Span, Span] | None:
    """The size and the words beside it, where all of them name finishes, or those behind it a material."""
    if not any(map(str.isdigit, span.text)) or len(span.text.split()) > MAX_WORDS or is_material(span.text):
        return None
    # From the last: a unit belongs to its figures.
    for space in reversed(list(SPACE.finditer(span.text))):
        head, tail = span.part(0, space.start()), span.part(space.end(), len(span.text))
        for size, words in ((head, tail), (tail, head)):
            is_told = _is_finish(words.text) or (words is tail and is_material(words.text))
            if is_told and is_size(size.text):
                return size, words
    return None


def _is_finish(text: str) -> bool:
    return all(folded(word.strip(".,()")) in word_list("finishes") for word in APART.split(text) if word.strip(".,()"))
