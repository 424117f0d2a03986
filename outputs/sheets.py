"""A page laid open for a person: the products read from it, each value with its place, each picture with what it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import BindingMethod, ImageRole
from pipeline.documents import attribute_texts

A4 = (595.0, 842.0)
LABELS: dict[str, str | Promise] = {
    "model": _("Model"),
    "name": _("Name"),
    "size": _("Size"),
    "material": _("Material"),
    "color": _("Colour"),
    "price": _("Price"),
}


@dataclass(frozen=True)
class Area:
    """A box as SVG draws it."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Value:
    """One attribute of a product: what it says and where that was read."""

    label: str
    text: str
    quote: str
    areas: tuple[Area, ...]


@dataclass(frozen=True)
class Link:
    """Why a picture belongs to a product, and how sure that is."""

    image_id: str
    title: str
    method: str
    confidence: float | None
    area: Area | None


@dataclass(frozen=True)
class Product:
    sku_id: str
    title: str
    values: tuple[Value, ...]
    confidence: float | None
    area: Area | None
    pictures: tuple[Link, ...]


@dataclass(frozen=True)
class Picture:
    image_id: str
    role: str
    pixel_size: str
    grade: str
    area: Area | None
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Sheet:
    """Everything of one page that can be pointed at."""

    number: int
    width: float
    height: float
    products: tuple[Product, ...]
    pictures: tuple[Picture, ...]


def sheet_of(document: Mapping[str, Any], *, number: int) -> Sheet:
    """From the page's neutral document; an empty one is a page that nobody has read yet."""
    width, height = document.get("size") or A4
    products = tuple(_product(sku, number) for sku in document.get("skus", ()))
    pictures = tuple(_picture(image, products) for image in document.get("images", ()))
    return Sheet(number, width, height, products, pictures)


def _product(sku: Mapping[str, Any], number: int) -> Product:
    values = tuple(_values(sku, number))
    title = sku.get("model") or sku.get("name") or sku["sku_id"]
    links = tuple(_link(entry, title, number) for entry in sku.get("images", ()))
    return Product(sku["sku_id"], title, values, sku.get("confidence"), _area(sku.get("bbox")), links)


def _values(sku: Mapping[str, Any], number: int) -> Iterator[Value]:
    evidence = sku.get("evidence") or {}
    for key, text in attribute_texts(sku).items():
        yield _value(str(LABELS[key]), text, evidence.get(key), number)
    for key, text in (sku.get("custom") or {}).items():
        yield _value(key, text, evidence.get(f"custom.{key}") or evidence.get(key), number)


def _value(label: str, text: str, entry: Mapping[str, Any] | None, number: int) -> Value:
    if entry is None:
        return Value(label, text, "", ())
    places = [entry, *entry.get("more", ())]
    areas = tuple(area for place in places if place["page"] == number and (area := _area(place["bbox"])))
    return Value(label, text, entry.get("quote") or "", areas)


def _link(entry: Mapping[str, Any], title: str, number: int) -> Link:
    method = entry.get("method")
    label = str(BindingMethod(method).label) if method in BindingMethod.values else (method or "")
    area = _area(entry.get("bbox")) if entry.get("page") == number else None
    return Link(entry["image_id"], title, label, entry.get("confidence"), area)


def _picture(image: Mapping[str, Any], products: Sequence[Product]) -> Picture:
    role, size = image.get("role"), image.get("pixel_size") or ()
    return Picture(
        image_id=image["image_id"],
        role=str(ImageRole(role).label) if role in ImageRole.values else "",
        pixel_size=" × ".join(map(str, size)),
        grade=image.get("quality_grade") or "",
        area=_area(image.get("bbox")),
        links=tuple(link for product in products for link in product.pictures if link.image_id == image["image_id"]),
    )


def _area(box: Sequence[float] | None) -> Area | None:
    if not box:
        return None
    left, top, right, bottom = box
    return Area(left, top, round(right - left, 2), round(bottom - top, 2))
