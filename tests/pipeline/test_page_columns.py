"""Tables in columns of the page and beside other things: each is put together from its own rows."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table

HEAD = ("Part no.", "Description", "Size", "Price EUR")
HINGES = (("Butt hinge", 5), ("Flap hinge", 3), ("Pivot hinge", 4))
BOLTS = (("Barrel bolt", 4), ("Tower bolt", 5), ("Flush bolt", 3))
FONT = "hebo"


def _column(page: pymupdf.Page, xs: tuple[float, ...], groups: tuple[tuple[str, int], ...], *, title_height: float = 15.3) -> None:
    """A head, and under it groups of rows under a bar with their title: bars are a little lower than rows."""
    y = table(page, [HEAD], xs)
    for group, (title, count) in enumerate(groups):
        page.draw_rect(pymupdf.Rect(xs[0], y, xs[-1], y + title_height), fill=(0.9, 0.8, 0.6), color=None)
        put(page, xs[0] + 3, y + 11, f"{70 + group} - {title}", font=FONT)
        rows = [(f"{title[0]}{group}{number}.5K", title, f"{40 + 10 * number} mm", f"{2 + number}.4{group}") for number in range(count)]
        y = table(page, rows, xs, y=y + title_height, pitch=16.5)


def test_titles_that_part_one_column_of_the_page_part_nothing_beside_it(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        _column(page, (36, 90, 180, 235, 288), HINGES)
        _column(page, (306, 360, 450, 505, 558), BOLTS)

    found = skus_of(saved(tmp_path, drawn))

    assert len(found) == 24
    assert {sku["name"] for sku in found} == {title for title, _ in (*HINGES, *BOLTS)}
    assert {sku["model"]: sku["price"] for sku in found}["T14.5K"] == "6.41"


def _led(page: pymupdf.Page, x: float, y: float, code: str, rows: list[tuple[str, str]], dots: str) -> None:
    for number, (name, price) in enumerate(rows):
        at = y + number * 19.4
        put(page, x, at, f"{code}{number + 11}", size=8)
        put(page, x + 36, at, name)
        start, end = x + 42 + pymupdf.get_text_length(name, fontsize=9), x + 220 - pymupdf.get_text_length(price, fontsize=9)
        count = int((end - start - 6) / pymupdf.get_text_length(dots, fontsize=9))
        put(page, start, at, (dots * count).strip())
        put(page, end, at, price)


@pytest.mark.parametrize("dots", [".", ". "])
def test_lists_beside_an_upright_rule_have_rows_of_their_own(tmp_path: Path, dots: str) -> None:
    lamps = [("Desk lamp", "$38.00"), ("Floor lamp", "$92.50"), ("Wall lamp", "$41.00"), ("Night light", "$12.80"), ("Clip lamp", "$19.90")]
    bulbs = [("Globe bulb", "$6.40"), ("Candle bulb", "$4.10"), ("Tube", "$8.75"), ("Spot", "$5.20")]

    def drawn(page: pymupdf.Page) -> None:
        page.draw_line((298, 110), (298, 720), width=0.5)
        _led(page, 50, 160, "LM", lamps, dots)
        _led(page, 315, 149, "BU", bulbs, dots)

    found = skus_of(saved(tmp_path, drawn))

    assert {(sku["name"], sku["price"]) for sku in found} == {(name, price.strip("$")) for name, price in (*lamps, *bulbs)}
    assert {sku["model"] for sku in found} == {*(f"LM{number}" for number in range(11, 16)), *(f"BU{number}" for number in range(11, 15))}


def test_a_title_over_the_next_head_is_no_row_of_the_table_before_it(tmp_path: Path) -> None:
    xs = (160, 270, 400, 480, 560)
    head = ("Item No.", "Colour", "Size", "Price")
    goods = (("Fleece jacket", "FJ", 3), ("Rain jacket with hood", "RJ", 2), ("Body warmer", "BW", 3))

    def drawn(page: pymupdf.Page) -> None:
        y = 70.0
        for name, code, count in goods:
            put(page, xs[0], y, name, size=11, font=FONT)
            put(page, 560 - pymupdf.get_text_length("100% polyester", fontsize=8), y, "100% polyester", size=8)
            colours = ("Red", "Navy", "Black")[:count]
            table(page, [head, *((f"{code}-{colour[:2]}", colour, "S-XXL", "49.90") for colour in colours)], xs, y=y + 5, pitch=15)
            y += 140

    found = skus_of(saved(tmp_path, drawn))

    assert [sku["name"] for sku in found] == [name for name, _, count in goods for _ in range(count)]
    assert [sku["color"] for sku in found] == ["Red", "Navy", "Black", "Red", "Navy", "Red", "Navy", "Black"]


def test_a_table_of_tall_rows_ends_where_its_rules_end(tmp_path: Path) -> None:
    xs = (330, 380, 480, 530, 575)
    rows = [("HB-31", "Bow saw", "Red", "18.90"), ("HB-32", "Hand saw", "Blue", "14.20"), ("HB-33", "Fret saw", "Black", "9.60")]

    def drawn(page: pymupdf.Page) -> None:
        put(page, 320, 50, "SAWS", size=20, font=FONT)
        for x, label in zip(xs, ("Ref.", "Description", "Colour", "Price"), strict=False):
            put(page, x, 96, label, font=FONT)
        page.draw_line((320, 102), (578, 102), width=1)
        for number, row in enumerate(rows):
            middle = 140 + 72 * number
            for x, text in zip(xs, row, strict=False):
                put(page, x, middle, text)
            page.draw_line((320, 174 + 72 * number), (578, 174 + 72 * number), width=0.5)
        for number, text in enumerate(("GL-11", "Work glove", "Sizes: 7 to 11", "3.20")):
            put(page, 40, 204 + number * 12, text)
            put(page, 160, 204 + number * 12, text.replace("GL-11", "GL-12"))

    found = skus_of(saved(tmp_path, drawn))

    assert [sku["model"] for sku in found] == ["HB-31", "HB-32", "HB-33"]
    assert [sku["color"] for sku in found] == ["Red", "Blue", "Black"]


PARTS = (
    "Cartridge",
    "Steel hose",
    "Aerator",
    "Bottle trap",
    "Mounting kit",
    "Sealing tape",
    "Ball valve",
    "Grout",
    "Spacers",
    "Adhesive",
    "Trim",
)


def _parts(page: pymupdf.Page, x: float, sections: tuple[tuple[str, int], ...], prices: str, start: int) -> list[tuple[str, str]]:
    """Sections of a list without heads: a title, and under it codes, names and what they cost."""
    y, told = 100.0, []
    for title, count in sections:
        put(page, x, y + 10, title, size=10.5, font=FONT)
        for number in range(count):
            code, name, row = f"{prices[:1]}{start + len(told)}08", PARTS[(start + len(told)) % len(PARTS)], y + 28 + 16 * number
            put(page, x, row, code, size=8.5)
            put(page, x + 55, row, name, size=8.5)
            put(page, x + 205, row, f"{len(told) + 4}{prices[1:]}", size=8.5)
            told.append((code, name))
        y += 30 + 16 * count
    return told


@pytest.mark.parametrize(
    ("left", "right", "prices"),
    [
        ((("Adhesives", 3), ("Hoses", 2), ("Grouts", 2)), (("Waste fittings", 4), ("Accessories", 3)), "A,60"),
        ((("Posa", 4), ("Pilette", 4)), (("Cartucce e ricambi", 3), ("Flessibili", 3)), "R.50 EUR"),
    ],
)
def test_lists_of_codes_beside_each_other_go_on_at_their_own_heights(
    tmp_path: Path, left: tuple[tuple[str, int], ...], right: tuple[tuple[str, int], ...], prices: str
) -> None:
    told: list[tuple[str, str]] = []

    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 62, "Spare parts", size=17, font=FONT)
        put(page, 40, 78, "Prices in EUR", size=8.5)
        told.extend(_parts(page, 40, left, prices, 1))
        told.extend(_parts(page, 315, right, prices, 31))

    found = skus_of(saved(tmp_path, drawn))

    assert sorted((sku["model"], sku["name"]) for sku in found) == sorted(told)
    assert all("price" in sku for sku in found)


def test_a_list_of_names_does_not_go_on_with_a_table_of_colours(tmp_path: Path) -> None:
    def tiles(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Riviera", size=16, font=FONT)
        table(
            page,
            [
                ("Code", "Colour", "Price EUR"),
                *((f"RV10{n}", color, f"3{n}.50") for n, color in enumerate(("Ivory", "Grey", "Black", "Sand"))),
            ],
            (40, 140, 300, 400),
        )

    def parts(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Spare parts", size=16, font=FONT)
        table(page, [(f"SP20{n}", name, f"1{n}.50") for n, name in enumerate(PARTS[:6])], (40, 140, 300, 400))

    found = skus_of(saved(tmp_path, tiles, parts), 2)

    assert [(sku["model"], sku["name"]) for sku in found] == [(f"SP20{n}", name) for n, name in enumerate(PARTS[:6])]
    assert not any("color" in sku for sku in found)


def test_tables_under_each_other_whose_columns_are_not_as_wide_are_no_columns_of_the_page(tmp_path: Path) -> None:
    told = (("Rain coat", "Waxed cotton", "RC", 400.0), ("Field boots", "Rubber", "FB", 430.0), ("Storm hat", "Oilskin", "SH", 400.0))

    def drawn(page: pymupdf.Page) -> None:
        for number, (name, material, code, second) in enumerate(told):
            y = 90.0 + 140 * number
            put(page, 170, y + 14, name, size=14, font=FONT)
            put(page, 170, y + 40, f"Material: {material}")
            rows = [(size, f"{code}-{size}1004", f"£{number + 5}4.00") for size in ("S", "M", "L")]
            table(page, [("Size", "Ref.", "Price"), *rows], (345.0, second, 490.0, 540.0), y=y)

    found = skus_of(saved(tmp_path, drawn))

    assert [(sku["model"], sku["size"]) for sku in found] == [(f"{code}-{size}1004", size) for _, _, code, _ in told for size in "SML"]
    assert [(sku["name"], sku["material"]) for sku in found[::3]] == [facts[:2] for facts in told]


def test_tables_left_and_right_of_their_pictures_in_turn_are_no_columns(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        for place, (start, code) in enumerate(((236, "MD-88"), (30, "MC-61"), (236, "MF-27"))):
            y = 100 + 200 * place
            shown = 30 if start > 100 else 400
            page.draw_rect(pymupdf.Rect(shown, y, shown + 170, y + 150), fill=(0.3, 0.3, 0.3))
            put(page, start, y + 10, f"Lamp {code}", size=16)
            put(page, start, y + 40, "Model")
            put(page, start + 90, y + 40, "Size")
            put(page, start + 300, y + 40, "Price EUR")
            for row in range(4):
                top = y + 64 + 22 * row
                put(page, start, top, f"{code}{row}")
                put(page, start + 90, top, f"{300 + 100 * row} x 450 mm")
                put(page, start + 300, top, f"{row + 1}80.00")
                page.draw_line((start - 3, top + 6), (start + 345, top + 6), width=0.5)

    found = skus_of(saved(tmp_path, drawn))

    assert {sku["model"]: sku.get("price") for sku in found} == {
        f"{code}{row}": f"{row + 1}80.00" for code in ("MD-88", "MC-61", "MF-27") for row in range(4)
    }


@pytest.mark.parametrize(("top", "pitch"), [(700, 16), (735, 12)])
def test_text_on_a_ground_down_the_side_of_the_page_is_in_no_row_of_a_list_beside_it(tmp_path: Path, top: float, pitch: float) -> None:
    goods = [("Aero helmet", "BA-110", "54-61 cm", "$64.90"), ("Gel saddle", "BA-204", "27 x 16 cm", "$29.00"), ("Ring lock", "BA-330", "14 x 23 cm", "$36.50"), ("Floor pump", "BA-415", "63 cm", "$27.95")]  # fmt: skip

    def drawn(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(0, 0, 190, 842), color=None, fill=(0.9, 0.92, 0.93))
        for number, (left, right) in enumerate((("Black", "Orange"), ("Sage", "Cream"), ("Red", "Sky Blue"), ("Sand", "Olive"))):
            put(page, 80, top + pitch * number, left)
            put(page, 122, top + pitch * number, right)
        table(page, goods, (316, 390, 440, 520, 570), y=735, pitch=16)

    found = skus_of(saved(tmp_path, drawn))

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [(code, name, price[1:]) for name, code, _, price in goods]
