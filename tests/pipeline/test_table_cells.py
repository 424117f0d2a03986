"""Cells of several lines set to the middle of their rows, where nothing is drawn between them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.drawn import customs
from tests.pipeline.sheets import XS, put, reading_of, saved, skus_of, table

LEADING = 11.0
NAMES = (
    ("Wall clock of brass", "with a silent hand"),
    ("Tea table with a", "round glass top"),
    ("Plant stand for", "three pots, low", "form without feet"),
    ("Oak bench with a", "woven seat"),
)
GROUPED = (("Round head bolt", "with a collar"), ("Flat washer", "for wood"))


def _head(page: pymupdf.Page) -> None:
    for x, text in zip(XS, ("Item No.", "Description", "Dimensions (cm)", "Price (USD)"), strict=False):
        put(page, x + 3, 112, text, font="hebo")


def test_cells_without_a_gap_stand_around_the_middle_of_their_rows(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        _head(page)
        y = 132.0
        for number, lines in enumerate(NAMES, start=1):
            for place, line in enumerate(lines):
                put(page, XS[1] + 3, y + place * LEADING, line)
            middle = y + (len(lines) - 1) * LEADING / 2
            for x, text in ((XS[0], f"AB-10{number}"), (XS[2], "60x60"), (XS[3], f"{number}9.00")):
                put(page, x + 3, middle, text)
            y += len(lines) * LEADING

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [" ".join(lines) for lines in NAMES]


def test_a_cell_set_across_stripes_names_all_its_rows(tmp_path: Path) -> None:
    pitch = 13.0

    def draw(page: pymupdf.Page) -> None:
        _head(page)
        for number in range(1, 7):
            y = 118 + pitch * (number - 1)
            if number % 2:
                page.draw_rect(pymupdf.Rect(XS[0], y, XS[4], y + pitch), fill=(0.93, 0.93, 0.93), color=None)
            for x, text in ((XS[0], f"AB-10{number}"), (XS[2], f"{number}0x60"), (XS[3], f"{number}9.00")):
                put(page, x + 3, y + 10, text)
        for group, lines in enumerate(GROUPED):
            # Cells of one line are set to the foot of their rows, those across rows to the middle.
            middle = 118 + pitch * (3 * group + 1) + 7
            for place, line in enumerate(lines):
                put(page, XS[1] + 3, middle + (place - 0.5) * LEADING, line)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [" ".join(lines) for lines in GROUPED for _ in range(3)]


def test_lines_under_the_names_of_a_list_tell_code_size_and_material(tmp_path: Path) -> None:
    goods = [
        ("Bread basket", "BB-210", "30 x 20 cm", "wicker"),
        ("Fruit bowl", "FB-118", "28 cm", "oak"),
        ("Tray", "TR-330", "40 x 30 cm", "steel"),
    ]

    def page(sheet: pymupdf.Page) -> None:
        for top, title in ((78, "TABLE"), (190, "KITCHEN")):
            sheet.draw_rect(pymupdf.Rect(40, top, 285, top + 16), color=None, fill=(0.7, 0.8, 0.9))
            put(sheet, 46, top + 11, title, font="hebo", size=7.5)
        for place, (name, code, size, stuff) in enumerate(goods):
            y = 110 + 26 * place
            put(sheet, 40, y, name, font="hebo")
            put(sheet, 260, y, f"{19 + place}.00", font="hebo")
            put(sheet, 40, y + 10, f"{code}   {size}   {stuff}", size=7)
            sheet.draw_line((40, y + 14), (285, y + 14), width=0.3)
        put(sheet, 40, 220, "Rolling pin", font="hebo")
        put(sheet, 260, 220, "12.00", font="hebo")
        put(sheet, 40, 230, "RP-101   45 cm   beech", size=7)

    found = skus_of(saved(tmp_path, page))

    told = [(sku["model"], sku["name"], sku["size"], sku["material"], sku["price"]) for sku in found]
    assert told == [
        *((code, name, size, stuff, f"{19 + place}.00") for place, (name, code, size, stuff) in enumerate(goods)),
        ("RP-101", "Rolling pin", "45 cm", "beech", "12.00"),
    ]


def test_captions_far_apart_with_their_prices_beside_them_are_no_table(tmp_path: Path) -> None:
    goods = [("Desk lamp", "LA-101 | 45 cm"), ("Floor lamp", "LA-102 | 150 cm"), ("Wall lamp", "LA-103 | 20 cm")]

    def page(sheet: pymupdf.Page) -> None:
        for place, (name, told) in enumerate(goods):
            put(sheet, 200, 110 + 80 * place, name, size=12)
            put(sheet, 200, 126 + 80 * place, told)
            put(sheet, 480, 110 + 80 * place, f"$ {40 + place}", size=12)

    assert skus_of(saved(tmp_path, page)) == []


def test_a_material_that_closes_a_name_is_told_where_its_word_can_be_nothing_else(tmp_path: Path) -> None:
    names = {"Cord ring EPDM": "EPDM", "Hose nipple brass/steel": "brass/steel", "Lamp LED": "", "Garden chair oak": "", "Gasket sheet": ""}
    rows = (("Code", "Description", "Price"), *((f"KD-{n}0{n}", name, f"£{n}.15") for n, name in enumerate(names, start=2)))

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40.0, 150.0, 330.0, 440.0), ruled=True) and None))

    assert {sku["name"]: sku.get("material", "") for sku in found} == names


def test_a_dash_tells_nothing_and_a_large_sign_leads_to_a_note(tmp_path: Path) -> None:
    rows = (
        ("Code", "Description", "Voltage", "Price"),
        ("SV-20", "Solenoid valve §", "24 V", "$17.50"),
        ("SV-25", "Pressure reducer", "-", "$21.30"),
        ("SV-40", "Tap timer", "n/a", "$26.10"),
    )

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None))

    assert [sku.get("Voltage") for sku in found] == ["24 V", None, None]
    assert found[0]["name"] == "Solenoid valve"


@pytest.mark.parametrize("has_head", [True, False])
def test_names_around_the_height_of_the_first_rows_belong_to_them(tmp_path: Path, has_head: bool) -> None:
    names = [("Carbon racket for", "badminton players"), ("Steel racket for", "beginners"), *((f"Racket {n}",) for n in range(3, 9))]

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Prices in EUR", size=8)
        if has_head:
            for x, label in zip((40, 110, 300), ("Code", "Article", "EUR"), strict=True):
                put(page, x, 90, label, size=8, font="hebo")
            page.draw_rect(pymupdf.Rect(36, 100, 350, 126), color=None, fill=(0.9, 0.75, 0.2))
            put(page, 40, 117, "Rackets for badminton", size=11, font="hebo")
        y = 150.0
        for number, lines in enumerate(names):
            for place, line in enumerate(lines):
                put(page, 110, y + 13 * (place - (len(lines) - 1) / 2), line, size=11)
            put(page, 40, y, f"A31{number}-22", size=11)
            put(page, 316, y, f"{number + 2}.40", size=11)
            y += 38

    found = skus_of(saved(tmp_path, drawing))

    assert [(sku["model"], sku["name"]) for sku in found] == [(f"A31{n}-22", " ".join(lines)) for n, lines in enumerate(names)]


def test_labels_over_their_columns_head_rows_that_begin_elsewhere(tmp_path: Path) -> None:
    rows = [(f"KF19{n}4B", "Oil Filter", f"Audi A{n} 2.0", f"{n}2") for n in range(1, 9)]

    def drawing(page: pymupdf.Page) -> None:
        for x, label in zip((40, 120, 240, 380), ("Part No.", "Description", "Application", "Pack"), strict=True):
            put(page, x, 90, label, size=12, font="hebo")
        put(page, 47, 112, "OIL FILTERS FOR CARS", size=11, font="hebo")
        for number, row in enumerate(rows):
            for x, cell in zip((47, 128, 247, 386, 450), (*row, f"{number + 2}.44"), strict=True):
                put(page, x, 140 + 24 * number, cell)

    found = reading_of(saved(tmp_path, drawing)).skus

    assert [(customs(sku)["Application"], customs(sku)["Pack"]) for sku in found] == [row[2:] for row in rows]


@pytest.mark.parametrize("pointer", ["NEW", "Neu!", "+", "★"])
@pytest.mark.parametrize("place", ["before", "behind", "under"])
def test_what_points_at_a_code_is_no_part_of_it(tmp_path: Path, pointer: str, place: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number, (code, name) in enumerate((("AB-1001", "Oak bench"), ("AB-1002", "Wall clock"), ("AB-1003", "Tea table"))):
            y = 130 + 26 * number
            for x, text in zip((XS[0] + 22, XS[1] + 20, XS[3]), (code, name, f"{number + 2}4.50"), strict=True):
                put(page, x + 3, y, text)
        x, y = {"before": (XS[0] - 3, 156), "behind": (XS[0] + 64, 156), "under": (XS[0] + 30, 166)}[place]
        page.insert_text((x, y), pointer, fontsize=7, fontname="china-s", color=(0.8, 0.1, 0.1))
        for x, text in zip((XS[0] + 22, XS[1] + 20, XS[3]), ("Item No.", "Description", "Price (USD)"), strict=True):
            put(page, x + 3, 104, text, font="hebo")
        for y in (90, *(112 + 26 * row for row in range(4))):
            page.draw_line((XS[0] - 6, y), (XS[4], y), width=0.5)
        for x in (XS[0] - 6, XS[1], XS[3] - 4, XS[4]):
            page.draw_line((x, 90), (x, 190), width=0.5)

    assert [sku["model"] for sku in skus_of(saved(tmp_path, draw))] == ["AB-1001", "AB-1002", "AB-1003"]
