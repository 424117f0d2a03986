"""Images: pictures come out of the PDF as a person sees them on the page."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image as PillowImage
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline.records import Image
from tests.pdfs import picture
from tests.pipeline.catalogs import GOODS, draw, encoded, first_page, grid_page, photo, run


def _opened(image: Image) -> PillowImage.Image:
    return PillowImage.open(io.BytesIO(image.data)).convert("RGB")


def _difference(one: PillowImage.Image, other: PillowImage.Image) -> float:
    small = [np.asarray(picture.convert("RGB").resize((32, 32)), dtype=float) for picture in (one, other)]
    return float(np.abs(small[0] - small[1]).mean())


def _only_picture(path: Path) -> Image:
    images = first_page(path).images
    assert len(images) == 1
    return images[0]


def test_jpeg_comes_out_byte_for_byte(tmp_path: Path) -> None:
    data = encoded(photo(1, 700, 650))
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(100, 200, 300, 385), stream=data))

    image = _only_picture(path)

    assert image.data == data
    assert (image.format, image.pixel_size, image.quality_grade) == ("jpg", (700, 650), "HIGH")


def test_lossless_picture_keeps_every_pixel(tmp_path: Path) -> None:
    original = photo(2, 200, 150)
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(100, 200, 300, 350), stream=encoded(original, "PNG")))

    image = _only_picture(path)

    assert image.format == "png"
    assert np.array_equal(np.asarray(_opened(image)), np.asarray(original))


def test_inv_03_small_picture_is_not_for_search(tmp_path: Path) -> None:
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(100, 200, 300, 400), stream=encoded(photo(3, 639, 900))))

    image = _only_picture(path)

    assert image.short_edge == 639
    assert image.quality_grade == "LOW_QUALITY"
    assert not image.search_eligible


def test_transparent_border_stays_where_the_thing_fills_the_picture(tmp_path: Path) -> None:
    cut_out = PillowImage.new("RGBA", (400, 400), (0, 0, 0, 0))
    cut_out.paste(photo(4, 220, 280).convert("RGBA"), (90, 60))
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(100, 200, 500, 600), stream=encoded(cut_out, "PNG")))

    image = _only_picture(path)

    assert image.box.rounded(0) == [100.0, 200.0, 500.0, 600.0]
    assert image.pixel_size == (400, 400)
    assert _difference(_opened(image).crop((90, 60, 310, 340)), photo(4, 220, 280)) < 3


def test_wide_transparent_border_is_trimmed_and_shown_on_white(tmp_path: Path) -> None:
    cut_out = PillowImage.new("RGBA", (400, 400), (0, 0, 0, 0))
    cut_out.paste(photo(4, 200, 100).convert("RGBA"), (100, 150))
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(100, 200, 500, 600), stream=encoded(cut_out, "PNG")))

    image = _only_picture(path)

    assert image.box.rounded(0) == [200.0, 350.0, 400.0, 450.0]
    assert _difference(_opened(image), photo(4, 200, 100)) < 3


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_turned_picture_comes_out_upright(tmp_path: Path, degrees: int) -> None:
    original = photo(5, 300, 180)
    size = (180, 300) if degrees % 180 else (300, 180)
    box = pymupdf.Rect(100, 200, 100 + size[0], 200 + size[1])
    path = draw(tmp_path, lambda page: page.insert_image(box, stream=encoded(original), rotate=degrees, keep_proportion=False))

    image = _only_picture(path)

    with pymupdf.open(path) as pdf:
        seen = pdf[0].get_pixmap(clip=box)
    shown = PillowImage.frombytes("RGB", (seen.width, seen.height), seen.samples)
    assert image.pixel_size == size
    assert _difference(_opened(image), shown) < 6


def test_picture_of_a_turned_page_comes_out_as_the_page_shows_it(tmp_path: Path) -> None:
    def sideways(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(100, 200, 400, 380), stream=encoded(photo(6, 300, 180)))
        page.set_rotation(90)

    path = draw(tmp_path, sideways)

    image = _only_picture(path)

    assert image.pixel_size == (180, 300)
    with pymupdf.open(path) as pdf:
        seen = pdf[0].get_pixmap(clip=pymupdf.Rect(*image.box))
    assert _difference(_opened(image), PillowImage.frombytes("RGB", (seen.width, seen.height), seen.samples)) < 6


def test_cmyk_comes_out_in_the_colours_of_the_page(tmp_path: Path) -> None:
    stream = encoded(photo(7, 300, 300).convert("CMYK"))
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(100, 200, 300, 400), stream=stream))

    image = _only_picture(path)

    with pymupdf.open(path) as pdf:
        seen = pdf[0].get_pixmap(clip=pymupdf.Rect(100, 200, 300, 400))
    assert _opened(image).mode == "RGB"
    assert _difference(_opened(image), PillowImage.frombytes("RGB", (seen.width, seen.height), seen.samples)) < 8


def test_strips_become_one_picture(tmp_path: Path) -> None:
    original = photo(8, 400, 400)

    def in_strips(page: pymupdf.Page) -> None:
        for number in range(8):
            strip = original.crop((0, 50 * number, 400, 50 * number + 50))
            page.insert_image(
                pymupdf.Rect(100, 200 + 25 * number, 300, 225 + 25 * number), stream=encoded(strip, "PNG"), keep_proportion=False
            )

    image = _only_picture(draw(tmp_path, in_strips))

    assert image.is_fragmented
    assert image.box.rounded(0) == [100.0, 200.0, 300.0, 400.0]
    assert image.pixel_size == pytest.approx((400, 400), abs=2)
    assert _difference(_opened(image), original) < 6


def test_tiles_become_one_picture(tmp_path: Path) -> None:
    original = photo(9, 400, 400)

    def in_tiles(page: pymupdf.Page) -> None:
        for row in range(2):
            for column in range(2):
                tile = original.crop((200 * column, 200 * row, 200 * column + 200, 200 * row + 200))
                x, y = 100 + 100 * column, 200 + 100 * row
                page.insert_image(pymupdf.Rect(x, y, x + 100, y + 100), stream=encoded(tile, "PNG"))

    image = _only_picture(draw(tmp_path, in_tiles))

    assert image.is_fragmented
    assert _difference(_opened(image), original) < 6


def test_neighbouring_products_stay_apart(tmp_path: Path) -> None:
    def side_by_side(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(100, 200, 250, 350), stream=encoded(photo(10)))
        page.insert_image(pymupdf.Rect(250, 200, 400, 350), stream=encoded(photo(11)))

    images = first_page(draw(tmp_path, side_by_side)).images

    assert [image.box.rounded(0) for image in images] == [[100.0, 200.0, 250.0, 350.0], [250.0, 200.0, 400.0, 350.0]]


def test_photos_of_one_set_on_grounds_of_their_own_stay_apart(tmp_path: Path) -> None:
    def on_ground(shade: int) -> bytes:
        rows = np.linspace(0, 40, 300)[:, None, None]
        pixels = np.broadcast_to(np.array([230 - shade, 200, 170 + shade]) - rows, (300, 150, 3)).astype(np.uint8).copy()
        pixels[110:200, 30:120] = np.random.default_rng(shade).integers(30, 120, (90, 90, 3))
        return encoded(PillowImage.fromarray(pixels), "PNG")

    def side_by_side(page: pymupdf.Page) -> None:
        for place in range(3):
            page.insert_image(pymupdf.Rect(50 + 150 * place, 100, 200 + 150 * place, 400), stream=on_ground(20 * place))

    assert len(first_page(draw(tmp_path, side_by_side)).images) == 3


def test_clipped_picture_shows_only_its_visible_part(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "clipped.pdf"), pagesize=(595, 842))
    clip = canvas.beginPath()
    clip.rect(150, 492, 100, 150)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.drawImage(ImageReader(photo(12, 400, 400)), 100, 442, 200, 200)
    canvas.save()

    image = _only_picture(tmp_path / "clipped.pdf")

    assert image.box.rounded(0) == [150.0, 200.0, 250.0, 350.0]
    assert image.pixel_size == pytest.approx((200, 300), abs=2)
    assert _difference(_opened(image), photo(12, 400, 400).crop((100, 0, 300, 300))) < 8


def test_inline_image_is_found(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "inline.pdf"), pagesize=(595, 842))
    canvas.drawInlineImage(photo(13, 120, 120), 100, 442, 200, 200)
    canvas.save()

    image = _only_picture(tmp_path / "inline.pdf")

    assert image.box.rounded(0) == [100.0, 200.0, 300.0, 400.0]
    assert _difference(_opened(image), photo(13, 120, 120)) < 8


def test_coarse_picture_drawn_large_stays_coarse(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "poster.pdf"), pagesize=(900, 1200))
    canvas.drawInlineImage(photo(13, 120, 120), 100, 300, 700, 700)
    canvas.save()

    image = _only_picture(tmp_path / "poster.pdf")

    assert image.short_edge == pytest.approx(120, abs=2)
    assert not image.search_eligible


def test_vector_drawing_is_taken_out(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for radius in range(20, 100, 8):
            page.draw_circle((300, 300), radius, color=(radius / 100, 0.2, 0.5), width=3)

    image = _only_picture(draw(tmp_path, drawing))

    assert image.box.rounded(-1) == [210.0, 210.0, 390.0, 390.0]
    assert image.short_edge >= 640


def test_same_file_gives_same_ids_and_hashes(tmp_path: Path) -> None:
    path = draw(tmp_path, grid_page)

    one, two = first_page(path).images, first_page(path).images

    assert one == two
    assert len({image.image_id for image in one}) == len(GOODS)
    assert all(image.image_id.startswith("img_") and "_p1_" in image.image_id for image in one)


def test_picture_that_comes_back_points_at_the_first(tmp_path: Path) -> None:
    catalog = run(draw(tmp_path, grid_page, grid_page))

    first, second = (page.images for page in catalog.pages)
    assert not any(image.is_duplicate for image in first)
    assert [image.duplicate_of for image in second] == [image.image_id for image in first]


def test_same_thing_in_another_colour_is_a_picture_of_its_own(tmp_path: Path) -> None:
    def shirts(page: pymupdf.Page) -> None:
        for place, color in enumerate(((200, 40, 40), (40, 40, 200), (200, 40, 40))):
            page.insert_image(pymupdf.Rect(60 + 160 * place, 100, 180 + 160 * place, 220), stream=picture(color))
            page.insert_text((60 + 160 * place, 236), f"TS-10{place} Shirt", fontsize=9)

    red, blue, red_again = first_page(draw(tmp_path, shirts)).images

    assert not red.is_duplicate
    assert not blue.is_duplicate
    assert red_again.duplicate_of == red.image_id


def test_logo_in_the_head_of_all_pages_is_a_logo(tmp_path: Path) -> None:
    logo = encoded(photo(14, 200, 80))

    def with_logo(page: pymupdf.Page) -> None:
        grid_page(page, seed=100 + 10 * page.number)
        page.insert_image(pymupdf.Rect(470, 20, 550, 52), stream=logo)

    catalog = run(draw(tmp_path, with_logo, with_logo, with_logo, with_logo))

    for page in catalog.pages:
        assert [image.role for image in page.images].count("LOGO") == 1
        assert not any(binding.image_id == image.image_id for image in page.images if image.role == "LOGO" for binding in page.bindings)
