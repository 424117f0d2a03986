"""What the rows of a caption say: names, and several things in one row."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values


def test_unknown_material_is_told_by_its_neighbours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, material in enumerate(("Stainless Steel", "Ceramic", "Quazolite", "Bamboo")):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 250
        sheet.picture(x, y, x + 150, y + 130).lines(
            x, y + 145, f"AC-30{place}", f"Round Bowl {'ABCD'[place]}", "30 x 40 cm", material, f"${place + 4}.00"
        )

    reading = sheet.read(tmp_path)

    assert {found["material"] for found in by_name(reading).values()} == {"Stainless Steel", "Ceramic", "Quazolite", "Bamboo"}


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


def test_figures_without_letters_are_a_number_of_the_article_and_no_name(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"Item: 1{place}.535", "Length: 67 cm", f"Price: {price}")

    assert [(values(sku)["model"], values(sku)["name"]) for sku in sheet.read(tmp_path).skus] == [
        (f"1{place}.535", name) for place, (name, _, _) in enumerate(GOODS[:3])
    ]


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


def test_a_badge_behind_the_name_is_no_part_of_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).lines(x, 188, code, price)
        if place == 1:
            sheet.text(x + 60, 175, "NEU", size=8, bold=True, color=(0.9, 0, 0))

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:3]]


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


def test_what_holds_so_many_is_no_material_and_leads_to_no_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, count) in enumerate((("Cordless Kettle", "6 pcs"), ("Laptop Safe", "1 pc"), ("Swing Bin", "12 pcs"))):
        x = 50 + 170 * place
        sheet.picture(x, 80, x + 110, 180).lines(x, 200, name, f"Item no. MF 20{place}", "Material: Steel", f"Packing: {count} / carton")
        sheet.text(x, 256, f"USD {place + 4}.60", size=12, bold=True)

    skus = sheet.read(tmp_path).skus

    assert [customs(sku)["Packing"] for sku in skus] == ["6 pcs / carton", "1 pc / carton", "12 pcs / carton"]
    assert [sku.get("price").evidence.quote for sku in skus] == ["USD 4.60", "USD 5.60", "USD 6.60"]


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


def test_a_sentence_that_opens_with_a_label_tells_what_it_says(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, told in enumerate(("Size 457 × 305 × 305 mm, bundle of 15.", "Folds flat, comes in fives.", "For 20 books, taped by hand.")):
        y = 60 + place * 200
        sheet.picture(40, y, 180, y + 130).text(220, y + 20, f"Moving carton {'ABC'[place]}", size=13, bold=True)
        sheet.lines(220, y + 40, f"Code MC4{place}", told, f"£{place + 4}.25")

    found = by_name(sheet.read(tmp_path))

    assert found["Moving carton A"]["size"] == "457 × 305 × 305 mm"
    assert not any("size" in found[f"Moving carton {letter}"] for letter in "BC")


def test_a_material_goes_on_in_small_letters_in_the_next_row(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, price), rest) in enumerate(zip(GOODS[:3], ("fleece", "canvas", ""), strict=True)):
        x = 50 + place * 175
        rows = [code, "80% cotton 20% polyester", *([rest] if rest else []), price]
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True, size=11).lines(x, 190, *rows, size=8, step=10)

    told = [values(sku)["material"] for sku in sheet.read(tmp_path).skus]

    assert told == ["80% cotton 20% polyester fleece", "80% cotton 20% polyester canvas", "80% cotton 20% polyester"]


def test_a_sign_broken_off_a_labelled_value_belongs_to_it(tmp_path: Path) -> None:
    told = (("优质实木不锈", "钢", "哑光浅灰"), ("优质实木黄铜", "", "哑光玫瑰"), ("优质实木黄铜", "", "哑光浅灰"))
    sheet = Sheet()
    for place, ((name, code, price), (material, rest, finish)) in enumerate(zip(GOODS[:3], told, strict=True)):
        x = 50 + place * 175
        rows = [code, f"材质：{material}", *([rest] if rest else []), f"颜色：{finish}", price]
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True, size=11).lines(x, 190, *rows, size=8, step=10)

    found = [values(sku)["material"] for sku in sheet.read(tmp_path).skus]

    assert found == ["优质实木不锈钢", "优质实木黄铜", "优质实木黄铜"]
