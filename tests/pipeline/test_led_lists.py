"""Lists whose names are led to their prices by dots or lines, printed and scanned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from pipeline.scans.engine import TextRun
from pipeline.scans.raster import PageRaster
from pipeline.scans.words import words_of
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
