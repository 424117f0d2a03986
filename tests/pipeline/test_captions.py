"""What the rows of a caption say: labels, prices in any setting, and several things in one row."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values


def test_struck_out_price_is_never_the_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code).text(x, 231, "$999.00").line(x - 1, 228, x + 40, 228).text(
            x + 50, 231, price
        )

    reading = sheet.read(tmp_path)

    assert sorted(found["price"] for found in by_name(reading).values()) == ["120.00 USD", "18.00 USD", "35.50 USD"]


@pytest.mark.parametrize("gap", [4, 14])
def test_of_two_sums_in_a_run_the_smaller_set_higher_one_was_asked_before(tmp_path: Path, gap: int) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code).text(x, 236, "$999.00", size=9).text(x + 34 + gap, 236, price, size=14)

    found = by_name(sheet.read(tmp_path))

    assert sorted(sku["price"] for sku in found.values()) == ["120.00 USD", "18.00 USD", "35.50 USD"]


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


def test_unknown_material_is_told_by_its_neighbours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, material in enumerate(("Stainless Steel", "Ceramic", "Quazolite", "Bamboo")):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 250
        sheet.picture(x, y, x + 150, y + 130).lines(
            x, y + 145, f"AC-30{place}", f"Round Bowl {'ABCD'[place]}", "30 x 40 cm", material, f"${place + 4}.00"
        )

    reading = sheet.read(tmp_path)

    assert {found["material"] for found in by_name(reading).values()} == {"Stainless Steel", "Ceramic", "Quazolite", "Bamboo"}


@pytest.mark.parametrize("point", [".", ""], ids=["with a point", "without"])
def test_cents_set_small_and_high_belong_to_their_price(tmp_path: Path, point: str) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 170, 60 + (place // 3) * 220
        sheet.frame(x, y, x + 150, y + 190).picture(x + 10, y + 10, x + 120, y + 100).text(x + 10, y + 116, name)
        sheet.text(x + 80, y + 170, f"{12 + place}{point}", size=24, bold=True)
        sheet.text(x + 80 + 26.7 + (7 if point else 0), y + 162, "99", size=12, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"].strip() for sku in reading.skus] == [f"{12 + place}.99" for place in range(6)]


@pytest.mark.parametrize("drop", [8, 0], ids=["high", "on the line"])
def test_cents_that_bring_their_comma_go_on_with_the_large_figure(tmp_path: Path, drop: int) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 170, 60 + (place // 3) * 220
        sheet.frame(x, y, x + 150, y + 190).picture(x + 10, y + 10, x + 90, y + 100).text(x + 10, y + 116, name)
        sheet.text(x + 60, y + 170, f"{12 + place}", size=30, bold=True).text(x + 60 + 34.5, y + 170 - drop, ",95£", size=12, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"].strip() for sku in reading.skus] == [f"{12 + place}.95 GBP" for place in range(6)]


def test_a_code_and_what_a_carton_holds_name_nothing(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS[:3]):
        y = 60 + place * 220
        sheet.picture(40, y, 250, y + 180).text(280, y + 30, name, size=18, bold=True).text(280, y + 48, "Made for long evenings", size=10)
        sheet.text(280, y + 110, f"$ {4 + place}4.90", size=20, bold=True).text(280, y + 128, f"Ref. K24-0{place} - carton of 6", size=9)

    reading = sheet.read(tmp_path)

    assert [(values(sku)["model"], values(sku)["name"]) for sku in reading.skus] == [
        (f"K24-0{place}", name) for place, (name, _, _) in enumerate(GOODS[:3])
    ]


def test_a_unit_on_the_next_row_ends_the_name(tmp_path: Path) -> None:
    sheet = Sheet()
    for place in range(4):
        x, y = 50 + (place % 2) * 260, 60 + (place // 2) * 220
        sheet.picture(x, y, x + 100, y + 100).text(x, y + 116, f"Tape {'ABCD'[place]} 5 mm x {place + 3}", bold=True)
        sheet.text(x, y + 128, "m", bold=True).text(x, y + 141, f"Ref. 412{place}9").text(x, y + 154, f"$ {place + 1}.99")

    reading = sheet.read(tmp_path)

    assert [values(sku)["name"] for sku in reading.skus] == [f"Tape {'ABCD'[place]} 5 mm x {place + 3} m" for place in range(4)]
    assert not any("size" in values(sku) for sku in reading.skus)


def test_points_under_a_description_do_not_name_the_product(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 40, 290, 250).text(306, 66, "Breeze 300 air purifier", size=18)
    sheet.lines(
        306, 92, "Order no. AI-634", "Quiet, economical and made for daily use, with", "three speeds and a filter to change.", size=9
    )
    sheet.lines(326, 134, "Rooms of up to 45 m²", "Only 38 dB at night", size=9).text(306, 176, "£ 531.00", size=12)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [{"model": "AI-634", "name": "Breeze 300 air purifier", "price": "531.00 GBP"}]


def test_labelled_value_goes_on_in_a_short_rest_under_it(tmp_path: Path) -> None:
    sheet = Sheet()
    materials = (("头层牛皮+实木框", "架"), ("橡胶木", ""), ("棉麻+实木", ""))
    for place, (name, material) in enumerate(zip(("真皮沙发", "床头柜", "软包床"), materials, strict=True)):
        y = 80 + place * 110
        rows = [name, f"型号：K92-{place}", f"材质：{material[0]}", *([material[1]] if material[1] else []), "单价：¥1470"]
        sheet.picture(40, y, 140, y + 90).lines(150, y + 12, *rows)

    reading = sheet.read(tmp_path)

    assert [values(sku)["material"] for sku in reading.skus] == ["头层牛皮+实木框架", "橡胶木", "棉麻+实木"]


def test_bold_words_that_open_a_paragraph_name_what_it_is_about(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(
        [("Litter Tray", "PT7523", "$22.50"), ("Chewed Rope", "PT3685", "$5.12"), ("Tree for Cat", "PT6186", "$115.95")]
    ):
        y = 90 + place * 120
        sheet.picture(60, y, 140, y + 80).text(160, y + 10, name, bold=True)
        sheet.text(218, y + 10, f"(Ref. {code}) is a favourite of the whole team since last").text(
            160, y + 24, "autumn, tested by two very picky terriers at home."
        )
        sheet.text(400, y + 24, price, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku.get("model"), sku.get("price")) for sku in found] == [
        ("Litter Tray", "PT7523", "22.50 USD"),
        ("Chewed Rope", "PT3685", "5.12 USD"),
        ("Tree for Cat", "PT6186", "115.95 USD"),
    ]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("75×75mm　赤", {"size": "75×75mm", "color": "赤"}),
        ("60 x 40 cm, bamboo", {"size": "60 x 40 cm", "material": "bamboo"}),
        ("Red / Cotton", {"color": "Red", "material": "Cotton"}),
        ("Black / White", {"color": "Black / White"}),
    ],
)
def test_a_row_may_tell_several_things_one_after_the_other(tmp_path: Path, row: str, told: dict[str, str]) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, code, row, price)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} | told for name, code, price in GOODS[:3]
    ]


@pytest.mark.parametrize("label", ["Item", "No.", "Art."])
def test_a_code_under_a_word_for_the_article_is_its_model(tmp_path: Path, label: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"{label} {code}", price)

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == [code for _, code, _ in GOODS[:3]]


def test_figures_without_letters_are_a_number_of_the_article_and_no_name(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"Item: 1{place}.535", "Length: 67 cm", f"Price: {price}")

    assert [(values(sku)["model"], values(sku)["name"]) for sku in sheet.read(tmp_path).skus] == [
        (f"1{place}.535", name) for place, (name, _, _) in enumerate(GOODS[:3])
    ]


def test_range_under_a_label_without_colon(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS[:3]):
        y = 60 + place * 122
        sheet.picture(40, y, 160, y + 104).text(180, y + 24, name, bold=True).text(180, y + 40, f"Estimate £1,{4 + place}00 - £1,900")

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == ["1400 GBP", "1500 GBP", "1600 GBP"]


@pytest.mark.parametrize("whole", ["7", "126"])
def test_a_small_sign_before_the_large_figure_belongs_to_its_price(tmp_path: Path, whole: str) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.frame(x - 10, 80, x + 150, 300).picture(x, 90, x + 120, 190)
        behind = x + 14 + pymupdf.get_text_length(whole, "hebo", 34)
        sheet.text(x, 212, "$", size=15, bold=True).text(x + 11, 225, whole, size=34, bold=True).text(behind, 212, "99", size=15, bold=True)
        sheet.lines(x, 245, name, f"Item {code}")

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == [f"{whole}.99 USD"] * 3


def test_rows_built_alike_are_cut_alike(tmp_path: Path) -> None:
    sheet = Sheet()
    told = ("20 cm, Steel. Item #804038", "15 cm, Drimbe. Item #804039", "30 cm, Steel. Item #804040", "Round, Cotton. Item #804041")
    for place, row in enumerate(told):
        x = 40 + place * 135
        sheet.picture(x, 90, x + 110, 190).text(x, 205, GOODS[place][0], bold=True).lines(x, 218, row, GOODS[place][2], size=8)

    reading = sheet.read(tmp_path)

    found = by_name(reading)
    assert found["Wall Clock"] == {"model": "804039", "name": "Wall Clock", "size": "15 cm", "material": "Drimbe", "price": "35.50 USD"}
    assert found["Wool Blanket"]["material"] == "Cotton"
    assert found["Wool Blanket"]["size"] == "Round"


def test_figures_of_a_code_before_the_price_are_no_amount(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).text(x, 188, f"Ref. 408{place} KA - {price}")

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"408{place} KA", "name": name, "price": f"{price[1:]} USD"} for place, (name, _, price) in enumerate(GOODS[:3])
    ]


@pytest.mark.parametrize("row", ["{code} from {price}", "{code}  {price}", "{price} {code}", "{code} - ab {price}"])
def test_a_bare_code_and_the_price_in_one_row_are_told_apart(tmp_path: Path, row: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).text(x, 188, row.format(code=code, price=price))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [{"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS[:3]]


def test_a_badge_behind_the_name_is_no_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).lines(x, 188, code, price)
        if place == 1:
            sheet.text(x + 60, 175, "NEU", size=8, bold=True, color=(0.9, 0, 0))

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:3]]


def test_what_is_listed_under_one_label_stays_together(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, code, "Size: 7 x 26 cm, 500 ml", price)

    assert {values(sku)["size"] for sku in sheet.read(tmp_path).skus} == {"7 x 26 cm, 500 ml"}


def test_a_sign_the_figure_and_its_cents_are_one_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180)
        sheet.text(x, 205, "$", size=15, bold=True).text(x + 9, 216, f"{number + 7}", size=34, bold=True)
        sheet.text(x + 29, 204, "99", size=15, bold=True).text(x, 240, f"Camping Lamp {'ABC'[number]}", size=11, bold=True)
        sheet.text(x, 252, f"20 in., Green. Item #43803{number}", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["price"] for sku in found] == ["7.99 USD", "8.99 USD", "9.99 USD"]
    assert next((sku["model"], sku["size"], sku["color"]) for sku in found) == ("438030", "20 in.", "Green")


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


@pytest.mark.parametrize(
    "metal",
    [
        "18ct yellow gold, sapphire",
        "Sterling silver, topaz",
        "585 gold",
        "Platinum 950",
        "Or jaune 750/1000",
        "18K rose gold, 1.05 ct diamonds",
        "Blackened silver",
    ],
)
def test_a_metal_with_its_fineness_is_a_material(tmp_path: Path, metal: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, code, metal, price)

    assert [values(sku)["material"] for sku in sheet.read(tmp_path).skus] == [metal] * 3


def test_the_last_word_of_a_name_is_no_badge_though_it_could_be_one(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).text(x, 204, name, size=12, bold=True).text(x, 218, "Top", size=12, bold=True)
        sheet.lines(x, 232, code, price, size=8)

    assert {values(sku)["name"] for sku in sheet.read(tmp_path).skus} == {f"{name} Top" for name, _, _ in GOODS[:3]}


def test_what_a_case_holds_is_no_size(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).text(x, 204, name, size=12, bold=True)
        sheet.lines(x, 218, f"Code: {code}", f"Case: {place + 4} × 100 g", f"1-4 cases: {price}", size=8)

    skus = sheet.read(tmp_path).skus

    assert [customs(sku) for sku in skus] == [{"Case": f"{place + 4} × 100 g"} for place in range(3)]
    assert [set(values(sku)) for sku in skus] == [{"model", "name", "price"}] * 3


@pytest.mark.parametrize("sign", [" · ", " | "])
def test_what_is_set_in_another_look_beside_a_number_or_before_a_price_is_no_part_of_it(tmp_path: Path, sign: str) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 260, 60 + (place // 2) * 200
        sheet.picture(x, y, x + 100, y + 100).text(x, y + 116, name, bold=True)
        sheet.text(x, y + 129, f"No. 1{place}41", size=9, color=(0.1, 0.4, 0.1))
        sheet.text(x + 42, y + 129, f"HHA{sign}{place + 1}0 seeds", size=8, color=(0.4, 0.4, 0.4))
        sheet.text(x + 102, y + 129, price, size=11, color=(0.6, 0.1, 0.1))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        (f"1{place}41", name, f"{price[1:]} USD") for place, (name, _, price) in enumerate(GOODS[:4])
    ]


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


def test_names_broken_by_hand_are_read_as_a_whole(tmp_path: Path) -> None:
    goods = (("Juniper", "Bath Salts", "200 g"), ("Sea Buckthorn", "Lip Balm", "15 ml"), ("Birch Leaf", "Tonic", "120 ml"))
    sheet = Sheet()
    for place, (first, second, size) in enumerate(goods):
        x = 50 + 170 * place
        sheet.picture(x, 80, x + 110, 220).text(x, 244, first, size=14, bold=True).text(x, 261, second, size=14, bold=True)
        sheet.lines(x, 284, "Hand made", size, step=20).text(x, 330, f"£{place + 4}.60", size=18, bold=True)

    assert set(by_name(sheet.read(tmp_path))) == {"Juniper Bath Salts", "Sea Buckthorn Lip Balm", "Birch Leaf Tonic"}


@pytest.mark.parametrize("gap", [3.5, 10.0])
def test_a_wide_gap_in_a_row_ends_a_value_as_a_space_does_not(tmp_path: Path, gap: float) -> None:
    sheet = Sheet()
    for place, (name, code, width) in enumerate((("竹编灯罩", "ZB-11", 240), ("陶瓷花盆", "TC-27", 310))):
        x = 60 + 240 * place
        sheet.picture(x, 100, x + 120, 220).lines(x, 236, name, f"货号：{code}")
        size, stuff = f"规格：{width}mm", "材质：竹"
        sheet.text(x, 262, size).text(x + pymupdf.get_text_length(size, "china-s", 10) + gap, 262, stuff)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["material"] for name in ("竹编灯罩", "陶瓷花盆")] == ["竹", "竹"]
    assert found["陶瓷花盆"]["size"] == "310mm"


def test_spaces_as_wide_as_a_character_part_what_a_row_tells(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, price) in enumerate((("竹编灯罩", "46"), ("陶瓷花盆", "19.5"))):
        x = 30 + 280 * place
        sheet.picture(x, 100, x + 120, 220).lines(x, 236, name, f"规　格：Φ320mm　防水　产　地：安吉　{price}元/只")

    found = by_name(sheet.read(tmp_path))

    assert [item["size"] for item in found.values()] == ["Φ320mm"] * 2
    assert found["陶瓷花盆"]["price"] == "19.5 CNY"


def test_a_wide_gap_between_the_words_of_a_name_or_a_list_parts_nothing(tmp_path: Path) -> None:
    sheet = Sheet().picture(60, 100, 180, 220).lines(60, 236, "竹编　吊灯", "货号：ZB-11", "颜色：黑色　白色　灰色", "46元/只")
    sheet.picture(300, 100, 420, 220).lines(300, 236, "陶瓷　花盆", "货号：TC-27", "颜色：红色　蓝色", "38元/只")

    first, _ = (values(sku) for sku in sheet.read(tmp_path).skus)

    assert first["name"].split() == ["竹编", "吊灯"]
    assert first["color"].split() == ["黑色", "白色", "灰色"]


def test_a_name_that_opens_large_is_the_name_though_more_small_letters_follow_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, code in enumerate(("HP-11", "HP-12")):
        x = 60 + 260 * place
        sheet.frame(x - 10, 60, x + 210, 300).picture(x, 70, x + 80, 180).text(x + 95, 80, code, size=13)
        sheet.lines(x + 95, 95, "双层提梁", "产地：安吉", size=9).text(x, 220, "竹篮", size=12)
        sheet.text(x + 35, 220, "Bamboo basket with handle", size=9, color=(0.5, 0.5, 0.5)).text(x, 280, "¥68")

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == ["竹篮 Bamboo basket with handle"] * 2


def test_a_word_in_letters_behind_signs_goes_to_the_next_row_as_a_whole(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code) in enumerate((("陶瓷花盆", "TC-27"), ("陶瓷茶壶", "TC-31"))):
        x = 60 + 260 * place
        sheet.picture(x, 100, x + 120, 220).lines(x, 236, name, f"货号：{code}", "规格：Φ160mm", "工艺：手工拉坯", "Wheelthrown", "¥68")

    skus = sheet.read(tmp_path).skus

    assert [customs(sku)["工艺"] for sku in skus] == ["手工拉坯 Wheelthrown"] * 2
    assert [values(sku)["name"] for sku in skus] == ["陶瓷花盆", "陶瓷茶壶"]


def test_labelled_facts_end_at_a_semicolon_whatever_they_list(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:3]):
        sheet.text(60, 100 + 60 * number, name, size=12, bold=True)
        sheet.text(60, 116 + 60 * number, f"Code: {code}; Sizes: S / M / L; Colour: Black / White; Price: {price}", size=9)

    found = by_name(sheet.read(tmp_path))

    assert [(found[name]["size"], found[name]["color"]) for name, _, _ in GOODS[:3]] == [("S / M / L", "Black / White")] * 3


@pytest.mark.parametrize(
    ("word", "amount"), [("SAVE", "$20"), ("You save:", "$4.50"), ("Sie sparen", "12,00 €"), ("Économisez", "8 €"), ("WAS", "$99")]
)
def test_what_is_saved_is_no_price_and_its_word_names_nothing(tmp_path: Path, word: str, amount: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + place % 3 * 175, 90 + place // 3 * 240
        sheet.picture(x, y, x + 90, y + 90).lines(x, y + 105, name, code, price)
        sheet.text(x + 100, y + 20, word, size=9, bold=True).text(x + 100, y + 31, amount, size=9, bold=True)

    reading = sheet.read(tmp_path)

    assert {found["model"]: found["price"] for found in map(values, reading.skus)} == {c: f"{p[1:]} USD" for _, c, p in GOODS}


def test_what_is_saved_in_the_row_of_the_price_is_left_out(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code, f"Was $230.00 now {price} save $5.00")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["price"] for name, _, _ in GOODS[:3]] == [f"{price[1:]} USD" for _, _, price in GOODS[:3]]


@pytest.mark.parametrize("label", ["I/N:", "Item No.:", "P/N:"])
def test_words_behind_a_gap_are_no_part_of_the_number_before_them(tmp_path: Path, label: str) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x, number = 50 + place * 175, f"{label} 62467{place}9"
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, price).text(x, 231, number, size=8)
        sheet.text(x + pymupdf.get_text_length(number, fontsize=8) + 5.8, 231, "Plug sold apart", size=8)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["model"] for name, _, _ in GOODS[:3]] == [f"62467{place}9" for place in range(3)]


def test_a_price_set_aslant_on_a_picture_belongs_to_what_has_its_code_not_to_the_heading(tmp_path: Path) -> None:
    sheet = Sheet().text(30, 130, "SPRING SALE", size=50, bold=True).picture(60, 250, 330, 500)
    sheet.text(30, 540, "Petrol Hedge Cutter", size=16, bold=True).text(
        30, 556, "Two-stroke, quick start, low noise. Made to last.", size=9
    )
    sheet.text(30, 567, "Item no: 3381207", size=8)
    for place, (name, code, price) in enumerate(GOODS[:3]):
        sheet.picture(390, 240 + 180 * place, 480, 330 + 180 * place).lines(390, 345 + 180 * place, name, code, price)
    turn = pymupdf.Matrix(5)
    for x, y, text, size in ((200, 290, "$", 30), (219, 300, "449", 55)):
        sheet._page.insert_text((x, y), text, fontsize=size, fontname="hebo", morph=(pymupdf.Point(200, 300), turn))

    found = by_name(sheet.read(tmp_path))

    assert found["Petrol Hedge Cutter"] == {"model": "3381207", "name": "Petrol Hedge Cutter", "price": "449 USD"}


@pytest.mark.parametrize(("coin", "whole", "amounts"), [("{}p", "£{}.40", "GBP"), ("{}¢", "${}.40", "USD")])
def test_sums_in_hundredths_are_prices_beside_whole_ones(tmp_path: Path, coin: str, whole: str, amounts: str) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 200
        price = coin.format(85 + place) if place % 2 else whole.format(place + 1)
        sheet.picture(x, y, x + 120, y + 100).text(x, y + 115, name).text(x, y + 134, price, size=16, bold=True)

    found = by_name(sheet.read(tmp_path))

    told = [f"0.{85 + place} {amounts}" if place % 2 else f"{place + 1}.40 {amounts}" for place in range(6)]
    assert [found[name]["price"] for name, _, _ in GOODS] == told
    assert not any("model" in values for values in found.values())


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


@pytest.mark.parametrize("shades", [("Green / Navy / Black /", "Plum"), ("Green, Navy, Black,", "Plum")])
def test_lists_that_break_behind_their_sign_go_on_in_the_next_row(tmp_path: Path, shades: tuple[str, str]) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).text(x, 207, name, size=12, bold=True)
        sheet.lines(x, 222, f"Item no. {code}", "Quality: 90% cotton, 10%", "elastane", *shades).text(x, 292, price, size=13, bold=True)

    reading = sheet.read(tmp_path)

    assert len(reading.skus) == 3
    assert {(sku["material"], sku["color"]) for sku in by_name(reading).values()} == {("90% cotton, 10% elastane", " ".join(shades))}


def test_colons_under_each_other_before_the_values_are_no_part_of_them(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 240, 260).text(40, 285, "Breeze ceiling fan", size=15).text(40, 302, "Cat. No. BZ-1201", size=8.5)
    for place, (label, value) in enumerate((("Sweep", "1200 mm"), ("Colours", "White / Brown"), ("Power", "28 W"))):
        sheet.text(40, 322 + 14 * place, label, size=8, bold=True).text(100, 322 + 14 * place, f": {value}", size=8)
    sheet.text(40, 390, "$38.90", size=12)

    (found,) = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert (found["size"], found["color"]) == ("1200 mm", "White / Brown")


@pytest.mark.parametrize("words", ["Prix sur demande", "Price on request", "Preis auf Anfrage"])
def test_large_words_in_the_place_of_a_price_name_nothing(tmp_path: Path, words: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate((("Dough mixer", "DM-60", "CHF 4890.00"), ("Proofing room", "PR-2C", words))):
        x = 40 + 270 * place
        sheet.frame(x, 60, x + 250, 300).text(x + 10, 84, name, size=13).picture(x + 60, 95, x + 160, 190)
        sheet.lines(x + 10, 210, f"Article no.: {code}", "Size: 540 x 560 x 880 mm", size=9)
        sheet.text(x + 130, 285, price, size=13, bold=True)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == ["Dough mixer", "Proofing room"]


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


def test_the_size_under_its_label_goes_before_a_measure_on_a_badge(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, size, badge) in enumerate((("Reef Watch", "RW-310", "44 mm", "300 M"), ("Dock Watch", "DW-120", "38 mm", ""))):
        x = 40 + 260 * number
        sheet.frame(x, 60, x + 220, 360).picture(x + 30, 80, x + 180, 230)
        sheet.text(x + 150, 76, badge, size=6).text(x + 10, 250, name, size=12).text(x + 10, 265, f"Ref. {code}", size=8)
        sheet.text(x + 10, 280, f"Case size: {size}", size=8).text(x + 10, 300, "$180.00", size=11)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["size"] for name in ("Reef Watch", "Dock Watch")] == ["44 mm", "38 mm"]
