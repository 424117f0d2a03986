"""Price lists without rulings: panels, portions, titles; and lists of figures that are no prices."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.records import PageClass, Sku
from pipeline.stages.classify import classify_page
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, customs, values

DISHES = (("泰式辣椒", 4), ("豆瓣", 2), ("糖醋", 2), ("鳳梨苦", 3), ("紅燒", 2))


def _read(sheet: Sheet, folder: Path) -> tuple[list[Sku], PageClass]:
    content = sheet.content(folder)
    skus, _ = extract_page(content, Context())
    return list(skus), classify_page(content, skus)


def _spread(sheet: Sheet, x: float, y: float, text: str, width: float, *, size: float = 16) -> None:
    """A word justified over a width, character by character."""
    step = (width - size) / (len(text) - 1)
    for place, char in enumerate(text):
        sheet.text(x + place * step, y, char, size=size)


def _menu(sheet: Sheet) -> Sheet:
    sheet.text(110, 80, "活魚", size=30)
    sheet.text(190, 120, "小", size=16).text(250, 120, "中", size=16)
    for row, (name, _) in enumerate(DISHES):
        _spread(sheet, 60, 150 + 26 * row, name, 90)
        sheet.text(185, 150 + 26 * row, str(200 + 20 * row), size=16).text(245, 150 + 26 * row, str(280 + 20 * row), size=16)
    sheet.text(400, 80, "土雞", size=30)
    sheet.text(480, 120, "半隻", size=16)
    for row, name in enumerate(("香菇雞湯", "麻油雞")):
        sheet.text(350, 150 + 26 * row, name, size=16).text(490, 150 + 26 * row, str(490 + 110 * row), size=16)
    return sheet


def test_words_justified_over_a_column_are_one_word(tmp_path: Path) -> None:
    content = _menu(Sheet()).content(tmp_path)

    words = {word.text for word in content.words}

    assert {name for name, _ in DISHES} <= words


def test_two_columns_of_single_characters_stay_apart(tmp_path: Path) -> None:
    sheet = Sheet()
    for row, (left, right) in enumerate((("男", "女"), ("左", "右"), ("上", "下"), ("黑", "白"))):
        sheet.text(60, 100 + 24 * row, left, size=14).text(130, 100 + 24 * row, right, size=14)

    words = [word.text for word in sheet.content(tmp_path).words]

    assert all(len(word) == 1 for word in words)


def test_panels_have_portions_over_their_columns_and_titles(tmp_path: Path) -> None:
    skus, kind = _read(_menu(Sheet()), tmp_path)

    found = {values(sku)["name"]: sku for sku in skus}
    assert set(found) == {*(name for name, _ in DISHES), "香菇雞湯", "麻油雞"}
    assert customs(found["豆瓣"]) == {"Series": "活魚", "小": "220", "中": "300"}
    assert customs(found["麻油雞"]) == {"Series": "土雞", "半隻": "600"}
    price = found["豆瓣"].get("price")
    assert price is not None
    assert price.price is not None
    assert price.price.tiers == (("小", "220"), ("中", "300"))
    assert (kind.page_type, kind.layout_type) == ("A", "L4")


def test_a_word_in_the_place_of_a_price_is_the_portion(tmp_path: Path) -> None:
    sheet = Sheet()
    for row, name in enumerate(("炒山豬肉", "炒山羊肉", "三杯田雞", "紅燒牛肉")):
        sheet.text(60, 100 + 30 * row, name, size=16).text(180, 100 + 30 * row, "200", size=16).text(240, 100 + 30 * row, "260", size=16)
    sheet.text(60, 220, "鐵板鴕鳥肉", size=16).text(176, 220, "每份", size=16).text(240, 220, "280", size=16)

    skus, _ = _read(sheet, tmp_path)

    last = next(sku for sku in skus if values(sku)["name"] == "鐵板鴕鳥肉")
    assert customs(last) == {"每份": "280"}


def test_a_year_behind_the_name_belongs_to_the_name(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 70, "Wine", size=24, bold=True).text(378, 100, "0.2 l", size=9).text(450, 100, "Bottle", size=9)
    rows = (
        ("Riesling Trocken 2023", "6.5", "24"),
        ("Grauburgunder 2022", "7", "26"),
        ("Merlot 2021", "8", "31"),
        ("Primitivo 2022", "7.5", "28"),
    )
    for row, (name, glass, bottle) in enumerate(rows):
        sheet.text(60, 120 + 22 * row, name, size=11).text(380, 120 + 22 * row, glass, size=11).text(455, 120 + 22 * row, bottle, size=11)

    skus, _ = _read(sheet, tmp_path)

    assert {values(sku)["name"] for sku in skus} == {name for name, _, _ in rows}
    assert customs(skus[0]) == {"Series": "Wine", "0.2 l": "6.5", "Bottle": "24"}


def test_figures_with_units_behind_them_are_no_prices(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 60, "Motor parameters", size=16, bold=True)
    rows = (
        ("Rated voltage", "24", "V"),
        ("No-load speed", "320", "rpm"),
        ("Torque", "1.2", "Nm"),
        ("Current", "1.62", "A"),
        ("Weight", "470", "g"),
    )
    for row, (label, figure, unit) in enumerate(rows):
        sheet.text(60, 100 + 20 * row, label, size=9).text(250, 100 + 20 * row, figure, size=9).text(300, 100 + 20 * row, unit, size=9)

    skus, _ = _read(sheet, tmp_path)

    assert skus == []


def test_page_numbers_are_no_prices(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 60, "Überblick", size=26)
    for row in range(12):
        sheet.text(60, 120 + 24 * row, f"Kapitel {'ABCDEFGHIJKL'[row]}", size=11).text(500, 120 + 24 * row, str(5 + row * 10), size=11)

    skus, _ = _read(sheet, tmp_path)

    assert skus == []


def test_notes_between_panels_are_no_products(tmp_path: Path) -> None:
    sheet = _menu(Sheet()).text(90, 320, "活魚每斤130元", size=16).text(90, 350, "佐料費每道50元", size=16)

    skus, _ = _read(sheet, tmp_path)

    assert len(skus) == 7


def test_the_reading_accounts_for_every_line(tmp_path: Path) -> None:
    content = _menu(Sheet()).text(90, 320, "活魚每斤130元", size=16).content(tmp_path)

    skus, entries = extract_page(content, Context())

    assert len(entries) == len(content.lines)
    assert len(skus) == 7


def test_points_name_goods_and_what_they_cost(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 70, "Kitchen and cleaning", size=20, bold=True)
    for part, (title, rows) in enumerate(
        (
            ("Hot drinks", ("Ground coffee 1 kg — £13.80", "Tea bags, 440 — £9.95", "Oat milk 1 litre — £1 185.00")),
            ("Paper", ("Toilet rolls 2 ply, 36 — £14.60", "Centrefeed blue, 6 £16.90", "Hand towels, 3000 — £19.75")),
        )
    ):
        sheet.text(60, 110 + 120 * part, title, size=14, bold=True)
        for row, text in enumerate(rows):
            sheet.text(90, 134 + 120 * part + 24 * row, f"·  {text}".replace("—", "-"))

    skus, _ = _read(sheet, tmp_path)

    assert [(values(sku)["name"], values(sku)["price"]) for sku in skus] == [
        ("Ground coffee 1 kg", "13.80 GBP"),
        ("Tea bags, 440", "9.95 GBP"),
        ("Oat milk 1 litre", "1185.00 GBP"),
        ("Toilet rolls 2 ply, 36", "14.60 GBP"),
        ("Centrefeed blue, 6", "16.90 GBP"),
        ("Hand towels, 3000", "19.75 GBP"),
    ]
    assert [customs(sku)["Series"] for sku in skus] == ["Hot drinks"] * 3 + ["Paper"] * 3


def test_codes_that_all_rows_begin_with_are_models(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 70, "Spare parts", size=20, bold=True)
    for row, part in enumerate(("Seal", "Valve", "Spring", "Handle", "Knob")):
        sheet.text(90, 110 + 24 * row, f"KB-{row}41 {part} - $ {row + 3}.50")

    skus, _ = _read(sheet, tmp_path)

    assert [(values(sku)["model"], values(sku)["name"]) for sku in skus][:2] == [("KB-041", "Seal"), ("KB-141", "Valve")]


def test_numbered_rows_go_down_one_column_after_the_other(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 60, "Seeds", size=20, bold=True)
    columns = ((60, "Tomatoes", ("104 Roma", "107 Brandywine", "119 Early Girl")), (300, "Beans", ("153 Blue Lake", "166 Dragon Tongue")))
    for x, title, rows in columns:
        sheet.text(x, 100, title, size=14, bold=True)
        for row, text in enumerate(rows):
            sheet.text(x, 124 + 20 * row, f"{text} $2.9{row}")

    skus, _ = _read(sheet, tmp_path)

    found = sorted((customs(sku)["Series"], values(sku)["model"], values(sku)["name"], values(sku)["price"]) for sku in skus)
    assert found == [
        ("Beans", "153", "Blue Lake", "2.90 USD"),
        ("Beans", "166", "Dragon Tongue", "2.91 USD"),
        ("Tomatoes", "104", "Roma", "2.90 USD"),
        ("Tomatoes", "107", "Brandywine", "2.91 USD"),
        ("Tomatoes", "119", "Early Girl", "2.92 USD"),
    ]


def test_numbers_that_count_the_rows_are_no_models(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 60, "Set menu", size=20, bold=True)
    for row, dish in enumerate(("Onion soup", "Grilled trout", "Roast lamb", "Apple tart", "Cheese board"), start=1):
        sheet.text(60, 90 + 20 * row, f"0{row} {dish} $1{row}.50")

    skus, _ = _read(sheet, tmp_path)

    assert len(skus) == 5
    assert all("model" not in values(sku) for sku in skus)


@pytest.mark.parametrize("told", ["LM-31{0} / {0}40 ml", "{0}40 ml"], ids=["code and size", "size"])
def test_names_with_a_code_or_a_size_under_them_and_a_price_beside_them_are_captions(tmp_path: Path, told: str) -> None:
    sheet = Sheet(width=842, height=595).picture(0, 30, 842, 240).text(40, 280, "Table for six", size=18)
    names = ("Serving jug", "Sauce boat", "Soup tureen", "Milk pot", "Sugar bowl", "Butter dish", "Cake stand", "Tea cup", "Egg cup")
    for place, name in enumerate(names):
        x, y = 40 + 265 * (place % 3), 320 + 50 * (place // 3)
        sheet.text(x, y, name, size=11).text(x + 190, y, f"$ {place + 11}.50", size=11).text(x, y + 15, told.format(place + 1), size=8.5)

    found = [values(sku) for sku in _read(sheet, tmp_path)[0]]

    model = {"model": "LM-311"} if "LM" in told else {}
    assert found[0] == {**model, "name": "Serving jug", "size": "140 ml", "price": "11.50 USD"}
    assert [sku["name"] for sku in found] == list(names)


def test_names_with_words_about_them_under_them_stay_a_price_list(tmp_path: Path) -> None:
    sheet = Sheet(width=842, height=595).picture(0, 30, 842, 240).text(40, 280, "From the oven", size=18)
    names = ("Onion tart", "Leek pie", "Fig bread", "Plum cake", "Cheese roll", "Rye loaf")
    for place, name in enumerate(names):
        x, y = 40 + 265 * (place % 3), 320 + 50 * (place // 3)
        sheet.text(x, y, name, size=11).text(x + 190, y, f"$ {place + 3}.50", size=11).text(x, y + 15, "warm, with salad", size=8.5)

    assert {sku.method for sku in _read(sheet, tmp_path)[0]} == {"price_list"}
