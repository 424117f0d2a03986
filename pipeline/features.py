"""What speaks for and against a SKU and a page: figures from 0 up, weighed by `pipeline/confidence.py`.

Three things are asked of a SKU: what it tells and in which form, whether it is like its neighbours, and what of the page nobody understood.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import is_code, is_size
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.geometry import Tiles
from pipeline.quoted import quoted_on
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Line, PageClass, PageContent, ReceiptEntry, Sku, TextSource

AMONG = 0.5
LONG_NAME_CHARS, LONG_NAME_WORDS = 60, 9
# Said of prices that hold no more: left on purpose.
PASSED_BY = frozenset({"struck_out"})
DOUBTFUL = (Disposition.IN_REVIEW, Disposition.FAILED)
HAS = tuple((key, f"has_{key}") for key in STANDARD_ATTRIBUTES)

Features = dict[str, float]
Shape = tuple[str, ...]
# The standard attributes of a SKU by their keys, which every question below asks for.
Standard = Mapping[str, Attribute]


def sku_features(content: PageContent, skus: Sequence[Sku], entries: Sequence[ReceiptEntry] = ()) -> list[Features]:
    """What speaks for and against each SKU of a page."""
    page = _Page.of(content, skus, entries)
    told = [(sku, {attribute.key: attribute for attribute in sku.standard}) for sku in skus]
    return [
        {"bias": 1.0, **_told(sku), **_forms(sku, own), **_beside_others(sku, own, page), **_left_by(sku, own, page)} for sku, own in told
    ]


def page_features(content: PageContent, page_class: PageClass, skus: Sequence[Sku], entries: Sequence[ReceiptEntry] = ()) -> Features:
    confidences = [sku.confidence for sku in skus]
    return {
        "bias": 1.0,
        "class": page_class.confidence,
        "is_empty": float(not skus),
        "mean_sku": sum(confidences) / len(confidences) if confidences else 0.0,
        "least_sku": min(confidences, default=0.0),
        "in_review": review_share(entries),
        "is_ocr": float(content.text_source is TextSource.OCR),
        "many": math.log1p(len(skus)),
    }


def review_share(entries: Sequence[ReceiptEntry]) -> float:
    """How much of the page's text nobody could explain."""
    texts = [entry for entry in entries if entry.kind == "text"]
    doubtful = _letters([entry for entry in texts if entry.disposition in DOUBTFUL])
    return doubtful / max(_letters(texts), 1)


@dataclass(frozen=True, slots=True)
class _Page:
    """What is asked of the page once for all its SKUs: how often things are said, and what no value quotes."""

    count: int
    shapes: Counter[Shape]
    models: Counter[str]
    names: Counter[str]
    priced_share: float
    is_ocr: bool
    in_review: float
    passed_over: float
    left: Counter[ValueKind]
    unread: Tiles[ReceiptEntry]

    @classmethod
    def of(cls, content: PageContent, skus: Sequence[Sku], entries: Sequence[ReceiptEntry]) -> _Page:
        texts = [entry for entry in entries if entry.kind == "text" and entry.rule not in PASSED_BY]
        quoted = quoted_on(content, skus)
        left = [entry for entry in texts if not quoted.covers(entry.box)]
        return cls(
            count=len(skus),
            shapes=Counter(map(_shape, skus)),
            models=Counter(model.value for sku in skus if (model := sku.get("model")) is not None),
            names=Counter(name.value for sku in skus if (name := sku.get("name")) is not None),
            priced_share=sum(sku.get("price") is not None for sku in skus) / max(len(skus), 1),
            is_ocr=content.text_source is TextSource.OCR,
            in_review=review_share(entries),
            passed_over=_letters([entry for entry in left if entry.disposition is not Disposition.USED]) / max(_letters(content.lines), 1),
            left=Counter(kind_of(entry.text) for entry in left),
            unread=Tiles((entry.box, entry) for entry in texts if entry.disposition is Disposition.IN_REVIEW),
        )


def _letters(texts: Iterable[Line | ReceiptEntry]) -> int:
    return sum([len(text.text) for text in texts])


