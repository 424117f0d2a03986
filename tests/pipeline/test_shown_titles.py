"""On a page about one product its title at its picture names the versions that a table under both lists."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pdfs import picture
from tests.pipeline.sheets import Rows, put, saved, skus_of, table

VERSIONS = (
    ("Code", "Upholstery", "Colour", "Price"),
    *((f"RST-{n}14", "Wool felt", color, f"$4{n}0.00") for n, color in enumerate(("Ink", "Sand", "Moss"), 1)),
)
WIDE_VERSIONS = (
    ("编号", "面料", "颜色", "价格"),
    *((f"RST-{n}14", "羊毛毡", color, f"¥4{n}0.00") for n, color in enumerate(("墨色", "沙色", "绿色"), 1)),
)


def _shown_over_versions(
    page: pymupdf.Page, title: str, heading: str, told: tuple[str, ...], rows: Rows, *, is_beside: bool = True
) -> None:
    x, y = (320, 90) if is_beside else (40, 60)
    put(page, x, y, title, size=24, font="china-s")
    page.insert_image(pymupdf.Rect(40, 70, 290, 330), stream=picture(size=(500, 520)))
    for number, line in enumerate(told):
        put(page, 320, 120 + 16 * number, line, font="china-s")
    put(page, 40, 370, heading, size=17, font="china-s")
    table(page, rows, (40.0, 150.0, 270.0, 390.0, 500.0), y=380, ruled=True, font="china-s")


@pytest.mark.parametrize("is_beside", [True, False])
@pytest.mark.parametrize(
    ("title", "heading", "told", "rows"),
    [
        ("Orla stool", "Pick a cloth you love", ("A seat for every room.", "Dimensions: 40x40x46cm"), VERSIONS),
        ("奥拉圆凳", "挑一款您喜欢的布", ("适合每个房间。", "尺寸：40x40x46cm"), WIDE_VERSIONS),
    ],
)
def test_the_title_at_the_picture_of_one_product_names_its_versions(
    tmp_path: Path, title: str, heading: str, told: tuple[str, ...], rows: Rows, is_beside: bool
) -> None:
    path = saved(tmp_path, lambda page: _shown_over_versions(page, title, heading, told, rows, is_beside=is_beside))

    found = skus_of(path)

    assert [(sku["name"], sku["size"], sku["model"]) for sku in found] == [(title, "40x40x46cm", row[0]) for row in rows[1:]]


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Living", ("A room is made by what stands in it.", "We build each piece by hand.")),
        ("Orla stool", ("Code: OR-40", "Dimensions: 40x40x46cm", "Price: $120.00")),
    ],
)
def test_a_heading_under_a_chapter_or_under_what_is_sold_by_itself_names_its_table(
    tmp_path: Path, title: str, told: tuple[str, ...]
) -> None:
    found = skus_of(saved(tmp_path, lambda page: _shown_over_versions(page, title, "Vero bench", told, VERSIONS)))

    assert {sku["name"] for sku in found if sku["model"].startswith("RST")} == {"Vero bench"}


@pytest.mark.parametrize("heading", ["订货信息", "规格型号及价格", "可选颜色", "選型明細"])
def test_words_for_lists_put_together_name_none_of_the_goods_under_them(tmp_path: Path, heading: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "奥拉圆凳", size=24, font="china-s")
        put(page, 40, 120, heading, size=14, font="china-s")
        table(page, WIDE_VERSIONS, (40.0, 150.0, 270.0, 390.0, 500.0), y=135, ruled=True, font="china-s")

    assert {sku["name"] for sku in skus_of(saved(tmp_path, draw))} == {"奥拉圆凳"}
