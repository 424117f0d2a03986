"""Rows with several codes, lists side by side, and what rows without a currency or a name take from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.options import Granularity, Options
from pipeline.records import Disposition
from tests.pdfs import picture
from tests.pipeline.catalogs import draw, first_page, run
from tests.pipeline.sheets import put, reading_of, ruled_rows, saved, skus_of, table


def test_the_rows_price_holds_for_each_of_its_codes(tmp_path: Path) -> None:
    rows = [("Size", "White", "Navy", "Moss", "USD / pc")]
    rows += [(f"{90 + 10 * n} x 200 cm", f"SH{n}300", f"SH{n}403", "-" if n == 2 else f"SH{n}506", f"{n + 8}.40") for n in range(1, 5)]

    page = first_page(draw(tmp_path, lambda page: ruled_rows(page, rows)))

    told = {sku.get("model").value: sku for sku in page.skus}  # type: ignore[union-attr]
    assert set(told) == {f"SH{n}{tail}" for n in range(1, 5) for tail in (300, 403, 506)} - {"SH2506"}
    sku = told["SH3403"]
    assert {attribute.key: attribute.value for attribute in sku.standard if attribute.key != "name"} == {
        "model": "SH3403",
        "size": "120 x 200 cm",
        "color": "Navy",
        "price": "11.40",
    }


@pytest.mark.parametrize(
    ("heads", "sign"),
    [
        (("Code", "Size", "Black", "White", "Oak"), "£"),
        (("Art.-Nr.", "Maße", "Schwarz", "Weiß", "Eiche"), "EUR "),
        (("Réf.", "Dimensions", "Noir", "Blanc", "Chêne"), ""),
    ],
)
def test_prices_under_colours_are_those_of_one_code_in_each(tmp_path: Path, heads: tuple[str, ...], sign: str) -> None:
    rows = [
        heads,
        *(
            (f"KD-{n}04", f"{40 + 20 * n} x 30 cm", f"{sign}{n}5.20", f"{sign}{n}6.20", "-" if n == 2 else f"{sign}{n}9.80")
            for n in range(1, 5)
        ),
    ]

    def sheet(page: pymupdf.Page) -> None:
        put(page, 50, 60, "Wall shelf Milo", size=14, font="hebo")
        ruled_rows(page, rows)

    path = saved(tmp_path, sheet)
    found = skus_of(path)
    assert [(sku["model"], sku["color"], sku["price"]) for sku in found[:3]] == [
        ("KD-104", heads[2], "15.20"),
        ("KD-104", heads[3], "16.20"),
        ("KD-104", heads[4], "19.80"),
    ]
    assert len(found) == 11
    assert {sku["size"] for sku in found if sku["model"] == "KD-304"} == {"100 x 30 cm"}

    whole = reading_of(path, options=Options(granularity=Granularity.MODEL)).skus
    assert [sku.get("model").value for sku in whole] == [f"KD-{n}04" for n in range(1, 5)]  # type: ignore[union-attr]
    assert whole[0].get("color").value == " / ".join(heads[2:])  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("note", "heads"),
    [
        ("All prices in EUR", ("Code", "Size", "Black", "White")),
        ("以下价格均为人民币", ("型号", "尺寸", "黑色 Black", "米白色 Cream")),
        ("", ("Code", "Size", "Black", "White")),
    ],
)
def test_whole_sums_under_colours_are_prices_where_the_page_tells_their_currency(tmp_path: Path, note: str, heads: tuple[str, ...]) -> None:
    rows = [heads, *((f"LK-{n}04", f"{n}0x90 cm", f"{n}80", f"1,{n}20") for n in range(1, 5))]

    def sheet(page: pymupdf.Page) -> None:
        put(page, 50, 60, "Locker Tessa", size=14, font="hebo")
        put(page, 50, 80, note, font="china-s")
        table(page, rows, (50.0, 150.0, 250.0, 350.0, 450.0), ruled=True, font="china-s")

    found = skus_of(saved(tmp_path, sheet))

    priced = [(sku["model"], sku["color"], sku["price"]) for sku in found if "price" in sku]
    expected = [(f"LK-{n}04", head, price) for n in range(1, 5) for head, price in zip(heads[2:], (f"{n}80", f"1{n}20"), strict=True)]
    assert priced == (expected if note else [])


def test_figures_under_colours_beside_a_price_are_no_prices(tmp_path: Path) -> None:
    rows = [("Code", "Description", "Black", "White", "Price")]
    rows += [(f"KD-{n}04", f"Tray no. {n}", f"{n}2.50", f"{n}4.50", f"£{n}.20") for n in range(1, 6)]

    found = skus_of(saved(tmp_path, lambda page: ruled_rows(page, rows)))

    assert [sku["price"] for sku in found] == [f"{n}.20" for n in range(1, 6)]


def test_labels_of_a_tall_head_and_words_under_its_pictures_are_one_row(tmp_path: Path) -> None:
    xs = (40.0, 90.0, 160.0, 260.0, 360.0, 460.0)
    rows = [(f"{n}0 cm", f"{n + 9} mm", f"RCR-{n}1", f"RCN-{n}1", f"£{n}.20") for n in range(2, 6)]

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Padded collars", size=16, font="hebo")
        table(page, [("Length", "Width", "", "", "Trade each")], xs, y=130)
        for place, color in enumerate(((170, 30, 40), (30, 40, 90))):
            page.insert_image(pymupdf.Rect(170 + 100 * place, 100, 230 + 100 * place, 160), stream=picture(color))
        table(page, [("", "", "Berry Red", "Navy", "")], xs, y=164)
        table(page, rows, xs, y=182)

    found = skus_of(saved(tmp_path, page_of))

    assert [(sku["model"], sku["color"], sku["price"]) for sku in found[:2]] == [
        ("RCR-21", "Berry Red", "2.20"),
        ("RCR-31", "Berry Red", "3.20"),
    ]
    assert len(found) == 8


def test_a_column_named_for_codes_is_the_articles(tmp_path: Path) -> None:
    rows = [("Item No.", "Description", "Replaces", "Price")]
    rows += [(f"TX-{n}001", f"Oil filter {n}", f"OF-{n}77", f"$ {n}.50") for n in range(1, 6)]

    page = first_page(draw(tmp_path, lambda page: ruled_rows(page, rows)))

    assert [sku.get("model").value for sku in page.skus] == [f"TX-{n}001" for n in range(1, 6)]  # type: ignore[union-attr]


def test_lists_beside_each_other_without_heads_are_lists_of_their_own(tmp_path: Path) -> None:
    left = [
        (f"W-10{n}1", f"Brake cleaner grade {word}", f"11{n},45") for n, word in enumerate(("one", "two", "three", "four", "five"), start=1)
    ]
    right = [
        (f"W-20{n}3", f"Work lamp type {word}", f"21{n},90") for n, word in enumerate(("one", "two", "three", "four", "five"), start=1)
    ]

    def page_of(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), "All prices in EUR", fontsize=9)
        for number, row in enumerate([(*a, *b) for a, b in zip(left, right, strict=True)]):
            for x, text in zip((50, 100, 260, 320, 370, 530), row, strict=True):
                page.insert_text((x, 100 + 16 * number), text, fontsize=9)

    page = first_page(draw(tmp_path, page_of))

    assert {(sku.get("model").value, sku.get("price").value) for sku in page.skus} == {  # type: ignore[union-attr]
        (code, amount.replace(",", ".")) for code, _, amount in (*left, *right)
    }


def _priced(page: pymupdf.Page) -> None:
    ruled_rows(page, [("Item No.", "Description", "Price"), *((f"TX-{n}001", f"Oil filter {n}", f"1{n}.50") for n in range(1, 6))])


def test_a_page_without_currency_takes_the_one_stated_on_the_page_before(tmp_path: Path) -> None:
    def stated(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), "Prices in USD per piece, net", fontsize=9)
        _priced(page)

    pages = run(draw(tmp_path, stated, _priced)).pages

    assert [{sku.get("price").price.currency for sku in page.skus} for page in pages] == [{"USD"}, {"USD"}]  # type: ignore[union-attr]


def test_what_is_written_under_the_pictures_names_the_rows(tmp_path: Path) -> None:
    rows = [
        ("Picture", "Item No.", "Size", "Price"),
        *((name, f"WT-{n}20", f"{n}0 mm", f"$ 1{n}.50") for n, name in enumerate(("Elbow", "Tee", "Cross"), start=1)),
    ]

    page = first_page(draw(tmp_path, lambda page: ruled_rows(page, rows)))

    assert [sku.get("name").value for sku in page.skus] == ["Elbow", "Tee", "Cross"]  # type: ignore[union-attr]


def test_code_over_price_in_each_place_of_two_sizes(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Threaded rod, price per piece in USD", size=9)
        rows = (
            ("Length", "M6", "M8", "M10"),
            ("250 mm", "70400\n0.99", "70403\n1.71", "70406\n2.40"),
            ("500 mm", "70420\n1.89", "70423\n2.92", "70426\n4.25"),
            ("1000 mm", "-", "70443\n4.84", "70446\n6.95"),
        )
        table(page, rows, (40.0, 150.0, 240.0, 330.0, 420.0), ruled=True)

    path = saved(tmp_path, drawn)
    found = skus_of(path)

    assert len(found) == 8
    assert found[0] == {"model": "70400", "size": "M6 x 250 mm", "price": "0.99"}
    assert {sku.get("price").price.currency for sku in reading_of(path).skus} == {"USD"}  # type: ignore[union-attr]


MATRIX_XS = (40.0, 150.0, 240.0, 330.0, 420.0)


@pytest.mark.parametrize("cell", ["{code}\n{price}", "{price}\n{code}", "{code} {price}"])
def test_bare_figures_measure_what_the_corner_says(tmp_path: Path, cell: str) -> None:
    def drawn(page: pymupdf.Page) -> None:
        page.insert_text((40, 90), "Socket screw", fontsize=12, fontname="hebo")
        page.insert_text((132, 90), "Steel 12.9 · black · prices in EUR per 100 pcs", fontsize=8)
        rows = [("Length (mm)", "M4", "M5", "M6")]
        rows += [(f"{n}0", *(cell.format(code=f"912-{d}{n}0", price=f"{d},{n}5") for d in (4, 5, 6))) for n in (1, 2, 3)]
        table(page, rows, MATRIX_XS, ruled=True)

    path = saved(tmp_path, drawn)
    found = skus_of(path)

    page = first_page(path)
    assert all(entry.disposition is not Disposition.IN_REVIEW for entry in page.receipt.entries)
    assert min(sku.confidence for sku in page.skus) > 0.7, "both lines of a cell are told"
    assert len(found) == 9
    assert found[4] == {
        "model": "912-520",
        "name": "Socket screw",
        "size": "M5 x 20mm",
        "material": "Steel 12.9",
        "color": "black",
        "price": "5.25",
    }


def test_a_matrix_is_titled_in_the_table_and_its_heads_are_called_over_them(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        for left, right, y, text in ((40, 420, 100, "Pin"), (40, 150, 118, ""), (150, 420, 118, "Length (mm)")):
            page.draw_rect(pymupdf.Rect(left, y, right, y + 18), width=0.5)
            put(page, left + 3, y + 12, text)
        rows = [("Grade", "20", "30", "40")]
        rows += [(grade, *(f"{code}-{n}0\n$ {n}.50" for n in (2, 3, 4))) for grade, code in (("soft", "PS01"), ("hard", "PH02"))]
        table(page, rows, MATRIX_XS, y=136, ruled=True)

    found = skus_of(saved(tmp_path, drawn))

    assert found[1] == {"model": "PS01-30", "name": "Pin", "size": "30mm", "material": "soft", "price": "3.50"}
    assert [sku["model"] for sku in found] == [f"{code}-{n}0" for code in ("PS01", "PH02") for n in (2, 3, 4)]


def _nuts(page: pymupdf.Page, heads: tuple[str, ...], titles: tuple[str, ...] = ()) -> None:
    xs = (40.0, 100.0, 180.0, 260.0, 340.0, 420.0)
    if titles:
        for text, left, right in (("Size", 40, 100), (titles[0], 100, 260), (titles[1], 260, 420)):
            page.draw_rect(pymupdf.Rect(left, 82, right, 118 if left == 40 else 100), width=0.5)
            put(page, left + 3, 94, text)
        heads = ("", *heads[1:])
    for x, right, text in zip(xs, xs[1:], heads, strict=False):
        put(page, x + 3, 112, text)
        if text:
            page.draw_rect(pymupdf.Rect(x, 100, right, 118), width=0.5)
    rows = [(f"M{n}", f"NA{n}-204", f"1,{n}5", f"NB{n}-404", f"2,{n}0") for n in range(4, 9)]
    put(page, 40, 60, "Hexagon nuts", size=13, font="hebo")
    table(page, rows, xs, y=118, ruled=True)


def test_columns_that_come_again_under_another_title_are_other_goods(tmp_path: Path) -> None:
    path = saved(tmp_path, lambda page: _nuts(page, ("Size", "Order no.", "EUR/100", "Order no.", "EUR/100"), ("Brass", "Steel 8.8")))

    found = skus_of(path)

    assert len(found) == 10
    assert {"model": "NA5-204", "name": "Hexagon nuts", "size": "M5", "material": "Brass", "price": "1.55"} in found
    assert {"model": "NB5-404", "name": "Hexagon nuts", "size": "M5", "material": "Steel 8.8", "price": "2.50"} in found


def test_columns_that_come_again_may_say_so_in_their_own_heads(tmp_path: Path) -> None:
    path = saved(tmp_path, lambda page: _nuts(page, ("Size", "Item no. left", "Price left", "Item no. right", "Price right")))

    found = skus_of(path)

    assert len(found) == 10
    assert {sku["model"][:2]: sku["Variant"] for sku in found} == {"NA": "left", "NB": "right"}
    assert {sku["price"] for sku in found if sku["Variant"] == "right"} == {f"2.{n}0" for n in range(4, 9)}


def test_codes_over_prices_between_rules_are_one_place_of_a_matrix(tmp_path: Path) -> None:
    names = [("Basin mixer with", "pop-up waste", "TP-10"), ("Wall mixer", "TP-20"), ("Bath mixer for", "wall mounting", "TP-30")]
    names += [("Bidet mixer", f"TP-{number}") for number in (40, 50, 60)]
    finishes = (("Chrome", "CH"), ("Matt black", "MB"), ("Brushed steel", "BS"))

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 100, "Article", font="hebo")
        for place, (finish, key) in enumerate(finishes):
            put(page, 180 + 110 * place, 100, f"{finish} ({key})", font="hebo")
        for row, lines in enumerate(names):
            top = 130 + 90 * row
            page.draw_line((40, top - 14), (500, top - 14), width=0.6)
            for number, line in enumerate(lines):
                put(page, 40, top + 11 * number, line, font="helv" if line.startswith("TP") else "hebo")
            for place, (_, key) in enumerate(finishes):
                if (row, place) in ((3, 2), (4, 1)):
                    put(page, 180 + 110 * place, top + 11, "-")
                else:
                    put(page, 180 + 110 * place, top + 4, f"{lines[-1]}-{key}")
                    put(page, 180 + 110 * place, top + 16, f"$ {60 + 10 * row + place}.00", font="hebo")

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert len(found) == 16
    assert found["TP-10-MB"] == {"model": "TP-10-MB", "name": "Basin mixer with pop-up waste", "color": "Matt black", "price": "61.00"}
    assert (found["TP-30-BS"]["name"], found["TP-30-BS"]["color"]) == ("Bath mixer for wall mounting", "Brushed steel")
    assert (found["TP-60-CH"]["name"], found["TP-60-CH"]["price"]) == ("Bidet mixer", "110.00")


def _pegs(page: pymupdf.Page) -> None:
    """Lengths down, set to the middle of codes over sums; threads with their keys in small print along, the corner beside the lower ones."""
    put(page, 40, 80, "Grub screw with flat point", size=14, font="hebo")
    put(page, 40, 122, "Length", font="hebo")
    for place, (thread, key) in enumerate((("M3", "K15"), ("M5", "K25"), ("M8", "K40"))):
        put(page, 150 + 110 * place, 112, thread, size=11, font="hebo")
        put(page, 150 + 110 * place, 125, key, size=7)
    for row, length in enumerate((6, 12, 20, 25)):
        top = 140 + 50 * row
        page.draw_line((36, top - 10), (460, top - 10), width=0.4)
        put(page, 40, top + 16, f"{length} mm", font="hebo")
        for place in range(3):
            if (row, place) != (0, 2):
                put(page, 150 + 110 * place, top + 10, f"GS{place + 3}0{row}77", font="hebo")
                put(page, 150 + 110 * place, top + 23, f"{row + 2},{place}5")


def test_codes_over_bare_sums_around_the_middle_of_their_row_are_places_of_a_matrix(tmp_path: Path) -> None:
    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, _pegs))}

    assert len(found) == 11
    assert found["GS30077"] == {"model": "GS30077", "name": "Grub screw with flat point", "size": "M3 x 6 mm", "price": "2.05"}
    assert (found["GS50377"]["size"], found["GS50377"]["price"]) == ("M8 x 25 mm", "5.25")


def test_numbers_of_cores_are_no_colours_and_sections_of_conductors_are_sizes(tmp_path: Path) -> None:
    rows = [("Cores", "0.75 mm²", "1.5 mm²", "4 mm²")]
    rows += [(f"{cores}", *(f"LW{cores}{size}0\n{cores}{size}.50" for size in (1, 2, 4))) for cores in (2, 3, 5)]

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Rubber cable", size=15)
        table(page, rows, (40.0, 130.0, 230.0, 330.0, 430.0), ruled=True)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert found["LW320"] == {"model": "LW320", "name": "Rubber cable", "size": "1.5 mm²", "Cores": "3", "price": "32.50"}


def test_a_colour_over_a_column_of_few_codes_makes_variants_of_them(tmp_path: Path) -> None:
    xs = (40.0, 150.0, 250.0, 350.0, 450.0, 540.0)
    rows = (
        ("B × T cm", "Weiß", "Moosgrau", "Schwarz", "EUR / Stück"),
        ("60 × 40", "TB64-W", "TB64-M", "TB64-S", "84,-"),
        ("80 × 40", "TB84-W", "TB84-M", "TB84-S", "97,-"),
    )

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Beistelltisch KLARA", size=16, font="hebo")
        table(page, rows, xs)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert set(found) == {f"TB{side}4-{color}" for side in (6, 8) for color in "WMS"}
    told = found["TB84-M"]
    assert (told["size"], told["color"], told["price"]) == ("80 × 40cm", "Moosgrau", "97")


def test_a_painted_bar_heads_a_grid_of_codes_with_what_else_is_told_of_them(tmp_path: Path) -> None:
    xs = [40 + 100 * n for n in range(6)]

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Panel heater SOLIS", size=16, font="hebo")
        page.draw_rect(pymupdf.Rect(40, 100, 540, 130), color=None, fill=(0.8, 0.85, 0.9))
        put(page, 46, 112, "Height", size=8)
        put(page, 46, 123, "Length", size=8)
        for column in range(4):
            put(page, xs[column + 1] + 25, 118, f"{40 + 20 * column} cm", font="hebo")
        for y in (130, 210, 290):
            page.draw_line((40, y), (540, y), width=0.6)
        for x in xs:
            page.draw_line((x, 130), (x, 290), width=0.6)
        for row in range(2):
            put(page, 60, 172 + 80 * row, f"{30 + 20 * row} cm", font="hebo")
            for column in range(4):
                lines = (f"SO-{row}{column}40", f"{4 + row + column}50 W", f"$ {8 + row}{column}.50")
                for number, text in enumerate(lines):
                    put(page, xs[column + 1] + 20, 152 + 80 * row + 20 * number, text)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert len(found) == 8
    told = found["SO-1240"]
    assert (told["name"], told["size"], told["price"]) == ("Panel heater SOLIS", "50 cm x 80 cm", "92.50")


def test_places_of_a_matrix_with_no_border_between_them_are_two(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        table(page, [("Thread \\ Length", "16 mm", "20 mm", "25 mm")], (40, 130, 220, 310, 400), ruled=True)
        for row, thread in enumerate(("M4", "M5", "M6")):
            y = 118 + 30 * row
            for column in range(4):
                is_open = row == 0 and column > 1
                if not is_open:
                    page.draw_rect(pymupdf.Rect(40 + 90 * column, y, 130 + 90 * column, y + 30), width=0.5)
            put(page, 43, y + 18, thread)
            for column in range(1, 4):
                if row == 0 and column == 3:
                    put(page, 360, y + 18, "–")
                    continue
                put(page, 50 + 90 * column, y + 12, f"HX{row + 4}0{column}8")
                put(page, 55 + 90 * column, y + 24, f"$ {row + column}.40")
        page.draw_line((400, 118), (400, 208), width=0.5)

    found = skus_of(saved(tmp_path, draw))

    assert len(found) == 8
    assert found[1] | {"model": "HX4028", "size": "M4 x 20 mm", "price": "2.40"} == found[1]


@pytest.mark.parametrize("foreign", ["OE No.", "OEM number", "Vergleichsnummer", "Cross ref."])
def test_the_makers_number_beside_the_sellers_own_is_no_variant(tmp_path: Path, foreign: str) -> None:
    rows = [("Varvik No.", "Description", foreign, "Fits", "USD / pc")]
    rows += [(f"VK-30{n}1", f"Wiper blade {n}", f"8{n}1-4{n}7{n}2", "Van", f"{n + 8}.40") for n in range(1, 6)]

    found = skus_of(saved(tmp_path, lambda page: ruled_rows(page, rows)))

    assert [(sku["model"], sku[foreign]) for sku in found] == [(row[0], row[2]) for row in rows[1:]]


def test_a_first_column_that_looks_like_codes_tells_the_rows_of_a_matrix(tmp_path: Path) -> None:
    rows = [
        ("Mesh count", "Load", "Twisted", "Plaited", "Knotted", "EUR/roll"),
        *((f"MESH {n}0", f"{n}.5 kg", f"NT-{n}0-W", f"NT-{n}0-X", f"NT-{n}0-Y", f"{n}.40") for n in (2, 3, 4, 5)),
    ]

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Safety net", size=18)
        table(page, rows, (40, 140, 220, 310, 400, 490, 560), ruled=True)

    found = skus_of(saved(tmp_path, page_of))

    assert [sku["model"] for sku in found if not sku["model"].startswith("NT-")] == []
    assert len(found) == 12


def test_the_header_on_a_bar_over_the_borders_names_the_variants_in_them(tmp_path: Path) -> None:
    rows = [(f"{n}0 cm", f"TB{n}0-RD", f"TB{n}0-BU", f"TB{n}0-XA", f"{n}.40 €") for n in (2, 3, 4)]
    xs = (40, 140, 240, 340, 440, 540)

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Enamel tub", size=18)
        for x, text in zip(xs, ("Size", "Red", "Blue", "Sundown", "Net"), strict=False):
            put(page, x + 4, 94, text)
        table(page, rows, xs, ruled=True)

    found = skus_of(saved(tmp_path, page_of))

    assert {(sku["model"], sku["size"], sku["color"]) for sku in found} == {
        (f"TB{n}0-{tail}", f"{n}0 cm", colour) for n in (2, 3, 4) for tail, colour in (("RD", "Red"), ("BU", "Blue"), ("XA", "Sundown"))
    }
