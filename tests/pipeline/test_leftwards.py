"""Scripts that are written from right to left: what they tell is told in their own order."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.geometry import Box
from pipeline.records import Word
from pipeline.stages.leftwards import in_reading_direction
from pipeline.stages.lines import make_line
from tests.pipeline.sheets import reading_of, saved

ROWS = (
    ("מחיר", "צבע", "תיאור", "דגם"),
    ("350.00", "לבן", "כסא עץ אלון", "HB-10"),
    ("890.00", "שחור", "שולחן אוכל", "HB-11"),
    ("199.90", "אדום", "מנורת רצפה", "HB-12"),
)


def _words(*texts: str) -> list[Word]:
    return [Word(text, Box(40 * place, 0, 40 * place + 36, 10), 10.0) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (("כבד", "שולחן"), "שולחן כבד"),
        (("סמ", "160", "שולחן"), "שולחן 160 סמ"),
        (("HB-10", "כבד", "שולחן"), "HB-10 שולחן כבד"),
        (("Oak", "table", "160"), "Oak table 160"),
        (("橡木", "桌子"), "橡木 桌子"),
    ],
)
def test_words_are_told_in_the_order_in_which_they_are_read(printed: tuple[str, ...], told: str) -> None:
    line = make_line(_words(*printed))

    assert " ".join(word.text for word in in_reading_direction(_words(*printed))) == told
    assert line.text.replace(" ", "") == told.replace(" ", "")
    assert [line.text.index(word.text) for word in line.words] == sorted(line.text.index(word.text) for word in line.words)


def test_a_table_in_such_a_script_is_read(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for row, texts in enumerate(ROWS):
            for column, text in enumerate(texts):
                box = pymupdf.Rect(40 + 125 * column, 100 + 24 * row, 40 + 125 * (column + 1), 124 + 24 * row)
                page.draw_rect(box, width=0.5)
                page.insert_htmlbox(
                    pymupdf.Rect(box.x0 + 3, box.y0 + 3, box.x1 - 3, box.y1), f'<p dir="rtl" style="font-size:10px;margin:0">{text}</p>'
                )

    found = reading_of(saved(tmp_path, draw)).skus

    told = [tuple(sku.get(key).value for key in ("price", "color", "name", "model")) for sku in found]  # type: ignore[union-attr]
    assert told == list(ROWS[1:])
