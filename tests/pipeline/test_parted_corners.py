"""Corners of a matrix that call its rows and its heads, parted by a stroke or set aslant."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, ruled_rows, saved, skus_of, table

MATRIX_XS = (40.0, 150.0, 240.0, 330.0, 420.0)
ROW_XS = (40.0, 150.0, 240.0, 330.0, 420.0, 510.0)


@pytest.mark.parametrize("corner", ["Size \\ Colour", "Colour / Size", "Colour \\ Size", "Size | Shade"])
def test_a_parted_corner_calls_the_rows_and_the_heads_by_what_they_are(tmp_path: Path, corner: str) -> None:
    rows = [(corner, "White", "Navy", "Moss", "Price")]
    beds = ("Cot", "Twin", "Queen", "Long twin")
    rows += [(bed, f"BT0{n}31", f"BT4{n}77", f"BT8{n}02", f"£{n + 8}.40") for n, bed in enumerate(beds, 1)]

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: ruled_rows(page, rows)))}

    assert len(found) == 12
    assert {key: found["BT4377"][key] for key in ("size", "color", "price")} == {"size": "Queen", "color": "Navy", "price": "11.40"}


@pytest.mark.parametrize("corner", ["颜色＼尺寸", "尺寸/颜色"])
def test_a_parted_corner_over_rows_of_colours_calls_them_so(tmp_path: Path, corner: str) -> None:
    rows = [(corner, "90cm", "120cm", "150cm", "单价")]
    rows += [(color, f"LD{n}1931", f"LD{n}4277", f"LD{n}8502", f"¥{n + 8}.40") for n, color in enumerate(("白色", "黑色", "原木色"), 1)]

    found = {
        sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: table(page, rows, ROW_XS, ruled=True, font="china-s") and None))
    }

    assert len(found) == 9
    assert {key: found["LD24277"][key] for key in ("size", "color", "price")} == {"size": "120cm", "color": "黑色", "price": "10.40"}


def test_two_things_told_in_the_first_column_are_no_parted_corner(tmp_path: Path) -> None:
    rows = [("Size / Material", "White", "Navy", "Moss", "Price")]
    rows += [(f"{20 * n} cm / Oak", f"BT0{n}31", f"BT4{n}77", f"BT8{n}02", f"£{n + 8}.40") for n in range(1, 5)]

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: ruled_rows(page, rows)))}

    assert found["BT4377"]["color"] == "Navy"
    assert "60 cm / Oak" in found["BT4377"].values()


def test_the_order_of_words_in_a_corner_does_not_lose_their_unit(tmp_path: Path) -> None:
    rows = [("Colour / Size (cm)", "White", "Navy", "Moss"), *((f"{20 * n}", f"BT0{n}31", f"BT4{n}77", f"BT8{n}02") for n in range(1, 5))]

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: ruled_rows(page, rows)))}

    assert (found["BT4377"]["size"], found["BT4377"]["color"]) == ("60cm", "Navy")


def test_the_lower_word_of_a_corner_set_aslant_calls_the_rows(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Chalk paint", size=18)
        rows = [("", "Dusk", "Heath", "Fjord"), *((f"Tin {n}", f"CP0{n}31", f"CP4{n}77", f"CP8{n}02") for n in range(1, 5))]
        table(page, rows, MATRIX_XS, pitch=30, ruled=True)
        put(page, 108, 110, "Colour")
        put(page, 43, 126, "Size")

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawn))}

    assert (found["CP4377"]["size"], found["CP4377"]["color"]) == ("Tin 3", "Heath")
