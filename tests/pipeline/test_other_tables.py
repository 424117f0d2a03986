"""Tables of branches, of rates and of the company hold no goods."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.backends.rules.tables.find import page_tables
from pipeline.backends.rules.tables.other import tells_of_others
from pipeline.backends.rules.values.forms import is_code
from pipeline.options import Options
from pipeline.records import Disposition
from pipeline.stages.extract import extract_page
from tests.pipeline.sheets import Rows, contents, put, saved, skus_of, table

BRANCHES: Rows = (
    ("Branch", "Address", "Telephone", "Saturday"),
    ("Salford", "Unit 7, Canal Trading Estate, M5 4XX", "0161 496 0321", "8-12"),
    ("Bolton", "22 Folds Road, BL1 2SX", "01204 496 118", "8-12"),
    ("Leeds", "Aire Park 4, Hunslet, LS10 1AB", "0113 496 0770", "closed"),
    ("Stoke", "140 Leek New Road, ST1 6EF", "01782 496 555", "8-12"),
)
OFFICES: Rows = tuple(
    (town, f"{12 + n} {street}", f"0{20 + n}-55{n}4 78{n}1")
    for n, (town, street) in enumerate(
        (("Delft", "Kanaalweg"), ("Gouda", "Turfmarkt"), ("Breda", "Havendijk"), ("Zwolle", "Stationsplein"))
    )
)
SHOPS: Rows = tuple(
    (town, shop, number)
    for town, shop, number in (
        ("Austin, TX", "Hill Country Supply", "512 555 0172"),
        ("Monterrey, NL", "Cocina del Norte", "81 5550 0134"),
        ("Lyon", "La Maison du Cuisinier", "04 72 55 01 66"),
        ("Miami, FL", "Sur Hospitality", "305-555-0128"),
    )
)
COMPANY: Rows = (
    ("Company name", "Nordlys Medical"),
    ("Founded", "April 1973"),
    ("Share capital", "$98,000"),
    ("Employees", "214"),
    ("Head office", "Harbour Street 3"),
)
RATES: Rows = (
    ("Order weight", "Zone 2", "Zone 3", "Zone 4"),
    *[(f"{10 * n + 1}-{10 * n + 10} lb", f"${n}.50", f"${n}.90", f"${n + 1}.30") for n in range(1, 8)],
)
CARRIAGE: Rows = (
    ("Destination", "Up to 2 kg", "Up to 8 kg", "Days"),
    *[
        (place, f"£{n + 4}.20", f"£{n + 9}.60", f"{n}")
        for n, place in enumerate(("Leinster", "Ulster", "Munster", "Connacht", "Islands"), 1)
    ],
)
FREE_FROM: Rows = (
    ("Region", "Shipping fee", "Each further kg", "Free from"),
    *[(place, f"EUR {n + 5}.00", f"EUR {n}.50", f"EUR {n}00") for n, place in enumerate(("North", "South", "Islands", "Abroad"), 1)],
)
GAUGES: Rows = (
    ("AWG", "Millimetres", "Inches", "Typical use"),
    *[
        (f"{n}", mm, inches, use)
        for n, mm, inches, use in (
            (16, "1.29", "0.051", "Clasps, bangles"),
            (18, "1.02", "0.040", "Jump rings, hooks"),
            (20, "0.81", "0.032", "Ear wires"),
            (22, "0.64", "0.025", "Wrapped loops"),
        )
    ],
)
KEY: Rows = (
    ("Series", "Bore", "Voltage", "Seal"),
    ("PVQ one way", "02 = G1/4", "A 230 V AC", "– nitrile"),
    ("PVR two way", "03 = G3/8", "B 24 V DC", "V Viton"),
    ("PVS three way", "04 = G1/2", "C 12 V DC", "E EPDM"),
)
LABELLED = (("STYLE", "KQ25M"), ("COLOR", "Moss, Ink "))
BODIES: Rows = (
    ("Size", "S", "M", "L"),
    ("Chest (cm)", "88-96", "96-104", "104-112"),
    ("Waist (cm)", "76-84", "84-92", "92-100"),
    ("Height (cm)", "164-170", "170-176", "176-182"),
)


@pytest.mark.parametrize(
    ("rows", "ruled"),
    [
        (BRANCHES, True),
        (BRANCHES, False),
        (OFFICES, True),
        (SHOPS, True),
        (SHOPS, False),
        (OFFICES, False),
        (COMPANY, True),
        (COMPANY, False),
        (RATES, True),
        (CARRIAGE, True),
        (CARRIAGE, False),
        (FREE_FROM, True),
        (FREE_FROM, False),
        (GAUGES, True),
        (GAUGES, False),
        (BODIES, True),
        (KEY, True),
        (KEY, False),
    ],
)
def test_they_are_no_goods(tmp_path: Path, rows: Rows, ruled: bool) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "What we can do for you", size=16, font="hebo")
        put(page, 40, 84, "All prices on our list are in US dollars.")
        table(page, rows, (40.0, 130.0, 330.0, 440.0, 540.0)[: len(rows[0]) + 1], ruled=ruled)

    skus, entries = extract_page(contents(saved(tmp_path, draw))[1], Context(options=Options()))

    assert skus == ()
    assert all(entry.disposition is not Disposition.USED for entry in entries)


def test_goods_with_a_city_of_origin_stay_goods(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        rows = (("Code", "City", "Store", "Price"), *[(f"HB-10{n}", "Porto", "North", f"$1{n}.40") for n in range(4)])
        table(page, rows, (40.0, 130.0, 330.0, 440.0, 540.0), ruled=True)

    assert len(skus_of(saved(tmp_path, draw))) == 4


def test_under_the_key_to_codes_goods_are_named_by_the_pages_title(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 330, 60, "Servo pilot valves", size=18, font="hebo")
        put(page, 40, 90, "Ordering key", size=12, font="hebo")
        for place, part in enumerate(("PVQ", "02", "A", "V")):
            page.draw_rect(pymupdf.Rect(40 + 120 * place, 100, 140 + 120 * place, 124))
            put(page, 60 + 120 * place, 117, part, size=14)
        foot = table(page, KEY, (40.0, 160.0, 280.0, 400.0, 520.0), y=135)
        put(page, 40, foot + 30, "Preferred types", size=12, font="hebo")
        rows = (("Designation", "Port", "Price EUR"), *((f"PVQ-0{n}-A", f"G{n}/8", f"{40 + n}.50") for n in (1, 3, 5, 7)))
        table(page, rows, (40.0, 180.0, 320.0, 460.0), y=foot + 45)

    skus, _ = extract_page(contents(saved(tmp_path, draw))[1], Context(options=Options()))

    told = [{attribute.key: attribute.value for attribute in sku.standard} for sku in skus]
    assert [(sku["model"], sku["name"]) for sku in told] == [(f"PVQ-0{n}-A", "Servo pilot valves") for n in (1, 3, 5, 7)]


def test_sizes_with_their_codes_and_prices_are_no_keys_to_codes(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for column, name in enumerate(("Apple jam", "Quince jelly", "Plum butter")):
            x = 40.0 + 180 * column
            page.draw_rect(pymupdf.Rect(x - 8, 90, x + 150, 330))
            put(page, x, 280, name, size=10, font="hebo")
            for row in range(2):
                for at, text in ((x, f"{3 + 5 * row}40 g"), (x + 42, f"No. JM{column}{row}7"), (x + 108, f"{4 + row},{column}0 €")):
                    put(page, at, 298 + 16 * row, text, size=8)

    skus, _ = extract_page(contents(saved(tmp_path, draw))[1], Context(options=Options()))

    told = {sku.get("model").value: sku.get("size").value for sku in skus}  # type: ignore[union-attr]
    assert told == {f"JM{column}{row}7": f"{3 + 5 * row}40 g" for column in range(3) for row in range(2)}


def test_labels_in_capitals_before_their_values_explain_no_codes(tmp_path: Path) -> None:
    rows = [("Fell Parka", "Quay Chino", "Dune Polo"), *[tuple(f"{word} {value}{n}" for n in range(3)) for word, value in LABELLED]]

    def draw(page: pymupdf.Page) -> None:
        table(page, rows, (40.0, 200.0, 360.0, 520.0), ruled=True)

    _, entries = extract_page(contents(saved(tmp_path, draw))[1], Context(options=Options()))

    assert not any(entry.rule == "table_of_other_things" for entry in entries)


def test_a_page_of_what_carriage_costs_sells_nothing(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Shipping rates", size=18, font="hebo")
        for row, place in enumerate(("Northern Isles", "Lowlands", "Borders", "Highlands", "Orkney", "Skye")):
            put(page, 40, 100 + 16 * row, place)
            put(page, 300, 100 + 16 * row, f"£{6 + row}.50")

    skus, _ = extract_page(contents(saved(tmp_path, draw))[1], Context(options=Options()))

    assert skus == ()


@pytest.mark.parametrize(("sizes", "is_chart"), [(("XS", "S", "M", "L"), True), (("Ash", "Oak", "Elm", "Fir"), False)])
def test_what_sizes_fit_is_no_goods(tmp_path: Path, sizes: tuple[str, ...], is_chart: bool) -> None:
    rows = [
        ("", *sizes),
        ("Chest", "33", "35", "37", "40"),
        ("Body length", "22", "22½", "23", "23½"),
        ("Sleeve", "29½", "30", "30½", "31"),
    ]

    content = contents(saved(tmp_path, lambda page: table(page, rows, (40, 160, 250, 340, 430, 520), y=118, ruled=True)))[1]
    found = [tells_of_others(one, headers_for(Options())) for one in page_tables(content, content.lines, headers_for(Options()))]

    assert found == [is_chart]


@pytest.mark.parametrize(
    ("head", "last", "is_index"),
    [("Page", "12", True), ("Seite", "12-14", True), ("Página", "9/31", True), ("Pack", "12", False), ("Page", "$ 12.00", False)],
)
def test_an_index_of_numbers_and_their_pages_lists_no_goods(tmp_path: Path, head: str, last: str, is_index: bool) -> None:
    rows = [
        ("OE number", "Item No.", head),
        *((f"0446{n}-0239{n}", f"KF22{n}4", f"{n + 2}") for n in range(6)),
        ("34 11 6", "KF2299", last),
    ]

    def draw(page: pymupdf.Page) -> None:
        for left in (40, 310):
            table(page, rows, (left, left + 90, left + 170, left + 230), y=118)

    content = contents(saved(tmp_path, draw))[1]
    found = [tells_of_others(one, headers_for(Options())) for one in page_tables(content, content.lines, headers_for(Options()))]

    assert set(found) == {is_index}


def test_a_table_that_tells_pages_beside_much_else_lists_goods(tmp_path: Path) -> None:
    rows = [("Item No.", "Name", "Size", "Page"), *((f"KF22{n}4", f"Vase {'ABCDEF'[n]}", f"{n + 2}0 cm", f"{n + 2}") for n in range(6))]

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40, 140, 260, 360, 460), ruled=True)))

    assert [sku["model"] for sku in found] == [f"KF22{n}4" for n in range(6)]


@pytest.mark.parametrize(("text", "is_one"), [("Feb 28", False), ("28th Feb", False), ("29½", False), ("FEB 28", True), ("KX 29", True)])
def test_days_and_fractions_are_no_codes(text: str, is_one: bool) -> None:
    assert is_code(text) is is_one
