"""Page types and layouts, blank pages among them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.geometry import Box
from pipeline.records import Attribute, Evidence, Sku
from pipeline.stages.classify import classify_page, is_blank
from tests.pipeline.catalogs import draw, encoded, first_page, photo
from tests.pipeline.drawn import Sheet
from tests.pipeline.sheets import table


def _classified(sheet: Sheet, folder: Path) -> tuple[str, str]:
    found = classify_page(sheet.content(folder), sheet.read(folder).skus)
    return found.page_type, found.layout_type


def test_page_with_only_its_number_is_blank(tmp_path: Path) -> None:
    assert is_blank(Sheet().content(tmp_path))
    assert is_blank(Sheet().text(290, 820, "12", size=8).content(tmp_path))


def test_scanned_page_is_not_blank(tmp_path: Path) -> None:
    assert not is_blank(Sheet().picture(0, 0, 595, 842).content(tmp_path))


def test_page_with_a_drawing_is_not_blank(tmp_path: Path) -> None:
    assert not is_blank(Sheet().text(100, 400, "Notes").content(tmp_path))


@pytest.mark.parametrize(
    ("title", "lines", "expected"),
    [
        ("Contents", ("Chairs .......... 3", "Tables .......... 9", "Lamps .......... 14"), ("D", "L4")),
        ("In this price list", ("Chairs .......... 3", "We answer on weekdays from nine to five."), ("D", "L4")),
        ("交易条款", ("1. 付款方式：预付30%定金。", "2. 交货期：25-35天。"), ("D", "L4")),
        ("Payment and packing", ("Pallets are charged at cost.", "We pack by the dozen."), ("D", "L4")),
        ("付款方式与包装", ("托盘另计。", "每箱十二只。"), ("D", "L4")),
        ("Warmth and comfort", ("A house is more than its walls.", "We pack by the dozen."), ("C", "L4")),
        ("Contact Us", ("Tel: +86 574 1234", "E-mail: sales@brand.example"), ("D", "L4")),
        ("About Us", ("We have built furniture since 1950 and love what we do.",), ("C", "L4")),
    ],
)
def test_titles_tell_pages_that_sell_nothing(tmp_path: Path, title: str, lines: tuple[str, ...], expected: tuple[str, str]) -> None:
    sheet = Sheet().text(50, 80, title, size=20).lines(50, 120, *lines, step=20)

    assert _classified(sheet, tmp_path) == expected


@pytest.mark.parametrize(
    ("title", "under"),
    [
        ("2025 产品目录", "PRODUCT CATALOGUE VOL.12"),
        ("Preisliste 2025", "Edition B-04 | gültig ab 1. März"),
        ("CATALOGO GENERALE", "Volume 7A"),
        ("Wholesale Catalogue 2024/25", "AW-25 issue"),
    ],
)
def test_a_cover_shows_goods_and_sells_none(tmp_path: Path, title: str, under: str) -> None:
    sheet = (
        Sheet()
        .picture(0, 260, 595, 600)
        .text(60, 140, title, size=30)
        .text(60, 200, under, size=12)
        .text(60, 700, "Harbour & Sons", size=16)
    )

    reading = sheet.read(tmp_path)

    assert reading.skus == ()
    assert classify_page(sheet.content(tmp_path), reading.skus).page_type == "C"


def test_clauses_without_a_known_title_are_noise(tmp_path: Path) -> None:
    sheet = Sheet().lines(50, 120, *(f"{number}. The buyer shall inspect the goods upon arrival." for number in range(1, 7)), step=20)

    assert _classified(sheet, tmp_path) == ("D", "L4")


def test_photo_without_text_is_brand(tmp_path: Path) -> None:
    assert _classified(Sheet().picture(0, 0, 595, 842), tmp_path) == ("C", "L1")


def test_grid_and_hero_are_shows(tmp_path: Path) -> None:
    grid = Sheet()
    for place in range(4):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 300
        grid.picture(x, y, x + 150, y + 150).lines(x, y + 165, f"Chair {'ABCD'[place]}", f"KX-40{place}", f"${place + 10}.00")
    hero = Sheet().text(50, 70, "Reading Chair", size=24).picture(50, 90, 300, 360)
    hero.lines(330, 110, "Model: ZX-4410", "Size: 30 x 40 cm", "Material: Oak", "Price: $149.00", step=18)

    assert _classified(grid, tmp_path) == ("B", "L2")
    assert _classified(hero, tmp_path) == ("B", "L1")


def test_confidence_is_a_probability_with_reasons(tmp_path: Path) -> None:
    found = classify_page(Sheet().text(50, 80, "Contents", size=20).content(tmp_path))

    assert 0.0 < found.confidence < 1.0
    assert found.reasons == ("subject_contents",)


def test_dealers_with_their_telephones_are_no_brand_page(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Our service network", size=18, bold=True)
    for place in range(8):
        x, y = 40 + 270 * (place % 2), 100 + 60 * (place // 2)
        sheet.text(x, y, f"Cycle shop {'ABCDEFGH'[place]}", bold=True).text(x, y + 13, f"{place + 3} Dock Street, Leeds")
        sheet.text(x, y + 26, f"Tel. 01632 9601{place}2")

    assert _classified(sheet, tmp_path) == ("D", "L4")


@pytest.mark.parametrize("title", ["Fax Order Form", "Formulaire de commande", "Bestelformulier", "Hoja de pedido"])
def test_an_empty_form_is_no_page_of_marketing(tmp_path: Path, title: str) -> None:
    sheet = (
        Sheet().text(50, 80, title, size=20).lines(50, 120, *(f"{label} ______________" for label in ("Practice name", "Ship to", "City")))
    )
    sheet.lines(
        50, 200, "Shipping. Orders over $150 ship free; a fee applies to smaller orders.", "Returns. Goods may be returned in 30 days."
    )

    assert _classified(sheet, tmp_path)[0] == "D"


def test_rows_of_one_product_beside_other_products_are_no_data_sheet(tmp_path: Path) -> None:
    def sku(name: str, y: float, method: str) -> Sku:
        box = Box(40.0, y, 300.0, y + 10.0)
        return Sku(1, box, (Attribute("name", name, Evidence(1, box, name, 0.9)),), method=method)

    sheet = Sheet().text(40, 60, "Hose clips", size=24).lines(40, 100, "HC-1 8 mm", "HC-2 9 mm", "HC-3 10 mm").picture(60, 300, 260, 460)
    rows = [sku("Hose clips", 92.0 + 13 * row, "table_continued") for row in range(3)]

    alone, beside = (classify_page(sheet.content(tmp_path), skus) for skus in (rows, [*rows, sku("Clip pliers", 480.0, "card")]))

    assert (alone.page_type, alone.layout_type) == ("B", "L1")
    assert (beside.page_type, beside.layout_type) == ("A", "L3")


@pytest.mark.parametrize("title", ["Trade terms", "Verkaufsbedingungen", "Conditions de paiement", "PAYMENT & SHIPPING"])
def test_terms_of_trade_sell_nothing(tmp_path: Path, title: str) -> None:
    sheet = Sheet().text(40, 60, title, size=16).lines(40, 100, "Minimum order 150 per delivery.", "Goods stay ours until paid for.")

    assert classify_page(sheet.content(tmp_path)).page_type == "D"


def test_variants_under_a_photo_from_edge_to_edge_are_one_product_on_show(tmp_path: Path) -> None:
    rows = (("Code", "Colour", "Price"), ("FL-461", "Rust", "38.50"), ("FL-462", "Moss", "38.50"), ("FL-463", "Chalk", "36.00"))

    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(0, 0, 595, 440), stream=encoded(photo(4, 900, 660)), keep_proportion=False)
        page.insert_text((50, 500), "Heron Floor Lamp", fontsize=24)
        for number, texts in enumerate(rows):
            for column, text in enumerate(texts):
                page.insert_text((50 + 150 * column, 560 + 24 * number), text, fontsize=9)

    assert first_page(draw(tmp_path, page_of)).page_class.page_type == "B"


@pytest.mark.parametrize(("height", "expected"), [(360, "B"), (90, "A")], ids=["large picture", "small picture"])
def test_a_large_picture_over_a_small_table_shows_goods(tmp_path: Path, height: int, expected: str) -> None:
    rows = (("Code", "Name", "Price"), ("BD-15", "Bed", "$400"), ("BD-18", "Wide bed", "$460"), ("NT-30", "Night stand", "$90"))

    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(50, 60, 50 + 1.3 * height, 60 + height), stream=encoded(photo(1)), keep_proportion=False)
        table(page, rows, (50, 150, 300, 400), y=500, ruled=True)

    assert first_page(draw(tmp_path, page_of)).page_class.page_type == expected


@pytest.mark.parametrize("title", ["Ordering terms and contact", "订货须知与联系方式", "AGB / Kontakt"])
def test_offices_under_a_title_of_two_subjects_sell_nothing(tmp_path: Path, title: str) -> None:
    sheet = Sheet().text(40, 60, title, size=18)
    for number, place in enumerate(("北方办事处", "南方办事处", "西方办事处", "东方办事处")):
        x, y = 40 + 280 * (number % 2), 160 + 120 * (number // 2)
        sheet.fill(x, y, x + 250, y + 90, (0.9, 0.93, 0.97)).text(x + 10, y + 25, place, size=13)
        sheet.text(x + 10, y + 70, f"电话：02{number}-5550 338{number}")

    assert classify_page(sheet.content(tmp_path)).page_type == "D"
    assert not sheet.read(tmp_path).skus


@pytest.mark.parametrize("title", ["Approvals & Certificates", "Zertifikate und Zulassungen", "资质证书与检测报告"])
def test_certificates_with_captions_under_them_are_no_goods(tmp_path: Path, title: str) -> None:
    sheet = Sheet().text(40, 60, title, size=18)
    for number, caption in enumerate(("ISO 9001 – Quality management", "ISO 14001 – Environment", "EN ISO 20345 – Footwear")):
        sheet.picture(40 + 180 * number, 120, 190 + 180 * number, 320).text(40 + 180 * number, 335, caption, size=8)

    assert classify_page(sheet.content(tmp_path)).page_type == "D"
    assert not sheet.read(tmp_path).skus


@pytest.mark.parametrize(
    "title", ["Care and conditions", "Bestell- und Lieferbedingungen", "Aussaatkalender", "原厂号索引 Cross reference index"]
)
def test_pages_about_the_use_of_goods_and_of_lists_are_no_marketing(tmp_path: Path, title: str) -> None:
    sheet = Sheet().text(40, 60, title, size=18).lines(40, 110, "Washed goods cannot be returned.", "In writing within fourteen days.")

    assert _classified(sheet, tmp_path) == ("D", "L4")


@pytest.mark.parametrize("title", ["Finiture e materiali", "Colours & Fabrics", "Nuancier", "颜色与材质"])
def test_samples_of_what_goods_come_in_are_no_goods(tmp_path: Path, title: str) -> None:
    sheet = Sheet().text(40, 60, title, size=22)
    for number, color in enumerate(("White", "Black", "Navy", "Sage green", "Bronze", "Chrome")):
        x, y = 40 + 180 * (number % 3), 110 + 190 * (number // 3)
        sheet.picture(x, y, x + 140, y + 140).text(x, y + 155, f"0{number + 1}", bold=True).text(x + 30, y + 155, color)

    assert not sheet.read(tmp_path).skus
    assert classify_page(sheet.content(tmp_path)).page_type == "C"


@pytest.mark.parametrize(("width", "height", "expected"), [(240, 130, "B"), (70, 60, "A")], ids=["large pictures", "small pictures"])
def test_pictures_larger_than_the_few_rows_under_each_show_goods(tmp_path: Path, width: int, height: int, expected: str) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for block in range(4):
            x, y = 40 + 270 * (block % 2), 60 + 340 * (block // 2)
            page.insert_image(pymupdf.Rect(x, y, x + width, y + height), stream=encoded(photo(block)), keep_proportion=False)
            page.insert_text((x, y + height + 16), f"Garden tool {'ABCD'[block]}", fontsize=12, fontname="hebo")
            rows = [("Order no.", "Length", "EUR each"), *((f"3{block}1{n}0", f"{n + 8}5 cm", f"3{n},95") for n in range(3))]
            table(page, rows, (x, x + 80, x + 160, x + 240), y=y + height + 26, ruled=True)

    assert first_page(draw(tmp_path, page_of)).page_class.page_type == expected


@pytest.mark.parametrize(("rows", "expected"), [(3, "B"), (9, "A")], ids=["a few rows", "a whole table"])
def test_cards_with_a_few_rows_each_show_goods(tmp_path: Path, rows: int, expected: str) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place in range(6):
            x, y = 40 + 265 * (place % 2), 60 + 250 * (place // 2)
            page.draw_rect(pymupdf.Rect(x, y, x + 250, y + 240), color=(0.7, 0.7, 0.7), width=0.6)
            page.insert_text((x + 8, y + 16), f"{'ABCDEF'[place]}xial valve", fontsize=12, fontname="hebo")
            page.insert_image(pymupdf.Rect(x + 10, y + 24, x + 90, y + 90), stream=encoded(photo(place)))
            told = [("Model", "Port", "Price"), *((f"V{place}-{n}10", f"G1/{n}", f"${n}8.50") for n in range(1, rows + 1))]
            for number, texts in enumerate(told):
                for column, text in enumerate(texts):
                    page.insert_text((x + 10 + 80 * column, y + 106 + 13 * number), text, fontsize=8)
                page.draw_line((x + 8, y + 109 + 13 * number), (x + 242, y + 109 + 13 * number), width=0.4)

    assert first_page(draw(tmp_path, page_of)).page_class.page_type == expected


def test_cards_beside_one_large_picture_are_no_grid(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 320, 560)
    for place in range(4):
        y = 60 + 130 * place
        sheet.picture(350, y, 430, y + 80).lines(445, y + 20, f"Bag {'ABCD'[place]}", f"KX-40{place}", f"${place + 10}.00")

    assert _classified(sheet, tmp_path) == ("B", "L3")


def test_framed_cards_with_a_few_rows_each_are_a_grid_though_what_they_show_takes_more_room(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place in range(6):
            x, y = 40 + 265 * (place % 2), 50 + 250 * (place // 2)
            page.draw_rect(pymupdf.Rect(x, y, x + 250, y + 230), color=(0.7, 0.7, 0.7), width=0.6)
            page.insert_image(pymupdf.Rect(x + 70, y + 6, x + 180, y + 116), stream=encoded(photo(place)))
            page.insert_text((x + 8, y + 132), f"{'ABCDEF'[place]}xial valve", fontsize=12, fontname="hebo")
            told = [("Model", "Port", "Price"), *((f"V{place}-{n}10", f"G1/{n}", f"${n}8.50") for n in range(1, 4))]
            for number, texts in enumerate(told):
                for column, text in enumerate(texts):
                    page.insert_text((x + 10 + 80 * column, y + 156 + 15 * number), text, fontsize=8)
                page.draw_line((x + 8, y + 160 + 15 * number), (x + 242, y + 160 + 15 * number), width=0.4)

    found = first_page(draw(tmp_path, page_of)).page_class

    assert (found.page_type, found.layout_type) == ("B", "L2")
