"""Sums that no reader takes are given to the goods they stand with, and to nobody else."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.page.leftprices import with_left_prices
from pipeline.document import Document
from pipeline.geometry import Box, union
from pipeline.records import Attribute, Evidence, PageContent, Sku
from pipeline.stages.parse import parse_page

CODES = ("KT-101", "KT-102", "KT-103", "KT-104")
PRICES = ("$12.50", "$8.90", "$31.00", "$7.25")


def page_of(folder: Path, texts: list[tuple[float, float, str]], frames: list[Box] = []) -> PageContent:  # noqa: B006
    pdf = pymupdf.open()
    page = pdf.new_page(width=595, height=842)
    for x, y, text in texts:
        page.insert_text((x, y), text, fontsize=10)
    for frame in frames:
        page.draw_rect(pymupdf.Rect(*frame), width=0.7)
    pdf.save(folder / "left.pdf")
    with Document(folder / "left.pdf") as document:
        return parse_page(document, 1)


def product(content: PageContent, code: str, *, name: str = "") -> Sku:
    """A product as a reader leaves it that took its code and the name over it, but no price."""

    def read(key: str, text: str) -> Attribute:
        line = next(line for line in content.lines if line.text == text)
        return Attribute(key, text, Evidence(1, line.box, text, 0.9))

    told = (read("model", code), *((read("name", name),) if name else ()))
    return Sku(1, union(item.evidence.box for item in told[:1]), told, method="card")


def prices(skus: tuple[Sku, ...]) -> list[str | None]:
    return [price.price.amount if (price := sku.get("price")) is not None and price.price is not None else None for sku in skus]


def grid(place: int) -> tuple[float, float]:
    return 60 + 260 * (place % 2), 100 + 200 * (place // 2)


@pytest.mark.parametrize(
    ("dx", "dy", "text"),
    [(140.0, 90.0, "{}"), (0.0, 30.0, "{}"), (120.0, -20.0, "Trade {}"), (60.0, 60.0, "RRP $99.00 Trade {}")],
    ids=["foot", "under", "over", "after the shops' price"],
)
def test_a_sum_at_the_same_place_beside_each_is_its_price(tmp_path: Path, dx: float, dy: float, text: str) -> None:
    texts = [(grid(place)[0], grid(place)[1], code) for place, code in enumerate(CODES)]
    tags = [(grid(place)[0] + dx, grid(place)[1] + dy, text.format(price)) for place, price in enumerate(PRICES)]
    content = page_of(tmp_path, texts + tags)

    skus, lines = with_left_prices([product(content, code) for code in CODES], content)

    assert prices(skus) == [price[1:] for price in PRICES]
    assert len(lines) == len(PRICES)


def test_the_only_sum_in_a_frame_is_that_of_what_it_holds(tmp_path: Path) -> None:
    frames = [Box(grid(place)[0] - 20, grid(place)[1] - 40, grid(place)[0] + 220, grid(place)[1] + 130) for place in range(4)]
    texts = [(grid(place)[0], grid(place)[1], code) for place, code in enumerate(CODES)]
    # Wherever the tags stand, and though one card has none.
    tags = [(grid(place)[0] + 30 * place, grid(place)[1] + 40 + 20 * place, price) for place, price in enumerate(PRICES[:3])]
    content = page_of(tmp_path, texts + tags, frames)

    skus, _ = with_left_prices([product(content, code) for code in CODES], content)

    assert prices(skus) == ["12.50", "8.90", "31.00", None]


def test_a_sum_under_a_block_holds_for_all_rows_that_bear_its_name(tmp_path: Path) -> None:
    names = ("Rain jacket", "Fleece vest")
    blocks = [(60.0, 100.0 + 200 * block, name) for block, name in enumerate(names)]
    rows = [(60.0, 120.0 + 200 * (row // 2) + 16 * (row % 2), code) for row, code in enumerate(CODES)]
    sums = [(400.0, 170.0 + 200 * block, price) for block, price in enumerate(PRICES[:2])]
    content = page_of(tmp_path, blocks + rows + sums)

    skus, _ = with_left_prices([product(content, code, name=names[row // 2]) for row, code in enumerate(CODES)], content)

    assert prices(skus) == ["12.50", "12.50", "8.90", "8.90"]


@pytest.mark.parametrize(
    "texts",
    [
        [(60, 700, "Orders over $500 carriage paid")],
        [(60, 700, "$12.50"), (300, 720, "$8.90"), (200, 640, "$31.00"), (60, 760, "$7.25")],
        [(grid(place)[0], grid(place)[1] + 30, f"was {price}") for place, price in enumerate(PRICES)],
        [(grid(place)[0], grid(place)[1] + 30, f"RRP {price}") for place, price in enumerate(PRICES)],
    ],
    ids=["terms", "anywhere", "former prices", "shops' prices"],
)
def test_other_sums_are_nobodys_price(tmp_path: Path, texts: list[tuple[float, float, str]]) -> None:
    content = page_of(tmp_path, [(grid(place)[0], grid(place)[1], code) for place, code in enumerate(CODES)] + texts)

    skus, lines = with_left_prices([product(content, code) for code in CODES], content)

    assert prices(skus) == [None] * 4
    assert lines == ()
