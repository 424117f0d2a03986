"""Words within a label: what kind of price or goods it speaks of, beside the attribute it names. The lists are data (`data/values.json`)."""

from __future__ import annotations

from functools import cache

from pipeline.backends.rules.values.forms import FIRST_WIDE, LETTERS, folded, word_list


def label_says(label: str, name: str) -> bool:
    """Whether words of a list are part of a label: `RRP (£)` says a retail price, `UVP inkl. MwSt.` too."""
    words = LETTERS.findall(folded(label).replace(".", ""))
    parts = {" ".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)}
    return not parts.isdisjoint(word_list(name)) or any(wide in word for word in words for wide in _wide_words(name))


@cache
def _wide_words(name: str) -> tuple[str, ...]:
    """The words of a list in scripts without spaces, between which and their neighbours nothing stands."""
    return tuple(word for word in word_list(name) if len(word) > 1 and word[0] >= FIRST_WIDE)
