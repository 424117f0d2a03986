"""Named and described pictures: which of them are goods, by figures, looks and the pages around."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageDraw

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.cards.reader import read_cards
from pipeline.backends.rules.heroes.reader import read_hero
from pipeline.catalog import run_catalog
from pipeline.document import Document
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.pictures.cutouts import cut_outs
from pipeline.records import PageContent
from pipeline.stages.parse import parse_page
from tests.pipeline.drawn import Sheet, by_name, values

PRAISE = ("It keeps its shape for many years and it", "is easy to clean with a damp cloth.")
PAINTS = ("Silkwall", "Roofguard", "Timberglow")


def _rows(names: tuple[str, ...], *, tail: str = "", name_size: float = 12) -> Sheet:
    """A picture at the left of each name, two rows of running text under it."""
    sheet = Sheet()
    for place, name in enumerate(names):
        y = 80 + place * 180
        sheet.picture(50, y, 170, y + 140).text(190, y + 14, name, size=name_size, bold=True)
        sheet.lines(190, y + 29, *PRAISE, *([tail] if tail else []), size=8, step=10)
    return sheet


def _seen(number: int, boxes: object) -> list[bool]:
    return [True] * len(boxes)  # type: ignore[arg-type]


def _read(sheet: Sheet, folder: Path, context: Context) -> Reading:
    content = sheet.content(folder)
    return read_cards(content, Reading(rest=content.lines), context)


def test_described_names_with_packs_that_show_things_are_goods(tmp_path: Path) -> None:
    reading = _read(_rows(PAINTS, tail="Tins of 4 l and 10 l"), tmp_path, Context(cut_outs=_seen))

    assert [values(sku)["name"] for sku in reading.skus] == list(PAINTS)


def test_described_names_alone_are_not(tmp_path: Path) -> None:
    assert _read(_rows(("Advice", "Planning", "Service")), tmp_path, Context()).skus == ()


def test_one_sign_is_too_little(tmp_path: Path) -> None:
    assert _read(_rows(("Advice", "Planning", "Service")), tmp_path, Context(cut_outs=_seen)).skus == ()


def test_much_larger_names_belong_to_the_text_under_them(tmp_path: Path) -> None:
    reading = _read(_rows(PAINTS, tail="Tins of 4 l and 10 l", name_size=18), tmp_path, Context(cut_outs=_seen))

    assert [values(sku)["name"] for sku in reading.skus] == list(PAINTS)


@pytest.mark.parametrize(
    ("names", "under"),
    [(("Kitchen", "Bathroom", "Terrace"), "Calm tones"), (("Ann Bell", "Tom Reed", "Ida Holm"), "Sales Manager")],
)
def test_rooms_and_people_are_no_goods(tmp_path: Path, names: tuple[str, ...], under: str) -> None:
    sheet = Sheet()
    for place, name in enumerate(names):
        x = 50 + place * 170
        sheet.picture(x, 100, x + 150, 220).text(x, 236, name, size=11, bold=True).text(x, 248, under, size=8)

    assert _read(sheet, tmp_path, Context()).skus == ()


def test_names_in_bars_over_picture_and_text(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("Titan Floor", "Hydro Seal")):
        y = 100 + place * 250
        sheet.text(50, y, name, size=16, bold=True).picture(50, y + 15, 160, y + 170)
        sheet.text(180, y + 30, "Ready mixed mortar", size=9, bold=True).text(180, y + 42, "25 kg", size=9)

    assert [values(sku) for sku in _read(sheet, tmp_path, Context()).skus] == [
        {"name": "Titan Floor", "size": "25 kg"},
        {"name": "Hydro Seal", "size": "25 kg"},
    ]


def test_what_a_square_metre_comes_to_is_no_second_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, price) in enumerate((("Oak Plank", "12.99"), ("Ash Plank", "24.95"), ("Elm Plank", "31.50"))):
        x = 50 + place * 170
        sheet.picture(x, 100, x + 150, 220)
        sheet.lines(x, 236, name, f"$ {price}", f"1 m2 = $ {price}")

    found = by_name(_read(sheet, tmp_path, Context()))

    assert {name: item["price"] for name, item in found.items()} == {
        "Oak Plank": "12.99 USD",
        "Ash Plank": "24.95 USD",
        "Elm Plank": "31.50 USD",
    }


def test_finish_beside_the_size_is_not_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("Aria Sand", "Aria Stone", "Aria Smoke")):
        x = 50 + place * 170
        sheet.picture(x, 100, x + 150, 220)
        sheet.lines(x, 236, name, "60x120 cm Matt", f"P1020{place}.1")

    assert {item["size"] for item in by_name(_read(sheet, tmp_path, Context())).values()} == {"60x120 cm"}


def test_material_behind_the_sides_is_told_apart_from_them(tmp_path: Path) -> None:
    told = (("183×61×1cm", "NBR"), ("Ø65cm", "PVC"), ("22.8×12×7.5 cm", "Cork"))
    sheet = Sheet()
    for place, (size, material) in enumerate(told):
        x = 50 + place * 170
        sheet.picture(x, 100, x + 150, 220)
        sheet.lines(x, 236, f"Kelda {place}", f"{size} {material}", f"KD-102{place}")

    found = by_name(_read(sheet, tmp_path, Context()))

    assert [(item["size"], item["material"]) for item in found.values()] == list(told)


def test_sides_under_letters_are_a_size(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("Sofa Nord", "Chair Nord", "Stool Nord")):
        x = 50 + place * 170
        sheet.picture(x, 100, x + 150, 220)
        sheet.lines(x, 236, name, f"10.2{place}5", f"W {80 + place} D 90 H 76 cm")

    found = by_name(_read(sheet, tmp_path, Context()))

    assert found["Chair Nord"] == {"model": "10.215", "name": "Chair Nord", "size": "W 81 D 90 H 76 cm"}


# --- sheets ------------------------------------------------------------------------------------


def _sheets(folder: Path, titles: tuple[str, ...], headings: tuple[tuple[str, str], ...]) -> list[PageContent]:
    whole = pymupdf.open()
    for title, pair in zip(titles, headings, strict=True):
        sheet = Sheet().text(50, 70, title, size=24, bold=True).picture(380, 50, 540, 250)
        for place, heading in enumerate(pair):
            sheet.text(50, 120 + place * 200, heading, size=11, bold=True)
            sheet.lines(50, 136 + place * 200, *(f"Running text about {title}, part {place}, row {row}, and so on." for row in range(12)))
        sheet.content(folder)
        with pymupdf.open(folder / "drawn.pdf") as part:
            whole.insert_pdf(part)
    whole.save(folder / "sheets.pdf")
    with Document(folder / "sheets.pdf") as document:
        return [parse_page(document, number) for number in range(1, len(titles) + 1)]


def _read_page(pages: list[PageContent], number: int) -> Reading:
    context = Context(page_at=lambda other: pages[other - 1] if 1 <= other <= len(pages) else None)
    content = pages[number - 1]
    return read_hero(content, Reading(rest=content.lines), context)


def test_same_headings_under_another_name_on_the_next_page_are_sheets_of_products(tmp_path: Path) -> None:
    pages = _sheets(tmp_path, ("Profix Rapid", "Grout Plus"), (("Where to use", "How to apply"),) * 2)

    assert [values(sku) for sku in _read_page(pages, 1).skus] == [{"name": "Profix Rapid"}]
    assert [values(sku) for sku in _read_page(pages, 2).skus] == [{"name": "Grout Plus"}]


def test_chapters_under_other_headings_are_not(tmp_path: Path) -> None:
    pages = _sheets(tmp_path, ("Profix Rapid", "Grout Plus"), (("Where to use", "How to apply"), ("Harbours", "Seasons")))

    assert _read_page(pages, 1).skus == ()


# --- cut-outs ----------------------------------------------------------------------------------


def test_a_thing_on_plain_ground_is_told_from_a_scene(tmp_path: Path) -> None:
    thing = Image.new("RGB", (100, 100), "white")
    ImageDraw.Draw(thing).ellipse((25, 25, 75, 75), fill=(30, 90, 60))
    scene = Image.effect_noise((100, 100), 120).convert("RGB")
    pdf = pymupdf.open()
    page = pdf.new_page()
    boxes = [Box(50, 50, 150, 150), Box(250, 50, 350, 150)]
    for box, picture in zip(boxes, (thing, scene), strict=True):
        stream = io.BytesIO()
        picture.save(stream, "PNG")
        page.insert_image(pymupdf.Rect(*box), stream=stream.getvalue())
    pdf.save(tmp_path / "looks.pdf")

    with Document(tmp_path / "looks.pdf") as document:
        assert cut_outs(document, 1, boxes) == [True, False]


def test_plain_colours_beside_their_text_are_pictures_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("Aria Sand", "Aria Stone", "Aria Smoke")):
        x = 50 + place * 170
        sheet.picture(x, 200, x + 150, 320)
        sheet.lines(x, 334, name, "60x120 cm", f"P1020{place}.1")
    sheet.content(tmp_path)

    page = run_catalog(tmp_path / "drawn.pdf", options=Options(keep_image_data=False)).pages[0]

    main = {image.image_id: image.box.x0 for image in page.images if image.role == "PRODUCT_MAIN"}
    bound = {binding.sku_id: main[binding.image_id] for binding in page.bindings if binding.rank == 1}
    assert [round(bound[sku.sku_id]) for sku in page.skus] == [50, 220, 390]


@pytest.mark.parametrize(
    "figures",
    [
        (("1996", "Founded"), ("1,450", "Employees"), ("62", "Export countries")),
        (("12", "Lines"), ("86,000m²", "Halls"), ("350", "Machines"), ("40", "Robots")),
        (("1975", "Gegründet"), ("320", "Mitarbeiter"), ("28", "Länder")),
    ],
)
def test_key_figures_of_a_company_are_no_prices(tmp_path: Path, figures: tuple[tuple[str, str], ...]) -> None:
    sheet = Sheet().picture(40, 60, 555, 260)
    for place, (figure, words) in enumerate(figures):
        sheet.text(60 + place * 130, 300, figure, size=22, bold=True).text(60 + place * 130, 314, words, size=8)

    assert sheet.read(tmp_path).skus == ()


def test_years_of_a_history_are_no_prices(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 555, 260)
    told = (
        ("1987", "Our first kiln is lit in a barn"),
        ("1999", "The second hall opens"),
        ("2011", "Glazes without lead"),
        ("2020", "A shop"),
    )
    for place, (year, words) in enumerate(told):
        sheet.text(80, 300 + place * 52, year, size=13, bold=True).text(80, 316 + place * 52, words, size=9)

    assert sheet.read(tmp_path).skus == ()


@pytest.mark.parametrize("numbers", [("01726 555 0119", "01631 555 0162"), ("023 8055 5017", "028 9155 5023")])
def test_where_to_call_is_no_price(tmp_path: Path, numbers: tuple[str, str]) -> None:
    sheet = Sheet().text(40, 60, "Dealers with stock", size=18, bold=True).text(40, 700, "Orders over £75.00 go carriage paid.")
    for place in range(6):
        x, y = 40 + (place % 2) * 270, 100 + (place // 2) * 60
        sheet.text(x, y, f"{'ABCDEF'[place]}mber Boat Works", bold=True).lines(
            x, y + 13, f"{place + 3} Quay Street, Marsh End", numbers[place % 2]
        )

    assert not sheet.read(tmp_path).skus


@pytest.mark.parametrize(("heading", "is_sold"), [("Our factory", False), ("Our classics", True)])
def test_what_heads_named_pictures_tells_whether_they_are_sold(tmp_path: Path, heading: str, is_sold: bool) -> None:
    sheet = Sheet().text(60, 60, "Sleep well at home", size=30).text(240, 200, heading, size=18)
    for place, name in enumerate(("Cutting line", "Edge banding", "Spring core", "Storehouse")):
        x, y = 60 + 250 * (place % 2), 230 + 220 * (place // 2)
        sheet.picture(x, y, x + 220, y + 150).text(x + 60, y + 172, name, size=11)

    found = by_name(_read(sheet, tmp_path, Context()))

    assert len(found) == (4 if is_sold else 0)
