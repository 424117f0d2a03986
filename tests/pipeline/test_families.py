"""One product in several colours or samples, shown or listed: each is a SKU that takes what is said of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.drawn import GOODS, Sheet, customs, values


@pytest.mark.parametrize("is_drawn", [True, False], ids=["drawn", "pictures"])
def test_chips_under_a_product_are_the_product_in_their_colours(tmp_path: Path, is_drawn: bool) -> None:
    shades = ("Ruby red", "Zinc yellow", "Pigeon blue", "Moss green", "Oyster white", "Jet black")
    sheet = Sheet().text(50, 60, "Harbour Enamel", size=20, bold=True).text(430, 60, "£21.00 per tin", size=11)
    sheet.text(50, 78, "For wood and metal, 750 ml", size=9)
    for place, shade in enumerate(shades):
        x, y = 50 + (place % 3) * 150, 100 + (place // 3) * 140
        if is_drawn:
            sheet.fill(x, y, x + 110, y + 80, (0.1 * place, 0.3, 0.5))
        else:
            sheet.picture(x, y, x + 110, y + 80)
        sheet.text(x, y + 94, f"HE {3001 + place}", size=8, bold=True).text(x, y + 105, shade, size=8)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"HE {3001 + place}", "name": "Harbour Enamel", "size": "750 ml", "color": shade, "price": "21.00 GBP"}
        for place, shade in enumerate(shades)
    ]


@pytest.mark.parametrize(
    ("shades", "price"),
    [(("Pearl White", "Piano Black", "Champagne Gold", "Titan Grey", "Sage Green"), " · US$ 13.90 each"), (("Red", "Night Blue"), "")],
    ids=["many", "two without a price"],
)
def test_one_thing_in_several_colours_takes_what_its_title_says(tmp_path: Path, shades: tuple[str, ...], price: str) -> None:
    sheet = Sheet().text(40, 50, "Aura touch switch", size=24, bold=True)
    sheet.text(40, 70, f"2-gang · tempered glass · 86 x 86 x 34 mm{price}", size=10)
    for place, shade in enumerate(shades):
        x, inset = 40 + place * 110, 12 * (place % 2)
        sheet.picture(x + inset, 110 + inset, x + 90 - inset, 200 - inset)
        sheet.text(x + 10, 225, shade, size=10, bold=True).text(x + 10, 242, f"LN-SW2-{shade[:1]}{shade[-1:].upper()}", size=9)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    common = {"name": "Aura touch switch", "size": "86 x 86 x 34 mm", "material": "tempered glass"}
    assert [sku["color"] for sku in found] == list(shades)
    assert all(sku.items() >= common.items() and sku.get("price") == ("13.90 USD" if price else None) for sku in found)
    assert found[0]["model"].startswith("LN-SW2-")


def test_codes_right_of_the_words_under_tiles_set_close_are_those_of_their_tile(tmp_path: Path) -> None:
    shades = ("Grey", "Beige", "Black", "White", "Ochre", "Sage")
    sheet = Sheet().text(36, 60, "TERRAZA", size=24).text(45, 90, "30×60 cm", size=7).text(490, 90, "$ 46.50 /m²", size=11)
    sheet.picture(36, 100, 559, 300)
    for place, shade in enumerate(shades):
        x, y = 36 + (place % 3) * 175, 315 + (place // 3) * 172
        code = f"TZ {3301 + place}"
        sheet.picture(x, y, x + 167, y + 150).text(x, y + 160, shade, size=8).text(x + 167 - 29.8, y + 160, code, size=8)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": f"TZ {3301 + place}", "name": "TERRAZA", "size": "30×60 cm", "color": shade, "price": "46.50 USD"}
        for place, shade in enumerate(shades)
    ]


def test_coded_samples_share_the_attributes_listed_beside_the_large_picture(tmp_path: Path) -> None:
    shades = ("Ecru", "Sand", "Terracotta", "Navy", "Black")
    sheet = Sheet().picture(40, 60, 300, 320).text(320, 85, "Bath towel", size=20)
    for row, (label, value) in enumerate(
        (("Size", "70 × 140 cm"), ("Material", "100% cotton"), ("Weight", "550 g/m²"), ("Packing", "24 pcs"), ("Price", "USD 6.85"))
    ):
        sheet.text(325, 130 + row * 22, label, size=8).text(400, 130 + row * 22, value, size=8).line(
            320, 136 + row * 22, 480, 136 + row * 22
        )
    for place, shade in enumerate(shades):
        x = 40 + place * 100
        sheet.picture(x, 350, x + 80, 400).text(x, 411, shade, size=7, bold=True).text(x, 421, f"PB-7014-0{place}", size=7)

    reading = sheet.read(tmp_path)

    common = {"name": "Bath towel", "size": "70 × 140 cm", "material": "100% cotton", "price": "6.85 USD"}
    assert [values(sku) for sku in reading.skus] == [
        {"model": f"PB-7014-0{place}", "color": shade} | common for place, shade in enumerate(shades)
    ]
    assert all(customs(sku) == {"Weight": "550 g/m²", "Packing": "24 pcs"} for sku in reading.skus)


def test_samples_with_nothing_but_codes_take_what_is_said_over_them(tmp_path: Path) -> None:
    sheet = Sheet()
    for block, (name, letters, price) in enumerate((("Savanna Loop", "SA", "$19.00"), ("Highland Twist", "HI", "$37.00"))):
        top = 50 + block * 270
        sheet.text(40, top, name, size=15).text(40, top + 18, f"100 % PET recycled · 400 cm wide · {price}", size=8)
        for place in range(6):
            x, y = 40 + (place % 5) * 101, top + 24 + (place // 5) * 112
            sheet.picture(x, y, x + 89, y + 88).text(x + 30, y + 98, f"{letters} {910 + 10 * place}", size=8)

    reading = sheet.read(tmp_path)

    assert {values(sku)["model"]: (values(sku)["name"], values(sku)["price"]) for sku in reading.skus} == {
        f"{letters} {910 + 10 * place}": (name, price)
        for name, letters, price in (("Savanna Loop", "SA", "19.00 USD"), ("Highland Twist", "HI", "37.00 USD"))
        for place in range(6)
    }


def test_samples_with_nothing_but_numbers_take_what_is_said_over_them(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 66, "Elastic thread", size=18).text(40, 92, "100 m spool, £2.25 each", size=9)
    for place in range(8):
        x, y = 40 + (place % 4) * 90, 100 + (place // 4) * 54
        sheet.picture(x, y, x + 75, y + 30).text(x + 30, y + 41, f"{116 + 37 * place}", size=9)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": f"{116 + 37 * place}", "name": "Elastic thread", "price": "2.25 GBP"} for place in range(8)
    ]


def test_pictures_in_colours_take_what_is_said_left_of_them(tmp_path: Path) -> None:
    families = (
        ("Ida Midi", "Merino / Nylon", "$88.00", ("Black", "Plum", "Sage", "Rust")),
        ("Cal Top", "Cotton", "$39.50", ("Bone", "Rose")),
    )
    sheet = Sheet(800, 600)
    for place, (name, fabric, price, shades) in enumerate(families):
        y = 70 + place * 240
        sheet.line(34, y - 10, 760, y - 10).text(34, y + 14, name, size=14).text(34, y + 34, fabric, size=8.4)
        sheet.text(34, y + 47, "Size run XS-XL", size=8.4).text(34, y + 60, f"Wholesale {price}", size=8.4)
        for column, shade in enumerate(shades):
            x = 200 + column * 140
            sheet.picture(x, y, x + 120, y + 160).text(x, y + 172, shade, size=7.4, bold=True)
            sheet.text(x, y + 182, f"MW253{place}-{shade[:3].upper()}", size=7.4)

    assert {values(sku)["model"]: values(sku) for sku in sheet.read(tmp_path).skus} == {
        f"MW253{place}-{shade[:3].upper()}": {
            "model": f"MW253{place}-{shade[:3].upper()}",
            "name": name,
            "size": "XS-XL",
            "material": fabric,
            "color": shade,
            "price": f"{price[1:]} USD",
        }
        for place, (name, fabric, price, shades) in enumerate(families)
        for shade in shades
    }


@pytest.mark.parametrize(
    "listed", ["Colors: Ink, Rust, Bone", "Farben: Schwarz / Weiß", "Colour: Black, White", "Colour: Natural oak, oiled"]
)
def test_colours_listed_under_one_code_are_one_product_in_all_of_them(tmp_path: Path, listed: str) -> None:
    sheet = Sheet()
    for place, (name, model, price) in enumerate(GOODS[:4]):
        x = 30 + place * 140
        sheet.picture(x, 60, x + 120, 200).text(x, 215, f"Style {model}", size=7).text(x, 228, name, size=9, bold=True)
        sheet.lines(x, 240, "Fabric: Viscose / Linen", listed, "Sizes: XS-XL", price, size=7, step=10)

    skus = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["color"]) for sku in skus] == [(model, listed.partition(": ")[2]) for _, model, _ in GOODS[:4]]
    assert {sku["material"] for sku in skus} == {"Viscose / Linen"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("PC阻燃面板，86×86mm，含税出厂价 · Flame-retardant PC panel, prices incl. tax", {"size": "86×86mm", "material": "PC"}),
        ("All plates in porcelain, 30 × 60 cm, prices per box", {"size": "30 × 60 cm", "material": "porcelain"}),
        ("Prices per box, delivery within 3 days", {}),
    ],
)
def test_what_is_said_over_all_cards_holds_for_each(tmp_path: Path, line: str, told: dict[str, str]) -> None:
    sheet = Sheet().text(40, 40, "Large Panel Series", size=14, bold=True).text(40, 64, line, size=8)
    for place, (name, model, price) in enumerate(GOODS[:4]):
        x = 30 + place * 140
        sheet.picture(x, 90, x + 120, 200).text(x, 215, name, size=10, bold=True).text(x, 228, model, size=8).text(x, 241, price, size=8)

    skus = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert skus == [{"model": model, "name": name, "price": f"{price[1:]} USD"} | told for name, model, price in GOODS[:4]]


def test_a_title_that_sounds_like_a_material_names_all_shades_and_sentences_price_nothing(tmp_path: Path) -> None:
    shades = ("Rose", "Coral", "Garnet red", "Plum", "Peach", "Cocoa", "Sienna", "Raspberry")
    sheet = Sheet().text(40, 60, "Rouge Velvet", size=28, bold=True).text(40, 80, "Long-wear matte lipstick", size=12)
    sheet.picture(40, 100, 230, 330).text(40, 360, "Net content: 3.5 g").text(160, 360, "Price: $ 17.90", bold=True).text(
        320, 360, "Finish: matte"
    )
    for place, shade in enumerate(shades):
        x, y = 40 + (place % 4) * 130, 400 + (place // 4) * 100
        sheet.fill(x, y, x + 48, y + 48, (0.1 * place, 0.2, 0.3)).text(x + 56, y + 20, f"RV0{place}", bold=True).text(x + 56, y + 33, shade)
    sheet.text(
        40, 700, "Testers are sold for every shade: add the letter T to the code, $ 4.00 each, one for every shade and shop.", size=9
    )

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"RV0{place}", "name": "Rouge Velvet", "size": "3.5 g", "color": shade, "price": "17.90 USD"}
        for place, shade in enumerate(shades)
    ]


def test_colours_in_one_row_are_the_product_told_beside_the_first(tmp_path: Path) -> None:
    sheet = Sheet(width=842, height=595)
    for band, (name, stem, price) in enumerate((("Breeze fan", "BF-4", "£129"), ("Gale fan", "GF-7", "£189"))):
        y = band * 190
        sheet.fill(0, y, 842, y + 190, (0.9, 0.93, 0.9 + 0.05 * band))
        sheet.text(36, y + 50, name, size=22, bold=True).text(36, y + 168, price, size=18, bold=True)
        for place, shade in enumerate(("White", "Black")):
            x = 273 + 290 * place
            sheet.picture(x, y + 12, x + 210, y + 148)
            sheet.text(x + 50, y + 168, shade, size=8.5, bold=True).text(x + 110, y + 168, f"{stem}-{shade[:2].upper()}", size=8)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"{stem}-{shade[:2].upper()}", "name": name, "color": shade, "price": price}
        for name, stem, price in (("Breeze fan", "BF-4", "129 GBP"), ("Gale fan", "GF-7", "189 GBP"))
        for shade in ("White", "Black")
    ]
    assert all(sku.box.width < 200 for sku in reading.skus)


def test_chips_with_a_material_each_take_the_price_that_a_list_of_facts_says_is_that_of_all(tmp_path: Path) -> None:
    finishes = (("Sand", "linen"), ("Olive", "linen"), ("Graphite", "wool"), ("Cherry", "wool"), ("Ivory", "cotton"), ("Cobalt", "cotton"))
    sheet = Sheet().text(40, 110, "Nordby footstool", size=28)
    for place, (label, value) in enumerate((("Size", "52 x 40 x 38 cm"), ("Fill height", "12 cm"), ("Price", "£245 in every colour"))):
        sheet.text(40, 200 + 15 * place, label, size=8, bold=True).text(108, 200 + 15 * place, value, size=8)
    for place, (shade, cloth) in enumerate(finishes):
        x, y = 40 + (place % 3) * 170, 320 + (place // 3) * 140
        code = f"NB-{cloth[:1].upper()}{11 + place}"
        sheet.picture(x, y, x + 150, y + 86).text(x, y + 98, shade, size=9.5, bold=True)
        sheet.text(x, y + 110, cloth, size=7.5).text(x + 118, y + 110, code, size=7.5, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    common = {"name": "Nordby footstool", "size": "52 x 40 x 38 cm", "price": "245 GBP"}
    assert [(sku["color"], sku["material"]) for sku in found] == list(finishes)
    assert [sku["model"] for sku in found] == [f"NB-{cloth[:1].upper()}{11 + place}" for place, (_, cloth) in enumerate(finishes)]
    assert all(sku.items() >= common.items() for sku in found)


def test_colours_in_two_languages_under_one_picture_of_them_all_are_the_product_told_over_them(tmp_path: Path) -> None:
    shades = (("雪白色", "Snow"), ("天蓝色", "Sky"), ("草绿色", "Meadow"), ("深灰色", "Slate"))
    sheet = Sheet().text(36, 46, "四色保温杯", size=16).text(500, 46, "￥89", size=24).picture(0, 80, 595, 420)
    sheet.text(200, 460, "Aero bottle 保温杯", size=13).text(200, 478, "7×7×24 cm · ABS", size=9)
    for place, (shade, word) in enumerate(shades):
        x = 50 + 135 * place
        sheet.disc(x + 15, 505, 6).text(x, 530, shade, size=9).text(x, 542, word, size=7).text(x, 554, f"AERO50-{word[:2].upper()}", size=7)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [
        {
            "model": f"AERO50-{word[:2].upper()}",
            "name": "Aero bottle 保温杯",
            "size": "7×7×24 cm",
            "material": "ABS",
            "color": shade,
            "price": "89 CNY",
        }
        for shade, word in shades
    ]


def test_colours_right_of_a_named_price_are_that_product_whatever_slogan_heads_the_page(tmp_path: Path) -> None:
    shades = {"Ivory": "IVO", "Black": "BLA", "Olive": "OLI", "Navy": "NAV"}
    sheet = Sheet().text(40, 90, "Slow mornings", size=44).picture(40, 120, 550, 400)
    sheet.text(40, 445, "Tarn pour-over kettle", size=16, bold=True).lines(40, 470, "Volume", "Power", size=8.5)
    sheet.lines(120, 470, "0.9 L", "1000 W", size=8.5).text(40, 540, "$89", size=28, bold=True)
    for place, (shade, tail) in enumerate(shades.items()):
        x, y = 300 + 140 * (place % 2), 440 + 70 * (place // 2)
        sheet.picture(x, y, x + 50, y + 48)
        sheet.text(x + 60, y + 18, shade, size=9, bold=True).text(x + 60, y + 32, f"TK-09-{tail}", size=7.5)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert {(sku["model"], sku["name"], sku["color"], sku["price"]) for sku in found} == {
        (f"TK-09-{tail}", "Tarn pour-over kettle", shade, "89 USD") for shade, tail in shades.items()
    }
    assert not any("size" in sku for sku in found)


def test_priced_colours_without_a_name_are_the_product_whose_facts_are_listed_once(tmp_path: Path) -> None:
    shades = {"Moss Green": ("MG", "$240"), "Black": ("BK", "$240"), "Sand": ("SD", "$260")}
    sheet = Sheet().picture(60, 60, 270, 400).text(320, 90, "FJORD", size=36).text(320, 250, "Fjord lounge chair", size=16, bold=True)
    sheet.lines(320, 275, "Size: 72 x 80 x 95 cm", "Material: Solid ash", "Warranty: 5 years", size=9, step=15)
    for place, (shade, (tail, price)) in enumerate(shades.items()):
        x = 40 + 180 * place
        sheet.frame(x, 600, x + 168, 700).picture(x + 8, 606, x + 58, 694)
        sheet.text(x + 70, 632, shade, size=9, bold=True).text(x + 70, 648, f"FL-720-{tail}", size=8).text(
            x + 70, 682, price, size=17, bold=True
        )

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    common = {"name": "Fjord lounge chair", "size": "72 x 80 x 95 cm", "material": "Solid ash"}
    assert found == [
        {"model": f"FL-720-{tail}", **common, "color": shade, "price": f"{price[1:]} USD"} for shade, (tail, price) in shades.items()
    ]


def test_a_list_of_facts_that_ends_over_the_price_names_the_colours_whatever_heads_them(tmp_path: Path) -> None:
    shades = ("Black", "Ivory", "Blue", "Green", "Pink", "Red")
    sheet = Sheet().text(40, 50, "Phone cases", size=20).picture(40, 80, 286, 340).text(320, 238, "Soft-touch cover", size=15)
    sheet.lines(320, 258, "Material: silicone", "Size: 150 x 73 mm", "Minimum: 20 pcs", size=9, step=16)
    sheet.text(320, 328, "Price $ 12.80", size=20).text(40, 378, "Choose yours", size=13)
    for place, shade in enumerate(shades):
        x, y = 60 + (place % 3) * 140, 402 + (place // 3) * 124
        sheet.picture(x, y, x + 52, y + 52).text(x + 4, y + 70, shade, size=9).text(x + 4, y + 84, f"YT-15P-A0{place}", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    told = {"name": "Soft-touch cover", "size": "150 x 73 mm", "material": "silicone", "price": "12.80 USD"}
    assert found == [{"model": f"YT-15P-A0{place}", **told, "color": shade} for place, shade in enumerate(shades)]


@pytest.mark.parametrize(
    ("labels", "blocks", "shades"),
    [
        (
            ("Size: ", "Price: £"),
            (("Linen cushion", "45 × 45 cm", "18.50", "LC"), ("Wool throw", "130 × 170 cm", "64.00", "WT")),
            ("Red", "Blue", "Green", "Black", "White", "Grey"),
        ),
        (
            ("规格：", "单价：¥"),
            (("亚麻靠垫", "45×45cm", "58.00", "KD"), ("羊毛盖毯", "130×170cm", "236.00", "GT")),
            ("红色", "蓝色", "绿色", "黑色", "白色", "灰色"),
        ),
    ],
    ids=["en", "zh"],
)
@pytest.mark.parametrize("gutter", [40, 10], ids=["set apart", "in one step"])
@pytest.mark.parametrize("height", [60, 80], ids=["of one size", "of two sizes"])
def test_blocks_side_by_side_have_each_what_is_told_over_them(
    tmp_path: Path, labels: tuple[str, str], blocks: tuple[tuple[str, ...], ...], shades: tuple[str, ...], gutter: int, height: int
) -> None:
    sheet, told = Sheet(width=842, height=595), set()
    for number, (name, size, price, stem) in enumerate(blocks):
        left = 40 + number * (3 * 110 - 10 + gutter)
        sheet.text(left, 50, name, size=18, bold=True).text(left, 70, f"{labels[0]}{size}", size=9)
        sheet.text(left + 120, 70, f"{labels[1]}{price}", size=9)
        for place, shade in enumerate(shades):
            x, y, code = left + (place % 3) * 110, 90 + (place // 3) * 130, f"{stem}-{204 + 37 * place}"
            sheet.picture(x, y, x + 100, y + (height if number else 60))
            sheet.text(x + 20, y + height + 12, code, size=8, bold=True).text(x + 20, y + height + 23, shade, size=8)
            told.add((code, name, size, shade, price))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    keys = ("model", "name", "size", "color")
    assert {(*(sku.get(key) for key in keys), sku.get("price", "").split(" ")[0]) for sku in found} == told


def test_two_prices_side_by_side_over_one_grid_part_it_in_no_blocks(tmp_path: Path) -> None:
    sheet = (
        Sheet()
        .text(40, 50, "Linen cushion", size=18, bold=True)
        .text(40, 70, "Price: £18.50", size=9)
        .text(320, 70, "£16.00 from 10", size=9)
    )
    for place, shade in enumerate(("Red", "Blue", "Green", "Black")):
        x = 40 + place * 125
        sheet.picture(x, 90, x + 110, 170).text(x + 20, 184, f"LC-{204 + place}", size=8, bold=True).text(x + 20, 195, shade, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["model"] for sku in found] == [f"LC-{204 + place}" for place in range(4)]
    assert all(sku.get("price") != "16.00 GBP" for sku in found)
