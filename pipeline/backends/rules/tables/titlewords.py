"""The words of titles: whether they call the goods by a name, or say what is listed under them."""

from __future__ import annotations

import re
from functools import cache

from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.labels.words import heads_facts
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.backends.rules.values.looks import ValueKind, kind_of

LETTER_SHARE = 0.4
MAX_TITLE_CHARS = 60
# What words that end in a label of these may still name: `Tubes, Snap Cap`, `Photo Frame`, `Curtain Fabric`.
PARTS_OF_NAMES = (CUSTOM, "series", "dimension", "picture", "material")
WORDS = re.compile(r"[^\W\d_]+")


def names_something(text: str, headers: Headers) -> bool:
    """Words that call the goods by a name, not what a table is for."""
    letters = sum(char.isalpha() for char in text)
    if letters < 2 or len(text) > MAX_TITLE_CHARS or letters < LETTER_SHARE * len(text.replace(" ", "")) or text.endswith((":", "：")):
        return False
    if (
        _is_label(text, headers)
        or heads_facts(text)
        or is_sentence(text)
        or kind_of(text) in (ValueKind.PRICE, ValueKind.SIZE, ValueKind.DATE)
    ):
        return False
    return not any(map(_says_what_is_listed, WORDS.findall(folded(text))))


def _says_what_is_listed(word: str) -> bool:
    """A word for lists and what they tell. In scripts without spaces several are put together, `订货信息`, or stand behind the goods in one word:
    `雨伞价目表`."""
    is_listed = word in word_list("table_titles") or word.endswith(tuple(word_list("list_titles")))
    return is_listed or (not word.isascii() and _wide_table_words().fullmatch(word) is not None)


@cache
def _wide_table_words() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(sorted(word_list('table_title_words')))}){{2,}}")


def _is_label(text: str, headers: Headers) -> bool:
    """Whether words label something; before words for goods one for prices is a part of their name: `Jobber Drills`."""
    label = headers.lookup(text)
    if label is None or label.is_exact or label.attribute != "price":
        return label is not None and (label.is_exact or label.attribute not in PARTS_OF_NAMES)
    last = text.split()[-1]
    return not last.isalpha() or headers.lookup(last) is not None or last.casefold() in word_list("price_words")
