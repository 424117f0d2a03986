"""Small print behind larger words of the same line: it tells of what they name and is no part of the name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.values.forms import is_size
from pipeline.records import Word

SMALL_RATIO = 0.85
# Of shoes and clothes; in the letters of the name it may be part of it.
RUN_OF_SIZES = re.compile(r"[1-6]\d\s?[-–/]\s?[1-6]\d")


def tells_size(text: str) -> bool:
    """Whether small print behind a name says what it measures, or in which sizes it comes: `36-47`."""
    return is_size(text) or RUN_OF_SIZES.fullmatch(text) is not None


def small_from(words: Sequence[Word], *, ratio: float = SMALL_RATIO) -> int:
    """The place of the first small word, where only small ones follow; the number of all words where there are none.

    A raised or lowered figure is small, too, but the words behind it are not.
    """
    if not words:
        return 0
    limit = ratio * words[0].size_pt
    # Nearly no line has small words at all.
    if min([word.size_pt for word in words]) > limit:
        return len(words)
    cut = next((place for place, word in enumerate(words) if word.size_pt <= limit), len(words))
    return cut if all(word.size_pt <= limit for word in words[cut:]) else len(words)
