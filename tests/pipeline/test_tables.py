"""Tables of every shape, drawn, become SKUs with evidence, and no word of the page is lost."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from pipeline.options import Options
from tests.pipeline.sheets import GOODS, HEADER, XS, Rows, contents, put, reading_of, saved, skus_of, table


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "borderless"])
def test_rows_carry_unit_and_currency_of_the_header(tmp_path: Path, ruled: bool) -> None:
    path = saved(tmp_path, lambda page: table(page, (HEADER, *GOODS), XS, ruled=ruled) and None)

    found = reading_of(path).skus

    assert [sku.get("model").value for sku in found] == ["AB-1001", "AB-1002", "AB-1003", "AB-1004"]  # type: ignore[union-attr]
    assert found[2].get("size").value == "60x60x45cm"  # type: ignore[union-attr]
    price = found[2].get("price").price  # type: ignore[union-attr]
    assert price is not None
    assert (price.amount, price.currency) == ("1149.00", "USD")
    assert found[3].get("price") is None


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "borderless"])
def test_every_quote_stands_in_its_box(tmp_path: Path, ruled: bool) -> None:
    path = saved(tmp_path, lambda page: table(page, (HEADER, *GOODS), XS, ruled=ruled) and None)

    found = reading_of(path).skus

    page = pymupdf.open(path)[0]
    for attribute in (attribute for sku in found for attribute in (*sku.standard, *sku.custom)):
        printed = page.get_textbox(pymupdf.Rect(*attribute.evidence.box.expanded(1.0)))
        assert attribute.evidence.quote.replace(" ", "") in "".join(printed.split())


def test_no_word_is_lost(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Garden furniture", size=16)
        table(page, (HEADER, *GOODS), XS, ruled=True)
        put(page, 40, 800, "Prices exclude freight")

    path = saved(tmp_path, draw)

    reading = reading_of(path)

    told = " ".join([entry.text for entry in reading.entries] + [line.text for line in reading.rest])
    assert sorted(told.split()) == sorted(word.text for word in contents(path)[1].words)


def test_wrapped_cells_belong_to_their_row(tmp_path: Path) -> None:
    rows = (HEADER, ("AB-1", "Bench of oiled oak\nwith a woven seat", "120x40", "89.00"), ("AB-2", "Clock", "30x30", "24.50"), *GOODS)
    path = saved(tmp_path, lambda page: table(page, rows, XS) and None)

    found = skus_of(path)

    assert found[0]["name"] == "Bench of oiled oak with a woven seat"
    assert found[1]["name"] == "Clock"


@pytest.mark.parametrize("head", ["Unit", ""], ids=["headed", "known units"])
def test_units_beside_the_labels_of_a_turned_table_belong_to_them(tmp_path: Path, head: str) -> None:
    rows = (
        ("Model", "", "HC-26", "HC-35", "HC-50"),
        ("Capacity", "kW", "2.6", "3.5", "5.0"),
        ("Net weight", "kg", "9", "10.5", "31"),
        ("Dimensions", "mm", "810 x 285", "870 x 295", "400 x 1700"),
        ("Price", "EUR", "1850", "2260", "3980"),
    )

    def draw(page: pymupdf.Page) -> None:
        first = [("Item", head, "", "", "")] if head else []
        table(page, [*first, *rows], (40, 120, 170, 270, 370, 470), ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["size"], sku["price"]) for sku in found] == [
        ("HC-26", "810 x 285mm", "1850"),
        ("HC-35", "870 x 295mm", "2260"),
        ("HC-50", "400 x 1700mm", "3980"),
    ]
    assert [sku["Capacity"] for sku in found] == ["2.6 kW", "3.5 kW", "5.0 kW"]


def test_two_row_header_names_the_sides_of_a_size(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        xs = (40, 120, 240, 290, 340, 390, 470)
        for left, right, text in ((40, 120, "Model"), (120, 240, "Name"), (390, 470, "Price USD")):
            page.draw_rect(pymupdf.Rect(left, 100, right, 136), width=0.5)
            put(page, left + 3, 120, text)
        page.draw_rect(pymupdf.Rect(240, 100, 390, 118), width=0.5)
        put(page, 243, 112, "Dimensions (mm)")
        table(page, [("L", "W", "H")], xs[2:6], y=118, ruled=True)
        table(page, [(f"BX-{n}20", f"Box {n}", "300", "200", str(150 + n), "9.90") for n in range(1, 5)], xs, y=136, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["size"] for sku in found] == [f"300 x 200 x {150 + n}mm" for n in range(1, 5)]


def test_repeated_header_blocks_are_tables_side_by_side(tmp_path: Path) -> None:
    xs = (40.0, 90.0, 170.0, 230.0, 300.0, 350.0, 430.0, 500.0)
    rows = [("Code", "Item", "Price", "", "Code", "Item", "Price")]
    rows += [(f"AA{n}1", f"Nut {n}", f"$0.{n}1", "", f"BB{n}2", f"Bolt {n}", f"$0.{n}2") for n in range(3, 9)]
    path = saved(tmp_path, lambda page: table(page, rows, xs) and None)

    found = skus_of(path)

    assert sorted(sku["model"] for sku in found) == sorted([f"AA{n}1" for n in range(3, 9)] + [f"BB{n}2" for n in range(3, 9)])


def test_without_a_header_values_tell_the_columns(tmp_path: Path) -> None:
    rows = [("ZX-1070", "Claw hammer", "$12.00"), ("ZX-1140", "Tape measure", "$5.50"), ("ZX-1210", "Hex key set", "$3.10")]
    path = saved(tmp_path, lambda page: table(page, rows, (40, 140, 300, 400), ruled=True) and None)

    assert skus_of(path)[0] == {"model": "ZX-1070", "name": "Claw hammer", "price": "12.00"}


def test_a_header_in_an_unknown_language_still_is_one(tmp_path: Path) -> None:
    rows = [
        ("Lykill", "Heiti", "Mál"),
        ("IS-1090", "Stafli", "30x40 cm"),
        ("IS-1190", "Stoll", "40x50 cm"),
        ("IS-1290", "Lampi", "50x60 cm"),
    ]
    path = saved(tmp_path, lambda page: table(page, rows, (40, 140, 300, 400), ruled=True) and None)

    assert skus_of(path) == [
        {"model": "IS-1090", "name": "Stafli", "size": "30x40 cm"},
        {"model": "IS-1190", "name": "Stoll", "size": "40x50 cm"},
        {"model": "IS-1290", "name": "Lampi", "size": "50x60 cm"},
    ]


def test_a_merchants_own_words_are_labels(tmp_path: Path) -> None:
    rows = [("Kennung", "Teil", "Betrag"), ("Q-1", "Bolt", "5.00"), ("Q-2", "Nut", "6.00"), ("Q-3", "Ring", "7.00")]
    path = saved(tmp_path, lambda page: table(page, rows, (40, 140, 300, 400), ruled=True) and None)
    options = Options(extra_headers=(("Kennung", "model"), ("Teil", "name"), ("Betrag", "price")))

    assert skus_of(path, options=options)[1] == {"model": "Q-2", "name": "Nut", "price": "6.00"}


def test_models_may_stand_beside_each_other(tmp_path: Path) -> None:
    rows = [
        ("Model", "PX-10", "PX-20", "PX-30"),
        ("Power", "350 W", "500 W", "750 W"),
        ("Weight", "2.1 kg", "2.8 kg", "3.5 kg"),
        ("Price", "$49.00", "$69.00", "$99.00"),
    ]
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [(sku["model"], sku["Power"], sku["price"]) for sku in found] == [
        ("PX-10", "350 W", "49.00"),
        ("PX-20", "500 W", "69.00"),
        ("PX-30", "750 W", "99.00"),
    ]


def test_a_matrix_of_sizes_and_colours_is_a_sku_for_each_code(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Product: Paring knife")
        put(page, 40, 84, "Price: $29.35")
        table(
            page,
            [("Size / Colour", "Black", "White"), ("12cm", "DA-594", "DA-620"), ("18cm", "DA-704", "DA-879")],
            (40, 150, 250, 350),
            ruled=True,
        )

    found = skus_of(saved(tmp_path, draw))

    assert {(sku["model"], sku["size"], sku["color"]) for sku in found} == {
        ("DA-594", "12cm", "Black"),
        ("DA-620", "12cm", "White"),
        ("DA-704", "18cm", "Black"),
        ("DA-879", "18cm", "White"),
    }
    assert {(sku["name"], sku["price"]) for sku in found} == {("Paring knife", "29.35")}


def test_columns_of_quantities_are_tiers(tmp_path: Path) -> None:
    rows = [("Item No.", "Description", "1-99 pcs", "100+ pcs")] + [(f"TT-{n}09", f"Mug {n}", f"${n}.50", f"${n}.10") for n in range(1, 5)]
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    price = reading_of(path).skus[0].get("price").price  # type: ignore[union-attr]

    assert price is not None
    assert price.tiers == (("1-99 pcs", "1.50"), ("100+ pcs", "1.10"))


def test_struck_out_prices_are_not_read(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        table(page, (HEADER, *GOODS), XS, ruled=True)
        table(page, [("AB-1009", "Stool", "30x30", "99.00 79.00")], XS, y=190, ruled=True)
        page.draw_line((402, 199), (427, 199), width=0.6)

    assert skus_of(saved(tmp_path, draw))[-1]["price"] == "79.00"


@pytest.mark.parametrize(("was", "now"), [("Was", "Now"), ("Vlorka", "Zarko")])
def test_beside_a_column_of_struck_out_prices_the_other_one_counts(tmp_path: Path, was: str, now: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        rows = [("Item No.", "Description", was, now), *((f"AB-100{n}", f"Stool {n}", f"$ 2{n}.00", f"$ 1{n}.50") for n in range(1, 5))]
        table(page, rows, XS, ruled=True)
        for n in range(1, 5):
            page.draw_line((292, 109 + 18 * n), (330, 109 + 18 * n), width=0.6)

    assert [sku["price"] for sku in skus_of(saved(tmp_path, draw))] == [f"1{n}.50" for n in range(1, 5)]


def test_a_strange_head_states_the_unit_of_sizes(tmp_path: Path) -> None:
    rows = [("Item No.", "Description", "d1 x d2 x s (mm)", "Price")]
    rows += [(f"WS-10{n}", f"Washer {n}", f"5,{n} x 10 x 1,{n}", f"$ {n}.10") for n in range(1, 5)]
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert skus_of(path)[0]["size"] == "5,1 x 10 x 1,1mm"


def test_code_and_name_in_one_column_are_told_apart(tmp_path: Path) -> None:
    rows = [("Item", "Size", "Price")] + [(f"CB-22{n} Heavy hammer {n}", f"{n} cm", f"$ {n}.10") for n in range(3, 8)]
    path = saved(tmp_path, lambda page: table(page, rows, (40, 220, 300, 400), ruled=True) and None)

    assert skus_of(path)[0] == {"model": "CB-223", "name": "Heavy hammer 3", "size": "3 cm", "price": "3.10"}


def test_codes_in_brackets_behind_names_are_models(tmp_path: Path) -> None:
    rows = (
        ("Pos", "Bezeichnung (Art.-Nr.)", "Werkstoff", "Preis"),
        ("1", "Scharnier Serie 400 (5791.ER.99)", "Zamak", "CHF 13.50"),
        ("2", "Türgriff Objekt (5115.ER.02)", "Messing", "CHF 171.95"),
        ("3", "Türstopper Classic (3369.F1.59)", "Zamak", "CHF 94.50"),
    )

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40, 80, 260, 360, 460)) and None))

    assert [sku["model"] for sku in found] == ["5791.ER.99", "5115.ER.02", "3369.F1.59"]
    assert [sku["name"] for sku in found] == ["Scharnier Serie 400", "Türgriff Objekt", "Türstopper Classic"]


def test_a_header_painted_over_a_ruled_grid_belongs_to_it(tmp_path: Path) -> None:
    xs = (40.0, 180.0, 270.0, 360.0, 450.0)

    def draw(page: pymupdf.Page) -> None:
        for x, right in pairwise(xs):
            page.draw_rect(pymupdf.Rect(x, 100, right, 122), color=None, fill=(0.1, 0.1, 0.1))
        for x, text in zip(xs, ("Colour / Size", "S", "M", "L"), strict=False):
            page.insert_text((x + 20, 114), text, fontsize=9, color=(1, 1, 1))
        table(page, (("Black", "U26069", "U26666", "U26493"), ("Navy", "F26985", "M26978", "M26301")), xs, y=122, ruled=True)
        put(page, 40, 90, "Slim Shorts   Material: Wool   Price: $96.94", size=12, font="hebo")

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["color"], sku["size"]) for sku in found][:4] == [
        ("U26069", "Black", "S"), ("U26666", "Black", "M"), ("U26493", "Black", "L"), ("F26985", "Navy", "S"),
    ]  # fmt: skip
    assert {(sku["name"], sku["material"], sku["price"]) for sku in found} == {("Slim Shorts", "Wool", "96.94")}


def test_the_same_page_reads_the_same_twice(tmp_path: Path) -> None:
    path = saved(tmp_path, lambda page: table(page, (HEADER, *GOODS), XS) and None)

    assert repr(reading_of(path)) == repr(reading_of(path))


def test_two_tables_under_each_other_have_their_own_headers(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        end = table(page, (HEADER, *GOODS), XS)
        table(
            page,
            (("Item No.", "Colour", "Material", "Unit Price"), ("CD-1", "Red", "Oak", "$4.00"), ("CD-2", "White", "Pine", "$5.00")),
            XS,
            y=end + 12,
        )

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku.get("name"), sku.get("color")) for sku in found[3:]] == [
        ("AB-1004", "Plant stand", None),
        ("CD-1", None, "Red"),
        ("CD-2", None, "White"),
    ]


def test_panels_of_a_price_list_are_read_one_by_one(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for x, first, count in ((40.0, 1, 7), (320.0, 51, 5)):
            for row in range(count):
                put(page, x, 100 + row * 16, f"KL-{first + row:03d}")
                put(page, x + 60, 100 + row * 16, f"Hook number {first + row}")
                put(page, x + 190, 100 + row * 16, f"{first + row}.50 EUR")

    found = skus_of(saved(tmp_path, draw))

    assert {sku["model"] for sku in found} == {f"KL-{number:03d}" for number in (*range(1, 8), *range(51, 56))}
    assert all(sku["name"].endswith(str(int(sku["model"][3:]))) for sku in found)


def test_dots_lead_from_the_name_to_the_price(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for row, name in enumerate(("Coat hook", "Hat shelf of beech", "Umbrella stand", "Boot tray")):
            put(page, 40, 100 + row * 16, f"KL-10{row}")
            put(page, 110, 100 + row * 16, f"{name} {'.' * (60 - 2 * len(name))}")
            put(page, 400, 100 + row * 16, f"{row + 3}.20 EUR")

    reading = reading_of(saved(tmp_path, draw))

    assert [sku.get("name").value for sku in reading.skus] == ["Coat hook", "Hat shelf of beech", "Umbrella stand", "Boot tray"]  # type: ignore[union-attr]
    assert not reading.rest


def test_points_in_codes_do_not_make_them_amounts(tmp_path: Path) -> None:
    rows = (
        ("Item No.", "Description", "Unit Price (EUR)"),
        ("120.455", "Hinge", "4.20"),
        ("120.461", "Bolt", "1.10"),
        ("131.007", "Latch", "7.00"),
    )
    path = saved(tmp_path, lambda page: table(page, rows, XS[:4], ruled=True) and None)

    assert [sku["model"] for sku in skus_of(path)] == ["120.455", "120.461", "131.007"]


def test_an_empty_price_is_taken_from_the_other_column_of_prices(tmp_path: Path) -> None:
    rows = (("Item", "Amount (CNY)", "Amount (TWD)"), ("Gear box", "228", "1005"), ("Spray paint", "", "70"), ("Bearing", "59", "260"))
    path = saved(tmp_path, lambda page: table(page, rows, XS[:4], ruled=True) and None)

    prices = [sku.get("price").price for sku in reading_of(path).skus]  # type: ignore[union-attr]

    assert [(price.amount, price.currency) for price in prices if price] == [("228", "CNY"), ("70", "TWD"), ("59", "CNY")]


def test_circled_numbers_do_not_break_the_reading(tmp_path: Path) -> None:
    rows = (("No.", "Item No.", "Unit Price (EUR)"), *((mark, f"QX-10{row}", f"{row}.20") for row, mark in enumerate("①②③④⑤")))
    path = saved(tmp_path, lambda page: _cjk_table(page, rows))

    assert [sku["model"] for sku in skus_of(path)] == ["QX-100", "QX-101", "QX-102", "QX-103", "QX-104"]


def _cjk_table(page: pymupdf.Page, rows: Rows) -> None:
    for line, row in enumerate(rows):
        for x, text in zip(XS, row, strict=False):
            put(page, x, 100 + 18 * line, text, font="china-s")


def test_titles_in_one_of_two_lists_side_by_side(tmp_path: Path) -> None:
    left = ("Twin cable", "6242Y-10", "6242Y-15", "6242Y-25", "6242Y-40", "Flexible cord", "3183Y-07", "3183Y-15")
    right = ("Armoured", "6943X-15", "6943X-40", "6944X-60", "Data and alarm", "CAT6-UTP-V", "ALM-6C", "COAX-100")

    def draw(page: pymupdf.Page) -> None:
        for x, codes, pitch in ((40, left, 18.0), (310, right, 18.0)):
            for row, code in enumerate(codes):
                y = 100 + pitch * row
                is_title = " " in code or code.isalpha()
                put(page, x, y, code, size=12 if is_title else 9, font="hebo" if is_title else "helv")
                if not is_title:
                    put(page, x + 75, y, f"{row}.5 mm cable, grey")
                    put(page, x + 200, y, f"$ {row}.48")

    found = skus_of(saved(tmp_path, draw))

    assert sorted(sku["model"] for sku in found) == sorted(code for code in (*left, *right) if " " not in code and not code.isalpha())
    assert {sku["Series"] for sku in found if sku["model"] in right} == {"Armoured", "Data and alarm"}


def test_portions_over_sums_and_small_print_under_names(tmp_path: Path) -> None:
    cheeses = (("Banon", "goat, chestnut leaf"), ("Brousse", "goat, fresh"), ("Comte", "cow, raw milk"), ("Beaufort", "cow, raw milk"))

    def draw(page: pymupdf.Page) -> None:
        for x, portion in ((300, "150 g"), (370, "300 g"), (440, "1 kg")):
            put(page, x, 90, portion)
        for row, (name, milk) in enumerate(cheeses):
            y = 110 + 34 * row
            put(page, 40, y, name, size=11)
            put(page, 40, y + 9, milk, size=7)
            for place, x in enumerate((300, 370, 440)):
                put(page, x, y + 3, f"$ {row + 5 * place + 3}.50")

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["price"]) for sku in found] == [
        ("Banon", "3.50"),
        ("Brousse", "4.50"),
        ("Comte", "5.50"),
        ("Beaufort", "6.50"),
    ]
    assert found[0]["1 kg"] == "$ 13.50"


@pytest.mark.parametrize(("printed", "meant"), [("51760621\n51749124", "51760621 51749124"), ("87193260\n45712", "8719326045712")])
def test_two_numbers_in_a_cell_are_not_one_that_was_broken(tmp_path: Path, printed: str, meant: str) -> None:
    rows = [("Item No.", "Description", "OE number", "Price (USD)")]
    rows += [(f"TK-10{n}", f"Brake disc {n}", printed, f"{n}4.50") for n in range(1, 4)]
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert {sku["OE number"] for sku in skus_of(path)} == {meant}


def test_goods_beside_each_other_between_rules_and_stripes(tmp_path: Path) -> None:
    xs = (40.0, 140.0, 270.0, 400.0, 540.0)
    labels = ("Article no.", "Dimensions", "Weight", "Price USD")
    columns = [(f"HP{n}0", f"40 x {n}0 cm", f"{n} kg", f"{n}9.00") for n in (3, 5, 7)]

    def page_of(page: pymupdf.Page) -> None:
        for row in range(5):
            page.draw_rect(
                pymupdf.Rect(xs[0], 100 + 34 * row, xs[-1], 134 + 34 * row),
                color=None,
                fill=(0.2, 0.3, 0.4) if row == 0 else (0.9 + 0.1 * (row % 2),) * 3,
            )
        for x in xs[1:-1]:
            page.draw_line((x, 100), (x, 270), width=0.5)
        for number, n in enumerate((3, 5, 7)):
            put(page, xs[number + 1] + 20, 113, "Heat pump", size=8)
            put(page, xs[number + 1] + 20, 126, f"AERO {n}", font="hebo")
            for row, text in enumerate(columns[number]):
                put(page, xs[number + 1] + 20, 155 + 34 * row, text)
        for row, label in enumerate(labels):
            put(page, 46, 155 + 34 * row, label, font="hebo")

    found = skus_of(saved(tmp_path, page_of))

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        ("HP30", "Heat pump AERO 3", "39.00"),
        ("HP50", "Heat pump AERO 5", "59.00"),
        ("HP70", "Heat pump AERO 7", "79.00"),
    ]


def test_dotted_codes_are_codes_though_one_part_is_used_twice(tmp_path: Path) -> None:
    codes = ("07.3311", "07.3402", "07.3518", "07.3402", "07.3627")
    rows = [(str(place), code, f"Pump part {place}", f"{4417 * place}K{place}2", "12,40") for place, code in enumerate(codes, start=1)]

    def draw(page: pymupdf.Page) -> None:
        table(page, [("Pos.", "Codice", "Descrizione", "Rif. orig.", "Prezzo €"), *rows], (40, 80, 170, 300, 420, 520))

    assert [sku["model"] for sku in skus_of(saved(tmp_path, draw))] == list(codes)
