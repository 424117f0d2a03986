"""Goods that running text tells of, with their codes in brackets and their prices amid its sentences."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from pipeline.backends.base import Context
from pipeline.stages.extract import extract_page
from tests.pipeline.proofs import told_without_proof
from tests.pipeline.sheets import contents, saved

SIZE = 10.0
MILLS = (
    ("The classic *Alva pepper mill* (art. no. 4410-2) is turned from", "oak and costs $34.90. It measures 18 cm and holds 30 g."),
    ("For salt there is the *Alva salt mill* (art. no. 4410-", "3) in beech at $32.90."),
    ("The large *Embla table mill* (art. no. 4500-1) is made of", "walnut and costs $59.90 with its tray."),
)


def _row(page: pymupdf.Page, x: float, y: float, text: str) -> None:
    """One row; what stands between stars is bold."""
    for number, piece in enumerate(text.split("*")):
        font = "hebo" if number % 2 else "helv"
        page.insert_text((x, y), piece, fontsize=SIZE, fontname=font)
        x += pymupdf.get_text_length(piece, font, SIZE)


def _read(folder: Path, paragraphs: tuple[tuple[str, ...], ...]) -> list[dict[str, str]]:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), "Our mills", fontsize=16)
        for number, rows in enumerate(paragraphs):
            for place, text in enumerate(rows):
                _row(page, 50, 90 + 60 * number + 12 * place, text)
        page.insert_text((50, 300), "We have turned mills since 1954 and employ 25 people.", fontsize=SIZE)

    path = saved(folder, draw)
    assert told_without_proof(path) == []
    content = contents(path)[1]
    skus, _ = extract_page(content, Context())
    return [{a.key: a.price.amount if a.price else a.value for a in (*sku.standard, *sku.custom)} for sku in skus]


def test_running_text_tells_names_codes_and_prices_of_several_goods(tmp_path: Path) -> None:
    assert _read(tmp_path, MILLS) == [
        {"model": "4410-2", "name": "Alva pepper mill", "price": "34.90"},
        {"model": "4410-3", "name": "Alva salt mill", "price": "32.90"},
        {"model": "4500-1", "name": "Embla table mill", "price": "59.90"},
    ]


def test_goods_told_in_one_paragraph_have_each_the_sum_before_the_next(tmp_path: Path) -> None:
    one = tuple(row for rows in MILLS for row in rows)

    assert [(sku["name"], sku["price"]) for sku in _read(tmp_path, (one,))] == [
        ("Alva pepper mill", "34.90"),
        ("Alva salt mill", "32.90"),
        ("Embla table mill", "59.90"),
    ]


def test_text_with_two_sums_for_one_code_prices_nothing(tmp_path: Path) -> None:
    open_ended = tuple((first, f"{second} With a stand it costs $80.00.") for first, second in MILLS)

    assert not any(sku.get("model", "").startswith(("4410", "4500")) for sku in _read(tmp_path, open_ended))
