"""What is printed: products, pictures and pages, and the truth document made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any

Json = dict[str, Any]
Box = tuple[float, float, float, float]


class Role(StrEnum):
    """What a picture is for, as the data dictionary names it."""

    MAIN = "PRODUCT_MAIN"
    DETAIL = "DETAIL"
    SCENE = "SCENE"
    LOGO = "LOGO"
    DECORATION = "DECORATION"
    SIZE_CHART = "SIZE_CHART"


@dataclass(frozen=True, slots=True)
class Price:
    """A printed price; `others` are further amounts of tiers or portions, each of which is as right."""

    amount: Decimal
    currency: str
    raw: str
    others: tuple[Decimal, ...] = ()

    def document(self) -> Json:
        found: Json = {"amount": float(self.amount), "currency": self.currency, "raw": self.raw}
        if self.others:
            found["accept"] = [float(amount) for amount in (self.amount, *self.others)]
        return found


@dataclass(frozen=True, slots=True)
class Product:
    """One SKU with nothing but what stands on its page."""

    model: str = ""
    name: str = ""
    size: str = ""
    material: str = ""
    color: str = ""
    price: Price | None = None
    custom: Mapping[str, str] = field(default_factory=dict)
    images: tuple[str, ...] = ()
    alt: Mapping[str, Sequence[str]] = field(default_factory=dict)
    optional: tuple[str, ...] = ()

    def document(self, number: str) -> Json:
        texts = {key: getattr(self, key) for key in ("model", "name", "size", "material", "color")}
        found: Json = {"id": number, **{key: value for key, value in texts.items() if value}}
        if self.price is not None:
            found["price"] = self.price.document()
        found |= {"custom": dict(self.custom), "images": list(self.images)}
        if self.alt:
            found["alt"] = {key: list(values) for key, values in self.alt.items()}
        if self.optional:
            found["optional"] = list(self.optional)
        return found


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """A picture where the producer put it, in points of the page as displayed."""

    key: str
    role: Role
    box: Box

    def document(self) -> Json:
        return {"key": self.key, "role": self.role.value, "bbox": [round(edge, 2) for edge in self.box]}


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a kind says about the page it draws, beside the products on it."""

    kind: str
    page_type: str
    layout_type: str
    ok_types: tuple[str, ...] = ()
    ok_layouts: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    is_blank: bool = False

    def document(self) -> Json:
        accepted = {"page_type": list(self.ok_types), "layout_type": list(self.ok_layouts)}
        return {
            "kind": self.kind,
            "page_type": self.page_type,
            "layout_type": self.layout_type,
            "ok": {key: values for key, values in accepted.items() if values},
            "traits": list(self.traits),
            "blank": self.is_blank,
        }


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A finished page: its facts, its size, its products, and its pictures where they ended up."""

    facts: PageFacts
    size: tuple[float, float]
    products: tuple[Product, ...]
    pictures: tuple[PlacedPicture, ...]


@dataclass(frozen=True, slots=True)
class DrawnCatalog:
    """A PDF with its truth."""

    name: str
    producer: str
    lang: str
    domain: str
    pdf: bytes
    pages: tuple[DrawnPage, ...]

    def truth(self) -> Json:
        return {
            "pdf": f"{self.name}.pdf",
            "set": "drawn",
            "producer": self.producer,
            "lang": self.lang,
            "domain": self.domain,
            "pages": [self._page(number, page) for number, page in enumerate(self.pages, 1)],
            "cross_page": [],
        }

    def _page(self, number: int, page: DrawnPage) -> Json:
        return {
            "page": number,
            "size": [round(side, 2) for side in page.size],
            "rotate": 0,
            "producer": self.producer,
            **page.facts.document(),
            "skus": [product.document(f"p{number}-{index}") for index, product in enumerate(page.products, 1)],
            "images": [picture.document() for picture in page.pictures],
        }
