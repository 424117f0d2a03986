"""Cards as designers set them: tracked capitals, codes in small grey print, names in two scripts, prices in bubbles, keys over names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values

GREY = (0.6, 0.6, 0.6)
BASINS = (("Ovo 58", "AQ-OV58", "580 x 380 mm"), ("Ovo WC", "AQ-OVWC", "360 x 640 mm"), ("Ovo tub", "AQ-OVT17", "1700 x 780 mm"))


def _tracked(sheet: Sheet, x: float, y: float, text: str, *, size: float = 12) -> None:
    for char in text:
        sheet.text(x, y, char, size=size)
        x += Sheet.width_of(char, size=size) + 0.35 * size


def _priced(sheet: Sheet, x: float, y: float, whole: str) -> None:
    """`£ 149` with small raised cents."""
    sheet.text(x, y, f"£ {whole}", size=16).text(x + 13.4 + 8.9 * len(whole), y - 5, "90", size=8)


def test_tracked_capitals_with_a_number_are_a_name_beside_a_code(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code) in enumerate((("LIDO 150", "AQ-LD150"), ("LIDO 290", "AQ-LD290"), ("OVO 58", "AQ-OV58"))):
        y = 80 + 200 * place
        sheet.picture(40, y, 240, y + 130)
        _tracked(sheet, 40, y + 150, name)
        sheet.text(40, y + 163, f"46 x {150 + place} mm", size=9).text(40, y + 174, code, size=7, color=GREY)

    found = by_name(sheet.read(tmp_path))

    assert {name: sku["model"] for name, sku in found.items()} == {"LIDO 150": "AQ-LD150", "LIDO 290": "AQ-LD290", "OVO 58": "AQ-OV58"}


def test_a_code_in_small_grey_print_behind_the_name_is_no_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, size) in enumerate(BASINS):
        x = 40 + 180 * place
        sheet.picture(x, 80, x + 120, 200).text(x, 216, name, bold=True).text(x + 42, 216, code, size=6.5, color=GREY)
        sheet.text(x, 229, "Steel", size=9).text(x, 241, size, size=9)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    # A code without a figure is one where the others stand.
    assert [(sku["name"], sku["model"]) for sku in found] == [(name, code) for name, code, _ in BASINS]


def test_a_list_before_a_small_code_is_parted_as_if_it_stood_alone(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, _), told) in enumerate(zip(GOODS, ("Leather, black", "Cotton, beige", "Linen, red"), strict=False)):
        x = 40 + 180 * place
        sheet.picture(x, 80, x + 120, 200).text(x, 216, name, size=14)
        sheet.text(x, 229, f"Size: 3{place} x 30 cm · Weight: 0.95 kg", size=8).text(x, 241, told, size=8).text(
            x + 70, 241, code, size=6, color=GREY
        )

    skus = sheet.read(tmp_path).skus

    assert [(values(sku)["material"], values(sku)["color"]) for sku in skus] == [
        ("Leather", "black"),
        ("Cotton", "beige"),
        ("Linen", "red"),
    ]
    assert [customs(sku) for sku in skus] == [{"Weight": "0.95 kg"}] * 3
    assert [values(sku)["model"] for sku in skus] == [code for _, code, _ in GOODS[:3]]


def test_the_other_language_of_a_name_is_one_though_it_sounds_like_a_material(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, other, code) in enumerate(
        (("Hexa Sea", "海蓝", "MZ-101"), ("Zell Nova", "晨光", "MZ-301"), ("Hexa Clay", "陶土", "MZ-102"))
    ):
        x = 40 + 180 * place
        sheet.picture(x, 80, x + 120, 200).text(x, 216, name, bold=True).text(x + 52, 216, code, size=6.5, color=GREY)
        sheet.text(x, 228, other, size=9).text(x, 241, "285x325 mm", size=9).text(x, 254, "$12.00", size=12)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["name"] for sku in found] == ["Hexa Sea 海蓝", "Zell Nova 晨光", "Hexa Clay 陶土"]
    assert not any("material" in sku or "color" in sku for sku in found)


def test_prices_in_bubbles_left_and_right_in_turn_stand_in_the_rows_of_their_captions(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:4]):
        y = 90 + 100 * place
        is_right = place % 2 == 0
        picture, text, bubble = (30, 170, 424) if is_right else (428, 410, 105)
        sheet.picture(picture, y - 10, picture + 90, y + 80).disc(bubble + 33, y + 40, 33)
        rows = (name, "A longer row that tells", "Weight: 0.95 kg", code)
        for row, words in enumerate(rows):
            size = 14 if row == 0 else 8
            width = 0 if is_right else Sheet.width_of(words, size=size)
            sheet.text(text - width, y + 10 + 12 * row, words, size=size)
        _priced(sheet, bubble + 8, y + 46, str(149 + place))

    found = by_name(sheet.read(tmp_path))

    assert {name: sku["price"] for name, sku in found.items()} == {name: f"{149 + n}.90 GBP" for n, (name, _, _) in enumerate(GOODS[:4])}


def test_large_letters_that_lead_to_pictures_name_nothing(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, key = 40 + 130 * place, "ABCD"[place]
        sheet.picture(x, 80, x + 90, 200).text(x - 12, 75, key, size=20)
        sheet.text(x, 500, key, size=16).text(x, 512, name, size=9, bold=True).lines(x, 523, "Cotton", code, price, size=9, step=11)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:4]]


def test_the_third_colour_in_the_last_row_of_the_page_is_told_too(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        x = 40 + 190 * place
        sheet.picture(x, 600, x + 140, 740).text(x, 756, name, size=10).text(x, 769, f"60 x {place + 5} cm", size=9).text(
            x, 780, code, size=7
        )
        for number, color in enumerate(("Black", "White", "Grey")[: 3 - place % 2]):
            left = x + 38 * number
            sheet.disc(left + 4, 788, 3).text(left + 10, 791, color, size=7)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["color"] for name, _, _ in GOODS[:3]] == ["Black / White / Grey", "Black / White", "Black / White / Grey"]


def test_rows_of_dots_are_one_list_though_the_next_caption_has_figures_beside_them(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        x = 40 + 190 * place
        sheet.picture(x, 80, x + 170, 200).text(x, 218, name, size=14).text(x, 230, f"60 x {place + 5} cm", size=8).text(
            x, 241, code, size=8
        )
        for number, color in enumerate(("Black", "White")):
            sheet.disc(x + 130, 227 + 11 * number, 3.5).text(x + 137, 230 + 11 * number, color, size=8)

    found = by_name(sheet.read(tmp_path))

    assert {name: sku["color"] for name, sku in found.items()} == {name: "Black / White" for name, _, _ in GOODS[:3]}


@pytest.mark.parametrize("large", [14, 20])
def test_a_name_set_larger_beside_a_larger_picture_is_one_of_the_goods(tmp_path: Path, large: float) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:4]):
        x, width, size = ((40, 200, large), (260, 80, 10), (350, 80, 10), (440, 80, 10))[place]
        sheet.picture(x, 80, x + width, 80 + width).text(x, 96 + width, name, size=size)
        sheet.text(x, 109 + width, f"60 x {place + 5} cm", size=9).text(x, 121 + width, code, size=9)

    assert {values(sku)["name"] for sku in sheet.read(tmp_path).skus} == {name for name, _, _ in GOODS[:4]}


def test_a_list_over_tiles_with_codes_tells_of_all_of_them(tmp_path: Path) -> None:
    sheet = Sheet(842, 595).picture(0, 60, 400, 560).text(40, 100, "Norra series", size=30)
    sheet.text(450, 60, "Size: 600x1200 mm  Thickness: 9 mm  Weight: 21 kg", size=8)
    for place, (name, code, _) in enumerate(GOODS):
        x, y = 450 + 120 * (place % 3), 80 + 240 * (place // 3)
        sheet.picture(x, y, x + 105, y + 170).text(x, y + 184, name, bold=True).text(x, y + 197, code, size=7)

    skus = sheet.read(tmp_path).skus

    assert [values(sku)["model"] for sku in skus] == [code for _, code, _ in GOODS]
    assert all(values(sku)["size"] == "600x1200 mm" for sku in skus)
    assert all(customs(sku) == {"Thickness": "9 mm", "Weight": "21 kg"} for sku in skus)
