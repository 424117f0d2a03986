"""Scanned rows: heads on dark bars, titles apart from what follows them, paragraphs whose bold names cannot be seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from pipeline.scans.bars import bar_rulings
from pipeline.scans.raster import PageRaster, Pixels
from pipeline.scans.spaces import small_tail, with_wide_spaces
from tests.pipeline.catalogs import draw, run, scanned

EM = 24


def _values(path: Path) -> list[dict[str, str]]:
    return [{told.key: told.value for told in (*sku.standard, *sku.custom)} for sku in run(path).pages[0].skus]


def _bar(light: int) -> tuple[PageRaster, Pixels, Pixels]:
    """A bar on paper at 144 dpi, with an upright line through it."""
    around = np.full((400, 900), 235, np.uint8)
    around[100:150, 60:840] = 60
    gray = around.copy()
    gray[100:150, 300:302] = light
    return PageRaster(np.stack([gray] * 3, axis=2), 0.5, 0.0), gray, around


@pytest.mark.parametrize(("light", "count"), [(220, 5), (60, 0)])
def test_light_lines_on_a_dark_bar_are_borders_and_so_are_its_edges(light: int, count: int) -> None:
    raster, gray, around = _bar(light)

    found = list(bar_rulings(raster, gray, around))

    assert len(found) == count
    assert sum(not ruling.is_horizontal for ruling in found) == (3 if count else 0)


def test_a_scanned_head_on_a_dark_bar_says_what_its_columns_are(tmp_path: Path) -> None:
    xs = (40, 160, 260, 330, 400, 500)
    heads = ("Model", "Speed r/min", "L", "H", "Price USD")
    rows = [(f"KX-{n}01-2", f"{n}890", f"{n}85", f"{n}20", f"{n}20.00") for n in range(1, 8)]

    def page_of(page: pymupdf.Page) -> None:
        page.insert_text((40, 80), "Three-phase motors", fontsize=15)
        page.draw_rect(pymupdf.Rect(40, 110, 500, 134), color=None, fill=(0.2, 0.2, 0.2))
        for number, row in enumerate((heads, *rows)):
            top, ink = 110 + 24 * number, (0.6, 0.6, 0.6) if number else (1, 1, 1)
            for x, right, text in zip(xs, xs[1:], row, strict=False):
                page.draw_rect(pymupdf.Rect(x, top, right, top + 24), color=ink, width=0.8)
                page.insert_text((x + 8, top + 16), text, fontsize=10, color=(0, 0, 0) if number else (1, 1, 1))

    found = _values(scanned(draw(tmp_path, page_of), tmp_path, degrees=0.3, dpi=200))

    assert [(sku["model"], sku["price"]) for sku in found] == [(f"KX-{n}01-2", f"{n}20.00") for n in range(1, 8)]
    assert [sku["Speed"] for sku in found] == [f"{n}890 r/min" for n in range(1, 8)]


def _patch(text: str, gaps: dict[int, float]) -> Pixels:
    """Square letters with a little room between them, and wider gaps before some."""
    widths = [EM] * len(text)
    patch = np.full((EM - 2, sum(widths) + round(sum(gaps.values()) * EM)), 240, np.uint8)
    x = 0
    for place, width in enumerate(widths):
        x += round(gaps.get(place, 0.0) * EM)
        patch[::4, x + 1 : x + width - 1] = 20
        x += width
    return patch


@pytest.mark.parametrize(
    ("text", "gaps", "spaced"),
    [
        ("不锈钢输送链材质钢铁", {6: 1.0}, "不锈钢输送链 材质钢铁"),
        ("不锈钢输送链材质钢铁", {}, "不锈钢输送链材质钢铁"),
        ("不锈钢输送链材质钢铁", {6: 0.4}, "不锈钢输送链材质钢铁"),
        ("不锈钢，输送链材质钢", {4: 1.0}, "不锈钢，输送链材质钢"),
    ],
)
def test_gaps_as_wide_as_letters_are_spaces(text: str, gaps: dict[int, float], spaced: str) -> None:
    assert " ".join(with_wide_spaces(text, _patch(text, gaps), lambda _: 1.0).split()) == spaced


@pytest.mark.parametrize(("high", "is_apart"), [(12, True), (20, False)])
def test_a_smaller_translation_is_apart_from_its_title(high: int, is_apart: bool) -> None:
    title, words = "异步电动机", "Three-phase motors"
    patch = _patch(title + "口" * 5, {5: 0.3})
    patch[: EM - 2 - high, 5 * EM + 4 :] = 240

    found = small_tail(title + words, patch)

    assert (found[0] if found is not None else None) == (len(title) if is_apart else None)


def test_scanned_paragraphs_open_with_a_name_and_close_with_code_and_price(tmp_path: Path) -> None:
    goods = (
        ("Lever Arch File", "A4 size, marbled board with metal edges and", "label holder. Code OF-221.", "$2.85"),
        ("Desk Bell", "Loud clear tone, chrome dome on a heavy", "base of walnut. Code OF-430.", "$9.60"),
        ("Guest Register", "Bound book with ruled columns for name and", "address of guests. Code OF-115.", "$17.25"),
        ("Menu Holder", "Clear acrylic stand for a single card with", "stable foot. Code OF-640.", "$3.95"),
    )

    def page_of(page: pymupdf.Page) -> None:
        page.insert_text((50, 70), "Office", fontsize=18)
        for place, (name, one, two, price) in enumerate(goods):
            y = 110 + 44 * place
            page.insert_text((50, y), f"{name}.", fontsize=10, fontname="hebo")
            page.insert_text((55 + pymupdf.get_text_length(f"{name}.", "hebo", 10), y), one, fontsize=10)
            page.insert_text((50, y + 14), two, fontsize=10)
            page.insert_text((54 + pymupdf.get_text_length(two, "helv", 10), y + 14), price, fontsize=10, fontname="hebo")

    found = _values(scanned(draw(tmp_path, page_of), tmp_path, dpi=200))

    assert [(sku["name"], sku["price"]) for sku in found] == [(name, price) for name, _, _, price in goods]
    assert [sku["model"] for sku in found] == ["OF-221", "OF-430", "OF-115", "OF-640"]
