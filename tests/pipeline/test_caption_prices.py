"""Prices of captions in any setting: struck out, with raised cents, signs of another size, savings beside them, on request."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, values


def test_struck_out_price_is_never_the_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code).text(x, 231, "$999.00").line(x - 1, 228, x + 40, 228).text(
            x + 50, 231, price
        )

    reading = sheet.read(tmp_path)

    assert sorted(found["price"] for found in by_name(reading).values()) == ["120.00 USD", "18.00 USD", "35.50 USD"]


@pytest.mark.parametrize("gap", [4, 14])
def test_of_two_sums_in_a_run_the_smaller_set_higher_one_was_asked_before(tmp_path: Path, gap: int) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code).text(x, 236, "$999.00", size=9).text(x + 34 + gap, 236, price, size=14)

    found = by_name(sheet.read(tmp_path))

    assert sorted(sku["price"] for sku in found.values()) == ["120.00 USD", "18.00 USD", "35.50 USD"]


@pytest.mark.parametrize("point", [".", ""], ids=["with a point", "without"])
def test_cents_set_small_and_high_belong_to_their_price(tmp_path: Path, point: str) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 170, 60 + (place // 3) * 220
        sheet.frame(x, y, x + 150, y + 190).picture(x + 10, y + 10, x + 120, y + 100).text(x + 10, y + 116, name)
        sheet.text(x + 80, y + 170, f"{12 + place}{point}", size=24, bold=True)
        sheet.text(x + 80 + 26.7 + (7 if point else 0), y + 162, "99", size=12, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"].strip() for sku in reading.skus] == [f"{12 + place}.99" for place in range(6)]


@pytest.mark.parametrize("drop", [8, 0], ids=["high", "on the line"])
def test_cents_that_bring_their_comma_go_on_with_the_large_figure(tmp_path: Path, drop: int) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 170, 60 + (place // 3) * 220
        sheet.frame(x, y, x + 150, y + 190).picture(x + 10, y + 10, x + 90, y + 100).text(x + 10, y + 116, name)
        sheet.text(x + 60, y + 170, f"{12 + place}", size=30, bold=True).text(x + 60 + 34.5, y + 170 - drop, ",95£", size=12, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"].strip() for sku in reading.skus] == [f"{12 + place}.95 GBP" for place in range(6)]


def test_range_under_a_label_without_colon(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS[:3]):
        y = 60 + place * 122
        sheet.picture(40, y, 160, y + 104).text(180, y + 24, name, bold=True).text(180, y + 40, f"Estimate £1,{4 + place}00 - £1,900")

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == ["1400 GBP", "1500 GBP", "1600 GBP"]


@pytest.mark.parametrize("whole", ["7", "126"])
def test_a_small_sign_before_the_large_figure_belongs_to_its_price(tmp_path: Path, whole: str) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.frame(x - 10, 80, x + 150, 300).picture(x, 90, x + 120, 190)
        behind = x + 14 + pymupdf.get_text_length(whole, "hebo", 34)
        sheet.text(x, 212, "$", size=15, bold=True).text(x + 11, 225, whole, size=34, bold=True).text(behind, 212, "99", size=15, bold=True)
        sheet.lines(x, 245, name, f"Item {code}")

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == [f"{whole}.99 USD"] * 3


def test_figures_of_a_code_before_the_price_are_no_amount(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).text(x, 188, f"Ref. 408{place} KA - {price}")

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"408{place} KA", "name": name, "price": f"{price[1:]} USD"} for place, (name, _, price) in enumerate(GOODS[:3])
    ]


@pytest.mark.parametrize("row", ["{code} from {price}", "{code}  {price}", "{price} {code}", "{code} - ab {price}"])
def test_a_bare_code_and_the_price_in_one_row_are_told_apart(tmp_path: Path, row: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).text(x, 188, row.format(code=code, price=price))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [{"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS[:3]]


def test_a_sign_the_figure_and_its_cents_are_one_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180)
        sheet.text(x, 205, "$", size=15, bold=True).text(x + 9, 216, f"{number + 7}", size=34, bold=True)
        sheet.text(x + 29, 204, "99", size=15, bold=True).text(x, 240, f"Camping Lamp {'ABC'[number]}", size=11, bold=True)
        sheet.text(x, 252, f"20 in., Green. Item #43803{number}", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["price"] for sku in found] == ["7.99 USD", "8.99 USD", "9.99 USD"]
    assert next((sku["model"], sku["size"], sku["color"]) for sku in found) == ("438030", "20 in.", "Green")


@pytest.mark.parametrize(
    ("word", "amount"), [("SAVE", "$20"), ("You save:", "$4.50"), ("Sie sparen", "12,00 €"), ("Économisez", "8 €"), ("WAS", "$99")]
)
def test_what_is_saved_is_no_price_and_its_word_names_nothing(tmp_path: Path, word: str, amount: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + place % 3 * 175, 90 + place // 3 * 240
        sheet.picture(x, y, x + 90, y + 90).lines(x, y + 105, name, code, price)
        sheet.text(x + 100, y + 20, word, size=9, bold=True).text(x + 100, y + 31, amount, size=9, bold=True)

    reading = sheet.read(tmp_path)

    assert {found["model"]: found["price"] for found in map(values, reading.skus)} == {c: f"{p[1:]} USD" for _, c, p in GOODS}


def test_what_is_saved_in_the_row_of_the_price_is_left_out(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code, f"Was $230.00 now {price} save $5.00")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["price"] for name, _, _ in GOODS[:3]] == [f"{price[1:]} USD" for _, _, price in GOODS[:3]]


def test_a_price_set_aslant_on_a_picture_belongs_to_what_has_its_code_not_to_the_heading(tmp_path: Path) -> None:
    sheet = Sheet().text(30, 130, "SPRING SALE", size=50, bold=True).picture(60, 250, 330, 500)
    sheet.text(30, 540, "Petrol Hedge Cutter", size=16, bold=True).text(
        30, 556, "Two-stroke, quick start, low noise. Made to last.", size=9
    )
    sheet.text(30, 567, "Item no: 3381207", size=8)
    for place, (name, code, price) in enumerate(GOODS[:3]):
        sheet.picture(390, 240 + 180 * place, 480, 330 + 180 * place).lines(390, 345 + 180 * place, name, code, price)
    turn = pymupdf.Matrix(5)
    for x, y, text, size in ((200, 290, "$", 30), (219, 300, "449", 55)):
        sheet._page.insert_text((x, y), text, fontsize=size, fontname="hebo", morph=(pymupdf.Point(200, 300), turn))

    found = by_name(sheet.read(tmp_path))

    assert found["Petrol Hedge Cutter"] == {"model": "3381207", "name": "Petrol Hedge Cutter", "price": "449 USD"}


@pytest.mark.parametrize(("coin", "whole", "amounts"), [("{}p", "£{}.40", "GBP"), ("{}¢", "${}.40", "USD")])
def test_sums_in_hundredths_are_prices_beside_whole_ones(tmp_path: Path, coin: str, whole: str, amounts: str) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 200
        price = coin.format(85 + place) if place % 2 else whole.format(place + 1)
        sheet.picture(x, y, x + 120, y + 100).text(x, y + 115, name).text(x, y + 134, price, size=16, bold=True)

    found = by_name(sheet.read(tmp_path))

    told = [f"0.{85 + place} {amounts}" if place % 2 else f"{place + 1}.40 {amounts}" for place in range(6)]
    assert [found[name]["price"] for name, _, _ in GOODS] == told
    assert not any("model" in values for values in found.values())


@pytest.mark.parametrize("words", ["Prix sur demande", "Price on request", "Preis auf Anfrage"])
def test_large_words_in_the_place_of_a_price_name_nothing(tmp_path: Path, words: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate((("Dough mixer", "DM-60", "CHF 4890.00"), ("Proofing room", "PR-2C", words))):
        x = 40 + 270 * place
        sheet.frame(x, 60, x + 250, 300).text(x + 10, 84, name, size=13).picture(x + 60, 95, x + 160, 190)
        sheet.lines(x + 10, 210, f"Article no.: {code}", "Size: 540 x 560 x 880 mm", size=9)
        sheet.text(x + 130, 285, price, size=13, bold=True)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == ["Dough mixer", "Proofing room"]


@pytest.mark.parametrize("step", [13, 22], ids=["in its text", "under its text"])
@pytest.mark.parametrize(
    ("row", "currency"),
    [
        ("订货号 {code}，零售价 ￥{price}。", "CNY"),
        ("订货号 {code}。零售价 ￥{price}。", "CNY"),
        ("Order no. {code}, price £{price}.", "GBP"),
    ],
    ids=["wide comma", "wide full stop", "comma"],
)
def test_a_code_and_a_price_that_a_closing_sentence_tells_are_told_apart(tmp_path: Path, row: str, currency: str, step: int) -> None:
    sheet = Sheet()
    told = (("竹编提篮", "KT-402", "1,268"), ("陶土花盆", "KT-517", "340"), ("柳条托盘", "KT-623", "96"))
    for place, (name, code, price) in enumerate(told):
        y = 60 + place * 150
        sheet.picture(50, y, 160, y + 110).text(180, y + 12, name, size=13, bold=True)
        sheet.lines(180, y + 32, "取材于山间，编织细密，盛物稳当，放在案头也耐看。", row.format(code=code, price=price), step=step)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [{"name": name, "model": code, "price": f"{price.replace(',', '')} {currency}"} for name, code, price in told]


def test_a_sentence_with_commas_of_wide_scripts_prices_nothing_but_its_product(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("竹编提篮", "陶土花盆", "柳条托盘")):
        y = 60 + place * 150
        sheet.picture(50, y, 160, y + 110).text(180, y + 12, name, size=13, bold=True)
        sheet.lines(180, y + 32, "白色，米色，灰色", f"货号：KT-{402 + place}", "满三件起订，另送藤盖。", f"￥{96 + place}")

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["model"], sku["color"], sku["price"]) for sku in found] == [
        (name, f"KT-{402 + place}", "白色，米色，灰色", f"{96 + place} CNY")
        for place, name in enumerate(("竹编提篮", "陶土花盆", "柳条托盘"))
    ]


@pytest.mark.parametrize("own", ["WSP", "WHSL", "Wholesale"])
def test_what_is_asked_beside_the_code_and_what_shops_should_ask_below_are_two_prices(tmp_path: Path, own: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:6]):
        x, y = 40 + 185 * (place % 3), 60 + 270 * (place // 3)
        sheet.picture(x, y, x + 150, y + 130).line(x, y + 138, x + 165, y + 138).text(x, y + 152, code, size=8, bold=True)
        sheet.text(x + 105, y + 152, f"{own} {price}", size=8, bold=True).text(x, y + 166, name, size=9.5, bold=True)
        sheet.lines(x, y + 180, "Sizes: XS-XXL", "RRP $999.00", size=8)

    found = sheet.read(tmp_path).skus

    assert [values(sku)["price"] for sku in found] == [price.replace("$", "") + " USD" for _, _, price in GOODS[:6]]
    assert {(other.key, other.value) for sku in found for other in sku.custom} == {("RRP", "$999.00")}
