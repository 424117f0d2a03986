"""Sizes with the finish of a surface beside them, as tiles, boards and fittings print them: `60x120 cm Matt`, `Polished 30×60`."""

from __future__ import annotations

import re

from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import folded, is_size, word_list

MAX_WORDS = 6
SPACE = re.compile(r"\s+")


def size_and_finish(span: Span) -> tuple[Span, Span] | None:
    """The size and the words beside it, where all of them name finishes."""
    if not any(map(str.isdigit, span.text)) or len(span.text.split()) > MAX_WORDS:
        return None
    for space in SPACE.finditer(span.text):
        head, tail = span.part(0, space.start()), span.part(space.end(), len(span.text))
        for size, words in ((head, tail), (tail, head)):
            if _is_finish(words.text) and is_size(size.text):
                return size, words
    return None


def _is_finish(text: str) -> bool:
    return all(folded(word.strip(".,()")) in word_list("finishes") for word in re.split(r"[\s/|,-]+", text) if word.strip(".,()"))
