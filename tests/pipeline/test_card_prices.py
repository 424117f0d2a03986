"""Prices of cards: on tags, discs and plates, at the other end of the row, for each size or for all."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pdfs import picture
from tests.pipeline.catalogs import first_page
from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values
from tests.pipeline.sheets import put, saved


def test_price_tag_apart_from_the_name_joins_its_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 300
        sheet.frame(x, y, x + 240, y + 260).picture(x + 10, y + 10, x + 160, y + 180)
        sheet.text(x + 175, y + 30, price, size=14, bold=True).lines(x + 10, y + 210, name, f"Item No. {code}")

    reading = sheet.read(tmp_path)

    assert by_name(reading)["Wall Clock"] == {"model": "AB-1021", "name": "Wall Clock", "price": "35.50 USD"}
    assert len(reading.skus) == 4


@pytest.mark.parametrize("with_name", [True, False], ids=["named", "code only"])
def test_price_at_the_other_end_of_the_row_belongs_to_the_card(tmp_path: Path, with_name: bool) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 172, 60 + (place // 3) * 170 + (place % 3) * 24
        sheet.picture(x, y, x + 160, y + 100)
        if with_name:
            sheet.text(x, y + 114, name, bold=True)
        sheet.text(x, y + 130, code).text(x + 160 - 5.56 * len(price) + 4, y + 130, price)

    reading = sheet.read(tmp_path)

    assert {values(sku)["model"]: values(sku)["price"] for sku in reading.skus} == {code: f"{price[1:]} USD" for _, code, price in GOODS}


def test_pictures_and_texts_that_change_sides_keep_price_and_code(tmp_path: Path) -> None:
    sheet = Sheet().text(200, 50, "Gift ideas", size=18)
    for place, (name, code, price) in enumerate(GOODS[:3]):
        y, is_turned = 80 + place * 210, place == 1
        sheet.picture(302 if is_turned else 44, y, 491 if is_turned else 233, y + 178)
        x = 44 if is_turned else 253
        sheet.text(x, y + 38, name, size=14, bold=True).text(x, y + 54, "Three bottles in a box of pine with a lid.", size=9)
        sheet.text(x, y + 90, f"Code {code}", size=9).text(x, y + 110, price, size=14, bold=True)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS[:3]
    ]


def test_a_price_far_to_the_right_in_the_rows_of_a_caption_is_its_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        y = 60 + place * 140
        sheet.picture(40, y, 190, y + 120).text(210, y + 20, name, size=14).lines(215, y + 38, f"Model: {code}", "Size: 12 x 8 cm")
        sheet.text(480, y + 40, price, size=13)

    assert {values(sku)["model"]: values(sku)["price"] for sku in sheet.read(tmp_path).skus} == {
        code: f"{price[1:]} USD" for _, code, price in GOODS[:4]
    }


def test_disc_with_the_price_over_the_corner_of_the_picture(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Offers of the week", size=18)
    for place, (name, _, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 200
        sheet.picture(x, y, x + 150, y + 120).disc(x + 145, y + 100, 30)
        sheet.text(x + 122, y + 104, price, size=12).text(x, y + 136, name, bold=True)

    reading = sheet.read(tmp_path)

    assert {values(sku)["name"]: values(sku)["price"] for sku in reading.skus} == {name: f"{price[1:]} USD" for name, _, price in GOODS}


def test_cards_without_prices_do_not_inherit_that_of_another_product(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Garden Swing", size=20, bold=True).text(430, 60, "£210.00", size=11)
    for place, (name, code, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 150, 100 + (place // 3) * 140
        sheet.picture(x, y, x + 110, y + 80).text(x, y + 94, code, size=8, bold=True).text(x, y + 105, name, size=8)

    reading = sheet.read(tmp_path)

    assert all("price" not in values(sku) for sku in reading.skus if "model" in values(sku))


def test_a_labelled_price_on_a_plate_under_a_card_is_its_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:2]):
        x = 40 + 270 * number
        sheet.picture(x, 60, x + 240, 200).text(x, 226, name, size=16).text(x + 190, 226, code, bold=True)
        for row, (label, value) in enumerate((("Overall", "40 × 30 × 20 cm"), ("Material", "Oak"), ("Weight", "4 kg"))):
            sheet.text(x, 252 + 20 * row, label, size=9).text(x + 170, 252 + 20 * row, value, size=9)
        sheet.fill(x, 320, x + 240, 350, (0.9, 0.9, 0.85))
        sheet.text(x + 12, 339, "Retail price").text(x + 165, 341, price, size=16, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert {name: sku["price"] for name, sku in found.items()} == {"Oak Bench": "120.00 USD", "Wall Clock": "35.50 USD"}
    assert found["Oak Bench"]["material"] == "Oak"


def test_code_and_price_at_the_foot_of_each_card_belong_to_the_caption_over_them(tmp_path: Path) -> None:
    sheet = Sheet()
    names = (
        "Wall switch",
        "Double switch",
        "Dimmer",
        "Socket",
        "Frame, two gangs",
        "Frame, three gangs",
        "Bell push",
        "Data outlet",
        "Blank",
    )
    for place, name in enumerate(names):
        x, y = 40 + 135 * (place % 3), 60 + 180 * (place // 3)
        sheet.picture(x + 10, y, x + 110, y + 90).line(x, y + 95, x + 125, y + 95)
        sheet.text(x, y + 108, name, size=8, bold=True).text(x, y + 118, "colour: white", size=7)
        price = f"$ {place + 3}.80"
        sheet.text(x, y + 156, f"LT-10{place}", size=7.5)
        sheet.text(x + 125 - pymupdf.get_text_length(price, "hebo", 10.5), y + 156, price, size=10.5, bold=True)

    found = {told["model"]: told for sku in sheet.read(tmp_path).skus if "model" in (told := values(sku))}

    assert len(found) == len(names)
    assert [(found[f"LT-10{n}"]["name"], found[f"LT-10{n}"]["price"]) for n in range(9)] == [
        (name, f"{n + 3}.80 USD") for n, name in enumerate(names)
    ]


def test_what_stands_right_of_all_captions_goes_to_those_in_its_row(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + 285 * (place % 2), 90 + 78 * (place // 2)
        sheet.picture(x, y, x + 60, y + 60).text(x + 75, y + 10, name, bold=True).text(x + 75, y + 25, code, size=8)
        sheet.text(x + 75, y + 54, price, size=12, bold=True).text(x + 205, y + 40, f"Stock: {place}8", size=8)

    told = {values(sku)["name"]: customs(sku) for sku in sheet.read(tmp_path).skus}

    assert told == {name: {"Stock": f"{place}8"} for place, (name, _, _) in enumerate(GOODS)}


def test_bare_sums_of_captions_are_in_the_pages_currency(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 40, "All prices in EUR, valid until the end of March", size=8)
    for place, (name, _, _) in enumerate(GOODS[:4]):
        x, y = 50 + 130 * place, 80
        sheet.picture(x, y, x + 100, y + 100).text(x, y + 115, name, bold=True).text(x, y + 129, f"{place + 4}9,90")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["price"] for name, _, _ in GOODS[:4]] == [f"{n + 4}9.90 EUR" for n in range(4)]


def test_a_price_at_the_right_of_its_card_is_not_the_next_ones_though_it_stands_nearer(tmp_path: Path) -> None:
    goods = (("Rye Loaf", "RB-11", "£1.10"), ("Long Seeded Baguette", "RB-12", "£1.35"), ("Bun", "RB-13", "£0.60"))
    sheet = Sheet()
    for row in range(3):
        for place, (name, code, price) in enumerate(goods):
            x, y = 40 + 175 * place, 90 + 170 * row
            sheet.picture(x, y, x + 120, y + 90).text(x, y + 105, f"{name} {'ABC'[row]}", bold=True).lines(
                x, y + 119, f"{code}{row}", "Shelf life: 5 days"
            )
            sheet.text(x + 115, y + 119, price, bold=True)

    found = {values(sku)["model"]: values(sku)["price"] for sku in sheet.read(tmp_path).skus}

    assert found == {f"{code}{row}": f"{price[1:]} GBP" for row in range(3) for _, code, price in goods}


def test_a_price_on_a_plate_with_the_size_it_is_for_belongs_to_the_caption_beside_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 50 + 270 * (place % 2), 90 + 190 * (place // 2)
        sheet.picture(x, y, x + 90, y + 90).lines(x, y + 105, name, code)
        sheet.rounded(x + 96, y + 40, x + 196, y + 86).text(x + 104, y + 66, price, size=18, bold=True).text(x + 150, y + 80, "5 L", size=9)

    found = {values(sku)["model"]: values(sku) for sku in sheet.read(tmp_path).skus}

    assert {code: (told["price"], told["size"]) for code, told in found.items()} == {c: (f"{p[1:]} USD", "5 L") for _, c, p in GOODS[:4]}


@pytest.mark.parametrize("sizes", [("S", "M", "L"), ("1 kg", "5 kg", "12 kg"), ("40 cm", "60 cm", "90 cm")])
def test_rows_of_sizes_and_prices_under_a_caption_are_one_product_in_several_sizes(tmp_path: Path, sizes: tuple[str, ...]) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:4]):
        x, y = 30 + 280 * (place % 2), 80 + 190 * (place // 2)
        sheet.rounded(x, y, x + 270, y + 170).picture(x + 8, y + 30, x + 118, y + 140).text(x + 126, y + 24, name, size=12, bold=True)
        sheet.text(x + 126, y + 36, code, size=8)
        for row, size in enumerate(sizes[: 3 - place % 2]):
            sheet.text(x + 127, y + 58 + 18 * row, size, size=11).text(
                x + 220, y + 58 + 18 * row, f"${row + 2}{place}.95", size=11, bold=True
            )

    skus = sheet.read(tmp_path).skus

    told = {values(sku)["name"]: sku for sku in skus}
    assert len(skus) == len(told) == 4
    for place, (name, _, _) in enumerate(GOODS[:4]):
        own, price = sizes[: 3 - place % 2], told[name].get("price")
        assert values(told[name])["size"] == " / ".join(own)
        assert price is not None
        assert price.price is not None
        assert price.price.tiers == tuple((size, f"{row + 2}{place}.95") for row, size in enumerate(own))


def test_a_price_on_a_plate_at_the_foot_of_a_picture_goes_with_the_caption_at_its_head(tmp_path: Path) -> None:
    sheet = Sheet(width=842, height=595)
    for place, (name, code, price) in enumerate(GOODS[:2]):
        x = 40 + 400 * place
        sheet.picture(x, 80, x + 170, 380).text(x + 182, 100, name, size=14, bold=True).text(x + 182, 120, f"Item No. {code}", size=9)
        sheet.lines(x + 182, 145, "Size: 30 x 20 cm", "Material: cork", "MOQ: 100 pcs", size=9)
        sheet.rounded(x + 180, 334, x + 360, 378).text(x + 220, 362, f"FOB {price} / pc", size=15)
        sheet.text(x, 400, "Packed in a white box; a gift tube may be had at extra cost.", size=8)

    found = by_name(sheet.read(tmp_path))

    assert [found[name].get("price") for name, _, _ in GOODS[:2]] == ["120.00 USD", "35.50 USD"]


@pytest.mark.parametrize("steps", [("50盒起", "100盒起"), ("From 50 pcs", "From 100 pcs"), ("50+ pcs", "100+ pcs")])
def test_sums_under_the_numbers_from_which_they_hold_are_the_price_of_the_caption_over_them(tmp_path: Path, steps: tuple[str, str]) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        y, x, left = 32 + 260 * place, 300 if place != 1 else 90, 40 if place != 1 else 300
        sheet.picture(left, y, left + 240, y + 220)
        # The first of these stands where heads of pages do.
        sheet.text(x, y + 10, f"Item No.: {code}", size=8).text(x, y + 32, name, size=16).text(x, y + 55, "Size: 38 x 28 cm", size=9)
        for column, (step, price) in enumerate(zip(steps, (f"${place + 4}78", f"${place + 4}48"), strict=True)):
            sheet.text(x + 40 + 110 * column, y + 170, step, size=9).text(x + 40 + 110 * column, y + 186, price, size=9, bold=True)

    reading = sheet.read(tmp_path)

    found = [values(sku) for sku in reading.skus]
    assert [(sku.get("model"), sku.get("name"), sku.get("price")) for sku in found] == [
        (code, name, f"{place + 4}78 USD") for place, (name, code, _) in enumerate(GOODS[:3])
    ]


@pytest.mark.parametrize(
    ("columns", "edge", "was"),
    [(2, "left", False), (3, "right", True), (3, "right", False)],
    ids=["from the left", "to the right, over it what was asked", "to the right"],
)
def test_prices_at_one_place_of_every_card_belong_to_the_captions_there(tmp_path: Path, columns: int, edge: str, was: bool) -> None:
    sheet = Sheet()
    width = 515 / columns
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + (place % columns) * width, 60 + (place // columns) * 222
        sheet.picture(x + 20, y, x + width - 30, y + 95).text(x + 8, y + 115, name, bold=True).text(
            x + 8, y + 129, f"Item no. {code}", size=8
        )
        start = x + 8 if edge == "left" else x + width - 18 - pymupdf.get_text_length(price, "hebo", 13)
        sheet.text(start, y + 202, price, size=13, bold=True)
        if was:
            sheet.text(start + 10, y + 188, "$199.00", size=7).line(start + 9, y + 186, start + 38, y + 186)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS
    ]


@pytest.mark.parametrize(("lead", "former"), [("only", "worth £52"), ("nur", "im Wert von £52"), ("seulement", "au lieu de £52")])
def test_words_around_a_price_on_a_disc_name_nothing(tmp_path: Path, lead: str, former: str) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        y = 60 + place * 180
        sheet.picture(50, y, 200, y + 120).text(215, y + 20, name, size=12, bold=True).text(215, y + 40, code, size=8)
        sheet.disc(400, y + 50, 42).text(375, y + 35, lead, size=8, color=(1, 1, 1))
        sheet.text(372, y + 55, f"£{place + 41}.00", size=15, color=(1, 1, 1)).text(366, y + 70, former, size=7, color=(1, 1, 1))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["price"]) for sku in found] == [
        (name, f"{place + 41}.00 GBP") for place, (name, _, _) in enumerate(GOODS[:3])
    ]


def test_rows_of_quantities_and_prices_in_cards_are_tiers_and_no_goods(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for place, (code, name) in enumerate((("VO-61", "Enamel mug"), ("VO-63", "Oil jar"), ("VO-65", "Tea kettle"))):
            x = 40 + 180 * place
            page.draw_rect(pymupdf.Rect(x, 60, x + 165, 340), color=(0.8, 0.8, 0.8), width=0.6)
            put(page, x + 40, 80, name, size=12, font="hebo")
            page.insert_image(pymupdf.Rect(x + 40, 95, x + 125, 180), stream=picture((90 + 40 * place, 120, 60)))
            for row, text in enumerate((f"Item / Código: {code}", "Size / Medida: 8 cm")):
                put(page, x + 8, 205 + 13 * row, text, size=8)
            for row, (pieces, price) in enumerate((("Pcs / Pzas", "Each / c.u."), ("12+", "$2.90"), ("48+", "$2.67"), ("144+", "$2.44"))):
                put(page, x + 8, 245 + 16 * row, pieces, size=8, font="hebo" if row == 0 else "helv")
                put(page, x + 115, 245 + 16 * row, price, size=8, font="hebo")
                page.draw_line((x + 8, 250 + 16 * row), (x + 155, 250 + 16 * row), width=0.4)

    skus = first_page(saved(tmp_path, draw)).skus

    assert [sku.get("model").value for sku in skus] == ["VO-61", "VO-63", "VO-65"]  # type: ignore[union-attr]
    assert [sku.get("price").value for sku in skus] == ["$2.90"] * 3  # type: ignore[union-attr]


def test_prices_in_the_middle_of_tags_belong_to_the_captions_over_them_however_wide_what_is_shown(tmp_path: Path) -> None:
    sheet = Sheet()
    for place in range(16):
        x, y = 34 + (place % 4) * 133, 46 + (place // 4) * 152
        left, width = (37, 52) if place == 1 else (29, 68) if place == 5 else (22, 84)
        sheet.picture(x + left, y, x + left + width, y + 84).text(x, y + 97, f"Standing Lamp No {'ABCDEFGHIJKLMNOP'[place]}", size=9)
        sheet.text(x, y + 106, f"Item no. 41{place + 10}.1{place % 7}", size=7).text(x, y + 115, f"{place + 20} cm", size=7)
        sheet.fill(x, y + 126, x + 62, y + 142, (0.96, 0.77, 0.1))
        price = f"${'1' * (place % 3)}{place % 9 + 1}.90"
        sheet.text(x + 31 - pymupdf.get_text_length(price, "hebo", 10) / 2, y + 138, price, size=10, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["price"] for sku in found] == [f"{'1' * (place % 3)}{place % 9 + 1}.90 USD" for place in range(16)]


@pytest.mark.parametrize("instead", ["Price on request", ""])
def test_the_only_card_without_a_price_is_one_of_the_goods(tmp_path: Path, instead: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 60 + (place // 3) * 230
        sheet.picture(x, y, x + 120, y + 120).text(x, y + 136, name, size=11, bold=True)
        sheet.lines(x, y + 150, code, "30 x 20 cm", instead if place == 4 else price)

    found = by_name(sheet.read(tmp_path))

    assert found["Desk Lamp"] == {"model": "AB-1024", "name": "Desk Lamp", "size": "30 x 20 cm"}
    assert len(found) == len(GOODS)


@pytest.mark.parametrize("sums", [("24,00", "31,50", "19,90", "86,00"), ("$24", "$31", "$19", "$86"), ("24", "31", "19", "86")])
def test_a_sum_close_behind_a_long_name_stands_where_those_of_its_neighbours_do(tmp_path: Path, sums: tuple[str, ...]) -> None:
    sheet = Sheet(width=842, height=595)
    names = ("Ash Stool", "Pine Shelf", "Reed Basket", "Folding Garden Chair")
    for place, (name, amount) in enumerate(zip(names, sums, strict=True)):
        x = 30 + 195 * place
        end = x + 7 + pymupdf.get_text_length(names[3], fontname="hebo", fontsize=10.5) + 5
        end += pymupdf.get_text_length(sums[3], fontname="hebo", fontsize=9)
        sheet.picture(x, 60, x + 150, 200).fill(x, 200, x + 150, 240, (0.9, 0.9, 0.8)).text(x + 7, 214, name, size=10.5, bold=True)
        sheet.text(end - pymupdf.get_text_length(amount, fontname="hebo", fontsize=9), 214, amount, size=9, bold=True)
        sheet.text(x + 7, 228, f"GS-{place + 41}2", size=7.5)

    found = by_name(sheet.read(tmp_path))

    assert set(found) == set(names)
    assert all("price" in sku for sku in found.values())


def test_a_figure_that_ends_a_name_elsewhere_than_its_neighbours_have_their_sums_stays_in_it(tmp_path: Path) -> None:
    sheet = Sheet()
    names = ("Ash Stool", "Pine Shelf", "Reed Basket", "Lamp Model 86,00")
    for place, name in enumerate(names):
        x = 30 + 140 * place
        sheet.picture(x, 60, x + 134, 200).text(x + 7, 214, name, size=10, bold=True).text(x + 7, 228, f"GS-{place + 41}2", size=7.5)
        sheet.text(x + 105, 214 if place < 3 else 228, "24,00", size=10, bold=True)

    assert "Lamp Model 86,00" in by_name(sheet.read(tmp_path))


def test_cents_at_the_foot_of_the_page_are_no_page_number(tmp_path: Path) -> None:
    sheet = Sheet().text(560, 835, "4", size=7)
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 40 + 180 * place
        sheet.frame(x, 600, x + 160, 828).picture(x + 10, 610, x + 150, 740).lines(x + 10, 760, name, code)
        whole, cents = price[1:].split(".")
        sheet.text(x + 80, 810, "$", size=11).text(x + 88, 816, whole, size=20, bold=True)
        sheet.text(x + 90 + 11.2 * len(whole), 808, cents, size=11)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == ["120.00 USD", "35.50 USD", "18.00 USD"]
    assert [entry.text for entry in reading.entries if entry.rule == "page_number"] == ["4"]
