"""What looks like a table of goods, or like a row of one, and sells nothing."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.backends.rules.tables.find import page_tables
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pdfs import picture
from tests.pipeline.sheets import GOODS, HEADER, XS, contents, put, reading_of, ruled_rows, saved, skus_of, table, values


def test_tables_of_pins_and_totals_are_no_products(tmp_path: Path) -> None:
    pins = [("Pin No.", "Symbol", "Function"), ("1", "VBAT", "Battery"), ("2", "PB10", "GPIO"), ("3", "PB9", "GPIO")]
    path = saved(tmp_path, lambda page: table(page, pins, (40, 140, 240, 400), ruled=True) and None)

    assert skus_of(path) == []


def test_a_total_is_ignored_by_name(tmp_path: Path) -> None:
    path = saved(tmp_path, lambda page: table(page, (HEADER, *GOODS, ("Total", "", "", "1,262.50")), XS, ruled=True) and None)

    reading = reading_of(path)

    assert len(reading.skus) == 4
    assert {entry.text for entry in reading.entries if entry.rule == "table_total"} == {"Total", "1,262.50"}


def test_a_foot_under_the_columns_is_no_row(tmp_path: Path) -> None:
    def other(page: pymupdf.Page) -> None:
        put(page, 40, 200, "We plant a tree for every bench that leaves our yard, and have done so for thirty years.")
        put(page, 43, 815, "www.benches.example")
        put(page, 410, 815, "12")

    path = saved(tmp_path, lambda page: table(page, (HEADER, *GOODS), XS) and None, other)

    assert skus_of(path, 2) == []


def test_cards_whose_codes_stand_side_by_side_are_no_turned_table(tmp_path: Path) -> None:
    goods = (("LD-7012", "Downlight", "12 x 9 cm"), ("LD-7018", "Spotlight", "14 x 7 cm"), ("LD-7107", "Wall washer", "10 x 8 cm"))

    def draw(page: pymupdf.Page) -> None:
        for place, (code, name, size) in enumerate(goods):
            for row, text in enumerate((code, name, f"Size {size}", "Colour White", "Power 12 W")):
                put(page, 50 + 160 * place, 120 + 16 * row, text)

    assert not reading_of(saved(tmp_path, draw)).skus


@pytest.mark.parametrize("charge", ["Shipping & handling", "Versandkosten", "Frais de port (24 h)", "运费+手续费", "安装费用"])
@pytest.mark.parametrize("total", ["TOTAL 合计", "Zwischensumme", "Grand total EUR"])
def test_what_is_charged_beside_the_goods_is_none_of_them(tmp_path: Path, charge: str, total: str) -> None:
    goods = (("Summer dress", "4", "89.00"), ("Total station", "2", "24.50"), ("Freight elevator model", "1", "45.00"))
    rows = (("Item", "Qty", "Price (EUR)"), *goods, (charge, "", "12.00"), (total, "", "170.50"))
    reading = reading_of(saved(tmp_path, lambda page: table(page, rows, (40, 260, 360, 520), ruled=True, font="china-s") and None))

    assert [values(sku)["name"] for sku in reading.skus] == [name for name, _, _ in goods]
    assert {entry.text: entry.rule for entry in reading.entries if entry.text in (charge, total)} == {
        charge: "table_charge",
        total: "table_total",
    }


def test_rows_with_a_row_of_pictures_between_them_are_no_table(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for section, name in enumerate(("Aurora weave", "Harbour stripe", "Bramble twill")):
            y = 80 + 220 * section
            put(page, 40, y, name, size=12, font="hebo")
            put(page, 490, y, "$ 16.80 / yd")
            put(page, 40, y + 14, "Content: 78% polyester 22% linen", size=8)
            put(page, 295, y + 14, "Size: 54 in x 50 yd", size=8)
            for n, shade in enumerate(("Oat", "Dove", "Teal", "Rust", "Ink")):
                x = 40 + 103 * n
                page.insert_image(pymupdf.Rect(x, y + 22, x + 97, y + 132), stream=picture(5 * section + n))
                put(page, x, y + 146, f"{name[:2].upper()}-{n}1")
                put(page, x + 40, y + 146, shade)

    content = contents(saved(tmp_path, drawing))[1]

    assert not [table for table in page_tables(content, content.lines, headers_for(Options())) if table.box.height > 100]


def test_a_page_that_says_where_things_are_found_lists_no_goods(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 430, 60, "Contents", size=22)
        for row, name in enumerate(("Dining chairs", "Sun shades", "Garden sets", "Bar stools", "Side tables", "Certificates")):
            y = 110 + 50 * row
            put(page, 60, y, f"0{row + 1}", size=14)
            put(page, 110, y - 4, name, size=14)
            put(page, 110, y + 10, "in aluminium and teak", size=8)
            put(page, 480, y, f"P0{row + 3}", size=14)

    reading = reading_of(saved(tmp_path, draw))

    assert reading.skus == ()


@pytest.mark.parametrize("title", ["Index", "Autumn novelties"])
def test_an_index_by_name_sells_nothing(tmp_path: Path, title: str) -> None:
    goods = [(f"{word} {kind}", f"{kind[:2].upper()}-{place}{number}0") for place, kind in enumerate(("Lamp", "Chair", "Table"))
             for number, word in enumerate(("Amber", "Birch", "Cedar", "Delta", "Ember"))]  # fmt: skip

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, title, size=28)
        table(page, [(name, code, str(1 + (7 * row) % 5)) for row, (name, code) in enumerate(sorted(goods))], (40, 240, 330, 380))

    assert bool(skus_of(saved(tmp_path, draw))) is (title != "Index")


@pytest.mark.parametrize("label", ["Quotation No.", "Offer no", "Angebotsnummer", "报价单号"])
def test_the_number_of_a_quotation_is_no_code(tmp_path: Path, label: str) -> None:
    letter = ("To: Harwood Home Imports Ltd.", "Payment: 30% deposit", f"{label}: LH-Q2403-117", "Date: 11 March 2024", "Delivery: 45 days")

    def draw(page: pymupdf.Page) -> None:
        put(page, 240, 50, "QUOTATION SHEET", size=14, font="hebo")
        for place, text in enumerate(letter):
            x, y = (40, 70 + 12 * place) if place < 2 else (420, 70 + 12 * (place - 2))
            put(page, x, y, text, font="helv" if text.isascii() else "china-s")
        ruled_rows(page, [HEADER, *GOODS])

    path = saved(tmp_path, draw)
    skus, *_ = extract_page(contents(path)[1], Context(options=Options()))

    assert [sku.get("model").value for sku in skus] == [row[0] for row in GOODS]  # type: ignore[union-attr]


def test_what_stands_over_a_table_is_no_more_of_its_rows(tmp_path: Path) -> None:
    letter = (("To: Harwood Home Imports Ltd.", "Quotation No.:", "LH-Q2403-117"), ("Payment: 30% deposit", "Date: 11 March", "2024"))

    def draw(page: pymupdf.Page) -> None:
        table(page, letter, (37, 357, 490, 560), y=54, pitch=14)
        table(page, (HEADER, *GOODS), XS, ruled=True)

    assert [sku["model"] for sku in skus_of(saved(tmp_path, draw))] == [row[0] for row in GOODS]
