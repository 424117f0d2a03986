"""Small tables in columns of the page, with titles over the pictures beside them and facts under those pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.page.kinds import page_kind
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pipeline.sheets import contents, put, reading_of, saved, skus_of, table

LABELS = ("Art.-No.", "d\nmm", "Pack", "EUR")
FITTINGS = (
    ("Elbow 90 deg", "C101", 36.0, 120.0, 6),
    ("Coupling", "C110", 36.0, 300.0, 5),
    ("Tee, equal", "C130", 310.0, 120.0, 4),
    ("Cap", "C190", 310.0, 256.0, 5),
)


def _photo(page: pymupdf.Page, box: pymupdf.Rect) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40))
    pixels.set_rect(pixels.irect, (90, 110, 150))
    pixels.set_rect(pymupdf.IRect(10, 10, 30, 30), (200, 60, 40))
    page.insert_image(box, pixmap=pixels)


def _fitting(page: pymupdf.Page, title: str, code: str, x: float, y: float, count: int) -> None:
    put(page, x, y - 8, title, size=10, font="hebo")
    put(page, x + 225, y - 8, code)
    _photo(page, pymupdf.Rect(x, y + 4, x + 60, y + 64))
    xs = (x + 75, x + 135, x + 175, x + 215, x + 250)
    for left, text in zip(xs, LABELS, strict=False):
        for number, line in enumerate(text.split("\n")):
            put(page, left, y + 12 + (9 * number if "\n" in text else 4.5), line, size=7, font="hebo")
    for row in range(count):
        told = (f"{code}0{row}15", f"{15 + 3 * row}", f"{5 * (row + 1)}", f"{row + 2}.5{row}")
        for left, text in zip(xs, told, strict=False):
            put(page, left, y + 36 + 13 * row, text, size=7)


def test_tables_in_two_columns_of_the_page_keep_their_rows_and_titles(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 36, 60, "PressLine - the press system", size=15, font="hebo")
        put(page, 36, 76, "Material: carbon steel 1.0034, plated 8 um. Sealing ring black. All prices in EUR.")
        for fitting in FITTINGS:
            _fitting(page, *fitting)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert set(told) == {f"{code}0{row}15" for _, code, _, _, count in FITTINGS for row in range(count)}
    assert {code: told[f"{code}0115"]["name"] for _, code, *_ in FITTINGS} == {code: title for title, code, *_ in FITTINGS}
    assert {(sku["material"], sku["price"]) for sku in told.values() if sku["model"][4:] == "0115"} == {
        ("carbon steel 1.0034, plated 8 um", "3.51")
    }


def test_title_over_and_facts_under_the_picture_beside_a_table_hold_for_its_rows(tmp_path: Path) -> None:
    folders = (("Ring binder", "Polypropylene", "260 x 318 mm", 90.0), ("Folder", "Pressboard", "240 x 320 mm", 320.0))

    def drawing(page: pymupdf.Page) -> None:
        for number, (title, material, size, y) in enumerate(folders):
            put(page, 36, y, title, size=14, font="hebo")
            _photo(page, pymupdf.Rect(36, y + 10, 166, y + 120))
            put(page, 36, y + 134, f"Material: {material}")
            put(page, 36, y + 146, f"Size: {size}")
            rows = [(color, f"77{number}-{color[:2].upper()}", "$ 1.95", "$ 1.72") for color in ("Blue", "Red", "Green")]
            table(page, [("Colour", "Item No.", "1-9 u.", "10-49 u."), *rows], (200, 290, 390, 460, 530), y=y + 10)

    found = skus_of(saved(tmp_path, drawing))

    told = [(sku["name"], sku["material"], sku["size"], sku["color"], sku["price"]) for sku in found]
    assert told == [(title, material, size, color, "1.95") for title, material, size, _ in folders for color in ("Blue", "Red", "Green")]


def test_label_and_value_apart_over_a_table_hold_for_its_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 36, 70, "Tarn gravel frameset", size=18, font="hebo")
        put(page, 36, 110, "Frame material", font="hebo")
        put(page, 150, 110, "6061-T6 aluminium")
        put(page, 330, 110, "Frame weight", font="hebo")
        put(page, 430, 110, "1.65 kg (size M)")
        rows = [(f"T220-{size}-GN", size, "green", "$ 749.00") for size in ("S", "M", "L")]
        table(page, [("Order code", "Size", "Colour", "RRP"), *rows], (36, 160, 240, 380, 460), y=130)

    found = skus_of(saved(tmp_path, drawing))

    assert [(sku["model"], sku["material"]) for sku in found] == [(f"T220-{size}-GN", "6061-T6 aluminium") for size in "SML"]


def test_a_title_on_a_rule_names_the_table_under_its_far_end_and_points_beside_it_are_no_rows(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number, (title, code) in enumerate((("Garden shears", "GS"), ("Pruning saw", "PS"))):
            y = 80.0 + 200 * number
            put(page, 40, y, title, size=14, font="hebo")
            page.draw_line((40, y + 6), (540, y + 6), width=1.2)
            for at, line in enumerate(("Blades of hardened steel,", "ground twice", f"Material: {('Steel', 'Beech')[number]}")):
                put(page, 160, y + 30 + 12 * at, line)
            page.draw_rect(pymupdf.Rect(340, y + 18, 540, y + 34), fill=(0.1, 0.2, 0.3), width=0)
            table(page, [("Cat. Ref", "Length", "Each")], (340, 410, 480, 540), y=y + 18)
            for row in range(4):
                top = y + 34 + 16 * row
                table(page, [(f"{code}-{row}10", f"{row + 2}0 cm", f"$ {row + 7}.50")], (340, 410, 480, 540), y=top)
                page.draw_line((340, top + 16), (540, top + 16), width=0.5)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == [f"{code}-{row}10" for code in ("GS", "PS") for row in range(4)]
    assert [sku["name"] for sku in found] == ["Garden shears"] * 4 + ["Pruning saw"] * 4
    assert [sku["material"] for sku in found] == ["Steel"] * 4 + ["Beech"] * 4


@pytest.mark.parametrize(("label", "attribute", "told"), [("Price", "price", "$ 7.50"), ("Colour", "color", "Red")])
def test_rows_as_high_as_their_pictures_go_on_though_their_names_take_two_lines(
    tmp_path: Path, label: str, attribute: str, told: str
) -> None:
    goods = (("Garden fork", "Gartengabel"), ("Spade", "Spaten"), ("Rake", "Rechen"), ("Hoe", "Hacke"), ("Trowel", "Kelle"))

    def draw(page: pymupdf.Page) -> None:
        for side, x in enumerate((30.0, 315.0)):
            for at, head in zip((0, 62, 112, 180, 230), ("Photo", "Item No.", "Name", "Length", label), strict=True):
                put(page, x + at, 100, head, size=8, font="hebo")
            for row, (name, translated) in enumerate(goods):
                y = 145.0 + 80 * row
                _photo(page, pymupdf.Rect(x, y - 34, x + 55, y + 34))
                for at, text in ((62, f"T{side}-{row}40"), (180, f"{90 + row} cm"), (230, told)):
                    put(page, x + at, y, text, size=8)
                put(page, x + 112, y - 5, name, size=8, font="hebo")
                put(page, x + 112, y + 5, translated, size=8)

    found = skus_of(saved(tmp_path, draw))

    assert {(sku["model"], sku["name"], sku["size"], sku[attribute]) for sku in found} == {
        (f"T{side}-{row}40", " ".join(names), f"{90 + row} cm", told.removeprefix("$ "))
        for side in (0, 1)
        for row, names in enumerate(goods)
    }


def test_level_tables_side_by_side_keep_the_facts_under_their_pictures(tmp_path: Path) -> None:
    goods = (
        ("Ring Spanner", "RS", 30.0, 100.0, 5, ("Material: Tool", "Steel")),
        ("Nut Driver", "ND", 310.0, 100.0, 4, ("Material: Brass",)),
        ("Hole Punch", "HP", 30.0, 300.0, 3, ("Material: Forged", "Steel")),
        ("Paint Tray", "PT", 310.0, 300.0, 4, ("Material: Tinplate",)),
    )

    def drawing(page: pymupdf.Page) -> None:
        for title, code, x, y, count, facts in goods:
            page.draw_rect(pymupdf.Rect(x, y - 22, x + 260, y - 4), color=None, fill=(0.1, 0.2, 0.1))
            page.insert_text((x + 6, y - 9), title, fontsize=11, fontname="hebo", color=(1, 1, 1))
            _photo(page, pymupdf.Rect(x, y + 6, x + 80, y + 66))
            for number, fact in enumerate(facts):
                put(page, x + 10, y + 80 + 11 * number, fact, size=9)
            rows = [("Item", "Size", "Price"), *((f"{code}-0{n}0", f"{n + 8} mm", f"${n + 5}.20") for n in range(count))]
            for number, row in enumerate(rows):
                foot = y + 14 + 20 * number
                for left, text in zip((x + 95, x + 160, x + 230), row, strict=True):
                    put(page, left, foot, text, font="hebo" if number == 0 else "helv")
                page.draw_line((x + 92, foot + 6), (x + 258, foot + 6), width=0.5)

    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert set(told) == {f"{code}-0{n}0" for _, code, _, _, count, _ in goods for n in range(count)}
    for title, code, _, _, count, facts in goods:
        for n in range(count):
            sku = told[f"{code}-0{n}0"]
            assert (sku["name"], sku["size"], sku["price"]) == (title, f"{n + 8} mm", f"{n + 5}.20")
            assert sku["material"] == " ".join(facts).removeprefix("Material: ")


LATCHES = (("Bow latch", 88.0, 61), ("Lever latch", 268.0, 74), ("Spring latch", 448.0, 57))


def _latches(page: pymupdf.Page) -> None:
    """A photo, a drawing with its measures and a table side by side, each time under a title over the photo."""
    for number, (title, y, length) in enumerate(LATCHES):
        put(page, 46, y, title, size=13, font="hebo")
        put(page, 46, y + 16, "Opens by hand, locks by itself", size=7)
        _photo(page, pymupdf.Rect(46, y + 40, 150, y + 110))
        for radius in (18, 9):
            page.draw_circle((200, y + 75), radius, width=0.8)
        page.draw_line((170, y + 50), (238, y + 100), width=0.8)
        page.draw_rect(pymupdf.Rect(168, y + 48, 240, y + 102), width=0.8)
        put(page, 190, y + 44, "d 18", size=7)
        put(page, 198, y + 116, str(length), size=7)
        rows = [
            (f"LT-{number}{kind[0]}", kind, "steel", f"${number + 2}.{place}5")
            for place, kind in enumerate(("Left", "Right", "Both sides"))
        ]
        table(page, [("Item No.", "Type", "Material", "Price"), *rows], (290, 370, 440, 500, 560), y=y + 40)


def test_versions_that_each_table_has_name_nothing_beside_the_title_over_photo_and_drawing(tmp_path: Path) -> None:
    told = {sku["model"]: sku for sku in skus_of(saved(tmp_path, _latches))}

    assert {code: (sku["name"], sku["Type"]) for code, sku in told.items()} == {
        f"LT-{number}{kind[0]}": (title, kind) for number, (title, _, _) in enumerate(LATCHES) for kind in ("Left", "Right", "Both sides")
    }


def test_measures_of_drawings_are_no_prices_where_those_have_their_currency(tmp_path: Path) -> None:
    pages = contents(saved(tmp_path, _latches))

    skus, _ = extract_page(pages[1], Context(options=Options(), page_at=pages.get))

    assert len(skus) == 9
    assert {sku.get("price").price.currency for sku in skus} == {"USD"}  # type: ignore[union-attr]


GARDEN = (
    ("Oak Garden Bench", ("Solid oak, oiled", "Seats three adults"), (("GB1101", "120 cm"), ("GB1102", "150 cm"), ("GB1103", "180 cm"))),
    ("Folding Parasol Stand", ("Fits poles up to 40 mm",), (("PS2201", "40 cm"), ("PS2202", "50 cm"))),
    ("Copper Watering\nCan", ("Hand soldered rose", "Weather proof"), (("WC3301", "30 cm"), ("WC3302", "36 cm"), ("WC3303", "42 cm"))),
)


@pytest.mark.parametrize(
    ("labels", "lower", "has_pictures"),
    [
        (("Code", "Length", "Price"), 0, True),
        (("Art.-Nr.", "Länge", "Preis"), 18, True),
        (("Réf.", "Prix", "Longueur"), 0, False),
        (("Size", "Code", "Price"), 18, False),
    ],
)
def test_a_title_that_opens_the_text_left_of_a_table_names_its_rows(
    tmp_path: Path, labels: tuple[str, ...], lower: int, has_pictures: bool
) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 36, 24, "Harrow & Finch", size=12, font="hebo")
        put(page, 36, 60, "Garden & Terrace", size=18, font="hebo")
        for number, (title, points, rows) in enumerate(GARDEN):
            y = 95 + 130 * number
            if has_pictures:
                _photo(page, pymupdf.Rect(36, y - 8, 136, y + 92))
            for at, text in enumerate(title.split("\n")):
                put(page, 150, y + 13 * at, text, size=11, font="hebo")
            for at, text in enumerate(points, start=title.count("\n") + 1):
                put(page, 160, y + 4 + 13 * at, f"- {text}")
            cells = [(code, size, f"EUR {29 + number}.50") for code, size in rows]
            order = [["ART.-NR.", "CODE", "RÉF."], ["LÄNGE", "LENGTH", "LONGUEUR", "SIZE"], ["PREIS", "PRICE", "PRIX"]]
            places = [next(place for place, words in enumerate(order) if label.upper() in words) for label in labels]
            for row, texts in enumerate([labels, *([cell[place] for place in places] for cell in cells)]):
                for at, text in enumerate(texts):
                    put(page, 330 + 75 * at, y + lower + 15 * row, text, size=8, font="hebo" if row == 0 else "helv")

    found = skus_of(saved(tmp_path, draw))

    told = [(sku["model"], sku["name"], sku["size"]) for sku in found]
    assert told == [(code, title.replace("\n", " "), size) for title, _, rows in GARDEN for code, size in rows]


@pytest.mark.parametrize(("side", "kind"), [(100, "B"), (44, "A")], ids=["shown", "listed"])
def test_a_page_of_pictures_beside_a_few_rows_each_shows_more_than_it_lists(tmp_path: Path, side: int, kind: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        for number in range(4):
            y = 90 + 130 * number
            _photo(page, pymupdf.Rect(36, y - 8, 36 + side, y - 8 + side))
            put(page, 150, y, f"Bench No. {number + 1}", size=11, font="hebo")
            rows = (("Code", "Length", "Price"), *((f"GB{number}10{n}", f"{n + 1}20 cm", f"EUR {n + 3}9.00") for n in range(2)))
            table(page, rows, (330, 405, 480, 550), y=y - 12, pitch=15)

    reading = reading_of(path := saved(tmp_path, draw))

    assert page_kind(contents(path)[1], reading.skus).page_type == kind


def _priced(stem: str) -> list[tuple[str, str, str]]:
    return [
        ("Item No.", "Size", "Price"),
        *((f"{stem}-{number}", f"{number} x {number + 4} cm", f"$ {number}.50") for number in (20, 30, 40)),
    ]


@pytest.mark.parametrize("bar_pt", [0.0, 34.0, 58.0])
@pytest.mark.parametrize("title", ["Folding crate", "折叠箱"])
def test_the_title_of_a_page_names_the_rows_of_a_table_that_stands_far_from_under_it(tmp_path: Path, title: str, bar_pt: float) -> None:
    def drawing(page: pymupdf.Page) -> None:
        if bar_pt:
            page.draw_rect(pymupdf.Rect(0, 0, 595, bar_pt), color=None, fill=(0.8, 0.9, 0.9))
        put(page, 30, 28, title, size=20, font="china-s" if title == "折叠箱" else "hebo")
        _photo(page, pymupdf.Rect(30, 90, 190, 300))
        put(page, 320, 76, "Material: Polypropylene")
        table(page, _priced("FC"), (310, 400, 490, 570), y=90, ruled=True)

    assert {(sku["name"], sku["material"]) for sku in skus_of(saved(tmp_path, drawing))} == {(title, "Polypropylene")}


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("count", [2, 3])
def test_a_small_title_over_text_that_runs_down_to_a_table_names_its_rows(tmp_path: Path, count: int, pictures: bool) -> None:
    names = ("Pail", "Tub", "Basin")[:count]

    def drawing(page: pymupdf.Page) -> None:
        put(page, 20, 40, "Vessels for the garden", size=20, font="hebo")
        for place, name in enumerate(names):
            x = 20.0 + 190 * place
            put(page, x + 80, 82, name, size=11, font="hebo")
            put(page, x + 80, 102, "Material: Zinc")
            if pictures:
                _photo(page, pymupdf.Rect(x, 72, x + 70, 150))
            table(page, _priced(name[:2].upper()), (x, x + 50, x + 120, x + 165), y=165 if pictures else 140, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert {(sku["model"][:2], sku["name"], sku["material"]) for sku in found} == {(name[:2].upper(), name, "Zinc") for name in names}


@pytest.mark.parametrize("text_x", [30.0, 400.0])
def test_titles_in_the_text_beside_tables_are_nearer_than_the_title_of_the_page(tmp_path: Path, text_x: float) -> None:
    goods = (("Coat hook", "衣钩", "Iron"), ("Towel ring", "毛巾环", "Brass"))

    def drawing(page: pymupdf.Page) -> None:
        put(page, 30, 40, "Hooks and rings for hall, bath and kitchen", size=18, font="hebo")
        for place, (name, translated, material) in enumerate(goods):
            y = 60.0 + 140 * place
            put(page, text_x, y + 14, name, size=14)
            put(page, text_x, y + 30, translated, size=14, font="china-s")
            put(page, text_x, y + 56, f"Material: {material}")
            x = 180.0 if text_x < 100 else 30.0
            table(page, _priced(name[:2].upper()), (x, x + 100, x + 200, x + 300), y=y, pitch=20, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert {(sku["name"], sku["material"]) for sku in found} == {(f"{name} {translated}", material) for name, translated, material in goods}


@pytest.mark.parametrize(
    "told",
    [
        ("jute – natural", "lacquered wire – black", "terracotta – sand", "linen – white"),
        ("Baumwolle · grau", "Mangoholz, Glas · schwarz", "Leinen · natur"),
        ("mimbre / natural", "pino / blanco"),
        ("seagrass, sand", "oak, black", "stoneware, white", "linen, grey"),
    ],
)
def test_a_line_of_material_and_colour_under_each_title_tells_both(tmp_path: Path, told: tuple[str, ...]) -> None:
    names = ("Basket", "Mirror in oak", "Vase", "Throw")[: len(told)]

    def drawing(page: pymupdf.Page) -> None:
        for place, (name, line) in enumerate(zip(names, told, strict=True)):
            x = 20.0 + 140 * place
            put(page, x, 82, name, size=11, font="hebo")
            put(page, x, 94, line, size=8)
            table(page, _priced(name[:2].upper()), (x, x + 42, x + 90, x + 130), ruled=True)

    found = {sku["name"]: (sku["material"], sku["color"]) for sku in skus_of(saved(tmp_path, drawing))}

    assert found == {name: tuple(re.split(r" [–·/] |, (?=\w+$)", line)) for name, line in zip(names, told, strict=True)}
