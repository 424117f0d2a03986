"""Headers of two rows, currencies in headers, and columns known by their values."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.labels import headers_for
from pipeline.backends.rules.pricesteps import counts_goods
from pipeline.options import Options
from pipeline.records import Price
from tests.pipeline import sheets
from tests.pipeline.sheets import GOODS, put, reading_of, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0)


def _prices(path: Path) -> list[Price | None]:
    return [sku.get("price").price for sku in reading_of(path).skus]  # type: ignore[union-attr]


def test_a_header_of_nothing_but_a_currency_heads_prices(tmp_path: Path) -> None:
    rows = (("Artikel", "Bezeichnung", "CHF"), ("K 457", "Mixing Bowl", "22.30"), ("K 371", "Milk Jug", "84.35"))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [(price.amount, price.currency) for price in _prices(path) if price] == [("22.30", "CHF"), ("84.35", "CHF")]


def test_the_sum_for_a_hundred_pieces_is_a_price(tmp_path: Path) -> None:
    rows = (("Art.-Nr.", "VPE", "EUR / 100 St."), ("0603 05 012", "500", "27,80"), ("0603 05 020", "200", "29,55"))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [(price.amount, price.currency) for price in _prices(path) if price] == [("27.80", "EUR"), ("29.55", "EUR")]


def _merged_head(page: pymupdf.Page, tops: tuple[str, str, str], parts: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    """Two cells that reach over both header rows, then a title over the parts of the others."""
    xs = [40.0, 130.0, 240.0, *(240.0 + 90 * (at + 1) for at in range(len(parts)))]
    for x, right, text in zip(xs, xs[1:], tops[:2], strict=False):
        page.draw_rect(pymupdf.Rect(x, 100, right, 136), width=0.5)
        put(page, x + 3, 121, text)
    page.draw_rect(pymupdf.Rect(240, 100, xs[-1], 118), width=0.5)
    put(page, 243, 112, tops[2])
    table(page, (parts,), xs[2:], y=118, ruled=True)
    table(page, rows, xs, y=136, ruled=True)


def test_steps_under_a_title_of_prices_are_tiers_and_no_product(tmp_path: Path) -> None:
    rows = tuple((f"KW44{n}", f"Bowl {n}", f"{20 + n}.00", f"{18 + n}.50", f"{15 + n}.25") for n in range(4))
    path = saved(
        tmp_path,
        lambda page: _merged_head(page, ("Item No.", "Description", "FOB Ningbo (USD/pc)"), ("300 pcs", "1000 pcs", "3000 pcs"), rows),
    )

    first = _prices(path)[0]

    assert [sku["model"] for sku in skus_of(path)] == ["KW440", "KW441", "KW442", "KW443"]
    assert first is not None
    assert (first.amount, first.currency) == ("20.00", "USD")
    assert first.tiers == (("300 pcs", "20.00"), ("1000 pcs", "18.50"), ("3000 pcs", "15.25"))


def test_parts_of_the_dimensions_are_one_size(tmp_path: Path) -> None:
    rows = tuple((f"600{n}{tail}", f"{15000 + 2000 * n}", f"{10 + n}", f"{26 + n}", "8") for n in range(3) for tail in ("", "-ZZ", "-2RS"))
    path = saved(
        tmp_path,
        lambda page: _merged_head(page, ("Designation", "Limiting speed r/min", "Boundary dimensions (mm)"), ("d", "D", "B"), rows),
    )

    found = skus_of(path)

    assert [sku["model"] for sku in found[:3]] == ["6000", "6000-ZZ", "6000-2RS"]
    assert found[0]["size"] == "10 x 26 x 8mm"
    assert found[0]["Limiting speed r/min"] == "15000"


def test_a_lone_letter_under_another_title_is_no_side(tmp_path: Path) -> None:
    rows = tuple((f"LX17{n}", f"Spot {n}", f"{7 + n}", f"{700 + n}", "3000") for n in range(4))
    path = saved(tmp_path, lambda page: _merged_head(page, ("Order code", "Luminaire", "Light source"), ("W", "lm", "K"), rows))

    found = skus_of(path)

    assert [sku["name"] for sku in found] == ["Spot 0", "Spot 1", "Spot 2", "Spot 3"]
    assert not any("size" in sku for sku in found)


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
    assert {price.currency for price in _prices(path) if price} == {"EUR"}


def test_units_in_a_second_row_belong_to_the_header(tmp_path: Path) -> None:
    rows = (("Cat. no.", "Volume", "Price"), ("", "ml", "EUR"), ("L533.7", "250", "28.45"), ("L308.8", "100", "56.75"))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [(price.amount, price.currency) for price in _prices(path) if price] == [("28.45", "EUR"), ("56.75", "EUR")]


def test_what_stands_over_sums_is_no_product(tmp_path: Path) -> None:
    plants = ("Viburnum tinus", "Taxus baccata", "Buxus sempervirens", "Magnolia stellata")
    rows = (("Plant", "P9", "C2"), *((name, f"$ {n + 4}.85", f"$ {n + 14}.05") for n, name in enumerate(plants)))
    path = saved(tmp_path, lambda page: table(page, rows, XS) and None)

    found = skus_of(path)

    assert [sku["name"] for sku in found] == list(plants)
    assert found[0]["C2"] == "$ 14.05"


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


def test_dots_that_touch_a_sum_are_not_read_with_it(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for row, (name, price) in enumerate(
            (("Clos du Moulin", "13,00"), ("Mas des Pins", "14,50"), ("Les Rives", "16,00"), ("Haut Bois", "9,50"))
        ):
            start = 40 + pymupdf.get_text_length(f"{name} ", fontsize=9)
            put(page, 40, 100 + 18 * row, name)
            put(page, start, 100 + 18 * row, "." * 60 + f"{price} EUR / 8{row},00 EUR")

    path = saved(tmp_path, draw)

    assert [sku["name"] for sku in skus_of(path)] == ["Clos du Moulin", "Mas des Pins", "Les Rives", "Haut Bois"]
    assert [price.amount for price in _prices(path) if price] == ["13.00", "14.50", "16.00", "9.50"]


def test_names_that_begin_with_a_size_tell_it(tmp_path: Path) -> None:
    names = ("10X30 ACCORD WHITE", "30X60 ACCORD GREY", "60X120 CALACATTA", "30X60 SAHARA")
    rows = (("Item No.", "Description", "Price (EUR)"), *((f"D1060{n}.1", name, f"{n + 6}.30") for n, name in enumerate(names)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [sku["size"] for sku in found] == ["10X30", "30X60", "60X120", "30X60"]
    assert [sku["name"] for sku in found] == list(names)


def test_a_code_in_a_line_of_the_names_cell_is_the_model(tmp_path: Path) -> None:
    names = ("Shower tray", "Wall-hung toilet", "Bidet", "Countertop basin")
    rows = tuple((f"{name}\nRef. 63{n}1 5{n}", f"70x6{n}x26 cm", f"$ 39{n}.00") for n, name in enumerate(names))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [(sku["model"], sku["name"]) for sku in found] == [(f"63{n}1 5{n}", name) for n, name in enumerate(names)]


@pytest.mark.parametrize(
    ("head", "unit"), [("L x W x H in", "in"), ("Size (in)", "in"), ("Size in mm", "mm"), ("Price in USD", ""), ("Made in", "")]
)
def test_units_that_end_a_head(head: str, unit: str) -> None:
    label = headers_for(Options()).lookup(head)

    assert label is not None
    assert label.unit == unit


@pytest.mark.parametrize(("head", "currency"), [("Vlorka (€)", "EUR"), ("进货价（元/支）", "CNY")])
def test_what_is_counted_in_money_is_a_price_in_any_language(head: str, currency: str) -> None:
    label = headers_for(Options()).lookup(head)

    assert label is not None
    assert (label.attribute, label.currency) == ("price", currency)


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
    ("labels", "price"),
    [
        (("RRP", "Trade"), "4.15"),
        (("Trade", "RRP"), "7.99"),
        (("UVP inkl. MwSt.", "Händlerpreis"), "4.15"),
        (("List price", "RRP"), "7.99"),
    ],
)
def test_what_shops_are_advised_to_ask_is_no_price_beside_the_readers_own(tmp_path: Path, labels: tuple[str, str], price: str) -> None:
    rows = (("Code", "Description", *labels), ("PF7001", "Hay rack", "£7.99", "£4.15"), ("PF7002", "Water bottle", "£7.99", "£4.15"))
    path = saved(tmp_path, lambda page: table(page, rows, (40, 120, 260, 350, 440), ruled=True) and None)

    assert [found.amount for found in _prices(path) if found] == [price, price]


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


def test_what_a_pack_holds_is_its_size_unless_another_column_measures_it(tmp_path: Path) -> None:
    rows = [(f"RA-10{n}", f"Cleansing milk {n}", f"{n}00", f"{n}.40") for n in range(1, 5)]
    alone = saved(
        tmp_path, lambda page: table(page, [("Réf.", "Désignation", "Contenance\nml", "Prix EUR"), *rows], (40, 140, 320, 400, 480))
    )

    assert [sku["size"] for sku in skus_of(alone)] == ["100ml", "200ml", "300ml", "400ml"]

    sized = [(code, name, "10 x 5 cm", held, price) for code, name, held, price in rows]
    head = ("Réf.", "Désignation", "Dimensions", "Contenance ml", "Prix EUR")
    both = saved(tmp_path, lambda page: table(page, [head, *sized], (40, 120, 260, 340, 430, 500)))

    assert {sku["size"] for sku in skus_of(both)} == {"10 x 5 cm"}


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
    ("head", "is_step"),
    [
        ("do 49 m", True),
        ("50-199 m", True),
        ("od 200 m", True),
        ("bis 9 Stk.", True),
        ("from 5 kg", True),
        ("1.000+", True),
        ("50 m", False),
        ("300 g", False),
        ("10-20 mm", False),
        ("1.5", False),
    ],
)
def test_steps_of_a_price_are_told_from_sizes(head: str, is_step: bool) -> None:
    assert counts_goods(head) is is_step


def test_prices_by_the_metre_are_tiers_beside_labels_that_are_not_known(tmp_path: Path) -> None:
    xs = (40.0, 110.0, 220.0, 290.0, 350.0, 410.0, 480.0, 550.0)
    rows = [(f"LN30{n}", f"Rope type {n}", f"{n}x2,5 mm²", "gamma", f"{n},40", f"{n},20", f"{n},05") for n in range(2, 7)]
    head = ("Nr kat.", "Nazwa", "Oplot", "Klasa", "do 49 m", "50-199 m", "od 200 m")
    before = [("Nr kat.", "Nazwa", "Moc", "Klasa", "Opak.", "Netto PLN", "Brutto PLN")]
    before += [(f"LM20{n}", f"Lamp type {n}", f"{n}0 W", "beta", str(n), f"{n}2,40", f"{n}5,20") for n in range(2, 7)]
    path = saved(tmp_path, lambda page: table(page, before, xs) and None, lambda page: table(page, [head, *rows], xs) and None)

    found = skus_of(path, 2)

    assert [sku["model"] for sku in found] == [f"LN30{n}" for n in range(2, 7)]
    assert [sku["price"] for sku in found] == [f"{n}.40" for n in range(2, 7)]
    assert "Moc" not in found[0]
    assert found[0]["size"] == "2x2,5 mm²"


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
    ("heads", "sums", "price"),
    [
        (("Price until 31 Dec", "New price from 1 Jan"), ("8.10", "9.40"), "9.40"),
        (("New price", "Old price"), ("9.40", "8.10"), "9.40"),
        (("Preis bis 31.12.", "Preis ab 1.1."), ("8.10", "9.40"), "9.40"),
        (("Unit A$ ex GST", "Amount A$"), ("9.40", "112.80"), "9.40"),
        (("Line total (USD)", "Each (USD)"), ("112.80", "9.40"), "9.40"),
    ],
)
def test_of_two_sums_the_price_is_what_one_piece_costs_from_now_on(
    tmp_path: Path, heads: tuple[str, str], sums: tuple[str, str], price: str
) -> None:
    rows = (("Item No.", "Product", *heads), ("KW-441", "Ladle", *sums), ("KW-442", "Whisk", *sums), ("KW-443", "Sieve", *sums))
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 230, 350, 480), ruled=True) and None)

    assert [found.amount for found in _prices(path) if found] == [price] * 3


def test_the_lowest_price_of_a_quantity_is_a_step_also_under_a_title_that_says_so(tmp_path: Path) -> None:
    rows = tuple((f"KW44{n}", f"Bowl {n}", f"{20 + n}.00", f"{18 + n}.50", f"{15 + n}.25") for n in range(4))
    path = saved(
        tmp_path,
        lambda page: _merged_head(page, ("Item No.", "Description", "Order quantity (pcs)"), ("100-499", "500-999", "1000+"), rows),
    )

    first = _prices(path)[0]

    assert first is not None
    assert first.tiers == (("100-499", "20.00"), ("500-999", "18.50"), ("1000+", "15.25"))


def test_one_letter_under_what_is_measured_otherwise_is_a_unit(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        xs = (40.0, 120.0, 220.0, 290.0, 360.0, 430.0)
        for x, right, text in ((40, 120, "Code"), (120, 220, "Lamp")):
            page.draw_rect(pymupdf.Rect(x, 100, right, 136), width=0.5)
            put(page, x + 3, 121, text)
        for x, right, text in ((220, 360, "Dimensions (mm)"), (360, 430, "Power")):
            page.draw_rect(pymupdf.Rect(x, 100, right, 118), width=0.5)
            put(page, x + 3, 112, text)
        table(page, [("L", "H", "W")], xs[2:], y=118, ruled=True)
        rows = [(f"LM-{n}", name, f"{n}00", "60", f"{n}8") for n, name in ((2, "Strip"), (3, "Strip"), (4, "Tube"), (5, "Disc"))]
        table(page, rows, xs, y=136, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["size"] for sku in found] == ["200 x 60mm", "300 x 60mm", "400 x 60mm", "500 x 60mm"]
    assert [sku["name"] for sku in found] == ["Strip", "Strip", "Tube", "Disc"]


@pytest.mark.parametrize(("others", "size"), [((), "500 ml"), (("Size",), "12 x 20 cm")], ids=["alone", "beside a size"])
def test_what_vessels_hold_is_their_size_where_nothing_else_measures_them(tmp_path: Path, others: tuple[str, ...], size: str) -> None:
    more = tuple("12 x 20 cm" for _ in others)
    rows = (
        ("Item No.", "Name", "Capacity", *others, "Price"),
        *((f"JR-{n}", name, "500 ml", *more, "8.50") for n, name in ((101, "Jar"), (102, "Jug"))),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 230, 320, 410, 500), ruled=True) and None)

    assert [sku["size"] for sku in skus_of(path)] == [size, size]


def test_sums_under_grades_of_cloth_that_rise_are_prices_and_the_first_is_the_price(tmp_path: Path) -> None:
    rows = (
        ("Ref.", "Component", "Size (cm)", "Grade A", "Grade B", "Leather"),
        ("OS-1L", "Left seat", "90x95", "1,240", "1,390", "2,150"),
        ("OS-1R", "Right seat", "90x95", "1,240", "1,390", "2,150"),
        ("OS-CO", "Corner", "95x95", "1,480", "1,610", "2,480"),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 110, 200, 280, 350, 420, 500)) and None)

    assert [price.amount for price in _prices(path) if price] == ["1240", "1240", "1480"]
    assert [sku["name"] for sku in skus_of(path)] == ["Left seat", "Right seat", "Corner"]


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


@pytest.mark.parametrize(
    ("held", "is_size"), [(("1kg", "500g", "2.5 kg", "750 ml"), True), (("60 x 40 cm", "50 x 30 cm", "60 x 40 cm", "20 x 20 cm"), False)]
)
def test_a_pack_size_is_the_size_unless_it_measures_the_pack_itself(tmp_path: Path, held: tuple[str, ...], is_size: bool) -> None:
    rows = (
        ("Item No.", "Description", "Pack Size", "Unit Price (USD)"),
        *((c, n, s, p) for (c, n, _, p), s in zip(GOODS, held, strict=True)),
    )

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, sheets.XS, ruled=True) and None))

    assert [sku.get("size" if is_size else "Pack Size") for sku in found] == list(held)


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


@pytest.mark.parametrize(("printed", "unit"), [("规格 mm Size", "mm"), ("尺寸 cm Dimensions", "cm"), ("Size mm", "mm"), ("规格 Size", "")])
def test_a_unit_ends_the_half_of_a_label_in_either_script(printed: str, unit: str) -> None:
    label = headers_for(Options()).lookup(printed)

    assert label is not None
    assert (label.attribute, label.unit) == ("size", unit)
