"""Where a row changes its look, and something else is told from there on: a code behind its label, a price, the size behind a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.openlists import LISTED
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import Word

MAX_LEAD_WORDS = 3
MIN_LOOKED_WORDS = 3
NUMBERED = frozenset({"model", "index"})
OTHER_SIZE_PT = 0.4
MIN_CODE_CHARS = 4
CAPITALS = re.compile(r"[A-Z]{2,}-[A-Z]{2,}")
# What may stand before a code: `Ovo 58` could be one too.
WORDED = frozenset({ValueKind.TEXT, ValueKind.CODE, ValueKind.COLOR, ValueKind.MATERIAL})


def with_looks(row: Span, cuts: list[tuple[int, int]], lookup: LabelLookup) -> list[tuple[int, int]]:
    """The cuts, and those where a code behind its label or a price is set in a look of its own beside other words: `No. 1057 HHA`."""
    words = row.words
    if len(words) == 1 or len({(word.color, word.is_bold, round(word.size_pt, 1)) for word in words}) == 1:
        return cuts
    bounds = [0, *(position for cut in cuts for position in cut), len(row.text)]
    pieces = [(start, row.part(start, end)) for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    parted = [(start, piece) for start, piece in pieces if len(piece.words) > 1]
    places = [start + place for start, piece in parted for place in _places(piece, lookup, is_long=len(words) >= MIN_LOOKED_WORDS)]
    return sorted([*cuts, *((place, place) for place in places)])


def parted_by_look(piece: Span, lookup: LabelLookup) -> list[Span]:
    bounds = [0, *_places(piece, lookup, is_long=len(piece.words) >= MIN_LOOKED_WORDS), len(piece.text)]
    return [piece.part(start, end) for start, end in pairwise(bounds)]


def _places(piece: Span, lookup: LabelLookup, *, is_long: bool) -> list[int]:
    return _at_small_code(piece, lookup) or (_at_other_look(piece, lookup) if is_long else [])


def _at_small_code(piece: Span, lookup: LabelLookup) -> list[int]:
    """Where a code is set small and in another colour behind words: **Ovo 58** and in grey `AQ-OV58`."""
    *before, last = piece.words
    if not before or not _looks_other(before[-1], last) or last.size_pt > before[-1].size_pt or not _is_like_code(last.text):
        return []
    place = piece.start_of(last)
    words = piece.text[:place].strip()
    is_label = COLON.search(words) is not None or lookup(words) is not None or leading_attribute([*words.split(), "1"], lookup) is not None
    return [] if is_label or kind_of(words) not in WORDED else [place]


def _is_like_code(text: str) -> bool:
    """A code, or capitals about a hyphen, which codes among others are."""
    return len(text) >= MIN_CODE_CHARS and (kind_of(text) is ValueKind.CODE or CAPITALS.fullmatch(text) is not None)


def _at_other_look(piece: Span, lookup: LabelLookup) -> list[int]:
    """Where a code or a price ends or a price begins together with its look; what a word before a price makes of it, the whole tells."""
    words = piece.words
    places = [piece.start_of(word) for before, word in pairwise(words) if _looks_other(before, word)]
    if not places:
        return _at_light_size(piece, lookup) or _at_price(piece, lookup)
    first, last = places[0], places[-1]
    if _counts_beside_price(piece.text[:last], piece.text[last:]) or _tells_behind_words(piece.text[:last], piece.text[last:], lookup):
        return [last]
    found = [first] if leading_attribute(piece.text[:first].split(), lookup) in NUMBERED else []
    rest = piece.part(first if found else 0, len(piece.text)).text
    told = rest[: len(rest) - len(piece.text) + last].split()
    is_strange = bool(told) and kind_of(rest) is ValueKind.TEXT and leading_attribute([*told, "1"], lookup) is None
    is_priced = is_strange and kind_of(piece.text[last:].strip()) is ValueKind.PRICE
    return [*found, last] if is_priced else found


def _at_light_size(piece: Span, lookup: LabelLookup) -> list[int]:
    """Where a size follows bold words without being bold: weight alone sets off words within a name too, but no measure."""
    places = [piece.start_of(word) for before, word in pairwise(piece.words) if before.is_bold and not word.is_bold]
    is_sized = len(places) == 1 and any(map(str.isdigit, piece.text[places[0] :])) and kind_of(piece.text[places[0] :]) is ValueKind.SIZE
    return places if is_sized and _tells_behind_words(piece.text[: places[0]], piece.text[places[0] :], lookup) else []


def _at_price(piece: Span, lookup: LabelLookup) -> list[int]:
    """Where a price follows words in whatever other look; behind its label it is one with that."""
    looks = [(word.color, word.is_bold, round(word.size_pt, 1)) for word in piece.words]
    changes = [piece.start_of(word) for word, (one, two) in zip(piece.words[1:], pairwise(looks), strict=True) if one != two]
    head, tail = (piece.text[: changes[-1]].strip(), piece.text[changes[-1] :].strip()) if changes else ("", "")
    is_named = kind_of(head) is ValueKind.TEXT and COLON.search(head) is None and not any(map(str.isdigit, head)) and len(head.split()) > 1
    is_named = is_named and lookup(head) is None and leading_attribute([*head.split(), "1"], lookup) is None
    return changes[-1:] if is_named and kind_of(tail) is ValueKind.PRICE else []


def _tells_behind_words(before: str, behind: str, lookup: LabelLookup) -> bool:
    """Whether a size, a colour or a material closes a name in a look of its own: **Festive Bauble** 8 cm."""
    is_name = kind_of(before.strip()) is ValueKind.TEXT and COLON.search(before) is None and lookup(before.strip()) is None
    return is_name and kind_of(behind.strip()) in LISTED


def _counts_beside_price(before: str, behind: str) -> bool:
    """Whether words with a figure follow a price, which make it no other sum: `£79.00 31 left`."""
    is_priced = bool(before.split()) and kind_of(before.split()[-1]) is ValueKind.PRICE
    return is_priced and kind_of(behind) is ValueKind.TEXT and any(map(str.isdigit, behind))


def _looks_other(one: Word, other: Word) -> bool:
    """In another colour and in another size: one of them alone also sets off a word within a name."""
    return one.color != other.color and abs(one.size_pt - other.size_pt) > OTHER_SIZE_PT


def leading_attribute(words: Sequence[str], lookup: LabelLookup) -> str | None:
    """What a known label before a word with figures names: `Ref. 4087 BO`."""
    figured = next((place for place, word in enumerate(words) if any(map(str.isdigit, word))), 0)
    return lookup(" ".join(words[:figured])) if 0 < figured <= MAX_LEAD_WORDS else None
