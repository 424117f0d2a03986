"""The drawn catalogs themselves: their truth is complete, printed, and right by its own measure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from configs.golden import Scored, score
from configs.golden_matching import folded
from tests.golden.drawing.catalogs import draw_set, draw_workbooks
from tests.golden.drawing.truth import DrawnCatalog, Product
from tests.golden.drawing.workbooks import LibreOfficeMissing

TEXTS = ("model", "name", "size", "material", "color")
RATES = ("sku_f1", "attribute_f1", "exact_sku_rate", "price_exact", "binding_accuracy", "page_type_accuracy", "blank_accuracy")


def test_truth_as_prediction_is_perfect(written: list[DrawnCatalog]) -> None:
    report = score(Scored(catalog.truth(), _as_result(catalog.truth())) for catalog in written)

    assert {rate: report["overall"][rate] for rate in RATES} == dict.fromkeys(RATES, 1.0)


def test_every_true_value_is_printed_on_its_page(written: list[DrawnCatalog]) -> None:
    missing = [f"{catalog.name} page {number}: {value}" for catalog in written for number, value in _unprinted(catalog)]

    assert missing == []


def test_pages_and_pictures_are_where_the_truth_has_them(written: list[DrawnCatalog]) -> None:
    for catalog in written:
        with pymupdf.open("pdf", catalog.pdf) as document:
            assert len(document) == len(catalog.pages)
            for page, drawn in zip(document, catalog.pages, strict=True):
                assert tuple(page.rect)[2:] == pytest.approx(drawn.size, abs=1)
                found = [info["bbox"] for info in page.get_image_info()]
                for picture in drawn.pictures:
                    assert any(box == pytest.approx(picture.box, abs=1.5) for box in found), f"{catalog.name}: {picture.key}"


def test_a_seed_draws_the_same_truth_again() -> None:
    once, again = (next(draw_set(seeds=[7], names=["spares"])) for _ in range(2))

    assert once.truth() == again.truth()
    assert once.pdf == again.pdf


def test_seeds_differ() -> None:
    first, second = draw_set(seeds=[1, 2], names=["spares"])

    assert first.truth()["pages"][0]["skus"] != second.truth()["pages"][0]["skus"]


def test_workbooks_say_that_libreoffice_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(LibreOfficeMissing):
        next(draw_workbooks(seeds=[1]))


def _unprinted(catalog: DrawnCatalog) -> Iterator[tuple[int, str]]:
    with pymupdf.open("pdf", catalog.pdf) as document:
        for number, (page, drawn) in enumerate(zip(document, catalog.pages, strict=True), 1):
            text = folded(page.get_text())
            for product in drawn.products:
                for accepted in _values(product):
                    if not any(_is_printed(value, text) for value in accepted):
                        yield number, accepted[0]


def _values(product: Product) -> Iterator[list[str]]:
    """Each value with what is accepted instead."""
    for key in TEXTS:
        if value := getattr(product, key):
            yield [value, *product.alt.get(key, ())]
    if product.price is not None:
        yield [product.price.raw]
    yield from ([value] for value in product.custom.values())


def _is_printed(value: str, text: str) -> bool:
    """As a whole or, where a cell wraps, word by word."""
    return folded(value) in text or all(folded(word) in text for word in value.split())


def _as_result(truth: dict[str, Any]) -> dict[str, Any]:
    pages = []
    for page in truth["pages"]:
        boxes = {image["key"]: image["bbox"] for image in page["images"]}
        skus = [{**sku, "images": [{"bbox": boxes[key]} for key in sku["images"]]} for sku in page["skus"]]
        pages.append({**page, "skus": skus, "confidence": 1.0, "failures": []})
    return {"pages": pages}
