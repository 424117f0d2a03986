"""Cells that tell more than their heads say: facts under labels, sets with their parts, forms, and names for several rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table

LEADING = 11.0


def _cell(page: pymupdf.Page, box: tuple[float, float, float, float], *lines: str) -> None:
    """A bordered cell with its lines from the top; Chinese is set in a Chinese font."""
    page.draw_rect(pymupdf.Rect(*box), width=0.5)
    for number, line in enumerate(lines):
        font = "china-s" if any(ord(char) > 0x2E00 for char in line) else "helv"
        put(page, box[0] + 3, box[1] + 12 + number * LEADING, line, font=font)


def _rows(page: pymupdf.Page, xs: Sequence[float], y: float, rows: Sequence[Sequence[str]], *, height: float = 18.0) -> float:
    for row in rows:
        for x, right, text in zip(xs, xs[1:], row, strict=False):
            _cell(page, (x, y, right, y + height), *text.split("\n"))
        y += height
    return y


def test_facts_under_labels_in_the_cells_of_names_are_told_of_their_rows(tmp_path: Path) -> None:
    rows = (
        ("Item No.", "Description", "Qty", "Price (USD)"),
        ("GT-201", "Garden bench\nSize: 140 x 60 cm\nMaterial: Teak\nfolds flat", "4", "89.00"),
        ("GT-202", "Bird table\nSize: 30 x 30 x 150 cm\nMaterial: Pine\nwith a roof", "2", "24.50"),
        ("GT-203", "Planter\nSize: 80 x 40 cm\nMaterial: Zinc\nwith a drain", "6", "31.00"),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 120, 320, 370, 470), ruled=True) and None)

    found = skus_of(path)

    assert [sku["name"] for sku in found] == ["Garden bench", "Bird table", "Planter"]
    assert [(sku["size"], sku["material"]) for sku in found] == [
        ("140 x 60 cm", "Teak"),
        ("30 x 30 x 150 cm", "Pine"),
        ("80 x 40 cm", "Zinc"),
    ]
    assert found[0]["Description"] == "folds flat"


def test_facts_in_cells_of_a_specification_hold_where_no_column_tells_them(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        xs = (40.0, 120.0, 220.0, 360.0, 440.0)
        y = _rows(page, xs, 100, [("型号", "品名", "产品说明", "单价(元)")])
        goods = (("LY-31", "折叠椅", "尺寸：45×50×80cm\n材质：榉木", "128.00"), ("LY-32", "边几", "尺寸：40×40×55cm\n材质：橡木", "96.00"))
        _rows(page, xs, y, goods, height=30)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["size"], sku["material"]) for sku in found] == [
        ("折叠椅", "45×50×80cm", "榉木"),
        ("边几", "40×40×55cm", "橡木"),
    ]


def test_a_set_with_its_code_and_price_is_one_product_and_its_parts_are_none(tmp_path: Path) -> None:
    sets = (("Picnic set", "Ref. PN-40", ("Plate", "Cup", "Fork")), ("Camping set", "Ref. PN-60", ("Pan", "Kettle")))
    prices = ("$ 48.00", "$ 62.50")

    def draw(page: pymupdf.Page) -> None:
        y = _rows(page, (40, 150, 250, 330, 400, 480), 100, [("Set", "Part", "Size", "Pieces", "Price per set")])
        for (name, code, parts), price in zip(sets, prices, strict=True):
            foot = y + 18 * len(parts)
            _cell(page, (40, y, 150, foot), name, code)
            _cell(page, (400, y, 480, foot), price)
            _rows(page, (150, 250, 330, 400), y, [(part, f"{8 + at} cm", "4") for at, part in enumerate(parts)])
            y = foot

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"]) for sku in found] == [("PN-40", "Picnic set"), ("PN-60", "Camping set")]
    assert all("size" not in sku for sku in found)


def test_variants_that_share_a_code_and_a_price_stay_what_they_were(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        y = _rows(page, (40, 120, 220, 300, 380), 100, [("Model", "Name", "Colour", "Price (USD)")])
        for code, name, price in (("KN-1", "Stool", "18.00"), ("KN-2", "Bench", "42.00")):
            for x, right, text in ((40, 120, code), (120, 220, name), (300, 380, price)):
                _cell(page, (x, y, right, y + 36), text)
            y = _rows(page, (220, 300), y, [("Red",), ("Blue",)])

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"Stool", "Bench"}


FORMS = (
    ("Name", "Garden lamp", "Item No.", "WL-81", "Size", "12 x 12 x 40 cm", "Material", "Steel", "Colour", "Black", "Price", "$ 38.00"),
    ("Name", "Wall lamp", "Item No.", "WL-82", "Size", "20 x 10 x 8 cm", "Material", "Brass", "Colour", "Gold", "Price", "$ 54.00"),
)
FORMS_ZH = (
    ("产品名称", "竹编灯", "货号", "ZB-11", "规格", "30×40cm", "材质", "竹", "颜色", "本色", "单价", "¥88.00"),
    ("产品名称", "藤编篮", "货号", "ZB-12", "规格", "25×20cm", "材质", "藤", "颜色", "棕色", "单价", "¥46.00"),
)


@pytest.mark.parametrize("forms", [FORMS, FORMS_ZH], ids=["en", "zh"])
def test_a_form_of_labels_and_values_in_pairs_is_one_product(tmp_path: Path, forms: tuple[tuple[str, ...], ...]) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number, form in enumerate(forms):
            _rows(page, (160, 230, 340, 410, 520), 100 + 120 * number, [form[at : at + 4] for at in range(0, 12, 4)])

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["model"], sku["size"], sku["material"], sku["color"]) for sku in found] == [form[1:10:2] for form in forms]
    assert [sku["price"] for sku in found] == [form[11].strip("$ ¥") for form in forms]


def test_a_form_under_a_title_is_named_by_it(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number, form in enumerate(FORMS):
            y = 100.0 + 120 * number
            _cell(page, (160, y, 520, y + 18), form[1])
            _rows(page, (160, 230, 340, 410, 520), y + 18, [form[2:6], form[6:10]])

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["model"], sku["material"]) for sku in found] == [(form[1], form[3], form[7]) for form in FORMS]


def test_forms_with_one_pair_in_a_row_are_products_where_they_come_again(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number, form in enumerate(FORMS):
            _rows(page, (160, 230, 340), 100 + 150 * number, [form[at : at + 2] for at in range(0, 12, 2)])

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["model"], sku["color"]) for sku in found] == [(form[1], form[3], form[9]) for form in FORMS]


def test_a_size_among_the_facts_of_a_specification_is_the_size(tmp_path: Path) -> None:
    rows = (
        ("Model", "Name", "Specification", "Price"),
        *((f"WS-{n}1", f"Speaker {n}", f"Size: {n}0 x 8 x 8 cm\nColour: Black", f"{n}9.50") for n in (1, 2, 3)),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 120, 220, 380, 460), ruled=True) and None)

    assert [(sku["size"], sku["color"]) for sku in skus_of(path)] == [(f"{n}0 x 8 x 8 cm", "Black") for n in (1, 2, 3)]


def test_cells_of_a_series_for_several_rows_name_them_under_a_title(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Faucets of all kinds", size=15, font="hebo")
        y = _rows(page, (40, 150, 230, 310, 390), 100, [("Family", "Code", "Colour", "Price (USD)")])
        for family, code in (("Rio basin mixer", "RB"), ("Rio shower mixer", "RS")):
            _cell(page, (40, y, 150, y + 54), family)
            y = _rows(page, (150, 230, 310, 390), y, [(f"{code}-{at}0", "Chrome", f"4{at}.00") for at in (1, 2, 3)])

    assert [sku["name"] for sku in skus_of(saved(tmp_path, draw))] == ["Rio basin mixer"] * 3 + ["Rio shower mixer"] * 3


def test_small_print_behind_a_name_is_its_size_and_no_part_of_it(tmp_path: Path) -> None:
    goods = (("云朵洁面泡", "200ml", "88"), ("玫瑰卸妆油", "150ml", "128"), ("冰川泥膜", "120g", "158"), ("足浴盐", "500g", "45"))

    def draw(page: pymupdf.Page) -> None:
        for number, (name, size, price) in enumerate(goods):
            y = 100 + 24 * number
            end = 70 + 11 * len(name)
            page.insert_text((70, y), name, fontsize=11, fontname="china-s")
            page.insert_text((end + 4, y), size, fontsize=8, fontname="helv")
            page.insert_text((end + 30, y), "." * int((440 - end) / 2.23), fontsize=8, fontname="helv")
            page.insert_text((480, y), f"{price} 元", fontsize=11, fontname="china-s")

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["size"], sku["price"]) for sku in found] == list(goods)


def test_facts_in_small_print_under_the_last_row_are_told_as_those_under_the_others(tmp_path: Path) -> None:
    goods = (
        ("Quay Jacket", "Style LN 310 · Olive · Waxed cotton · XS-XL", "$189.00"),
        ("Moor Trousers", "Style LN 422 · Peat · Brushed twill · 28-38", "$99.50"),
        ("Crate Tote", "Style LN 507 · Flax · Canvas · 42 x 38 cm", "$34.90"),
        ("Brim Cap", "Style LN 611 · Red · Corduroy · One size", "$29.00"),
    )

    def draw(page: pymupdf.Page) -> None:
        for row, (name, facts, price) in enumerate(goods):
            y = 200 + 48 * row
            put(page, 80, y, name, size=10.5, font="hebo")
            put(page, 80, y + 14, facts, size=9)
            put(page, 400, y, f"{row + 2} pcs", size=10.5)
            put(page, 480, y, price, size=11, font="hebo")

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["color"], sku["material"]) for sku in found] == [
        ("LN 310", "Quay Jacket", "Olive", "Waxed cotton"),
        ("LN 422", "Moor Trousers", "Peat", "Brushed twill"),
        ("LN 507", "Crate Tote", "Flax", "Canvas"),
        ("LN 611", "Brim Cap", "Red", "Corduroy"),
    ]


@pytest.mark.parametrize("sign", ["1)", "*", "a)"])
def test_the_sign_of_a_footnote_is_no_part_of_a_value(tmp_path: Path, sign: str) -> None:
    rows = [("Art. no.", "Current", "EUR"), *((f"FA {n}5/003", f"{n}5 A", f"{n}8,40") for n in range(2, 6))]

    def drawing(page: pymupdf.Page) -> None:
        end = table(page, rows, (40, 150, 260, 370), ruled=True)
        put(page, 43 + pymupdf.get_text_length("FA 55/003", fontsize=9), end - 9, sign, size=6)
        put(page, 263 + pymupdf.get_text_length("58,40", fontsize=9), end - 9, sign, size=6)
        put(page, 40, end + 14, f"{sign} Delivered within five days.", size=7)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["model"] for sku in found] == ["FA 25/003", "FA 35/003", "FA 45/003", "FA 55/003"]
    assert found[-1]["price"] == "58.40"


def test_a_material_set_lighter_under_a_name_is_told_of_its_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        rows = (
            ("Producto", "Ref.", "Tamaño", "Precio"),
            ("", "1401", "26 cm", "4,10"),
            ("", "1402", "30 cm", "4,70"),
            ("", "1403", "34 cm", "5,40"),
        )
        table(page, rows, (40, 180, 260, 340, 420), ruled=False)
        for y in (100, 118, 172):
            page.draw_line((40, y), (420, y), width=0.5)
        for y in (136, 154):
            page.draw_line((180, y), (420, y), width=0.5)
        for x in (40, 180, 260, 340, 420):
            page.draw_line((x, 100), (x, 172), width=0.5)
        put(page, 44, 142, "Paella pulida", font="hebo")
        put(page, 44, 153, "Acero")

    assert {sku.get("material") for sku in skus_of(saved(tmp_path, drawing))} == {"Acero"}


def test_small_print_that_runs_into_the_next_column_is_no_title_of_the_rows_under_it(tmp_path: Path) -> None:
    notes = ("Shaft, whisk, bowl and a lid", "Six speeds", "Ten settings", "Glass lid")

    def drawing(page: pymupdf.Page) -> None:
        xs = (40.0, 110.0, 225.0, 330.0, 420.0)
        for x, label in zip(xs, ("Ref", "Appliance", "Size", "Price"), strict=False):
            put(page, x, 90, label, font="hebo")
        for row, note in enumerate(notes):
            y = 130 + 40 * row
            put(page, xs[1], y - 5, f"Mixer Model {row}", font="hebo")
            put(page, xs[1], y + 6, note, size=8.5)
            for x, text in zip((xs[0], *xs[2:]), (f"HB-80{row}", f"{18 + row} x 10 cm", f"{17 + row}.25"), strict=False):
                put(page, x, y, text)
            page.draw_line((40, y + 20), (420, y + 20), width=0.5)

    found = skus_of(saved(tmp_path, drawing))

    assert [(sku["model"], sku["name"], sku.get("Series")) for sku in found] == [
        (f"HB-80{row}", f"Mixer Model {row}", None) for row in range(4)
    ]


def test_a_name_told_again_in_signs_is_of_no_material_though_it_sounds_like_one(tmp_path: Path) -> None:
    names = (("Rovere Miele", "蜜色橡木", "WD-2201"), ("Noce Antico", "古典胡桃", "WD-2203"), ("Ulivo", "橄榄木纹", "WD-2212"))

    def draw(page: pymupdf.Page) -> None:
        for x, head in ((43, "Name"), (203, "Code"), (303, "Size")):
            put(page, x, 102, head, font="hebo")
        for row, (name, other, code) in enumerate(names):
            y = 130 + 40 * row
            page.draw_line((40, y - 16), (400, y - 16), width=0.6)
            put(page, 43, y, name, font="hebo")
            put(page, 43, y + 11, other, font="china-s")
            put(page, 203, y + 5, code)
            put(page, 303, y + 5, "200x1200 mm")

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == ["WD-2201", "WD-2203", "WD-2212"]
    assert not any("material" in sku for sku in found)
