"""Hero pages: one product, its title, its list of attributes, its price."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.catalogs import draw, encoded, first_page, photo
from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values
from tests.pipeline.sheets import put, saved, skus_of, table

LIST = (("Model", "ZX-4410"), ("Size", "30 x 40 cm"), ("Material", "Oak"), ("Weight", "3.2 kg"))


def _hero(sheet: Sheet) -> Sheet:
    return sheet.text(50, 70, "Reading Chair", size=24).picture(50, 90, 300, 360)


def test_title_list_and_price_are_one_sku(tmp_path: Path) -> None:
    sheet = _hero(Sheet())
    sheet.lines(330, 110, *(f"{label}: {value}" for label, value in LIST), step=18).text(330, 220, "Price $ 149.00", size=16)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku) == {"model": "ZX-4410", "name": "Reading Chair", "size": "30 x 40 cm", "material": "Oak", "price": "149.00 USD"}
    assert customs(sku) == {"Weight": "3.2 kg"}


def test_a_bare_code_under_the_title_is_the_model(tmp_path: Path) -> None:
    sheet = _hero(Sheet()).text(330, 70, "Reading Chair II", size=26).text(330, 98, "ZX-4411 ★ Our choice", bold=True)
    for place, (label, value) in enumerate(LIST[1:]):
        sheet.text(330, 160 + 22 * place, label, color=(0.5, 0.5, 0.5)).text(430, 160 + 22 * place, value)

    (sku,) = sheet.read(tmp_path).skus

    assert (values(sku)["model"], values(sku)["name"]) == ("ZX-4411", "Reading Chair II")


def test_labels_and_values_in_two_columns_need_no_colon(tmp_path: Path) -> None:
    sheet = _hero(Sheet())
    for place, (label, value) in enumerate(LIST):
        sheet.text(330, 110 + 22 * place, label, color=(0.5, 0.5, 0.5)).text(430, 110 + 22 * place, value)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku)["model"] == "ZX-4410"
    assert values(sku)["name"] == "Reading Chair"
    assert customs(sku) == {"Weight": "3.2 kg"}


def test_label_that_wraps_stays_with_its_value(tmp_path: Path) -> None:
    sheet = _hero(Sheet())
    for place, (label, value) in enumerate(LIST):
        sheet.text(330, 110 + 22 * place, label).text(430, 110 + 22 * place, value)
    sheet.text(330, 200, "海关编码 HS").text(330, 212, "Code").text(430, 206, "5953.36.33")

    (sku,) = sheet.read(tmp_path).skus

    assert customs(sku)["海关编码 HS Code"] == "5953.36.33"


def test_labels_over_their_values(tmp_path: Path) -> None:
    sheet = _hero(Sheet())
    for place, (label, value) in enumerate(LIST):
        sheet.text(50 + 120 * place, 400, label, size=7, color=(0.5, 0.5, 0.5)).text(50 + 120 * place, 413, value, size=11)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku) == {"model": "ZX-4410", "name": "Reading Chair", "size": "30 x 40 cm", "material": "Oak"}


def test_unknown_words_set_as_the_labels_around_them_are_labels_too(tmp_path: Path) -> None:
    sheet = _hero(Sheet())
    told = (*LIST, ("Spokes", "24 / 24"), ("Max. load of frame", "115 kg"), ("Hub", "DT 350 Centerlock"))
    for place, (label, value) in enumerate(told):
        sheet.text(380, 400 + 33 * place, label, size=7, color=(0.5, 0.5, 0.5)).text(380, 411 + 33 * place, value, size=9, bold=True)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku) == {"model": "ZX-4410", "name": "Reading Chair", "size": "30 x 40 cm", "material": "Oak"}
    assert customs(sku) == {"Weight": "3.2 kg", "Spokes": "24 / 24", "Max. load of frame": "115 kg", "Hub": "DT 350 Centerlock"}


def test_continued_product_says_so(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 70, "ZX-4410 Reading Chair (continued)", size=18)
    sheet.lines(50, 110, "Colour: Black", "Packing: Polybag", "Warranty: 2 years", "Price: $149.00", step=18)

    (sku,) = sheet.read(tmp_path).skus

    assert sku.method == "hero_continued"
    assert values(sku) == {"model": "ZX-4410", "name": "Reading Chair", "color": "Black", "price": "149.00 USD"}


def test_labels_parted_from_their_values_by_a_wide_gap(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 300, 400).text(330, 80, "Statement brooch", size=18)
    rows = (("Reference", "MV-9-VERD", 45), ("Length", "42 cm", 33), ("Weight", "11.4 g", 34))
    for row, (label, value, width) in enumerate(rows):
        sheet.text(330, 130 + row * 20, label, size=9).text(330 + width + 5, 130 + row * 20, value, size=9)
    sheet.text(330, 230, "$6,950", size=11)

    skus = sheet.read(tmp_path).skus

    assert [values(sku)["model"] for sku in skus] == ["MV-9-VERD"]
    assert values(skus[0])["name"] == "Statement brooch"
    assert values(skus[0])["price"] == "6950 USD"


@pytest.mark.parametrize("box", [("Price incl. VAT", "$ 149.00", "excl. VAT $ 123.10"), ("$ 149.00", "incl. VAT", "in stock")])
def test_a_box_with_the_price_beside_the_list_is_no_column_of_it(tmp_path: Path, box: tuple[str, ...]) -> None:
    sheet = Sheet().picture(50, 60, 300, 360).text(50, 400, "Reading Chair", size=24)
    for place, (label, value) in enumerate((*LIST, ("Finish", "Oiled"), ("Warranty", "10 years"))):
        sheet.text(50, 440 + 20 * place, label, color=(0.5, 0.5, 0.5)).text(160, 440 + 20 * place, value)
    for place, text in enumerate(box):
        sheet.text(400, 440 + 20 * place, text)

    (sku,) = sheet.read(tmp_path).skus

    assert (values(sku)["model"], values(sku)["name"], values(sku)["material"]) == ("ZX-4410", "Reading Chair", "Oak")
    assert values(sku)["price"] == "149.00 USD"


def test_a_product_shown_large_over_its_accessories_has_the_price_on_its_plate_and_the_facts_in_the_box_under_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 340, 290).text(370, 80, "Garden Tool Set", size=20, bold=True)
    sheet.text(370, 105, "Product code GTS-40")
    sheet.lines(370, 130, "The allotment favourite: fork, trowel", "and weeder in one, in a sturdy canvas", "bag.")
    sheet.fill(365, 190, 540, 250, (0.9, 0.5, 0.1)).text(375, 206, "Trade price").text(375, 236, "$ 48.60", size=24, bold=True)
    sheet.fill(40, 310, 550, 370, (0.93, 0.94, 0.95)).text(52, 326, "What's in the box", bold=True)
    sheet.text(52, 342, "1 fork · 1 trowel · 1 weeder · 2 gloves")
    sheet.text(52, 358, "Material: Stainless steel    Size: 26 x 17 x 5 cm    Weight: 1.2 kg")
    for number, (name, code, price) in enumerate(GOODS[:3]):
        x = 40 + 180 * number
        sheet.picture(x, 420, x + 110, 520).lines(x, 536, name, code, price)

    found = by_name(sheet.read(tmp_path))

    assert set(found) == {"Garden Tool Set", *(name for name, _, _ in GOODS[:3])}
    assert found["Garden Tool Set"] == {
        "model": "GTS-40",
        "name": "Garden Tool Set",
        "size": "26 x 17 x 5 cm",
        "material": "Stainless steel",
        "price": "48.60 USD",
    }


def _specs(sheet: Sheet, x: float, y: float, code: str) -> Sheet:
    listed = (("Ref.", code), ("Size", "60 x 40 x 20 cm"), ("Material", "Ceramic"), ("Colour", "White"), ("Weight", "14 kg"))
    for row, (label, value) in enumerate(listed):
        sheet.text(x, y + 15 * row, label, size=8).text(x + 105, y + 15 * row, value, size=8, bold=True)
    return sheet


def test_a_price_on_a_plate_under_a_list_belongs_to_it(tmp_path: Path) -> None:
    sheet = Sheet().text(420, 30, "Sanitary ware", size=14, bold=True)
    # A long name is set a little smaller, to fit.
    for place, (name, size) in enumerate((("Wall-hung basin with overflow RIVA", 13.3), ("Corner basin RIVA", 14.0))):
        y = 70 + 380 * place
        sheet.picture(30, y, 290, y + 260).text(310, y + 16, name, size=size, bold=True)
        _specs(sheet, 314, y + 60, f"SW90{place}")
        sheet.fill(310, y + 140, 565, y + 176, (0.1, 0.2, 0.45))
        sheet.text(318, y + 162, "Prix public HTVA", size=8.5, color=(1, 1, 1)).text(
            480, y + 164, f"$ {place + 2}19.00", size=18, bold=True, color=(1, 1, 1)
        )

    found = by_name(sheet.read(tmp_path))

    assert {name: (told["model"], told["price"]) for name, told in found.items()} == {
        "Wall-hung basin with overflow RIVA": ("SW900", "219.00 USD"),
        "Corner basin RIVA": ("SW901", "319.00 USD"),
    }


def test_a_paragraph_beside_a_list_of_properties_is_no_product(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        rows = (("Item no.", "KM-70"), ("Dimensions", "60 x 40 cm"), ("Material", "Steel"), ("Colour", "White"), ("Weight", "9 kg"))
        for row, (label, value) in enumerate(rows):
            put(page, 42, 200 + 15 * row, label)
            put(page, 140, 200 + 15 * row, value, font="hebo")
        for row, text in enumerate(("Two quiet motors lift it in", "seconds and stop at once when", "anything stands in the way of it.")):
            put(page, 330, 200 + 15 * row, text)

    assert skus_of(saved(tmp_path, page_of)) == []


@pytest.mark.parametrize(
    ("title", "told"),
    [
        (
            "Norrland Keramik AB",
            ("Adress: Storgatan 18, Umea", "Telefon: 090 858 6120", "Öppet: Mon to Fri", "VAT: SE 5561", "Ägare: A. Lind"),
        ),
        (
            "Certificates and contact",
            ("Inspected: each year", "Audited: by others", "Kept: in our office", "Valid: three years", "Seal: ours"),
        ),
    ],
)
def test_where_to_call_and_what_is_not_sold_is_no_product(tmp_path: Path, title: str, told: tuple[str, ...]) -> None:
    sheet = Sheet().text(50, 70, title, size=20).picture(50, 100, 350, 400)
    sheet.lines(50, 440, *told, size=10, step=18)

    assert sheet.read(tmp_path).skus == ()


def test_the_title_names_the_one_product_among_its_accessories_that_nobody_names(tmp_path: Path) -> None:
    sheet = Sheet().picture(0, 60, 595, 330).text(42, 380, "TERRA MIX", size=24, bold=True)
    _specs(sheet, 42, 420, "TM-70")
    sheet.text(400, 440, "incl. two bowls", size=7).text(400, 465, "$ 349.00", size=22, bold=True)
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x = 42 + 130 * place
        sheet.picture(x, 560, x + 90, 640).text(x, 655, name, size=8.4, bold=True).text(x, 667, code, size=7.4).text(
            x, 681, price, bold=True
        )

    found = by_name(sheet.read(tmp_path))

    assert (found["TERRA MIX"]["model"], found["TERRA MIX"]["price"]) == ("TM-70", "349.00 USD")
    assert {name: found[name]["model"] for name, _, _ in GOODS[:4]} == {name: code for name, code, _ in GOODS[:4]}


def test_the_name_and_price_in_the_largest_letters_are_those_of_the_coded_list(tmp_path: Path) -> None:
    sheet = Sheet().picture(100, 60, 260, 290)
    sheet.text(345, 120, "Folding Field Stool", size=21).text(345, 150, "Carries up to 120 kg and fits any bag.", size=9)
    sheet.text(380, 260, "$ 42.80", size=18)
    for number, label in enumerate(("Strong frame", "Quick fold", "Soft seat")):
        x = 30 + 180 * number
        sheet.picture(x, 350, x + 160, 470).text(x + 30, 490, label, size=9)
    for number, (label, value) in enumerate((("Model", "FS-20K"), ("Size", "40x40x45cm"), ("Material", "Canvas"), ("Color", "Olive"))):
        sheet.text(44, 540 + 27 * number, label, size=9.5).text(250, 540 + 27 * number, value, size=9.5, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {
            "model": "FS-20K",
            "name": "Folding Field Stool",
            "size": "40x40x45cm",
            "material": "Canvas",
            "color": "Olive",
            "price": "42.80 USD",
        }
    ]


def test_a_title_amid_a_caption_names_the_product_though_badges_stand_over_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(34, 68, 295, 328)
    for x, badge in ((324, "NEW"), (374, "T3"), (398, "RC")):
        sheet.rounded(x - 6, 73, x + 30, 85, is_filled=False).text(x, 82, badge, size=7)
    sheet.text(317, 110, "Trekking Pole Alta T3", size=19, bold=True).text(317, 126, "Ref. TP-5510", size=9)
    for number, (label, value) in enumerate((("Shaft", "Carbon"), ("Colour", "Grey"), ("Size", "100-135 cm"), ("Weight", "410 g"))):
        sheet.text(317, 160 + 18 * number, label, size=8.5).text(398, 160 + 18 * number, value, size=8.5)
    sheet.text(329, 336, "$ 79.90", size=20, bold=True)
    for number, (name, code, price) in enumerate(GOODS[:4]):
        x = 34 + 135 * number
        sheet.picture(x, 465, x + 115, 560).lines(x, 572, code, name, price)

    found = {sku["model"]: sku["name"] for entry in sheet.read(tmp_path).skus if "model" in (sku := values(entry))}

    assert found["TP-5510"] == "Trekking Pole Alta T3"
    assert len(found) == 5


def test_a_title_far_larger_than_all_else_names_the_product_though_it_sounds_like_a_cloth(tmp_path: Path) -> None:
    sheet = (
        Sheet().picture(30, 40, 280, 400).text(300, 70, "Harbour Club Jersey", size=28, bold=True).text(300, 96, "Style HJ-4410", size=12)
    )
    for row, (label, value) in enumerate(
        (("Material", "Recycled polyester"), ("Colours", "Red / Blue"), ("Sizes", "XS–3XL"), ("Min. order", "10 pcs"))
    ):
        sheet.text(300, 140 + 18 * row, label, bold=True).text(390, 140 + 18 * row, value)
    sheet.text(300, 240, "$ 65.00", size=24, bold=True).text(300, 280, "Measured in cm", size=11, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"]) for sku in found] == [("HJ-4410", "Harbour Club Jersey")]


@pytest.mark.parametrize(
    ("heading", "labels", "accessories"),
    [
        ("Technische Daten", ("Art.-Nr.", "Abmessungen", "Material", "Gewicht"), ("Art.-Nr.", "Bezeichnung", "Maß", "Preis EUR")),
        ("Specifications", ("Item no.", "Dimensions", "Material", "Weight"), ("Item no.", "Description", "Size", "Price EUR")),
        ("Caractéristiques", ("Réf.", "Dimensions", "Matière", "Poids"), ("Réf.", "Désignation", "Taille", "Prix EUR")),
    ],
)
def test_a_product_over_the_table_of_its_accessories_bears_its_title(
    tmp_path: Path, heading: str, labels: tuple[str, ...], accessories: tuple[str, ...]
) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(40, 60, 270, 350), stream=encoded(photo(3)), keep_proportion=False)
        put(page, 300, 84, "Fountain set", size=11)
        put(page, 300, 108, "AURORA 300", size=20, font="hebo")
        put(page, 300, 130, "Quiet pump with a soft light, made for small ponds and", size=8.5)
        put(page, 300, 142, "balconies. Ready in ten minutes.", size=8.5)
        put(page, 300, 180, heading, size=11, font="hebo")
        for row, (label, value) in enumerate(zip(labels, ("KX 27300.01", "450 x 620 mm", "Bronze", "5,4 kg"), strict=True)):
            put(page, 304, 200 + 16 * row, label, size=8.5)
            put(page, 400, 200 + 16 * row, value, size=8.5)
            page.draw_line((300, 205 + 16 * row), (550, 205 + 16 * row), width=0.4)
        put(page, 480, 300, "389,00 EUR", size=16, font="hebo")
        rows = [accessories, *((f"KX 2790{n}.01", f"Hose {'ABCD'[n]}", f"{n + 1},60 m", f"{n + 14},50") for n in range(4))]
        table(page, rows, (40.0, 140.0, 300.0, 400.0, 550.0), y=480, ruled=True)

    page = first_page(draw(tmp_path, page_of))
    hero = next(sku for sku in page.skus if sku.get("model").value == "KX 27300.01")  # type: ignore[union-attr]

    assert len(page.skus) == 5
    assert values(hero) == {
        "model": "KX 27300.01",
        "name": "AURORA 300",
        "size": "450 x 620 mm",
        "material": "Bronze",
        "price": "389.00 EUR",
    }
    assert page.page_class is not None
    assert page.page_class.page_type == "B"


@pytest.mark.parametrize("heads", [("Technical parameter", "Technical specification"), ()])
def test_a_ruled_list_of_labels_in_whatever_words_is_one_product(tmp_path: Path, heads: tuple[str, ...]) -> None:
    told = {
        "Cooldown time": "<30 h",
        "Mixing plate across the lower flange": "320 mm",
        "Sideloading ports": "2",
        "Ultimate vacuum": "<1.0 x 10-6 mbar",
        "Frequency range of the measurement lines": "DC-18.0 GHz",
        "Refrigerator power": "1.5 W @ 4.2 K",
        "Gas handling": "Closed cycle",
    }
    sheet = Sheet().text(40, 60, "Low temperature platform", size=24).picture(40, 100, 250, 380)
    y = 100
    for label, value in ([heads] if heads else []) + list(told.items()):
        rows = [label[:20].rsplit(" ", 1)[0], label[len(label[:20].rsplit(" ", 1)[0]) + 1 :]] if len(label) > 24 else [label]
        height = 12 + 13 * len(rows)
        sheet.frame(280, y, 420, y + height).frame(420, y, 560, y + height)
        for number, row in enumerate(rows):
            sheet.text(286, y + 14 + 13 * number, row, bold=label in heads)
        sheet.text(426, y + 7 + height / 2 - 3, value, bold=label in heads)
        y += height

    found = sheet.read(tmp_path).skus

    assert [values(sku)["name"] for sku in found] == ["Low temperature platform"]
    assert customs(found[0]) == told


def test_goods_in_a_grid_beside_a_listed_product_have_the_prices_at_the_other_end_of_their_captions(tmp_path: Path) -> None:
    sheet = Sheet(842, 595).picture(40, 80, 310, 340).text(40, 368, "Hugging Bear", size=14)
    sheet.lines(40, 386, "Art.: P5001", "Size: 45 cm", "Colour: Caramel", size=8).text(40, 440, "$ 89.00", size=15)
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 340 + (place % 3) * 150, 80 + (place // 3) * 180
        sheet.picture(x, y, x + 140, y + 120).text(x, y + 132, code, size=8).text(x, y + 146, name, size=8)
        sheet.text(x + 100, y + 134, price, size=11)

    found = {sku["model"]: sku for sku in map(values, sheet.read(tmp_path).skus)}

    assert found["P5001"]["price"] == "89.00 USD"
    assert {code: (found[code]["name"], found[code]["price"]) for _, code, _ in GOODS} == {
        code: (name, f"{price[1:]} USD") for name, code, price in GOODS
    }


def test_two_products_with_their_codes_facts_and_prices_in_paragraphs_of_their_own_are_no_sections(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code) in enumerate((("Barista Machine", "EM-1500-GR"), ("Tilt-Head Mixer", "SM-6800-BX"))):
        x, y = (290, 40)[number], 100 + 250 * number
        sheet.picture(x - 250 if x > 250 else 330, y, x - 30 if x > 250 else 550, y + 200)
        sheet.text(x, y + 14, name, size=16, bold=True).text(x, y + 32, code, size=9, color=(0.5, 0.5, 0.5))
        for row, (label, value) in enumerate((("Colour", "Graphite"), ("Dimensions", "28 x 31 cm"), ("Power", "1350 W"))):
            sheet.text(x, y + 85 + 14 * row, label, size=9, color=(0.5, 0.5, 0.5)).text(x + 90, y + 85 + 14 * row, value, size=9)
        sheet.text(x, y + 150, f"$ {98 + number}.50", size=17, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [
        {"model": code, "name": name, "size": "28 x 31 cm", "color": "Graphite", "price": price}
        for name, code, price in (("Barista Machine", "EM-1500-GR", "98.50 USD"), ("Tilt-Head Mixer", "SM-6800-BX", "99.50 USD"))
    ]


@pytest.mark.parametrize("parted_by", ["rule", "bar", "gap"])
@pytest.mark.parametrize(("heading", "name"), [("Our Choice for May", "Ashdown Rocking Chair"), ("本月推荐", "胡桃木摇椅")])
def test_a_heading_parted_from_the_name_over_the_picture_names_nothing(tmp_path: Path, parted_by: str, heading: str, name: str) -> None:
    sheet = Sheet()
    if parted_by == "bar":
        sheet.fill(0, 28, 595, 60, (0.2, 0.4, 0.3))
    sheet.text(60, 52, heading, size=21, bold=True).text(60, 116 if parted_by == "gap" else 90, name, size=18, bold=True)
    if parted_by == "rule":
        sheet.fill(60, 66, 180, 67, (0.6, 0.6, 0.2))
    sheet.picture(60, 124 if parted_by == "gap" else 98, 360, 380)
    sheet.lines(60, 420, *(f"{label}: {value}" for label, value in LIST), "Price: $ 149.00", step=18)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku)["name"] == name


@pytest.mark.parametrize(("claim", "size"), [("Made for long evenings", 14), ("Made for long evenings", 18)])
def test_a_claim_under_the_name_is_not_the_name(tmp_path: Path, claim: str, size: float) -> None:
    sheet = Sheet().text(60, 52, "Ashdown Rocking Chair", size=21, bold=True).text(60, 76, claim, size=size, bold=True)
    sheet.picture(60, 86, 360, 380).lines(60, 420, *(f"{label}: {value}" for label, value in LIST), "Price: $ 149.00", step=18)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku)["name"] == "Ashdown Rocking Chair"
