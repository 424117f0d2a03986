"""Whether a text is a colour, or names one where colours are told. The words are data (`data/values.json`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from pipeline.backends.rules.values.forms import FIRST_WIDE, LETTERS, TWO_SCRIPTS, folded, listed, lists_only, word_list
from pipeline.backends.rules.values.materials import is_material

MAX_COLOR_WORDS = 3
MAX_SHADE_WORDS = 4
MAX_WIDE_COLOR_CHARS = 5
# The shortest colour that another word may be put before.
MIN_END = 3
# No colour has one.
FIGURE = re.compile(r"\d")


def is_color(text: str) -> bool:
    """A colour word, or several; among several some may be words for which only the others vouch."""
    return LETTERS.search(text) is not None and FIGURE.search(text) is None and (lists_only(text, _is_color_word) or _is_color_list(text))


def names_color(text: str) -> bool:
    """Whether a text could only be a colour's name where colours are told: `Piano Black`, `Forest`. Elsewhere goods are called so too."""
    plain = folded(text)
    sides = [side for side in two.groups() if side] if (two := TWO_SCRIPTS.fullmatch(plain)) else [plain]
    # Of a colour and its translation one may be any word.
    return is_color(text) or any(side in word_list("shades") or _ends_in_color(side.split()) or is_shade(side) for side in sides)


def colored_share(texts: Sequence[str]) -> float:
    """How many of these name a colour, or have a word in them that does."""
    known = word_list("colors", "shades")
    plain = [folded(text) for text in texts]
    return sum(text in known or any(word in known for word in text.split()) for text in plain) / max(len(plain), 1)


def names_finish(text: str) -> bool:
    """How a surface is treated or looks, where versions are told apart: `Galvanised`, `Black japanned`, `Messing poliert`. A material alone is
    none."""
    words = folded(text).replace("-", " ").split()
    treated = word_list("finishes", "coatings")
    known = word_list("finishes", "coatings", "materials", "color_modifiers")
    if folded(text) in treated:
        return True
    is_treated = any(word in treated or _is_known_color(word) for word in words)
    return is_treated and len(words) <= MAX_COLOR_WORDS and all(word in known or _is_known_color(word) for word in words)


def is_shade(text: str) -> bool:
    """A colour and behind it nothing but what says which, as languages have it that name the thing first: `Rubio muy claro ceniza`."""
    first, *behind = folded(text).split() or [""]
    return len(behind) < MAX_SHADE_WORDS and _is_hue(first) and all(_is_hue(word) or _says_which(word) for word in behind)


def _is_hue(word: str) -> bool:
    return _is_known_color(word) or word in word_list("shades")


def _says_which(word: str) -> bool:
    return any(word in word_list(name) for name in ("color_modifiers", "color_tails", "shade_degrees"))


def _ends_in_color(words: Sequence[str]) -> bool:
    return 0 < len(words) <= MAX_COLOR_WORDS and (_is_known_color(words[-1]) or _ends_in_color_sign(words[-1]))


def _ends_in_color_sign(word: str) -> bool:
    """`珍珠白`, but not `锌合金`: metals end in a sign that is a colour too."""
    return _is_short_and_wide(word) and word[-1] in word_list("colors") and not is_material(word)


def _is_color_word(plain: str) -> bool:
    """A colour, or one with words that say which: `army green`, `rosso scuro`."""
    *which, last = plain.split() or [""]
    is_told = 0 < len(which) <= 2 and all(word in word_list("color_modifiers") for word in which)
    is_tailed = len(which) == 1 and last in word_list("color_tails") and _is_known_color(which[0])
    return _is_known_color(plain) or is_tailed or (is_told and _is_known_color(last))


@lru_cache(maxsize=4096)
def _is_known_color(plain: str) -> bool:
    """A colour of the list, or one with what says which in the same word, as many languages have it: `lichtgrau`, `ciemnozielony`.

    `Rotgold` is a metal.
    """
    if _is_short_and_wide(plain):
        return _is_wide_color(plain)
    return plain in word_list("colors") or (plain[-MIN_END:] in _last_letters() and _is_put_together(plain))


def _is_put_together(plain: str) -> bool:
    stems, tails = word_list("color_stems"), _color_ends()
    return any(plain[place:] in tails and plain[:place].rstrip("-") in stems for place in range(3, len(plain) - MIN_END + 1))


@cache
def _color_ends() -> frozenset[str]:
    return word_list("colors") - word_list("fine_metals")


@cache
def _last_letters() -> frozenset[str]:
    return frozenset(color[-MIN_END:] for color in _color_ends())


def _is_short_and_wide(plain: str) -> bool:
    return len(plain) <= MAX_WIDE_COLOR_CHARS and all(char >= FIRST_WIDE for char in plain)


def _is_wide_color(plain: str) -> bool:
    """A colour of the list, what ends in the word for colour, or a colour that is light or dark, bright or dull: `雾霾色`, `暖灰`."""
    if plain in word_list("colors"):
        return True
    if plain.endswith("色"):
        return len(plain) > 1 and plain not in word_list("no_colors")
    return plain[:-1] in word_list("color_stems") and plain[-1] in word_list("colors")


def _is_color_list(text: str) -> bool:
    """`Navy, Ecru, Rust`: at least one sure colour, and beside it words that name colours in such company; few may be strange."""
    parts = listed(folded(text))
    if len(parts) < 2 or not all(part.replace(" ", "").isalpha() and len(part.split()) <= 2 for part in parts):
        return False
    unknown = [part for part in parts if not _is_known_color(part)]
    strange = [part for part in unknown if part not in word_list("shades")]
    if any(part in word_list("materials") for part in strange):
        # `Ceramic, beige / natural` tells what it is made of first.
        return False
    known, usual = len(parts) - len(unknown), len(parts) - len(strange)
    is_usual = known > 0 and (usual == len(parts) or (len(parts) > 2 and usual == len(parts) - 1 and known > 1))
    return is_usual and not lists_only(text, word_list("materials").__contains__)
