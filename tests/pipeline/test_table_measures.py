"""Columns that measure: sides, units in heads, what packs and vessels hold."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.options import Options
from tests.pipeline import sheets
from tests.pipeline.sheets import GOODS, merged_head, prices_of, put, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0)


def test_parts_of_the_dimensions_are_one_size(tmp_path: Path) -> None:
    rows = tuple((f"600{n}{tail}", f"{15000 + 2000 * n}", f"{10 + n}", f"{26 + n}", "8") for n in range(3) for tail in ("", "-ZZ", "-2RS"))
    path = saved(
        tmp_path,
        lambda page: merged_head(page, ("Designation", "Limiting speed r/min", "Boundary dimensions (mm)"), ("d", "D", "B"), rows),
    )

    found = skus_of(path)

    assert [sku["model"] for sku in found[:3]] == ["6000", "6000-ZZ", "6000-2RS"]
    assert found[0]["size"] == "10 x 26 x 8mm"
    assert found[0]["Limiting speed"] == "15000 r/min"


def test_a_lone_letter_under_another_title_is_no_side(tmp_path: Path) -> None:
    rows = tuple((f"LX17{n}", f"Spot {n}", f"{7 + n}", f"{700 + n}", "3000") for n in range(4))
    path = saved(tmp_path, lambda page: merged_head(page, ("Order code", "Luminaire", "Light source"), ("W", "lm", "K"), rows))

    found = skus_of(path)

    assert [sku["name"] for sku in found] == ["Spot 0", "Spot 1", "Spot 2", "Spot 3"]
    assert not any("size" in sku for sku in found)


def test_units_in_a_second_row_belong_to_the_header(tmp_path: Path) -> None:
    rows = (("Cat. no.", "Volume", "Price"), ("", "ml", "EUR"), ("L533.7", "250", "28.45"), ("L308.8", "100", "56.75"))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [(price.amount, price.currency) for price in prices_of(path) if price] == [("28.45", "EUR"), ("56.75", "EUR")]


def test_names_that_begin_with_a_size_tell_it(tmp_path: Path) -> None:
    names = ("10X30 ACCORD WHITE", "30X60 ACCORD GREY", "60X120 CALACATTA", "30X60 SAHARA")
    rows = (("Item No.", "Description", "Price (EUR)"), *((f"D1060{n}.1", name, f"{n + 6}.30") for n, name in enumerate(names)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [sku["size"] for sku in found] == ["10X30", "30X60", "60X120", "30X60"]
    assert [sku["name"] for sku in found] == list(names)


@pytest.mark.parametrize(
    ("head", "unit"), [("L x W x H in", "in"), ("Size (in)", "in"), ("Size in mm", "mm"), ("Price in USD", ""), ("Made in", "")]
)
def test_units_that_end_a_head(head: str, unit: str) -> None:
    label = headers_for(Options()).lookup(head)

    assert label is not None
    assert label.unit == unit


def test_what_a_pack_holds_is_its_size_unless_another_column_measures_it(tmp_path: Path) -> None:
    rows = [(f"RA-10{n}", f"Cleansing milk {n}", f"{n}00", f"{n}.40") for n in range(1, 5)]
    alone = saved(
        tmp_path, lambda page: table(page, [("Réf.", "Désignation", "Contenance\nml", "Prix EUR"), *rows], (40, 140, 320, 400, 480))
    )

    assert [sku["size"] for sku in skus_of(alone)] == ["100ml", "200ml", "300ml", "400ml"]

    sized = [(code, name, "10 x 5 cm", held, price) for code, name, held, price in rows]
    head = ("Réf.", "Désignation", "Dimensions", "Contenance ml", "Prix EUR")
    both = saved(tmp_path, lambda page: table(page, [head, *sized], (40, 120, 260, 340, 430, 500)))

    assert {sku["size"] for sku in skus_of(both)} == {"10 x 5 cm"}


def test_one_letter_under_what_is_measured_otherwise_is_a_unit(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        xs = (40.0, 120.0, 220.0, 290.0, 360.0, 430.0)
        for x, right, text in ((40, 120, "Code"), (120, 220, "Lamp")):
            page.draw_rect(pymupdf.Rect(x, 100, right, 136), width=0.5)
            put(page, x + 3, 121, text)
        for x, right, text in ((220, 360, "Dimensions (mm)"), (360, 430, "Power")):
            page.draw_rect(pymupdf.Rect(x, 100, right, 118), width=0.5)
            put(page, x + 3, 112, text)
        table(page, [("L", "H", "W")], xs[2:], y=118, ruled=True)
        rows = [(f"LM-{n}", name, f"{n}00", "60", f"{n}8") for n, name in ((2, "Strip"), (3, "Strip"), (4, "Tube"), (5, "Disc"))]
        table(page, rows, xs, y=136, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["size"] for sku in found] == ["200 x 60mm", "300 x 60mm", "400 x 60mm", "500 x 60mm"]
    assert [sku["name"] for sku in found] == ["Strip", "Strip", "Tube", "Disc"]


@pytest.mark.parametrize(("others", "size"), [((), "500 ml"), (("Size",), "12 x 20 cm")], ids=["alone", "beside a size"])
def test_what_vessels_hold_is_their_size_where_nothing_else_measures_them(tmp_path: Path, others: tuple[str, ...], size: str) -> None:
    more = tuple("12 x 20 cm" for _ in others)
    rows = (
        ("Item No.", "Name", "Capacity", *others, "Price"),
        *((f"JR-{n}", name, "500 ml", *more, "8.50") for n, name in ((101, "Jar"), (102, "Jug"))),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 230, 320, 410, 500), ruled=True) and None)

    assert [sku["size"] for sku in skus_of(path)] == [size, size]


@pytest.mark.parametrize(
    ("head", "held", "sizes"),
    [
        ("Capacity (mL)", ("50", "100", "1000"), ("50mL", "100mL", "1000mL")),
        ("Nennvolumen [ml]", ("50", "100", "1.000"), ("50ml", "100ml", "1.000ml")),
        ("Contenance, cl", ("25", "33", "50"), ("25cl", "33cl", "50cl")),
        ("Объем, мл", ("50", "100", "500"), ("50мл", "100мл", "500мл")),
        ("容量 (L)", ("1.5", "2", "5"), ("1.5L", "2L", "5L")),
        ("Volume", ("10 µL", "200 µL", "5000 µL"), ("10 µL", "200 µL", "5000 µL")),
        ("Capacity (kg)", ("30", "60", "150"), (None, None, None)),
        ("Capacity (kW)", ("30", "60", "150"), (None, None, None)),
    ],
)
def test_figures_are_held_in_the_unit_that_the_head_states(
    tmp_path: Path, head: str, held: tuple[str, ...], sizes: tuple[str | None, ...]
) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number, text in enumerate(("Cat. No.", head, "Pack", "Price/Pack")):
            put(page, 43 + 110 * number, 112, text, font="helv" if text.isascii() else "china-s")
        table(page, [(f"KB-10{n}", text, "12", f"${n + 4}1.50") for n, text in enumerate(held)], (*XS, 480.0), y=118)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku.get("size")) for sku in found] == [(f"KB-10{n}", size) for n, size in enumerate(sizes)]


@pytest.mark.parametrize(
    ("held", "is_size"), [(("1kg", "500g", "2.5 kg", "750 ml"), True), (("60 x 40 cm", "50 x 30 cm", "60 x 40 cm", "20 x 20 cm"), False)]
)
def test_a_pack_size_is_the_size_unless_it_measures_the_pack_itself(tmp_path: Path, held: tuple[str, ...], is_size: bool) -> None:
    rows = (
        ("Item No.", "Description", "Pack Size", "Unit Price (USD)"),
        *((c, n, s, p) for (c, n, _, p), s in zip(GOODS, held, strict=True)),
    )

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, sheets.XS, ruled=True) and None))

    assert [sku.get("size" if is_size else "Pack Size") for sku in found] == list(held)


@pytest.mark.parametrize(("printed", "unit"), [("规格 mm Size", "mm"), ("尺寸 cm Dimensions", "cm"), ("Size mm", "mm"), ("规格 Size", "")])
def test_a_unit_ends_the_half_of_a_label_in_either_script(printed: str, unit: str) -> None:
    label = headers_for(Options()).lookup(printed)

    assert label is not None
    assert (label.attribute, label.unit) == ("size", unit)


def test_one_vessel_of_two_among_others_leaves_the_capacity_their_size(tmp_path: Path) -> None:
    rows = (
        ("Product", "Pail Una", "Pail Tria", "Pail Duo"),
        ("Code", "KP12", "KP25", "KP30"),
        ("Capacity", "12 litres", "25 litres", "2 × 15 litres"),
        ("Weight", "2.9 kg", "6.6 kg", "8.4 kg"),
        ("Price each", "£28.50", "£63.75", "£88.00"),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (*XS, 480.0), ruled=True) and None)

    assert [sku["size"] for sku in skus_of(path)] == ["12 litres", "25 litres", "2 × 15 litres"]
