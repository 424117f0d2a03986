"""Titles on bars as wide as the table that they name, with a picture and more text between the two."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pdfs import picture
from tests.pipeline.sheets import put, saved, skus_of, table

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
