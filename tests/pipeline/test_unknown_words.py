"""Layouts whose words no dictionary knows: alignment, repetition and the look of values must do."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.labels.headers import Headers
from pipeline.options import Options
from pipeline.records import Sku
from pipeline.stages.extract import extract_page
from tests.pipeline.catalogs import draw, encoded, photo, run
from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values


def _skus(sheet: Sheet, folder: Path) -> list[Sku]:
    return list(extract_page(sheet.content(folder), Context())[0])


def test_table_headed_in_an_unknown_language(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 50, "Qaim", size=18)
    for x, label in zip((50, 150, 450), ("Vexno", "Nimur", "Sumba"), strict=True):
        sheet.text(x, 90, label, size=9, bold=True)
    for row in range(10):
        y = 110 + 18 * row
        sheet.text(50, y, str(5310 + 7 * row), size=9).text(150, y, f"{('Hana', 'Letku', 'Mittari')[row % 3]} malli {row}", size=9)
        sheet.text(450, y, f"{20 + 7 * row},50", size=9)

    skus = _skus(sheet, tmp_path)

    assert len(skus) == 10
    assert values(skus[1]) == {"model": "5317", "name": "Letku malli 1", "price": "27.50 "}


def test_strange_labels_of_cards_are_known_by_their_values(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (
        ("Bench", "KX-204", "120 x 40 cm", "Steel"),
        ("Stool", "KX-219", "45 x 45 cm", "Linen"),
        ("Shelf", "KX-377", "90 x 30 cm", "Bamboo"),
    )
    for place, (name, code, size, material) in enumerate(goods):
        x = 50 + 170 * place
        sheet.picture(x, 100, x + 120, 200).text(x, 216, name, size=12, bold=True)
        sheet.lines(x, 232, f"Vexno: {code}", f"Qaimo: {size}", f"Sumba: {material}", "$ 45.00", size=9)

    skus = _skus(sheet, tmp_path)

    assert [(sku["model"], sku["size"], sku["material"]) for sku in map(values, skus)] == [goods[place][1:] for place in range(3)]


@pytest.mark.parametrize("named", ["Description", "Sumba"])
def test_a_strange_label_over_materials_beside_names_tells_materials(tmp_path: Path, named: str) -> None:
    sheet = Sheet()
    rows = [("Item", named, "Vexno", "Price")]
    rows += [
        (f"AC-40{n}1", f"Valve {n}", text, f"$ {n}.50")
        for n, text in enumerate(("Brass with seals", "Tool steel, oiled", "Cast iron body"))
    ]
    for number, row in enumerate(rows):
        for x, text in zip((50, 150, 260, 430), row, strict=True):
            sheet.text(x, 100 + 18 * number, text, size=9, bold=number == 0)

    skus = _skus(sheet, tmp_path)

    assert [values(sku)["material"] for sku in skus] == [row[2] for row in rows[1:]]


def test_capitals_with_a_dot_are_the_same_label() -> None:
    headers = Headers()

    label = headers.lookup("LİSTE FİYATI")

    assert label is not None
    assert label.attribute == "price"


def test_strange_labels_beside_a_large_picture_tell_of_the_titled_product(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Pompa obiegowa ECO 25", size=22, bold=True).picture(50, 90, 270, 400)
    rows = (
        ("Moc silnika", "1,5 kW"),
        ("Nominale", "230 V"),
        ("Obieg", "60 l/min"),
        ("Podnoszenie", "8 m"),
        ("Masa", "12 kg"),
        ("Ochrona", "IP44"),
    )
    for row, (label, value) in enumerate(rows):
        sheet.text(300, 110 + 22 * row, label, size=9).text(450, 110 + 22 * row, value, size=9)

    skus = _skus(sheet, tmp_path)

    assert [values(sku) for sku in skus] == [{"model": "ECO 25", "name": "Pompa obiegowa"}]
    assert customs(skus[0]) == dict(rows)


def test_colours_under_pictures_are_goods_of_the_title(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "ATLAS", size=30, bold=True)
    for place, color in enumerate(("White", "Black", "Grey", "Beige", "Brown", "Red")):
        x, y = 50 + (place % 3) * 170, 100 + (place // 3) * 220
        sheet.picture(x, y, x + 150, y + 150).text(x, y + 164, color, size=9)

    skus = _skus(sheet, tmp_path)

    assert {(values(sku)["name"], values(sku)["color"]) for sku in skus} == {
        ("ATLAS", color) for color in ("White", "Black", "Grey", "Beige", "Brown", "Red")
    }
    assert all(sku.box.height < 30 for sku in skus)


def test_cells_of_a_table_of_other_things_are_no_captions(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 60, "Electrical Characteristics", size=18, bold=True)
    xs = (60, 160, 240, 320, 400, 530)
    rows = [("Parameter", "Min", "Typ", "Max", "Conditions")] + [(f"Level {row}", "PA15", str(row), "3.3", "1KHz/0dB") for row in range(6)]
    for row, texts in enumerate(rows):
        for x, text in zip(xs, texts, strict=False):
            sheet.text(x + 5, 104 + 20 * row, text, size=9)
    for row in range(len(rows) + 1):
        sheet.line(xs[0], 90 + 20 * row, xs[-1], 90 + 20 * row)
    for x in xs:
        sheet.line(x, 90, x, 90 + 20 * len(rows))

    assert _skus(sheet, tmp_path) == []


def test_named_photos_with_descriptions_between_them(tmp_path: Path) -> None:
    names = ("CARAMEL DELIGHT", "GOLDEN OASIS", "CORAL COVE")

    def plate(number: int, name: str) -> list:  # type: ignore[type-arg]
        def show(page: pymupdf.Page) -> None:
            page.insert_image(pymupdf.Rect(50, 120, 545, 600), stream=encoded(photo(number)), keep_proportion=False)
            page.insert_text((60, 90), name, fontsize=18, fontname="hebo", color=(0, 0, 0) if number % 2 else (0.4, 0, 0))

        def describe(page: pymupdf.Page) -> None:
            page.insert_image(pymupdf.Rect(300, 0, 595, 842), stream=encoded(photo(number + 50)), keep_proportion=False)
            for row in range(6):
                page.insert_text((50, 200 + 20 * row), "The unit offers shelves and drawers for every room,", fontsize=9)

        return [show, describe]

    path = draw(tmp_path, *(page for number, name in enumerate(names) for page in plate(number, name)))

    catalog = run(path, options=Options(use_ocr=False, keep_image_data=False))

    assert [[values(sku) for sku in page.skus] for page in catalog.pages] == [found for name in names for found in ([{"name": name}], [])]
    assert all(sku.confidence <= 0.55 for page in catalog.pages for sku in page.skus)
    assert [page.page_class.page_type + page.page_class.layout_type for page in catalog.pages][::2] == ["BL1"] * 3


def test_swatches_edge_to_edge_with_a_caption_each(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "STATION", size=26)
    names = ("STATION BEJ", "STATION GRI", "STATION KREM", "STATION FUME", "STATION VIZON", "STATION ICE")
    for place, name in enumerate(names):
        x, y = 50 + (place % 3) * 165, 90 + (place // 3) * 180
        sheet.picture(x, y, x + 165, y + 160).text(x + 4, y + 172, name, size=8)

    assert {values(sku)["name"] for sku in _skus(sheet, tmp_path)} == set(names)


def test_one_picture_in_tiles_is_no_grid_of_goods(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Living", size=26)
    for place in range(6):
        x, y = 50 + (place % 3) * 165, 90 + (place // 3) * 160
        sheet.picture(x, y, x + 165, y + 160)
    sheet.text(54, 424, "Warm evenings", size=8)

    assert _skus(sheet, tmp_path) == []


def test_points_of_a_list_do_not_name_the_product(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "X-200 Series", size=28, bold=True)
    for place, model in enumerate(("X-201", "X-202", "X-203")):
        x = 40 + place * 180
        sheet.picture(x, 90, x + 165, 300).text(x + 50, 320, model, size=14, bold=True)
        sheet.lines(x, 340, "· 20 W output", "· Bluetooth 5.3", "· dust proof", size=9)

    skus = _skus(sheet, tmp_path)

    assert [values(sku) for sku in skus] == [{"model": "X-201"}, {"model": "X-202"}, {"model": "X-203"}]


def test_sizes_before_names_are_no_codes(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 50, "DUNE", size=26)
    for place, color in enumerate(("BONE", "GREY", "TAUPE", "SAND", "DARK", "SILVER")):
        x, y = 40 + (place % 3) * 175, 80 + (place // 3) * 250
        sheet.picture(x, y, x + 160, y + 160).text(x, y + 174, f"60X120 DUNE {color} MAT REKT", size=7)

    skus = _skus(sheet, tmp_path)

    assert len(skus) == 6
    assert all(sku.get("model") is None for sku in skus)


def test_the_last_card_of_a_grid_stands_alone_on_the_next_page(tmp_path: Path) -> None:
    names = ("iBook Light", "Pear Watch", "Pear Pods", "Pear Pad", "Pear Pencil")

    def card(page: pymupdf.Page, place: int, name: str) -> None:
        x, y = 60 + (place % 2) * 260, 60 + (place // 2) * 300
        page.insert_image(pymupdf.Rect(x, y, x + 200, y + 200), stream=encoded(photo(len(name))))
        page.insert_text((x + 40, y + 225), name, fontsize=14, fontname="hebo")

    def first(page: pymupdf.Page) -> None:
        for place, name in enumerate(names[:4]):
            card(page, place, name)

    path = draw(tmp_path, first, lambda page: card(page, 0, names[4]))

    catalog = run(path, options=Options(use_ocr=False, keep_image_data=False))

    assert [[values(sku)["name"] for sku in page.skus] for page in catalog.pages] == [list(names[:4]), [names[4]]]


def test_of_two_strange_labels_for_sizes_the_one_that_ends_in_a_known_label_counts(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code) in enumerate((("Pebble", "FL-31"), ("Ripple", "FL-44"), ("Cinder", "FL-52"))):
        x = 50 + 170 * place
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"Art. No.: {code}", "Chip: 20 x 20 mm", f"Mat size: 30{place} x 305 mm")

    assert [values(sku)["size"] for sku in _skus(sheet, tmp_path)] == [f"30{place} x 305 mm" for place in range(3)]


def test_sizes_of_parts_in_one_row_are_the_size_of_the_whole(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code) in enumerate((("Lagoon", "VN-60"), ("Harbour", "VN-80"))):
        x = 50 + 270 * place
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"Art. No.: {code}", "Basin: 60 x 46 cm")
        sheet.text(x + pymupdf.get_text_length("Basin: 60 x 46 cm", fontsize=10) + 11, 201, "Mirror: 55 x 70 cm")

    assert {values(sku)["size"] for sku in _skus(sheet, tmp_path)} == {"Basin: 60 x 46 cm Mirror: 55 x 70 cm"}


def test_a_strange_label_that_ends_in_one_for_prices_tells_the_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code) in enumerate((("石纹杯垫", "BD-31"), ("木纹托盘", "TP-44"))):
        x = 50 + 170 * place
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"货号：{code}", f"全系统一批发价：¥{place + 8}.50")

    assert [values(sku)["price"] for sku in _skus(sheet, tmp_path)] == ["8.50 CNY", "9.50 CNY"]


@pytest.mark.parametrize("known", [("Oak", "Glass", "Bamboo"), ("Glass", "Feltrex", "Bamboo")], ids=["colours too", "few"])
def test_words_between_name_and_size_are_materials_where_a_few_are_known(tmp_path: Path, known: tuple[str, str, str]) -> None:
    sheet = Sheet()
    materials = ("Quazolite", "Brimwood", "Nomastone", *known)
    for place, ((name, _, price), material) in enumerate(zip(GOODS, materials, strict=True)):
        x, y = 50 + (place % 3) * 175, 60 + (place // 3) * 220
        sheet.picture(x, y, x + 130, y + 110).text(x, y + 125, name, bold=True)
        sheet.lines(x, y + 138, material, f"{30 + place} x 40 cm").text(x, y + 168, price, size=13, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert [found[name].get("material") for name, _, _ in GOODS] == list(materials)


@pytest.mark.parametrize(
    ("goods", "materials"),
    [
        (("Cuscino lino", "Vassoio bambù", "Ciotola vetro", "Plaid lana"), ("Lino", "Bambù", "Vetro", "Lana")),
        (("Coussin lin", "Table basse chêne", "Lampe de bureau", "Coupe en verre"), ("Lin", "Chêne", "Acier", "Verre")),
        (("Gancho latón", "Lámpara de mesa con asas", "Cojín lino", "Cuenco de vidrio"), ("Latón", "Acero", "Lino", "Vidrio")),
    ],
)
@pytest.mark.parametrize("with_materials", [True, False])
def test_first_words_of_rows_without_labels_name_them_though_they_end_in_materials(
    tmp_path: Path, goods: tuple[str, ...], materials: tuple[str, ...], with_materials: bool
) -> None:
    sheet = Sheet().text(50, 50, "Listino 2031", size=16)
    for row in range(9):
        y = 90 + 20 * row
        sheet.text(50, y, f"{21 + 7 * row}-{4100 + 37 * row}", size=9).text(130, y, goods[row * 3 % 4], size=9)
        sheet.text(460, y, f"€ {12 + 3 * row},50", size=9)
        if with_materials:
            sheet.text(350, y, materials[row % 4], size=9)

    skus = [values(sku) for sku in _skus(sheet, tmp_path)]

    assert [sku["name"] for sku in skus] == [goods[row * 3 % 4] for row in range(9)]
    assert [sku.get("material") for sku in skus] == [materials[row % 4] if with_materials else None for row in range(9)]


def test_materials_under_a_label_for_finishes_are_materials(tmp_path: Path) -> None:
    sheet = Sheet()
    rows = [("Art.-Nr.", "Artikel", "Ausführung", "Preis")]
    rows += [(f"KS-{n}02", f"Korb {n}", text, f"€ {n},50") for n, text in enumerate(("Leder", "Bambus", "Stahl", "Glas", "Leder"), start=1)]
    for y, texts in enumerate(rows):
        for x, text in zip((50, 150, 300, 450), texts, strict=True):
            sheet.text(x, 90 + 20 * y, text, size=9, bold=y == 0)

    assert [sku.get("material").value for sku in _skus(sheet, tmp_path)] == ["Leder", "Bambus", "Stahl", "Glas", "Leder"]  # type: ignore[union-attr]


RATED = (("Splashproof socket", "插座", "IP 65"), ("Panel switch", "开关", "IP 54"))


@pytest.mark.parametrize(
    ("title", "mount", "rated", "place"),
    [("Sockets and switches for wet rooms", "Fixing: screw terminals", "Zapora", 0), ("防水插座与开关", "接线：螺钉端子", "防水级", 1)],
)
def test_codes_under_strange_labels_beside_tables_of_codes_are_no_goods(
    tmp_path: Path, title: str, mount: str, rated: str, place: int
) -> None:
    sheet = Sheet().text(40, 60, title, size=18, bold=True)
    for block, goods in enumerate(RATED):
        y = 100 + 300 * block
        sheet.picture(40, y, 150, y + 100).text(170, y + 14, goods[place], size=13, bold=True)
        sheet.lines(170, y + 34, mount, f"{rated}: {goods[2]}", size=9)
        rows = [("Part No.", "Size", "Price (EUR)"), *((f"{block + 4}81-0{n}0", f"{n}0 x 80 mm", f"{n},45") for n in range(1, 6))]
        for number, row in enumerate(rows):
            for x, text in zip((44, 200, 400), row, strict=True):
                sheet.text(x, y + 130 + 18 * number, text, size=9, bold=number == 0)
            sheet.line(40, y + 136 + 18 * number, 550, y + 136 + 18 * number)

    found = [values(sku) for sku in _skus(sheet, tmp_path)]

    assert [sku["model"] for sku in found] == [f"{block + 4}81-0{n}0" for block in range(2) for n in range(1, 6)]


def test_single_words_that_come_again_further_down_are_a_choice_and_no_names(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Slate notebook", size=20)
    for x, label in zip((50, 150, 300, 450), ("Item No.", "Size", "Liniatur", "Price"), strict=True):
        sheet.text(x, 110, label, size=9, bold=True)
    for row, ruling in enumerate(("lined", "dotted", "plain", "lined", "dotted", "lined", "plain")):
        for x, text in zip((50, 150, 300, 450), (f"KN-{501 + row}", "148 x 210 mm", ruling, f"${16 + row}.00"), strict=True):
            sheet.text(x, 130 + 20 * row, text, size=9)

    skus = _skus(sheet, tmp_path)

    assert [(values(sku)["name"], customs(sku)["Liniatur"]) for sku in skus[:2]] == [
        ("Slate notebook", "lined"),
        ("Slate notebook", "dotted"),
    ]
