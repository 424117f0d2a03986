"""Headers of two rows, labels that are and are not known, and columns known by their values."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, values
from tests.pipeline.sheets import prices_of, put, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0)


def test_a_column_is_one_kind_for_all_its_rows(tmp_path: Path) -> None:
    types = ("H07RN-F 3G1,5", "H07RN-F 3G2,5", "H07RN-F 5G2,5", "H07RN-F 5G4", "H07RN-F 5G6")
    rows = (("Artikelnummer", "Typ", "EUR / m"), *((f"16593{n}6", text, f"{n},78") for n, text in enumerate(types)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [sku["name"] for sku in skus_of(path)] == list(types)


def test_contents_of_a_box_are_no_name(tmp_path: Path) -> None:
    boxes = ("6 pz / 1,44 mq", "5 pz / 1,20 mq", "2 pz / 1,08 mq", "4 pz / 0,96 mq")
    rows = (("Codice", "Scatola", "Prezzo EUR"), *((f"CE52{n}8", text, f"3{n},10") for n, text in enumerate(boxes)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [sku["Scatola"] for sku in found] == list(boxes)
    assert not any("name" in sku for sku in found)


def test_codes_and_prices_in_three_columns_of_the_page(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 70, "All prices in EUR per piece, excluding VAT.")
        for column in range(3):
            for row in range(12):
                put(page, 40 + 180 * column, 100 + 16 * row, f"{100 + 37 * row + column} {20 + row} {300 + 7 * column + row}")
                put(page, 95 + 180 * column, 100 + 16 * row, "." * 18)
                put(page, 160 + 180 * column, 100 + 16 * row, f"{row + 11},{column}5")

    path = saved(tmp_path, draw)

    found = skus_of(path)

    assert len(found) == 36
    assert {"model": "100 20 300", "price": "11.05"} in found
    assert {"model": "102 20 314", "price": "11.25"} in found
    assert {price.currency for price in prices_of(path) if price} == {"EUR"}


def test_figures_with_differing_letters_are_codes(tmp_path: Path) -> None:
    names = ("Taper candle", "Advent set", "Floating candle", "Pillar candle")
    rows = tuple((code, name, f"$ {n + 4}.85") for n, (code, name) in enumerate(zip(("315C", "360A", "352A", "397C"), names, strict=True)))
    path = saved(tmp_path, lambda page: table(page, rows, XS) and None)

    assert [sku["model"] for sku in skus_of(path)] == ["315C", "360A", "352A", "397C"]


def test_short_pieces_in_capitals_before_words_are_codes(tmp_path: Path) -> None:
    names = ("Beeswax taper, ivory", "Rapeseed tealight, ten", "Snuffer with long handle", "Wick trimmer, brass", "Matches in a jar")
    codes = ("BT-I", "RT10", "SNUF", "WT-B", "MJ2")
    rows = tuple((code, name, f"{n + 4}.85") for n, (code, name) in enumerate(zip(codes, names, strict=True)))

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 70, "All prices in £ without VAT")
        table(page, rows, XS)

    assert [(sku["model"], sku["name"]) for sku in skus_of(saved(tmp_path, draw))] == list(zip(codes, names, strict=True))


def test_letters_in_pieces_under_a_word_for_names_are_codes(tmp_path: Path) -> None:
    codes = ("FC-TN-S", "FC-TN-M", "FC-BK-M", "FC-BK-L")
    rows = (("Item", "Size", "Price £"), *((code, f"{n}8 cm", f"{n}.40") for n, code in enumerate(codes, start=2)))

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Fenwick Collar", size=14, font="hebo")
        table(page, rows, XS)

    assert [(sku["model"], sku["name"]) for sku in skus_of(saved(tmp_path, draw))] == [(code, "Fenwick Collar") for code in codes]


def test_words_in_capitals_are_no_codes(tmp_path: Path) -> None:
    names = ("TAPER", "PILLAR", "VOTIVE", "TEALIGHT", "SNUFFER")
    rows = tuple((name, "made by hand in Fife", f"£{n + 4}.85") for n, name in enumerate(names))
    path = saved(tmp_path, lambda page: table(page, rows, XS) and None)

    assert all("model" not in sku for sku in skus_of(path))


def test_a_sentence_in_the_last_row_is_no_product(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        rows = (("Item No.", "Description", "Price (USD)"), ("KW441", "Bowl", "4.50"), ("KW442", "Jug", "7.25"), ("KW443", "Tray", "9.75"))
        end = table(page, rows, XS, ruled=True)
        page.draw_rect(pymupdf.Rect(40, end, 150, end + 18), width=0.5)
        page.draw_rect(pymupdf.Rect(150, end, 370, end + 18), width=0.5)
        put(page, 84, end + 12, "MOQ 300 pcs per")
        put(page, 84 + pymupdf.get_text_length("MOQ 300 pcs per ", fontsize=9), end + 12, "item. Lead time 45 days.")

    assert [sku["model"] for sku in skus_of(saved(tmp_path, draw))] == ["KW441", "KW442", "KW443"]


def test_a_code_in_a_line_of_the_names_cell_is_the_model(tmp_path: Path) -> None:
    names = ("Shower tray", "Wall-hung toilet", "Bidet", "Countertop basin")
    rows = tuple((f"{name}\nRef. 63{n}1 5{n}", f"70x6{n}x26 cm", f"$ 39{n}.00") for n, name in enumerate(names))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [(sku["model"], sku["name"]) for sku in found] == [(f"63{n}1 5{n}", name) for n, name in enumerate(names)]


def test_short_words_before_figures_name_the_goods_under_a_strange_label(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        rows = (
            ("Order code", "Contents", "Case size", "Net USD"),
            ("KIT-HEX-240", "Hex nut and pin set, 240 pcs", "340 x 260 mm", "48.50"),
            ("TL-KEY-9", "Hex key set 1.5-10 mm, 9 pcs", "180 x 90 mm", "14.80"),
            ("TL-TAP-40", "Tap and die set M3-M12, 40 pcs", "310 x 210 mm", "86.00"),
        )
        table(page, rows, (40.0, 140.0, 320.0, 420.0, 500.0), ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [
        "Hex nut and pin set, 240 pcs",
        "Hex key set 1.5-10 mm, 9 pcs",
        "Tap and die set M3-M12, 40 pcs",
    ]


@pytest.mark.parametrize(
    ("head", "attribute", "unit"),
    [("规格 (mm) 长*宽*高", "size", "mm"), ("材料说明", "material", ""), ("Item no. left", "model", ""), ("Art.-Nr. neu", "model", "")],
)
def test_a_label_with_more_words_around_it_is_known(head: str, attribute: str, unit: str) -> None:
    label = headers_for(Options()).lookup(head)

    assert label is not None
    assert (label.attribute, label.unit) == (attribute, unit)


@pytest.mark.parametrize("has_pictures", [False, True])
def test_a_header_with_no_border_under_it_is_parted_from_the_first_row(tmp_path: Path, has_pictures: bool) -> None:
    rows = [("Item No.", "Description", "Pcs/Ctn", "US$"), *((f"LF-1{n}0", f"Front light {n}", f"{n}4", f"{n}.45") for n in range(1, 6))]
    xs = [40, 140, 320, 400, 480]
    if has_pictures:
        rows = [(*row, "" if number else "Picture") for number, row in enumerate(rows)]
        xs.append(550)

    def drawing(page: pymupdf.Page) -> None:
        table(page, rows, xs)
        edges = [100.0, *(136.0 + 18 * n for n in range(5))]
        for y in edges:
            page.draw_line((40, y), (xs[-1], y), width=0.7)
        for x in xs:
            page.draw_line((x, 100), (x, edges[-1]), width=0.7)

    found = skus_of(saved(tmp_path, drawing))

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        (f"LF-1{n}0", f"Front light {n}", f"{n}.45") for n in range(1, 6)
    ]


def test_a_part_without_code_and_price_is_not_sold_by_itself(tmp_path: Path) -> None:
    rows = [(f"{n}", f"9721-{n}10", f"Pump part {n}", f"{n}.50") for n in range(1, 6)]
    rows[3] = ("4", "-", "Base plate", "in kit")
    head = ("Pos.", "Spare part no.", "Designation", "Price USD")

    found = skus_of(saved(tmp_path, lambda page: table(page, [head, *rows], (40, 90, 200, 380, 480), ruled=True)))

    assert [sku["model"] for sku in found] == ["9721-110", "9721-210", "9721-310", "9721-510"]


@pytest.mark.parametrize("text", ["Mat zwart", "Matt black", "Matt", "mA", "PVC", "PVC hose 20 m"])
def test_words_that_sound_like_a_label_of_another_language_are_none(text: str) -> None:
    assert headers_for(Options()).lookup(text) is None


def test_letters_that_key_rows_to_a_picture_are_no_list_of_properties(tmp_path: Path) -> None:
    rows = (
        ("Fig.", "Code", "Name", "Size", "Price (EUR)"),
        *((letter, f"KN-{number}", name, f"{30 - number} cm", f"{number}.50") for number, (letter, name) in enumerate(
            zip("ABCDEFGH", ("Bread knife", "Chef knife", "Carver", "Slicer", "Boning knife", "Fillet knife", "Paring knife", "Peeler"),
                strict=True), start=11)),
    )  # fmt: skip

    def page(sheet: pymupdf.Page) -> None:
        table(sheet, rows, (40, 90, 180, 320, 420, 540))

    found = skus_of(saved(tmp_path, page))

    assert [(sku["model"], sku["name"], sku["size"], sku["price"]) for sku in found[:2]] == [
        ("KN-11", "Bread knife", "19 cm", "11.50"),
        ("KN-12", "Chef knife", "18 cm", "12.50"),
    ]
    assert len(found) == 8


@pytest.mark.parametrize(
    "labels", [("Code", "Item", "£ each", "Qty"), ("Art.-Nr.", "Bezeichnung", "Preis", "Menge"), ("Réf.", "Désignation", "Prix", "Qté")]
)
def test_the_label_of_a_column_to_be_filled_in_is_not_its_neighbours(tmp_path: Path, labels: tuple[str, ...]) -> None:
    goods = (("TR-704", "Tea towel", "4.20"), ("TR-711", "Oven glove", "6.75"), ("TR-718", "Apron", "11.90"), ("TR-725", "Napkin", "2.15"))

    def draw(page: pymupdf.Page) -> None:
        for row, texts in enumerate((labels, *goods)):
            for x, text in zip((40, 110, 230, 275), texts, strict=False):
                put(page, x, 100 + 30 * row, text)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["price"]) for sku in found] == [(code, price) for code, _, price in goods]


def test_one_label_beside_itself_heads_no_columns(tmp_path: Path) -> None:
    rows = (("Size:", "Size:", "Size:"), ("30 cm", "45 cm", "60 cm"), ("Material:", "Material:", "Material:"), ("Oak", "Ash", "Elm"))
    path = saved(tmp_path, lambda page: put(page, 40, 60, "Trays", size=16) or table(page, rows, XS) and None)

    assert skus_of(path) == []


@pytest.mark.parametrize(
    ("head", "attribute"),
    [
        ("Bild / Picture", "picture"),
        ("Référence / Code", "model"),
        ("Ref. / Ref.", "model"),
        ("Descrizione | Description", "name"),
        ("Maße/Size", "size"),
    ],
)
def test_a_label_in_two_languages_is_as_sure_as_in_one(head: str, attribute: str) -> None:
    label = headers_for(Options()).lookup(head)

    assert label is not None
    assert (label.attribute, label.is_exact) == (attribute, True)


def test_the_label_of_a_column_of_pictures_is_not_that_of_the_codes_beside_them(tmp_path: Path) -> None:
    heads = ("Foto / Photo", "Codice / Code", "Articolo / Item", "Colore / Colour", "Prezzo / Price")
    xs = (40.0, 130.0, 220.0, 350.0, 440.0, 540.0)
    goods = tuple(("", f"LM{n}4-B", name, "Rosso", f"{n + 3},40 EUR") for n, name in enumerate(("Tazza", "Piatto", "Ciotola", "Brocca")))

    found = skus_of(saved(tmp_path, lambda page: table(page, (heads, *goods), xs, pitch=60.0) and None))

    assert [(sku["model"], sku["name"]) for sku in found] == [(row[1], row[2]) for row in goods]


def test_a_label_read_lower_than_its_header_is_no_part_of_the_first_code(tmp_path: Path) -> None:
    goods = tuple(
        (f"{n}23-72{n}8", name, f"{n + 12} cm", f"{n + 3},90 EUR") for n, name in enumerate(("Jug", "Bowl", "Plate", "Vase", "Cup"))
    )
    xs = (40.0, 150.0, 300.0, 400.0, 520.0)

    def draw(page: pymupdf.Page) -> None:
        table(page, (("", "Description", "Height", "Price"), *goods), xs, pitch=22.0)
        put(page, 43, 121, "Stock code")
        for row in range(len(goods) + 1):
            page.draw_line((40, 117 + 22 * row), (520, 117 + 22 * row), width=0.5)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"]) for sku in found] == [(row[0], row[1]) for row in goods]


@pytest.mark.parametrize("bars", [("Loaves", "Rolls"), ("Fresh", "Frozen")])
def test_a_header_in_a_bar_over_the_title_of_the_first_section_heads_all_grids(tmp_path: Path, bars: tuple[str, str]) -> None:
    xs = (40.0, 120.0, 280.0, 360.0, 450.0, 540.0)

    def drawing(page: pymupdf.Page) -> None:
        for x, text in zip(xs, ("Code", "Product", "Tray Qty", "Price Each (£)", "Order"), strict=False):
            put(page, x + 10, 100, text, size=7)
        y = 106.0
        for number, bar in enumerate(bars):
            put(page, 43, y + 11, bar, size=9, font="hebo")
            rows = [(f"L{number}{n}0", f"{bar} kind {'abcd'[n]}", f"{n + 5}", f"1.{n}5", "") for n in range(4)]
            y = table(page, rows, xs, y=y + 16, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["price"] for sku in found] == [f"1.{n}5" for n in range(4)] * 2
    assert [sku["Tray Qty"] for sku in found] == [f"{n + 5}" for n in range(4)] * 2


def _painted_head(page: pymupdf.Page) -> None:
    """A spreadsheet's head: labels over two rows and a title over steps, both painted row by row, with one rule between the rows that ends
    where the merged cells begin."""
    xs = (40.0, 110.0, 200.0, 330.0, 400.0, 470.0, 540.0)
    green, pale = (0.78, 0.88, 0.7), (0.88, 0.94, 0.85)
    page.draw_rect(pymupdf.Rect(40, 100, 540, 115), color=None, fill=green)
    page.draw_rect(pymupdf.Rect(40, 115, 330, 130), color=None, fill=green)
    page.draw_rect(pymupdf.Rect(330, 115, 540, 130), color=None, fill=pale)
    for x, text in zip(xs, ("Group", "Item No.", "Description"), strict=False):
        put(page, x + 3, 119.5, text, font="hebo")
    put(page, 400, 111, "Trade price", font="hebo")
    for x, text in zip(xs[3:], ("1-9 pcs", "10-49 pcs", "50+ pcs"), strict=False):
        put(page, x + 3, 126, text, font="hebo")
    page.draw_line((330, 115), (540, 115), width=0.7)
    for y in (100, 130, *(130 + 20.0 * row for row in range(1, 7))):
        starts_late = y not in (100, 130, 190, 250)
        page.draw_line((110 if starts_late else 40, y), (540, y), width=0.7)
    for x in xs:
        page.draw_line((x, 115 if x in (400, 470) else 100), (x, 250), width=0.7)
    for group in range(2):
        put(page, 43, 163 + 60 * group, ("Balls", "Kites")[group], font="hebo")
        for n in range(3):
            y = 143 + 60 * group + 20 * n
            for x, text in zip(xs[1:], (f"GK-{group}0{n}", f"Thing {group}{n}", f"{8 + n}.40", f"{7 + n}.90", f"{6 + n}.10"), strict=False):
                put(page, x + 3, y, text)


def test_paint_that_goes_on_in_its_colour_parts_no_head(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, _painted_head))

    assert [sku["model"] for sku in found] == ["GK-000", "GK-001", "GK-002", "GK-100", "GK-101", "GK-102"]
    assert (found[0]["name"], found[4]["name"], found[4]["price"]) == ("Thing 00", "Thing 11", "9.40")


def test_columns_left_to_be_filled_in_do_not_outvote_the_labels_of_a_header(tmp_path: Path) -> None:
    xs = (40.0, 110.0, 200.0, 260.0, 290.0, 320.0, 350.0, 380.0, 410.0, 440.0, 520.0)
    rows = [("Article", "Kind", "Shade", "S", "M", "L", "XL", "2XL", "3XL", "EUR / pc")]
    rows += [
        (f"7{n}1-4{n}", name, shade, *[""] * 6, f"1{n},90")
        for n, (name, shade) in enumerate((("Rain cape", "Slate"), ("Bib", "Fern"), ("Gilet", "Plum")))
    ]

    def draw(page: pymupdf.Page) -> None:
        table(page, rows, xs, ruled=True)

    skus = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["color"], sku["price"]) for sku in skus] == [
        ("701-40", "Slate", "10.90"),
        ("711-41", "Fern", "11.90"),
        ("721-42", "Plum", "12.90"),
    ]


def test_a_second_column_called_by_a_word_for_codes_is_what_its_values_are_and_the_total_is_no_row(tmp_path: Path) -> None:
    rows = (
        ("序号", "产品名称", "型号", "规格型号说明", "单价"),
        ("1", "水晶吊灯", "XL-1808", "Φ1800×H2200mm", "￥16,800.00"),
        ("2", "壁灯", "XB-0612", "W120×H460mm", "￥458.00"),
        ("3", "书桌", "XZ-2201", "1200×550×750mm", "￥880.00"),
        ("合 计", "", "", "", "￥18,138.00"),
    )

    def drawing(page: pymupdf.Page) -> None:
        xs = (40.0, 90.0, 190.0, 290.0, 430.0, 540.0)
        for number, row in enumerate(rows):
            y = 100 + 20 * number
            for x, right, text in zip(xs, xs[1:], row, strict=False):
                page.draw_rect(pymupdf.Rect(x, y, right, y + 20), width=0.5)
                put(page, x + 3, y + 13, text, font="china-s")

    found = skus_of(saved(tmp_path, drawing))

    assert [(sku["model"], sku["name"], sku["size"]) for sku in found] == [(row[2], row[1], row[3]) for row in rows[1:-1]]


@pytest.mark.parametrize("head", ["Product", "Artikel", "品名"])
def test_a_head_over_pictures_and_names_is_that_of_the_names(tmp_path: Path, head: str) -> None:
    xs, goods = (40, 90, 230, 310, 400, 480), ("Socket mop", "Pedal bin", "Floor wiper")

    def drawn(page: pymupdf.Page) -> None:
        for y in (80, 104, 150, 196, 242):
            page.draw_line((xs[0], y), (xs[-1], y), width=0.6)
        for x in xs:
            page.draw_line((x, 104 if x == 90 else 80), (x, 242), width=0.6)
        page.insert_text((95, 96), head, fontsize=9, fontname="helv" if head.isascii() else "china-s")
        for x, text in zip((235, 315, 405), ("Blue", "Red", "Price £"), strict=True):
            page.insert_text((x, 96), text, fontsize=9)
        for row, name in enumerate(goods):
            y = 130 + 46 * row
            for x, text in zip((95, 235, 315, 405), (name, f"SM{row}2B", f"SM{row}2R", f"{row + 1}.35"), strict=True):
                page.insert_text((x, y), text, fontsize=9)

    found = skus_of(saved(tmp_path, drawn))

    assert {sku["model"]: sku["name"] for sku in found} == {f"SM{row}2{letter}": name for row, name in enumerate(goods) for letter in "BR"}


@pytest.mark.parametrize("label", ["Item #", "Product #", "Part#"])
def test_the_sign_for_a_number_makes_a_label_that_of_codes(tmp_path: Path, label: str) -> None:
    rows = [
        (label, "Size", "Price $"),
        *((f"CPD-{letters}", f"6{n} x 90 in", f"{n + 2}2.00") for n, letters in enumerate(("TW", "QN", "KG"))),
    ]
    path = saved(tmp_path, lambda page: table(page, rows, (40.0, 160.0, 280.0, 400.0), ruled=True) and None)

    assert [sku["model"] for sku in skus_of(path)] == ["CPD-TW", "CPD-QN", "CPD-KG"]


def test_versions_that_count_what_a_thing_has_are_no_colours(tmp_path: Path) -> None:
    def chains(page: pymupdf.Page) -> None:
        rows = (
            ("Art.-Nr.", "Bezeichnung", "Ausführung", "Preis EUR"),
            *((f"KE-{n}", "Kette", f"{n}-fach", f"{n},90") for n in (9, 10, 11)),
        )
        table(page, rows, (50, 150, 280, 400, 500), ruled=True)

    found = skus_of(saved(tmp_path, chains))

    assert [(sku["Ausführung"], sku.get("color")) for sku in found] == [("9-fach", None), ("10-fach", None), ("11-fach", None)]


@pytest.mark.parametrize("label", ["No.", "Lot"])
def test_words_called_articles_name_what_the_codes_before_them_are_of(tmp_path: Path, label: str) -> None:
    names = ("Wire rope clip", "Anchor shackle", "Eye snap", "Ring bolt")
    rows = [(label, "Article", "Price"), *((f"F-50{n}", name, f"{n}.42") for n, name in enumerate(names))]
    path = saved(tmp_path, lambda page: table(page, rows, (40.0, 100.0, 280.0, 400.0)) and None)

    assert [(sku["model"], sku["name"]) for sku in skus_of(path)] == [(row[0], row[1]) for row in rows[1:]]


@pytest.mark.parametrize("label", ["Net", "Net 容量"])
def test_a_net_content_is_no_net_price(tmp_path: Path, label: str) -> None:
    contents = ("1 L", "500 g", "2 ml × 50", "5 kg")
    rows = (("Item", label, "FOB US$"), *((f"LM-B50{n}", text, f"1{n}.40") for n, text in enumerate(contents)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True, font="china-s") and None)

    assert [(sku["size"], sku["price"]) for sku in skus_of(path)] == [(text, f"1{n}.40") for n, text in enumerate(contents)]


@pytest.mark.parametrize("label", ["型号规格", "规格/型号"])
def test_beside_codes_what_is_called_model_and_size_is_the_size(tmp_path: Path, label: str) -> None:
    sizes = ("2ml", "Fr12", "7.0#", "精密型", "3ml")
    rows = (("货号", "名称", label), *((f"KN250{n}", "采血管", text) for n, text in enumerate(sizes)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True, font="china-s") and None)

    assert [(sku["model"], sku["size"]) for sku in skus_of(path)] == [(f"KN250{n}", text) for n, text in enumerate(sizes)]


@pytest.mark.parametrize("label", ["Pack / Size", "Gebinde / Größe", "Size/Pack"])
def test_packs_told_with_what_each_holds_are_sizes(tmp_path: Path, label: str) -> None:
    packs = ("6/#10 can", "4/1 gal", "50 lb bag", "24/1 lb")
    rows = (("Item No.", "Description", label), *((f"1021{n}", f"Tomatoes {text[0]}", text) for n, text in enumerate(packs)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [sku["size"] for sku in skus_of(path)] == list(packs)


def test_one_label_with_a_code_of_its_own_in_each_caption_heads_no_columns(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code) in enumerate((("Trowel", "GT58K2"), ("Hand Fork", "GT95X7"), ("Secateurs", "GT54D2"))):
        x = 40 + 180 * place
        sheet.picture(x, 60, x + 150, 180).text(x + 6, 74, name, size=12, bold=True)
        told = (
            f"Item no. {code}",
            f"Size: {place + 2}4 x 8 cm",
            "Material: Steel",
            f"1-49 pcs: $ {place + 3}.80",
            f"50+ pcs: $ {place + 3}.10",
        )
        sheet.lines(x, 195, *told)

    found = [values(sku) for sku in extract_page(sheet.content(tmp_path), Context())[0]]

    assert found[0] == {"model": "GT58K2", "name": "Trowel", "size": "24 x 8 cm", "material": "Steel", "price": "3.80 USD"}
    assert [sku["model"] for sku in found] == ["GT58K2", "GT95X7", "GT54D2"]


@pytest.mark.parametrize(
    ("values", "key"), [(("gedichtet", "offen", "Deckscheiben"), "Ausführung"), (("verzinkt", "schwarz", "offen"), "color")]
)
def test_versions_are_colours_where_one_of_them_is(tmp_path: Path, values: tuple[str, ...], key: str) -> None:
    rows = (
        ("Art.-Nr.", "Bezeichnung", "Ausführung", "EUR"),
        *((f"60{n}0-Z", f"Lager {'ABC'[n]}", text, f"{n + 2},50") for n, text in enumerate(values)),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 240, 360, 450), ruled=True) and None)

    assert [sku[key] for sku in skus_of(path)] == list(values)
