"""Columns in groups: each row is sold in versions, every one with its own code and price."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table

XS = (40.0, 100.0, 150.0, 250.0, 330.0, 430.0, 510.0)
LABELS = ("", "L (mm)", "Order code", "Price EUR", "Order code", "Price EUR")
ROWS = [(f"DN {n}0", f"{30 + n}", f"BX4E0{n}0", f"{60 + n}.30", f"BX4N0{n}0", f"{74 + n}.80") for n in range(4, 9)]


def _centred(page: pymupdf.Page, left: float, right: float, y: float, text: str) -> None:
    put(page, (left + right - pymupdf.get_text_length(text, fontname="hebo", fontsize=9)) / 2, y, text, font="hebo")


@pytest.mark.parametrize("ruled", [True, False])
def test_every_version_is_a_product_of_its_own(tmp_path: Path, ruled: bool) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Wafer butterfly valve", size=16, font="hebo")
        _centred(page, 40, 100, 95, "Size")
        _centred(page, 150, 330, 95, "EPDM liner")
        _centred(page, 330, 510, 95, "NBR liner")
        table(page, [LABELS, *ROWS], XS, ruled=ruled)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert set(told) == {f"BX4{letter}0{n}0" for letter in "EN" for n in range(4, 9)}
    one, other = told["BX4E050"], told["BX4N050"]
    assert (one["name"], one["size"], one["price"], one["Variant"]) == ("Wafer butterfly valve", "DN 50", "65.30", "EPDM liner")
    assert (other["name"], other["size"], other["price"], other["Variant"]) == ("Wafer butterfly valve", "DN 50", "79.80", "NBR liner")


def test_codes_of_versions_may_stand_under_a_word_for_names_beside_sizes_that_look_like_codes(tmp_path: Path) -> None:
    labels = ("Size", "Load kg", "Item", "Price", "Item", "Price")
    rows = [(f"{n}5-622", f"{n}0", f"GVX{n}622W", f"€ {n}6.90", f"GVX{n}622F", f"€ {n}7.90") for n in range(2, 7)]

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "All-Road Tyre", size=16, font="hebo")
        _centred(page, 150, 330, 95, "Wire bead")
        _centred(page, 330, 510, 95, "Folding bead")
        table(page, [labels, *rows], XS, ruled=True)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert set(told) == {f"GVX{n}622{letter}" for letter in "WF" for n in range(2, 7)}
    one = told["GVX3622F"]
    assert (one["name"], one["size"], one["price"], one["Variant"]) == ("All-Road Tyre", "35-622", "37.90", "Folding bead")


def test_versions_that_their_own_labels_tell_apart(tmp_path: Path) -> None:
    labels = ("Bezeichnung", "Maße", "Art.-Nr. schwarz", "Preis schwarz EUR", "Art.-Nr. weiß", "Preis weiß EUR")
    rows = [(f"Haken Form {n}", f"{n}0 x 20 mm", f"HK{n}01", f"{n}.20", f"HK{n}02", f"{n}.90") for n in range(1, 6)]

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: table(page, [labels, *rows], XS, ruled=True)))}

    assert len(told) == 10
    assert (told["HK301"]["color"], told["HK301"]["price"]) == ("schwarz", "3.20")
    assert (told["HK302"]["color"], told["HK302"]["price"], told["HK302"]["name"]) == ("weiß", "3.90", "Haken Form 3")


def test_codes_that_stand_under_both_labels_are_one_product(tmp_path: Path) -> None:
    labels = ("Description", "Size", "Item No.", "Price EUR", "Item No.", "Price EUR")
    rows = [(f"Bench {n}", f"{n}0 x 20 cm", f"HK{n}01", f"{n}.20", f"HK{n}01", f"{n}.90") for n in range(1, 6)]

    found = skus_of(saved(tmp_path, lambda page: table(page, [labels, *rows], XS, ruled=True)))

    assert [sku["model"] for sku in found] == [f"HK{n}01" for n in range(1, 6)]


def test_two_different_labels_for_codes_are_no_versions(tmp_path: Path) -> None:
    labels = ("Pos.", "Order no.", "Article", "Price EUR")
    rows = [(f"{n}", f"P415{n}8", f"Garden pump {n}", f"{n}.20") for n in range(1, 6)]

    found = skus_of(saved(tmp_path, lambda page: table(page, [labels, *rows], (40, 80, 180, 350, 450), ruled=True)))

    assert [(sku["model"], sku["name"]) for sku in found] == [(f"P415{n}8", f"Garden pump {n}") for n in range(1, 6)]


def test_versions_at_one_price_are_told_apart_by_a_word_behind_their_label(tmp_path: Path) -> None:
    labels = ("Größe in cm", "Art.-Nr. H2", "Art.-Nr. H3", "Preis EUR")
    rows = [(f"{n}0 x 200", f"AR50{n}0-2", f"AR50{n}0-3", f"{n}49,00") for n in range(1, 6)]

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Matratze Alpenruh", size=16, font="hebo")
        table(page, [labels, *rows], (40, 140, 240, 340, 440), ruled=True)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert len(told) == 10
    assert (told["AR5030-3"]["Variant"], told["AR5030-3"]["price"]) == ("H3", "349.00")


def test_titles_over_groups_of_columns_need_no_borders_and_a_section_of_one_height_names_nothing(tmp_path: Path) -> None:
    xs = (40.0, 170.0, 260.0, 340.0, 430.0, 520.0)
    rows = [
        (f"{height} x 80 x {depth}", f"ST{n}{depth}", f"{n}4,50", f"EX{n}{depth}", f"{n}1,20")
        for n, (height, depth) in enumerate(((180, 30), (180, 40), (180, 50), (220, 30), (220, 40), (220, 50)), start=3)
    ]

    def page_of(page: pymupdf.Page) -> None:
        y = table(
            page,
            [("Höhe x Breite x Tiefe", "Starter bay", "", "Extension bay", ""), ("cm", "Item no.", "EUR", "Item no.", "EUR")],
            xs,
            pitch=12,
        )
        for height, part in ((180, rows[:3]), (220, rows[3:])):
            put(page, 43, y + 14, f"Bay height {height} cm", font="hebo")
            y = table(page, part, xs, y=y + 20, pitch=20)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert len(found) == 12
    assert (found["ST330"]["name"], found["ST330"]["size"], found["ST330"]["price"]) == ("Starter bay", "180 x 80 x 30cm", "34.50")
    assert (found["EX850"]["name"], found["EX850"]["price"]) == ("Extension bay", "81.20")


def test_versions_in_finishes_of_which_most_are_colours_differ_in_colour(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for left, right, text in ((150, 330, "Matt black"), (330, 510, "Piano white")):
            _centred(page, left, right, 95, text)
        table(page, [("Name", "Size", *LABELS[2:]), *((f"Knob {row[0]}", *row[1:]) for row in ROWS)], XS, ruled=True)

    assert {sku["color"] for sku in skus_of(saved(tmp_path, drawing))} == {"Matt black", "Piano white"}


@pytest.mark.parametrize("priced", ["£", "Price EUR"])
def test_sizes_over_a_code_and_its_price_tell_the_versions(tmp_path: Path, priced: str) -> None:
    xs = (40.0, 150.0, 230.0, 300.0, 380.0, 450.0)
    labels = ("", "Code", priced, "Code", priced)
    rows = [(f"Syrup {n}{n}", f"SY{n}250", f"{n}.20", f"SY{n}700", f"{n}.90" if n > 2 else "–") for n in range(1, 6)]

    def drawing(page: pymupdf.Page) -> None:
        for left, right, text in ((40, 150, "Product"), (150, 300, "250 ml"), (300, 450, "0.7 l")):
            page.draw_rect(pymupdf.Rect(left, 82, right, 100), width=0.5)
            _centred(page, left, right, 94, text)
        table(page, [labels, *rows], xs, ruled=True)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert len(told) == 10
    assert (told["SY3250"]["size"], told["SY3250"]["price"], told["SY3250"]["name"]) == ("250 ml", "3.20", "Syrup 33")
    assert (told["SY3700"]["size"], told["SY3700"]["price"]) == ("0.7 l", "3.90")
    assert "price" not in told["SY1700"]


def test_titles_over_labels_that_come_again_tell_the_grade_and_not_a_row(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "3. Countersink screw", size=16, font="hebo")
        labels = ("", "", "Art. no.", "Price", "Art. no.", "Price")
        rows = [(f"M{n}", f"{10 * n} mm", f"CS-8{n}0", f"{n}.10", f"CX-8{n}0", f"{n}.90") for n in range(3, 9)]
        xs = (40.0, 100.0, 160.0, 240.0, 320.0, 400.0, 480.0)
        table(page, [labels, *rows], xs, y=118, ruled=False)
        for place, (text, first, end) in enumerate((("Thread", 0, 1), ("Length", 1, 2), ("Steel 8.8", 2, 4), ("Titanium G5", 4, 6))):
            put(page, xs[first] + 3, 112, text, font="hebo")
            page.draw_rect(pymupdf.Rect(xs[first], 100, xs[end], 136 if place < 2 else 118), width=0.5)
        for row in range(7):
            for first in range(2 if row == 0 else 0, 6):
                page.draw_rect(pymupdf.Rect(xs[first], 118 + 18 * row, xs[first + 1], 136 + 18 * row), width=0.5)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert len(told) == 12
    assert (told["CS-840"]["name"], told["CS-840"]["material"], told["CS-840"]["price"]) == ("Countersink screw", "Steel 8.8", "4.10")
    assert (told["CX-850"]["material"], told["CX-850"]["price"]) == ("Titanium G5", "5.90")


@pytest.mark.parametrize("count", [2, 5])
def test_rules_between_groups_of_columns_alone_leave_code_and_price_apart(tmp_path: Path, count: int) -> None:
    finishes = ("Self colour", "Black japanned", "Galvanised")
    xs = (40.0, 100.0, 250.0, 400.0, 550.0)

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Gate Hinges", size=14, font="hebo")
        page.draw_rect(pymupdf.Rect(40, 90, 550, 118), color=None, fill=(0.85, 0.88, 0.95))
        put(page, 44, 107, "Size", font="hebo")
        for x, finish in zip(xs[1:], finishes, strict=False):
            put(page, x + 50, 101, finish, font="hebo")
            put(page, x + 8, 114, "Code")
            put(page, x + 115, 114, "£ pair")
        for row in range(count):
            y = 118 + 16 * row
            put(page, 44, y + 11, f"{row + 3}0 mm", font="hebo")
            page.draw_line((40, y + 16), (550, y + 16), width=0.4)
            for number, x in enumerate(xs[1:-1]):
                put(page, x + 8, y + 11, f"GH{row + 3}0{'SC BJ GV'.split()[number]}")
                put(page, x + 118, y + 11, f"{number + 1}.{row}5")
        for x in xs[1:-1]:
            page.draw_line((x, 118), (x, 118 + 16 * count), width=0.4)

    found = skus_of(saved(tmp_path, drawing))

    assert sorted((sku["model"], sku["size"], sku["color"], sku["price"], sku["name"]) for sku in found) == sorted(
        (f"GH{row + 3}0{mark}", f"{row + 3}0 mm", finish, f"{number + 1}.{row}5", "Gate Hinges")
        for row in range(count)
        for number, (mark, finish) in enumerate(zip(("SC", "BJ", "GV"), finishes, strict=True))
    )


@pytest.mark.parametrize("sign", ["$", ""])
@pytest.mark.parametrize("title", ["Finish", ""])
@pytest.mark.parametrize("labels", [("Style", "Size"), ("Style",)])
def test_heads_over_a_code_and_its_price_that_no_label_tells(tmp_path: Path, labels: tuple[str, ...], title: str, sign: str) -> None:
    heads, start = ("Silver plated", "Gold plated", "Rose gold plated"), 40.0 + 100 * len(labels)
    xs = [*(40.0 + 100 * n for n in range(len(labels))), *(start + 110 * n for n in range(len(heads) + 1))]

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Clasps and hooks", size=16, font="hebo")
        for x, label in zip(xs, labels, strict=False):
            put(page, x + 3, 122, label, font="hebo")
        if title:
            _centred(page, start, xs[-1], 112, title)
            page.draw_line((start, 118), (xs[-1], 118), width=0.5)
        for place, head in enumerate(heads):
            _centred(page, start + 110 * place, start + 110 * (place + 1), 130, head)
        for row in range(5):
            for x, text in zip(xs, (f"Hook {'abcde'[row]}", f"{row + 4} mm")[: len(labels)], strict=False):
                put(page, x + 3, 149 + 20 * row, text)
            for place in range(len(heads)):
                put(page, start + 110 * place + 5, 149 + 20 * row, f"HK{row}{place}-S")
                put(page, start + 110 * place + 80, 149 + 20 * row, f"{sign}{row + 2}.{place}5")
        for y in (100, *(136 + 20 * row for row in range(6))):
            page.draw_line((40, y), (xs[-1], y), width=0.5)
        for x in xs:
            # The borders between the heads run up beside the title over them.
            page.draw_line((x, 100), (x, 236), width=0.5)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert len(told) == 15
    size = {"size": "6 mm"} if "Size" in labels else {}
    assert told["HK22-S"] == {"model": "HK22-S", "name": "Hook c", **size, "color": "Rose gold plated", "price": "4.25"}


def test_a_title_over_heads_that_are_no_colours_says_what_they_tell(tmp_path: Path) -> None:
    xs = (40.0, 140.0, 200.0, 260.0, 320.0, 380.0)

    def drawing(page: pymupdf.Page) -> None:
        for left, right, top, foot, text in (
            (40, 140, 82, 118, "Product"),
            (140, 380, 82, 100, "Hand"),
            (140, 260, 100, 118, "Left"),
            (260, 380, 100, 118, "Right"),
        ):
            page.draw_rect(pymupdf.Rect(left, top, right, foot), width=0.5)
            _centred(page, left, right, top + 12, text)
        table(page, [(f"Lock {n}", f"LK{n}1-L", f"${n}.20", f"LK{n}1-R", f"${n}.90") for n in range(1, 6)], xs, y=118, ruled=True)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert told["LK31-R"] == {"model": "LK31-R", "name": "Lock 3", "price": "3.90", "Hand": "Right"}
