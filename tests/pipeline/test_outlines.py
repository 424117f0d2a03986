"""Pages whose letters are drawn as curves read like the pages before their text was turned into them."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from pipeline.records import Sku
from tests.pipeline.catalogs import GOODS, bound_pictures, draw, first_page, grid_page, outlined, table_page


def _told(sku: Sku) -> dict[str, str]:
    return {attribute.key: attribute.value for attribute in (*sku.standard, *sku.custom)}


def test_a_ruled_table_of_outlines_keeps_its_borders(tmp_path: Path) -> None:
    printed = draw(tmp_path, table_page)

    page = first_page(outlined(printed, tmp_path))

    assert [_told(sku) for sku in page.skus] == [_told(sku) for sku in first_page(printed).skus]
    assert page.images == ()


def test_captions_of_outlines_lead_to_their_pictures(tmp_path: Path) -> None:
    page = first_page(outlined(draw(tmp_path, grid_page), tmp_path))

    bound = bound_pictures(page)
    assert set(bound) == {code for code, _, _ in GOODS}
    assert len({box for boxes in bound.values() for box in boxes}) == len(GOODS)
    assert {image.role for image in page.images} == {"PRODUCT_MAIN"}


def test_a_line_through_outlines_strikes_the_price(tmp_path: Path) -> None:
    def offers(page: pymupdf.Page) -> None:
        grid_page(page)
        for place in range(len(GOODS)):
            x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230 + 136 + 26
            page.insert_text((x + 60, y), "$250.00", fontsize=10)
            page.draw_line((x + 59, y - 3.5), (x + 98, y - 3.5), width=0.8)

    page = first_page(outlined(draw(tmp_path, offers), tmp_path))

    prices = {sku.get("model").value: sku.get("price").price.amount for sku in page.skus}  # type: ignore[union-attr]
    assert prices == {code: price.lstrip("$") for code, _, price in GOODS}


def test_the_mark_of_a_maker_in_the_head_of_the_page_stays_a_picture(tmp_path: Path) -> None:
    def marked(page: pymupdf.Page) -> None:
        table_page(page)
        page.insert_text((460, 45), "IBEX", fontsize=26, fontname="hebo")

    page = first_page(outlined(draw(tmp_path, marked), tmp_path))

    assert len(page.skus) == 12
    assert {image.role for image in page.images} == {"LOGO"}
