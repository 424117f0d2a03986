"""Tables beside drawings: letters for measures, prices for a hundred, and blocks that follow each other under heads of their own."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.labels.headers import Headers
from tests.pipeline.sheets import put, saved, skus_of, table

XS = (40.0, 130.0, 200.0, 260.0, 320.0, 380.0, 470.0, 550.0)


@pytest.mark.parametrize(
    ("text", "attribute", "unit"),
    [
        ("d1 × L", "size", ""),
        ("Ø x L mm", "size", "mm"),
        ("Maße B × H × T [cm]", "size", "cm"),
        ("DxL", "size", ""),
        ("Breite B", "dimension", ""),
        ("Schaft-Ø mm", "dimension", "mm"),
        ("Ø innen", "dimension", ""),
        ("孔径ØD(mm)", "dimension", "mm"),
        ("Preis € / 1.000 Stk.", "price", ""),
        ("Prix les / 100 pièces €", "price", ""),
        ("Price per 500", "price", ""),
        ("单价/100只", "price", ""),
    ],
)
def test_labels_with_letters_and_numbers_of_pieces(text: str, attribute: str, unit: str) -> None:
    label = Headers().lookup(text)

    assert label is not None
    assert (label.attribute, label.unit) == (attribute, unit)


@pytest.mark.parametrize("text", ["Axe", "Fax", "Pack of 100", "per 100", "Qty per 100", "Ø 25 mm", "Ø 25 x 40", "25-Ø", "Tube Ø 25"])
def test_words_and_counts_are_no_measures_and_no_prices(text: str) -> None:
    label = Headers().lookup(text)

    assert label is None or label.attribute not in ("size", "dimension", "price")


def test_letters_of_a_drawing_are_details_beside_the_size(tmp_path: Path) -> None:
    rows = (
        ("Order no.", "d x l", "k", "H", "Pack", "Price per 100 EUR"),
        ("KS.40.1187", "M4 x 10", "2,8", "7,0", "500", "8,15"),
        ("KS.40.2204", "M4 x 16", "2,8", "7,0", "500", "8,90"),
        ("KS.50.7731", "M5 x 10", "3,5", "8,5", "200", "10,05"),
    )

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, XS) and None))

    assert [(sku["model"], sku["size"], sku["price"], sku["k"], sku["H"]) for sku in found] == [
        ("KS.40.1187", "M4 x 10", "8.15", "2,8", "7,0"),
        ("KS.40.2204", "M4 x 16", "8.90", "2,8", "7,0"),
        ("KS.50.7731", "M5 x 10", "10.05", "3,5", "8,5"),
    ]


def test_three_letters_alone_are_the_size(tmp_path: Path) -> None:
    rows = (("Part No.", "d", "D", "B", "Price £"), *((f"LK{n}05-Z", f"{n}", f"{n + 16}", "7", f"{n}.40") for n in (10, 12, 15, 17)))

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, XS) and None))

    assert [sku["size"] for sku in found] == ["10 x 26 x 7", "12 x 28 x 7", "15 x 31 x 7", "17 x 33 x 7"]


def test_what_weighs_so_much_under_an_unknown_label_is_no_side(tmp_path: Path) -> None:
    rows = (("Model", "Length (m)", "Zwerk", "Price EUR"), *((f"BB-{n}70", f"{n}.7", f"{n}62g", f"{n}8.00") for n in range(2, 7)))

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, XS, ruled=True)))

    assert [(sku["size"], sku["Zwerk"]) for sku in found] == [(f"{n}.7m", f"{n}62g") for n in range(2, 7)]


def test_bore_and_stroke_are_the_size_and_the_port_is_not(tmp_path: Path) -> None:
    rows = (
        ("缸径(mm)", "接管口径", "行程(mm)", "型号", "单价(元)"),
        *(("25", "G1/8", f"{n}", f"QC25X{n}", f"{n}.50") for n in (40, 60, 80)),
    )

    found = skus_of(saved(tmp_path, lambda page: _table_zh(page, rows)))

    assert [sku["size"] for sku in found] == ["25 x 40mm", "25 x 60mm", "25 x 80mm"]
    assert {sku["接管口径"] for sku in found} == {"G1/8"}


def _table_zh(page: pymupdf.Page, rows: tuple[tuple[str, ...], ...]) -> None:
    for y, row in enumerate(rows):
        for x, text in zip(XS, row, strict=False):
            page.draw_rect(pymupdf.Rect(x, 100 + 18 * y, XS[XS.index(x) + 1], 118 + 18 * y), width=0.5)
            page.insert_text((x + 3, 112 + 18 * y), text, fontsize=9, fontname="china-s")


def test_two_words_in_turn_under_an_unknown_label_name_nothing(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Cam follower", size=16, font="hebo")
        rows = [("Part No.", "Size d x D mm", "Lips", "Price each £")]
        for n in (5, 6, 8, 10, 12):
            rows += [
                (f"CF{n:02}-A", f"{n} x {n + 8}", "two felt rings", f"{n}.40"),
                (f"CF{n:02}-B", f"{n} x {n + 8}", "one felt ring", f"{n}.10"),
            ]
        table(page, rows, (40.0, 150.0, 260.0, 370.0, 480.0))

    found = skus_of(saved(tmp_path, draw))

    assert {sku["name"] for sku in found} == {"Cam follower"}
    assert {sku["Lips"] for sku in found} == {"two felt rings", "one felt ring"}


def _blocks(page: pymupdf.Page, head: tuple[str, ...]) -> None:
    """A bar with a title, then a table right of a picture's place; twice, close under each other."""
    for number, (title, code) in enumerate((("Wing nut", "WN"), ("Cap nut", "CN"))):
        y = 90.0 + 150 * number
        page.draw_rect(pymupdf.Rect(36, y, 555, y + 18), color=None, fill=(0.9, 0.9, 0.9))
        put(page, 42, y + 13, title, size=11, font="hebo")
        put(page, 500, y + 13, f"DIN {315 + 10 * number}", font="hebo")
        put(page, 42, y + 102, "Material: brass")
        rows = tuple((f"{code}-0{n}-771{n}", f"M{n}", f"{100 * n}", f"{n},8{n}", f"{n},5{n}")[: len(head)] for n in (4, 5, 6, 8))
        table(page, (head, *rows), (170.0, 270.0, 350.0, 430.0, 500.0, 560.0), y=y + 22)


