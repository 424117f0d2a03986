"""What is said with a title, beside the name, is told of all rows of its table."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import BOLTS, put, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0)


def test_what_is_said_between_title_and_table_holds_for_all_rows(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Schlossschraube Classic", size=16, font="hebo")
        put(page, 300, 80, "Werkstoff: Aluminium")
        put(page, 300, 92, "Lieferung inkl. Material zur Befestigung")
        table(page, BOLTS, XS, y=190)

    found = skus_of(saved(tmp_path, draw))

    assert {(sku["name"], sku["material"]) for sku in found} == {("Schlossschraube Classic", "Aluminium")}


@pytest.mark.parametrize(
    ("lines", "size"),
    [(("Length: 20 cm",), "20 cm"), (("Length: 20 cm", "Width: 3 cm"), None), (("Size: 4 x 20 cm", "Length: 20 cm"), "4 x 20 cm")],
)
def test_the_only_side_told_over_a_table_is_the_size_of_all_rows(tmp_path: Path, lines: tuple[str, ...], size: str | None) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Closed-end zipper", size=14, font="hebo")
        for number, line in enumerate(lines):
            put(page, 40, 75 + 11 * number, line)
        table(page, (("Code", "Colour"), ("Z3C-580", "Black"), ("Z3C-519", "Red"), ("Z3C-168", "Navy")), XS[:3], ruled=True)

    assert [sku.get("size") for sku in skus_of(saved(tmp_path, draw))] == [size] * 3


def test_what_is_told_of_one_product_under_other_labels_holds_for_its_versions(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Folding bench", size=14, font="hebo")
        for number, line in enumerate(("Dimensions: 120 x 40 x 45 cm", "Seat height: 45 cm", "Guarantee: 3 years")):
            put(page, 40, 75 + 11 * number, line)
        table(page, (("Code", "Colour"), ("FB-580", "Black"), ("FB-519", "Red"), ("FB-168", "Navy")), XS[:3], y=130, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["size"] for sku in found] == ["120 x 40 x 45 cm"] * 3
    assert [(sku["Seat height"], sku["Guarantee"]) for sku in found] == [("45 cm", "3 years")] * 3


def test_what_is_told_under_other_labels_over_goods_with_names_of_their_own_holds_for_none(tmp_path: Path) -> None:
    rows = (("Code", "Product", "Price"), ("FB-580", "Bench", "$ 40.00"), ("FB-519", "Stool", "$ 22.00"), ("FB-168", "Chair", "$ 35.00"))

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Garden furniture", size=14, font="hebo")
        put(page, 40, 75, "Lead time: 3 weeks")
        table(page, rows, XS, y=130, ruled=True)

    assert [set(sku) for sku in skus_of(saved(tmp_path, draw))] == [{"model", "name", "price"}] * 3


def test_what_blocks_over_a_table_say_differently_holds_for_none(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Schlossschraube Classic", size=16, font="hebo")
        put(page, 40, 80, "Werkstoff: Aluminium")
        put(page, 300, 80, "Werkstoff: Messing")
        table(page, BOLTS, XS, y=190)

    assert not any("material" in sku for sku in skus_of(saved(tmp_path, draw)))


@pytest.mark.parametrize("label_y", [337.0, 331.0])
def test_the_head_of_a_page_under_a_running_head_names_the_rows_and_a_list_beside_them_tells_of_them(
    tmp_path: Path, label_y: float
) -> None:
    rows = (("Ref.", "Size", "Trade"), *((f"HM-{n}0", f"{n}0 × 45 × 14 cm", f"£{n}2.50") for n in (6, 8, 10)))

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 25, "WAGGLE & BIRCH", size=7)
        put(page, 40, 70, "The Harrow Mattress", size=20, font="hebo")
        put(page, 40, label_y, "Material")
        put(page, 120, 331, "Recycled wool, cotton")
        put(page, 120, 343, "canvas")
        put(page, 40, 365, "Colour")
        put(page, 120, 365, "Grey")
        put(page, 300, 315, "Order by size", size=11, font="hebo")
        table(page, rows, (300, 370, 470, 530), y=325, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == ["HM-60", "HM-80", "HM-100"]
    assert {(sku["name"], sku["material"], sku["color"]) for sku in found} == {
        ("The Harrow Mattress", "Recycled wool, cotton canvas", "Grey")
    }


def test_a_material_closes_the_title(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 85, "Volumetric Flask Graduated, PP", size=12, font="hebo")
        table(page, BOLTS, XS, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert {(sku["name"], sku["material"]) for sku in found} == {("Volumetric Flask Graduated", "PP")}


def test_the_title_of_the_next_table_says_no_material_for_this_one(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for x, title, mark in ((40, "Cable glands", "CG"), (300, "Copper tube lugs", "L")):
            put(page, x, 90, title, size=10, font="hebo")
            rows = (("Code", "Thread", "Price"), *[(f"{mark}{n}-6", f"M{n} short", f"{n}.02") for n in (16, 20, 25, 32)])
            table(page, rows, (x, x + 70, x + 150, x + 200))

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == ["Cable glands"] * 4 + ["Copper tube lugs"] * 4
    assert not any("material" in sku for sku in found)


def test_a_part_with_its_cloth_is_the_material_and_the_number_of_a_section_no_part_of_a_name(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 80, "4. Tarn Deckchair", size=13, font="hebo")
        put(page, 40, 94, "Sling 320 g polyester | folds flat | packed singly")
        rows = (("Art. no.", "Size", "Price EUR"), ("TD-110", "60 x 100 cm", "39.00"), ("TD-120", "70 x 120 cm", "45.00"))
        table(page, rows, XS, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [(sku["name"], sku["material"]) for sku in found] == [("Tarn Deckchair", "Sling 320 g polyester")] * 2


@pytest.mark.parametrize(
    "made_of", ["Solid ash, clear varnish", "Smoked beech, brass feet", "Eiche massiv, Klarlack", "Steel, powder-coated"]
)
def test_a_material_with_its_parts_or_its_coat_is_told_whole_under_a_title(tmp_path: Path, made_of: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Fjell coat rack", size=14, font="hebo")
        put(page, 40, 94, made_of)
        table(page, (("KR-410", "60 x 30 cm", "$48.00"), ("KR-420", "80 x 30 cm", "$56.00"), ("KR-430", "100 x 30 cm", "$64.00")), XS)

    assert {(sku["name"], sku["material"]) for sku in skus_of(saved(tmp_path, draw))} == {("Fjell coat rack", made_of)}


@pytest.mark.parametrize(
    ("lines", "material"),
    [
        (("材质：松木框架+高回弹海绵   面料：科技布 / 仿真皮",), "松木框架+高回弹海绵"),
        (("Material: solid ash", "Fabric: linen / wool"), "solid ash"),
        (("Material: solid ash", "Material: steel"), None),
    ],
)
def test_what_parts_are_made_of_is_told_after_the_goods_themselves(tmp_path: Path, lines: tuple[str, ...], material: str | None) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Cloud Sofa", size=16, font="hebo")
        for number, line in enumerate(lines):
            put(page, 40, 70 + 12 * number, line, font="china-s" if not line.isascii() else "helv")
        table(page, BOLTS, XS, ruled=True)

    assert [sku.get("material") for sku in skus_of(saved(tmp_path, draw))] == [material] * 2


def test_a_full_stop_parts_the_material_over_a_table_from_the_colour(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, (name, told) in enumerate((("Storm coat", "Recycled nylon, fleece lining. Forest."), ("Jumper", "Lambswool. Cream."))):
            y = 80 + 250 * block
            put(page, 40, y, name, size=14, font="hebo")
            put(page, 40, y + 15, told, size=8)
            rows = (
                ("Size", "Length", "Code", "Price"),
                *((size, f"{n}5 cm", f"WC{block}{n}", f"$ {n}9.00") for n, size in enumerate("SML", 2)),
            )
            table(page, rows, (40, 120, 220, 320, 420), y=y + 30)

    found = skus_of(saved(tmp_path, drawing))

    assert {(sku["name"], sku["material"], sku["color"]) for sku in found} == {
        ("Storm coat", "Recycled nylon, fleece lining", "Forest"),
        ("Jumper", "Lambswool", "Cream"),
    }


@pytest.mark.parametrize(
    ("under", "told"), [("Red", {"color": "Red"}), ("40 x 30 cm", {"size": "40 x 30 cm"}), ("Oak", {"material": "Oak"})]
)
def test_a_line_under_a_title_that_is_one_fact_is_told_of_all_rows(tmp_path: Path, under: str, told: dict[str, str]) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, name in enumerate(("Reading chair", "Side table", "Wall shelf")):
            y = 80 + 230 * block
            put(page, 40, y, name, size=12, font="hebo")
            put(page, 40, y + 15, under, size=8)
            rows = (("Code", "Pack", "Price"), *((f"RC-{block}{n}", "6", f"$ {n}9.00") for n in range(1, 4)))
            table(page, rows, (40, 180, 300, 420), y=y + 26)

    found = skus_of(saved(tmp_path, drawing))

    assert len(found) == 9
    assert all(sku.items() >= told.items() for sku in found)


def test_labels_with_their_values_over_the_head_are_no_row_of_the_table(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, name in enumerate(("Reading chair", "Side table")):
            y = 80 + 230 * block
            put(page, 40, y, name, size=12)
            put(page, 40, y + 13, "Material: Oak", size=8)
            put(page, 150, y + 13, "Colour: Black", size=8)
            rows = (("Code", "Size (cm)", "Price"), *((f"RC-{block}{n}", f"{n}0 x 20", f"$ {n}9.00") for n in range(1, 4)))
            table(page, rows, (37, 147, 300, 420), y=y + 13, pitch=14)

    found = skus_of(saved(tmp_path, drawing))

    assert {(sku["name"], sku["material"], sku["color"]) for sku in found} == {
        ("Reading chair", "Oak", "Black"),
        ("Side table", "Oak", "Black"),
    }
    assert len(found) == 6


@pytest.mark.parametrize(
    ("maker", "foot", "is_material"),
    [
        ("Boston Leather", "Boston Leather Ltd. | orders@boston.example", False),
        ("鼎岩陶瓷", "佛山市鼎岩陶瓷有限公司 订货电话", False),
        ("Boston Leather", "Leather care: wipe with a damp cloth", True),
    ],
)
def test_what_the_maker_is_called_after_is_no_material_of_the_goods(tmp_path: Path, maker: str, foot: str, is_material: bool) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 50, maker, size=14, font="china-s")
        put(page, 300, 50, "Schlossschraube Classic", size=16, font="hebo")
        put(page, 40, 810, foot, font="china-s")
        table(page, BOLTS, XS, y=110)

    assert {"material" in sku for sku in skus_of(saved(tmp_path, draw))} == {is_material}


BLOCKS = (
    (
        ("Product: Felt slipper", "Material: Wool felt", "Unit price: $7.40"),
        "FS",
        {"name": "Felt slipper", "material": "Wool felt", "price": "7.40"},
    ),
    (("Product: Garden clog", "Material: EVA", "Unit price: $5.10"), "GC", {"name": "Garden clog", "material": "EVA", "price": "5.10"}),
    (("Product: Bath sandal", "Unit price: $3.95"), "BS", {"name": "Bath sandal", "price": "3.95"}),
)
WIDE_BLOCKS = (
    (("品名：毛毡拖鞋", "材质：羊毛毡", "单价：¥46.00"), "FS", {"name": "毛毡拖鞋", "material": "羊毛毡", "price": "46.00"}),
    (("品名：园艺洞洞鞋", "材质：EVA", "单价：¥32.00"), "GC", {"name": "园艺洞洞鞋", "material": "EVA", "price": "32.00"}),
)


@pytest.mark.parametrize(
    ("font", "title", "corner", "colors", "blocks"),
    [
        ("helv", "Footwear for home and garden", "Size / Colour", ("Grey", "Green", "Black"), BLOCKS),
        ("china-s", "居家鞋系列", "尺码/颜色", ("灰色", "绿色", "黑色"), WIDE_BLOCKS),
    ],
)
def test_what_is_said_again_behind_a_table_is_said_of_the_next_one(
    tmp_path: Path,
    font: str,
    title: str,
    corner: str,
    colors: tuple[str, ...],
    blocks: tuple[tuple[tuple[str, ...], str, dict[str, str]], ...],
) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, title, size=16, font=font)
        y = 80.0
        for lines, key, _ in blocks:
            for number, line in enumerate(lines):
                put(page, 40, y + 14 * number, line, font=font)
            rows = [(size, *(f"{key}{place}{size}" for place in range(401, 404))) for size in ("38", "40", "42")]
            y = 30 + table(
                page, ((corner, *colors), *rows), (40.0, 160.0, 280.0, 400.0, 520.0), y=y + 14 * len(lines) - 8, ruled=True, font=font
            )

    found = skus_of(saved(tmp_path, draw))

    told = [{name: sku[name] for name in ("name", "material", "price") if name in sku} for sku in found]
    assert told == [facts for _, _, facts in blocks for _ in range(9)]
