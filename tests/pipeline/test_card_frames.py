"""What is drawn around cards: borders, grounds, bands and rulings hold a product together or part it from the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.drawn import GOODS, SIZED_GOODS, Sheet, by_name, values


def test_rows_behind_dots_of_colour_stay_in_their_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        y = 90 + place * 160
        sheet.picture(50, y, 150, y + 130).lines(165, y + 12, name, f"Style {code}", "95 % cotton, 5 % Elasthan")
        sheet.text(200, y + 51, "Navy, Ecru, Rust").lines(165, y + 64, "Sizes 44-62", price)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {
            "model": code,
            "name": name,
            "size": "44-62",
            "material": "95 % cotton, 5 % Elasthan",
            "color": "Navy, Ecru, Rust",
            "price": f"{price[1:]} USD",
        }
        for name, code, price in GOODS[:3]
    ]


def test_rows_between_rulings_with_a_picture_each_are_cards(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:4]):
        y = 80 + place * 115
        sheet.line(40, y, 555, y).picture(40, y + 10, 150, y + 100).text(170, y + 30, name, size=13)
        sheet.lines(190, y + 50, "Peso: 2268 g", "Garantía de 3 años", size=8)
        sheet.text(500, y + 18, f"Ref. 623.39{place}").text(515, y + 31, f"£ {price[1:]}")

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"623.39{place}", "name": name, "price": f"{price[1:]} GBP"} for place, (name, _, price) in enumerate(GOODS[:4])
    ]


def test_a_band_between_lines_holds_its_product_together(tmp_path: Path) -> None:
    sheet = Sheet().line(40, 70, 550, 70)
    for place, (name, code, price) in enumerate(
        [("Jig saw", "35 195", "$481.36*"), ("Router", "37 565", "$61.90*"), ("Plunge saw", "31 560", "$85.95*")]
    ):
        y = 70 + place * 120
        sheet.picture(45, y + 10, 140, y + 105).text(155, y + 25, name, size=14, bold=True).text(155, y + 40, f"Item No.: {code}", size=9)
        sheet.text(480, y + 30, price, size=16, bold=True).text(480, y + 45, "* while stocks last", size=7)
        if place < 2:
            sheet.line(40, y + 120, 550, y + 120)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [
        {"model": "35 195", "name": "Jig saw", "price": "481.36 USD"},
        {"model": "37 565", "name": "Router", "price": "61.90 USD"},
        {"model": "31 560", "name": "Plunge saw", "price": "85.95 USD"},
    ]


def test_the_ground_of_a_strip_of_cards_is_no_card(tmp_path: Path) -> None:
    sheet = Sheet().fill(30, 580, 565, 740, (0.9, 0.92, 0.9)).text(45, 600, "GOES WELL WITH", size=9)
    for place, name in enumerate(["Cat mouse", "Litter tray", "Water bowl", "Chew rope"]):
        x = 50 + place * 130
        sheet.picture(x, 610, x + 60, 670).text(x, 685, name, bold=True).text(x, 698, f"PT{6590 + place}").text(x, 711, f"${12 + place}.90")

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["model"], sku["price"]) for sku in found] == [
        ("Cat mouse", "PT6590", "12.90 USD"),
        ("Litter tray", "PT6591", "13.90 USD"),
        ("Water bowl", "PT6592", "14.90 USD"),
        ("Chew rope", "PT6593", "15.90 USD"),
    ]


def test_points_of_a_list_stay_within_their_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 264, 42 + (place // 2) * 310
        sheet.picture(x, y, x + 225, y + 150).text(x, y + 172, name, size=14).lines(x, y + 194, code, "Contents:", size=9, step=15)
        for row, point in enumerate(("1 roller", "3 brushes", "1 dust sheet")):
            sheet.disc(x + 21, y + 230 + 12 * row, 1.5).text(x + 30, y + 233 + 12 * row, point, size=9)
        sheet.text(x, y + 278, price, size=9)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS[:4]
    ]


def test_cards_with_round_corners_hold_their_text_together(tmp_path: Path) -> None:
    names = (("Door & Window", "Sensor"), ("Indoor Camera", "3MP"), ("Smart Thermostat", ""), ("Motion Detector", ""))
    sheet = Sheet().text(40, 50, "Sensors and everything for a safe home", size=22, bold=True)
    for place, (first, second) in enumerate(names):
        x, y = 40 + (place % 2) * 260, 80 + (place // 2) * 220
        sheet.rounded(x, y, x + 240, y + 200).picture(x + 10, y + 12, x + 125, y + 120)
        sheet.text(x + 135, y + 26, first, bold=True).text(x + 135, y + 38, second, bold=True)
        sheet.text(x + 135, y + 72, f"LN-GW{place + 1}").text(x + 135, y + 88, "72 x 28 x 14 mm")
        sheet.text(x + 160, y + 170, f"$ {place + 5}9.00", size=16, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        (f"LN-GW{place + 1}", f"{first} {second}".strip(), f"{place + 5}9.00 USD") for place, (first, second) in enumerate(names)
    ]


@pytest.mark.parametrize("radius", [0.03, 0.15])
def test_round_borders_without_a_ground_hold_what_stands_far_apart(tmp_path: Path, radius: float) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + (place % 3) * 180, 60 + (place // 3) * 230
        sheet.rounded(x, y, x + 165, y + 215, is_filled=False, radius=radius).picture(x + 30, y + 30, x + 130, y + 120)
        sheet.text(x + 118, y + 16, code, size=7).text(x + 10, y + 136, name, bold=True).text(x + 10, y + 205, price, size=13, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [(code, name, f"{price[1:]} USD") for name, code, price in GOODS]


def test_a_card_drawn_as_cells_under_its_picture_is_one(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + (place % 3) * 180, 60 + (place // 3) * 206
        sheet.picture(x + 8, y + 8, x + 152, y + 112).frame(x, y, x + 160, y + 120).frame(x, y + 120, x + 160, y + 142)
        sheet.text(x + 62, y + 135, name, size=11, bold=True)
        for row, (label, value) in enumerate((("Item No.:", code), ("Size:", "30 x 40 cm"), ("Color:", "Black"), ("Price:", price))):
            top = y + 142 + 15 * row
            sheet.frame(x, top, x + 45, top + 15).frame(x + 45, top, x + 160, top + 15)
            sheet.text(x + 2, top + 11, label, size=9).text(x + 47, top + 11, value, size=9)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [
        {"model": code, "name": name, "size": "30 x 40 cm", "color": "Black", "price": f"{price[1:]} USD"} for name, code, price in GOODS
    ]


def test_a_label_takes_no_value_from_the_next_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:6]):
        x, y = 40 + 180 * (number % 3), 80 + 220 * (number // 3)
        sheet.frame(x, y, x + 165, y + 200).picture(x + 10, y + 10, x + 90, y + 90)
        sheet.text(x + 10, y + 115, name, size=12, bold=True).text(x + 10, y + 132, code)
        sheet.text(x + 10, y + 180, price, size=13, bold=True).text(x + 130, y + 180, "Stock", size=7)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["price"] for name, _, _ in GOODS[:6]] == [f"{price.strip('$')} USD" for _, _, price in GOODS[:6]]


def test_rows_over_rulings_are_cards_under_a_title_on_a_bar_and_beside_drawings(tmp_path: Path) -> None:
    sheet = Sheet().fill(0, 0, 595, 45, (0.1, 0.2, 0.4)).text(40, 30, "Garden tools", size=16, color=(1, 1, 1))
    for place, (name, code, size, price) in enumerate(SIZED_GOODS):
        y = 60 + 120 * place
        sheet.lines(40, y + 30, code, name).picture(150, y + 10, 250, y + 100).picture(265, y + 30, 320, y + 90)
        sheet.lines(340, y + 25, f"Size: {size}", "Weight: 300 g", "hung on a hook").text(500, y + 50, price, size=15)
        sheet.line(40, y + 118, 555, y + 118)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": code, "name": name, "size": size, "price": f"{price[1:]} USD"} for name, code, size, price in SIZED_GOODS
    ]


@pytest.mark.parametrize("bar", ["head", "side", "foot"])
def test_a_bar_of_colour_closes_a_frame_of_thin_lines(tmp_path: Path, bar: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x0, y0 = 40 + (place % 2) * 260, 60 + (place // 2) * 220
        x1, y1 = x0 + 245.2, y0 + 208
        edges = {"head": (x0, y0, x1, y0), "foot": (x0, y1, x1, y1), "side": (x0, y0, x0, y1), "": (x1, y0, x1, y1)}
        for edge, line in edges.items():
            if edge == bar:
                sheet.fill(
                    line[0], line[1] - 5 * (bar == "foot"), line[2] + 4 * (bar == "side"), line[3] + 5 * (bar == "head"), (0.9, 0.5, 0)
                )
            else:
                sheet.line(*line)
        sheet.picture(x0 + 30, y0 + 40, x1 - 30, y0 + 125).text(x0 + 12, y0 + 145, name, bold=True).text(
            x0 + 12, y0 + 159, f"Art. {code}", size=8
        )
        # At another place in each card: nothing but the frame tells whose it is.
        sheet.text(x0 + 20 + 40 * place, (y0 + 22) if place % 2 else (y1 - 10), price, size=13, bold=True)

    found = {values(sku)["model"]: values(sku).get("price") for sku in sheet.read(tmp_path).skus}

    assert found == {code: f"{price[1:]} USD" for _, code, price in GOODS[:4]}
