"""Pictures that show a group of products."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.geometry import Box
from pipeline.pictures.captioned import on_pictures
from pipeline.pictures.claims import GRID, Claim
from pipeline.records import Attribute, Evidence, PageResult, Sku
from tests.pipeline.catalogs import bound_pictures, draw, encoded, first_page, photo
from tests.pipeline.sheets import put, saved, skus_of, table

XS = (40.0, 70.0, 170.0, 330.0, 450.0)
GROUPS = (("RELAYS", 4), ("SOCKETS", 3), ("TIMERS", 5))
HEADER = ("Range", "Code", "Description", "Price (USD)")


def _grouped(page: pymupdf.Page) -> None:
    """Rows in a full grid; the paint over the first column of each group hides its lines, and the group's name runs up its middle."""
    y = 100.0
    for x, text in zip(XS, HEADER, strict=False):
        put(page, x + 2, y + 12, text, size=7)
    rows = [
        (f"{name[:2]}-{number}0{number}", f"{name.title()} type {number}", f"{number}.50")
        for name, count in GROUPS
        for number in range(1, count + 1)
    ]
    for number, row in enumerate(rows, start=1):
        for x, text in zip(XS[1:], row, strict=False):
            put(page, x + 3, y + 20 * number + 13, text)
    end = y + 20 * (len(rows) + 1)
    for number in range(len(rows) + 2):
        page.draw_line((XS[0], y + 20 * number), (XS[-1], y + 20 * number), width=0.5)
    for x in XS:
        page.draw_line((x, y), (x, end), width=0.5)
    top = y + 20
    for name, count in GROUPS:
        bottom = top + 20 * count
        page.draw_rect(pymupdf.Rect(XS[0], top, XS[1], bottom), color=None, fill=(0.98, 0.9, 0.85))
        width = pymupdf.get_text_length(name, fontname="helv", fontsize=9)
        put(page, 58, (top + bottom + width) / 2, name, turn=90)
        top = bottom


def test_a_text_across_the_lines_under_a_paint_holds_for_all_its_rows(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, _grouped))

    told = [sku.get("Range") or sku.get("Series") for sku in found]
    assert told == [name for name, count in GROUPS for _ in range(count)]


def _bound(page: PageResult) -> dict[str, Box]:
    boxes = {image.image_id: image.box for image in page.images}
    codes = {sku.sku_id: model.value for sku in page.skus if (model := sku.get("model")) is not None}
    return {codes[binding.sku_id]: boxes[binding.image_id] for binding in page.bindings if binding.rank == 1}


def test_a_picture_with_the_name_of_a_group_shows_its_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        _grouped(page)
        y = 370.0
        for place, (name, _) in enumerate(GROUPS):
            x = 60 + 160 * place
            page.insert_image(pymupdf.Rect(x, y, x + 100, y + 100), stream=encoded(photo(place)))
            put(page, x + 30, y + 116, name.title())

    bound = _bound(first_page(draw(tmp_path, drawing)))

    shown = {code: round((box.x0 - 60) / 160) for code, box in bound.items()}
    assert shown == {f"{name[:2]}-{n}0{n}": place for place, (name, count) in enumerate(GROUPS) for n in range(1, count + 1)}


