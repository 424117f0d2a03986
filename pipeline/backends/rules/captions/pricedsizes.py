"""Rows of a size and its price under a caption that ends in such a row: one product in several sizes, each at its own price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box

BETWEEN = " / "
ROW_GAP_EM = 1.5
SAME_EDGE_PT = 3.0


def with_further_sizes(entries: Sequence[Entry]) -> list[Entry]:
    """The captions with the sizes and prices of the rows under them; rows under no caption stay."""
    result: list[Entry] = []
    for entry in sorted(entries, key=lambda entry: (entry.box.y0, entry.box.x0)):
        head = next((other for other in reversed(result) if _goes_on(other, entry)), None) if _is_row(entry) else None
        if head is None:
            result.append(entry)
        else:
            result = [_with_row(other, entry) if other is head else other for other in result]
    return result


def _is_row(entry: Entry) -> bool:
    return [part.kind for part in entry.caption.parts] == [Kind.SIZE, Kind.PRICE] and not entry.caption.labelled_count


def _goes_on(head: Entry, row: Entry) -> bool:
    """Straight under the last size of a caption, in the same look and in the same frame."""
    size, price, first = head.caption.first(Kind.SIZE), head.caption.first(Kind.PRICE), row.caption.parts[0]
    if size is None or price is None or not (head.caption.has(Kind.NAME) or head.caption.has(Kind.MODEL)) or head.frame != row.frame:
        return False
    if size.is_labelled or price.is_labelled or size.style != first.style or price.style != row.caption.parts[1].style:
        return False
    gap = row.box.y0 - max(size.box.y1, price.box.y1)
    return 0 <= gap <= ROW_GAP_EM * first.style.size_pt and _in_line(size.box, first.box) and _in_line(price.box, row.caption.parts[1].box)


def _in_line(above: Box, below: Box) -> bool:
    return min(abs(above.x0 - below.x0), abs(above.x1 - below.x1), abs(above.center_x - below.center_x)) <= SAME_EDGE_PT


def _with_row(head: Entry, row: Entry) -> Entry:
    size, price = row.caption.parts
    parts = tuple(_both(part, size, price, head) if part.kind in (Kind.SIZE, Kind.PRICE) else part for part in head.caption.parts)
    return replace(head, caption=Caption(parts, head.caption.rows | row.caption.rows), parents=head.parents | row.parents)


def _both(part: Part, size: Part, price: Part, head: Entry) -> Part:
    """The size with the next one behind it, or the price with the next size's as a step of it."""
    if part.kind is Kind.SIZE:
        return _behind(part, size)
    first = head.caption.first(Kind.SIZE)
    if part.price is None or price.price is None or first is None:
        return part
    whole = _behind(part, price)
    tiers = part.price.tiers or ((first.text, part.price.amount),)
    return replace(whole, price=replace(part.price, raw=whole.text, tiers=(*tiers, (size.text, price.price.amount))))


def _behind(part: Part, following: Part) -> Part:
    one, two = part.statement.value, following.statement.value
    value = Span(f"{one.text}{BETWEEN}{two.text}", (*one.owners, *(None for _ in BETWEEN), *two.owners))
    return Part(part.kind, replace(part.statement, value=value, last_row=following.statement.last_row), part.price)
