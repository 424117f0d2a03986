"""Validity (SPEC 12), granularity (SPEC 17) and confidence of SKUs."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from pipeline.backends.base import Context, Reading
from pipeline.confidence import NAME_ONLY_LIMIT, THIN_LIMIT, page_confidence, sku_confidences
from pipeline.geometry import Box
from pipeline.options import Granularity, Options, ValidityMode
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Evidence, PageClass, PageContent, Price, Sku
from pipeline.stages.extract import read_page
from pipeline.stages.validate import judge, validate_page
from tests.pipeline.drawn import Sheet


@pytest.fixture
def content(tmp_path: Path) -> PageContent:
    return Sheet().text(50, 80, "Chairs", size=20).content(tmp_path)


def make_sku(**values: str) -> Sku:
    def attribute(key: str, value: str) -> Attribute:
        price = Price(value, "USD", value) if key == "price" else None
        return Attribute(key, value, Evidence(1, Box(0, 0, 10, 10), value, 0.95), price)

    return Sku(1, Box(0, 0, 10, 10), tuple(attribute(key, values[key]) for key in STANDARD_ATTRIBUTES if key in values), method="card")


@pytest.mark.parametrize(
    ("values", "strict", "lenient"),
    [
        ({"model": "A-100"}, "PARTIAL", "VALIDATED"),
        ({"model": "A-100", "price": "5.00"}, "VALIDATED", "VALIDATED"),
        ({"name": "Chair"}, "INVALID", "INVALID"),
        ({"name": "Chair", "price": "5.00"}, "PARTIAL", "VALIDATED"),
        ({"name": "Chair", "price": "5.00", "size": "30 cm"}, "VALIDATED", "VALIDATED"),
        ({"price": "5.00", "size": "30 cm"}, "INVALID", "INVALID"),
        ({}, "INVALID", "INVALID"),
    ],
)
def test_identity_decides_and_strict_wants_one_more(values: dict[str, str], strict: str, lenient: str) -> None:
    sku = make_sku(**values)

    assert judge(sku, ValidityMode.STRICT).status == strict
    assert judge(sku, ValidityMode.LENIENT).status == lenient
    assert judge(sku, ValidityMode.STRICT).validity == ("valid" if strict == "VALIDATED" else "invalid")


def test_price_of_nothing_is_a_fault() -> None:
    assert "price_not_positive" in judge(make_sku(model="A-100", price="0.00"), ValidityMode.STRICT).errors


@pytest.mark.parametrize(
    ("granularity", "expected"),
    [
        (Granularity.MODEL, [("Black / White", "S / M")]),
        (Granularity.MODEL_COLOR, [("Black", "S / M"), ("White", "S / M")]),
        (Granularity.MODEL_COLOR_SIZE, [("Black", "S"), ("Black", "M"), ("White", "S"), ("White", "M")]),
    ],
)
def test_variants_become_skus_as_the_profile_wants(content: PageContent, granularity: Granularity, expected: list[tuple[str, str]]) -> None:
    rows = [make_sku(model="T-10", color=color, size=size) for color, size in itertools.product(("Black", "White"), ("S", "M"))]

    found = validate_page(content, rows, Options(granularity=granularity))

    shown = [(color.value, size.value) for sku in found if (color := sku.get("color")) and (size := sku.get("size"))]
    assert shown == expected


def test_merged_values_keep_all_their_boxes(content: PageContent) -> None:
    rows = [make_sku(model="T-10", size=size) for size in ("S", "M", "L")]

    (sku,) = validate_page(content, rows, Options())

    size = sku.get("size")
    assert size is not None
    assert len(size.evidence.more) == 2


def test_rows_with_codes_of_their_own_stay_apart(content: PageContent) -> None:
    rows = [make_sku(model=f"T-1{size}", size=size) for size in ("S", "M", "L")]

    assert len(validate_page(content, rows, Options(granularity=Granularity.MODEL))) == 3


def test_other_price_is_another_sku(content: PageContent) -> None:
    rows = [make_sku(model="T-10", size="S", price="5.00"), make_sku(model="T-10", size="M", price="6.00")]

    assert len(validate_page(content, rows, Options(granularity=Granularity.MODEL))) == 2


def test_printed_list_is_parted_only_where_each_size_is_a_sku(content: PageContent) -> None:
    sku = make_sku(model="T-10", color="Black/White", size="S, M")

    assert len(validate_page(content, [sku], Options())) == 1
    assert len(validate_page(content, [sku], Options(granularity=Granularity.MODEL_COLOR_SIZE))) == 4


def test_name_alone_is_never_sure(content: PageContent) -> None:
    skus = [make_sku(name=f"Chair {letter}") for letter in "ABCDEF"]

    assert max(sku_confidences(content, skus)) <= NAME_ONLY_LIMIT


def test_a_code_and_a_name_with_nothing_beside_them_are_never_sure(content: PageContent) -> None:
    woods = ("Oak", "Ash", "Elm", "Pine", "Beech", "Larch", "Cherry", "Walnut")
    thin = [make_sku(model=f"A-10{number}", name=f"{wood} chair") for number, wood in enumerate(woods)]
    told = [make_sku(model=f"A-10{number}", name=f"{wood} chair", price="5.00") for number, wood in enumerate(woods)]

    assert max(sku_confidences(content, thin)) <= THIN_LIMIT < min(sku_confidences(content, told))


def test_priced_rows_with_codes_are_surer_than_names(content: PageContent) -> None:
    coded = [make_sku(model=f"A-10{number}", name=f"Chair {number}", price="5.00") for number in range(6)]
    named = [make_sku(name=f"Chair {number}", size="30 cm") for number in range(6)]

    assert min(sku_confidences(content, coded)) > max(sku_confidences(content, named))


def test_page_is_a_probability(content: PageContent) -> None:
    skus = validate_page(content, [make_sku(model="A-100", price="5.00")], Options())

    assert 0.0 < page_confidence(content, PageClass("B", "L2", 0.9), skus) < 1.0
    assert 0.0 < page_confidence(content, PageClass("C", "L3", 0.9), ()) < 1.0


@pytest.mark.parametrize(
    ("values", "is_product"),
    [
        ({"model": "Artikel-Nr.", "name": "Sechskantmutter"}, False),
        ({"model": "Style", "name": "Description", "price": "12.00"}, False),
        ({"name": "Trade price", "price": "4.90"}, False),
        ({"name": "Cover", "price": "4.90"}, True),
        ({"model": "A-100", "name": "Item", "price": "4.90"}, True),
    ],
)
def test_heads_of_tables_are_no_products(content: PageContent, values: dict[str, str], is_product: bool) -> None:
    def reader(page: PageContent, before: Reading, context: Context) -> Reading:
        return Reading(skus=(make_sku(**values),), rest=before.rest)

    assert bool(read_page(content, Context(), [reader]).skus) is is_product
