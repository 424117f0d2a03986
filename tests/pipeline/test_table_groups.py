"""What holds for several rows of a table: bars, categories, titles, and what stands once for a group."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.options import Granularity, Options
from tests.pipeline.sheets import GOODS, HEADER, XS, put, reading_of, saved, skus_of, table


def test_section_bars_name_the_rows_below_them(tmp_path: Path) -> None:
    rows = (HEADER, ("Outdoor", "", "", ""), *GOODS[:2], ("Indoor", "", "", ""), *GOODS[2:])
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    found = skus_of(path)

    assert [sku["Series"] for sku in found] == ["Outdoor", "Outdoor", "Indoor", "Indoor"]


def test_bars_that_run_over_columns_name_rows_where_each_row_has_its_own_stripe(tmp_path: Path) -> None:
    bars = ("Four-cutter masonry drill bits", "Self-feed spade wood drill bits")

    def draw(page: pymupdf.Page) -> None:
        table(page, [("Order No.", "Size", "Pack", "Price")], (40, 110, 180, 260, 340))
        y = 118.0
        for number, bar in enumerate(bars):
            page.draw_rect(pymupdf.Rect(40, y, 340, y + 18), fill=(0.9, 0.6, 0.1), width=0)
            put(page, 43, y + 12, bar, font="hebo")
            for row in range(3):
                y += 18
                page.draw_rect(pymupdf.Rect(40, y, 340, y + 18), fill=(0.95, 0.95, 0.95) if row % 2 else (1, 1, 1), width=0)
                table(page, [(f"AC-4{number}0{row}", f"{row + 3} mm", "10", f"$ {row + 4}.50")], (40, 110, 180, 260, 340), y=y)
            y += 18

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [bar for bar in bars for _ in range(3)]


@pytest.mark.parametrize(("head", "key"), [("Category", "Category"), ("", "Series")], ids=["headed", "unheaded"])
def test_turned_category_applies_to_the_rows_beside_it(tmp_path: Path, head: str, key: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        bottom = table(page, [(head, *HEADER[:2], HEADER[3])], (40, 90, 180, 320, 420), ruled=True)
        page.draw_rect(pymupdf.Rect(40, bottom, 90, bottom + 54), width=0.5)
        put(page, 70, bottom + 45, "Seats", turn=90)
        table(page, [(a, b, d) for a, b, _, d in GOODS[:3]], (90, 180, 320, 420), y=bottom, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku[key] for sku in found] == ["Seats"] * 3
    assert [sku["model"] for sku in found] == ["AB-1001", "AB-1002", "AB-1003"]


def test_what_is_told_beside_a_groups_name_holds_for_the_group(tmp_path: Path) -> None:
    groups = (("Bench", "120 cm", ("K-1001", "K-1002", "K-1003")), ("Table", "80 cm", ("K-2001", "K-2002", "K-2003")))

    def draw(page: pymupdf.Page) -> None:
        xs = (40, 140, 220, 320, 400, 480)
        table(page, [("Product", "Size", "Code", "Colour", "Price")], xs, y=100)
        y = 118.0
        for name, size, codes in groups:
            put(page, 43, y + 30, name)
            put(page, 143, y + 30, size)
            for code in codes:
                table(page, [("", "", code, "Black", "$12.00")], xs, y=y)
                y += 18

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["size"]) for sku in found] == [
        (code, name, size) for name, size, codes in groups for code in codes
    ]


@pytest.mark.parametrize(("place", "label"), [(0.0, "first"), (0.5, "middle"), (1.0, "last")], ids=["first", "middle", "last"])
def test_a_name_without_borders_holds_for_its_group(tmp_path: Path, place: float, label: str) -> None:
    groups = {"Bench": ("K-1001", "K-1002", "K-1003"), "Table": ("K-2001", "K-2002"), "Stool": ("K-3001", "K-3002", "K-3003", "K-3004")}

    def draw(page: pymupdf.Page) -> None:
        table(page, [("Product", "Code", "Colour", "Price")], XS, y=100)
        y = 118.0
        for name, codes in groups.items():
            put(page, 43, y + 12 + place * (len(codes) - 1) * 18, name)
            for code in codes:
                table(page, [("", code, "Black", "$12.00")], XS, y=y)
                y += 18

    found = skus_of(saved(tmp_path, draw))

    assert {sku["model"]: sku["name"] for sku in found} == {code: name for name, codes in groups.items() for code in codes}


@pytest.mark.parametrize(("granularity", "count"), [(Granularity.MODEL_COLOR, 1), (Granularity.MODEL_COLOR_SIZE, 3)], ids=["one", "each"])
def test_rows_under_one_code_are_variants(tmp_path: Path, granularity: Granularity, count: int) -> None:
    def draw(page: pymupdf.Page) -> None:
        table(page, [("Style No.", "Name", "Size", "Price")], XS, ruled=True)
        for x, right, text in ((40, 130, "TS-301"), (130, 290, "Crew neck tee")):
            page.draw_rect(pymupdf.Rect(x, 118, right, 172), width=0.5)
            put(page, x + 3, 148, text)
        table(page, [("S", "$12.00"), ("M", "$12.00"), ("L", "$14.00")], XS[2:], y=118, ruled=True)

    found = reading_of(saved(tmp_path, draw), options=Options(granularity=granularity)).skus

    assert len(found) == count
    assert " / ".join(sku.get("size").value for sku in found) == "S / M / L"  # type: ignore[union-attr]


def test_titles_over_the_middle_of_a_table_are_sections(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        end = table(page, (HEADER, *GOODS[:2]), XS)
        put(page, 300, end + 12, "Indoor", font="hebo")
        table(page, GOODS[2:], XS, y=end + 18)

    found = skus_of(saved(tmp_path, draw))

    assert [sku.get("size") for sku in found] == ["120x40cm", "30x30cm", "60x60x45cm", "25x25cm"]
    assert found[2]["Series"] == "Indoor"


@pytest.mark.parametrize(
    ("title", "material"), [("Zinc alloy", "Zinc alloy"), ("Hooks - stainless steel", "stainless steel"), ("Coat hooks", None)]
)
def test_a_section_that_tells_a_material_tells_it_of_its_rows(tmp_path: Path, title: str, material: str | None) -> None:
    def page_of(page: pymupdf.Page) -> None:
        y = table(page, [HEADER], XS, ruled=True)
        page.draw_rect(pymupdf.Rect(XS[0], y, XS[-1], y + 18), width=0.5)
        put(page, XS[0] + 3, y + 12, title, font="hebo")
        table(page, GOODS, XS, y=y + 18, ruled=True)

    found = skus_of(saved(tmp_path, page_of))

    assert [sku["name"] for sku in found] == [row[1] for row in GOODS]
    assert {sku.get("material") for sku in found} == {material}


def test_a_title_that_names_the_rows_is_not_what_they_are_made_of(tmp_path: Path) -> None:
    xs = (40, 140, 240, 340)

    def page_of(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(xs[0], 100, xs[-1], 118), fill=(0.2, 0.5, 0.9), width=0.5)
        put(page, xs[0] + 3, 112, "LIDS QUARTZ", font="hebo")
        rows = [("Cat. no.", "Packing", "Price"), *((f"1120/{size}", "12", f"$ {size}.50") for size in (15, 25, 50))]
        table(page, rows, xs, y=118, ruled=True)

    found = skus_of(saved(tmp_path, page_of))

    assert [(sku["name"], sku.get("material")) for sku in found] == [("LIDS QUARTZ", None)] * 3


def test_titles_of_sections_that_begin_before_the_columns_are_read_whole(tmp_path: Path) -> None:
    xs = (150.0, 260.0, 350.0, 450.0, 540.0)
    titles = ("Brass elbow 45 degrees", "Cap", "Reducing nipple in two parts", "Union", "Wall bracket", "Drain tap", "Hose tail")

    def page_of(page: pymupdf.Page) -> None:
        y = table(page, [("Item no.", "Size", "Pack", "USD")], xs, y=60, pitch=16)
        for number, title in enumerate(titles):
            page.draw_rect(pymupdf.Rect(40, y, 540, y + 16), color=None, fill=(0.9, 0.95, 1))
            put(page, 44, y + 11, title, font="hebo")
            put(page, 54 + pymupdf.get_text_length(title, "hebo", 9), y + 11, f"Teil {number}", font="heit")
            rows = [(f"FT{number}{n}0", f"{n}0 mm", str(n + 4), f"{n}.25") for n in (1, 2, 3)]
            y = table(page, rows, xs, y=y + 18, pitch=16) + 18

    found = skus_of(saved(tmp_path, page_of))

    assert len(found) == 3 * len(titles)
    assert [sku["name"] for sku in found[::3]] == [f"{title} Teil {number}" for number, title in enumerate(titles)]


def test_rules_that_stop_short_tell_which_rows_a_cell_is_for(tmp_path: Path) -> None:
    groups = (("20 x 20", 4), ("30 x 30", 2), ("60 x 60", 3))

    def drawing(page: pymupdf.Page) -> None:
        table(page, [("Size (cm)", "Code", "Name", "Price EUR")], XS, y=80)
        y, number = 98.0, 0
        for size, count in groups:
            page.draw_line((XS[0], y), (XS[4], y), width=0.7)
            put(page, XS[0] + 3, y + 9 * count + 3, size)
            for row in range(count):
                put(page, XS[1] + 3, y + 12, f"TL-{100 + number}")
                put(page, XS[2] + 3, y + 12, f"Tile {'ABCDEFGHI'[number]}")
                put(page, XS[3] + 3, y + 12, f"{number + 3}.40")
                y, number = y + 18, number + 1
                if row < count - 1:
                    page.draw_line((XS[1], y), (XS[4], y), width=0.4)
        page.draw_line((XS[0], y), (XS[4], y), width=0.7)

    assert [sku["size"] for sku in skus_of(saved(tmp_path, drawing))] == [f"{size}cm" for size, count in groups for _ in range(count)]


def test_rules_that_leave_out_a_column_of_labels_join_nothing_in_it(tmp_path: Path) -> None:
    rows = (
        ("Model", "KT-11", "KT-12"),
        ("Name", "Kettle", "Urn"),
        ("Capacity", "1.2 l", "9 l"),
        ("Material", "Steel", "Copper"),
        ("Price", "$20", "$75"),
    )

    def drawing(page: pymupdf.Page) -> None:
        table(page, rows, XS[:4], pitch=30)
        for place in range(1, len(rows)):
            page.draw_line((XS[1], 100 + 30 * place), (XS[3], 100 + 30 * place), width=0.5)

    assert [(sku["model"], sku["name"], sku["price"]) for sku in skus_of(saved(tmp_path, drawing))] == [
        ("KT-11", "Kettle", "20"),
        ("KT-12", "Urn", "75"),
    ]


def test_spaced_capitals_over_a_section_are_its_title_though_they_reach_into_the_next_column(tmp_path: Path) -> None:
    sections = {"GARDEN HOSES": ("GH-1", "GH-2", "GH-3"), "RAIN BARRELS": ("RB-1", "RB-2", "RB-3")}
    xs = (48, 118, 280, 360, 450)

    def page_of(page: pymupdf.Page) -> None:
        for x, text in zip(xs, ("Code", "Item", "Size", "Material", "Price"), strict=True):
            put(page, x, 96, text, size=8, font="hebo")
        y = 96.0
        for title, codes in sections.items():
            y += 22
            x = 48.0
            for char in title:
                put(page, x, y, char, size=7.5, font="hebo")
                x += pymupdf.get_text_length(char, "hebo", 7.5) + 1.8
            for number, code in enumerate(codes):
                y += 24
                cells = (code, f"Thing {number}", f"{10 + number} m", "Steel", f"${20 + number}.00")
                for at, text in zip(xs, cells, strict=True):
                    put(page, at, y, text, size=8)

    found = skus_of(saved(tmp_path, page_of))

    assert [sku["model"] for sku in found] == [code for codes in sections.values() for code in codes]


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ("reactive-glaze stoneware, dishwasher safe", {"material": "reactive-glaze stoneware"}),
        ("18/10 stainless steel, brushed", {"material": "18/10 stainless steel, brushed"}),
        ("Material: solid oak, Colour: white", {"material": "solid oak", "color": "white"}),
        ("made in our own workshop", {}),
    ],
)
def test_small_print_behind_the_title_of_a_section_tells_of_its_rows(tmp_path: Path, tail: str, expected: dict[str, str]) -> None:
    def drawing(page: pymupdf.Page) -> None:
        y = table(page, [("Item No.", "Description", "Size", "Price (USD)")], (40, 130, 290, 400, 520))
        for number, title in enumerate(("Harbour Collection", "Orchard Collection")):
            page.draw_rect(pymupdf.Rect(40, y, 520, y + 18), color=None, fill=(0.9, 0.9, 0.85))
            put(page, 43, y + 12, title, font="hebo")
            put(page, 49 + pymupdf.get_text_length(title, "hebo", 9), y + 12, tail, size=8, font="heit")
            rows = [
                (f"HX-{number}{place}0", f"{name}", f"{place + 20} cm", f"{place + 5}.50")
                for place, name in enumerate(("Bowl", "Jug", "Tray"))
            ]
            y = table(page, rows, (40, 130, 290, 400, 520), y=y + 18)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == ["Bowl", "Jug", "Tray"] * 2
    assert [sku["Series"] for sku in found[::3]] == [
        f"{title}{'' if expected else f' {tail}'}" for title in ("Harbour Collection", "Orchard Collection")
    ]
    assert [{key: sku[key] for key in ("material", "color") if key in sku} for sku in found] == [expected] * 6


@pytest.mark.parametrize(
    ("note", "material"),
    [("Steel 8.8, zinc plated", "Steel 8.8, zinc plated"), ("Material: brass", "brass"), ("Pozi drive, countersunk", None)],
)
def test_a_note_at_the_other_end_of_a_sections_title_is_no_cell(tmp_path: Path, note: str, material: str | None) -> None:
    def drawing(page: pymupdf.Page) -> None:
        y = table(page, [("Item No.", "Size", "Box qty", "Price (USD)")], XS)
        for number, title in enumerate(("Hex bolts", "Carriage bolts")):
            page.draw_rect(pymupdf.Rect(40, y, 520, y + 18), color=None, fill=(0.9, 0.9, 0.85))
            put(page, 43, y + 12, title, font="hebo")
            put(page, 516 - pymupdf.get_text_length(note, "heit", 8), y + 12, note, size=8, font="heit")
            rows = [(f"HX-{number}{place}0", f"M{place + 5} x 20 mm", f"{place + 2}00", f"{place + 5}.50") for place in range(3)]
            y = table(page, rows, XS, y=y + 18)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == ["Hex bolts"] * 3 + ["Carriage bolts"] * 3
    assert [sku.get("material") for sku in found] == [material] * 6


@pytest.mark.parametrize("head", [("Code", "Item", "Size", "Trade"), ()])
@pytest.mark.parametrize(
    "told",
    [("Colours: Tan, Black", "Colours: Natural", "Colours: Chestnut"), ("Material: Oak. Colour: White", "Material: Ash. Colour: Grey", "")],
)
def test_what_is_told_under_the_title_of_a_section_holds_for_its_rows_alone(
    tmp_path: Path, told: tuple[str, ...], head: tuple[str, ...]
) -> None:
    xs = (40.0, 120.0, 300.0, 480.0)

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Small makes for the counter", size=15, font="hebo")
        for x, label in zip(xs, head, strict=False):
            put(page, x, 80, label, font="hebo")
        y = 100.0
        for number, (title, line) in enumerate(zip(("Fobs and tags", "For the desk", "Kitchen"), told, strict=True)):
            put(page, 40, y, title, size=12, font="hebo")
            put(page, 40, y + 14, line, size=8)
            for row, name in enumerate(("Round one", "Square one", "Long one")):
                cells = (f"SM{number}{row}4", name, f"{row + 4} x {row + 3} cm", f"£{row + 3}.20")
                for x, text in zip(xs, cells, strict=True):
                    put(page, x, y + 34 + 18 * row, text, size=10)
            y += 104

    found = skus_of(saved(tmp_path, draw))

    assert len(found) == 9
    facts = {line.split(": ")[-1] for line in told if line}
    assert {sku["color"] for sku in found if "color" in sku} == facts
    assert all(sku.get("color", "") == told[int(sku["model"][2])].split(": ")[-1] for sku in found)


@pytest.mark.parametrize("is_merged", [True, False])
def test_several_words_for_a_run_of_rows_name_them_under_a_label_nobody_knows(tmp_path: Path, is_merged: bool) -> None:
    names = ("Eyelet Panel", "Pleat Panel", "Voile Panel")

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 70, "Ready-made", size=16, font="hebo")
        y = table(page, (("Vexno", "Size (cm)", "Article", "Price"),), XS, ruled=True)
        for group, name in enumerate(names):
            rows = [(f"{117 + 51 * row} x 137", f"TE{group}{row}0", f"{24 + row}.50") for row in range(5)]
            if is_merged:
                page.draw_rect(pymupdf.Rect(XS[0], y, XS[1], y + 90), width=0.5)
                put(page, XS[0] + 3, y + 48, name)
                y = table(page, rows, XS[1:], y=y, ruled=True)
            else:
                y = table(page, [(name, *row) for row in rows], XS, y=y, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["name"] for sku in found] == [name for name in names for _ in range(5)]


def test_cells_for_several_rows_under_an_unknown_word_name_them_before_the_title_of_all(tmp_path: Path) -> None:
    groups = {"Base unit, one door": ("DG3057", "DG4057", "DG4557"), "Sink unit": ("SC8057", "SC9057"), "Wall unit": ("WG3035", "WG4035")}
    groups |= {"Flap unit": ("WF6035", "WF9035"), "Corner unit": ("ZJ9090",)}

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 85, "Fitted kitchens", size=16, font="hebo")
        y = table(page, [("Carcase", "Code", "Width", "Price EUR")], XS, ruled=True)
        for name, codes in groups.items():
            page.draw_rect(pymupdf.Rect(XS[0], y, XS[1], y + 18 * len(codes)), width=0.5)
            put(page, XS[0] + 3, y + 9 * len(codes) + 3, name, size=7)
            y = table(page, [(code, "600 mm", "486.00") for code in codes], XS[1:], y=y, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert {sku["model"]: sku["name"] for sku in found} == {code: name for name, codes in groups.items() for code in codes}


def test_a_footnote_between_the_rows_names_none_of_them(tmp_path: Path) -> None:
    goods = tuple((f"WT-10{n}", f"Toy {'ABCDE'[n]}", f"{n + 2}0 cm", f"1{n}.50") for n in range(5))
    rows = (("Code", "Product", "Size", "Price USD"), *goods[:3], ("* water-based paint, EN71-3", "", "", ""), *goods[3:])
    path = saved(tmp_path, lambda page: table(page, rows, (40, 150, 260, 370, 450), ruled=True) and None)

    found = skus_of(path)

    assert [sku["model"] for sku in found] == [row[0] for row in goods]
    assert not any("Series" in sku for sku in found)
