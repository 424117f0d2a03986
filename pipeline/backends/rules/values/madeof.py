"""What goods are made of, said among other words: `Wetted parts in stainless steel · PN 10`, `18k gold on silver unless noted`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import folded, value_data, word_list
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.backends.rules.values.materials import is_made_of, is_material

MAX_MATERIAL_WORDS = 5
MAX_PIECE_WORDS = 7
MAX_SHORT_CHARS = 2
# Facts of one line in a row; a point ends them only before a new sentence.
PIECES = re.compile(r"\s*[·•|;]\s*|,\s+|\s+[–—-]\s+|\.\s+(?=[A-ZÀ-ÞА-Я])|\.$")
MADE_OF = re.compile(r"\b(?:in|made of|made from|of|aus|en|di|de|em|van|z|ze|из|av|af)\s+", re.IGNORECASE)
LAYERED = re.compile(r"\s+(?:on|over|auf|über|sur|su|sobre|op|на)\s+", re.IGNORECASE)
# A material and its translation: `Ceramica pasta bianca / White body ceramic`.
TWO_SIDES = re.compile(r"\s+/\s+")
PART_MADE_OF = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)? (\d+(?:[.,]\d+)?\s?(?:%|g(?:sm|/m[²2])?|oz|den)\s[^\W\d_].*)")
# By what rule something is made.
STANDARD = re.compile(r"(?:DIN|ISO|EN|ANSI|ASTM|ASME|GB/?T?|JIS|BS|UNI|NF|IEC|ГОСТ|UL|SAE)\b", re.IGNORECASE)
STANDARD_WITHIN = re.compile(rf"\b{STANDARD.pattern}\s", re.IGNORECASE)
COMPOUND = re.compile(r"[^\W\d_]+-[^\W\d_]{3,}")
WORDS = re.compile(r"[^\W\d_]+")


def material_among(span: Span) -> Span | None:
    """The first piece of a line of several that is a material, by itself or behind what is made of it."""
    pieces = list(_pieces(span))
    return next((found for piece in pieces if (found := _material_in(piece)) is not None), None) if len(pieces) > 1 else None


def material_said(span: Span) -> Span | None:
    """The same of a line that may also say nothing else."""
    return next((found for piece in _pieces(span) if (found := _material_in(piece)) is not None), None)


def material_unless_noted(span: Span) -> Span | None:
    """What all goods are made of but those that say otherwise: `Solid oak unless noted`, `Messing, sofern nicht anders angegeben`."""
    plain = span.text.casefold()
    found = (plain.find(words) for words in value_data()["exceptions"])
    before = span.part(0, len(span.text[: max(0, *found)].rstrip(" ,(")))
    *_, last = [None, *_pieces(before)]
    return last if last is not None and states_material(last.text) else None


def states_material(text: str) -> bool:
    return _states_one(text) or (len(sides := TWO_SIDES.split(text)) == 2 and all(map(_states_one, sides)))


def _states_one(text: str) -> bool:
    return is_material(text) or is_made_of(text) or _begins_with_material(text) or _is_layered(text)


def calls_material(label: str, value: str) -> bool:
    """Whether a material is the label of which of its kind it is: `Leather: veg-tanned shoulder`, `Holz: Esche geölt`. Figures measure it, and
    a colour is its colour."""
    is_word = folded(label.strip(" :：")) in word_list("materials")
    return (
        is_word
        and not any(map(str.isdigit, value))
        and not is_sentence(value.rstrip(" ."))
        and (is_material(value) or not names_color(value))
    )


def says_of_part(label: str, value: str) -> bool:
    """Whether a label for a part of the goods, which may tell of other things as well, stands before a material: `Outer: cotton`, `Outer: 12 pcs`."""
    return folded(label.strip(" :：")) in word_list("part_labels") and is_material(value)


def states_part(text: str) -> bool:
    """What a part of the goods is made of, with its weight or share between them: `Canopy 250 g polyester`, `Bezug 100 % Olefin`."""
    found = PART_MADE_OF.fullmatch(text.strip())
    return found is not None and is_material(found[1])


def _pieces(span: Span) -> Iterator[Span]:
    start = 0
    for gap in PIECES.finditer(span.text):
        if gap.start() > start:
            yield span.part(start, gap.start())
        start = gap.end()
    if start < len(span.text):
        yield span.part(start, len(span.text))


def _material_in(piece: Span) -> Span | None:
    if len(piece.text.split()) <= MAX_PIECE_WORDS:
        made = next((found for found in MADE_OF.finditer(piece.text) if _begins_with_material(piece.text[found.end() :])), None)
        if made is not None:
            return piece.part(made.end(), len(piece.text))
    return piece if states_material(piece.text) else None


def _is_layered(text: str) -> bool:
    """One material on another: `18k gold vermeil on sterling silver`."""
    sides = LAYERED.split(text)
    return len(sides) == 2 and all(is_material(side) for side in sides)


def _begins_with_material(text: str) -> bool:
    """A material with its grade or finish: `Stahl 4.6 verzinkt`; goods made to a standard may begin with one: `PVC-Leitung nach DIN 0250`."""
    if COMPOUND.match(text) and STANDARD_WITHIN.search(text):
        return False
    words = WORDS.findall(folded(text))
    # What is short for a material is written in capitals: `PU matt`; in small letters it is a word of another kind, `la serie`.
    is_short = bool(words) and len(words[0]) <= MAX_SHORT_CHARS and not text.lstrip()[: len(words[0])].isupper()
    begins = any(" ".join(words[:count]) in word_list("materials") for count in ((2,) if is_short else (1, 2)))
    return len(words) <= MAX_MATERIAL_WORDS and begins and not is_sentence(text)
