"""Pictures of groups: what is printed at a picture is what a table calls a group of its rows, or a text runs all around a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.geometry import Box, Tiles
from pipeline.pictures.claims import GRID, ID, Claim
from pipeline.records import Line, Sku

AT_PICTURE_EM = 1.5
MIN_CAPTIONED = 2
MIN_CHARS = 2
WITHIN = 0.95


def by_caption(skus: Sequence[Sku], boxes: Sequence[Box], lines: Sequence[Line]) -> list[Claim]:
    """The rows of each group with the picture that bears the group's name, where several pictures do."""
    groups = _groups(skus) if len(boxes) >= MIN_CAPTIONED else {}
    claims: list[Claim] = []
    for line in lines if groups else ():
        group = groups.get(folded_text(line.text))
        at = [number for number, box in enumerate(boxes) if _is_at(line, box)] if group is not None else []
        if group is not None and len(at) == 1 and not any(_is_said_in(line, skus[index]) for index in group):
            claims += [Claim(index, at[0], ID, 0.95) for index in group]
    return claims if len({claim.picture for claim in claims}) >= MIN_CAPTIONED else []


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


def _is_at(line: Line, picture: Box) -> bool:
    """Over it or under it, in its own column."""
    gap = picture.gap_y(line.box)
    return -0.5 * line.box.height <= gap <= AT_PICTURE_EM * line.box.height and picture.x0 <= line.box.center_x <= picture.x1


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
