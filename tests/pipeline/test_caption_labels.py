"""Labels of captions and the values they lead to, with a colon, a look of their own or nothing between them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values


def test_labelled_lines_keep_their_printed_names(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("茶壶", "花盆", "挂钟")):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(
            x, 205, f"品名：{name}", f"货号：KX-20{place}", "规格：30×40cm", "装箱数：24", f"单价：{place + 5}.00元"
        )

    reading = sheet.read(tmp_path)

    assert values(reading.skus[0]) == {"model": "KX-200", "name": "茶壶", "size": "30×40cm", "price": "5.00 CNY"}
    assert customs(reading.skus[0]) == {"装箱数": "24"}


def test_labelled_value_goes_on_in_a_short_rest_under_it(tmp_path: Path) -> None:
    sheet = Sheet()
    materials = (("头层牛皮+实木框", "架"), ("橡胶木", ""), ("棉麻+实木", ""))
    for place, (name, material) in enumerate(zip(("真皮沙发", "床头柜", "软包床"), materials, strict=True)):
        y = 80 + place * 110
        rows = [name, f"型号：K92-{place}", f"材质：{material[0]}", *([material[1]] if material[1] else []), "单价：¥1470"]
        sheet.picture(40, y, 140, y + 90).lines(150, y + 12, *rows)

    reading = sheet.read(tmp_path)

    assert [values(sku)["material"] for sku in reading.skus] == ["头层牛皮+实木框架", "橡胶木", "棉麻+实木"]


@pytest.mark.parametrize("label", ["Item", "No.", "Art."])
def test_a_code_under_a_word_for_the_article_is_its_model(tmp_path: Path, label: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"{label} {code}", price)

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == [code for _, code, _ in GOODS[:3]]


@pytest.mark.parametrize("label", ["Model", "Modell", "Modèle"])
def test_words_behind_a_label_for_models_over_each_name_are_its_model(tmp_path: Path, label: str) -> None:
    sheet = Sheet()
    models = ("S1 Lite", "S3 Cam", "G1 Glass")
    for place, ((name, _, price), model) in enumerate(zip(GOODS[:3], models, strict=True)):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, f"{label} {model}", color=(0.6, 0.4, 0.1)).lines(x, 190, name, price)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"]) for sku in found] == [(model, name) for model, (name, _, _) in zip(models, GOODS[:3], strict=True)]
    assert not any("material" in sku for sku in found)


def test_what_is_listed_under_one_label_stays_together(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, code, "Size: 7 x 26 cm, 500 ml", price)

    assert {values(sku)["size"] for sku in sheet.read(tmp_path).skus} == {"7 x 26 cm, 500 ml"}


def test_labels_without_colons_count_where_rows_like_them_have_values_that_fit(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180).text(x, 196, ("Color Pencil Set", "Wide Flask", "Burette")[number], size=11, bold=True)
        sheet.lines(x, 210, f"Cat. No. 80.964.8{number}", f"Size {number + 2}5 mL", "Material Foobarite", size=8, step=11)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["material"]) for sku in found] == [
        ("Color Pencil Set", "Foobarite"),
        ("Wide Flask", "Foobarite"),
        ("Burette", "Foobarite"),
    ]


def test_a_code_under_its_label_is_parted_from_the_price_behind_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180).text(x, 196, f"Besace {'ABC'[number]}lma", size=11, bold=True)
        sheet.text(x, 210, "Coton, Noir. L 27 × H 33 × P 17 cm", size=8).text(x, 221, f"Réf. 408{number} BO - £129.78", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert next((sku["model"], sku["price"], sku["color"], sku["material"]) for sku in found) == ("4080 BO", "129.78 GBP", "Noir", "Coton")


def test_labelled_values_in_columns_belong_to_the_name_over_their_rows(tmp_path: Path) -> None:
    sheet = Sheet()
    for number in range(3):
        y = 80 + 60 * number
        sheet.text(40, y, f"Surgical Mask {'ABC'[number]}", size=11, bold=True)
        for x, pairs in zip(
            (40, 230, 420),
            ((f"Model: MD37{number}", "Packing: 10"), ("Size: 5 ml", "MOQ: 100"), ("Material: PP", "Price: $2.90")),
            strict=True,
        ):
            sheet.lines(x, y + 16, *pairs, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert next((sku["model"], sku["size"], sku["material"], sku["price"]) for sku in found) == ("MD370", "5 ml", "PP", "2.90 USD")
    assert len(found) == 3


def test_a_sign_for_the_number_before_a_code_is_no_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"#TG-{place + 2}", price)

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == ["TG-2", "TG-3", "TG-4"]


def test_labels_in_a_look_of_their_own_stand_before_their_values(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        y = 80 + 130 * place
        sheet.picture(40, y, 140, y + 100).text(160, y + 30, name, size=13, bold=True)
        sheet.text(160, y + 50, "Upper", size=8, bold=True).text(186, y + 50, "Mesh / TPU", size=8)
        sheet.text(236, y + 50, "Colour", size=8, bold=True).text(266, y + 50, "Black", size=8)
        sheet.text(470, y + 30, code, size=8).text(470, y + 48, price, size=14, bold=True).text(470, y + 60, "per pair", size=7)

    skus = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["material"], sku["color"]) for sku in skus] == [
        (code, name, "Mesh / TPU", "Black") for name, code, _ in GOODS[:3]
    ]


def test_labelled_facts_end_at_a_semicolon_whatever_they_list(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:3]):
        sheet.text(60, 100 + 60 * number, name, size=12, bold=True)
        sheet.text(60, 116 + 60 * number, f"Code: {code}; Sizes: S / M / L; Colour: Black / White; Price: {price}", size=9)

    found = by_name(sheet.read(tmp_path))

    assert [(found[name]["size"], found[name]["color"]) for name, _, _ in GOODS[:3]] == [("S / M / L", "Black / White")] * 3


@pytest.mark.parametrize("label", ["I/N:", "Item No.:", "P/N:"])
def test_words_behind_a_gap_are_no_part_of_the_number_before_them(tmp_path: Path, label: str) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x, number = 50 + place * 175, f"{label} 62467{place}9"
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, price).text(x, 231, number, size=8)
        sheet.text(x + pymupdf.get_text_length(number, fontsize=8) + 5.8, 231, "Plug sold apart", size=8)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["model"] for name, _, _ in GOODS[:3]] == [f"62467{place}9" for place in range(3)]


def test_labels_that_end_in_a_point_lead_to_their_values(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 220
        code, shade, run = f"R-3{place}0", ("Moss", "Flint", "Red")[place % 3], f"{80 + place}-{120 + place}"
        sheet.picture(x, y, x + 120, y + 100).text(x, y + 115, name, size=12, bold=True)
        sheet.lines(x, y + 130, f"Style no. {code}", f"Col. {shade}", f"Sz. {run}").text(x, y + 175, price, size=12, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert [(sku["model"], sku["color"], sku["size"]) for sku in found.values()] == [
        (f"R-3{place}0", ("Moss", "Flint", "Red")[place % 3], f"{80 + place}-{120 + place}") for place in range(6)
    ]


def test_colons_under_each_other_before_the_values_are_no_part_of_them(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 240, 260).text(40, 285, "Breeze ceiling fan", size=15).text(40, 302, "Cat. No. BZ-1201", size=8.5)
    for place, (label, value) in enumerate((("Sweep", "1200 mm"), ("Colours", "White / Brown"), ("Power", "28 W"))):
        sheet.text(40, 322 + 14 * place, label, size=8, bold=True).text(100, 322 + 14 * place, f": {value}", size=8)
    sheet.text(40, 390, "$38.90", size=12)

    (found,) = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert (found["size"], found["color"]) == ("1200 mm", "White / Brown")


def test_small_labels_each_over_its_value_tell_values_that_stand_close_under_each_other(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (
        ("Garden spade", "GS-310", "Tempered blade iron", "280 × 190 mm"),
        ("Hay fork", "HF-412", "Drop-forged, four tines", "300 × 210 mm"),
    )
    for number, (name, code, material, size) in enumerate(goods):
        y = 80 + 200 * number
        sheet.frame(30, y, 300, y + 170).picture(40, y + 20, 140, y + 120)
        sheet.text(156, y + 20, name, size=12.5, bold=True).text(156, y + 36, f"Cod. {code}", size=8.5)
        for row, (label, value) in enumerate((("Material", material), ("Size", size))):
            sheet.text(156, y + 58 + 24 * row, label, size=7).text(156, y + 68 + 24 * row, value, size=9)
        sheet.text(230, y + 150, "€ 14,20", size=15, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert [(name, sku["material"], sku["size"]) for name, sku in found.items()] == [(name, made, size) for name, _, made, size in goods]


def test_a_price_under_the_last_of_labels_with_values_beside_them_is_the_goods_own(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("连体坐便器", "挂墙式洗手盆", "胡桃木框镜柜")):
        y = 80 + place * 160
        sheet.picture(40, y, 240, y + 140).text(260, y + 20, name, size=13)
        told = (("型号", f"ZB-330{place}"), ("产品尺寸", f"69{place}×380mm"), ("颜色", "亮白"), ("备注", "左右可换"))
        for row, (label, value) in enumerate(told):
            sheet.text(260, y + 45 + 13 * row, label, size=8, color=(0.6, 0.6, 0.6)).text(320, y + 45 + 13 * row, value, size=8)
        sheet.text(260, y + 100, f"¥{place + 1},150", size=12, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == ["1150 CNY", "2150 CNY", "3150 CNY"]
    assert {(values(sku)["color"], customs(sku)["备注"]) for sku in reading.skus} == {("亮白", "左右可换")}


def test_the_size_under_its_label_goes_before_a_measure_on_a_badge(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, size, badge) in enumerate((("Reef Watch", "RW-310", "44 mm", "300 M"), ("Dock Watch", "DW-120", "38 mm", ""))):
        x = 40 + 260 * number
        sheet.frame(x, 60, x + 220, 360).picture(x + 30, 80, x + 180, 230)
        sheet.text(x + 150, 76, badge, size=6).text(x + 10, 250, name, size=12).text(x + 10, 265, f"Ref. {code}", size=8)
        sheet.text(x + 10, 280, f"Case size: {size}", size=8).text(x + 10, 300, "$180.00", size=11)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["size"] for name in ("Reef Watch", "Dock Watch")] == ["44 mm", "38 mm"]


@pytest.mark.parametrize(
    ("labels", "sizes", "others"),
    [
        (("Size", "Care", "Origin"), ("250g/jar", "500g/bag", "40g x 8 pcs"), ("Keep dry", "Keep cool", "Shake")),
        (("规格", "保质期", "产地"), ("250g/罐", "500g/袋", "40g×8枚"), ("18个月", "9个月", "12个月")),
    ],
)
def test_small_boxes_with_a_label_and_its_value_tell_of_what_they_stand_under(
    tmp_path: Path, labels: tuple[str, ...], sizes: tuple[str, ...], others: tuple[str, ...]
) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        y = 80 + 160 * place
        sheet.picture(40, y, 180, y + 120).text(195, y + 16, name, size=15).text(310, y + 16, code, size=8)
        for box, (label, value) in enumerate(zip(labels, (sizes[place], others[place], ("Crete", "Malta", "Elba")[place]), strict=True)):
            x = 200 + 110 * box
            sheet.text(x, y + 40, label, size=8).text(x + (26 if label.isascii() else 8 * len(label) + 3), y + 40, value, size=8)
        sheet.text(470, y + 108, f"Price: {price}", size=12)

    reading = sheet.read(tmp_path)

    found = by_name(reading)
    assert [found[name].get("size") for name, _, _ in GOODS[:3]] == list(sizes)
    assert [found[name].get("price") for name, _, _ in GOODS[:3]] == ["120.00 USD", "35.50 USD", "18.00 USD"]
    assert len(reading.skus) == 3


@pytest.mark.parametrize(
    ("label", "made_of"),
    [("Trade pack", "Material: Cork / ash"), ("Colli grossista", "Materiale: Ottone / faggio"), ("Outer Carton", "Material: Tin")],
)
def test_before_the_colons_of_a_form_stand_whole_labels(tmp_path: Path, label: str, made_of: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True, size=11)
        sheet.lines(x, 190, f"Code: {code}", made_of, f"{label}: {place + 6}").text(x, 240, price)

    found = sheet.read(tmp_path).skus

    assert [customs(sku)[label] for sku in found] == ["6", "7", "8"]
    assert {values(sku)["material"] for sku in found} == {made_of.split(": ")[1]}


def test_a_name_before_the_first_label_of_a_form_is_no_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 40 + place * 180
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, f"{name} Material: oak", f"Code: {code}", "Trade pack: 6").text(x, 220, price)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:3]]


@pytest.mark.parametrize(
    ("label", "values_told"), [("阀体材质", ("铸铁", "黄铜", "工程塑料")), ("Body material", ("Cast iron", "Brass", "ABS / brass"))]
)
def test_a_metal_that_is_a_colour_too_is_what_its_label_ends_in(tmp_path: Path, label: str, values_told: tuple[str, ...]) -> None:
    sheet = Sheet()
    for place, ((name, code, price), told) in enumerate(zip(GOODS[:3], values_told, strict=True)):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True, size=11)
        sheet.lines(x, 190, code, f"{label}: {told}", "Power: 750 W", price)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["material"], sku.get("color")) for sku in found] == [(told, None) for told in values_told]


@pytest.mark.parametrize(("labels", "price"), [(("编号", "材质"), "¥{}.50"), (("Ref.", "Material"), "€{}.50")])
def test_captions_side_by_side_are_no_labels_and_values(tmp_path: Path, labels: tuple[str, str], price: str) -> None:
    sheet = Sheet()
    goods = (
        (("玻璃碗", "竹"), ("台灯", "橡木"), ("羊毛毯", "羊毛"), ("花瓶", "陶瓷"))
        if labels[0] == "编号"
        else (("Bowl", "Bamboo"), ("Lamp", "Oak"), ("Throw", "Wool"), ("Vase", "Stoneware"))
    )
    for place, (name, made_of) in enumerate(goods):
        x, y = 40 + 260 * (place % 2), 60 + 300 * (place // 2)
        rows = (f"{labels[0]} CN28{place}", f"10{place} x 35 x 44 mm", f"{labels[1]} {made_of}", price.format(place + 2))
        sheet.picture(x, y, x + 240, y + 180).text(x, y + 196, name, size=11).lines(x, y + 210, *rows, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["model"], sku["material"]) for sku in found] == [
        (name, f"CN28{place}", made_of) for place, (name, made_of) in enumerate(goods)
    ]


def test_a_list_behind_a_label_without_colon_is_whole(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), told) in enumerate(
        zip(GOODS[:4], ("Grey / Red", "Black", "Navy / White", "Green / Grey"), strict=True)
    ):
        x = 30 + place * 138
        sheet.picture(x, 60, x + 110, 160).text(x, 175, name, bold=True, size=11)
        sheet.lines(x, 190, code, "Size 30 x 20 cm", f"Colours {told}", price, size=8)

    assert [values(sku)["color"] for sku in sheet.read(tmp_path).skus] == ["Grey / Red", "Black", "Navy / White", "Green / Grey"]


def test_a_sentence_that_begins_like_a_label_tells_none(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 30 + place * 180
        sheet.picture(x, 60, x + 110, 160).text(x, 175, name, bold=True, size=11)
        sheet.lines(x, 190, "Finish by hand, use indoors.", code, "Size 30 x 20 cm", "Colour Black", price, size=8)

    assert {values(sku)["color"] for sku in sheet.read(tmp_path).skus} == {"Black"}


def test_bold_labels_without_colons_keep_their_values_over_two_rows(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), colours) in enumerate(zip(GOODS[:3], ("Navy / Berry", "Slate / Rust", "Natural"), strict=True)):
        x = 40 + 180 * place
        sheet.picture(x, 60, x + 100, 150).text(x, 166, name, bold=True, size=11)
        rows = (("Style no.", code), ("Material", "Vegetable tanned"), ("", "leather"), ("Colourways", colours), ("Size", "20 x 11 cm"))
        for row, (label, value) in enumerate(rows):
            sheet.text(x, 180 + 11 * row, label, size=8, bold=True)
            sheet.text(x + (pymupdf.get_text_length(label, "hebo", 8) + 2 if label else 0), 180 + 11 * row, value, size=8)
        sheet.text(x, 240, price, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["material"], sku["color"], sku["size"]) for sku in found] == [
        ("Vegetable tanned leather", colours, "20 x 11 cm") for colours in ("Navy / Berry", "Slate / Rust", "Natural")
    ]


@pytest.mark.parametrize(
    ("told", "size", "color"), [("规格：41寸颜色：原木色", "41寸", "原木色"), ("颜色：黑色、蓝色规格：30×40cm", "30×40cm", "黑色、蓝色")]
)
def test_a_known_label_behind_a_value_needs_no_space_in_scripts_without_them(tmp_path: Path, told: str, size: str, color: str) -> None:
    sheet = Sheet()
    for place, name in enumerate(("民谣吉他", "古典吉他", "旅行吉他")):
        x = 40 + 180 * place
        sheet.picture(x, 90, x + 140, 190).lines(x, 205, name, f"型号：YG-1{place}0", told, f"¥{place + 5}80")

    found = [(sku.get("size"), sku.get("color")) for sku in sheet.read(tmp_path).skus]

    assert [(one and one.value, two and two.value) for one, two in found] == [(size, color)] * 3


@pytest.mark.parametrize("size", ["150 ml", "50 g", "25 ml × 5"])
def test_a_net_content_is_the_size_and_no_price(tmp_path: Path, size: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"Item {code}", f"Net {size}", price)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["size"], sku["name"]) for sku in found] == [(size, name) for name, _, _ in GOODS[:3]]


@pytest.mark.parametrize(
    ("labels", "strange"),
    [(("Item no.", "Size", "Colour"), "Burning time"), (("货号", "尺寸", "颜色"), "续航")],
    ids=["English", "Chinese"],
)
def test_a_label_nobody_knows_under_known_ones_without_colons_leads_no_name(tmp_path: Path, labels: tuple[str, ...], strange: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 40 + 180 * place
        sheet.fill(x, 60, x + 168, 80, (0.93, 0.9, 0.82)).text(x + 8, 74, name, size=11).text(x + 120, 74, price, size=9)
        sheet.picture(x, 84, x + 76, 210)
        told = (code, f"{place + 3} x 12 cm", "red", f"{place + 4}5 h")
        for row, (label, value) in enumerate(zip((*labels, strange), told, strict=True)):
            sheet.text(x + 86, 110 + 16 * row, f"{label} {value}", size=8.5)

    reading = sheet.read(tmp_path)

    assert [values(sku)["name"] for sku in reading.skus] == [name for name, _, _ in GOODS[:3]]
    assert customs(reading.skus[1]) == {strange: "55 h"}


def test_names_under_labels_without_colons_stay_names(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (kind, code, price) in enumerate(
        (("Bench", "GB-210", "$61.00"), ("Chair", "GC-220", "$34.00"), ("Table", "GT-230", "$88.00"))
    ):
        x = 40 + 180 * place
        sheet.picture(x, 60, x + 120, 160)
        sheet.lines(x, 175, f"Item no. {code}", f"Size {place + 3}0 x 45 cm", "Material oak", f"Garden {kind}", size=9).text(
            x, 230, price, size=9
        )

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == ["Garden Bench", "Garden Chair", "Garden Table"]


def test_labels_in_two_languages_have_their_values_beside_them(tmp_path: Path) -> None:
    sheet = Sheet()
    labels = (("型号", "Model"), ("规格", "Size"), ("材质", "Material"), ("工艺", "Craft"))
    told = (("GY-U27", "2700*2450mm", "铝合金", "Powder coating"), ("GY-U33", "3300*2650mm", "实木", "Oil finish"))
    for x, values_beside in ((40, told[0]), (320, told[1])):
        sheet.frame(x, 60, x + 240, 420).picture(x + 10, 70, x + 230, 250).text(x + 10, 275, f"Umbrella {x}", size=14)
        for row, ((one, two), value) in enumerate(zip(labels, values_beside, strict=True)):
            sheet.text(x + 10, 300 + 24 * row, one).text(x + 38, 300 + 24 * row, two).text(x + 110, 300 + 24 * row, value)

    found = [(values(sku), customs(sku)) for sku in sheet.read(tmp_path).skus]

    assert [product["model"] for product, _ in found] == ["GY-U27", "GY-U33"]
    assert [product["size"] for product, _ in found] == ["2700*2450mm", "3300*2650mm"]
    assert [product["material"] for product, _ in found] == ["铝合金", "实木"]
    assert [list(told.values()) for _, told in found] == [["Powder coating"], ["Oil finish"]]