@pytest.mark.parametrize("sides", [(0, 1), (1, 0)])
def test_the_picture_a_text_stands_around_shows_all_it_offers(tmp_path: Path, sides: tuple[int, int]) -> None:
    goods = (
        ("Round baskets", "RB-R20 (20 cm) CHF 8.90, RB-R25 (25 cm) CHF 10.60"),
        ("Long baskets", "RB-L28 (28 cm) CHF 11.40, RB-L35 (35 cm) CHF 13.20"),
    )

    def drawing(page: pymupdf.Page) -> None:
        for place, (title, text) in zip(sides, goods, strict=True):
            x = 40 + 280 * place
            put(page, x, 70, title, size=14, font="hebo")
            page.insert_image(pymupdf.Rect(x + 20, 80, x + 120, 180), stream=encoded(photo(place)))
            put(page, x, 200, "Woven by hand, in two sizes:")
            put(page, x, 212, text)
        rows = [(f"CL-{n}0", f"Linen cloth {n}", f"{n}.40") for n in range(4, 10)]
        for number, row in enumerate((("Code", "Description", "Price CHF"), *rows)):
            for x, cell in zip((40, 150, 400), row, strict=True):
                put(page, x, 280 + 18 * number, cell)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code: round((box.x0 - 60) / 280) for code, box in bound.items() if code.startswith("RB")} == {
        "RB-R20": sides[0], "RB-R25": sides[0], "RB-L28": sides[1], "RB-L35": sides[1]
    }  # fmt: skip


CLAMPS = (
    ("HK-104", "Pipe clamp light", "1.20"), ("HK-105", "Pipe clamp light", "1.45"), ("HK-106", "Pipe clamp light", "1.70"),
    ("SB-210", "Beam clamp", "3.10"), ("SB-220", "Beam clamp", "3.90"), ("WN-31", "Wall nut", "0.25"), ("WN-32", "Wall nut", "0.31"),
)  # fmt: skip


@pytest.mark.parametrize("captions", [("HK", "SB / WN"), ("Pipe", "Beam, Nut")], ids=["openings of codes", "words of names"])
def test_pictures_over_a_table_show_the_rows_whose_names_or_codes_have_the_words_under_them(
    tmp_path: Path, captions: tuple[str, str]
) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for place, caption in enumerate(captions):
            x = 60 + 160 * place
            page.insert_image(pymupdf.Rect(x, 90, x + 100, 190), stream=encoded(photo(place)))
            put(page, x + 30, 206, caption)
        for number, row in enumerate((("Code", "Description", "Price EUR"), *CLAMPS)):
            for x, cell in zip((40, 150, 400), row, strict=True):
                put(page, x, 240 + 18 * number, cell)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code: round((box.x0 - 60) / 160) for code, box in bound.items()} == {code: int(code[:2] != "HK") for code, _, _ in CLAMPS}


def _matrix(page: pymupdf.Page, y: float, letters: str) -> list[str]:
    rows = [
        ("Size", "Red", "Blue", "Green", "Price EUR"),
        *((f"{n}0 cm", *(f"{letters}{n}0-{tail}" for tail in ("RD", "BU", "GN")), f"{n}.80") for n in (2, 3, 4)),
    ]
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            box = pymupdf.Rect(40 + 100 * column, y + 20 * number, 140 + 100 * column, y + 20 * (number + 1))
            page.draw_rect(box, width=0.6)
            put(page, box.x0 + 6, box.y0 + 14, text)
    return [code for row in rows[1:] for code in row[1:4]]


def test_the_picture_between_a_title_and_its_matrix_shows_all_of_it_and_not_those_in_cards_under_it(tmp_path: Path) -> None:
    codes: list[str] = []

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Garden bucket", size=18, font="hebo")
        page.insert_image(pymupdf.Rect(40, 80, 150, 190), stream=encoded(photo(7)))
        codes.extend(_matrix(page, 210, "GB"))
        for place, (code, name, price) in enumerate((("TR-11", "Trowel", "$4.10"), ("HO-12", "Hose", "$9.20"), ("RA-13", "Rake", "$7.60"))):
            x = 40 + 180 * place
            page.draw_rect(pymupdf.Rect(x, 330, x + 160, 520), width=0.8)
            page.insert_image(pymupdf.Rect(x + 25, 340, x + 135, 450), stream=encoded(photo(place)))
            for row, text in enumerate((name, code, price)):
                put(page, x + 25, 466 + 14 * row, text)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code for code, box in bound.items() if box.y1 < 200} == set(codes)