def _told(sku: Sku) -> Features:
    """Which attributes it has, how they were read, and how sure the least of them is."""
    keys = set(_shape(sku))
    certainties = [attribute.evidence.confidence for attribute in (*sku.standard, *sku.custom)] or [0.0]
    return {
        **{name: float(key in keys) for key, name in HAS},
        "is_table": float(sku.method.startswith("table")),
        "is_list": float(sku.method in ("prose", "price_list")),
        "name_only": float(keys <= {"name"}),
        "model_only": float(keys == {"model"}),
        "is_thin": float(keys == {"model", "name"} and not sku.custom),
        "least_certain": min(certainties),
    }


def _forms(sku: Sku, own: Standard) -> Features:
    """Values that do not look like what they were taken for, though a label or a column may vouch for them."""
    model, name, size, material, color, price = map(own.get, STANDARD_ATTRIBUTES)
    is_bare = price is not None and price.price is not None and not price.price.currency
    return {
        "bare_price": float(is_bare and not sku.method.startswith("table")),
        "no_currency": float(is_bare),
        "odd_name": _oddity(name.value) if name is not None else 0.0,
        "model_without_figures": float(model is not None and not any(map(str.isdigit, model.value))),
        "model_in_figures": float(model is not None and model.value.isdigit()),
        "odd_model": float(model is not None and not is_code(model.value)),
        "odd_size": float(size is not None and not is_size(size.value)),
        "odd_material": float(material is not None and not is_material(material.value)),
        "odd_color": float(color is not None and not names_color(color.value)),
    }


def _beside_others(sku: Sku, own: Standard, page: _Page) -> Features:
    """Whether it is told like its neighbours: who repeats a name has often been given a title's, who lacks a price alone has lost it."""
    model, name = own.get("model"), own.get("name")
    return {
        "alike": page.shapes[_shape(sku)] / page.count,
        "alone": float(page.count == 1),
        "price_missing": page.priced_share if "price" not in own else 0.0,
        "model_twice": float(model is not None and page.models[model.value] > 1),
        "name_shared": float(name is not None and page.names[name.value] > 1),
    }


def _left_by(sku: Sku, own: Standard, page: _Page) -> Features:
    """What nobody understood: on the page, among the SKU's own text, and values it lacks that were left or taken for something else."""
    lacks = {key for key in ("model", "size", "color", "price") if key not in own}
    others = {kind_of(attribute.value) for attribute in sku.custom}
    return {
        "is_ocr": float(page.is_ocr),
        "in_review": page.in_review,
        "passed_over": page.passed_over,
        "unread": _unread_share(sku, page.unread),
        "codes_left": min(1.0, page.left[ValueKind.CODE] / page.count) if "model" in lacks else 0.0,
        "prices_left": min(1.0, page.left[ValueKind.PRICE] / page.count) if "price" in lacks else 0.0,
        "size_elsewhere": float("size" in lacks and ValueKind.SIZE in others),
        "color_elsewhere": float("color" in lacks and ValueKind.COLOR in others),
    }


def _unread_share(sku: Sku, unread: Tiles[ReceiptEntry]) -> float:
    """How much of what stands among the SKU's own text nobody could explain."""
    left = sum(len(entry.text) for entry in unread.around(sku.box) if entry.box.overlap_ratio(sku.box) > AMONG)
    told = sum([len(attribute.evidence.quote) for attribute in (*sku.standard, *sku.custom)])
    return left / max(left + told, 1)


def _shape(sku: Sku) -> Shape:
    return tuple([attribute.key for attribute in sku.standard])


def _oddity(name: str) -> float:
    """Names are words of moderate length; figures, labels with colons and whole sentences are not."""
    letters = sum(map(str.isalpha, name))
    too_long = len(name) > LONG_NAME_CHARS or len(name.split()) > LONG_NAME_WORDS
    return float(too_long) + float(letters < 0.5 * len(name.replace(" ", ""))) + float(":" in name or "：" in name) + float(len(name) < 2)
