"""What rows and sentences right over a table tell of it, and what stands there without telling anything."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import Rows, put, saved, skus_of, table

CHAINS: Rows = (("型号", "规格", "单价(元)"), *((f"SS4{n}", f"{n}2.7mm", f"{n}6.00") for n in range(1, 6)))


def _chains(page: pymupdf.Page) -> None:
    table(page, CHAINS, (40, 160, 300, 400), y=100, ruled=True, font="china-s")


def test_small_words_before_facts_right_over_a_table_name_its_goods(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 93, "不锈钢输送链", font="china-s")
        put(page, 130, 93, "材质：304不锈钢", font="china-s")
        _chains(page)

    found = skus_of(saved(tmp_path, draw))

    assert {(sku["name"], sku["material"]) for sku in found} == {("不锈钢输送链", "304不锈钢")}


@pytest.mark.parametrize(
    ("said", "material"),
    [
        ("外壳材质：ABS塑料，防护等级IP67，连接电缆2米。", "ABS塑料"),
        ("电压380V，频率50Hz。机座材质：铸铁。", "铸铁"),
        ("材质：不锈钢，铝合金", "不锈钢，铝合金"),
    ],
)
def test_a_sentence_tells_the_material_in_a_clause_of_its_own(tmp_path: Path, said: str, material: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 70, "E系列开关", size=15, font="china-s")
        put(page, 40, 90, said, font="china-s")
        _chains(page)

    assert {sku["material"] for sku in skus_of(saved(tmp_path, draw))} == {material}


@pytest.mark.parametrize(("said", "color"), [("All colours: 42.90 EUR a tin", None), ("Colour: white", "white")])
def test_what_all_colours_cost_is_no_colour(tmp_path: Path, said: str, color: str | None) -> None:
    rows: Rows = (("Code", "Name", "Price EUR"), *((f"RZ-0{n}", f"Thinner {n}", f"{n}9.80") for n in range(1, 5)))

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 90, said)
        table(page, rows, (40, 160, 300, 400), y=100, ruled=True)

    assert {sku.get("color") for sku in skus_of(saved(tmp_path, draw))} == {color}


@pytest.mark.parametrize("is_mark", [True, False])
def test_what_stands_on_a_logo_names_no_goods(tmp_path: Path, is_mark: bool) -> None:
    rows: Rows = (("Item no.", "Size", "Price USD"), *((f"KX-10{n}", f"{n}0 cm", f"{n}9.00") for n in range(1, 6)))

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 55, "Three-phase motors", size=12)
        if is_mark:
            pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 20), False)
            pixels.clear_with(230)
            page.insert_image(pymupdf.Rect(470, 30, 560, 62), pixmap=pixels, keep_proportion=False)
        put(page, 480, 53, "DINGLI", size=16)
        table(page, rows, (40, 200, 380, 560), y=100, ruled=True)

    names = {sku.get("name") for sku in skus_of(saved(tmp_path, draw))}

    assert names == ({"Three-phase motors"} if is_mark else {"DINGLI"})
