"""What stands over a table names its rows, where they have no name of their own."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pdfs import picture
from tests.pipeline.drawn import Sheet
from tests.pipeline.sheets import BOLTS, SCREWS, put, reading_of, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0)


def _two_blocks(page: pymupdf.Page) -> None:
    put(page, 40, 80, "Schlossschrauben DIN 603", size=13, font="hebo")
    put(page, 40, 94, "Stahl 4.6 verzinkt")
    end = table(page, BOLTS, XS, ruled=True)
    put(page, 40, end + 24, "Holzschrauben DIN 571", size=13, font="hebo")
    put(page, 40, end + 38, "Edelstahl A4")
    table(page, SCREWS, XS, y=end + 44, ruled=True)


def test_each_block_has_its_own_title_and_material(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, _two_blocks))

    assert [sku["name"] for sku in found] == ["Schlossschrauben DIN 603"] * 2 + ["Holzschrauben DIN 571"] * 2
    assert [sku["material"] for sku in found] == ["Stahl 4.6 verzinkt"] * 2 + ["Edelstahl A4"] * 2


def test_the_quote_of_a_title_stands_in_its_box(tmp_path: Path) -> None:
    path = saved(tmp_path, _two_blocks)

    found = reading_of(path).skus

    page = pymupdf.open(path)[0]
    for evidence in (sku.get(key).evidence for sku in found for key in ("name", "material")):  # type: ignore[union-attr]
        assert evidence.quote in page.get_textbox(pymupdf.Rect(*evidence.box.expanded(1.0)))


@pytest.mark.parametrize("caption", ["Available versions", "Technische Daten", "Preisliste 2026", "Item No."])
def test_what_a_table_is_for_names_nothing(tmp_path: Path, caption: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Fjord office chair", size=18, font="hebo")
        put(page, 40, 90, caption, size=12, font="hebo")
        table(page, BOLTS, XS, ruled=True)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"Fjord office chair"}


@pytest.mark.parametrize("heading", ["技术参数", "特色 CHARACTERISTIC", "规格参数 / Specifications", "产品特点（Features）"])
def test_a_heading_over_facts_in_one_language_or_two_names_nothing(tmp_path: Path, heading: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Fjord office chair", size=18, font="hebo")
        put(page, 40, 90, heading, size=12, font="china-s")
        table(page, BOLTS, XS, ruled=True)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"Fjord office chair"}


def test_rows_with_names_share_only_the_code_of_the_title(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 85, "MY-958 Sofa", size=14, font="hebo")
        rows = (
            ("Teil", "Size", "Price"),
            ("Dreisitzer", "210x90x80cm", "$640"),
            ("Hocker", "60x60x40cm", "$120"),
            ("Sessel", "90x90x80cm", "$310"),
        )
        table(page, rows, XS, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"]) for sku in found] == [("MY-958", "Dreisitzer"), ("MY-958", "Hocker"), ("MY-958", "Sessel")]


def test_a_title_in_the_table_is_nearer_than_the_one_over_it(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 85, "Verbindungstechnik", size=14, font="hebo")
        table(page, (BOLTS[0], ("Schrauben", "", ""), *BOLTS[1:]), XS, ruled=True)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"Schrauben"}


def test_a_matrix_of_codes_has_name_and_price_from_over_it(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 150, 60, "Thermo Knit Glove", size=13, font="hebo")
        put(page, 150, 80, "Price per pair $ 18.95")
        rows = (("Size", "Petrol", "Nachtblau"), ("8", "T8385-8", "T5990-8"), ("9", "T7779-9", "T1461-9"), ("10", "T2196-10", "T4478-10"))
        table(page, rows, XS, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert len(found) == 6
    assert found[1] == {"model": "T5990-8", "name": "Thermo Knit Glove", "size": "8", "color": "Nachtblau", "price": "18.95"}


def test_a_bar_over_the_table_says_name_and_material(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for y, name, material in ((100.0, "Spring plungers", "Stainless steel 1.4305"), (300.0, "Rubber feet", "EPDM, shore 60")):
            page.draw_rect(pymupdf.Rect(40, y - 14, 520, y + 4), color=None, fill=(0.9, 0.9, 0.85))
            put(page, 44, y, name, size=10, font="hebo")
            put(page, 260, y, material)
            rows = (
                ("Order no.", "Dimensions", "USD / pack"),
                (f"24223.{y:.0f}", "M5 x 18 mm", "48.20"),
                (f"23079.{y:.0f}", "M6 x 20 mm", "31.95"),
            )
            table(page, rows, (170.0, 280.0, 380.0, 480.0), y=y + 22)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == ["Spring plungers"] * 2 + ["Rubber feet"] * 2
    assert [sku["material"] for sku in found] == ["Stainless steel 1.4305"] * 2 + ["EPDM, shore 60"] * 2


def test_the_first_section_may_be_titled_over_the_table(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 43, 96, "Starters", size=12, font="hebo")
        dishes = ("Burrata", "Trout", "Soup", "Lamb", "Ribeye", "Bream")
        for row, dish in enumerate((*dishes[:3], "", *dishes[3:])):
            y = 116 + 18 * row
            put(page, 43, y, dish or "From the grill", size=9 if dish else 12, font="helv" if dish else "hebo")
            if dish:
                put(page, 243, y, f"$ {row + 9}.50")

    found = skus_of(saved(tmp_path, draw))

    assert [sku["Series"] for sku in found] == ["Starters"] * 3 + ["From the grill"] * 3


def test_a_title_holds_for_all_lists_beside_each_other(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Brass nipples", size=15, font="hebo")
        rows = (("Code", "Price") * 3, *[(f"C1/8-{n}", f"{n}.99", f"C3/8-{n}", f"{n}.45", f"C3/4-{n}", f"{n}.13") for n in (6, 8, 12)])
        table(page, rows, (40.0, 110.0, 170.0, 240.0, 300.0, 370.0, 430.0), ruled=True)

    reading = reading_of(saved(tmp_path, draw))

    assert [sku.get("name").value for sku in reading.skus] == ["Brass nipples"] * 9  # type: ignore[union-attr]
    assert [entry.text for entry in reading.entries].count("Brass nipples") == 1


def test_a_series_letter_before_wide_words_is_part_of_the_title(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "C系列铜对丝接头", size=15, font="china-s")
        table(page, BOLTS, XS, ruled=True)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"C系列铜对丝接头"}


@pytest.mark.parametrize(("title", "names"), [("Price list 2026", ["LIDYA", "LIDYA", "EFES"]), ("Wall tiles", ["Wall tiles"] * 3)])
def test_rows_without_a_name_are_called_by_their_series(tmp_path: Path, title: str, names: list[str]) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, title, size=15, font="hebo")
        rows = (
            ("Series", "Code", "Size", "Price"),
            ("LIDYA", "LI-4081", "33x33 cm", "$15.70"),
            ("LIDYA", "LI-7345", "45x45 cm", "$9.30"),
            ("EFES", "EF-4170", "60x60 cm", "$12.50"),
        )
        table(page, rows, (*XS, 480.0), ruled=True)

    assert [sku["name"] for sku in skus_of(saved(tmp_path, draw))] == names


def test_a_badge_behind_a_title_and_points_under_it_are_no_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, count) in enumerate((("Hammer Drill", 2), ("Circular Saw", 1), ("Orbit Sander", 2))):
        y = 60 + place * 150
        sheet.picture(30, y, 130, y + 90).text(160, y + 12, name, size=13, bold=True)
        if place != 1:
            sheet.fill(256, y + 1, 280, y + 14, (0.8, 0.1, 0.1)).text(260, y + 11, "NEW", size=7, bold=True, color=(1, 1, 1))
        sheet.lines(170, y + 30, "725 in-lbs torque", "Kickback stop", size=8.5).lines(
            380, y + 30, "Metal chuck", '6.9" head length', size=8.5
        )
        for row in range(count + 1):
            code, words, number = (f"VL-26{place}1-{row}", ("Tool only", "Kit, two packs")[row - 1], f"84971 102{place}{row}")
            cells = (code, words, number, f"${row + place}29.00") if row else ("Cat. No.", "Configuration", "UPC", "Dealer Net")
            for x, cell in zip((164, 251, 397, 540), cells, strict=True):
                sheet.text(x + 2 * place * (x == 251), y + 62 + row * 15, cell, size=8.5)

    sheet.content(tmp_path)

    assert [(sku["model"], sku["name"]) for sku in skus_of(tmp_path / "drawn.pdf")] == [
        ("VL-2601-1", "Hammer Drill"),
        ("VL-2601-2", "Hammer Drill"),
        ("VL-2611-1", "Circular Saw"),
        ("VL-2621-1", "Orbit Sander"),
        ("VL-2621-2", "Orbit Sander"),
    ]


@pytest.mark.parametrize("head", ["Fits", "Suitable for", "Passend für", "Compatible avec"])
def test_what_goods_fit_is_not_their_name_nor_are_sections_over_it(tmp_path: Path, head: str) -> None:
    xs = (40.0, 130.0, 290.0, 400.0, 520.0)
    rows = [("Ref.", head, "Ø mm", "EUR/pc"), ("ALBERO", "", "", ""), ("TK-104", "Corso 1.4, 1.6", "257", "32.90")]
    rows += [("TK-105", "Corso 1.9 JTX", "284", "38.45"), ("HANSEN", "", "", ""), ("TK-210", "Polo IV all", "288", "36.20")]

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Brake discs", size=16, font="hebo")
        table(page, rows, xs, ruled=True)

    found = skus_of(saved(tmp_path, page_of))

    assert [(sku["model"], sku["name"], sku["size"]) for sku in found] == [
        ("TK-104", "Brake discs", "257mm"),
        ("TK-105", "Brake discs", "284mm"),
        ("TK-210", "Brake discs", "288mm"),
    ]
    assert (found[0][head], found[0]["Series"]) == ("Corso 1.4, 1.6", "ALBERO")


@pytest.mark.parametrize("labels", [("Item #", "Size", "Pkg", "Flyer Price"), ("Kode", "Size", "Ipk", "Haga")], ids=["known", "unknown"])
def test_a_head_said_again_under_the_next_title_begins_the_next_table(tmp_path: Path, labels: tuple[str, ...]) -> None:
    def families(page: pymupdf.Page) -> None:
        y = 60.0
        for title, code, color in (
            ("Nimbus Soft Gloves", "NB-210", "Lavender"),
            ("Aloe Coat Gloves", "AL-061", "Natural"),
            ("Basic Gloves", "BG-770", "Blue"),
        ):
            put(page, 40, y, title, size=13, font="hebo")
            put(page, 40, y + 16, f"Powder-free with textured fingertips. Color: {color}.")
            rows = [
                labels,
                *((f"{code}{number}", size, "300/bx", f"$1{number}.49") for number, size in enumerate(("Small", "Medium", "Large"))),
            ]
            y = table(page, rows, (40.0, 130.0, 220.0, 310.0, 400.0), y=y + 24) + 30

    found = skus_of(saved(tmp_path, families))

    assert [sku["name"] for sku in found] == ["Nimbus Soft Gloves"] * 3 + ["Aloe Coat Gloves"] * 3 + ["Basic Gloves"] * 3
    assert [sku["color"] for sku in found] == ["Lavender"] * 3 + ["Natural"] * 3 + ["Blue"] * 3


@pytest.mark.parametrize("is_centred", [False, True])
def test_a_title_of_two_rows_is_one_name(tmp_path: Path, is_centred: bool) -> None:
    def draw(page: pymupdf.Page) -> None:
        for y, text in ((80, "Capacitive level"), (102, "transmitter")):
            x = 400 - pymupdf.get_text_length(text, fontname="hebo", fontsize=18) / 2 if is_centred else 300
            put(page, x, y, text, size=18, font="hebo")
        rows = (("Model", "Size", "Price"), *((f"LT-4{n}0", f"M{n}x45 mm", f"US$ {n}.90") for n in (8, 12, 18, 30)))
        table(page, rows, (40.0, 200.0, 360.0, 520.0), y=180)

    found = skus_of(saved(tmp_path, draw))

    assert {sku["name"] for sku in found} == {"Capacitive level transmitter"}


def _drills(page: pymupdf.Page, first: int, head: tuple[tuple[str, ...], ...]) -> None:
    """Four rows in each of two columns of the page."""
    for side in range(2):
        rows = tuple((f"HB{number}07", f"{number} x 60", "10", f"{number},45") for number in range(first + 4 * side, first + 4 + 4 * side))
        left = 40.0 + 270 * side
        table(page, (*head, *rows), (left, left + 70, left + 140, left + 190, left + 240), y=100)


def test_rows_that_go_on_over_cards_are_read_and_named_in_both_columns(tmp_path: Path) -> None:
    def begin(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Masonry drills", size=16, font="hebo")
        _drills(page, 11, (("Art.-Nr.", "Ø x L mm", "VPE", "EUR"),))

    def go_on(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Masonry drills (continued)", size=16, font="hebo")
        _drills(page, 31, ())
        for place, name in enumerate(("Hand brace", "Push drill", "Bow drill")):
            x = 40 + 180 * place
            page.insert_image(pymupdf.Rect(x, 240, x + 120, 340), stream=picture((40 * place, 90, 160)))
            put(page, x, 356, f"{name} {place + 4}", size=11, font="hebo")
            put(page, x, 370, f"Art.-Nr. KB{place}4-100")
            put(page, x, 386, f"3{place},90 EUR", size=12, font="hebo")

    found = skus_of(saved(tmp_path, begin, go_on), 2)

    assert [(sku["model"], sku["name"], sku["price"]) for sku in sorted(found, key=lambda sku: sku["model"])] == [
        (f"HB{number}07", "Masonry drills", f"{number}.45") for number in range(31, 39)
    ]


def test_what_a_logo_says_at_the_other_end_of_the_row_does_not_hide_the_title(tmp_path: Path) -> None:
    rows = (("Item no.", "Size", "USD"), *((f"BR{n}40", f"{n}0 x 40 cm", f"{n}2.50") for n in range(2, 7)))

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 44, "Wall bracket NORDA", size=17, font="hebo")
        put(page, 480, 40, "HOLZMANN", size=11, font="hebo")
        put(page, 230, 120, "Material: Steel")
        table(page, rows, (40.0, 200.0, 360.0, 520.0), y=250)

    found = skus_of(saved(tmp_path, page_of))

    assert {(sku["name"], sku["material"]) for sku in found} == {("Wall bracket NORDA", "Steel")}


def test_a_line_of_text_between_title_and_header_is_no_title(tmp_path: Path) -> None:
    words = "Reversible blades, quiet motor and remote control with seven years of warranty".split()
    edges = [54.0, *(59 + pymupdf.get_text_length(" ".join(words[:count]) + " ", fontsize=7.5) for count in (3, 6, 9)), 380.0]

    def draw(page: pymupdf.Page) -> None:
        for number, name in enumerate(("Brisa Mini", "Brisa Max")):
            y = 100 + 160 * number
            put(page, 60, y, name, size=13, font="hebo")
            put(page, 60, y + 16, " ".join(words), size=7.5)
            for x, right, label in zip(edges, edges[1:], ("Cat. No.", "Size", "Rating", "Price"), strict=False):
                page.draw_rect(pymupdf.Rect(x, y + 20, right, y + 34), color=None, fill=(0.9, 0.9, 0.8))
                put(page, x + 6, y + 30, label, size=7.5, font="hebo")
            for row in range(3):
                for x, cell in zip(edges, (f"BR-{number}{row}7", f"{row + 3}0 cm", f"{row + 4}0 W", f"{row + 41}.50"), strict=False):
                    put(page, x + 6, y + 44 + 15 * row, cell, size=7.5)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == ["Brisa Mini"] * 3 + ["Brisa Max"] * 3


def test_the_first_section_is_titled_as_the_next_though_small_print_ends_it(tmp_path: Path) -> None:
    sections = (
        ("Tide Pendant", "TP44", "Chain to order."),
        ("Dune Studs", "DS51", "Sold in pairs."),
        ("Cove Bangle", "CB63", "Three widths."),
    )

    def draw(page: pymupdf.Page) -> None:
        for number, (title, code, note) in enumerate(sections):
            y = 110 + 140 * number
            put(page, 207, y, title, size=15)
            for row, (letter, metal) in enumerate((("S", "Sterling silver"), ("V", "Gold vermeil"), ("F", "14k rose gold fill"))):
                put(page, 207, y + 22 + 23 * row, f"{code}-{letter}")
                put(page, 276, y + 22 + 23 * row, metal)
                put(page, 530, y + 22 + 23 * row, f"${row + 2}4.00")
            put(page, 207, y + 94, note, size=7.5)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [title for title, _, _ in sections for _ in range(3)]
    assert [sku["material"] for sku in found] == ["Sterling silver", "Gold vermeil", "14k rose gold fill"] * 3


def test_a_tab_to_leaf_by_names_no_table(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(0, 90, 22, 240), color=None, fill=(0.9, 0.5, 0.1))
        put(page, 15, 170, "Sportswear", size=11, font="hebo", turn=90)
        codes = (("Red", "RJ-011", "RJ-021", "RJ-031"), ("Navy", "RJ-012", "RJ-022", "RJ-032"))
        table(page, (("Colour", "S", "M", "L"), *codes), (40, 140, 240, 340, 440), y=100)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku.get("name") for sku in found] == [None] * 6


def test_a_title_with_nothing_but_pictures_under_it_names_the_table_under_these(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 34, "Drive technology", size=16)
        for block, name in enumerate(("Hybrid stepper motor", "Servo motor with brake")):
            y = 70 + 300 * block
            page.draw_rect(pymupdf.Rect(36, y - 12, 480, y + 6), color=None, fill=(0.9, 0.93, 0.97))
            put(page, 44, y, name, size=10.5)
            page.insert_image(pymupdf.Rect(45, y + 15, 165, y + 125), stream=picture(block))
            rows = (
                ("Model", "Torque", "Current", "Unit price"),
                *((f"ST{block}{n}-H", f"0.{n} Nm", f"{n} A", f"$ {n}8.00") for n in range(1, 5)),
            )
            table(page, rows, (40, 180, 300, 420, 540), y=y + 140)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == ["Hybrid stepper motor"] * 4 + ["Servo motor with brake"] * 4


def test_a_short_title_names_the_table_whose_figures_begin_behind_it(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, name in enumerate(("Cushion", "Desk lamp Oslo", "Vase")):
            y = 80 + 230 * block
            put(page, 40, y, name, size=12, font="hebo")
            put(page, 40, y + 14, "Comes with a care guide.", size=8)
            page.draw_rect(pymupdf.Rect(40, y + 22, 460, y + 36), color=None, fill=(0.9, 0.9, 0.92))
            for n, cells in enumerate(
                (("Price", "Code", "Colours"), ("$ 19.00", f"CU-{block}1", "Grey"), ("$ 29.00", f"CU-{block}2", "Black"))
            ):
                for x, cell in zip((120, 200, 340), cells, strict=True):
                    put(page, x, y + 32 + 16 * n, cell, font="hebo" if n == 0 else "helv")

    assert [sku["name"] for sku in skus_of(saved(tmp_path, drawing))] == ["Cushion"] * 2 + ["Desk lamp Oslo"] * 2 + ["Vase"] * 2


def test_a_sentence_right_over_the_head_names_no_row(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, name in enumerate(("真皮钱包", "羊毛毯")):
            y = 80 + 230 * block
            put(page, 40, y, name, size=11, font="china-s")
            put(page, 40, y + 13, "手工打磨，适合室内使用。", size=7.5, font="china-s")
            page.draw_rect(pymupdf.Rect(40, y + 18, 430, y + 32), color=None, fill=(0.9, 0.9, 0.92))
            for row in range(4):
                page.draw_line((40, y + 32 + 14 * row), (430, y + 32 + 14 * row), width=0.4)
            rows = (("编号", "装箱量", "单价(元)"), *((f"RC-{block}{n}", f"{n}0", f"{n}9.00") for n in range(1, 4)))
            for row, cells in enumerate(rows):
                for x, cell in zip((40, 200, 360), cells, strict=True):
                    put(page, x, y + 28 + 14 * row, cell, size=7.5, font="china-s")

    assert [sku["name"] for sku in skus_of(saved(tmp_path, drawing))] == ["真皮钱包"] * 3 + ["羊毛毯"] * 3


@pytest.mark.parametrize("name", ["Jobber Drills", "Retail Stands"])
def test_a_title_may_open_with_a_word_for_prices(tmp_path: Path, name: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 40, "DRILLS & BITS", size=16, font="hebo")
        put(page, 40, 92, name, size=12, font="hebo")
        table(page, [("Cat. No.", "Size (in)", "Price"), *((f"JD-101{n}", f"{n}/64", f"$ 1.{n}5") for n in (1, 3, 5, 7))], XS)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {name}


@pytest.mark.parametrize(
    ("name", "font"), [("Striped Awning Fabric", "hebo"), ("Oak Flooring Timber", "hebo"), ("提花窗帘面料", "china-s")]
)
def test_goods_may_be_called_by_a_word_for_materials(tmp_path: Path, name: str, font: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 40, "Summer Range", size=18, font="hebo")
        put(page, 40, 80, name, size=13, font=font)
        table(page, BOLTS, XS, ruled=True)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {name}


@pytest.mark.parametrize("caption", ["Outer material", "Material:", "Available materials"])
def test_what_names_the_materials_of_goods_is_not_their_name(tmp_path: Path, caption: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Fjord office chair", size=18, font="hebo")
        put(page, 40, 90, caption, size=12, font="hebo")
        table(page, BOLTS, XS, ruled=True)

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"Fjord office chair"}


def test_titles_that_only_measure_name_no_rows(tmp_path: Path) -> None:
    rows = [("Code", "Size", "Brand / pattern", "GBP")]
    for inch in (13, 14):
        rows += [(f"{inch} inch", "", "", ""), *((f"C{inch}{n}570", f"15{n}/70R{inch}", "Corvane Sport", f"4{n}.70") for n in range(1, 4))]
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 250, 400, 500), ruled=True) and None)

    found = skus_of(path)

    assert {sku["name"] for sku in found} == {"Corvane Sport"}
    assert [sku["Series"] for sku in found] == ["13 inch"] * 3 + ["14 inch"] * 3


def test_titles_that_only_measure_name_no_rows_without_another_name(tmp_path: Path) -> None:
    rows = [("Code", "Size", "GBP")]
    for inch in (13, 14):
        rows += [(f"{inch} inch", "", ""), *((f"C{inch}{n}570", f"15{n}/70R{inch}", f"4{n}.70") for n in range(1, 4))]
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 250, 400), ruled=True) and None)

    assert not any("name" in sku for sku in skus_of(path))
