"""Pages about one or two products and pages of running text, set as most merchants set them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.values.madeof import states_material
from pipeline.textlayer import _at_other_look, _ReadLine, _word
from tests.pipeline.drawn import Sheet, by_name, customs, values
from tests.pipeline.sheets import put, saved, skus_of, table

FACTS = (("Size", "30 x 40 cm"), ("Material", "Beech"), ("Colour", "Red"), ("Weight", "3.2 kg"))
SENTENCE = "A generous shape with a soft edge that goes with all the others of its range."
WIDE = "造型大方，边缘圆润，便于与同系列其他产品搭配。"


def _width(text: str, size: float = 9, *, bold: bool = False) -> float:
    return float(pymupdf.get_text_length(text, "hebo" if bold else "helv", size))


def _listed(sheet: Sheet, x: float, y: float, *, facts: tuple[tuple[str, str], ...] = FACTS) -> float:
    for label, value in facts:
        sheet.text(x, y, f"{label}: {value}", size=9)
        y += 15
    return y


# --- one product -------------------------------------------------------------------------------


def test_dots_lead_from_labels_to_their_values(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 280, 340).text(300, 80, "Garden stool", size=20, bold=True).text(300, 240, "£48.00", size=15)
    for place, (label, value) in enumerate((("Item no.", "GS-204"), *FACTS)):
        y, start, end = 120 + 16 * place, 303 + _width(label), 552 - _width(value)
        dots = "." * int((end - start) / _width("."))
        sheet.text(300, y, label, size=9).text(start, y, dots, size=9).text(555 - _width(value), y, value, size=9)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku) == {
        "model": "GS-204",
        "name": "Garden stool",
        "size": "30 x 40 cm",
        "material": "Beech",
        "color": "Red",
        "price": "48.00 GBP",
    }
    assert customs(sku) == {"Weight": "3.2 kg"}


@pytest.mark.parametrize("has_price_over", [True, False])
def test_a_labelled_code_in_small_print_is_that_of_the_only_product(has_price_over: bool, tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 280, 340).text(300, 80, "Garden stool", size=24, bold=True)
    sheet.text(300, 104 if has_price_over else 260, "£48.00", size=17, bold=True).text(300, 125, "For long evenings outside.", size=8)
    _listed(sheet, 300, 160)
    sheet.text(300, 290, "Item no.: 23107", size=6.5)

    (sku,) = sheet.read(tmp_path).skus

    assert [values(sku)[key] for key in ("model", "name", "size", "price")] == ["23107", "Garden stool", "30 x 40 cm", "48.00 GBP"]


@pytest.mark.parametrize("under", ["", "For house and garden"])
def test_a_title_that_sounds_like_a_material_names_the_product(under: str, tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 280, 340).text(300, 80, "Panca rovere", size=22, bold=True).text(300, 102, under or " ", size=10)
    foot = _listed(sheet, 300, 130, facts=(("Item no.", "PR-31"), *FACTS))
    sheet.text(300, foot + 20, "EUR 148.00", size=14, bold=True)

    (sku,) = sheet.read(tmp_path).skus

    assert [values(sku)[key] for key in ("model", "name", "material", "price")] == ["PR-31", "Panca rovere", "Beech", "148.00 EUR"]


def test_a_title_that_sounds_like_a_material_is_no_fact_of_the_line_under_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(120, 50, 475, 330).disc(440, 86, 28).text(420, 90, "£73.50", size=11, bold=True, color=(1, 1, 1))
    sheet.text(36, 364, "Panca rovere", size=24, bold=True).text(36, 384, "For house and garden", size=9.5).text(
        36, 400, "Item no.: 48-3681", size=8.5
    )
    for place, (label, value) in enumerate(FACTS):
        sheet.text(40, 425 + 14 * place, label, size=8).text(160, 425 + 14 * place, value, size=8)

    (sku,) = sheet.read(tmp_path).skus

    assert [values(sku)[key] for key in ("model", "name", "material", "price")] == ["48-3681", "Panca rovere", "Beech", "73.50 GBP"]


def test_what_shops_should_ask_is_the_price_where_nothing_else_is(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 280, 340).text(300, 80, "Banco de jardín", size=22, bold=True)
    foot = _listed(sheet, 300, 120, facts=(("Ref.", "BJ-31"), ("Medidas", "30 x 40 cm"), ("Color", "Rojo"), ("Peso", "3 kg")))
    sheet.text(300, foot + 25, "P.V.P.: EUR 148,00", size=14, bold=True)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku)["price"] == "148.00 EUR"


@pytest.mark.parametrize("labels", [("Medidas", "Caja", "Cuidado"), ("Größe", "Pflege", "Montage"), ("Size", "Care", "Assembly")])
def test_care_and_assembly_are_labels(labels: tuple[str, ...], tmp_path: Path) -> None:
    sheet = Sheet().picture(300, 60, 550, 340).text(40, 80, "Tall lantern", size=18, bold=True).text(40, 100, "TL 4679", size=9.5)
    for place, (label, value) in enumerate(zip(labels, ("137 x 15 cm", "1", "Damp cloth"), strict=True)):
        sheet.text(40, 130 + 16 * place, label, size=9).text(140, 130 + 16 * place, value, size=9)
    sheet.text(40, 200, "£ 82.30", size=14, bold=True)

    (sku,) = sheet.read(tmp_path).skus

    assert (values(sku)["name"], values(sku)["size"]) == ("Tall lantern", "137 x 15 cm")
    assert customs(sku)[labels[2]] == "Damp cloth"


# --- two products ------------------------------------------------------------------------------


def _two(sheet: Sheet, *, names: tuple[str, str], codes_at: float = 0.0, tagged: bool = False) -> Sheet:
    """Two products under each other, their pictures to the middle over their text."""
    for place, name in enumerate(names):
        y = 50 + 370 * place
        sheet.picture(120, y, 475, y + 150).text(36, y + 175, name, size=14, bold=True)
        code = f"Item no.: TX 46{8 + place}7"
        if tagged:
            sheet.disc(440, y + 36, 28).text(424, y + 40, f"£{place + 4}.70", size=11, bold=True, color=(1, 1, 1)).text(
                36, y + 188, SENTENCE, size=8
            )
        else:
            sheet.text(36, y + 192, f"£{place + 4}.70", size=10.5, bold=True)
        _listed(sheet, 40, y + 215)
        sheet.text(36, y + (codes_at or 190), code, size=6.5)
    return sheet


@pytest.mark.parametrize("tagged", [True, False])
def test_codes_at_one_place_of_all_products_belong_to_those_over_them(tagged: bool, tmp_path: Path) -> None:
    found = by_name(_two(Sheet(), names=("Wool throw Oda", "Glass vase Ivo"), codes_at=300, tagged=tagged).read(tmp_path))

    assert [(name, sku["model"], sku["price"]) for name, sku in found.items()] == [
        ("Wool throw Oda", "TX 4687", "4.70 GBP"),
        ("Glass vase Ivo", "TX 4697", "5.70 GBP"),
    ]


def test_large_words_like_a_material_go_before_the_line_under_them(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, under) in enumerate((("Panca rovere", "For house and garden"), ("Tall lantern", "The quiet classic"))):
        y = 60 + 380 * place
        sheet.picture(330, y, 560, y + 250).text(36, y + 14, name, size=14, bold=True).text(36, y + 29, under, size=9.5)
        foot = _listed(sheet, 36, y + 60, facts=(("Item no.", f"PL-{place + 31}"), *FACTS))
        sheet.text(36, foot + 14, f"£{place + 4}8.00", size=12, bold=True)

    assert {name: sku["material"] for name, sku in by_name(sheet.read(tmp_path)).items()} == {
        "Panca rovere": "Beech",
        "Tall lantern": "Beech",
    }


# --- variants under a list ---------------------------------------------------------------------


@pytest.mark.parametrize("head", [(("Code", "Colour", "Price"),), ()])
@pytest.mark.parametrize("padding", [0.0, 4.0])
def test_a_list_over_rows_of_codes_tells_of_all_of_them(head: tuple[tuple[str, ...], ...], padding: float, tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Panca da giardino", size=20)
        put(page, 40, 76, "For house and garden", size=10.5)
        for place, (label, value) in enumerate((FACTS[0], FACTS[1], FACTS[3], ("Care", "Damp cloth"))):
            put(page, 40 + padding, 105 + 16 * place, label)
            put(page, 150 + padding, 105 + 16 * place, value)
        table(page, (*head, ("PG-31", "Red", "£48.00"), ("PG-32", "Black", "£52.50")), (37, 140, 290, 380), y=168)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["color"], sku["size"], sku["material"], sku["price"]) for sku in found] == [
        ("PG-31", "Panca da giardino", "Red", "30 x 40 cm", "Beech", "48.00"),
        ("PG-32", "Panca da giardino", "Black", "30 x 40 cm", "Beech", "52.50"),
    ]


@pytest.mark.parametrize("rows", [(("30 x 40 cm", "50 x 60 cm"), "size"), (("Red", "Black", "Blue", "White"), "color")])
def test_rows_of_codes_and_sums_under_a_title_are_its_versions(rows: tuple[tuple[str, ...], str], tmp_path: Path) -> None:
    told, key = rows

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Tall lantern", size=20)
        put(page, 40, 90, "Material: Brass")
        table(page, [(f"TL-3{place}", text, f"£4{place}.00") for place, text in enumerate(told)], (37, 140, 290, 380), y=110)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku[key], sku["material"]) for sku in found] == [
        (f"TL-3{place}", "Tall lantern", text, "Brass") for place, text in enumerate(told)
    ]


# --- running text ------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["EK86{0}B", "EK 86{0}", "86{0}.41"])
@pytest.mark.parametrize("end", ["EUR {0}8,00", "EUR 1.38{0},–"])
def test_paragraphs_with_codes_in_brackets_and_names_like_materials(code: str, end: str, tmp_path: Path) -> None:
    names = ("Vaso ceramica", "Lampada da terra", "Coperta cotone", "Panca rovere")
    sheet = Sheet().text(36, 50, "Casa 2025", size=17, bold=True)
    for place, name in enumerate(names):
        rest = f"({code.format(place)}) {SENTENCE} {end.format(place + 1)}"
        sheet.text(36, 80 + 22 * place, name, size=9, bold=True).text(39 + _width(name, bold=True), 80 + 22 * place, rest, size=9)

    found = sheet.read(tmp_path).skus

    whole = "138{0}.00 EUR" if "." in end else "{0}8.00 EUR"
    told = [(values(sku)["name"], values(sku)["model"], float(values(sku)["price"].split()[0])) for sku in found]
    assert told == [(name, code.format(place), float(whole.format(place + 1).split()[0])) for place, name in enumerate(names)]


@pytest.mark.parametrize("inline", [1, 2])
def test_sums_that_found_no_room_in_their_row_end_its_text(inline: int, tmp_path: Path) -> None:
    names = ("Garden stool", "Tall lantern", "Wool throw", "Glass vase")
    sheet = Sheet().text(36, 50, "Home 2025", size=17, bold=True)
    for place, name in enumerate(names):
        y, start = 80 + 40 * place, 39 + _width(name, bold=True)
        text = f"(GS-20{place}) {SENTENCE}"
        sheet.text(36, y, name, size=9, bold=True)
        if place < inline:
            sheet.text(start, y, f"{text} £1{place}.50", size=9)
        else:
            sheet.text(start, y, f"{text} Sold in pairs only.", size=9).text(36, y + 12, f"£1{place}.50", size=9)

    found = sheet.read(tmp_path).skus

    assert [(values(sku)["name"], values(sku)["model"], values(sku)["price"]) for sku in found] == [
        (name, f"GS-20{place}", f"1{place}.50 GBP") for place, name in enumerate(names)
    ]


@pytest.mark.parametrize("label", ["", "价格："])
def test_paragraphs_in_a_script_without_spaces(label: str, tmp_path: Path) -> None:
    names = ("木勺", "面包刀", "牛奶壶", "胡椒磨")
    sheet = Sheet().text(36, 50, "厨房 2025", size=17)
    for place, name in enumerate(names):
        y = 80 + 40 * place
        sheet.text(36, y, name, size=10, color=(0.7, 0, 0)).text(36, y + 12, f"(GP50{place}){WIDE}{label or ' '}¥{place + 2}.80", size=9)

    found = sheet.read(tmp_path).skus

    assert [(values(sku)["name"], values(sku)["model"], values(sku)["price"]) for sku in found] == [
        (name, f"GP50{place}", f"{place + 2}.80 CNY") for place, name in enumerate(names)
    ]


def test_lighter_text_some_way_behind_wide_characters_is_a_word_of_its_own() -> None:
    """As fonts of such scripts have no space that the text layer would show."""
    spans = [
        {"text": "面包刀", "size": 9.0, "font": "Song-Bold", "flags": 0, "color": 0, "origin": (36, 80), "bbox": (36, 70, 63, 82)},
        {"text": "(GP501)", "size": 9.0, "font": "Song", "flags": 0, "color": 0, "origin": (65, 80), "bbox": (65, 70, 100, 82)},
    ]
    line = _ReadLine(spans, "面包刀(GP501)", (1.0, 0.0))
    word = _word("面包刀(GP501)", (36, 70, 100, 82), (1.0, 0.0), spans[0])

    assert [(part.text, part.is_bold) for part in _at_other_look(word, line, 0)] == [("面包刀", True), ("(GP501)", False)]


@pytest.mark.parametrize(("text", "is_one"), [("la serie.", False), ("PU schwarz", True), ("Stahl 4.6 verzinkt", True)])
def test_what_is_short_for_a_material_is_written_in_capitals(text: str, is_one: bool) -> None:
    assert states_material(text) is is_one
