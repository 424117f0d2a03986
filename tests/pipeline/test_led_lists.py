"""Lists whose names are led to their prices by dots or lines, printed and scanned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.scans.engine import TextRun
from pipeline.scans.raster import PageRaster
from pipeline.scans.words import words_of
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, values
from tests.pipeline.sheets import put, saved, skus_of

LISTS = (
    ("Ropes, per metre", ("KR10 Manila rope", "2.40"), ("KR14 Sisal rope", "1.85"), ("KR22 Cotton sash cord", "0.95")),
    ("Blocks, each", ("KB03 Single block", "12.50"), ("KB05 Double block", "19.80"), ("KB09 Snatch block", "27.40")),
)


def _led_by_lines(page: pymupdf.Page) -> None:
    y = 100.0
    for title, *rows in LISTS:
        put(page, 50, y, title, size=11.5)
        for text, price in rows:
            y += 20
            put(page, 50, y, text)
            end = 500 - pymupdf.get_text_length(f"${price}", fontsize=9)
            put(page, end, y, f"${price}")
            page.draw_line((52 + pymupdf.get_text_length(text, fontsize=9), y), (end - 2, y), width=0.6)
        y += 34


def test_lines_that_lead_to_prices_part_no_rows(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, _led_by_lines))

    assert [sku["model"] for sku in found] == ["KR10", "KR14", "KR22", "KB03", "KB05", "KB09"]
    assert [sku["name"] for sku in found[2:4]] == ["Cotton sash cord", "Single block"]
    assert [sku["Series"] for sku in found[2:4]] == ["Ropes, per metre", "Blocks, each"]


PARTS = (
    ("Hooks", ("HK11", "Coat hook", "2.10"), ("HK12", "Swivel hook", "0.85"), ("HK13", "Cup hook", "0.40")),
    ("螺丝", ("LK21", "木螺丝4×30", "1.15"), ("LK22", "木螺丝5×60", "1.70"), ("LK23", "自攻钉3×12", "0.35")),
    ("Feet", ("FT31", "Felt foot", "0.95"), ("FT32", "Rubber foot", "11.20"), ("FT33", "Steel foot", "4.60")),
)


def _in_panels(page: pymupdf.Page) -> None:
    """Two rows of three short lists with a note under each title, a line at the foot of the page, and what the prices are in at its head."""
    put(page, 36, 72, "Prices in EUR / piece")
    for block in range(2):
        for place, (title, *rows) in enumerate(PARTS):
            x, y = 36 + 178 * place, 420 + 210 * block
            put(page, x + 10, y, title, size=11, font="china-s")
            put(page, x + 6, y + 36, "Series", size=8)
            put(page, x + 46, y + 36, "6 kinds", size=8)
            for number, (code, name, price) in enumerate([*rows, *rows]):
                at = y + 62 + number * 22
                put(page, x, at, f"{code[:2]}{block}{code[2:]}{number}")
                put(page, x + 42, at, name, font="helv" if name.isascii() else "china-s")
                put(page, x + 160 - pymupdf.get_text_length(price, fontsize=9), at, price)
    put(page, 36, 825, "Norden Fittings Ltd, 14 Harbour Road, Leith   Phone 0131 555 0142", size=7)
    put(page, 535, 825, "Page 4", size=7)


def test_short_lists_side_by_side_have_small_prices_and_end_over_the_foot_of_the_page(tmp_path: Path) -> None:
    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, _in_panels))}

    assert len(found) == 36
    assert all("price" in sku for sku in found.values())
    assert (found["HK0121"]["name"], found["HK0121"]["price"]) == ("Swivel hook", "0.85")
    assert (found["LK1210"]["name"], found["LK1210"]["price"]) == ("木螺丝4×30", "1.15")
    assert (found["FT1335"]["name"], found["FT1335"]["price"]) == ("Steel foot", "4.60")


def _words(*runs: TextRun) -> list[str]:
    raster = PageRaster(np.full((200, 800, 3), 255, dtype=np.uint8), 0.5, 0.0)
    return [word.text for word in words_of(runs, raster, raster.gray, ())]


@pytest.mark.parametrize(
    ("read", "words"),
    [
        ("Manila rope....", ["Manila", "rope"]),
        ("...$2.40", ["$2.40"]),
        (".€2.40", ["€2.40"]),
        ("KR22Cotton sash cord..", ["KR22", "Cotton", "sash", "cord"]),
        ("approx. 2.5 m, incl. eye.", ["approx.", "2.5", "m,", "incl.", "eye."]),
        ("KR22XL", ["KR22XL"]),
    ],
)
def test_scanned_words_end_where_the_dots_begin(read: str, words: list[str]) -> None:
    assert _words(TextRun(read, 20, 20, 220, 40, 0.9)) == words


def test_what_two_runs_of_a_scan_share_is_read_once() -> None:
    assert _words(TextRun("KB05", 20, 20, 80, 40, 0.9), TextRun("5 Double block", 72, 20, 300, 40, 0.9)) == ["KB05", "Double", "block"]


@pytest.mark.parametrize(
    ("read", "words"),
    [
        ("065×120", ["Ø", "65×120"]),
        ("0 210×40", ["Ø", "210×40"]),
        ("Saw blade 0 160 mm", ["Saw", "blade", "Ø", "160", "mm"]),
        ("@45 x 30", ["Ø", "45", "x", "30"]),
        ("0.5×30", ["0.5×30"]),
        ("060x040", ["060x040"]),
        ("10 080×200", ["10", "080×200"]),
        ("0123", ["0123"]),
        ("2 1b. cone", ["2", "lb.", "cone"]),
        ("Chapter 1b", ["Chapter", "1b"]),
        ("Open cleat 6″", ["Open", "cleat", '6"']),
    ],
)
def test_signs_are_known_in_scans_by_what_stands_beside_them(read: str, words: list[str]) -> None:
    assert _words(TextRun(read, 20, 20, 220, 40, 0.9)) == words


HINGES = ("Hinges", *((f"310-{number}", f"Butt hinge, brass, no. {number}", f"{3 + number}.{number}5") for number in range(1, 6)))
BOLTS = ("Bolts", *((f"33{number}", f"Barrel bolt, {number} lever", f"1{number}.90") for number in range(1, 6)))
LOCKS = ("Locks", *((f"41{number}5", f"Rim lock, {number} lever", f"2{number}.80") for number in range(1, 8)))
KEYS = ("Keys & Rings", *((f"42{number}0", f"Key blank, type {number}", f"{number}.10") for number in range(1, 5)))
KNOBS = ("Knobs", *((f"52{number}2", f"Knob, turned {number}", f"{number}.15") for number in range(1, 6)))


@pytest.mark.parametrize(
    ("columns", "stated"),
    [
        (((HINGES, BOLTS), (LOCKS, KEYS)), "Prices in US dollars."),
        (((LOCKS, KEYS), (KNOBS, BOLTS)), "Preise in Euro"),
        (((HINGES, BOLTS), (LOCKS,), (KNOBS, KEYS)), "Prices in US dollars."),
        (((HINGES, KNOBS, BOLTS),), "Prices in US dollars."),
    ],
)
def test_numbers_before_names_are_codes_in_every_column_of_the_page(
    tmp_path: Path, columns: tuple[tuple[tuple[object, ...], ...], ...], stated: str
) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 66, stated)
        width = 532 / len(columns)
        for place, lists in enumerate(columns):
            x, y = 40 + place * width, 90.0
            for title, *rows in lists:
                put(page, x, y, title, size=10, font="hebo")
                for number, (code, name, price) in enumerate(rows, start=1):
                    at = y + 4 + 14 * number
                    put(page, x, at, code, size=8, font="hebo")
                    put(page, x + 40, at, name, size=8)
                    put(page, x + width - 24 - pymupdf.get_text_length(price, fontsize=8), at, price, size=8)
                y += 28 + 14 * len(rows)

    found = {(sku["model"], sku["name"], sku["price"]) for sku in skus_of(saved(tmp_path, draw))}

    assert found == {row for lists in columns for _, *rows in lists for row in rows}


# The last piece of each ends where the prices do.
RUNNING = (
    (("Orchard House · Fine Foods", "Cellar"), ("12 Hall Lane, Bath - 01225 441 17", "www.orchard-house.example", "2")),
    (("Weingut Moll", "Preise 25"), ("Hauptweg 5, 55116 Mainz", "Tel. 06131 44")),
    (("Cellar list", "Autumn", "p. 3"), ("Prices per bottle", "3")),
)


def _run(sheet: Sheet, y: float, *pieces: str, size: float) -> None:
    """Pieces from the left edge to the right one."""
    for place, text in enumerate(pieces[:-1]):
        sheet.text(40 + 230 * place, y, text, size=size)
    sheet.text(555 - pymupdf.get_text_length(pieces[-1], fontsize=size), y, pieces[-1], size=size)


@pytest.mark.parametrize(("head", "foot"), RUNNING)
@pytest.mark.parametrize("dots", ["." * 60, ""])
@pytest.mark.parametrize("code", ["QW-", ""])
def test_running_heads_over_the_title_and_feet_are_no_rows(
    tmp_path: Path, head: tuple[str, ...], foot: tuple[str, ...], dots: str, code: str
) -> None:
    sheet, y = Sheet().text(40, 70, "Wines", size=20), 112.0
    _run(sheet, 32, *head, size=8)
    _run(sheet, 822, *foot, size=8)
    for section in ("North", "South", "Coast", "Hills", "Plain"):
        sheet.text(40, y, section, size=12, bold=True)
        for row, name in enumerate(("Stone Terrace", "Old Press", "Larkfield", "Mill Corner", "Three Oaks")):
            level = y + 20 + 17 * row
            _run(sheet, level, f"{code}{section[0]}{row}41" if code else name, f"{11 + row}.80 CHF", size=9)
            sheet.text(110, level, name if code else "", size=9).text(200, level, dots, size=9)
        y += 125

    found = [values(sku) for sku in extract_page(sheet.content(tmp_path), Context())[0]]

    assert [sku["price"] for sku in found] == [f"{11 + row}.80 CHF" for _ in range(5) for row in range(5)]
    assert {sku["name"] for sku in found} == {"Stone Terrace", "Old Press", "Larkfield", "Mill Corner", "Three Oaks"}


OILS = (("Oils", 21, ("Garden oil", "Stone mill oil", "Garden oil", "Lemon oil")), ("Vinegars", 32, ("Cider vinegar", "Old vinegar")))
PRESERVES = (
    ("Preserves", 43, ("San Marzano tomatoes", "Rustic sauce", "Grilled artichokes")),
    ("Sweets", 54, ("Almond biscuits", "Nougat")),
)


def _two_lines(page: pymupdf.Page, x: float, y: float, lists: tuple[tuple[str, int, tuple[str, ...]], ...]) -> list[tuple[str, ...]]:
    """Lists under titles in the middle of their column: a number and a name, and in a line under them the size, led to its price."""
    told = []
    for title, first, names in lists:
        put(page, x + 110 - pymupdf.get_text_length(title, fontsize=12) / 2, y, title, size=12)
        for number, name in enumerate(names):
            row = (f"{first}{2 * number + 1}5", name, f"{number + 2}50 ml", f"{number + 3}.40")
            put(page, x, y + 18, f"{row[0]} {row[1]}")
            put(page, x + 30, y + 29, row[2])
            put(page, x + 66, y + 29, "." * 50)
            put(page, x + 220 - pymupdf.get_text_length(f"$ {row[3]}", fontsize=9), y + 29, f"$ {row[3]}")
            told.append((*row, title))
            y += 28
        y += 24
    return told


def _wines(page: pymupdf.Page) -> None:
    """A table across the page, with titles of its sections in the middle of it."""
    xs, y = (40.0, 90.0, 250.0, 380.0, 500.0), 100.0
    for x, label in zip(xs, ("Code", "Wine", "Cellar", "Size", "Price $"), strict=True):
        put(page, x, y, label)
    for section, title in enumerate(("Piemonte", "Veneto", "Umbria")):
        put(page, 283 - pymupdf.get_text_length(title, fontsize=9.5) / 2, y + 26, title, size=9.5)
        for number in range(3):
            row = (f"1{section}{number}5", f"Riserva {'ABC'[number]}{'XYZ'[section]} DOC", "Cascina Olmo", "75 cl", f"{number + 9}.40")
            for x, text in zip(xs, row, strict=True):
                put(page, x, y + 50 + 19 * number, text)
        y += 96


def test_sizes_under_numbers_and_names_are_led_to_prices_in_two_columns_of_the_page(tmp_path: Path) -> None:
    told: list[tuple[str, ...]] = []

    def draw(page: pymupdf.Page) -> None:
        page.draw_line((297, 90), (297, 500), width=0.7)
        told.extend([*_two_lines(page, 48, 110, OILS), *_two_lines(page, 320, 99, PRESERVES)])

    found = skus_of(saved(tmp_path, _wines, draw), 2)

    assert sorted((sku["model"], sku["name"], sku["size"], sku["price"], sku["Series"]) for sku in found) == sorted(told)


def test_titles_in_the_middle_of_a_table_are_no_lines_of_its_middle_column(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, _wines))

    assert {sku["Cellar"] for sku in found} == {"Cascina Olmo"}
    assert [sku["Series"] for sku in found] == [title for title in ("Piemonte", "Veneto", "Umbria") for _ in range(3)]


TEAS = (("Sencha", "Assam", "Darjeeling", "Oolong", "Keemun"), ("Rooibos", "Peppermint", "Camomile", "Fennel"))
TEAS_ZH = (("明前龙井", "铁观音", "普洱", "大红袍", "正山小种"), ("洛神花", "薄荷叶", "洋甘菊", "小茴香"))


def _marked_lists(page: pymupdf.Page, names: tuple[tuple[str, ...], ...], sign: str, *, mark: float) -> None:
    """Two columns of the page at heights of their own, with titles of sections that are set as the names, behind a mark; lines lead to the sums."""
    font = "helv" if names[0][0].isascii() else "china-s"
    for x, top in ((50, 110), (320, 99)):
        y = float(top)
        for number, part in enumerate(names if x == 50 else reversed(names)):
            put(page, x + mark, y, ("Black & green", "Herbal", "茶叶", "花草")[number + 2 * (font != "helv")], font=font)
            page.draw_rect(pymupdf.Rect(x, y - 8, x + mark - 5, y + 1), color=None, fill=(0.4, 0.7, 0.3))
            for place, name in enumerate(part):
                y += 22
                put(page, x, y, name, font=font)
                price = f"{place + 3 + number}.50{sign}" if x == 50 else f"{place + 13 + number}.50{sign}"
                end = x + 230 - pymupdf.get_text_length(price, fontname=font, fontsize=9)
                put(page, end, y, price, font=font)
                page.draw_line((x + 4 + pymupdf.get_text_length(name, fontname=font, fontsize=9), y), (end - 4, y), width=0.6)
            y += 28


@pytest.mark.parametrize(("names", "sign"), [(TEAS, " USD"), (TEAS_ZH, "元")])
def test_names_led_to_prices_in_two_columns_stand_at_their_own_heights(
    tmp_path: Path, names: tuple[tuple[str, ...], ...], sign: str
) -> None:
    found = skus_of(saved(tmp_path, lambda page: _marked_lists(page, names, sign, mark=12)))

    assert sorted(sku["name"] for sku in found) == sorted(2 * [name for part in names for name in part])
    assert {sku["price"] for sku in found if sku["name"] == names[0][1]} == {"4.50", "15.50"}


def test_a_name_without_its_price_in_line_with_the_others_is_no_title(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        for place, name in enumerate(TEAS[0] + TEAS[1]):
            put(page, 50, 100 + 22 * place + 8 * (place >= 5), name)
            if place != 5:
                put(page, 260, 100 + 22 * place + 8 * (place >= 5), f"{place + 3}.50 USD")

    found = skus_of(saved(tmp_path, drawn))

    assert [sku["name"] for sku in found] == [*TEAS[0], *TEAS[1]]
