"""Small print behind larger words of the same line: it tells of what they name and is no part of the name."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.records import Word

SMALL_RATIO = 0.85


def small_from(words: Sequence[Word], *, ratio: float = SMALL_RATIO) -> int:
    """The place of the first small word, where only small ones follow; the number of all words where there are none.

    A raised or lowered figure is small, too, but the words behind it are not.
    """
    if not words:
        return 0
    limit = ratio * words[0].size_pt
    cut = next((place for place, word in enumerate(words) if word.size_pt <= limit), len(words))
    return cut if all(word.size_pt <= limit for word in words[cut:]) else len(words)
