"""Pictures of groups: what is printed at a picture is what a table calls a group of its rows, or a text runs all around a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pipeline.geometry import Box, Tiles
from pipeline.pictures.claims import GRID, ID, SPATIAL, Claim, ranked_claims
from pipeline.records import Line, Sku

# The boxes of scanned words are no taller than their letters.
AT_PICTURE_EM = 2.0
MIN_CAPTIONED = 2
MIN_CHARS = 2
WITHIN = 0.95
TABLE = "table"
MATRIX = "table_matrix"
CHIPS = ("model", "name", "price")
BETWEEN_PARTS = re.compile(r"\s*[/,;+&|·]\s*")
OPENING = re.compile(r"[^\W\d_]+")


def by_caption(skus: Sequence[Sku], boxes: Sequence[Box], lines: Sequence[Line]) -> list[Claim]:
    """The rows of each group with the picture that bears the group's name, or words or openings of codes that only they have, where
    several pictures do."""
    if len(boxes) < MIN_CAPTIONED or len(skus) < MIN_CAPTIONED:
        return []
    captions = [(line, at[0]) for line in lines if len(at := _pictures_at(line.box, boxes)) == 1]
    return _shown(_by_name(skus, captions)) or _shown(_by_words(skus, captions)) or _shown(_by_shared(skus, boxes))


def _by_shared(skus: Sequence[Sku], boxes: Sequence[Box]) -> list[Claim]:
    """Cards in a column under what is said once for all of it, their colour or their name, at a picture of its own: it shows all of them; so do
    pictures over the heads of a matrix."""
    told: dict[tuple[str, Box], list[int]] = {}
    for index, sku in enumerate(skus):
        for attribute in sku.standard if sku.method == MATRIX or not sku.method.startswith(TABLE) else ():
            evidence = attribute.evidence
            if evidence.page_number == sku.page_number and evidence.box.overlap_ratio(sku.box) == 0:
                told.setdefault((attribute.key, evidence.box), []).append(index)
    claims = []
    for (_, said), group in told.items():
        at = _pictures_at(said, boxes)
        if MIN_CAPTIONED <= len(group) < len(skus) and len(at) == 1 and all(boxes[at[0]].gap_x(skus[index].box) < 0 for index in group):
            claims += [Claim(index, at[0], ID, 0.95) for index in group]
    shown = Counter(claim.sku for claim in dict.fromkeys(claims))
    return claims if all(count == 1 for count in shown.values()) else []


def _shown(claims: list[Claim]) -> list[Claim]:
    return claims if len({claim.picture for claim in claims}) >= MIN_CAPTIONED else []


def _by_name(skus: Sequence[Sku], captions: Sequence[tuple[Line, int]]) -> list[Claim]:
    groups = _groups(skus)
    named = [(groups.get(folded_text(line.text), []), line, number) for line, number in captions]
    return [
        Claim(index, number, ID, 0.95)
        for group, line, number in named
        for index in group
        if not any(_is_said_in(line, skus[other]) for other in group)
    ]


def _by_words(skus: Sequence[Sku], captions: Sequence[tuple[Line, int]]) -> list[Claim]:
    """Captions outside all texts of a table, each word of which its rows have in their names or at the start of their codes: what two
    pictures say tells neither."""
    if not captions or not all(sku.method.startswith(TABLE) for sku in skus):
        return []
    told = Tiles((sku.box, sku.box) for sku in skus)
    words = _words(skus)
    claims = []
    for line, number in captions:
        parts = [words.get(part.casefold(), set()) for part in BETWEEN_PARTS.split(line.text) if part.strip()]
        if all(parts) and not any(line.box.intersection(box) is not None for box in told.around(line.box)):
            claims += [Claim(index, number, ID, 0.93) for index in sorted(set().union(*parts))]
    shown = Counter(claim.sku for claim in dict.fromkeys(claims))
    return [claim for claim in claims if shown[claim.sku] == 1]


def _words(skus: Sequence[Sku]) -> dict[str, set[int]]:
    """SKUs by each word of their names and by the letters that open their codes, where these tell some from others."""
    found: dict[str, set[int]] = {}
    for index, sku in enumerate(skus):
        name, model = sku.get("name"), sku.get("model")
        opening = OPENING.match(model.value) if model is not None else None
        for word in (*(name.value.split() if name is not None else ()), *([opening[0]] if opening else [])):
            if len(word) >= MIN_CHARS:
                found.setdefault(word.casefold(), set()).add(index)
    return {word: group for word, group in found.items() if len(group) < len(skus)}


def _is_said_in(line: Line, sku: Sku) -> bool:
    """Whether a line is what the table itself says of a row: its own text, or the title over its group, which stands at the picture of the first
    row alone."""
    own = [attribute.evidence.box for attribute in (*sku.standard, *sku.custom) if attribute.evidence.page_number == sku.page_number]
    return any(line.box.intersection(box) is not None for box in (sku.box, *own))


def folded_text(text: str) -> str:
    """A code or a name however it is spaced and cased."""
    return "".join(text.split()).casefold()


def _groups(skus: Sequence[Sku]) -> dict[str, list[int]]:
    """SKUs by what one text says of several of them, and by their names."""
    told = Counter(attribute.evidence.box for sku in skus for attribute in sku.custom)
    groups: dict[str, list[int]] = {}
    for index, sku in enumerate(skus):
        name = sku.get("name")
        shared = [attribute for attribute in sku.custom if told[attribute.evidence.box] > 1]
        for attribute in (*shared, *([name] if name is not None else [])):
            if len(text := folded_text(attribute.value)) >= MIN_CHARS:
                groups.setdefault(text, []).append(index)
    return {text: group for text, group in groups.items() if len(group) < len(skus)}


def _pictures_at(said: Box, pictures: Sequence[Box]) -> list[int]:
    """Those over it or under it, in their own column."""
    x, height = said.center_x, said.height
    return [
        number
        for number, picture in enumerate(pictures)
        if picture.x0 <= x <= picture.x1 and -0.5 * height <= picture.gap_y(said) <= AT_PICTURE_EM * height
    ]


def within_text(texts: Sequence[Box], boxes: Sequence[Box]) -> list[Claim]:
    """The one picture that a text stands around; several products may be told in one text."""
    shown = Tiles((box, number) for number, box in enumerate(boxes))
    inside = {
        text: [number for number in shown.around(text) if boxes[number].overlap_ratio(text) >= WITHIN] for text in dict.fromkeys(texts)
    }
    homes: dict[int, list[Box]] = {}
    for text, numbers in inside.items():
        for number in numbers:
            homes.setdefault(number, []).append(text)
    own = {text: numbers[0] for text, numbers in inside.items() if len(numbers) == 1 and len(homes[numbers[0]]) == 1}
    return [Claim(index, own[text], GRID, 0.94) for index, text in enumerate(texts) if text in own]


def by_chip(skus: Sequence[Sku], boxes: Sequence[Box]) -> list[Claim]:
    """The picture that bears the code, the name or the price of one product alone, where most products of the page have such a chip on
    theirs: the rest of its text goes on under it, and may stand nearer to the next picture."""
    borne = _borne(skus, boxes, CHIPS)
    shown = Counter(group[0] for group in borne.values() if len(group) == 1)
    claims = [Claim(group[0], number, GRID, 0.97) for number, group in borne.items() if len(group) == 1 and shown[group[0]] == 1]
    return claims if len(claims) >= max(MIN_CAPTIONED, len(skus) / 2) else []


def on_pictures(skus: Sequence[Sku], boxes: Sequence[Box], claims: Sequence[Claim]) -> list[Claim]:
    """The picture on which one product's name stands, where nothing else is shown by it: its text goes on under it."""
    taken = {own[0].picture for own in ranked_claims(claims).values()}
    named = _borne(skus, boxes, ("name",))
    return [Claim(group[0], number, SPATIAL, 0.9) for number, group in named.items() if len(group) == 1 and number not in taken]


def _borne(skus: Sequence[Sku], boxes: Sequence[Box], keys: Sequence[str]) -> dict[int, list[int]]:
    """Pictures by number with the products that have one of these attributes printed on them."""
    placed = Tiles((box, number) for number, box in enumerate(boxes))
    borne: dict[int, list[int]] = {}
    for index, sku in enumerate(skus):
        told = [attribute.evidence for attribute in sku.standard if attribute.key in keys]
        said = [evidence.box for evidence in told if evidence.page_number == sku.page_number]
        for number in {number for box in said for number in placed.around(box) if box.overlap_ratio(boxes[number]) >= WITHIN}:
            borne.setdefault(number, []).append(index)
    return borne
