"""Sums that no reader took, on pages whose goods lack a price: a tag at the foot of each card, one sum under each table.

Whatever the layout, what goods cost is printed in their frame, or at the same place beside each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.page.frames import find_frames
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.text.spans import Span, span_of
from pipeline.backends.rules.values.formerprices import without_former
from pipeline.backends.rules.values.kinds import read_price
from pipeline.backends.rules.values.prices import has_currency
from pipeline.geometry import Box, union
from pipeline.quoted import quoted_on
from pipeline.records import Attribute, Line, PageContent, Price, Sku

CONFIDENCE = 0.7
SPACE = re.compile(r"\s+")
# Beside several goods, a sum stands at the same place of each.
SAME_PLACE_PT = 6.0
MIN_PAIRS = 2
# How far over or under its goods, as a share of the page.
REACH_SHARE = 0.25
# The edges it is measured between: an edge of the goods and one of the sum, and the top or the foot of the goods.
ACROSS = ((0, 0), (0, 2), (2, 0), (2, 2))
DOWN = (1, 3)


@dataclass(frozen=True, slots=True)
class _Sum:
    """A sum that nobody took, and the line it stands in."""

    span: Span
    price: Price
    line: Line

    @property
    def box(self) -> Box:
        return union(word.box for word in self.span.words)


@dataclass(frozen=True, slots=True)
class _Goods:
    """SKUs that have one price, by their numbers: the rows of a block, or one product."""

    numbers: tuple[int, ...]
    box: Box


def with_left_prices(skus: Sequence[Sku], content: PageContent) -> tuple[tuple[Sku, ...], tuple[Line, ...]]:
    """The SKUs, those that lack a price with the sum that is their own, and the lines these sums stand in."""
    lacking = [number for number, sku in enumerate(skus) if sku.get("price") is None]
    sums = _left_sums(skus, content) if lacking else []
    if not sums:
        return tuple(skus), ()
    given = _in_frames(skus, set(lacking), sums, content)
    taken = {id(one) for one in given.values()}
    goods = _goods(skus, [number for number in lacking if number not in given])
    given |= _at_one_place(goods, [one for one in sums if id(one) not in taken], content)
    lines = {id(one.line): one.line for one in given.values()}
    return tuple(_priced(sku, given[number]) if number in given else sku for number, sku in enumerate(skus)), tuple(lines.values())


def _left_sums(skus: Sequence[Sku], content: PageContent) -> list[_Sum]:
    quoted = quoted_on(content, skus)
    lines = [line for line in content.lines if has_currency(line.text) and not quoted.covers(line.box)]
    return [one for line in lines if (one := _sum_in(line)) is not None]


def _sum_in(line: Line) -> _Sum | None:
    """The only sum of a line that is asked: what it cost before and what shops ask for it are passed over."""
    words = [word for word in line.words if not word.is_struck]
    asked = [(piece, price) for piece in _pieces(span_of(words)) if (price := _price_in(piece)) is not None] if words else []
    return _Sum(*asked[0], line) if len(asked) == 1 else None


def _pieces(span: Span) -> Iterator[Span]:
    """A label with its sum each: `RRP £49.95  Trade £31.00`."""
    for gap in SPACE.finditer(span.text):
        before, after = span.part(0, gap.start()), span.part(gap.end(), len(span.text))
        if after.text[0].isalpha() and _tells_sum(before.text) and _tells_sum(after.text):
            yield before
            yield from _pieces(after)
            return
    yield span


def _tells_sum(text: str) -> bool:
    return has_currency(text) and any(map(str.isdigit, text))


def _price_in(piece: Span) -> Price | None:
    asked = without_former(piece)
    return read_price(asked.text) if asked is not None and not label_says(asked.text, "retail_prices") else None


def _in_frames(skus: Sequence[Sku], lacking: set[int], sums: Sequence[_Sum], content: PageContent) -> dict[int, _Sum]:
    """By number of the SKU, the only sum in the same frame."""
    given: dict[int, _Sum] = {}
    for frame in find_frames(content, product_pictures(content)):
        held = [number for number, sku in enumerate(skus) if frame.contains_point(sku.box.center_x, sku.box.center_y)]
        inside = [one for one in sums if frame.contains_point(one.box.center_x, one.box.center_y)]
        if held and len(inside) == 1 and lacking.issuperset(held):
            given |= dict.fromkeys(held, inside[0])
    return given


def _goods(skus: Sequence[Sku], lacking: Sequence[int]) -> list[_Goods]:
    """Rows that bear one printed name are one block."""
    blocks: dict[object, list[int]] = {}
    for number in lacking:
        name = skus[number].get("name")
        blocks.setdefault(name.evidence.box if name is not None else number, []).append(number)
    return [_Goods(tuple(numbers), union(skus[number].box for number in numbers)) for numbers in blocks.values()]


def _at_one_place(goods: Sequence[_Goods], sums: Sequence[_Sum], content: PageContent) -> dict[int, _Sum]:
    """As many sums as goods, each at the same place beside its own; of several such places the nearest."""
    if len(goods) != len(sums) or len(goods) < MIN_PAIRS:
        return {}
    ways = [_alike(goods, sums, first, across, down) for first in sums for across in ACROSS for down in DOWN]
    near = [pairs for pairs in ways if pairs and all(own.box.gap_y(one.box) <= REACH_SHARE * content.height_pt for own, one in pairs)]
    nearest = min(near, key=lambda pairs: sum(_distance(own, one) for own, one in pairs), default=[])
    return {number: one for own, one in nearest for number in own.numbers}


def _alike(goods: Sequence[_Goods], sums: Sequence[_Sum], first: _Sum, across: tuple[int, int], down: int) -> list[tuple[_Goods, _Sum]]:
    """For each of the goods the sum that stands to it as the first sum does to the first of them, measured between these edges; nothing
    where one has none."""
    at, edge = across
    right, lower = first.box[edge] - goods[0].box[at], first.box.y0 - goods[0].box[down]
    pairs = []
    for own in goods:
        x, y = own.box[at] + right, own.box[down] + lower
        pairs += [(own, one) for one in sums if abs(one.box[edge] - x) <= SAME_PLACE_PT and abs(one.box.y0 - y) <= SAME_PLACE_PT]
    return pairs if len(pairs) == len({id(one) for _, one in pairs}) == len(goods) else []


def _distance(own: _Goods, one: _Sum) -> float:
    return max(own.box.gap_x(one.box), 0.0) + max(own.box.gap_y(one.box), 0.0)


def _priced(sku: Sku, one: _Sum) -> Sku:
    box = union((sku.box, one.box)) if sku.box.gap_y(one.box) < one.box.height else sku.box
    evidence = one.span.evidence(sku.page_number, CONFIDENCE)
    return replace(sku, box=box, standard=(*sku.standard, Attribute("price", one.price.amount, evidence, one.price)))