@pytest.mark.parametrize(
    "head", [("Artikel-Nr.", "Gewinde d", "VPE Stück", "Preis €/100 St."), ("Model", "Thread", "Pack", "1-99", "100+")]
)
def test_each_head_begins_a_table_though_it_has_figures(head: tuple[str, ...], tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, lambda page: _blocks(page, head)))

    assert [(sku["model"], sku["name"], sku["size"]) for sku in found] == [
        (f"{code}-0{n}-771{n}", name, f"M{n}") for code, name in (("WN", "Wing nut"), ("CN", "Cap nut")) for n in (4, 5, 6, 8)
    ]
    assert [sku["price"] for sku in found][:4] == ["4.84", "5.85", "6.86", "8.88"]


def test_codes_of_parts_are_no_materials_but_grades_are(tmp_path: Path) -> None:
    rows = [("Unit No.", "Housing", "Material", "Price £")]
    rows += [(f"UKF20{n}", f"FK20{n}", "HT200" if n % 2 else "QT450", f"1{n}.40") for n in range(4, 9)]

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40.0, 150.0, 260.0, 370.0, 480.0), ruled=True) and None))

    assert [(sku["Housing"], sku["material"]) for sku in found] == [(f"FK20{n}", "HT200" if n % 2 else "QT450") for n in range(4, 9)]


def test_grades_under_a_word_for_material_are_materials_though_none_comes_twice(tmp_path: Path) -> None:
    grades = ("42CrMo4", "GCr15", "QT450", "C45E")
    rows = [
        ("Part No.", "Part", "Material", "Price £"),
        *((f"VN-8{n}4", f"Guide pin {n}", grade, f"1{n}.40") for n, grade in enumerate(grades)),
    ]

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40.0, 150.0, 260.0, 370.0, 480.0), ruled=True) and None))

    assert [sku["material"] for sku in found] == list(grades)


@pytest.mark.parametrize(
    ("said", "size"),
    [
        ("Longueur primitive Lw en mm, prix en € la piece.", "910mm"),
        ("Lw = pitch length (mm); other lengths on request", "910mm"),
        ("All belts are measured by Lw [mm]", "910mm"),
        ("Lw: inside length", "910"),
        ("Please order by Lw and section.", None),
        ("Lw in dB(A)", None),
    ],
)
def test_a_letter_over_figures_is_the_side_that_a_line_of_the_page_says(tmp_path: Path, said: str, size: str | None) -> None:
    rows = [(f"SPZ{number}", f"{number}10", f"{number},40") for number in (9, 10, 11, 12, 13)]

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, said, size=8)
        put(page, 40, 90, "Wedge belts", size=14, font="hebo")
        table(page, [("Code", "Lw", "Price €"), *rows], (40, 150, 260, 360), y=110)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == [row[0] for row in rows]
    assert found[0].get("size") == size


@pytest.mark.parametrize("second", ["Metric (mm)", "Inside x outside"])
def test_two_columns_that_tell_the_whole_size_each_are_no_sides_of_one(tmp_path: Path, second: str) -> None:
    rows = [(f"KT{n}05", f"{n} x 3/4", f"{n}.5 x 1{n}", f"{n}.20") for n in range(3, 8)]

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Twin Thread Screws", size=14, font="hebo")
        table(page, [("Code", "Gauge x length", second, "£ per 100"), *rows], (40.0, 140.0, 260.0, 380.0, 480.0), ruled=True)

    assert [sku["size"] for sku in skus_of(saved(tmp_path, drawing))] == [row[1] for row in rows]


@pytest.mark.parametrize("head", ["Nennweite", "公称通径", "Nominal bore", "Passage"])
def test_beside_a_nominal_size_the_letters_of_a_drawing_are_details(tmp_path: Path, head: str) -> None:
    rows = [
        ("Order code", head, "L (mm)", "H (mm)", "EUR"),
        *((f"KV41-0{n}5", f"DN{n}5", f"{n}30", f"{n}05", f"{n}6.00") for n in range(1, 5)),
    ]

    def drawing(page: pymupdf.Page) -> None:
        table(page, rows, XS[:6], ruled=True)
        page.insert_text((XS[1] + 3, 112), head, fontsize=9, fontname="china-s" if not head.isascii() else "helv")

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["size"] for sku in found] == ["DN15", "DN25", "DN35", "DN45"]
    assert found[0]["L (mm)"] == "130"
