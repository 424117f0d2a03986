"""Pages drawn for tests: text, pictures and frames at given places, read back as the pipeline reads any page."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
from PIL import Image

from pipeline.backends.base import Context, Reading
from pipeline.document import Document
from pipeline.options import Options
from pipeline.records import PageContent, Sku
from pipeline.stages.extract import read_page
from pipeline.stages.parse import parse_page

READERS = (
    "lists.toldgoods:read_told_goods",
    "lists.ordertexts:read_order_texts",
    "lists.paragraphs:read_paragraphs",
    "cards.reader:read_cards",
    "heroes.reader:read_hero",
    "lists.prose:read_prose",
)

GOODS = (
    ("Oak Bench", "AB-1020", "$120.00"),
    ("Wall Clock", "AB-1021", "$35.50"),
    ("Tea Pot", "AB-1022", "$18.00"),
    ("Wool Blanket", "AB-1023", "$64.90"),
    ("Desk Lamp", "AB-1024", "$41.00"),
    ("Plant Stand", "AB-1025", "$27.00"),
)
SIZED_GOODS = (
    ("Garden Shears", "GS-11", "18 cm", "$14.00"),
    ("Leaf Rake", "LR-20", "62 cm", "$21.50"),
    ("Hand Trowel", "HT-07", "31 cm", "$9.90"),
)


class Sheet:
    """A page under the pen; points from the top left."""

    def __init__(self, width: float = 595, height: float = 842) -> None:
        self._pdf = pymupdf.open()
        self._page = self._pdf.new_page(width=width, height=height)
        self._hue = 0

    def text(
        self, x: float, y: float, text: str, *, size: float = 10, bold: bool = False, color: tuple[float, float, float] = (0, 0, 0)
    ) -> Sheet:
        """One line with its baseline at `y`; Chinese is set in a Chinese font."""
        font = "china-s" if any(ord(char) > 0x2E00 for char in text) else ("hebo" if bold else "helv")
        self._page.insert_text((x, y), text, fontsize=size, fontname=font, color=color)
        return self

    @staticmethod
    def width_of(text: str, *, size: float) -> float:
        return float(pymupdf.get_text_length(text, "helv", size))

    def lines(self, x: float, y: float, *texts: str, size: float = 10, step: float = 13) -> Sheet:
        for number, text in enumerate(texts):
            self.text(x, y + number * step, text, size=size)
        return self

    def picture(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        """A picture unlike the others of the page."""
        self._hue = (self._hue + 40) % 256
        stream = io.BytesIO()
        Image.new("RGB", (60, 60), (self._hue, 90, 200 - self._hue // 2)).save(stream, "PNG")
        self._page.insert_image(pymupdf.Rect(x0, y0, x1, y1), stream=stream.getvalue(), keep_proportion=False)
        return self

    def frame(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        self._page.draw_rect(pymupdf.Rect(x0, y0, x1, y1), color=(0.6, 0.6, 0.6), width=0.7)
        return self

    def rounded(self, x0: float, y0: float, x1: float, y1: float, *, is_filled: bool = True, radius: float = 0.15) -> Sheet:
        """A card with round corners."""
        fill = (1, 1, 1) if is_filled else None
        self._page.draw_rect(pymupdf.Rect(x0, y0, x1, y1), color=(0.8, 0.8, 0.8), fill=fill, width=0.7, radius=radius)
        return self

    def fill(self, x0: float, y0: float, x1: float, y1: float, color: tuple[float, float, float]) -> Sheet:
        self._page.draw_rect(pymupdf.Rect(x0, y0, x1, y1), color=None, fill=color)
        return self

    def disc(self, x: float, y: float, radius: float) -> Sheet:
        self._page.draw_circle((x, y), radius, color=None, fill=(0.85, 0.1, 0.1))
        return self

    def line(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        self._page.draw_line((x0, y0), (x1, y1), width=0.8)
        return self

    def content(self, folder: Path) -> PageContent:
        path = folder / "drawn.pdf"
        self._pdf.save(path)
        with Document(path) as document:
            return parse_page(document, 1)

    def read(self, folder: Path, *, options: Options | None = None) -> Reading:
        """The page through the readers of free text, without tables."""
        from pipeline.stages.extract import _load

        readers = [_load(f"pipeline.backends.rules.{name}") for name in READERS]
        return read_page(self.content(folder), Context(options=options or Options()), readers)


def values(sku: Sku) -> dict[str, str]:
    """The standard attributes of a SKU, the price as amount and currency."""
    return {item.key: f"{item.price.amount} {item.price.currency}" if item.price else item.value for item in sku.standard}


def customs(sku: Sku) -> dict[str, str]:
    return {item.key: item.value for item in sku.custom}


def by_name(reading: Reading) -> dict[str, dict[str, str]]:
    return {found["name"]: found for sku in reading.skus if "name" in (found := values(sku))}
