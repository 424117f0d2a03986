"""A block of several products, cut where an attribute that a product has once begins anew."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.kinds import Kind
from pipeline.backends.rules.values.pricesteps import counts_goods, is_step

# An attribute of which a product has one; a second of its kind begins the next product.
SINGLE = frozenset({Kind.MODEL, Kind.PRICE})


def split_products(parts: Sequence[Part]) -> list[Caption]:
    """Cut where an attribute that a product has once comes a second time."""
    if not parts:
        return []
    segments: list[list[Part]] = []
    rest = list(parts)
    while rest:
        again = _repeat(rest)
        cut = _cut_before(rest, again, parts[0].style) if again is not None else len(rest)
        segments.append(rest[:cut])
        rest = rest[cut:]
    return [Caption(tuple(segment), frozenset(_rows(segment))) for segment in segments]


def _rows(parts: Sequence[Part]) -> list[int]:
    return [row for part in parts for row in range(part.statement.row, part.statement.last_row + 1)]


def _repeat(parts: Sequence[Part]) -> tuple[int, int] | None:
    """Places of the first attribute that comes twice: its first and its second place."""
    seen: dict[tuple[Kind, str], int] = {}
    for index, part in enumerate(parts):
        key = (part.kind, "") if part.kind in SINGLE else (part.kind, part.statement.label_text)
        if part.kind not in SINGLE and not part.is_labelled:
            continue
        if key in seen and not _one_price(parts, seen[key], index) and _same_look(parts[seen[key]], part):
            return seen[key], index
        seen.setdefault(key, index)
    return None


def _same_look(one: Part, other: Part) -> bool:
    """A bare code in another look than the first is no second model: package codes and article numbers look alike."""
    return one.is_labelled == other.is_labelled and (one.is_labelled or one.kind is Kind.PRICE or one.style == other.style)


def _one_price(parts: Sequence[Part], first: int, second: int) -> bool:
    """Two prices with nothing but prices between them are steps of one price list, told apart by their labels. Those for other quantities are so
    whatever stands between: what else is told may stand beside them in the same rows."""
    between = parts[first : second + 1]
    return _are_for_quantities(parts[first], parts[second]) or (
        parts[first].kind is Kind.PRICE
        and all(part.kind in (Kind.PRICE, Kind.OLD_PRICE) for part in between)
        and (
            parts[first].statement.label_text != parts[second].statement.label_text
            or parts[first].statement.row == parts[second].statement.row
            or _are_steps(parts[first], parts[second])
        )
    )


def _are_for_quantities(one: Part, other: Part) -> bool:
    labels = [part.statement.label_text for part in (one, other)]
    return one.kind is other.kind is Kind.PRICE and labels[0] != labels[1] and all(is_step(text) and counts_goods(text) for text in labels)


def _are_steps(one: Part, other: Part) -> bool:
    return all(part.price is not None and part.price.tiers for part in (one, other))


def _cut_before(parts: Sequence[Part], again: tuple[int, int], opening: Style) -> int:
    """The likeliest start of the next product between the two places: after a wide gap, in the look of the first row."""
    first, second = again
    candidates = [index for index in range(first + 1, second + 1) if parts[index].statement.row > parts[index - 1].statement.last_row]
    if not candidates:
        return second
    return max(candidates, key=lambda index: (_start_score(parts, index, opening), -index))


def _start_score(parts: Sequence[Part], index: int, opening: Style) -> float:
    above, here = parts[index - 1], parts[index]
    gap = (here.box.y0 - above.box.y1) / max(here.style.size_pt, 1.0)
    alike = here.style == opening
    after_price = above.kind is Kind.PRICE
    return gap + (0.6 if alike else 0.0) + (0.5 if after_price else 0.0)
