"""Which predicted SKU is which true one, and whether two values are the same: the small print of golden-set scoring."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher
from typing import Any

Json = dict[str, Any]

STANDARD = ("model", "name", "size", "material", "color", "price")
LISTS = ("color", "material")
MIN_NAME_LIKENESS = 0.8
MIN_IOU = 0.5
DASHES = dict.fromkeys(map(ord, "–—−‐‑~〜"), "-")
TIMES = dict.fromkeys(map(ord, "×✕✖╳*"), "x")
DIAMETERS = dict.fromkeys(map(ord, "φ⌀∅"), "ø")
QUOTES = dict.fromkeys(map(ord, "″“”"), '"')


@dataclass(frozen=True, slots=True)
class PagedSku:
    """A SKU with the page it stands on."""

    page: int
    sku: Json


def folded(value: object) -> str:
    """Text as far as it matters: case, width, spaces and the many signs for dash, times and diameter do not."""
    text = unicodedata.normalize("NFKC", "" if value is None else str(value)).casefold()
    text = text.translate(DASHES | TIMES | DIAMETERS | QUOTES)
    return re.sub(r"\s+|[\u200b-\u200f\ufeff\u00ad]", "", text).strip(".,;:，。；：、")


def code(value: object) -> str:
    return folded(value).replace("_", "")


def amount(value: object) -> Decimal | None:
    """The number of a price; None where there is none."""
    if isinstance(value, dict):
        value = value.get("amount")
    try:
        return None if value in (None, "") else Decimal(str(value))
    except InvalidOperation:
        return None


def has(sku: Json, key: str) -> bool:
    return amount(sku.get(key)) is not None if key == "price" else bool(folded(sku.get(key)))


def same(key: str, true: Json, found: Json) -> bool:
    """Whether the prediction has the value that is printed, or one that the truth accepts instead."""
    if key == "price":
        return _same_price(true["price"], found.get("price"))
    if key == "model":
        return code(true[key]) == code(found.get(key))
    accepted = [true[key], *(true.get("alt", {}).get(key) or [])]
    if key in LISTS:
        return _parts(found.get(key)) in [_parts(value) for value in accepted]
    return folded(found.get(key)) in {folded(value) for value in accepted}


def custom_values(sku: Json) -> dict[str, str]:
    return {folded(name): folded(value) for name, value in (sku.get("custom") or {}).items() if folded(value)}


def matched(true: Sequence[PagedSku], found: Sequence[PagedSku]) -> dict[int, int]:
    """True index to found index, one to one: equal codes first, nearest page first, then like names on one page."""
    pairs = _taken({}, _by_code(true, found))
    return _taken(pairs, _by_name(true, found, pairs))


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Intersection over union of two boxes."""
    width, height = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width * height / (areas - width * height)


def is_hit(boxes: Iterable[Sequence[float]], targets: Iterable[Sequence[float]]) -> bool:
    wanted = list(targets)
    return any(overlap(box, target) > MIN_IOU for box in boxes for target in wanted)


def _same_price(true: Json, found: object) -> bool:
    value = amount(found)
    if value is None or not isinstance(found, dict):
        return False
    accepted = [Decimal(str(number)) for number in true.get("accept") or [true["amount"]]]
    currency = true.get("currency") or ""
    return any(abs(value - number) < Decimal("0.0006") for number in accepted) and (not currency or found.get("currency") == currency)


def _parts(value: object) -> list[str]:
    return sorted(part for part in re.split(r"[/,、;+&|，；]", folded(value)) if part)


def _by_code(true: Sequence[PagedSku], found: Sequence[PagedSku]) -> list[tuple[float, int, int]]:
    places: dict[str, list[int]] = {}
    for index, item in enumerate(found):
        if has(item.sku, "model"):
            places.setdefault(code(item.sku["model"]), []).append(index)
    return [
        (abs(found[other].page - item.page) - 0.1 * _agreement(item.sku, found[other].sku), index, other)
        for index, item in enumerate(true)
        if has(item.sku, "model")
        for other in places.get(code(item.sku["model"]), ())
    ]


def _by_name(true: Sequence[PagedSku], found: Sequence[PagedSku], pairs: dict[int, int]) -> list[tuple[float, int, int]]:
    free = [index for index in range(len(found)) if index not in pairs.values() and has(found[index].sku, "name")]
    return [
        (-(likeness + 0.3 * _agreement(item.sku, found[other].sku)), index, other)
        for index, item in enumerate(true)
        if index not in pairs and has(item.sku, "name")
        for other in free
        if found[other].page == item.page and (likeness := _likeness(item.sku, found[other].sku)) >= MIN_NAME_LIKENESS
    ]


def _likeness(true: Json, found: Json) -> float:
    names = [true["name"], *(true.get("alt", {}).get("name") or [])]
    return max(SequenceMatcher(None, folded(name), folded(found["name"])).ratio() for name in names)


def _agreement(true: Json, found: Json) -> int:
    return sum(same(key, true, found) for key in STANDARD[1:] if has(true, key) and has(found, key))


def _taken(pairs: dict[int, int], candidates: list[tuple[float, int, int]]) -> dict[int, int]:
    """The best candidates that do not contradict each other or the pairs there are."""
    chosen, used = dict(pairs), set(pairs.values())
    for _, index, other in sorted(candidates):
        if index not in chosen and other not in used:
            chosen[index] = other
            used.add(other)
    return chosen
