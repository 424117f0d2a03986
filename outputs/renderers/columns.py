"""SKUs as rows of a sheet: which columns there are, and what stands in each."""

from __future__ import annotations

import re
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

# A number as a spreadsheet would write it: what begins with a nought or is longer may be a code, and must not lose a digit.
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?")
_NAMES_A_CODE = re.compile(r"(?i)\b(?:code|no|nr|number|art|article|item|sku|ean|upc|gtin|barcode|ref|id)\b|号|编码|条码|貨號|編號")

Cell = str | Decimal | int | float | None


@dataclass(frozen=True, slots=True)
class Columns:
    """The sheet's columns; custom ones keep their printed names."""

    custom: tuple[str, ...]
    has_others: bool = False
    numeric: frozenset[str] = frozenset()

    @property
    def titles(self) -> list[str]:
        others = (OTHERS,) if self.has_others else ()
        return [*TEXT_COLUMNS, *PRICE_COLUMNS, *(_title(name) for name in self.custom), *others, *TAIL_COLUMNS]


def columns_of(pages: Iterable[Json]) -> Columns:
    """Custom columns in the order in which the catalog first names them. One is of numbers if all that stands in it are."""
    are_numbers: dict[str, bool] = {}
    for page in pages:
        for sku in page["skus"]:
            for name, value in sku["custom"].items():
                are_numbers[name] = are_numbers.get(name, True) and _PLAIN_NUMBER.fullmatch(str(value)) is not None
    numeric = frozenset(name for name, is_number in are_numbers.items() if is_number and not _NAMES_A_CODE.search(name))
    return Columns(tuple(are_numbers)[:MAX_CUSTOM_COLUMNS], has_others=len(are_numbers) > MAX_CUSTOM_COLUMNS, numeric=numeric)


def rows_of(pages: Iterable[Json], columns: Columns) -> Iterator[list[Cell]]:
    for page in pages:
        for sku in page["skus"]:
            yield row_of(page, sku, columns)


def row_of(page: Json, sku: Json, columns: Columns) -> list[Cell]:
    """Codes stay text as printed; amounts and columns of numbers are numbers."""
    price = sku["price"] or {}
    known = set(columns.custom)
    others = "; ".join(f"{name}: {value}" for name, value in sku["custom"].items() if name not in known)
    return [
        *(sku[key] for key in TEXT_COLUMNS),
        _number(price.get("amount")),
        price.get("currency") or None,
        price.get("raw") or None,
        *(_number(value) if name in columns.numeric else value for name in columns.custom for value in [sku["custom"].get(name)]),
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
