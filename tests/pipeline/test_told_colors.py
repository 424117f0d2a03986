"""Colours told in running text between a title and its table."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table

ROWS = [("Art. no.", "Section", "EUR / 100 m"), *((f"KX-{n}15R", f"{n} x 1,5 mm²", f"{n}8,40") for n in range(2, 6))]


def _under(page: pymupdf.Page, *text: str) -> None:
    put(page, 40, 60, "Control cable KX", size=14, font="hebo")
    for number, line in enumerate(text):
        put(page, 40, 76 + 11 * number, line, size=8)
    table(page, ROWS, (40, 150, 260, 370), y=80 + 11 * len(text), ruled=True)


@pytest.mark.parametrize(
    ("text", "color"),
    [
        (
            ("PVC-Leitung nach DIN VDE 0250-204, Mantel grau (RAL 7035). Für Verlegung auf,", "in und unter Putz, in trockenen Räumen."),
            "grau",
        ),
        (("Halogen free, fire class Dca, outer sheath orange.",), "orange"),
        (
            ("Fine stranded, for panels. Bundles of 100 m. Please state the colour", "when ordering: black, blue, green or red."),
            "black, blue, green or red",
        ),
        (("Souple, gaine noir, pour usage intérieur.",), "noir"),
    ],
)
def test_the_text_under_a_title_tells_the_colour_of_all_rows(tmp_path: Path, text: tuple[str, ...], color: str) -> None:
    found = skus_of(saved(tmp_path, lambda page: _under(page, *text)))

    assert len(found) == 4
    assert {sku["color"] for sku in found} == {color}
    assert not any("material" in sku for sku in found)


@pytest.mark.parametrize(
    "text", ["Sheath black or sheath grey, as we have it.", "For use in red zones, jacket removable.", "Cores black, blue."]
)
def test_what_only_speaks_of_colours_tells_none(tmp_path: Path, text: str) -> None:
    assert not any("color" in sku for sku in skus_of(saved(tmp_path, lambda page: _under(page, text))))


@pytest.mark.parametrize(("number", "name"), [("Shade", "Colour"), ("Farbton", "Farbe"), ("Teinte", "Couleur")])
def test_a_column_that_names_colours_tells_them_beside_one_that_numbers_them(tmp_path: Path, number: str, name: str) -> None:
    shades = (("1.0", "Black"), ("5.66", "Light intense red"), ("6.1", "Dark ash blonde"), ("12.0", "Ivory"))
    rows = ((number, name, "Code"), *((no, shade, f"LK00{at}") for at, (no, shade) in enumerate(shades)))
    path = saved(tmp_path, lambda page: table(page, rows, (40, 150, 300, 400), ruled=True) and None)

    assert [sku["color"] for sku in skus_of(path)] == [shade for _, shade in shades]


def test_of_two_columns_for_colours_the_one_that_names_them_tells(tmp_path: Path) -> None:
    goods = tuple((f"OR-{n}T", f"{n} Ordnerhöhen", shade, f"{n}19,00") for n, shade in enumerate(("Weiß", "Grau", "Schwarz", "Rot"), 2))
    rows = (("Art.-Nr.", "Ausführung", "Farbe", "EUR"), *goods)
    path = saved(tmp_path, lambda page: table(page, rows, (40, 140, 300, 400, 500), ruled=True) and None)

    assert [(sku["color"], sku["Ausführung"]) for sku in skus_of(path)] == [(shade, version) for _, version, shade, _ in goods]


@pytest.mark.parametrize(("surface", "color"), [("Finish", "Color"), ("Oberfläche", "Farbe"), ("Acabado", "Colores")])
def test_beside_a_colour_a_surface_tells_none(tmp_path: Path, surface: str, color: str) -> None:
    told = (("Chrome", "Light sand"), ("Chrome", "Pepper"), ("Brass", "Salt"), ("Chrome", "Pepper"))
    rows = (("Code", surface, color, "EUR"), *((f"TL-3{n}0", *looks, f"{n}9,00") for n, looks in enumerate(told, 2)))
    path = saved(tmp_path, lambda page: table(page, rows, (40, 140, 300, 400, 500), ruled=True) and None)

    assert [(sku.get(surface), sku["color"]) for sku in skus_of(path)] == list(told)
