"""Series under each other on one page: a title, what it is made of, and a small table of its own."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pdfs import picture
from tests.pipeline.sheets import XS, put, saved, skus_of, table

# For each series: its title, what it is made of, the colours over its codes, its rows.
Series = tuple[str, str, tuple[str, ...], tuple[tuple[str, str, str], ...]]
ITALIAN: tuple[Series, ...] = (
    (
        "ALMERIA",
        "Ceramica pasta bianca / White body ceramic",
        ("Bianco|White", "Verde|Green"),
        (("Tozzo", "5x10", "31,80"), ("Lista", "6x30", "28,40")),
    ),
    (
        "LINEA",
        "Gres smaltato / Glazed stoneware",
        ("Nero|Black", "Sabbia|Sand", "Blu|Blue"),
        (("Fondo", "30x60", "25,50"), ("Esa", "17x20", "36,10")),
    ),
)
GERMAN: tuple[Series, ...] = (
    (
        "Nordlicht",
        "Feinsteinzeug",
        ("Elfenbein", "Anthrazit"),
        (("Diele", "20x120", "44,10"), ("Sockel", "6x60", "9,20"), ("Stufe", "30x120", "61,00")),
    ),
    ("Seeufer", "Steingut", ("Weiß", "Blau", "Grau"), (("Riemchen", "7x20", "31,60"), ("Quadrat", "15x15", "27,30"))),
)


def _draw(page: pymupdf.Page, series: tuple[Series, ...], labels: tuple[str, str, str], *, has_price_last: bool) -> None:
    put(page, 40, 30, "LISTINO 2025", size=7.5)
    put(page, 555 - pymupdf.get_text_length("RIVESTIMENTI", fontsize=7.5), 30, "RIVESTIMENTI", size=7.5)
    y = 70.0
    for title, material, colors, rows in series:
        put(page, 40, y, title, size=16, font="hebo")
        put(page, 555 - pymupdf.get_text_length(material, fontname="heit", fontsize=8.5), y, material, size=8.5, font="heit")
        xs = [(190 if has_price_last else 240) + 75 * place for place in range(len(colors))]
        price_at = 555 if has_price_last else 215
        y += 30
        for x, color in zip(xs, colors, strict=True):
            for number, line in enumerate(color.split("|")):
                put(page, x, y + 9.5 * number, line, size=8 - number / 2, font="heit" if number else "hebo")
        middle = y + (4 if "|" in colors[0] else 0)
        put(page, 40, middle, labels[0], size=8)
        put(page, 115, middle, labels[1], size=8)
        put(page, price_at - pymupdf.get_text_length(labels[2], fontsize=8), middle, labels[2], size=8)
        y += 14
        for name, size, price in rows:
            y += 17
            put(page, 40, y, name)
            put(page, 115, y, size)
            for x, color in zip(xs, colors, strict=True):
                put(page, x, y, f"{title[:2].upper()}{size.replace('x', '')}-{color[:2].upper()}")
            put(page, price_at - pymupdf.get_text_length(price, fontname="hebo", fontsize=9), y, price, font="hebo")
        y += 50


@pytest.mark.parametrize(
    ("series", "labels", "has_price_last"),
    [
        (ITALIAN, ("Pezzo / Item", "cm", "EUR/m²"), True),
        (GERMAN, ("Artikel", "cm", "EUR/m²"), True),
        (GERMAN, ("Artikel", "Format cm", "Preis EUR"), False),
    ],
)
def test_each_series_has_its_own_colours_over_its_codes(
    tmp_path: Path, series: tuple[Series, ...], labels: tuple[str, str, str], has_price_last: bool
) -> None:
    found = skus_of(saved(tmp_path, lambda page: _draw(page, series, labels, has_price_last=has_price_last)))

    told = {sku["model"]: sku for sku in found}
    expected = {
        f"{title[:2].upper()}{size.replace('x', '')}-{color[:2].upper()}": (name, f"{size}cm", material, color.replace("|", " "), price)
        for title, material, colors, rows in series
        for color in colors
        for name, size, price in rows
    }
    assert {
        model: (sku["name"], sku["size"], sku["material"], sku["color"], sku["price"].replace(".", ",")) for model, sku in told.items()
    } == expected


def _finishes(page: pymupdf.Page, corner: str, finishes: tuple[str, ...], *, has_price_first: bool, is_bold: bool) -> None:
    put(page, 40, 62, "Marella", size=18, font="hebo")
    put(page, 480, 62, "EUR, VAT excluded", size=8)
    put(page, 60, 96, corner, size=8.5, font="hebo")
    for place, finish in enumerate(finishes):
        for number, line in enumerate(finish.split("|")):
            put(page, 300 + 90 * place, 91 + 10 * number, line, size=8 - number, font="heit" if number else "hebo")
    for row, (name, translated) in enumerate(zip(TAPS, TRANSLATED, strict=True)):
        top = 110 + 44 * row
        page.draw_line((40, top), (560, top), width=0.4)
        put(page, 60, top + 18, name, size=10, font="hebo" if is_bold else "helv")
        put(page, 60, top + 31, translated, size=8.5, font="heit")
        for place in range(len(finishes)):
            cell = [f"MR{row + 2}10.{place + 5}1", f"{row + 1}{place}9,50"]
            for number, line in enumerate(reversed(cell) if has_price_first else cell):
                put(page, 300 + 90 * place, top + 18 + 13 * number, line, size=8.5)


TAPS = ("Miscelatore lavabo", "Portarotolo", "Colonna doccia", "Gancio")
TRANSLATED = ("Basin mixer", "Paper holder", "Shower column", "Robe hook")


@pytest.mark.parametrize(
    ("corner", "finishes", "has_price_first", "is_bold"),
    [
        ("Articolo / Item", ("Cromo|Chrome", "Nichel spazz.|Brushed nickel", "Nero opaco|Matt black"), False, True),
        ("Pezzo / Item", ("Cromo", "Oro spazzolato"), False, False),
        ("Artikel", ("Chrom", "Messing"), True, False),
        ("", ("Chrome", "Nickel brossé", "Laiton"), False, True),
    ],
)
def test_rows_are_named_and_columns_tell_the_finish_of_what_is_ordered_in_each_place(
    tmp_path: Path, corner: str, finishes: tuple[str, ...], has_price_first: bool, is_bold: bool
) -> None:
    found = skus_of(saved(tmp_path, lambda page: _finishes(page, corner, finishes, has_price_first=has_price_first, is_bold=is_bold)))

    told = {sku["model"]: (sku["name"], sku["color"], sku["price"]) for sku in found}
    assert told == {
        f"MR{row + 2}10.{place + 5}1": (f"{name} {TRANSLATED[row]}", finish.replace("|", " "), f"{row + 1}{place}9.50")
        for row, name in enumerate(TAPS)
        for place, finish in enumerate(finishes)
    }


@pytest.mark.parametrize(
    ("labels", "finish", "title_size"),
    [
        (("Codice", "Colore / Colour", "EUR/m²"), "Naturale", 18),
        (("Code", "Colour", "Price EUR"), "Grip R11", 15),
        (("Art.-Nr.", "Farbe", "EUR"), "", 15),
    ],
)
def test_sizes_over_tables_are_versions_of_what_the_title_over_all_of_them_names(
    tmp_path: Path, labels: tuple[str, str, str], finish: str, title_size: float
) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for series, (title, material) in enumerate((("MONTE BIANCO", "Porcelain stoneware"), ("RIVIERA", "Glazed ceramic"))):
            top = 60 + 300 * series
            put(page, 40, top, title, size=title_size, font="hebo")
            put(page, 40, top + 15, material, size=8.5, font="heit")
            page.draw_line((40, top + 22), (555, top + 22), width=0.6)
            page.insert_image(pymupdf.Rect(40, top + 30, 220, top + 190), stream=picture((90 + 60 * series, 120, 80)))
            for block, size in enumerate(("60x60 cm", "30x120 cm")):
                y = top + 42 + 95 * block
                put(page, 255, y, size, size=10.5, font="hebo")
                put(page, 330, y, finish, size=8.5)
                rows = [
                    labels,
                    *((f"M{series}{block}0{n}", color, f"{n + 2}7.{block}0") for n, color in enumerate(("Ivory", "Grey", "Black"))),
                ]
                for number, cells in enumerate(rows):
                    for x, text in zip((255, 345, 520), cells, strict=True):
                        put(page, x, y + 14 + 14 * number, text, size=9 if number else 7.5)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, page_of))}

    assert {model: (sku["name"], sku["size"], sku["material"], sku["color"]) for model, sku in found.items()} == {
        f"M{series}{block}0{n}": (title, size, material, color)
        for series, (title, material) in enumerate((("MONTE BIANCO", "Porcelain stoneware"), ("RIVIERA", "Glazed ceramic")))
        for block, size in enumerate(("60x60 cm", "30x120 cm"))
        for n, color in enumerate(("Ivory", "Grey", "Black"))
    }


def test_types_of_what_is_shown_under_a_title_are_no_names(tmp_path: Path) -> None:
    goods = {"Terry Towel Coria": ("Guest", "Hand", "Bath"), "Flat Sheet Percale": ("Single", "Double", "King")}

    def drawing(page: pymupdf.Page) -> None:
        for block, (title, types) in enumerate(goods.items()):
            y = 60 + 260 * block
            put(page, 43, y, title, size=13, font="hebo")
            put(page, 43, y + 16, "Material: 100% cotton, 550 g/m2")
            page.insert_image(pymupdf.Rect(60, y + 26, 150, y + 100), stream=picture(block))
            head = ("Art. No.", "Type", "Size (cm)", "US$")
            rows = [head, *((f"T{block}-{n}050", kind, f"{n}0 x 50", f"{n}.05") for n, kind in enumerate(types, start=3))]
            table(page, rows, XS, y=y + 110, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == [title for title, types in goods.items() for _ in types]
    assert {sku["material"] for sku in found} == {"100% cotton, 550 g/m2"}
