"""Pictures at the edge of the page that belong to the tables under titles, and those of rows that begin a page."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.geometry import Box
from tests.pipeline.catalogs import bound_pictures, draw, encoded, first_page, photo


def _screws(page: pymupdf.Page, top: float) -> None:
    """Codes and prices in each cell of a table under a title and a sentence."""
    page.insert_text((40, top), "Hex bolts DIN 933", fontsize=14, fontname="hebo")
    page.insert_text((40, top + 16), "Steel 8.8, galvanised. Each cell: code and price in EUR for 100 pcs.", fontsize=8)
    for column, text in enumerate(("Length", "M5", "M6", "M8")):
        page.insert_text((50 + 130 * column, top + 120), text, fontsize=9, fontname="hebo")
    for row in range(4):
        y = top + 140 + 30 * row
        page.insert_text((50, y), f"{10 * row + 10} mm", fontsize=9)
        for column, size in enumerate((5, 6, 8), start=1):
            page.insert_text((50 + 130 * column, y - 5), f"9330{size}0{row + 1}0", fontsize=7)
            page.insert_text((50 + 130 * column, y + 6), f"{row + 1},{size}0", fontsize=9, fontname="hebo")
    for y in (top + 106, *(top + 126 + 30 * row for row in range(5))):
        page.draw_line((40, y), (560, y), width=0.5)
    for x in (40, *(40 + 130 * column for column in range(1, 5))):
        page.draw_line((x, top + 106), (x, top + 246), width=0.5)


def _nuts(page: pymupdf.Page, top: float) -> None:
    page.insert_text((40, top), "Hex nuts DIN 934", fontsize=12, fontname="hebo")
    for row in range(5):
        y = top + 24 + 16 * row
        texts = ("Code", "Thread", "EUR / 100") if row == 0 else (f"93400{row}", f"M{row + 4}", f"{row},98")
        for column, text in enumerate(texts):
            page.insert_text((44 + 120 * column, y), text, fontsize=9, fontname="hebo" if row == 0 else "helv")
        page.draw_line((40, y + 5), (380, y + 5), width=0.4)


@pytest.mark.parametrize("nuts_at", [(440.0, 374.0), (440.0, 420.0)], ids=["under the title's row", "at the last rows"])
def test_pictures_at_the_edge_show_the_tables_at_their_height(tmp_path: Path, nuts_at: tuple[float, float]) -> None:
    x, y = nuts_at
    bolt, nut = (450.0, 74.0, 510.0, 160.0), (x, y, x + 60, y + 44)

    def page(sheet: pymupdf.Page) -> None:
        _screws(sheet, 70)
        _nuts(sheet, 380)
        for seed, place in enumerate((bolt, nut)):
            sheet.insert_image(pymupdf.Rect(*place), stream=encoded(photo(seed)), keep_proportion=False)

    bound = bound_pictures(first_page(draw(tmp_path, page)))

    assert len(bound) == 16
    for code, boxes in bound.items():
        assert [box.iou(Box(*(bolt if code.startswith("933") else nut))) > 0.9 for box in boxes] == [True], code


def test_a_picture_in_the_first_row_of_a_page_is_no_logo(tmp_path: Path) -> None:
    def rest_of_table(page: pymupdf.Page) -> None:
        for row in range(4):
            y = 24 + 40 * row
            page.insert_image(pymupdf.Rect(50, y + 3, 84, y + 37), stream=encoded(photo(row)))
            for column, text in enumerate((f"LH-30{row}1", f"Steamer no {'ABCD'[row]}", f"2{row} cm", f"{row + 3}.36")):
                page.insert_text((150 + 100 * column, y + 24), text, fontsize=9)
        for row in range(5):
            page.draw_line((40, 24 + 40 * row), (540, 24 + 40 * row), width=0.5)
        for x in (40, 140, 240, 340, 440, 540):
            page.draw_line((x, 24), (x, 184), width=0.5)
        page.insert_text((40, 220), "All prices in USD.", fontsize=9)

    result = first_page(draw(tmp_path, rest_of_table))

    assert {image.role for image in result.images} == {"PRODUCT_MAIN"}
    assert {code: [round(box.y0) for box in boxes] for code, boxes in bound_pictures(result).items()} == {
        f"LH-30{row}1": [27 + 40 * row] for row in range(4)
    }
