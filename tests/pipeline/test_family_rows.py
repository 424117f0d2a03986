"""Rows of codes under or beside one product: each is the product in a colour, a size or a material."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import GOODS, Sheet, values


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


LAMPS = (
    ("Orla Wall Light", "Opal glass", ("Aged brass", "Bronze", "Chrome")),
    ("Tamar Table Lamp", "Ceramic", ("Sage", "Chalk")),
    ("Pell Reading Light", "Steel", ("Matt black", "Satin nickel")),
    ("Brook Floor Lamp", "Turned ash", ("Natural", "Ebonised", "Walnut stain")),
)


def _lamps(order: tuple[int, int, int]) -> Sheet:
    sheet = Sheet().text(40, 50, "Lights", size=20)
    for place, (name, material, shades) in enumerate(LAMPS):
        x, y = 40 + (place % 2) * 200, 80 + place * 170
        sheet.picture(x, y, x + 90, y + 140).text(x + 105, y + 12, name, size=12, bold=True)
        sheet.lines(x + 105, y + 30, f"Size: {10 + place} × 26 cm", f"Material: {material}", "Rating: IP20", size=8)
        for row, shade in enumerate(shades):
            cells = (shade, f"WL-4{place}{row}-AB", f"£{96 + 4 * row}")
            # In one of them hardly more than a space stands before the prices.
            for left, cell in zip((0, 68, 116 if place == 1 else 130), order, strict=True):
                sheet.text(x + 105 + left, y + 80 + row * 14, cells[cell], size=8.5)
    return sheet


@pytest.mark.parametrize("heads", [("Finish", "Code", "Price"), ("Farbe", "Art.-Nr.", "Preis"), None])
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_variants_at_pictures_do_not_go_on_with_the_table_of_the_page_before(
    tmp_path: Path, order: tuple[int, int, int], heads: tuple[str, ...] | None
) -> None:
    content = _lamps(order).content(tmp_path)
    before = Sheet().text(40, 60, "Halden Pendant", size=22).picture(40, 90, 300, 330)
    goods = (("Brushed brass", "HAL-42-BB", "£289"), ("Matt black", "HAL-42-MB", "£245"), ("Stone white", "HAL-42-SW", "£245"))
    for row, cells in enumerate((heads, *goods) if heads else ()):
        for x, cell in zip((40, 250, 480), [cells[place] for place in order], strict=True):
            before.text(x, 370 + 20 * row, cell, size=9)
    pages = {1: before.content(tmp_path), 2: replace(content, page_number=2)}

    found = {sku["model"]: sku for sku in map(values, extract_page(pages[2], Context(page_at=pages.get))[0])}

    assert {code: (sku["name"], sku["material"], sku["color"]) for code, sku in found.items()} == {
        f"WL-4{place}{row}-AB": (name, material, shade)
        for place, (name, material, shades) in enumerate(LAMPS)
        for row, shade in enumerate(shades)
    }


@pytest.mark.parametrize("sizes", [("Small", "Medium", "Large"), ("Single", "Double", "King size"), ("Klein", "Mittel", "Riesig")])
@pytest.mark.parametrize("count", [1, 3])
def test_sizes_called_by_words_are_the_product_in_each(tmp_path: Path, sizes: tuple[str, ...], count: int) -> None:
    sheet = Sheet().text(40, 66, "Throws", size=18)
    for place, (name, _, _) in enumerate(GOODS[:count]):
        y = 90 + place * 200
        sheet.picture(40, y, 216, y + 140).text(240, y + 14, name, size=11, bold=True).text(240, y + 32, "Material: wool", size=9)
        for row, size in enumerate(sizes):
            level = y + 60 + row * 15
            sheet.text(240, level, size, size=9).text(330, level, f"CT-{place}0{row}", size=9).text(
                430, level, f"${place + 1}{row}.50", size=9
            )

    found = {sku["model"]: (sku["name"], sku["size"]) for sku in map(values, sheet.read(tmp_path).skus)}

    assert found == {f"CT-{place}0{row}": (GOODS[place][0], size) for place in range(count) for row, size in enumerate(sizes)}


@pytest.mark.parametrize(("told", "priced"), [("£ each, ex VAT", True), ("Sizes and weights", False)])
def test_bare_sums_that_end_rows_are_prices_where_the_page_tells_the_currency(tmp_path: Path, told: str, priced: bool) -> None:
    sheet = Sheet().text(40, 50, "Alloy wheels", size=18, bold=True).text(400, 50, told, size=9)
    for place, name in enumerate(("Falco", "Norden", "Titus")):
        y = 80 + place * 140
        sheet.picture(40, y, 140, y + 100).text(170, y + 16, name, size=13, bold=True)
        for row in range(3):
            level = y + 44 + row * 15
            sheet.text(170, level, f"{name[:3].upper()}-{place}{row}7", size=9).text(270, level, f'1{row + 6}x7.5"', size=9)
            sheet.text(360, level, f"ET{42 + (row + place) % 2}", size=9).text(480, level, f"6{row}.50", size=9, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["model"] for sku in found] == [
        f"{name}-{place}{row}7" for place, name in enumerate(("FAL", "NOR", "TIT")) for row in range(3)
    ]
    assert [sku.get("price") for sku in found] == [f"6{row}.50 GBP" if priced else None for _ in range(3) for row in range(3)]
