"""Matrices whose heads name the goods, with what they are made of in small print, over places of a code and a whole sum."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table

XS = (40.0, 110.0, 230.0, 350.0, 470.0)
HEADS = (("Norra", "Cast iron", "two ears"), ("Norra Lux", "Enamelled", "two ears"), ("Sund", "Stainless steel", "long handle"))
SIZES = ("20 cm", "24 cm", "28 cm", "32 cm")


def _matrix(page: pymupdf.Page, *, is_counted: bool = False) -> None:
    put(page, 40, 60, "FRYING PANS", size=16, font="hebo")
    put(page, 43, 130, "Size", font="hebo")
    for place, (name, *small) in enumerate(HEADS):
        put(page, XS[place + 1] + 6, 106, name, size=11, font="hebo")
        for number, text in enumerate(small):
            put(page, XS[place + 1] + 6, 118 + 10 * number, text, size=7)
    for row, size in enumerate(SIZES):
        y = 136 + 34 * row
        put(page, 43, y + 20, size, font="hebo")
        for place in range(3):
            if (row, place) == (0, 2):
                put(page, XS[place + 1] + 6, y + 20, "-")
                continue
            put(page, XS[place + 1] + 6, y + 13, f"FP{place}N{size[:2]}", size=7)
            put(page, XS[place + 1] + 6, y + 25, "12" if is_counted else f"{place + 1},{row + 1}{place}0", size=10, font="hebo")
    for y in (90, *(136 + 34 * row for row in range(5))):
        page.draw_line((XS[0], y), (XS[-1], y), width=0.6)
    for x in XS:
        page.draw_line((x, 90), (x, 136 + 34 * 4), width=0.6)


def test_heads_name_the_goods_and_say_in_small_print_what_they_are_made_of(tmp_path: Path) -> None:
    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, _matrix))}

    assert len(found) == 11
    assert found["FP0N24"] == {
        "model": "FP0N24",
        "name": "Norra",
        "size": "24 cm",
        "material": "Cast iron",
        "price": "1200",
        "Variant": "two ears",
    }
    # What stands in the line of materials is one, though nobody knows the word.
    assert found["FP1N28"]["material"] == "Enamelled"
    assert found["FP2N32"]["name"] == "Sund"


def test_how_many_are_in_a_pack_is_no_price(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, lambda page: _matrix(page, is_counted=True)))

    assert all("price" not in sku for sku in found)


@pytest.mark.parametrize("corner", ["Torte", "Cheese board", ""])
def test_code_and_price_in_cells_of_their_own_under_each_other_are_one_place(tmp_path: Path, corner: str) -> None:
    xs, goods, sizes = (40.0, 130.0, 290.0, 380.0, 470.0, 560.0), ("Plum Pie", "Rhubarb Gateau", "Nut Ring"), ('6"', '9"', '12"')

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Party Range", size=18, font="hebo")
        table(page, [("", corner, *sizes)], xs, y=90, ruled=True)
        for row, name in enumerate(goods):
            top = 108.0 + 70 * row
            for left, right in pairwise(xs[:3]):
                page.draw_rect(pymupdf.Rect(left, top, right, top + 70), width=0.5)
            put(page, 135, top + 38, name, size=11)
            for column, size in enumerate(sizes):
                left, right = xs[2 + column], xs[3 + column]
                for y in (top, top + 35):
                    page.draw_rect(pymupdf.Rect(left, y, right, y + 35), width=0.5)
                put(page, left + 20, top + 30, f"TX{row}71/{size[:-1]}", size=8)
                put(page, left + 20, top + 50, f"£{row + 1}{column}.50", size=11)

    found = skus_of(saved(tmp_path, drawing))

    assert {(sku["model"], sku["name"], sku["size"], sku["price"]) for sku in found} == {
        (f"TX{row}71/{size[:-1]}", name, size, f"{row + 1}{column}.50")
        for row, name in enumerate(goods)
        for column, size in enumerate(sizes)
    }


def _rods(page: pymupdf.Page) -> None:
    """Places of a code over a sum, beside heads that say a length in two units and under heads with a labelled line."""
    for place, (name, metal) in enumerate((("Round rod", "brass"), ("Square rod", "aluminium"), ("Tube", "stainless steel"))):
        put(page, XS[place + 1] + 6, 106, name, size=11, font="hebo")
        put(page, XS[place + 1] + 6, 122, f"Material: {metal}", size=8)
    put(page, 43, 115, "Length", font="hebo")
    for row in range(5):
        y = 136 + 40 * row
        put(page, 43, y + 14, f"{500 + 250 * row} mm", font="hebo")
        put(page, 43, y + 30, f"({20 + 10 * row} in)", size=7)
        for place in range(3):
            put(page, XS[place + 1] + 6, y + 14, f"RT{place}-{50 + 25 * row}")
            put(page, XS[place + 1] + 6, y + 30, f"{6 + row}.{place}5", size=11, font="hebo")
    for y in (90, *(136 + 40 * row for row in range(6))):
        page.draw_line((XS[0], y), (XS[-1], y), width=0.6)
    for x in XS:
        page.draw_line((x, 90), (x, 136 + 40 * 5), width=0.6)


def test_heads_of_two_lines_beside_codes_over_sums_part_no_rows(tmp_path: Path) -> None:
    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, _rods))}

    assert len(found) == 15
    assert found["RT1-75"] == {"model": "RT1-75", "name": "Square rod", "size": "750 mm (30 in)", "material": "aluminium", "price": "7.15"}


def test_a_last_row_of_prices_says_what_the_codes_over_it_cost(tmp_path: Path) -> None:
    rows = (
        ("COARSENESS", "10 cm", "15 cm", "20 cm"),
        *((f"K{grain}", *(f"BW{width}K{grain}" for width in (10, 15, 20))) for grain in (24, 36, 60, 90)),
        ("EACH", "$4.20", "$6.75", "$9.10"),
    )

    def page_of(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Brush wheel", size=16, font="hebo")
        for x0, x1 in pairwise(XS):
            page.draw_rect(pymupdf.Rect(x0, 100, x1, 118), color=None, fill=(0.85, 0.85, 0.85))
        table(page, rows, XS, ruled=True)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert len(found) == 12
    assert {(sku["size"], sku["price"]) for sku in found.values()} == {("10 cm", "4.20"), ("15 cm", "6.75"), ("20 cm", "9.10")}
    assert found["BW15K60"]["name"] == "Brush wheel"


@pytest.mark.parametrize(("title", "name", "flavour"), [("狗咬胶价目表", "鸭肉洁齿骨", None), ("洁齿骨", "洁齿骨", "鸭肉洁齿骨")])
def test_heads_of_rows_name_the_goods_under_a_title_that_says_it_is_a_price_list(
    tmp_path: Path, title: str, name: str, flavour: str | None
) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, title, size=16, font="china-s")
        put(page, 43, 118, "口味/规格", font="china-s")
        for place, size in enumerate(("90g", "250g", "1kg")):
            put(page, XS[place + 1] + 6, 118, size)
        for row, head in enumerate(("鸭肉洁齿骨", "牛肉洁齿骨", "奶酪洁齿骨")):
            y = 136 + 34 * row
            put(page, 43, y + 20, head, font="china-s")
            for place in range(3):
                put(page, XS[place + 1] + 6, y + 13, f"CB{row}K{place}7", size=7)
                put(page, XS[place + 1] + 6, y + 25, f"{place + 1}{row + 1}.{place}0", size=10, font="hebo")
        for y in (90, *(136 + 34 * row for row in range(4))):
            page.draw_line((XS[0], y), (XS[-1], y), width=0.6)
        for x in XS:
            page.draw_line((x, 90), (x, 136 + 34 * 3), width=0.6)

    first = skus_of(saved(tmp_path, draw))[0]

    assert (first["model"], first["name"], first["size"], first.get("口味")) == ("CB0K07", name, "90g", flavour)


@pytest.mark.parametrize(("codes", "told"), [(("KZ-{}", "KL-{}", "KS-{}"), "name"), (("KZ-{}-A", "KZ-{}-B", "KZ-{}-C"), "color")])
def test_heads_over_codes_that_begin_otherwise_in_each_column_name_the_goods(tmp_path: Path, codes: tuple[str, ...], told: str) -> None:
    heads = ("Kuplung", "Ellenbogen", "Verteiler")

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Fittings", size=16, font="hebo")
        rows = [
            (str(size), *(f"{code.format(size)}\n{place + 6}.{size % 90 + 10}" for place, code in enumerate(codes)))
            for size in (1216, 1418, 1620)
        ]
        table(page, (("Size", *heads), *rows), XS, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert len(found) == 9
    assert [sku[told] for sku in found[:3]] == list(heads)
    assert found[0]["name"] == ("Kuplung" if told == "name" else "Fittings")
