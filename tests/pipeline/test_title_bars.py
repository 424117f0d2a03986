"""Titles on bars as wide as the table that they name, with a picture and more text between the two."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pdfs import picture
from tests.pipeline.sheets import XS, put, saved, skus_of, table

NAMES = (("Hex bolt zinc plated", "Socket cap screw"), ("Hex nut type 1", "Flat washer grade A"))


def test_a_title_bar_from_edge_to_edge_names_a_table_far_below_it(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 30, "Fasteners and fixings", size=14, font="hebo")
        for row, names in enumerate(NAMES):
            for column, name in enumerate(names):
                x, y = 40 + 265 * column, 50 + 300 * row
                page.draw_rect(pymupdf.Rect(x, y, x + 250, y + 17), color=None, fill=(0.1, 0.2, 0.4))
                page.insert_text((x + 5, y + 12), name, fontsize=9.5, fontname="hebo", color=(1, 1, 1))
                page.insert_image(pymupdf.Rect(x + 10, y + 25, x + 70, y + 80), stream=picture(2 * row + column))
                put(page, x + 100, y + 40, "Material: steel")
                put(page, x + 100, y + 56, "Full boxes only")
                rows = [("Code", "Size", "EUR"), *((f"F{row}{column}-{n}0", f"M{n}", f"{n}6.00") for n in range(4, 9))]
                table(page, rows, (x, x + 90, x + 170, x + 250), y=y + 90, ruled=True)

    found = {sku["model"]: sku["name"] for sku in skus_of(saved(tmp_path, drawing))}

    assert found == {f"F{row}{column}-{n}0": NAMES[row][column] for row in (0, 1) for column in (0, 1) for n in range(4, 9)}


def test_a_title_on_a_bar_may_be_smaller_than_the_cells_but_not_than_the_labels(tmp_path: Path) -> None:
    names = ("Hex rubber dumbbell", "Vinyl kettlebell")

    def drawing(page: pymupdf.Page) -> None:
        put(page, 400, 40, "Free weights", size=16, font="hebo")
        for place, name in enumerate(names):
            y = 70 + 240 * place
            page.draw_rect(pymupdf.Rect(40, y, 520, y + 26), color=None, fill=(0.1, 0.4, 0.35))
            page.insert_text((48, y + 17), name, fontsize=11, color=(1, 1, 1))
            page.insert_image(pymupdf.Rect(60, y + 40, 150, y + 130), stream=picture(place))
            for x, head in zip((210, 300, 380, 470), ("Item No.", "Weight", "Size (mm)", "US$"), strict=True):
                put(page, x, y + 45, head, size=8, font="hebo")
            for n in range(1, 6):
                for x, cell in zip((210, 300, 380, 470), (f"HD{place}-{n}0", f"{n}kg", f"{n}80×75", f"{n}.10"), strict=True):
                    put(page, x, y + 45 + 24 * n, cell, size=12)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == [name for name in names for _ in range(5)]


@pytest.mark.parametrize("note", ["Material: Birch plywood, oiled", "Delivered flat, fittings included in every box"])
def test_a_note_at_the_end_of_a_title_parts_no_columns(tmp_path: Path, note: str) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Code", font="hebo")
        for x, head in zip((110, 290, 360, 430), ("Article", "Pack", "1 box", "5 boxes"), strict=True):
            put(page, x, 50, head, font="hebo")
        y = 70
        for section in range(3):
            page.draw_rect(pymupdf.Rect(36, y - 10, 520, y + 4), color=None, fill=(0.8, 0.8, 0.7))
            page.insert_text((40, y), f"Shelves, series {'ABC'[section]}", fontsize=9.5, fontname="hebo")
            page.insert_text((470 - 4.2 * len(note), y), note, fontsize=8, fontname="heit")
            for n in range(4):
                y += 17
                put(page, 40, y, f"SH-{section}{n}0", font="hebo")
                for x, cell in zip((110, 290, 360, 430), (f"Wall shelf {n + 40} cm", "12", f"{n + 5},40", f"{n + 4},10"), strict=True):
                    put(page, x, y, cell)
            y += 22
        put(page, 40, y + 20, "Prices in EUR without tax.")

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["model"] for sku in found] == [f"SH-{section}{n}0" for section in range(3) for n in range(4)]
    assert [sku["price"] for sku in found] == [f"{n + 5}.40" for _ in range(3) for n in range(4)]


@pytest.mark.parametrize(
    ("note", "is_on_ground", "note_size"),
    [
        ("three layers, frost proof, 8 bar", True, 7),
        ("quiet", False, 7),
        ("Dreilagig und frostsicher, auch für Trinkwasser.", False, 9),
        ("Made for ponds and streams\nwith a sieve at its end", True, 7.5),
    ],
)
def test_small_print_under_the_title_of_a_section_names_nothing(tmp_path: Path, note: str, is_on_ground: bool, note_size: float) -> None:
    def drawing(page: pymupdf.Page) -> None:
        y = 60.0
        table(page, [("Art.-Nr.", "Ausführung", "VE", "EUR")], XS, y=y)
        for section in range(3):
            y += 20
            told = note.split("\n")
            if is_on_ground:
                page.draw_rect(pymupdf.Rect(40, y, 520, y + 16 + 9 * len(told)), color=None, fill=(0.9, 0.95, 0.9))
            put(page, 43, y + 11, f"Hose {'ABC'[section]}", size=9.5, font="hebo")
            for line in told:
                y += 10
                put(page, 43, y + 11, line, size=note_size)
            rows = [(f"H{section}-{n}0", f'13 mm (1/2"), {n},5 m', "6", f"{n}9,90") for n in range(2, 5)]
            y = table(page, rows, XS, y=y + 16)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == [f"Hose {letter}" for letter in "ABC" for _ in range(3)]
    assert [sku["size"] for sku in found] == [f'13 mm (1/2"), {n},5 m' for _ in "ABC" for n in range(2, 5)]


def test_a_title_under_the_title_of_a_chapter_names_the_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        y = table(page, [("Code", "Size", "Pack", "EUR")], XS, y=60)
        for chapter, titles in (("SCREWS", ("Pan head", "Flat head")), ("NUTS", ("Hexagon",))):
            put(page, 43, y + 12, chapter, size=11, font="hebo")
            y += 16
            for title in titles:
                put(page, 43, y + 12, title, size=9, font="hebo")
                y = table(page, [(f"{title[:2].upper()}-{n}00", f"M{n} x 20", "100", f"{n},40") for n in (4, 5, 6)], XS, y=y + 18)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == [title for title in ("Pan head", "Flat head", "Hexagon") for _ in range(3)]
