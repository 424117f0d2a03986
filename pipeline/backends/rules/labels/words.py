"""Words within a label or a heading: what kind of price, of goods or of facts they speak of. The lists are data (`data/values.json`)."""

from __future__ import annotations

from functools import cache

from pipeline.backends.rules.values.forms import FIRST_WIDE, LETTERS, folded, word_list


def label_says(label: str, name: str) -> bool:
    """Whether words of a list are part of a label: `RRP (£)` says a retail price, `UVP inkl. MwSt.` too."""
    words = LETTERS.findall(folded(label).replace(".", ""))
    parts = {" ".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)}
    return not parts.isdisjoint(word_list(name)) or any(wide in word for word in words for wide in _wide_words(name))


def heads_facts(text: str) -> bool:
    """What stands over a list of facts in any catalog: `What's in the box`, `Technische Daten`, also in two languages: `技术参数 PARAMETERS`."""
    plain = folded(text).replace("\u2019", "'").strip(" :：.")
    parts = (plain,) if plain.isascii() else (plain, *_by_script(plain))
    headings = word_list("fact_headings")
    return plain in headings or (len(parts) > 2 and all(part in headings for part in parts[1:]))


def _by_script(text: str) -> tuple[str, ...]:
    """The words of scripts without spaces, set apart or not, and the others, where there are both."""
    wide = "".join(char for char in text if char >= FIRST_WIDE)
    rest = " ".join("".join(" " if char >= FIRST_WIDE else char for char in text).split()).strip(" /|()-–:.")
    return (wide, rest) if wide and rest else ()


@cache
def _wide_words(name: str) -> tuple[str, ...]:
    """The words of a list in scripts without spaces, between which and their neighbours nothing stands."""
    return tuple(word for word in word_list(name) if len(word) > 1 and word[0] >= FIRST_WIDE)
