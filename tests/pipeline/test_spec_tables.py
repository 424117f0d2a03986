"""Tables within borders that list what one product is like, its price among the rest."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from pipeline.backends.base import Context
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pipeline.sheets import contents, put, saved, values

ROWS = (
    ("Model", "YP-121E"),
    ("Dimensions", "149×61×121 cm"),
    ("Material", "Spruce"),
    ("Colour", "Black"),
    ("Keys", "88 keys"),
    ("Net weight", "226 kg"),
    ("Price", "$ 1,680.00"),
)


def _centred(page: pymupdf.Page) -> None:
    put(page, 40, 60, "Upright piano", size=20, font="hebo")
    page.draw_rect(pymupdf.Rect(40, 80, 400, 300), fill=(0.3, 0.2, 0.1))
    for row, cells in enumerate(ROWS):
        for left, right, text in zip((40, 150), (150, 540), cells, strict=True):
            box = pymupdf.Rect(left, 330 + 22 * row, right, 352 + 22 * row)
            page.draw_rect(box, width=0.6)
            put(page, (left + right - pymupdf.get_text_length(text, fontsize=9)) / 2, box.y1 - 7, text)


def test_the_word_for_prices_leads_to_one_in_a_list_with_centred_cells(tmp_path: Path) -> None:
    skus, _ = extract_page(contents(saved(tmp_path, _centred))[1], Context(options=Options()))

    told = [values(sku) for sku in skus]
    assert [(sku.get("model"), sku.get("size"), sku.get("material"), sku.get("Keys"), sku.get("price")) for sku in told] == [
        ("YP-121E", "149×61×121 cm", "Spruce", "88 keys", "$ 1,680.00")
    ]
