"""SKUs as rows of a sheet: which columns there are, and what stands in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from pipeline.documents import Json

TEXT_COLUMNS = ("model", "name", "size", "material", "color")
PRICE_COLUMNS = ("price", "currency", "price_text")
TAIL_COLUMNS = ("page", "confidence", "status", "images", "sku_id")
# Spreadsheets grow unreadable beyond this; what is over stands together in one column.
MAX_CUSTOM_COLUMNS = 120
OTHERS = "other attributes"

Cell = str | Decimal | int | float | None


@dataclass(frozen=True, slots=True)
class Columns:
    """The sheet's columns; custom ones keep their printed names."""

    custom: tuple[str, ...]
    has_others: bool = False

    @property
    def titles(self) -> list[str]:
        others = (OTHERS,) if self.has_others else ()
        return [*TEXT_COLUMNS, *PRICE_COLUMNS, *(_title(name) for name in self.custom), *others, *TAIL_COLUMNS]


def columns_of(pages: Iterable[Json]) -> Columns:
    """Custom columns in the order in which the catalog first names them."""
    names: dict[str, None] = {}
    for page in pages:
        for sku in page["skus"]:
            names.update(dict.fromkeys(sku["custom"]))
    return Columns(tuple(names)[:MAX_CUSTOM_COLUMNS], has_others=len(names) > MAX_CUSTOM_COLUMNS)


def rows_of(pages: Iterable[Json], columns: Columns) -> Iterator[list[Cell]]:
    for page in pages:
        for sku in page["skus"]:
            yield row_of(page, sku, columns)


def row_of(page: Json, sku: Json, columns: Columns) -> list[Cell]:
    """Codes stay text as printed; the price's amount is a number."""
    price = sku["price"] or {}
    known = set(columns.custom)
    others = "; ".join(f"{name}: {value}" for name, value in sku["custom"].items() if name not in known)
    return [
        *(sku[key] for key in TEXT_COLUMNS),
        _number(price.get("amount")),
        price.get("currency") or None,
        price.get("raw") or None,
        *(sku["custom"].get(name) for name in columns.custom),
        *([others or None] if columns.has_others else []),
        page["page"],
        sku["confidence"],
        sku["status"],
        " ".join(image["image_id"] for image in sku["images"]) or None,
        sku["sku_id"],
    ]


def _number(amount: str | None) -> Cell:
    """A decimal where the amount is one; else the text, rather than nothing."""
    if not amount:
        return None
    try:
        return Decimal(amount)
    except InvalidOperation:
        return amount


def _title(name: str) -> str:
    """A printed name that is also a column of ours is told apart."""
    return f"{name} (printed)" if name in (*TEXT_COLUMNS, *PRICE_COLUMNS, *TAIL_COLUMNS, OTHERS) else name
