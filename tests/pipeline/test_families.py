"""One product in several colours, sizes or samples: each is a SKU that takes what is said of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.options import Options
from pipeline.stages.extract import extract_page
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


def test_rows_of_colours_with_codes_are_the_product_in_each(tmp_path: Path) -> None:
    shades = ("Army Green", "Off-white", "Navy")
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 270, 60 + (place // 2) * 220
        sheet.picture(x, y, x + 104, y + 120).text(x + 114, y + 14, name, size=10, bold=True)
        sheet.text(x + 114, y + 28, "Material: cotton", size=8).text(x + 114, y + 48, price, size=13)
        for row, shade in enumerate(shades):
            level = y + 70 + row * 18
            sheet.text(x + 114, level, shade, size=8).text(x + 205, level, f"F26{place}{row}609", size=8)
            sheet.line(x + 114, level - 11, x + 250, level - 11)

    assert {values(sku)["model"]: values(sku) for sku in sheet.read(tmp_path).skus} == {
        f"F26{place}{row}609": {
            "model": f"F26{place}{row}609",
            "name": name,
            "material": "cotton",
            "color": shade,
            "price": f"{price[1:]} USD",
        }
        for place, (name, _, price) in enumerate(GOODS[:4])
        for row, shade in enumerate(shades)
    }


def test_rows_of_sizes_with_codes_and_prices_are_the_product_in_each(tmp_path: Path) -> None:
    sizes = ("18 cm", "26 cm", "20 cm")
    sheet = Sheet().text(40, 66, "Bake", size=18)
    for place, (name, _, _) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 238, 82 + (place // 2) * 220
        sheet.picture(x, y, x + 176, y + 140).text(x, y + 159, name, size=10, bold=True)
        for row, size in enumerate(sizes):
            level = y + 174 + row * 15
            sheet.text(x, level, size, size=9).text(x + 68, level, f"45{place}86{row}", size=9)
            sheet.text(x + 147, level, f"${place + 1}{row}.50", size=9)

    assert {values(sku)["model"]: values(sku) for sku in sheet.read(tmp_path).skus} == {
        f"45{place}86{row}": {"model": f"45{place}86{row}", "name": name, "size": size, "price": f"{place + 1}{row}.50 USD"}
        for place, (name, _, _) in enumerate(GOODS[:4])
        for row, size in enumerate(sizes)
    }


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


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (1, 2, 0)], ids=["code first", "code second", "code last"])
def test_rows_under_a_described_product_are_the_product_in_each_size(tmp_path: Path, order: tuple[int, ...]) -> None:
    sheet = Sheet().text(40, 50, "Beds and cushions", size=16, bold=True)
    beds = (("Moor Basket", "Cord", "Moss", 3), ("Quay Mattress", "Cotton", "Slate", 2), ("Den Cave", "Faux suede", "Oat", 1))
    for place, (name, cover, shade, count) in enumerate(beds):
        x, y = (300, 40)[place % 2], 90 + place * 190
        sheet.picture(340 - x, y, 540 - x, y + 150).text(x, y + 20, name, size=14)
        sheet.lines(x, y + 38, "Filled with loose fibre and closed by a zip,", "it can be washed whenever it has to be.", size=9)
        sheet.text(x, y + 66, f"Cover: {cover} | Shade: {shade}", size=9)
        for row in range(count):
            cells = (f"QF6{place}0{row}", f"{60 + row * 20} × 45 cm", f"£{24 + row}.50")
            for column, cell in zip((0, 90, 200), order, strict=True):
                sheet.text(x + column, y + 88 + row * 18, cells[cell], size=9)

    skus = sheet.read(tmp_path).skus

    assert {values(sku)["model"]: values(sku) for sku in skus} == {
        f"QF6{place}0{row}": {
            "model": f"QF6{place}0{row}",
            "name": name,
            "size": f"{60 + row * 20} × 45 cm",
            "color": shade,
            "price": f"{24 + row}.50 GBP",
        }
        | ({"material": cover} if cover != "Cord" else {})
        for place, (name, cover, shade, count) in enumerate(beds)
        for row in range(count)
    }


@pytest.mark.parametrize("is_framed", [True, False], ids=["framed", "free"])
def test_rows_that_open_with_a_code_and_end_in_a_price_are_the_colours_of_a_card(tmp_path: Path, is_framed: bool) -> None:
    shades = (("W", "White", 12), ("G", "Champagne", 15), ("S", "Space Grey", 16))
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 270, 60 + (place // 2) * 140
        if is_framed:
            sheet.frame(x - 6, y - 6, x + 250, y + 110)
        sheet.picture(x, y, x + 95, y + 100).text(x + 105, y + 12, name, size=10, bold=True)
        for row, (letter, shade, price) in enumerate(shades):
            level = y + 40 + row * 14
            sheet.text(x + 105, level, f"V6-K{place}1{letter}", size=7.4).text(x + 140, level, shade, size=7.4)
            sheet.text(x + 210, level, f"${price}.{place}0", size=7.4, bold=True)

    assert {values(sku)["model"]: values(sku) for sku in sheet.read(tmp_path).skus} == {
        f"V6-K{place}1{letter}": {"model": f"V6-K{place}1{letter}", "name": name, "color": shade, "price": f"{price}.{place}0 USD"}
        for place, (name, _, _) in enumerate(GOODS[:4])
        for letter, shade, price in shades
    }


def test_rows_of_codes_and_names_are_no_variants_of_the_heading_over_them(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Accessories", size=14, bold=True)
    rows = (("AC-101", "Wall bracket", "$3.00"), ("AC-102", "Drain hose", "$4.50"), ("AC-103", "Filter bag", "$7.20"))
    for row, cells in enumerate(rows):
        for x, cell in zip((40, 100, 200), cells, strict=True):
            sheet.text(x, 84 + row * 26, cell, size=9)

    assert {name for _, name, _ in rows} <= {values(sku).get("name") for sku in sheet.read(tmp_path).skus}


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


def test_formats_under_each_other_have_the_name_over_the_first(tmp_path: Path) -> None:
    names = ("Orange blossom mist", "Fig tree night", "Mimosa water", "Powdery iris")
    sheet = Sheet()
    for place, name in enumerate(names):
        x, y = 40 + (place % 2) * 270, 60 + (place // 2) * 250
        sheet.picture(x, y, x + 110, y + 150).text(x + 120, y + 14, name, size=13, bold=True)
        sheet.text(x + 120, y + 35, "A light note that stays.", size=9)
        for row, size in enumerate(("50 ml", "100 ml", "200 ml")):
            top = y + 80 + 30 * row
            sheet.text(x + 120, top, size, bold=True).text(x + 120, top + 11, f"ref. FR{place}1{row}", size=8)
            sheet.text(x + 195, top, f"$ {row + 1}9.90", size=11, bold=True)

    reading = sheet.read(tmp_path)

    told = sorted((values(sku)["model"], values(sku)["name"], values(sku)["size"], values(sku)["price"]) for sku in reading.skus)
    assert told == [
        (f"FR{place}1{row}", name, size, f"{row + 1}9.90 USD")
        for place, name in enumerate(names)
        for row, size in enumerate(("50 ml", "100 ml", "200 ml"))
    ]


@pytest.mark.parametrize("is_zigzag", [True, False], ids=["zigzag", "left"])
def test_formats_in_words_under_each_other_are_the_sizes_of_the_rows_they_stand_in(tmp_path: Path, is_zigzag: bool) -> None:
    sheet = Sheet()
    names = ("Dame Blanche", "Golden Orchard", "Evening Song")
    for place, name in enumerate(names):
        is_right = is_zigzag and place % 2 == 1
        x, y = 40 if is_right else 230, 80 + place * 220
        sheet.picture(385 if is_right else 40, y, 555 if is_right else 210, y + 160).text(x, y + 16, name, size=17, bold=True)
        sheet.text(x, y + 36, "A strong grower with full flowers. Flowers again until the first frosts.", size=10)
        sheet.text(x, y + 54, "Height 120 cm · Colour: red", size=9)
        for row, (letter, form, price) in enumerate((("B", "Bare root", "14.50"), ("P", "4 L pot", "19.95"))):
            level = y + 74 + 17 * row
            sheet.text(x, level, f"KD41{place}-{letter}", size=9, bold=True).text(x + 70, level, form, size=9).text(
                x + 170, level, f"£{price}"
            )

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["size"], sku["price"]) for sku in found] == [
        (f"KD41{place}-{letter}", name, form, f"{price} GBP")
        for place, name in enumerate(names)
        for letter, form, price in (("B", "Bare root", "14.50"), ("P", "4 L pot", "19.95"))
    ]


def test_formats_of_several_rows_have_the_name_and_the_material_over_the_first(tmp_path: Path) -> None:
    sheet = Sheet()
    for column, (name, stem) in enumerate((("Fjord kettle", "KT-10"), ("Dune kettle", "KT-20"))):
        x = 60 + column * 260
        sheet.picture(x, 60, x + 150, 200).text(x, 230, name, size=12, bold=True).text(x, 248, "Material: enamelled steel", size=8)
        for place, (size, price) in enumerate((("1.2 L", "£39"), ("1.8 L", "£49"))):
            y = 290 + 84 * place
            sheet.text(x, y, f"{stem}{place + 1}", size=9, bold=True).text(x, y + 14, size, size=8).text(x, y + 32, price, size=15)

    found = sorted((values(sku) for sku in sheet.read(tmp_path).skus), key=lambda sku: sku["model"])

    assert [(sku["model"], sku.get("name"), sku["size"], sku.get("material")) for sku in found] == [
        (f"{stem}{place + 1}", name, size, "enamelled steel")
        for name, stem in (("Fjord kettle", "KT-10"), ("Dune kettle", "KT-20"))
        for place, size in enumerate(("1.2 L", "1.8 L"))
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


def test_rows_under_a_name_are_the_product_in_the_materials_they_tell(tmp_path: Path) -> None:
    sheet = Sheet()
    handles = (
        ("Bow Handle", "BH40", ("Aluminium", "Zinc", "Stainless steel")),
        ("Cup Pull", "CP52", ("Solid oak", "Porcelain", "Leather")),
    )
    for number, (name, code, materials) in enumerate(handles):
        y = 100 + 180 * number
        sheet.picture(40, y, 180, y + 110).text(207, y + 12, name, size=15)
        for row, material in enumerate(materials):
            at = y + 36 + 22 * row
            sheet.text(207, at, f"{code}-{row + 1}1", size=9.5).text(276, at, material, size=9.5).text(520, at, f"${row + 6}.40", size=9.5)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["material"], sku["price"]) for sku in found] == [
        (name, material, f"{row + 6}.40 USD") for name, _, materials in handles for row, material in enumerate(materials)
    ]


@pytest.mark.parametrize("label", ["Ref. ", "Art. ", ""])
def test_rows_behind_dots_of_colour_under_names_at_pictures_are_no_table(tmp_path: Path, label: str) -> None:
    finishes = (("Chrome", "CR"), ("Matt black", "MB"), ("Brushed gold", "BG"))
    sheet = Sheet().text(40, 50, "Series Fen", size=24).text(360, 50, "Lamps of brass · 2 m cord", size=9)
    for place, (name, code, _) in enumerate(GOODS):
        x, y = 40 + 180 * (place % 3), 80 + 370 * (place // 3)
        sheet.picture(x, y, x + 164, y + 180).text(x, y + 200, name, size=12, bold=True).text(
            x, y + 214, "With a shade of its own.", size=7.5
        )
        sheet.line(x, y + 221, x + 164, y + 221)
        for row, (finish, letters) in enumerate(finishes):
            top = y + 238 + 20 * row
            sheet.fill(x, top - 7, x + 9, top + 2, (0.3 * row, 0.4, 0.5)).text(x + 13, top, finish, size=8)
            sheet.text(x + 70, top, f"{label}{code}-{letters}", size=7.5).text(x + 136, top, f"${place + 4}{row}.50", size=8, bold=True)
            sheet.line(x, top + 7, x + 164, top + 7)

    skus, _ = extract_page(sheet.content(tmp_path), Context(options=Options()))

    found = {told["model"]: told for told in map(values, skus)}
    assert len(found) == len(skus) == len(GOODS) * len(finishes)
    assert found["AB-1023-MB"] == {
        "model": "AB-1023-MB",
        "name": "Wool Blanket",
        "material": "brass",
        "color": "Matt black",
        "price": "71.50 USD",
    }


def test_words_that_stand_alone_among_codes_are_none_of_them(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 30, "Catalogue 2031", size=8)
    for number, (name, colors) in enumerate(
        (("Wall shelf", ("white", "grey")), ("Coat rack", ("white", "red", "blue")), ("Oval tray", ("gold", "black")))
    ):
        x = 40 + 185 * number
        sheet.picture(x + 10, 50, x + 110, 140).text(x, 160, name, size=12, bold=True)
        sheet.lines(x, 180, "Material: beech", f"Size: {number + 4}0 x 20 cm", size=7.5)
        for row, color in enumerate(colors):
            y = 216 + 15 * row
            sheet.text(x, y, f"{name[:2].upper()}-{row + 1}04", size=8, bold=True).text(x + 48, y, color, size=8)
            sheet.text(x + 110, y, f"EUR {row + 3}9.00", size=8, bold=True)

    found = {sku["model"]: sku for sku in map(values, sheet.read(tmp_path).skus)}

    assert {code: (sku["name"], sku["color"]) for code, sku in found.items()} == {
        "WA-104": ("Wall shelf", "white"),
        "WA-204": ("Wall shelf", "grey"),
        "CO-104": ("Coat rack", "white"),
        "CO-204": ("Coat rack", "red"),
        "CO-304": ("Coat rack", "blue"),
        "OV-104": ("Oval tray", "gold"),
        "OV-204": ("Oval tray", "black"),
    }