def test_a_drawing_under_a_matrix_does_not_replace_the_picture_at_its_title(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, title in enumerate(("Folding crate", "Nesting crate")):
            top = 60 + 250 * block
            page.insert_image(pymupdf.Rect(60, top, 160, top + 100), stream=encoded(photo(block)))
            put(page, 200, top + 20, title, size=15, font="hebo")
            _matrix(page, top + 115, title[:2].upper())
        page.insert_image(pymupdf.Rect(60, 540, 210, 600), stream=encoded(photo(12, 300, 120)))

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code[:2]: round(box.y0) for code, box in bound.items()} == {"FO": 60, "NE": 310}
    assert len({(code[:2], box) for code, box in bound.items()}) == 2


def test_a_picture_over_the_heads_of_rows_shows_the_matrix_whose_title_stands_far_right_of_it(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for block, title in enumerate(("Folding crate", "Nesting crate")):
            top = 60 + 250 * block
            page.insert_image(pymupdf.Rect(42, top, 87, top + 45), stream=encoded(photo(block)))
            put(page, 160, top + 27, title, size=12, font="hebo")
            put(page, 42, top + 58, "Material: Beech")
            _matrix(page, top + 65, title[:2].upper())

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code[:2]: round(box.y0) for code, box in bound.items()} == {"FO": 60, "NE": 310}
    assert len(bound) == 2 * len({code[2:] for code in bound})


def test_a_row_over_the_head_of_the_picture_of_its_block_shares_it(tmp_path: Path) -> None:
    rows = (("Code", "Description", "Price EUR"), *((f"FU-{n}0{n}", f"Fuse {n} A", f"{n}.40") for n in range(1, 7)))

    def drawing(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(40, 132, 110, 202), stream=encoded(photo(1)))
        page.insert_image(pymupdf.Rect(40, 330, 110, 400), stream=encoded(photo(2)))
        for number, row in enumerate(rows):
            for x, cell in zip((130, 240, 440), row, strict=True):
                put(page, x, 100 + 21 * number, cell)
        for number, row in enumerate((("RE-11", "Relay 12 V", "6.10"), ("RE-12", "Relay 24 V", "6.90"))):
            for x, cell in zip((130, 240, 440), row, strict=True):
                put(page, x, 355 + 21 * number, cell)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {round(bound[row[0]].y0) for row in rows[1:]} == {132}


def _named(name: str, box: Box) -> Sku:
    evidence = Evidence(1, box, name, 0.9)
    return Sku(1, box.expanded(60.0), (Attribute("name", name, evidence),), method="card")


def test_a_name_that_stands_on_a_picture_names_what_it_shows_where_nothing_else_does() -> None:
    pictures = [Box(0, 60, 595, 360), Box(42, 540, 138, 636)]
    table, chair = _named("Varden table", Box(50, 320, 180, 344)), _named("Elm chair", Box(42, 645, 90, 655))
    under = Claim(1, 1, GRID, 0.9)

    assert [(claim.sku, claim.picture) for claim in on_pictures([table, chair], pictures, [under])] == [(0, 0)]
    assert on_pictures([table, _named("Elm bench", Box(300, 320, 380, 344))], pictures, []) == []
    assert on_pictures([table, chair], pictures, [Claim(1, 0, GRID, 0.9)]) == []


def test_a_cell_that_rows_share_does_not_move_the_first_of_them_to_another_picture(tmp_path: Path) -> None:
    goods = [(f"PN-{n}0", f"Pan {n}", f"{n}8 cm", f"{n}4.50") for n in range(1, 6)]

    def drawing(page: pymupdf.Page) -> None:
        xs, top, pitch = (40, 110, 210, 290, 390, 470, 555), 120.0, 60.0
        for x, text in zip(xs, ("Series", "Picture", "Code", "Name", "Size", "Price EUR"), strict=False):
            put(page, x + 4, top - 8, text)
        put(page, 44, top + 2.5 * pitch + 3, "Castor", font="hebo")
        for number, row in enumerate(goods):
            y = top + pitch * number
            page.insert_image(pymupdf.Rect(120, y + 8, 200, y + 52), stream=encoded(photo(number, 300, 165)))
            for x, text in zip(xs[2:], row, strict=False):
                put(page, x + 4, y + 33, text)
            page.draw_line((110 if number else 40, y), (555, y), width=0.6)
        for x in xs:
            page.draw_line((x, top - 24), (x, top + 5 * pitch), width=0.6)
        for y in (top - 24, top + 5 * pitch):
            page.draw_line((40, y), (555, y), width=0.6)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code: round((box.y0 - 128) / 60) for code, box in bound.items()} == {row[0]: number for number, row in enumerate(goods)}


