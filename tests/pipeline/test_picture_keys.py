"""Pages with numbers at the pictures that come again before the captions elsewhere on the page."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.records import Disposition
from tests.pipeline.catalogs import draw, encoded, first_page, photo

GOODS = (
    ("Willow Log Basket", "GK-204", "40 x 30 cm", "$31.50"),
    ("Copper Jug", "GK-211", "H 22 cm", "$18.20"),
    ("Jute Doormat", "GK-218", "60 x 40 cm", "$9.90"),
    ("Iron Candlestick", "GK-225", "H 31 cm", "$14.00"),
    ("Slate Clock", "GK-232", "30 x 30 cm", "$26.40"),
    ("Felt Stool", "GK-249", "H 45 cm", "$47.00"),
)


def _page(page: pymupdf.Page, keys: str) -> None:
    for place, key in enumerate(keys):
        left, top = 70 + 170 * (place % 3), 90 + 170 * (place // 3)
        page.insert_image(pymupdf.Rect(left, top, left + 90, top + 110), stream=encoded(photo(place)), keep_proportion=False)
        page.draw_circle((left - 9, top - 4), 9, color=None, fill=(0.3, 0.2, 0.4))
        page.insert_text((left - 12, top), key, fontsize=10, fontname="hebo", color=(1, 1, 1))
    for place, (name, code, size, price) in enumerate(GOODS):
        left, top = 60 + 260 * (place // 3), 500 + 60 * (place % 3)
        page.insert_text((left - 18, top), keys[place], fontsize=10, fontname="hebo")
        page.insert_text((left, top), name, fontsize=12, fontname="hebo")
        page.insert_text((left, top + 15), f"{code}   {size}", fontsize=9)
        page.insert_text((left + 180, top), price, fontsize=12, fontname="hebo")


@pytest.mark.parametrize("keys", ["123456", "ABCDEF"])
def test_captions_under_the_keys_of_pictures_are_cards(tmp_path: Path, keys: str) -> None:
    page = first_page(draw(tmp_path, lambda page: _page(page, keys)))

    found = {sku.get("model").value: sku for sku in page.skus}  # type: ignore[union-attr]
    assert {code: found[code].get("name").value for code in found} == {code: name for name, code, _, _ in GOODS}  # type: ignore[union-attr]
    assert found["GK-249"].get("size").value == "H 45 cm"  # type: ignore[union-attr]
    assert page.page_class.page_type == "B"


def test_keys_lead_to_their_pictures_and_are_accounted_for(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, lambda page: _page(page, "123456")))

    boxes = {image.image_id: image.box for image in page.images}
    bound = {binding.sku_id: boxes[binding.image_id] for binding in page.bindings if binding.rank == 1}
    last = next(sku for sku in page.skus if sku.get("model").value == "GK-249")  # type: ignore[union-attr]
    assert abs(bound[last.sku_id].x0 - 410) < 5
    assert not [entry for entry in page.receipt.entries if entry.text in "123456" and entry.disposition is Disposition.IN_REVIEW]


def test_a_picture_with_the_keys_of_several_goods_on_it_is_a_scene(tmp_path: Path) -> None:
    def look(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(40, 60, 555, 440), stream=encoded(photo(1)), keep_proportion=False)
        for place, (name, code, size, price) in enumerate(GOODS):
            x, y = 90 + 75 * place, 200 + 60 * (place % 2)
            page.draw_circle((x, y), 9, color=None, fill=(1, 1, 1))
            page.insert_text((x - 3, y + 3), str(place + 1), fontsize=9)
            left, top = 64 + 176 * (place % 3), 480 + 110 * (place // 3)
            page.draw_circle((left - 14, top - 2), 8, color=None, fill=(0.1, 0.3, 0.3))
            page.insert_text((left - 17, top + 1), str(place + 1), fontsize=8, color=(1, 1, 1))
            for row, text in enumerate((name, f"Item {code}", f"Size {size}", price)):
                page.insert_text((left, top + 14 * row), text, fontsize=9 if row else 12)

    page = first_page(draw(tmp_path, look))

    assert [sku.get("name").value for sku in page.skus] == [name for name, *_ in GOODS]  # type: ignore[union-attr]
    assert page.images[0].role == "SCENE"


def test_letters_in_the_corners_of_cards_that_stand_on_a_scene_too_name_nothing(tmp_path: Path) -> None:
    def look(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(40, 60, 555, 400), stream=encoded(photo(1)), keep_proportion=False)
        for place, ((name, code, size, _), key) in enumerate(zip(GOODS[:5], "ABCDE", strict=True)):
            page.insert_text((90 + 80 * place, 200 + 40 * (place % 2)), key, fontsize=11)
            left = 40 + 104 * place
            page.draw_rect(pymupdf.Rect(left, 420, left + 98, 600), color=(0.7, 0.7, 0.7), width=0.7)
            page.insert_text((left + 5, 434), key, fontsize=11)
            page.insert_image(pymupdf.Rect(left + 20, 440, left + 78, 510), stream=encoded(photo(place + 2)), keep_proportion=False)
            page.insert_text((left + 6, 530), code, fontsize=11)
            page.insert_text((left + 6, 546), name, fontsize=9)
            page.insert_text((left + 6, 570), size, fontsize=9)

    page = first_page(draw(tmp_path, look))

    assert [sku.get("name").value for sku in page.skus] == [name for name, *_ in GOODS[:5]]  # type: ignore[union-attr]
    assert {entry.rule for entry in page.receipt.entries if entry.text in set("ABCDE") and entry.kind == "text"} == {"picture_key"}
