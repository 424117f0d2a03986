"""Catalogs with known truth, run through the pipeline: each SKU with its features and whether it is right. For calibration and its check."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from pipeline.backends.base import Context
from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.features import Features, page_features, sku_features
from pipeline.options import Options
from pipeline.pictures.cutouts import cut_outs
from pipeline.records import PageClass, PageContent, ReceiptEntry, Sku
from pipeline.stages.classify import classify_page
from pipeline.stages.extract import extract_page
from pipeline.stages.validate import validate_page

STANDARD = ("model", "name", "size", "material", "color", "price")
HELD_OUT = ("s1004",)
FIRST_SIGHT = Path(__file__).parent / "first_sight.json"
DRAWN = ".truth.json"


@dataclass(frozen=True, slots=True)
class Sample:
    """One SKU, or one page, of a catalog with truth."""

    catalog: str
    page: int
    features: Features
    is_right: bool


@dataclass(frozen=True, slots=True)
class ReadPage:
    number: int
    content: PageContent
    page_class: PageClass
    skus: tuple[Sku, ...]
    entries: tuple[ReceiptEntry, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """Where a catalog and its truth lie; `is_real` tells hand-read ones from generated ones."""

    name: str
    pdf: Path
    truth: Path
    is_real: bool

    @property
    def is_held_out(self) -> bool:
        return self.name.startswith(HELD_OUT)


def find_truths(shared: Path, others: Sequence[Path] = ()) -> list[Truth]:
    """All catalogs with truth under the shared folder, and those of other folders: drawn ones beside their truth, or truths of catalogs there."""
    found = drawn_truths(shared / "golden/dev")
    for folder in (shared / "corpus/truth", *others):
        found += [_real(path, shared) for path in sorted(folder.glob("*.json")) if not path.name.endswith(DRAWN)]
    return found + [truth for folder in others for truth in drawn_truths(folder)]


def drawn_truths(folder: Path) -> list[Truth]:
    """The catalogs of a folder that have their truth beside them."""
    names = [path.name.removesuffix(DRAWN) for path in sorted(folder.glob(f"*{DRAWN}"))]
    return [Truth(name, folder / f"{name}.pdf", folder / f"{name}{DRAWN}", is_real=False) for name in names]


def _real(path: Path, shared: Path) -> Truth:
    known = json.loads(path.read_text(encoding="utf-8"))
    return Truth(path.stem, shared / "corpus/catalogs" / Path(known["file"]).name, path, is_real=True)


def samples(truth: Truth, shared: Path, *, use_ocr: bool) -> tuple[list[Sample], list[Sample]]:
    """SKUs and pages of one catalog, judged."""
    scorer = _scorer(shared / ("corpus" if truth.is_real else "golden") / "score.py")
    known = json.loads(truth.truth.read_text(encoding="utf-8"))
    pages = list(_read(truth.pdf, _numbers(known), use_ocr=use_ocr))
    right = _right_real(known, pages, scorer) if truth.is_real else _right_golden(known, pages, scorer)
    types = _page_types(known)
    skus, whole = [], []
    for page in pages:
        judged = [right[page.number, index] for index in range(len(page.skus))]
        for features, is_right in zip(sku_features(page.content, page.skus, page.entries), judged, strict=True):
            skus.append(Sample(truth.name, page.number, features, is_right))
        type_right = page.page_class.page_type in types[page.number]
        features = page_features(page.content, page.page_class, page.skus, page.entries)
        whole.append(Sample(truth.name, page.number, features, type_right and all(judged)))
    return skus, whole


def first_sight(kind: str) -> list[Sample]:
    """SKUs or pages (`sku`, `page`) of catalogs as they were read before anybody had looked at their kind: what an unknown catalog is like."""
    kept = json.loads(FIRST_SIGHT.read_text(encoding="utf-8"))[kind]
    return [
        Sample(f"new/{catalog}", page, dict(zip(kept["names"], values, strict=True)), bool(is_right))
        for catalog, page, is_right, *values in kept["rows"]
    ]


def _numbers(known: dict[str, Any]) -> list[int]:
    pages = known["pages"]
    return sorted(int(number) for number in pages) if isinstance(pages, dict) else [page["page"] for page in pages]


def _page_types(known: dict[str, Any]) -> dict[int, list[str]]:
    pages = known["pages"]
    if isinstance(pages, dict):
        return {int(number): [page["page_type"], *page.get("alt_page_type", [])] for number, page in pages.items()}
    return {page["page"]: [page["page_type"], *page["ok"].get("page_type", [])] for page in pages}


def _read(pdf: Path, numbers: Sequence[int], *, use_ocr: bool) -> Iterator[ReadPage]:
    options = Options(use_ocr=use_ocr, keep_image_data=False)
    with Document(pdf) as document:
        contents = PageContents(document, options)
        for number in numbers:
            content = contents.read(number).content
            look_back = partial(contents.looked_back_at, by=number)
            skus, entries = extract_page(content, Context(options=options, page_at=look_back, cut_outs=partial(cut_outs, document)))
            valid = validate_page(content, skus, options, entries)
            yield ReadPage(number, content, classify_page(content, valid), valid, entries)


def _scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"score_{path.parent.name}", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _as_result(sku: Sku) -> dict[str, Any]:
    values: dict[str, Any] = {attribute.key: attribute.value for attribute in sku.standard}
    price = sku.get("price")
    if price is not None and price.price is not None:
        values["price"] = {"amount": price.price.amount, "currency": price.price.currency}
    return {**values, "custom": {attribute.key: attribute.value for attribute in sku.custom}}


def _right_golden(known: dict[str, Any], pages: Sequence[ReadPage], scorer: ModuleType) -> dict[tuple[int, int], bool]:
    """A generated SKU is right if it is matched and every printed standard attribute is equal."""
    expected = [(page["page"], sku) for page in known["pages"] for sku in page["skus"]]
    places = [(page.number, index) for page in pages for index in range(len(page.skus))]
    found = [(page.number, _as_result(sku)) for page in pages for sku in page.skus]
    verdict = dict.fromkeys(places, False)
    for want, got in scorer.match(expected, found).items():
        sku, other = expected[want][1], found[got][1]
        keys = [key for key in STANDARD if scorer.has(sku, key) and not _is_continued(pages, places[got])]
        verdict[places[got]] = all(scorer.has(other, key) and scorer.same(key, sku, other) for key in keys)
    for place in places:
        verdict[place] |= _is_continued(pages, place)
    return verdict


def _is_continued(pages: Sequence[ReadPage], place: tuple[int, int]) -> bool:
    """Half of a product whose other half stands on the next page is joined to it later."""
    page = next(page for page in pages if page.number == place[0])
    return page.skus[place[1]].method == "hero_continued"


def _right_real(known: dict[str, Any], pages: Sequence[ReadPage], scorer: ModuleType) -> dict[tuple[int, int], bool]:
    """A hand-read SKU is right if it is matched and its printed price, size, colour and material are."""
    verdict = {(page.number, index): False for page in pages for index in range(len(page.skus))}
    for page in pages:
        expected = known["pages"][str(page.number)].get("skus", [])
        found = [_as_result(sku) for sku in page.skus]
        pairs, _, _ = scorer.match(expected, found)
        for want, got in pairs:
            sku, other = expected[want], found[got]
            same = all(scorer.norm(other.get(key)) in scorer.accepted(sku, key) for key in ("size", "color", "material") if sku.get(key))
            priced = not sku.get("price") or bool(scorer.amounts(sku["price"]) & scorer.amounts((other.get("price") or {}).get("amount")))
            verdict[page.number, got] = same and priced
    return verdict
