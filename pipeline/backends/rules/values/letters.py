"""Letters that drawings give to measures, as they stand in labels: `d × D × B`, `Bore d`, `Head-Ø`."""

from __future__ import annotations

import re

DIAMETER = "ØøΦφϕ⌀∅"
LETTER = rf"(?:[{DIAMETER}]\s?)?[A-Za-z]{{1,2}}[0-9₀-₉]{{0,2}}|[{DIAMETER}]"
PRODUCT = rf"(?:{LETTER})(?:\s*[×*✕]\s*(?:{LETTER})|\s+x\s+(?:{LETTER})){{1,3}}"
ONE = re.compile(rf"(?:[{DIAMETER}]\s?)?[A-Za-z][0-9₀-₉]{{0,2}}|[A-Za-z]{{2}}")
LAST = re.compile(rf"(?:(?<=\s)|(?<=[^\x00-\x7f]))(?:{PRODUCT}|(?:[{DIAMETER}]\s?)?[A-Za-z][0-9₀-₉]{{0,2}})$")
# Before figures the sign says how large something is.
MEASURES_ACROSS = re.compile(rf"[{DIAMETER}][\s.-]\s*[^\W\d_]\D*|\D*[^\W\d_][\s.-]\s*[{DIAMETER}]|\D*[{DIAMETER}][A-Za-z]\d?")
MAX_WORDS = 3


def is_letter(text: str) -> bool:
    """One letter of a drawing, with its figure if it has one: `A`, `d1`, `dk`."""
    return ONE.fullmatch(text.strip()) is not None


def without_letters(text: str) -> str:
    """A label without the letters that a drawing gives to what it names: `Thread d`, `管径ØD`."""
    return LAST.sub("", text).strip()


def measures_across(text: str) -> bool:
    """Whether the sign of diameters begins or ends a label: `Head-Ø`, `Ø inside`."""
    return not text.isascii() and len(text.split()) <= MAX_WORDS and MEASURES_ACROSS.fullmatch(text.strip()) is not None