def test_formats_in_columns_have_the_colour_and_the_picture_over_their_column(tmp_path: Path) -> None:
    colours = (("White", "WH"), ("Sand", "SA"), ("Grey", "GR"), ("Black", "BL"))
    formats = (("60x120 cm", "612", "Natural", "38.50"), ("60x60 cm", "606", "Natural", "31.90"), ("30x60 cm", "306", "Polished", "29.80"))

    def drawing(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(0, 0, 595, 240), stream=encoded(photo(9, 600, 240)), keep_proportion=False)
        put(page, 40, 280, "MARLSTONE", size=28)
        put(page, 40, 300, "Porcelain stoneware - rectified - 9 mm")
        for column, (colour, letters) in enumerate(colours):
            x = 40 + 132 * column
            page.insert_image(pymupdf.Rect(x, 330, x + 120, 450), stream=encoded(photo(column)))
            put(page, x, 468, colour, size=12)
            for row, (size, code, finish, price) in enumerate(formats):
                y = 500 + 46 * row
                put(page, x, y, size, font="hebo")
                put(page, x, y + 13, f"MS{code}{letters}", size=8)
                put(page, x + 120 - pymupdf.get_text_length(finish, fontsize=8), y, finish, size=8)
                # Dearer from colour to colour: the next column is nearer than its own.
                cost = f"${column + 1}{price}"
                put(page, x + 120 - pymupdf.get_text_length(cost, fontname="hebo", fontsize=9), y + 13, cost, font="hebo")

    page = first_page(draw(tmp_path, drawing))

    told = {sku.get("model").value: sku for sku in page.skus}  # type: ignore[union-attr]
    assert len(told) == len(colours) * len(formats)
    bound = _bound(page)
    for column, (colour, letters) in enumerate(colours):
        for _, code, _, price in formats:
            sku = told[f"MS{code}{letters}"]
            assert sku.get("color").value == colour  # type: ignore[union-attr]
            assert sku.get("price").price.amount == f"{column + 1}{price}"  # type: ignore[union-attr]
            assert bound[f"MS{code}{letters}"].iou(Box(40 + 132 * column, 330, 160 + 132 * column, 450)) > 0.9


def test_a_picture_at_the_heading_shows_all_sections_up_to_one_with_its_own(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.insert_text((40, 60), "Circuit breakers 6 kA", fontsize=16, fontname="hebo")
        page.insert_text((40, 76), "Clamps on both sides, can be sealed, 68 mm deep.", fontsize=9)
        page.insert_image(pymupdf.Rect(430, 70, 490, 130), stream=encoded(photo(1)))
        page.insert_image(pymupdf.Rect(450, 490, 510, 550), stream=encoded(photo(2)))
        for place, title in enumerate(("Curve B", "Curve C", "Earth leakage switches")):
            y = 150 + 165 * place
            page.insert_text((40, y), title, fontsize=11, fontname="hebo")
            rows = [("Art. no.", "Current", "EUR"), *((f"L{place}-{n}10", f"{n}6 A", f"{n}8.50") for n in range(1, 7))]
            table(page, rows, (40, 200, 330 + 70 * (place < 2), 440), y=y + 6, ruled=True)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: [round(box.y0) for box in boxes] for code, boxes in bound.items()} == {
        f"L{place}-{n}10": [490 if place == 2 else 70] for place in range(3) for n in range(1, 7)
    }
