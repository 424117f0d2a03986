"""Price grids: what one thing that is made to measure costs, by two of its sides. It is one SKU, from the least sum to the highest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.tables.cells import LABELLED
from pipeline.backends.rules.tables.grids.grid import code_and_price
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.tables.skus import Shared, TableReading
from pipeline.backends.rules.values.prices import bare_price, parse_price
from pipeline.geometry import union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Evidence, Price, Sku

MIN_SIDE = 3


def is_price_grid(places: Sequence[Sequence[Cell]]) -> bool:
    """Whether sums with a currency, and nothing to order beside them, rise from row to row and from column to column: larger costs more.
    Capacities and loads do not."""
    if len(places) < MIN_SIDE or len(places[0]) < MIN_SIDE or any(_tells_more(cell) for row in places for cell in row):
        return False
    prices = [[bare_price(cell.text) for cell in row] for row in places]
    if not all(price is not None and price.currency for row in prices for price in row):
        return False
    sums = [[float(price.amount) for price in row if price is not None] for row in prices]
    return all(map(_rises, sums)) and all(map(_rises, zip(*sums, strict=True)))


def _tells_more(cell: Cell) -> bool:
    return len(cell.lines) != 1 or code_and_price(cell, is_whole=True) is not None


def _rises(sums: Sequence[float]) -> bool:
    return sums[0] < sums[-1] and all(one <= next_one for one, next_one in pairwise(sums))


def read_price_grid(table: Table, places: Sequence[Sequence[Cell]], shared: Shared) -> TableReading:
    """The one product that what stands over the grid names; without a name nothing is read."""
    reading = TableReading()
    found = {attribute.key: attribute for attribute in shared.attributes}
    if "model" not in found and "name" not in found:
        return reading
    found["price"] = price_in(places, table.page_number, shared.currency)
    for cell in table.cells:
        for line in cell.lines:
            reading.account(replace(cell, lines=(line,)), Disposition.USED, "table_cell")
    standard = tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found)
    reading.skus.append(
        Sku(
            page_number=table.page_number,
            box=union(attribute.evidence.box for attribute in standard if attribute.key in ("model", "name")),
            standard=standard,
            custom=tuple(attribute for key, attribute in found.items() if key not in STANDARD_ATTRIBUTES),
            method="table_price_grid",
            confidence=min(attribute.evidence.confidence for attribute in standard),
            source_text=" ".join(attribute.evidence.quote for attribute in standard),
        )
    )
    return reading


def price_in(places: Sequence[Sequence[Cell]], page_number: int, currency: str) -> Attribute:
    """The price of the smallest, with that of the largest as the end of its range."""
    first, last = places[0][0], places[-1][-1]
    least, most = (_price(cell, currency) for cell in (first, last))
    evidence = Evidence(page_number, first.text_box, first.text, LABELLED, more=((page_number, last.text_box),))
    return Attribute("price", least.amount, evidence, replace(least, range=(least.amount, most.amount)))


def _price(cell: Cell, currency: str) -> Price:
    price = parse_price(cell.text, currency=currency) if currency else bare_price(cell.text)
    assert price is not None, "only grids of prices are read"
    return price
