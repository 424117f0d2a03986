"""Heads of several rows whose cells reach deep, letters of drawings among them, and what stands in the columns under them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import Rows, put, saved, skus_of, table


def _cell(page: pymupdf.Page, x: float, y: float, right: float, foot: float, text: str) -> None:
    page.draw_rect(pymupdf.Rect(x, y, right, foot), width=0.5)
    put(page, x + 3, (y + foot) / 2 + 3, text)


def test_what_stands_beside_deep_cells_of_a_head_is_part_of_it(tmp_path: Path) -> None:
    xs = (40, 140, 240, 310, 380, 480)

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Hex screws DIN 933", size=14)
        for column, text in ((0, "Part no."), (3, "Pack")):
            _cell(page, xs[column], 100, xs[column + 1], 148, text)
        for column, upper, lower in ((1, "Size", "d x l"), (2, "k", "mm")):
            _cell(page, xs[column], 100, xs[column + 1], 116, upper)
            _cell(page, xs[column], 116, xs[column + 1], 148, lower)
        for row, text in enumerate(("Price", "EUR per", "100 pcs")):
            _cell(page, xs[4], 100 + 16 * row, xs[5], 116 + 16 * row, text)
        rows = [(f"0933.05.0{n}0", f"M5 x {n}0", "3.5", "500", f"4.{n}8") for n in range(1, 6)]
        table(page, rows, xs, y=148, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["size"], sku["price"]) for sku in found] == [
        (f"0933.05.0{n}0", f"M5 x {n}0", f"4.{n}8") for n in range(1, 6)
    ]


def test_letters_of_a_drawing_head_columns_beside_versions(tmp_path: Path) -> None:
    xs = (40, 100, 150, 200, 290, 350, 440, 500)

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Hex nuts DIN 934", size=14)
        for column, text in enumerate(("Size", "s", "m")):
            _cell(page, xs[column], 100, xs[column + 1], 136, text)
        for column, text in ((3, "Stainless steel A2"), (5, "Stainless steel A4")):
            _cell(page, xs[column], 100, xs[column + 2], 118, text)
            _cell(page, xs[column], 118, xs[column + 1], 136, "Order no.")
            _cell(page, xs[column + 1], 118, xs[column + 2], 136, "EUR/100")
        rows = [(f"M{n}", f"{n + 2}.5", f"{n}.4", f"9342-00{n}", f"1.{n}0", f"9344-00{n}", f"2.{n}6") for n in range(3, 8)]
        table(page, rows, xs, y=136, ruled=True)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, draw))}

    assert len(found) == 10
    assert [found["9344-003"][key] for key in ("material", "price", "s", "m")] == ["Stainless steel A4", "2.36", "5.5", "3.4"]


@pytest.mark.parametrize(("badge", "model"), [("NEW", "KX-103"), ("neu", "KX-103"), ("RED", "KX-103 RED")])
def test_a_small_word_of_praise_behind_a_code_is_no_part_of_it(tmp_path: Path, badge: str, model: str) -> None:
    rows: Rows = (("Item no.", "Name", "Price"), *((f"KX-10{n}", f"Oak bench {n}", f"{n}9.00") for n in range(1, 6)))

    def draw(page: pymupdf.Page) -> None:
        table(page, rows, (40, 160, 300, 400), ruled=True)
        put(page, 80, 166, badge, size=6)

    assert skus_of(saved(tmp_path, draw))[2]["model"] == model


@pytest.mark.parametrize(("types", "key"), [([f"BFW P{n}50" for n in range(1, 7)], "model"), (["BFW P50", "BFW E80"] * 3, "name")])
def test_codes_under_a_word_for_types_are_those_of_the_goods_if_all_differ(tmp_path: Path, types: list[str], key: str) -> None:
    rows: Rows = (("Type", "Size", "Price"), *((one, f"DN {50 + n}", f"{n}98.00") for n, one in enumerate(types, start=1)))

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40, 160, 300, 400), ruled=True) and None))

    assert [sku.get(key) for sku in found] == types


@pytest.mark.parametrize(("led", "is_code"), [("RVV", True), ("DN", False)])
def test_types_that_close_with_the_size_beside_them_are_codes(tmp_path: Path, led: str, is_code: bool) -> None:
    sizes = ("2x0.5", "2x0.75", "2x1.0", "3x0.5", "3x0.75", "3x1.0")
    rows = [(f"{led} {size}" if is_code else f"{led} 50", f"{size} mm²", f"{n}22.00") for n, size in enumerate(sizes, start=1)]

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 85, "Sheathed cable, prices in EUR", size=14)
        table(page, rows, (40, 160, 300, 400), ruled=True)

    models = [sku.get("model") for sku in skus_of(saved(tmp_path, draw))]

    assert (models == [f"{led} {size}" for size in sizes]) is is_code
