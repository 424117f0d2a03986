"""On real and generated catalogs: every value's quote stands in its box, and every word of a page is accounted for."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.document import Document
from pipeline.stages.extract import extract_page
from pipeline.stages.parse import parse_page
from tests.pipeline.proofs import told_without_proof, unproved
from tests.pipeline.sheets import XS, saved, table

CATALOGS = (
    "golden/dev/s1001-00-chromium-mix.pdf",
    "golden/dev/s1001-03-writer-zh.pdf",
    "golden/dev/s1001-04-reportlab-mix.pdf",
    "golden/dev/s1002-02-calc-en.pdf",
    "golden/dev/s1002-06-pymupdf-mix.pdf",
    "corpus/catalogs/sharanggupta--pricelist.pdf",
    "corpus/catalogs/rajccom--Water-Heaters.pdf",
    "corpus/catalogs/Meta-Team--MindVision MV-SUA134GC-T.pdf",
)


@pytest.mark.parametrize("name", CATALOGS, ids=[Path(name).stem for name in CATALOGS])
def test_every_value_is_printed_where_it_says(shared: Path, name: str) -> None:
    assert told_without_proof(shared / name) == []


@pytest.mark.slow
def test_every_value_of_every_catalog_is_printed_where_it_says(shared: Path) -> None:
    paths = sorted([*shared.glob("golden/dev/*.pdf"), *shared.glob("corpus/catalogs/*.pdf")])

    told = {path.name: told_without_proof(path) for path in paths}

    assert len(told) > 50
    assert {name: found for name, found in told.items() if found} == {}


def test_what_heads_tell_of_values_under_them_is_proved_by_their_places(tmp_path: Path) -> None:
    rows = [
        ("Item No.", "Length (mm)", "Width (mm)", "100 pcs", "500 pcs"),
        ("KT-801", "120", "40", "$2.10", "$1.80"),
        ("KT-802", "150", "45", "$2.60", "$2.20"),
        ("KT-803", "180", "50", "$3.10", "$2.70"),
    ]

    def draw(page: pymupdf.Page) -> None:
        table(page, rows, (*XS, 590.0), ruled=True)

    with Document(saved(tmp_path, draw)) as document:
        content = parse_page(document, 1)
    skus, _ = extract_page(content, Context(page_at={1: content}.get))

    assert [sku.get("size").value for sku in skus] == ["120 x 40mm", "150 x 45mm", "180 x 50mm"]  # type: ignore[union-attr]
    assert list(unproved(skus, {1: content})) == []
    tiers = [
        (place.text, box) for place in content.lines for _, box in skus[0].get("price").evidence.more if place.box.overlap_ratio(box) > 0.9
    ]  # type: ignore[union-attr]
    assert {text for text, _ in tiers} >= {"100 pcs", "500 pcs"}
