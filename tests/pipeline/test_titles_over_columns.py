"""Titles over several columns of figures, and heads that stand at two heights or come again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of

XS = (40, 110, 230, 320, 370, 420, 480)
GOODS = ("Bench", "Stool", "Shelf", "Rack", "Table", "Chest")


def _width(text: str) -> float:
    return float(pymupdf.get_text_length(text, fontname="hebo", fontsize=8))


def _sheet(page: pymupdf.Page, heads: Sequence[str], rows: Sequence[Sequence[str]], titles: Sequence[tuple[str, int, int]]) -> None:
    """A table without borders: labels at half the height of its head, those under a title in its foot, the titles over the middle of theirs."""
    under = {column for _, first, end in titles for column in range(first, end)}
    ends = [*XS[1:], 540]
    for column, head in enumerate(heads):
        put(page, XS[column], 112 if column in under else 107, head, size=8, font="hebo")
    for title, first, end in titles:
        middle = (XS[first] + ends[end - 1]) / 2
        put(page, middle - _width(title) / 2, 99, title, size=8, font="hebo")
    page.draw_line((40, 118), (540, 118), width=0.5)
    for number, row in enumerate(rows):
        for x, text in zip(XS, row, strict=False):
            put(page, x, 132 + 18 * number, text, size=8)


@pytest.mark.parametrize(
    ("title", "sides"),
    [("Medidas (cm)", ("An", "F", "Al")), ("Dimensions (cm)", ("W", "D", "H")), ("Maße (cm)", ("B", "T", "H"))],
)
def test_figures_under_a_title_for_sizes_are_sides(tmp_path: Path, title: str, sides: tuple[str, ...]) -> None:
    rows = [(f"KP-{n}07", name, "Steel", f"{n}1", f"{n}4", f"{n}8", f"{n}.50 EUR") for n, name in enumerate(GOODS, start=1)]
    heads = ("Ref.", "Artículo", "Material", *sides, "Precio")

    found = skus_of(saved(tmp_path, lambda page: _sheet(page, heads, rows, ((title, 3, 6),))))

    assert [(sku["name"], sku["size"], sku["price"]) for sku in found] == [
        (name, f"{n}1 x {n}4 x {n}8cm", f"{n}.50") for n, name in enumerate(GOODS, start=1)
    ]


@pytest.mark.parametrize(
    ("title", "heads"),
    [("Prezzi (EUR)", ("Netto", "Al pubblico")), ("Prix (EUR)", ("HT", "TTC")), ("Precios (EUR)", ("Neto", "PVP rec."))],
)
def test_sums_under_a_title_for_prices_are_what_is_paid_and_what_shops_ask(tmp_path: Path, title: str, heads: tuple[str, str]) -> None:
    rows = [
        (f"KP-{n}07", name, "Rosso", "6", f"{n}2,50" if n != 2 else "–", f"{n * 2}5,00" if n != 2 else "–")
        for n, name in enumerate(GOODS, start=1)
    ]

    found = skus_of(saved(tmp_path, lambda page: _sheet(page, ("Cod.", "Descrizione", "Colore", "PCB", *heads), rows, ((title, 4, 6),))))

    assert [sku.get("price") for sku in found] == [None if n == 2 else f"{n}2.50" for n in range(1, 7)]


def test_a_head_that_comes_again_begins_a_table_whatever_figures_it_has(tmp_path: Path) -> None:
    heads = ("Vexno", "Nimur", "Type 2 plug", "Sumba")

    def draw(page: pymupdf.Page) -> None:
        for block in range(2):
            top = 80 + 170 * block
            put(page, 40, top, ("Garden", "Office")[block], size=12)
            for x, text in zip(XS, heads, strict=False):
                put(page, x, top + 22, text, size=8)
            for n, name in enumerate(GOODS[3 * block : 3 * block + 3]):
                for x, text in zip(XS, (f"KP-{block}{n}7", name, "yes", f"£{n + 3}.50"), strict=False):
                    put(page, x, top + 40 + 18 * n, text, size=8)

    assert [sku["model"] for sku in skus_of(saved(tmp_path, draw))] == [f"KP-{block}{n}7" for block in range(2) for n in range(3)]


def test_words_under_a_label_for_articles_are_names_though_tables_under_titles_have_them_again(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for block, title in enumerate(("Cuisine", "Jardin")):
            top = 80 + 170 * block
            put(page, 40, top, title, size=12, font="hebo")
            for x, text in zip(XS, ("Réf.", "Article", "Couleur", "Prix EUR"), strict=False):
                put(page, x, top + 22, text, size=8, font="hebo")
            for n, name in enumerate(("Vase", "Coussin", "Tabouret", "Banc")):
                for x, text in zip(XS, (f"KP-{block}{n}7", name, "Rouge", f"{n + 3},50"), strict=False):
                    put(page, x, top + 40 + 18 * n, text, size=8)

    assert [sku["name"] for sku in skus_of(saved(tmp_path, draw))] == ["Vase", "Coussin", "Tabouret", "Banc"] * 2
