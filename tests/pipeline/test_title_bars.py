"""Titles on bars as wide as the table that they name, with a picture and more text between the two."""

from __future__ import annotations

from pathlib import Path

import pymupdf

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
