"""Columns where borders are drawn for some of them, for something else, or can be drawn by no straight line."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import HEADER, XS, put, saved, skus_of, table


def _right(page: pymupdf.Page, x: float, y: float, text: str, *, font: str = "helv") -> None:
    put(page, x - pymupdf.get_text_length(text, fontname=font, fontsize=9), y, text, font=font)


def _middle(page: pymupdf.Page, x: float, y: float, text: str, *, font: str = "helv") -> None:
    put(page, x - pymupdf.get_text_length(text, fontname=font, fontsize=9) / 2, y, text, font=font)


def test_rules_between_colours_leave_the_other_columns_to_be_found(tmp_path: Path) -> None:
    goods = [(f"Door handle form {n}", f"{n}0", f"DH{n}1B", f"{n}4.50", f"DH{n}1C", f"{n}9.50") for n in range(1, 7)]

    def draw(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(40, 90, 550, 125), color=None, fill=(0.9, 0.9, 0.95))
        for x, text in ((45, "Description"), (230, "Pack")):
            put(page, x, 110, text, font="hebo")
        for left, colour in ((330, "BLACK"), (440, "WHITE")):
            _middle(page, left + 55, 102, colour, font="hebo")
            put(page, left + 5, 119, "Item No.", font="hebo")
            _right(page, left + 105, 119, "Price EUR", font="hebo")
            page.draw_line((left, 90), (left, 125 + 20 * len(goods)), width=0.6)
        for row, (name, pack, *versions) in enumerate(goods):
            y = 125 + 20 * row
            page.draw_line((40, y + 20), (550, y + 20), width=0.5)
            put(page, 45, y + 14, name)
            put(page, 230, y + 14, pack)
            for left, code, price in ((330, *versions[:2]), (440, *versions[2:])):
                put(page, left + 5, y + 14, code)
                _right(page, left + 105, y + 14, price)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, draw))}

    assert len(told) == 12
    assert (told["DH31B"]["name"], told["DH31B"]["color"], told["DH31B"]["price"]) == ("Door handle form 3", "BLACK", "34.50")
    assert (told["DH31C"]["name"], told["DH31C"]["color"], told["DH31C"]["price"]) == ("Door handle form 3", "WHITE", "39.50")


def test_words_and_sums_that_reach_into_each_others_columns(tmp_path: Path) -> None:
    goods = (
        ("SH.101", "Soap dish", "Glass", "4.20"),
        ("SH.102", "Towel ring", "Stainless steel", "9.90"),
        ("SH.103", "Shelf", "Stone", "142.50 - 148.00"),
        ("SH.104", "Hook", "Brass", "5.85"),
        ("SH.105", "Rail", "Glass", "57.30"),
        ("SH.106", "Beaker", "Stone", "3.95"),
    )

    def draw(page: pymupdf.Page) -> None:
        for x, text in ((40, "Reference"), (140, "Description"), (280, "Material")):
            put(page, x, 100, text, font="hebo")
        _right(page, 388, 100, "Price EUR", font="hebo")
        for row, (code, name, material, price) in enumerate(goods):
            y = 124 + 24 * row
            for x, text in ((40, code), (140, name), (280, material)):
                put(page, x, y, text)
            _right(page, 388, y, price)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["material"]) for sku in found] == [item[:3] for item in goods]
    assert [sku["price"] for sku in found] == ["4.20", "9.90", "142.50", "5.85", "57.30", "3.95"]


def test_frames_of_swatches_under_a_table_part_none_of_its_columns(tmp_path: Path) -> None:
    labels = ((44, "Code"), (90, "Description"), (240, "L x W x H (mm)"), (350, "Grade A"), (410, "Grade B"), (470, "Grade C"))
    goods = [(f"BE-{n}", f"Bench with {n} seats", f"{n}00 x 450 x 780", f"{n}18", f"{n}43", f"{n}78") for n in range(1, 9)]

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Prices in EUR")
        for x, text in labels:
            put(page, x, 100, text, font="hebo")
        for row, cells in enumerate(goods):
            for (x, _), text in zip(labels, cells, strict=True):
                put(page, x, 124 + 24 * row, text)
        for place, name in enumerate(("Lead", "Pebble", "Fern", "Rust", "Linen", "Ink", "Dusk", "Chalk")):
            x = 40 + 50 * place
            page.draw_rect(pymupdf.Rect(x, 330, x + 30, 360), width=0.7)
            put(page, x, 372, name, size=7.5)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == [item[0] for item in goods]
    assert found[2]["size"].replace(" ", "") == "300x450x780mm"


def test_lists_side_by_side_with_sizes_under_names_and_a_price_on_request(tmp_path: Path) -> None:
    lists = (
        ("Chests", [(f"CH-1{n}", f"{n} drawers", f"W 80 x D 47 x H {n}20 cm", f"£{n}86") for n in range(2, 7)]),
        (
            "Racks",
            [
                *((f"RK-1{n}", f"{n} boards", f"W 90 x D 34 x H {n}30 cm", f"£{n}18") for n in range(1, 4)),
                ("RK-19", "9 boards", "W 90 x D 34 x H 930 cm", "P.O.A."),
            ],
        ),
    )

    def draw(page: pymupdf.Page) -> None:
        for left, (title, goods) in zip((40, 310), lists, strict=True):
            put(page, left, 100, title, size=11)
            for row, (code, name, size, price) in enumerate(goods):
                y = 122 + 34 * row
                put(page, left, y, code)
                put(page, left + 40, y, name)
                put(page, left + 40, y + 13, size, size=7.2)
                _right(page, left + 240, y + 6, price)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, draw))}

    assert set(told) == {code for _, goods in lists for code, *_ in goods}
    assert all((told[code]["name"], told[code]["size"]) == (name, size) for _, goods in lists for code, name, size, _ in goods)
    assert told["CH-16"]["price"] == "686"
    assert "price" not in told["RK-19"]


def test_wide_spaces_within_two_long_names_part_no_columns(tmp_path: Path) -> None:
    """Some fonts have spaces of nearly a third of an em; where two rows alone reach, theirs add up to a free band."""
    names = ["Hook", "Tray", "Shelf", "Bamboo tray with brass handles and felt feet", "Lamp", "Bowl", "Throw", "Mat"]
    names += ["Vase", "Wooden tray with brass handles and felt feet", "Desk lamp", "Stand", "Rack", "Basket"]

    def page_of(page: pymupdf.Page) -> None:
        for x, label in zip((40, 110, 380, 480), ("Code", "Item", "Size", "Price"), strict=True):
            put(page, x, 80, label, size=9, font="hebo")
        for row, name in enumerate(names):
            y, x = 100.0 + 18 * row, 110.0 if row != 9 else 112.6
            for word in name.split():
                put(page, x, y, word, size=9)
                x += pymupdf.get_text_length(word, fontsize=9) + 0.318 * 9
            for place, text in zip((40, 380, 480), (f"XE-{2200 + 31 * row}", f"{12 + row} x 24 mm", f"£{row + 3}.25"), strict=True):
                put(page, place, y, text, size=9)

    assert [sku["name"] for sku in skus_of(saved(tmp_path, page_of))] == names


def test_boxes_to_fill_in_beside_sections_leave_the_columns_to_be_found(tmp_path: Path) -> None:
    labels = ("Style", "Description", "Composition", "WHS (EUR)", "RRP (EUR)", "Qty")
    places = (45, 110, 230, 390, 450, 515)
    blends = ("100% cotton", "63% polyester, 33% viscose", "100% wool", "Coated cotton")
    sections = {title: [(f"MW-{n}{row}0{row}", f"Jacket {title} {row}", blends[row]) for row in range(4)] for n, title in enumerate("ABC")}

    def draw(page: pymupdf.Page) -> None:
        for x, label in zip(places, labels, strict=True):
            put(page, x, 92, label, font="hebo")
        page.draw_line((40, 98), (550, 98), width=1)
        y = 98.0
        for title, goods in sections.items():
            page.draw_rect(pymupdf.Rect(40, y, 550, y + 16), color=None, fill=(0.93, 0.9, 0.88))
            put(page, 45, y + 11, f"SECTION {title}", font="hebo")
            y += 16
            page.draw_line((510, y), (510, y + 16 * len(goods)), width=0.6)
            page.draw_line((40, y), (550, y), width=0.6)
            for row, cells in enumerate(goods):
                for x, text in zip(places, (*cells, f"{row + 2}6.00", f"{row + 6}5.00"), strict=False):
                    put(page, x, y + 11, text)
                y += 16
                page.draw_line((40, y), (550, y), width=0.6)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["material"]) for sku in found] == [row for goods in sections.values() for row in goods]
    assert [sku["price"] for sku in found] == ["26.00", "36.00", "46.00", "56.00"] * 3
    assert [sku["Series"] for sku in found] == [f"SECTION {title}" for title in sections for _ in range(4)]


@pytest.mark.parametrize("places", [(3,), (0, 3, 4), (2, 5, 5, 5)], ids=["within", "first_and_within", "at_the_end"])
def test_ruled_rows_without_text_end_no_table_and_are_no_rows(tmp_path: Path, places: tuple[int, ...]) -> None:
    goods = [(f"RF-70{n}", f"Roof hook {n}", f"{n}0 x 20", f"{n}.80") for n in range(1, 6)]
    rows: list[tuple[str, ...]] = list(goods)
    for place in sorted(places, reverse=True):
        rows.insert(place, ("",) * 4)

    found = skus_of(saved(tmp_path, lambda page: table(page, [HEADER, *rows], XS, ruled=True) and None))

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [(code, name, price) for code, name, _, price in goods]
