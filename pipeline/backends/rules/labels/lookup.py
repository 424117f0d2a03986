"""Labels of captions: the header dictionary asked for the exact label, not for words that merely contain one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.backends.rules.labels.headers import CJK, FITS, MAX_KNOWN, Headers
from pipeline.options import Options
from pipeline.records import Sku

if TYPE_CHECKING:
    # Statements are built on lines, and the stages that make lines ask for labels too.
    from pipeline.backends.rules.text.records import LabelLookup


# Of words put together, the last must be long enough to be told from an ending.
MIN_TAIL_CHARS, MAX_TAIL_CHARS = 5, 12
HEADING = frozenset(("model", "name", "size", "price"))
FACTS = frozenset(("size", "material", "color", "price"))


@lru_cache(maxsize=16)
def _headers(extra: tuple[tuple[str, str], ...]) -> Headers:
    return Headers(extra)


def headers_for(options: Options) -> Headers:
    """The dictionary with the merchant's own words."""
    return _headers(options.extra_headers)


def label_lookup(options: Options) -> LabelLookup:
    """The attribute an exact label names, `custom` for a known label of another kind, None for other words."""
    return lookup_in(headers_for(options))


@lru_cache(maxsize=16)
def lookup_in(headers: Headers) -> LabelLookup:
    """The same of a dictionary at hand; the same function each time, so that what was understood with its help is known to be the same."""

    @lru_cache(maxsize=MAX_KNOWN)
    def attribute(text: str) -> str | None:
        label = headers.lookup(text, is_whole=not _is_bilingual(text))
        # In captions and sentences words such as `fits` lead on to anything.
        return label.attribute if label is not None and label.attribute != FITS else None

    return attribute


def is_made_of_labels(sku: Sku, options: Options) -> bool:
    """Whether half of what was read are labels, the identity among them: the head of a table or the caption of a value, no product. Neither is
    a fact under its label, `Colours: Red, Blue`, with whatever stands beside it."""
    headers = headers_for(options)
    identity = sku.get("model") or sku.get("name")
    if identity is None:
        return False
    if identity.key == "name" and is_labelled_fact(identity.value, options):
        return True
    if not _heads_values(identity.value, headers):
        return False
    return 2 * sum(headers.lookup(attribute.value) is not None for attribute in sku.standard) >= len(sku.standard)


def _heads_values(text: str, headers: Headers) -> bool:
    """A word that says what stands under or behind it. Those for materials and colours are names of goods too: `Cover`, `Frame`."""
    label = headers.lookup(text)
    return label is not None and label.is_exact and label.attribute in HEADING and not any(map(str.isdigit, text))


def is_labelled_fact(text: str, options: Options) -> bool:
    """`Sizes: 36-46`: it says something about what is named elsewhere."""
    label, colon, fact = text.replace("：", ":").partition(":")
    known = headers_for(options).lookup(label.strip(), is_whole=True) if colon and fact.strip() else None
    return known is not None and known.attribute in FACTS


def tail_attribute(text: str, lookup: LabelLookup) -> str | None:
    """What the end of a label names that is not known as a whole: `Sheet size`, `联片规格`. The longest end counts."""
    words = text.split()
    ends = [" ".join(words[place:]) for place in range(1, len(words))]
    last = words[-1] if words and CJK.search(words[-1]) else ""
    ends += [last[place:] for place in range(1, len(last) - 1)]
    return next((attribute for end in ends if (attribute := lookup(end)) is not None), None)


def compound_attribute(text: str, lookup: LabelLookup) -> str | None:
    """The same where words are also put together to one: `Gehäusewerkstoff`, `Mantelfarbe`."""
    ends = [
        text[place:] for place in range(max(1, len(text) - MAX_TAIL_CHARS), len(text) - MIN_TAIL_CHARS + 1) if text[place - 1].isalpha()
    ]
    return tail_attribute(text, lookup) or next((attribute for end in ends if (attribute := lookup(end)) is not None), None)


def _is_bilingual(text: str) -> bool:
    if text.isascii() or CJK.search(text) is None:
        return False
    return any(char.isascii() and char.isalpha() for char in text) and not any(map(str.isdigit, text))
