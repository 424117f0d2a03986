"""OCR: a scanned page reads like the page that was printed."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.pictures.takeout import Shelf
from pipeline.records import TextSource
from pipeline.runner import run_page
from pipeline.scans.engine import MAX_LENGTHS, TextRun, readable
from pipeline.scans.need import Need
from pipeline.scans.raster import measure_skew, page_raster, straightened
from pipeline.scans.turning import turned_back
from pipeline.scans.words import settled_sizes, words_of
from pipeline.stages.ocr import what_is_missing
from pipeline.stages.parse import parse_page
from pipeline.survey import survey_document
from pipeline.work import PageWork
from tests.pipeline.catalogs import GOODS, blank_page, draw, encoded, grid_page, photo, run, scanned, table_page


def _need(path: Path) -> Need:
    with Document(path) as document:
        return what_is_missing(parse_page(document, 1))


def test_text_page_needs_no_ocr(tmp_path: Path) -> None:
    assert _need(draw(tmp_path, table_page)) == Need.NOTHING
    assert _need(draw(tmp_path, grid_page)) == Need.NOTHING
    assert _need(draw(tmp_path, blank_page)) == Need.NOTHING


def test_scan_needs_its_text_read(tmp_path: Path) -> None:
    assert _need(scanned(draw(tmp_path, table_page), tmp_path)) == Need.TEXT


def test_scan_with_hidden_text_needs_only_its_rulings(tmp_path: Path) -> None:
    path = scanned(draw(tmp_path, table_page), tmp_path)
    with pymupdf.open(path) as pdf:
        pdf[0].insert_text((55, 106), "Model Name Size Price and many more hidden words of the scanner", fontsize=9, render_mode=3)
        pdf.save(tmp_path / "hidden.pdf")

    assert _need(tmp_path / "hidden.pdf") == Need.RULINGS


def test_letters_drawn_as_curves_are_noticed(tmp_path: Path) -> None:
    def outlines(page: pymupdf.Page) -> None:
        for row in range(8):
            for column in range(20):
                x, y = 60 + 12 * column, 100 + 30 * row
                page.draw_bezier((x, y), (x + 3, y - 9), (x + 6, y + 2), (x + 8, y - 8), fill=(0, 0, 0))

    assert _need(draw(tmp_path, outlines)) == Need.OUTLINES


@pytest.mark.parametrize("degrees", [-1.5, -0.4, 0.0, 0.6, 2.0])
def test_skew_is_measured_and_taken_out(tmp_path: Path, degrees: float) -> None:
    path = scanned(draw(tmp_path, table_page), tmp_path, degrees=degrees)

    with Document(path) as document:
        raster = straightened(page_raster(document, 1, dpi=150))

    assert raster.skew_degrees == pytest.approx(degrees, abs=0.1)
    assert measure_skew(raster.pixels) == pytest.approx(0.0, abs=0.1)


def test_long_runs_use_up_the_time_for_reading_sooner_than_short_ones() -> None:
    rows = [(0, 50 * place, 2000, 50 * place + 40) for place in range(100)]
    words = [(0, 50 * place, 60, 50 * place + 40) for place in range(700)]
    columns = [(50 * place, 0, 50 * place + 40, 2000) for place in range(100)]

    assert readable(rows) == rows[: int(MAX_LENGTHS / 50)]
    assert readable(words) == words
    assert readable(columns) == columns[: int(MAX_LENGTHS / 50)]


def test_turning_back_undoes_the_turn() -> None:
    page, box = Box(0, 0, 600, 800), Box(500, 700, 520, 710)

    there = turned_back(box, 2.0, page, leans=False)
    back = turned_back(there, -2.0, page, leans=False)

    assert back == pytest.approx(box)
    assert abs(there.center_y - box.center_y) > 5


def test_sizes_of_one_font_settle_on_one_value() -> None:
    sizes = settled_sizes([9.8, 10.1, 10.4, 11.9, 24.0, 23.5], [8, 12, 9, 2, 10, 11])

    assert sizes == [10.1, 10.1, 10.1, 10.1, 23.75, 23.75]


def test_scanned_table_gives_the_skus_of_the_printed_one(tmp_path: Path) -> None:
    printed = draw(tmp_path, table_page)
    catalog = run(scanned(printed, tmp_path, degrees=0.7, dpi=200))

    page = catalog.pages[0]
    assert page.text_source == TextSource.OCR
    assert [(sku.get("model").value, sku.get("price").price.amount) for sku in page.skus] == [
        (sku.get("model").value, sku.get("price").price.amount) for sku in run(printed).pages[0].skus
    ]


def test_boxes_of_an_askew_scan_stand_on_the_page_as_displayed(tmp_path: Path) -> None:
    path = scanned(draw(tmp_path, table_page), tmp_path, degrees=2.0, dpi=200)

    with Document(path) as document:
        contents = PageContents(document, Options())
        page = run_page(PageWork(document, 1, Options(), survey_document(document, path), contents, Shelf()))
        read = contents.read(1)
    sku = next(sku for sku in page.skus if sku.get("model").value == "TX-2012")

    straight = next(word for word in read.content.words if word.text == "TX-2012")
    shown = sku.get("model").evidence.box
    expected = turned_back(straight.box, read.skew_degrees, Box(0, 0, 595, 842))
    assert abs(straight.box.center_y - shown.center_y) > 3
    assert (shown.center_x, shown.center_y) == pytest.approx((expected.center_x, expected.center_y), abs=2)


def test_pictures_of_a_scanned_page_are_found_and_bound(tmp_path: Path) -> None:
    page = run(scanned(draw(tmp_path, grid_page), tmp_path, dpi=200)).pages[0]

    assert len(page.skus) == 6
    for place, sku in enumerate(page.skus):
        own = next(binding for binding in page.bindings if binding.sku_id == sku.sku_id and binding.rank == 1)
        box = next(image.box for image in page.images if image.image_id == own.image_id)
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230
        assert box.iou(Box(x, y, x + 120, y + 120)) > 0.8


def test_photos_under_each_other_on_a_scan_stay_apart(tmp_path: Path) -> None:
    def column(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:3]):
            y = 90 + 150 * place
            page.insert_image(pymupdf.Rect(60, y, 190, y + 130), stream=encoded(photo(place)), keep_proportion=False)
            for row, text in enumerate((name, f"Model: {code}", f"Price: {price}")):
                page.insert_text((210, y + 30 + 18 * row), text, fontsize=12)

    page = run(scanned(draw(tmp_path, column), tmp_path, dpi=200)).pages[0]

    assert [image.box.height for image in page.images] == pytest.approx([130, 130, 130], abs=10)


def test_product_painted_into_the_backdrop_is_found(tmp_path: Path) -> None:
    backdrop = photo(1, 10, 10).resize((595, 842))
    backdrop.paste((255, 255, 255), (20, 20, 575, 822))
    backdrop.paste(photo(2, 150, 250), (380, 60))

    def with_backdrop(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, stream=encoded(backdrop))
        page.insert_text((50, 70), "Water Heater", fontsize=24)
        for row, text in enumerate(("Capacity: 15 L", "Body: ABS", "Power: 2 kW", "Weight: 9 kg", "Five years of warranty on the tank")):
            page.insert_text((50, 110 + 20 * row), text, fontsize=11)

    with Document(draw(tmp_path, with_backdrop)) as document:
        read = PageContents(document, Options()).read(1)

    assert read.need == Need.PICTURES
    assert any(picture.box.iou(Box(380, 60, 530, 310)) > 0.8 for picture in read.content.pictures)


def test_screenshot_of_a_table_on_a_text_page_is_read(tmp_path: Path) -> None:
    with pymupdf.open(draw(tmp_path, table_page, name="source.pdf")) as source:
        shot = source[0].get_pixmap(dpi=200, clip=pymupdf.Rect(40, 80, 555, 410)).tobytes("png")

    def with_screenshot(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), "Our new prices from spring, as agreed with all partners", fontsize=12)
        page.insert_image(pymupdf.Rect(40, 80, 555, 410), stream=shot)
        page.insert_text((50, 440), "All prices without value added tax, delivery within two weeks", fontsize=10)

    page = run(draw(tmp_path, with_screenshot)).pages[0]

    assert [sku.get("model").value for sku in page.skus] == [f"TX-{2000 + row}" for row in range(1, 13)]
    assert [(image.role, page.bindings) for image in page.images] == [("DECORATION", ())]


def test_photos_are_not_taken_for_pictures_of_text(tmp_path: Path) -> None:
    def hero(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), "A lamp for every room of the house, in oak and steel", fontsize=14)
        page.insert_image(pymupdf.Rect(50, 100, 450, 500), stream=encoded(photo(4, 800, 800)))

    with Document(draw(tmp_path, hero)) as document:
        assert PageContents(document, Options()).read(1).need == Need.NOTHING


def test_photo_over_the_whole_page_stays_a_picture(tmp_path: Path) -> None:
    def poster(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, stream=encoded(photo(5, 900, 1270)), keep_proportion=False)

    path = draw(tmp_path, poster)

    page = run(path).pages[0]

    assert not page.is_blank
    assert [image.box.rounded(0) for image in page.images] == [[0.0, 0.0, 595.0, 842.0]]


def _on_bands(page: pymupdf.Page) -> None:
    """Two bands of different colours over the paper, each with a thing at one side and text at the other."""
    page.insert_text((60, 50), "Made by hand", fontsize=16)
    for place, (code, name, price) in enumerate(GOODS[:2]):
        y = 90 + 380 * place
        page.draw_rect(pymupdf.Rect(0, y, 595, y + 210), color=None, fill=((0.93, 0.80, 0.70), (0.74, 0.84, 0.72))[place])
        page.insert_image(pymupdf.Rect(60, y + 40, 200, y + 170), stream=encoded(photo(place)), keep_proportion=False)
        for row, text in enumerate((name, code, price)):
            page.insert_text((300, y + 70 + 30 * row), text, fontsize=16)


def test_things_on_tinted_bands_of_a_scan_are_pictures_and_the_bands_are_not(tmp_path: Path) -> None:
    page = run(scanned(draw(tmp_path, _on_bands), tmp_path, dpi=200)).pages[0]

    wanted = [Box(60, 130 + 380 * place, 200, 260 + 380 * place) for place in range(2)]
    found = sorted((image.box for image in page.images), key=lambda box: box.y0)
    assert [box.iou(other) > 0.8 for box, other in zip(found, wanted, strict=True)] == [True] * 2


def test_a_line_through_a_scanned_price_strikes_it(tmp_path: Path) -> None:
    def page(sheet: pymupdf.Page) -> None:
        for place, (text, is_struck) in enumerate((("$ 289.00", True), ("$ 229.00", False), ("Garden bench with arms", False))):
            y = 200 + 60 * place
            sheet.insert_text((100, y), text, fontsize=18)
            if is_struck:
                sheet.draw_line((98, y - 6), (182, y - 6), width=1.2)

    with Document(scanned(draw(tmp_path, page), tmp_path)) as document:
        words = PageContents(document, Options()).read(1).content.words

    assert {word.is_struck for word in words if word.box.center_y < 210} == {True}
    assert {word.is_struck for word in words if word.box.center_y > 210} == {False}


def test_a_hair_line_through_a_short_pale_price_strikes_it(tmp_path: Path) -> None:
    def page(sheet: pymupdf.Page) -> None:
        sheet.draw_rect(sheet.rect, color=None, fill=(0.94, 0.92, 0.86))
        sheet.insert_text((100, 200), "$199", fontsize=9, color=(0.66, 0.64, 0.6))
        sheet.draw_line((98, 197), (122, 197), color=(0.7, 0.68, 0.64), width=0.8)
        sheet.insert_text((200, 200), "$149", fontsize=14)
        sheet.insert_text((100, 260), "Folding stool for the garden", fontsize=14)

    with Document(scanned(draw(tmp_path, page), tmp_path, dpi=200)) as document:
        words = PageContents(document, Options()).read(1).content.words

    assert {word.box.x0 < 150 for word in words if word.is_struck} == {True}
    assert {word.text for word in words if not word.is_struck} == {"$149", "Folding", "stool", "for", "the", "garden"}


@pytest.mark.parametrize("is_struck", [True, False])
def test_of_two_sums_read_as_one_run_only_the_one_with_a_line_through_it_is_struck(tmp_path: Path, is_struck: bool) -> None:
    def page(sheet: pymupdf.Page) -> None:
        sheet.insert_text((100, 200), "$48.60", fontsize=9, color=(0.4, 0.4, 0.4))
        sheet.insert_text((136, 200), "$36.45", fontsize=14, fontname="hebo")
        if is_struck:
            sheet.draw_line((100, 197), (130, 197), color=(0.4, 0.4, 0.4), width=0.8)

    with Document(draw(tmp_path, page)) as document:
        raster = page_raster(document, 1, dpi=144)
    both = TextRun("$48.60 $36.45", 196, 376, 376, 406, 0.99)

    old, new = words_of([both], raster, raster.gray, ())

    assert [(word.text, word.is_struck) for word in (old, new)] == [("$48.60", is_struck), ("$36.45", False)]
    assert old.box.x1 < 135 < new.box.x0
    assert old.size_pt < new.size_pt


def test_a_coloured_head_row_under_a_coloured_band_keeps_its_borders(tmp_path: Path) -> None:
    xs = (30, 110, 260, 420, 565)
    rows = (("No.", "Item", "Size", "Price"), *((f"QT-{n}1{n}", f"Hose clamp {n}", f"{8 * n} mm", f"{n}.50") for n in range(2, 9)))

    def page_of(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(0, 0, 595, 48), color=None, fill=(0.0, 0.36, 0.52))
        page.draw_rect(pymupdf.Rect(0, 44, 595, 50), color=None, fill=(0.9, 0.5, 0.0))
        page.draw_rect(pymupdf.Rect(30, 60, 565, 84), color=None, fill=(0.83, 0.92, 0.95))
        for number, row in enumerate(rows):
            for x, right, text in zip(xs, xs[1:], row, strict=False):
                page.draw_rect(pymupdf.Rect(x, 60 + 24 * number, right, 84 + 24 * number), color=(0.5, 0.7, 0.72), width=0.8)
                page.insert_text((x + 12, 76 + 24 * number), text, fontsize=11, fontname="hebo" if not number else "helv")

    page = run(scanned(draw(tmp_path, page_of), tmp_path, degrees=0.5)).pages[0]

    assert [model.value for sku in page.skus if (model := sku.get("model")) is not None] == [f"QT-{n}1{n}" for n in range(2, 9)]
    assert page.page_class.layout_type == "L4"


def test_cards_in_several_colours_are_read_where_no_paper_is_left(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.draw_rect(page.rect, color=None, fill=(0.2, 0.3, 0.5))
        page.insert_text((150, 50), "Found in the attic", fontsize=24, color=(1, 1, 1))
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x, y = 25 + 280 * (place % 2), 90 + 370 * (place // 2)
            page.draw_rect(pymupdf.Rect(x, y, x + 265, y + 330), color=None, fill=((0.9, 0.8, 0.6), (0.7, 0.85, 0.7))[place % 2])
            page.insert_image(pymupdf.Rect(x + 15, y + 60, x + 115, y + 180), stream=encoded(photo(place)), keep_proportion=False)
            for row, text in enumerate((name, code)):
                page.insert_text((x + 130, y + 60 + 26 * row), text, fontsize=13)
            page.insert_text((x + 150, y + 300), f"$ {price.strip('$ ')}", fontsize=16)

    page = run(scanned(draw(tmp_path, page_of), tmp_path, dpi=200)).pages[0]

    shown = {image.image_id: image.box for image in page.images}
    bound = {binding.sku_id: shown[binding.image_id] for binding in page.bindings if binding.rank == 1}
    assert {sku.get("model").value for sku in page.skus} == {code for code, _, _ in GOODS[:4]}
    assert all(sku.get("price") is not None for sku in page.skus)
    assert all(bound[sku.sku_id].gap_y(sku.box) < 0 and 0 <= bound[sku.sku_id].gap_x(sku.box) < 60 for sku in page.skus)


def test_a_thing_on_a_titled_ground_that_runs_off_the_page_is_shown_with_it(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(0, 0, 595, 360), color=None, fill=(0.86, 0.83, 0.72))
        page.insert_text((40, 60), "Orbit", fontsize=34)
        page.insert_image(pymupdf.Rect(170, 110, 430, 330), stream=encoded(photo(3)), keep_proportion=False)
        for row, text in enumerate(("Orbit side table", "Item no. OB-310", "Solid ash, oiled by hand", "Price: $ 219.00", "Ships flat")):
            page.insert_text((40, 420 + 30 * row), text, fontsize=12)

    page = run(scanned(draw(tmp_path, page_of), tmp_path, dpi=200)).pages[0]

    assert [image.box.iou(Box(0, 0, 595, 360)) > 0.9 for image in page.images] == [True]


def test_sums_in_close_rows_under_a_scanned_table_part_no_columns(tmp_path: Path) -> None:
    xs = (32, 64, 144, 367, 415, 484, 559)
    rows = [(str(n), f"HB-{n}4{n}0", f"Hedge trimmer blade {n}", str(n), f"{n}48.00", f"{n * n}96.00") for n in range(1, 8)]
    heads = ("#", "Item code", "Description", "Qty", "Unit price", "Line total")

    def page_of(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(32, 150, 559, 164), color=None, fill=(0.0, 0.42, 0.45))
        for number, row in enumerate((heads, *rows)):
            y = 148 + 16 * number
            for x, right, text in zip(xs, xs[1:], row, strict=False):
                page.insert_text(
                    (x + 4, y + 12), text, fontsize=7.5, fontname="helv" if number else "hebo", color=(0, 0, 0) if number else (1, 1, 1)
                )
                if number:
                    page.draw_rect(pymupdf.Rect(x, y, right, y + 16), color=(0.55, 0.7, 0.7), width=0.7)
        for number, (words, amount) in enumerate(
            (("Subtotal", "8,129.10"), ("Tax 10%", "812.91"), ("Total EUR", "8,942.01"), ("Due total", "8,942.01"))
        ):
            top = 276 + 11 * number
            page.draw_rect(pymupdf.Rect(415, top, 484, top + 11), color=(0.55, 0.7, 0.7), width=0.7)
            page.draw_rect(pymupdf.Rect(484, top, 559, top + 11), color=(0.55, 0.7, 0.7), width=0.7)
            page.insert_text((417, top + 9), words, fontsize=8.5, fontname="hebo")
            page.insert_text((520, top + 9), amount, fontsize=8.5, fontname="hebo")

    page = run(scanned(draw(tmp_path, page_of), tmp_path, degrees=0.4)).pages[0]

    assert [(sku.get("model").value, sku.get("price").price.amount) for sku in page.skus] == [(row[1], row[4]) for row in rows]


def test_photos_on_small_cards_of_one_size_are_found_where_no_paper_is_left(tmp_path: Path) -> None:
    photos = [Box(30 + 295 * (place % 2), 90 + 188 * (place // 2), 270 + 295 * (place % 2), 190 + 188 * (place // 2)) for place in range(8)]

    def page_of(page: pymupdf.Page) -> None:
        page.draw_rect(page.rect, color=None, fill=(0.5, 0.1, 0.1))
        page.insert_text((150, 50), "Found in the attic", fontsize=24, color=(1, 1, 1))
        for place, box in enumerate(photos):
            page.draw_rect(pymupdf.Rect(box.x0 - 6, box.y0 - 6, box.x1 + 6, box.y1 + 72), color=None, fill=(1, 0.98, 0.94))
            page.insert_image(pymupdf.Rect(*box), stream=encoded(photo(place)), keep_proportion=False)
            for row, text in enumerate((f"Old thing no. {place}", f"Item ATT-10{place}", f"$ {place + 1}4.00")):
                page.insert_text((box.x0 + 4, box.y1 + 20 + 20 * row), text, fontsize=12)

    page = run(scanned(draw(tmp_path, page_of), tmp_path, dpi=200)).pages[0]

    assert len(page.images) == len(photos)
    assert all(any(image.box.iou(box) > 0.7 for image in page.images) for box in photos)
