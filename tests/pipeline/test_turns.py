"""Pages whose text runs up, down or upside down are read as they are held, and told as they are displayed."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.geometry import Box
from pipeline.stages.extract import extract_page
from pipeline.turns import Turn, reading_turn
from tests.pipeline.sheets import contents, put, saved, values

ROWS = (
    ("Order code", "Bore d", "Outside D", "Weight", "Price EUR"),
    *((f"KX{n}12-F", f"{n} mm", f"{2 * n + 6} mm", f"0.{n} kg", f"{n}.85") for n in range(12, 24)),
)


def _turned(page: pymupdf.Page, turn: int) -> None:
    """A table as on a page of 842 by 595, turned by so many degrees onto one of 595 by 842."""
    for number, row in enumerate((("Flange unit, cast steel",), *ROWS)):
        for place, text in enumerate(row):
            x, y = 60 + 140 * place * (0.75 if turn == 180 else 1), 60 + 30 * number
            at = {90: (y, 842 - x), 270: (595 - y, x), 180: (595 - x, 842 - y)}[turn]
            put(page, *at, text, size=9 if number else 16, turn=turn)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_table_set_sideways_is_read(turn: int, tmp_path: Path) -> None:
    page = contents(saved(tmp_path, lambda page: _turned(page, turn)))[1]

    skus, _ = extract_page(page, Context())

    assert [(sku["model"], sku["size"], sku["price"]) for sku in map(values, skus)] == [
        (f"KX{n}12-F", f"{n} mm x {2 * n + 6} mm", f"{n}.85") for n in range(12, 24)
    ]


def test_its_evidence_points_at_the_page_as_displayed(tmp_path: Path) -> None:
    page = contents(saved(tmp_path, lambda page: _turned(page, 90)))[1]

    skus, entries = extract_page(page, Context())

    printed = {word.text: word.box for word in page.words}
    models = [model for sku in skus if (model := sku.get("model")) is not None]
    assert [model.evidence.box.iou(printed[model.value]) > 0.9 for model in models] == [True] * 12
    assert all(page.box.contains_point(entry.box.center_x, entry.box.center_y) for entry in entries)


def test_a_turned_margin_turns_no_page(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 20, 700, "PRODUCT GUIDE 2031 FOR WORKSHOPS AND LABORATORIES", turn=90)
        for number, row in enumerate(ROWS):
            put(page, 60, 60 + 20 * number, " ".join(row))

    assert reading_turn(contents(saved(tmp_path, draw))[1]).direction == (1, 0)


@pytest.mark.parametrize("direction", [(1, 0), (0, -1), (0, 1), (-1, 0)])
def test_a_box_comes_back_to_its_place(direction: tuple[int, int]) -> None:
    turn = Turn(direction, 595.0, 842.0)
    box = Box(30.0, 700.0, 80.0, 712.0)

    assert turn.back(turn.upright(box)) == pytest.approx(box)
