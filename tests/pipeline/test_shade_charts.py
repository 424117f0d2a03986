"""Pages of one product in many colours, and what is said once for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.text.fragments import cut_lines
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.materials import is_material
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.records import TextSource, Word
from pipeline.stages.extract import load_readers, read_page
from pipeline.stages.lines import make_line
from tests.pipeline.drawn import Sheet, values

SHADES = (
    ("NP21", "Ruby red"),
    ("NP22", "Dusty pink"),
    ("NP23", "Ash brown"),
    ("NP24", "Sunset"),
    ("NP25", "Pale blue"),
    ("NP26", "Jet black"),
)
SHADES_ZH = (("NP21", "正红"), ("NP22", "豆沙粉"), ("NP23", "奶茶棕"), ("NP24", "落日"), ("NP25", "雾霾蓝"), ("NP26", "墨黑"))


def _chart(title: str, said: str, shades: tuple[tuple[str, str], ...]) -> Sheet:
    sheet = Sheet().text(40, 50, title, size=20).text(40, 80, said)
    for number, (code, shade) in enumerate(shades):
        x, y = 40 + 175 * (number % 3), 110 + 220 * (number // 3)
        sheet.frame(x, y, x + 160, y + 200).picture(x + 20, y + 15, x + 100, y + 115)
        sheet.text(x + 60, y + 140, code, size=11, bold=True).text(x + 60, y + 160, shade, size=12).text(x + 60, y + 178, "8 ml", size=8)
    return sheet


@pytest.mark.parametrize(
    ("title", "said", "shades", "price"),
    [
        ("Satin Nail Polish", "Quick to dry, slow to chip. All shades $12.50 each, order by number.", SHADES, "12.50 USD"),
        ("缎光指甲油", "一抹成型，持久不脱。全系列统一零售价￥39.00/瓶，请按编号订货。", SHADES_ZH, "39.00 CNY"),
    ],
    ids=["en", "zh"],
)
def test_cards_of_a_shade_chart_are_colours_of_what_the_title_names(
    tmp_path: Path, title: str, said: str, shades: tuple[tuple[str, str], ...], price: str
) -> None:
    found = [values(sku) for sku in _chart(title, said, shades).read(tmp_path).skus]

    assert [(sku["model"], sku["color"]) for sku in found] == list(shades)
    assert {sku["name"] for sku in found} == {title}
    assert {sku["price"] for sku in found} == {price}


LACQUERS = (
    *(("VK701", "Slipper"), ("VK702", "Nude velvet"), ("VK703", "Black cherry"), ("VK704", "Siren")),
    *(("VK705", "Midnight"), ("VK706", "Graphite"), ("VK707", "City lights"), ("VK708", "Sage")),
)


@pytest.mark.parametrize(
    ("title", "said", "heads", "told"),
    [
        (
            "Gel Effect Lacquer",
            "All shades 14ml - £4.25 each   (£3.95 each for 10 or more)",
            ("Code", "Product", "Price"),
            ("14ml", "4.25 GBP"),
        ),
        (
            "Nagellack Seidenglanz",
            "Alle Farbtöne 12 ml - EUR 4,90 je Fläschchen (ab 10 Stück EUR 4,50)",
            ("Art.-Nr.", "Artikel", "Preis"),
            ("12 ml", "4.90 EUR"),
        ),
        ("Vernis Satin", "Toutes les teintes 10 ml, EUR 5,20 chacun", ("Réf.", "Désignation", "Prix"), ("10 ml", "5.20 EUR")),
    ],
    ids=["en", "de", "fr"],
)
@pytest.mark.parametrize("is_framed", [True, False])
def test_a_shade_chart_over_a_table_is_told_by_what_is_said_of_all_shades(
    tmp_path: Path, title: str, said: str, heads: tuple[str, ...], told: tuple[str, str], is_framed: bool
) -> None:
    sheet = Sheet().text(40, 50, title, size=18, bold=True).text(50, 82, said, size=11, bold=True)
    for number, (code, shade) in enumerate(LACQUERS):
        x, y = 40 + 130 * (number % 4), 110 + 150 * (number // 4)
        if is_framed:
            sheet.frame(x, y, x + 118, y + 135)
        sheet.picture(x + 35, y + 8, x + 83, y + 98).text(x + 40, y + 112, shade, bold=True, size=9).text(x + 40, y + 124, code, size=8)
    for row, texts in enumerate(
        (heads, ("VK790", "Base coat", "EUR 3.95"), ("VK791", "Top coat", "EUR 4.15"), ("VK702", "Rest", "EUR 1.10"))
    ):
        for x, text in zip((40, 150, 400), texts, strict=True):
            sheet.text(x, 460 + 16 * row, text, size=9, bold=row == 0)

    found = [values(sku) for sku in read_page(sheet.content(tmp_path), Context(options=Options()), load_readers()).skus]

    shown = [sku for sku in found if "color" in sku]
    # What the table lists too is told by the table.
    assert [(sku["model"], sku["color"]) for sku in shown] == [shade for shade in LACQUERS if shade[0] != "VK702"]
    assert {(sku["name"], sku["size"], sku["price"]) for sku in shown} == {(title, *told)}
    assert [sku["model"] for sku in found if "color" not in sku] == ["VK790", "VK791", "VK702"]


def test_what_a_priced_title_tells_once_holds_for_the_codes_under_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 30, 555, 150).text(40, 190, "Linseed Wood Paint", size=20).text(460, 190, "$24.80", size=16)
    sheet.text(460, 206, "Net content: 750 ml", size=8)
    names = ("Barn red", "Sea fog", "Moss green", "Old rope", "Pale blue", "Hay", "Ivory", "Tar")
    for number, name in enumerate(names):
        x, y = 40 + 130 * (number % 4), 230 + 120 * (number // 4)
        sheet.picture(x, y, x + 118, y + 70).text(x, y + 82, f"WX4{number + 10}", size=8).text(x + 70, y + 82, name, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["color"]) for sku in found] == [(f"WX4{number + 10}", name) for number, name in enumerate(names)]
    assert {(sku["name"], sku["size"], sku["price"]) for sku in found} == {("Linseed Wood Paint", "750 ml", "24.80 USD")}


SHADES_IT = (
    ("LK-31", "Rosso scuro"),
    ("LK-32", "Rosa intenso"),
    ("LK-33", "Biondo chiaro\ndorato"),
    ("LK-34", "Castano medio"),
    ("LK-35", "Viola chiaro\nargento"),
    ("LK-36", "Nero"),
)


def test_colours_named_before_what_says_which_are_colours_on_a_chart_that_says_it_is_one(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 50, "Cartella colori · Rossetto LUCE", size=18)
    sheet.text(40, 80, "Tubetto da 4 ml · tenuta 12 ore").text(400, 80, "Tutti i toni: EUR 8,20 / pz.")
    for number, (code, shade) in enumerate(SHADES_IT):
        x, y = 40 + 175 * (number % 3), 110 + 160 * (number // 3)
        sheet.picture(x + 20, y, x + 90, y + 90).text(x + 30, y + 102, code, bold=True)
        sheet.lines(x + 22, y + 113, *shade.split("\n"), size=8, step=10)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["color"]) for sku in found] == [(code, shade.replace("\n", " ")) for code, shade in SHADES_IT]
    assert {(sku["name"], sku["size"], sku["price"]) for sku in found} == {("Rossetto LUCE", "4 ml", "8.20 EUR")}


@pytest.mark.parametrize(
    ("said", "is_one"),
    [("Rosso scuro", True), ("verde închis", True), ("Sessel grau", False), ("Nickel silver", False), ("Crema viso", False)],
)
def test_colours_may_have_what_says_which_behind_them(said: str, is_one: bool) -> None:
    assert is_color(said) is is_one


def test_what_all_orders_cost_is_no_price(tmp_path: Path) -> None:
    found = [values(sku) for sku in _chart("Satin Nail Polish", "Delivery of all orders: $6.50", SHADES).read(tmp_path).skus]

    assert all("price" not in sku for sku in found)


def test_what_orders_must_come_to_is_no_price(tmp_path: Path) -> None:
    found = [values(sku) for sku in _chart("Satin Nail Polish", "Free delivery on all orders over $50.", SHADES).read(tmp_path).skus]

    assert all("price" not in sku for sku in found)


def test_goods_called_like_goods_keep_their_names_under_a_title(tmp_path: Path) -> None:
    goods = tuple(
        (f"NP3{number}", name) for number, name in enumerate(("Brush", "Remover", "Top coat", "Nail file", "Cuticle oil", "Primer"))
    )

    found = [values(sku) for sku in _chart("Nail Care", "Made in our own works.", goods).read(tmp_path).skus]

    assert [sku["name"] for sku in found] == [name for _, name in goods]


def test_captions_of_a_scan_that_run_into_each_other_are_parted_between_their_pictures() -> None:
    words = (("Moss", 128, 150), ("WX412", 153, 180), ("Barley", 246, 270), ("WX413", 274, 300))
    line = make_line([Word(text, Box(x0, 393.0, x1, 401.0), 9.0, source=TextSource.OCR) for text, x0, x1 in words])
    pictures = [Box(x, 330.0, x + 112.0, 389.0) for x in (40.0, 157.0, 277.0)]

    assert [fragment.text for fragment in cut_lines([line], pictures)] == ["Moss", "WX412 Barley", "WX413"]


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("Wool / acrylic 70/30", True),
        ("65/35 cotton polyester", True),
        ("棉/涤 60/40", True),
        ("Wool / acrylic 70/50", False),
        ("Tyre 60/40", False),
    ],
)
def test_materials_may_have_their_shares_as_a_ratio(said: str, is_one: bool) -> None:
    assert is_material(said) is is_one


@pytest.mark.parametrize(
    ("said", "is_one"),
    [("Ripstop nylon 格子尼龙", True), ("600D Oxford 牛津布", True), ("420 den polyamide", True), ("Tablecloth 桌布", False)],
)
def test_a_material_may_be_said_in_two_languages_or_by_its_yarn(said: str, is_one: bool) -> None:
    assert is_material(said) is is_one


@pytest.mark.parametrize(("said", "is_one"), [("Stainless steel 18/8", True), ("stainless steel 18/10", True), ("Steel 30/40", False)])
def test_steel_may_be_graded_by_its_shares(said: str, is_one: bool) -> None:
    assert is_material(said) is is_one


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("Olla de hierro", False),
        ("Cuenco de vidrio", False),
        ("Bowl in glass", False),
        ("Coussin lin", False),
        ("Vaso ceramica", False),
        ("Pura lana", True),
        ("Acciaio inox", True),
        ("Madera de roble", True),
        ("Fibra de vidrio", True),
        ("Solid oak", True),
    ],
)
def test_goods_made_of_something_are_no_material(said: str, is_one: bool) -> None:
    assert is_material(said) is is_one
