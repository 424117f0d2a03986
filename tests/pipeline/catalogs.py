"""Small catalogs drawn for tests, with photos that look like photos, run through all stages."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pymupdf
from PIL import Image, ImageDraw

from pipeline.catalog import Catalog, run_catalog
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.records import PageResult

GOODS = (
    ("AB-1020", "Oak Bench", "$120.00"),
    ("AB-1021", "Wall Clock", "$35.50"),
    ("AB-1022", "Tea Pot", "$18.00"),
    ("AB-1023", "Wool Blanket", "$64.90"),
    ("AB-1024", "Desk Lamp", "$41.00"),
    ("AB-1025", "Plant Stand", "$27.00"),
)


def photo(seed: int, width: int = 300, height: int = 300) -> Image.Image:
    """Smooth colours with a dark thing in the middle; every seed looks different."""
    random = np.random.default_rng(seed)
    ys, xs = np.mgrid[0:height, 0:width]
    pixels = np.stack(
        [120 + 100 * np.sin(xs / random.uniform(20, 60) + random.uniform(0, 6)) * np.cos(ys / random.uniform(20, 60)) for _ in range(3)], -1
    )
    middle = (xs - width / 2) ** 2 + (ys - height / 2) ** 2 < (min(width, height) / 4) ** 2
    pixels[middle] = random.integers(10, 90, 3)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def encoded(picture: Image.Image, kind: str = "JPEG") -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, quality=92)
    return stream.getvalue()


def draw(folder: Path, *pages: Callable[[pymupdf.Page], None], name: str = "drawn.pdf") -> Path:
    """A file with a page for each drawing function."""
    pdf = pymupdf.open()
    for drawn in pages:
        drawn(pdf.new_page(width=595, height=842))
    path = folder / name
    pdf.save(path)
    pdf.close()
    return path


def grid_page(page: pymupdf.Page, *, seed: int = 0) -> None:
    """Six products, three in a row, each picture over its caption."""
    page.insert_text((50, 60), "Spring Collection", fontsize=18)
    for place, (code, name, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230
        page.insert_image(pymupdf.Rect(x, y, x + 120, y + 120), stream=encoded(photo(seed + place)))
        for row, text in enumerate((name, code, price)):
            page.insert_text((x, y + 136 + 13 * row), text, fontsize=10)


def table_page(page: pymupdf.Page, *, rows: int = 12) -> None:
    """A ruled price list."""
    page.insert_text((50, 60), "Price List", fontsize=18)
    titles, xs = ("Model", "Name", "Size", "Price"), (50, 150, 320, 430, 545)
    for row in range(rows + 1):
        y = 90 + 24 * row
        texts = titles if row == 0 else (f"TX-{2000 + row}", f"Steel Bracket {row}", f"{100 + row}x50 mm", f"${row * 3 + 1}.50")
        for column, text in enumerate(texts):
            page.insert_text((xs[column] + 5, y + 16), text, fontsize=9)
        page.draw_line((xs[0], y), (xs[-1], y), width=0.7)
    for x in xs:
        page.draw_line((x, 90), (x, 90 + 24 * (rows + 1)), width=0.7)
    page.draw_line((xs[0], 90 + 24 * (rows + 1)), (xs[-1], 90 + 24 * (rows + 1)), width=0.7)


def blank_page(page: pymupdf.Page) -> None:
    page.insert_text((295, 820), "3", fontsize=8)


def scanned(source: Path, folder: Path, *, degrees: float = 0.0, dpi: int = 150) -> Path:
    """The file as if printed and scanned: nothing but a picture on each page, a little askew."""
    pdf = pymupdf.open()
    with pymupdf.open(source) as original:
        for page in original:
            pixmap = page.get_pixmap(dpi=dpi)
            picture = Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples)
            turned = picture.rotate(-degrees, resample=Image.Resampling.BICUBIC, fillcolor=(255, 255, 255))
            new = pdf.new_page(width=page.rect.width, height=page.rect.height)
            new.insert_image(new.rect, stream=encoded(turned))
    path = folder / "scanned.pdf"
    pdf.save(path)
    pdf.close()
    return path


def outlined(source: Path, folder: Path) -> Path:
    """The file as print shops get it: all letters drawn as curves."""
    pdf = pymupdf.open()
    with pymupdf.open(source) as original:
        for page in original:
            drawing = page.get_svg_image(text_as_path=True).encode()
            with pymupdf.open(stream=drawing, filetype="svg") as drawn, pymupdf.open("pdf", drawn.convert_to_pdf()) as curves:
                pdf.insert_pdf(curves)
    path = folder / "outlined.pdf"
    pdf.save(path)
    pdf.close()
    return path


def run(path: Path, *, workers: int = 0, options: Options | None = None) -> Catalog:
    return run_catalog(path, options=options or Options(), workers=workers)


def first_page(path: Path) -> PageResult:
    """The first page with its pictures' bytes."""
    pages: list[PageResult] = []
    run_catalog(path, options=Options(), pages=[1], on_page=pages.append)
    return pages[0]


def bound_pictures(page: PageResult) -> dict[str, list[Box]]:
    """Codes to the boxes of their pictures."""
    boxes = {image.image_id: image.box for image in page.images}
    codes = {sku.sku_id: model.value for sku in page.skus if (model := sku.get("model")) is not None}
    result: dict[str, list[Box]] = {}
    for binding in page.bindings:
        if binding.rank == 1:
            result.setdefault(codes[binding.sku_id], []).append(boxes[binding.image_id])
    return result


def outline() -> bytes:
    """A dimension drawing: hair lines on white."""
    paper = Image.new("RGB", (600, 400), "white")
    pen = ImageDraw.Draw(paper)
    pen.rectangle((150, 120, 420, 280), outline="black", width=3)
    for y in (80, 330):
        pen.line((150, y, 420, y), fill="navy", width=2)
    return encoded(paper, "PNG")
