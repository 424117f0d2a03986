"""What is told beside the values themselves: in sentences, in small print, before a pack, without anything between label and value."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pdfs import picture
from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values
from tests.pipeline.sheets import contents, put, saved, skus_of, table


def _goods_under(sheet: Sheet, left: float = 60) -> Sheet:
    for number, (name, code, price) in enumerate(GOODS):
        x, y = left + 170 * (number % 3), 200 + 220 * (number // 3)
        sheet.picture(x, y, x + 110, y + 110).lines(x, y + 126, code, name, price)
    return sheet


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("纯手工制作，每一件都不相同。全系列材质：陶瓷；可入洗碗机。", "material", "陶瓷"),
        ("Built to last a lifetime of use; all frames: stainless steel; free samples on request.", "material", "stainless steel"),
    ],
)
def test_what_a_sentence_says_of_all_under_a_label_holds_for_each(tmp_path: Path, line: str, key: str, value: str) -> None:
    sheet = _goods_under(Sheet(width=1190), left=660).text(660, 150, line, size=9).picture(0, 0, 595, 842)

    found = by_name(sheet.read(tmp_path))

    assert len(found) == len(GOODS)
    assert {sku[key] for sku in found.values()} == {value}


@pytest.mark.parametrize(
    ("line", "material"),
    [
        ("Garden seats · solid teak, woven rope", "solid teak"),
        ("Serie de cocina de acero inoxidable · mango de haya", "acero inoxidable"),
        ("Gres fine smaltato — rettificato — spessore 9 mm", "Gres fine smaltato"),
        ("Gartenserie | Edelstahl gebürstet | wetterfest", "Edelstahl gebürstet"),
        ("A shelf of things we made of oak by hand and would never want to part with again.", None),
    ],
)
def test_a_piece_of_the_line_under_the_title_says_what_all_goods_are_made_of(tmp_path: Path, line: str, material: str | None) -> None:
    sheet = _goods_under(Sheet()).text(60, 100, "Lagoon", size=26).text(60, 118, line, size=9)

    found = by_name(sheet.read(tmp_path))

    assert [found[name].get("material") for name, _, _ in GOODS] == [material] * len(GOODS)


@pytest.mark.parametrize(
    "line",
    [
        "Polished brass on recycled steel unless noted. Sold in boxes of six.",
        "Polished brass on recycled steel, unless otherwise stated. Prices net.",
    ],
)
def test_goods_are_made_of_what_a_line_says_but_those_that_say_otherwise(tmp_path: Path, line: str) -> None:
    sheet = Sheet().text(60, 100, "Lagoon", size=26).text(60, 118, line, size=9)
    for number, (name, code, price) in enumerate(GOODS):
        x, y = 60 + 170 * (number % 3), 200 + 220 * (number // 3)
        facts = (code, "12 mm", "Felt") if number in (1, 3, 4) else (code, "Sizes 5–9", "Felt") if number == 5 else (code, "9 mm")
        sheet.picture(x, y, x + 110, y + 110).text(x, y + 126, name, size=11).lines(x, y + 140, " | ".join(facts), price, size=8)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["material"].casefold() for name, _, _ in GOODS] == [
        "felt" if number in (1, 3, 4, 5) else "polished brass on recycled steel" for number in range(len(GOODS))
    ]


def test_nothing_parts_a_label_from_a_known_value_in_scripts_without_spaces(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, colour) in enumerate((("台灯", "黑色"), ("挂钟", "白色"), ("花瓶", "蓝色"))):
        x = 60 + 170 * number
        sheet.picture(x, 100, x + 110, 210).lines(x, 226, name, f"货号 TD6{number}", f"颜色{colour}", "¥39.00")

    found = by_name(sheet.read(tmp_path))

    assert [sku["color"] for sku in found.values()] == ["黑色", "白色", "蓝色"]


def test_captions_side_by_side_under_a_list_of_labels_are_no_pairs(tmp_path: Path) -> None:
    sheet = Sheet().picture(60, 80, 240, 380).text(280, 100, "Cedar Soap", size=20)
    for number, (label, value) in enumerate((("Item No.", "CS-700"), ("Size", "30 ml"), ("Origin", "Norway"), ("Color", "Green"))):
        sheet.text(280, 140 + 20 * number, label).text(360, 140 + 20 * number, value)
    sheet.text(280, 260, "$55.00", size=18)
    for number, (name, size) in enumerate((("Cedar Balm", "45 g"), ("Cedar Wash", "20 ml"), ("Cedar Mist", "15 ml"))):
        x = 280 + 94 * number
        sheet.picture(x, 500, x + 80, 580).lines(x, 596, f"CS-71{number}", name, size, f"$1{number}.00")

    reading = sheet.read(tmp_path)

    assert {"Cedar Balm": "45 g", "Cedar Wash": "20 ml", "Cedar Mist": "15 ml"}.items() <= {
        name: sku.get("size") for name, sku in by_name(reading).items()
    }.items()
    assert not any("Cedar Balm" in customs(sku) for sku in reading.skus)


def _closed_by(page: pymupdf.Page, rows: list[tuple[str, str, str]]) -> None:
    for number, (name, small, price) in enumerate(rows):
        y = 120 + 20 * number
        put(page, 50, y, f"KM-{number + 31}")
        put(page, 110, y, name)
        put(page, 113 + pymupdf.get_text_length(name, fontsize=9), y, small, size=7)
        put(page, 400, y, price)


@pytest.mark.parametrize(
    ("name", "small", "size"),
    [
        ("Rubber ring 15 mm, bag of 10", "", "15 mm"),
        ("Nylon cord 3 mm (pack of 5)", "", "3 mm"),
        ("Cork insole", "36-47", "36-47"),
        ("Insole 36-47", "", None),
    ],
)
def test_sizes_close_a_name_before_its_pack_or_in_small_print(tmp_path: Path, name: str, small: str, size: str | None) -> None:
    rows = [(name, small, "$4.20"), ("Shoe tree", "", "$19.50"), ("Leather wax", "", "$7.80"), ("Horn comb", "", "$6.10")]
    content = contents(saved(tmp_path, lambda page: _closed_by(page, rows)))[1]

    skus, _ = extract_page(content, Context(options=Options()))

    assert values(skus[0]).get("size") == size


@pytest.mark.parametrize(
    ("label", "weights", "is_size"),
    [
        ("Weight", ("100 g", "250 g", "1 kg"), True),
        ("重さ", ("80g", "75g", "80g"), True),
        ("Weight", ("143 g", "268 g", "510 g"), False),
        ("Weight", ("5 kg", "7 kg", "9 kg"), False),
    ],
)
def test_round_weights_in_grams_are_what_is_sold(tmp_path: Path, label: str, weights: tuple[str, ...], is_size: bool) -> None:
    def drawn(page: pymupdf.Page) -> None:
        for x, text in zip((43, 133, 293, 403), ("Item No.", "Description", label, "Price"), strict=True):
            page.insert_text((x, 112), text, fontsize=9, fontname="japan" if not text.isascii() else "helv")
        names = ("Tea, smoked", "Tea, green", "Tea, black")
        table(page, [(f"TE-1{n}", names[n], weights[n], f"${n + 4}.90") for n in range(3)], (40, 130, 290, 400, 520), y=118)

    found = skus_of(saved(tmp_path, drawn))

    assert [sku.get("size") for sku in found] == (list(weights) if is_size else [None] * 3)


@pytest.mark.parametrize(("packing", "is_size"), [("{n} per case", False), ("{n} pcs/ctn", False), ("Paper wrap {n}", True)])
def test_weights_beside_how_many_are_packed_are_those_of_each(tmp_path: Path, packing: str, is_size: bool) -> None:
    rows = [("Item No.", "Description", "Packing", "Weight", "Price")]
    rows += [
        (f"SO-4{n}", f"Soap, {name}", packing.format(n=6 * n), f"{50 * n} g", f"${n + 4}.90")
        for n, name in enumerate(("rose", "pine", "clay"), 2)
    ]

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40, 130, 240, 340, 430, 520)) and None))

    assert [sku["size" if is_size else "Weight"] for sku in found] == ["100 g", "150 g", "200 g"]


@pytest.mark.parametrize(("packing", "key"), [("{n}块/箱", "重量"), ("每箱{n}块", "重量"), ("纸盒", "size")])
def test_weights_beside_how_many_are_packed_are_those_of_each_in_wide_signs(tmp_path: Path, packing: str, key: str) -> None:
    rows = [
        ("货号", "品名", "包装", "重量", "单价"),
        *(
            (f"SO4{n}7", f"{name}香皂", packing.format(n=6 * n), f"{50 * n}g", f"¥{n}.90")
            for n, name in ((2, "玫瑰"), (3, "松木"), (4, "海盐"))
        ),
    ]

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40, 130, 240, 340, 430, 520), ruled=True, font="china-s") and None))

    assert [sku[key] for sku in found] == ["100g", "150g", "200g"]


def test_a_sentence_over_a_table_tells_the_colour_of_all_rows(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Garden gate", size=16)
        put(page, 40, 84, "Supplied with hinges and latch, colour Green. Each size has its own number.")
        rows = [("Item No.", "Size", "Price"), ("GG-10", "90 x 100 cm", "$85.00"), ("GG-11", "100 x 120 cm", "$98.00")]
        table(page, [*rows, ("GG-12", "120 x 150 cm", "$120.00")], (40, 150, 300, 420), y=110, ruled=True)

    found = skus_of(saved(tmp_path, drawn))

    assert [sku["color"] for sku in found] == ["Green"] * 3


def test_a_material_beside_a_title_ends_at_the_sign_behind_it(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 88, "Check valve, short", size=11, font="hebo")
        put(page, 350, 88, "Bronze Rg7 · PN 10", size=8)
        rows = [("Code", "Size", "Price EUR"), ("CV-15", '1/2"', "6.10"), ("CV-20", '3/4"', "8.40"), ("CV-25", '1"', "12.90")]
        table(page, rows, (40, 150, 400, 480), y=104)

    found = skus_of(saved(tmp_path, drawn))

    assert [sku["material"] for sku in found] == ["Bronze Rg7"] * 3


@pytest.mark.parametrize(("sign", "is_grid"), [(1, True), (-1, False)])
def test_prices_that_rise_with_two_measures_are_those_of_one_product(tmp_path: Path, sign: int, is_grid: bool) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 95, "AW-40 Canvas awning", size=13, font="hebo")
        put(page, 40, 112, "Material: Canvas")
        head = ("Depth / Width", "200 cm", "300 cm", "400 cm")
        rows = [(f"{150 + 50 * row} cm", *(f"${400 + sign * (40 * row + 60 * column)}" for column in range(3))) for row in range(4)]
        table(page, [head, *rows], (40, 150, 230, 310, 390), y=125, ruled=True)

    found = skus_of(saved(tmp_path, drawn))

    expected = {"model": "AW-40", "name": "Canvas awning", "material": "Canvas", "price": "400"}
    assert ([sku for sku in found if sku.get("model") == "AW-40"] == [expected]) is is_grid


def test_a_grid_under_a_list_tells_what_the_listed_product_costs(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 60, "SUN SAILS", size=16, font="hebo")
        for number, (label, value) in enumerate((("Code:", "SS-200"), ("Product:", "Plain sun sail"), ("Material:", "Polyester"))):
            put(page, 160, 95 + 18 * number, label, font="hebo")
            put(page, 250, 95 + 18 * number, value)
        rows = [(f"{150 + 50 * row} cm", *(f"${60 + 4 * row + 7 * column}" for column in range(3))) for row in range(4)]
        table(page, [("Length / Width", "200 cm", "300 cm", "400 cm"), *rows], (40, 150, 230, 310, 390), y=190, ruled=True)

    content = contents(saved(tmp_path, drawn))[1]

    skus, _ = extract_page(content, Context(options=Options()))

    assert [values(sku) for sku in skus] == [{"model": "SS-200", "name": "Plain sun sail", "material": "Polyester", "price": "60 USD"}]


def test_codes_over_prices_that_rise_with_two_measures_are_a_product_each(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Stock awnings", size=16, font="hebo")
        rows = [
            (f"{150 + 50 * row} cm", *(f"AW-{2 + column}{15 + 5 * row}\n${60 + 4 * row + 7 * column}.50" for column in range(3)))
            for row in range(4)
        ]
        table(page, [("Depth / Width", "200 cm", "300 cm", "400 cm"), *rows], (40, 150, 230, 310, 390), y=100, ruled=True)

    found = skus_of(saved(tmp_path, drawn))

    assert len(found) == 12
    assert {sku["model"]: sku["price"] for sku in found}["AW-325"] == "75.50"


@pytest.mark.parametrize(
    ("label", "value"), [("阀体材质：", "球墨铸铁QT450"), ("Valve body material: ", "CF8 (304)"), ("Gehäusewerkstoff: ", "GG25")]
)
def test_labels_left_of_a_table_end_in_what_they_name(tmp_path: Path, label: str, value: str) -> None:
    rows = [("Order code", "Size", "EUR"), *((f"KV41-0{n}5", f"DN{n}5", f"{n}6.00") for n in range(1, 7))]
    font = "china-s" if not label.isascii() and "：" in label else "helv"

    def drawing(page: pymupdf.Page) -> None:
        put(page, 52, 90, "Flanged ball valve with handle", size=13, font="hebo")
        page.insert_image(pymupdf.Rect(60, 110, 130, 160), stream=picture(4))
        for place, line in enumerate(("PN: 16 bar", label + value, "Medium: water")):
            page.insert_text((44, 180 + 12 * place), line, fontsize=8, fontname=font)
        table(page, rows, (190, 300, 400, 500), ruled=True)

    assert {sku["material"] for sku in skus_of(saved(tmp_path, drawing))} == {value}


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("注：本页尺寸单位为cm（长*宽*高），价格为出厂价", "30*40*50cm"),
        ("All dimensions are given in mm", "30*40*50mm"),
        ("Alle Maße in cm", "30*40*50cm"),
        ("单位：元", "30*40*50"),
        ("Sizes in stock: M and L", "30*40*50"),
    ],
)
def test_bare_sizes_are_in_the_unit_that_the_page_tells(tmp_path: Path, line: str, size: str) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS):
        x, y = 60 + 170 * (number % 3), 100 + 220 * (number // 3)
        sheet.picture(x, y, x + 110, y + 110).lines(x, y + 126, name, code, "30*40*50", price)
    sheet.text(60, 700, line, size=8)

    reading = sheet.read(tmp_path)

    assert {product["size"] for product in by_name(reading).values()} == {size}
    found = reading.skus[0].get("size")
    # The figures are quoted where they stand, the unit where it is told.
    assert found is not None
    assert (found.evidence.quote, len(found.evidence.more)) == ("30*40*50", int(size != "30*40*50"))


def test_what_a_whole_set_is_made_of_holds_for_its_pieces(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 280, 360).text(40, 380, "整套材质：进口白橡木")
    for number, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 300 + 140 * (number % 2), 60 + 200 * (number // 2)
        sheet.picture(x, y, x + 110, y + 110).lines(x, y + 126, name, code, price)

    assert {product["material"] for product in by_name(sheet.read(tmp_path)).values()} == {"进口白橡木"}
