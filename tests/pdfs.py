"""Small PDFs drawn for a test."""

from __future__ import annotations

import io

import pymupdf
from PIL import Image


def picture(color: tuple[int, int, int] = (180, 60, 40), size: tuple[int, int] = (320, 320)) -> bytes:
    """A PNG with something on it."""
    image = Image.new("RGB", size, "white")
    image.paste(color, (size[0] // 5, size[1] // 5, size[0] * 4 // 5, size[1] * 4 // 5))
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def table_page(document: pymupdf.Document, rows: int = 6, *, prefix: str = "KD") -> None:
    """A ruled price list."""
    # Drawn in one go: text put on a page piece by piece costs a look at the whole page each time.
    sheet = document.new_page().new_shape()
    sheet.insert_text((72, 60), "Price list", fontsize=16)
    columns = (72, 160, 330, 430, 520)
    header = ("Model", "Product Name", "Size (mm)", "Price (USD)")
    for index in range(rows + 1):
        top = 90 + 24 * index
        cells = (
            header
            if index == 0
            else (f"{prefix}-{100 + index}", f"Oak chair {index}", f"{400 + index}x{380 + index}x{820 + index}", f"{10 + index}.50")
        )
        for column, cell in enumerate(cells):
            sheet.draw_rect(pymupdf.Rect(columns[column], top, columns[column + 1], top + 24))
            sheet.insert_text((columns[column] + 4, top + 16), cell, fontsize=10)
    sheet.finish(color=(0, 0, 0), width=0.7)
    sheet.commit()


def blank_page(document: pymupdf.Document) -> None:
    document.new_page()


def catalog(pages: int = 2, *, blanks: int = 0, rows: int = 6, title: str = "") -> bytes:
    """A catalog of price-list pages with blank ones at the end. `title` makes the content unique."""
    document = pymupdf.open()
    for number in range(pages):
        table_page(document, rows, prefix=f"P{number}")
    for _ in range(blanks):
        blank_page(document)
    document.set_metadata({"title": title or "catalog"})
    data: bytes = document.tobytes(deflate=True, garbage=3, no_new_id=True)
    document.close()
    return data


def catalog_with_heavy_page(pages: int, *, heavy: int, pictures: int = 6) -> bytes:
    """A catalog of which one page takes long enough to be met in work: large pictures."""
    document = pymupdf.open("pdf", catalog(pages))
    page = document[heavy - 1]
    for number in range(pictures):
        column, row = number % 6, number // 6
        box = pymupdf.Rect(72 + 80 * column, 300 + 75 * row, 142 + 80 * column, 370 + 75 * row)
        page.insert_image(box, stream=picture((40 * column, 255 - 40 * column, 90 + 20 * row), (1600, 1600)))
    data: bytes = document.tobytes(deflate=True, no_new_id=True)
    document.close()
    return data


def blank_catalog(pages: int = 2) -> bytes:
    document = pymupdf.open()
    for _ in range(pages):
        blank_page(document)
    data: bytes = document.tobytes()
    document.close()
    return data
