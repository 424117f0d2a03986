"""Dots of colour with their names behind them: the colours that one product comes in."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, values
from tests.pipeline.sheets import put, saved, skus_of, table

COLOURS = (("Black", "Sand"), ("Olive", "Petrel"), ("White", "Grey", "Blue"))


def _dotted(sheet: Sheet, x: float, y: float, names: tuple[str, ...]) -> None:
    for name in names:
        sheet.disc(x + 5, y - 3, 5).text(x + 14, y, name, size=7.5)
        x += 24 + 4.2 * len(name)


def test_names_behind_dots_side_by_side_are_one_list_of_colours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), colours) in enumerate(zip(GOODS, COLOURS, strict=False)):
        x = 40 + 175 * place
        sheet.frame(x, 80, x + 160, 300).picture(x + 20, 90, x + 140, 210)
        sheet.text(x + 10, 226, name, size=11).text(x + 10, 240, code, size=8)
        _dotted(sheet, x + 10, 256, colours)
        sheet.text(x + 10, 276, price, size=12)

    found = by_name(sheet.read(tmp_path))

    # No dictionary has the last name of the second card: the dot before it and the colour beside it tell what it is.
    assert [found[name]["color"] for name, _, _ in GOODS[:3]] == ["Black / Sand", "Olive / Petrel", "White / Grey / Blue"]


@pytest.mark.parametrize("is_over", [True, False])
def test_a_word_for_colours_before_the_dots_names_nothing(tmp_path: Path, is_over: bool) -> None:
    sheet = Sheet().picture(40, 80, 280, 360).text(300, 100, "Orla Reading Lamp", size=24).text(300, 122, "OR-210", size=9)
    sheet.text(300, 200, "Colours", size=8)
    _dotted(sheet, *((300, 214) if is_over else (338, 200)), ("Black", "Sand", "Petrel", "White"))
    sheet.text(300, 250, "$149.00", size=20)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": "OR-210", "name": "Orla Reading Lamp", "color": "Black / Sand / Petrel / White", "price": "149.00 USD"}
    ]


def test_sheets_of_goods_are_priced_for_one_of_them(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        y = 80 + 170 * place
        sheet.picture(40, y, 160, y + 120).text(175, y + 14, name, size=14)
        sheet.lines(175, y + 34, f"Ref. {code}", "Size: 30 x 30 cm", size=8)
        sheet.text(175, y + 86, price, size=14).text(175, y + 102, "per sheet", size=7)

    found = by_name(sheet.read(tmp_path))

    assert list(found) == [name for name, _, _ in GOODS[:4]]
    assert all("price" in product and "model" in product for product in found.values())


def test_names_behind_dots_begin_no_columns_and_those_of_a_page_vouch_for_each_other(tmp_path: Path) -> None:
    colours = (("Black", "White"), ("Quill", "Petrel"), ("Green", "Grey"), ("Marl", "Brown"))
    # The second name stands right over the word behind this one.
    before = pymupdf.get_text_length("Trade $94 / ", fontsize=8)
    sheet = Sheet()
    for place, ((name, code, _), (first, second)) in enumerate(zip(GOODS, colours, strict=False)):
        x = 40 + 135 * place
        sheet.picture(x, 80, x + 120, 200).text(x, 216, name, size=11).text(x, 228, code, size=7)
        sheet.disc(x + 4, 239.5, 3.5).text(x + 9, 242, first, size=7.5)
        sheet.disc(x + before - 5, 239.5, 3.5).text(x + before, 242, second, size=7.5)
        sheet.text(x, 254, "Trade $94 / Retail $218", size=7.8)

    found = by_name(sheet.read(tmp_path))

    assert [found[name].get("color") for name, _, _ in GOODS[:4]] == [" / ".join(own) for own in colours]
    assert [found[name].get("price") for name, _, _ in GOODS[:4]] == ["94 USD"] * 4


def test_names_behind_dots_under_each_other_are_one_list_of_colours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), colours) in enumerate(zip(GOODS, COLOURS, strict=False)):
        x = 40 + 175 * place
        sheet.frame(x, 80, x + 160, 320).picture(x + 20, 90, x + 140, 190)
        sheet.text(x + 10, 206, name, size=11).text(x + 10, 220, code, size=8)
        for row, colour in enumerate(colours):
            sheet.fill(x + 10, 229 + 13 * row, x + 18, 237 + 13 * row, (0.4, 0.1 * row, 0.3)).text(x + 24, 236 + 13 * row, colour, size=7.5)
        sheet.text(x + 10, 300, price, size=12)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["color"] for name, _, _ in GOODS[:3]] == ["Black / Sand", "Olive / Petrel", "White / Grey / Blue"]


def test_dots_behind_a_label_over_a_table_are_the_colours_of_its_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, (name, colours) in enumerate((("Percale set", ("White", "Mist", "Clay")), ("Linen quilt", ("Natural", "Moss")))):
            y = 80 + 220 * block
            put(page, 40, y, name, size=14, font="hebo")
            put(page, 40, y + 20, "Colors:", font="hebo")
            for place, colour in enumerate(colours):
                x = 90 + 60 * place
                page.draw_rect(pymupdf.Rect(x, y + 12, x + 9, y + 21), fill=(0.5, 0.2 * place, 0.4))
                put(page, x + 14, y + 20, colour)
            rows = (
                ("Item #", "Size", "Wholesale $"),
                *((f"CP{block}-{n}", size, f"{n}2.00") for n, size in enumerate(("Twin", "Queen", "King"), 3)),
            )
            table(page, rows, (40, 180, 320, 460), y=y + 34)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["color"] for sku in found] == ["White / Mist / Clay"] * 3 + ["Natural / Moss"] * 3


def test_names_under_patches_side_by_side_are_one_list_of_colours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), colours) in enumerate(zip(GOODS, COLOURS, strict=False)):
        x = 40 + 175 * place
        sheet.frame(x, 80, x + 160, 300).picture(x + 20, 90, x + 140, 210)
        sheet.text(x + 10, 226, name, size=11).text(x + 10, 240, f"Code: {code}", size=8).text(x + 10, 288, price, size=12)
        for number, colour in enumerate(colours):
            sheet.fill(x + 10 + 38 * number, 248, x + 38 + 38 * number, 262, (0.2 + 0.3 * number, 0.5, 0.4))
            sheet.text(x + 12 + 38 * number, 272, colour, size=7)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["color"] for name, _, _ in GOODS[:3]] == ["Black / Sand", "Olive / Petrel", "White / Grey / Blue"]


def test_a_chart_of_patches_is_no_list_of_one_products_colours(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Fabrics", size=20)
    for row, colours in enumerate((("Black", "Sand", "Red"), ("Olive", "White", "Blue"), ("Grey", "Green", "Brown"))):
        for number, colour in enumerate(colours):
            x, y = 40 + 60 * number, 100 + 60 * row
            sheet.fill(x, y, x + 40, y + 30, (0.2 + 0.2 * number, 0.2 + 0.2 * row, 0.4)).text(x + 4, y + 40, colour, size=8)

    assert sheet.read(tmp_path).skus == ()


def test_one_dot_alone_is_told_by_those_of_its_neighbours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), colours) in enumerate(zip(GOODS, (("紺", "朱", "墨"), ("藤", "松葉"), ("朱",)), strict=False)):
        x = 40 + 175 * place
        sheet.picture(x + 20, 90, x + 140, 210).text(x + 10, 226, name, size=11).text(x + 10, 240, code, size=8)
        _dotted(sheet, x + 10, 256, colours)
        sheet.text(x + 10, 276, price, size=12)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["color"] for name, _, _ in GOODS[:3]] == ["紺 / 朱 / 墨", "藤 / 松葉", "朱"]
    assert all("material" not in product for product in found.values())
