"""Which text of a page its values quote: every value names the boxes it was read from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pipeline.geometry import Box, Tiles
from pipeline.records import PageContent, Sku

COVERED = 0.5


class Quoted:
    """The boxes on one page that values were read from."""

    def __init__(self, skus: Iterable[Sku], page_number: int) -> None:
        # Each once: what a head says of a column is quoted by every row.
        boxes = dict.fromkeys(_boxes(skus, page_number))
        self._whole = frozenset(box for box in boxes if box.area)
        self._boxes = Tiles((box, box) for box in boxes)

    def covers(self, box: Box) -> bool:
        """Whether a value was read from a good part of the line's height; a line of several cells is quoted if any cell is."""
        # Cells of a table are mostly quoted as they are.
        if box in self._whole:
            return True
        common = (part for other in self._boxes.around(box) if (part := box.intersection(other)) is not None)
        return any(part.height >= COVERED * box.height for part in common)


def quoted_on(content: PageContent, skus: Sequence[Sku]) -> Quoted:
    """What these SKUs quote of a page. Kept with it: one stage after the other asks, and what the SKUs tell mostly stays the same."""
    told = [attributes for sku in skus for attributes in (sku.standard, sku.custom)]
    key = (Quoted, tuple([id(attributes) for attributes in told]))
    if key not in content.found:
        # With the attributes themselves: as long as they live, nothing else has their numbers.
        content.found[key] = (told, Quoted(skus, content.page_number))
    quoted: Quoted = content.found[key][1]
    return quoted


def _boxes(skus: Iterable[Sku], page_number: int) -> Iterator[Box]:
    for sku in skus:
        for attribute in (*sku.standard, *sku.custom):
            evidence = attribute.evidence
            if evidence.page_number == page_number:
                yield evidence.box
            yield from (box for number, box in evidence.more if number == page_number)
