"""Rows that list facts in one order, card after card."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.records import Sku
from pipeline.stages.extract import extract_page
from tests.pipeline.catalogs import draw, encoded, first_page, photo
from tests.pipeline.drawn import GOODS, Sheet, values


def _cards(*rows: tuple[str, ...]) -> object:
    """Two rows of cards, each a picture with these rows under it."""

    def page_of(page: pymupdf.Page) -> None:
        for place, texts in enumerate(rows):
            x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230
            page.insert_image(pymupdf.Rect(x, y, x + 120, y + 120), stream=encoded(photo(place)))
            page.insert_text((x, y + 136), texts[0], fontsize=11, fontname="hebo")
            for number, text in enumerate(texts[1:], start=1):
                page.insert_text((x, y + 136 + 13 * number), text, fontsize=9)

    return page_of


def _values(skus: tuple[Sku, ...], key: str) -> list[str | None]:
    return [found.value if (found := sku.get(key)) else None for sku in skus]


@pytest.mark.parametrize("sign", [" / ", " | ", " – "])
def test_parts_of_alike_rows_are_told_apart(tmp_path: Path, sign: str) -> None:
    goods = [
        ("Day cream", "BL-C101", "120 g"),
        ("Night cream", "BL-C102", "50 ml"),
        ("Toner", "BL-T103", "150 ml"),
        ("Serum", "BL-S104", "30 ml"),
    ]
    page = first_page(draw(tmp_path, _cards(*((name, f"{code}{sign}{size}", "$ 12.00") for name, code, size in goods))))  # type: ignore[arg-type]

    assert _values(page.skus, "model") == [code for _, code, _ in goods]
    assert _values(page.skus, "size") == [size for _, _, size in goods]


def test_what_most_rows_tell_at_a_place_all_tell(tmp_path: Path) -> None:
    goods = [("Tote", "Cotton", "Black"), ("Duffel", "Leather", "Brown"), ("Pouch", "Quonset twill", "Red"), ("Sling", "Nylon", "Grey")]
    page = first_page(draw(tmp_path, _cards(*((name, f"{stuff}, {colour}", "$ 31.00") for name, stuff, colour in goods))))  # type: ignore[arg-type]

    assert _values(page.skus, "material") == [stuff for _, stuff, _ in goods]
    assert _values(page.skus, "color") == [colour for _, _, colour in goods]


def test_names_with_a_comma_stay_whole(tmp_path: Path) -> None:
    names = ["Lamp, small", "Lamp, medium", "Lamp, large", "Shade, round"]
    page = first_page(draw(tmp_path, _cards(*((name, f"LM-{place}201", "$ 12.00") for place, name in enumerate(names, start=1)))))  # type: ignore[arg-type]

    assert _values(page.skus, "name") == names


def test_a_word_before_a_struck_price_is_no_name(tmp_path: Path) -> None:
    goods = [
        ("Tape gun", "TG-201", "$52.00", "$41.60"),
        ("Box cutter", "BC-102", "$34.00", "$27.25"),
        ("Scale", "PS-750", "$9.90", "$8.40"),
    ]

    def page_of(page: pymupdf.Page) -> None:
        _cards(*((name, code) for name, code, _, _ in goods))(page)  # type: ignore[operator]
        for place, (_, _, old, new) in enumerate(goods):
            x, y = 50 + place * 175, 90 + 136 + 44
            page.insert_text((x, y), f"Was {old}", fontsize=9)
            page.draw_line((x + 19, y - 3), (x + 50, y - 3), width=0.6)
            page.insert_text((x, y + 13), f"Now {new}", fontsize=11, fontname="hebo")

    page = first_page(draw(tmp_path, page_of))

    assert _values(page.skus, "name") == [name for name, *_ in goods]
    assert [sku.get("price").price.amount for sku in page.skus] == ["41.60", "27.25", "8.40"]  # type: ignore[union-attr]


@pytest.mark.parametrize("row", ["Art. {} Size {}", "Réf. {} Dimensions {}", "Ref. {}  Size {}"])
def test_labels_without_colons_in_one_row_have_a_value_each(tmp_path: Path, row: str) -> None:
    goods = [("Side table", "TB-410", "40 x 40 cm"), ("Stool", "ST-122", "30 x 45 cm"), ("Shelf", "SH-730", "80 x 20 cm")]
    page = first_page(draw(tmp_path, _cards(*((name, row.format(code, size), "$ 31.00") for name, code, size in goods))))  # type: ignore[arg-type]

    assert _values(page.skus, "model") == [code for _, code, _ in goods]
    assert _values(page.skus, "size") == [size for _, _, size in goods]


def test_facts_behind_a_code_are_parted_by_wide_spaces(tmp_path: Path) -> None:
    goods = [
        ("Scarf", "SC-401", "30 x 180 cm", "wool"),
        ("Shawl", "SC-402", "70 x 200 cm", "linen"),
        ("Throw", "SC-403", "90 cm", "cotton"),
    ]
    rows = ((name, f"{code}   {size}   {stuff}", "$ 31.00") for name, code, size, stuff in goods)
    page = first_page(draw(tmp_path, _cards(*rows)))  # type: ignore[arg-type]

    assert _values(page.skus, "model") == [code for _, code, _, _ in goods]
    assert _values(page.skus, "size") == [size for _, _, size, _ in goods]
    assert _values(page.skus, "material") == [stuff for _, _, _, stuff in goods]


@pytest.mark.parametrize(("step", "edge"), [(170, 0), (130, 60)], ids=["apart", "at both edges of touching cards"])
def test_rows_of_codes_and_names_under_rows_of_pictures_are_captions(tmp_path: Path, step: int, edge: int) -> None:
    names = ("Alder", "Basalt", "Chalk", "Dune", "Ember", "Fjord", "Grove", "Heath", "Inlet")

    def page_of(page: pymupdf.Page) -> None:
        for place, name in enumerate(names):
            x, y = 50 + (place % 3) * step, 60 + (place // 3) * 252
            page.insert_image(pymupdf.Rect(x, y, x + 120, y + 200), stream=encoded(photo(place)), keep_proportion=False)
            page.insert_text((x, y + 215), f"QT-{310 + place}", fontsize=9)
            page.insert_text((x + 120 - pymupdf.get_text_length(name, fontsize=9) if edge else x + 50, y + 215), name, fontsize=9)

    page = first_page(draw(tmp_path, page_of))

    assert _values(page.skus, "name") == list(names)
    assert _values(page.skus, "model") == [f"QT-{310 + place}" for place in range(len(names))]
    assert page.page_class.page_type == "B"


def test_captions_at_the_foot_of_a_page_are_set_as_those_further_up(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place in range(6):
            x, y = 60 + (place % 2) * 240, 60 + (place // 2) * 260
            page.insert_image(pymupdf.Rect(x, y, x + 200, y + 210), stream=encoded(photo(place)), keep_proportion=False)
            page.insert_text((x, y + 224), f"QT-{310 + place}   Tile {'ABCDEF'[place]}", fontsize=9)
        page.insert_text((60, 825), "Quarry & Sons, 12 Dock Road", fontsize=9)

    page = first_page(draw(tmp_path, page_of))

    assert _values(page.skus, "model") == [f"QT-{310 + place}" for place in range(6)]


def test_a_point_that_abbreviates_a_label_does_not_end_it(tmp_path: Path) -> None:
    codes = ("KT7100-N", "KT7109-N", "KT7118-N", "KT7127-N")
    sheet = Sheet()
    for place, (name, code) in enumerate(zip(("Paper kite", "Foot ball", "Tin truck", "Rag doll"), codes, strict=True)):
        x, y = 40 + 270 * (place % 2), 80 + 230 * (place // 2)
        sheet.picture(x, y, x + 100, y + 110).text(x + 115, y + 20, name, size=13)
        # The Chinese font of the pen has spaces as wide as letters.
        for row, (wide, narrow) in enumerate((("货号", f"No. {code}"), ("规格", "Size 22 x 11 x 13 cm"), ("年龄", "Age 3+"))):
            sheet.text(x + 115, y + 40 + 13 * row, wide, size=9).text(x + 136, y + 40 + 13 * row, narrow, size=9)
        sheet.text(x + 115, y + 80, "US$2.40")

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == list(codes)


@pytest.mark.parametrize("sign", [" · ", " | ", " / "])
def test_rows_that_list_colours_are_told_by_their_neighbours_and_stay_whole(tmp_path: Path, sign: str) -> None:
    colours = [("Black", "White"), ("Skye", "Navy", "Grey"), ("Red", "Ginkgo"), ("Blue", "Green", "Cream"), ("Yondo", "Brown")]
    lists = [sign.join(names) for names in colours]
    goods = zip(("Apron", "Mitt", "Napkin", "Runner", "Towel"), lists, strict=True)
    page = first_page(draw(tmp_path, _cards(*((name, text, "$ 31.00") for name, text in goods))))  # type: ignore[arg-type]

    assert _values(page.skus, "color") == lists


@pytest.mark.parametrize("sign", [" · ", ", "])
def test_a_material_before_a_list_of_colours_is_none_of_them(tmp_path: Path, sign: str) -> None:
    sheet = Sheet()
    told = (("Cotton", "Grey"), ("Stoneware", "Beige / White"), ("Linen", "Red / Black"), ("Steel", "Green"), ("Wool", "Navy / Grey"))
    for place, ((made_of, colours), (name, code, price)) in enumerate(zip(told, GOODS, strict=False)):
        x = 20 + place * 112
        sheet.picture(x, 60, x + 100, 150).text(x, 166, name, bold=True, size=10)
        sheet.lines(x, 180, code, f"{made_of}{sign}{colours}", price, size=7)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["material"], sku["color"]) for sku in found] == list(told)


def test_captions_printed_on_pictures_side_by_side_are_no_table_though_they_sound_like_labels(tmp_path: Path) -> None:
    goods = (("车载移动电源", "PB-20K", "￥86"), ("磁吸移动电源", "PB-10M", "￥72"), ("桌面充电器", "CH-65G", "￥59"))
    sheet = Sheet().text(40, 50, "秋季热卖", size=18)
    for place, (name, code, price) in enumerate(goods):
        x = 40 + 175 * place
        sheet.picture(x, 80, x + 165, 308).fill(x, 264, x + 165, 308, (0.9, 0.9, 0.9))
        sheet.text(x + 8, 282, name, size=10).text(x + 8, 299, code, size=8).text(x + 120, 299, price, size=14)

    found = [values(sku) for sku in extract_page(sheet.content(tmp_path), Context())[0]]

    assert [(sku["name"], sku["model"], sku["price"]) for sku in found] == [(name, code, f"{price[1:]} CNY") for name, code, price in goods]


@pytest.mark.parametrize("lead", ["#", "Item ", "No. "])
def test_a_code_and_a_size_need_no_space_to_part_them(tmp_path: Path, lead: str) -> None:
    goods = [
        ("Peppers", "30117", "6/#10 can"),
        ("Salmon", "30122", "10 lb case"),
        ("Cheddar", "30125", "2/10 lb"),
        ("Rice", "30138", "40 lb bag"),
        ("Kale", "30140", "24 ct"),
    ]
    page = first_page(draw(tmp_path, _cards(*((name, f"{lead}{code} {size}", "$ 44.90") for name, code, size in goods))))  # type: ignore[arg-type]

    assert _values(page.skus, "model") == [code for _, code, _ in goods]
    assert _values(page.skus, "size") == [size for _, _, size in goods]
