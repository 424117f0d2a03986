"""What cards are called: names, titles of the page that name them, codes in brackets and keys that belong to neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf
import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values


def test_names_alone_are_products_in_a_grid_of_pictures(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Ceramic Items", size=20, bold=True)
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 200
        sheet.picture(x, y, x + 120, y + 100).text(x + 20, y + 115, name)

    reading = sheet.read(tmp_path)

    assert set(by_name(reading)) == {name for name, _, _ in GOODS}
    assert {sku.method for sku in reading.skus} == {"name_grid"}


@pytest.mark.parametrize(("count", "found"), [(4, 4), (1, 0)])
def test_a_title_over_many_priced_articles_does_not_hide_them(tmp_path: Path, count: int, found: int) -> None:
    sheet = Sheet().text(50, 60, "Ordering information", size=20)
    for place, (name, code, price) in enumerate(GOODS[:count]):
        sheet.lines(50, 100 + place * 90, name, f"Item No.: {code}", f"Price: {price}")

    assert len([sku for sku in sheet.read(tmp_path).skus if sku.method == "card"]) == found


def test_names_of_cards_side_by_side_are_no_label_and_value(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 30 + place % 2 * 280, 60 + place // 2 * 180
        sheet.picture(x, y, x + 100, y + 130).text(x + 110, y + 20, name, size=13, bold=True)
        for row, (label, value) in enumerate(
            (("Part no.", code), ("Size", f"{place + 1}40 x 12 mm"), ("Weight", f"{place + 4}70 g"), ("Price", price))
        ):
            sheet.text(x + 110, y + 45 + row * 14, label, size=8).text(x + 165, y + 45 + row * 14, value, size=8)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:4]]


@pytest.mark.parametrize(("is_shown", "found"), [(True, 1), (False, 0)])
def test_the_one_article_number_under_title_and_picture_is_that_of_the_title(tmp_path: Path, is_shown: bool, found: int) -> None:
    sheet = Sheet().text(44, 60, "Hydraulic workshop press 20 t", size=18)
    if is_shown:
        sheet.picture(44, 80, 354, 330).picture(44, 420, 210, 520)
    sheet.text(44, 355, "Item number: WP-20.H", size=9)
    sheet.text(44, 372, "A sturdy frame of welded steel with a cylinder that can be moved sideways and a gauge.", size=9)

    skus = sheet.read(tmp_path).skus

    assert [values(sku) for sku in skus if "name" in values(sku)] == [
        {"model": "WP-20.H", "name": "Hydraulic workshop press 20 t"} for _ in range(found)
    ]


def test_numbers_on_a_scene_are_no_part_of_the_names_they_lead_to(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 555, 400)
    for place, (name, code, price) in enumerate(GOODS[:4]):
        sheet.text(100 + place * 110, 120 + place * 50, f"{place + 1}", size=9)
        x, y = 40 + (place % 2) * 280, 440 + (place // 2) * 40
        sheet.text(x, y, f"{place + 1} {name}", size=10, bold=True).text(x, y + 13, code, size=8).text(x + 60, y + 13, price, size=8)

    assert {values(sku)["name"] for sku in sheet.read(tmp_path).skus} == {name for name, _, _ in GOODS[:4]}


def test_a_list_over_a_row_of_cards_is_told_by_its_look_and_named_by_the_title_over_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(0, 0, 260, 380).text(300, 80, "Regate Automatic", size=26, bold=True)
    sheet.text(300, 105, "A dress watch with a heart for the sea. The bezel is cut by hand.", size=9)
    rows = (
        ("Reference", "WA-4021.1"),
        ("Material", "Steel 316L"),
        ("Dial", "Sunray finish"),
        ("Movement", "Automatic"),
        ("Crystal", "Sapphire"),
    )
    for row, (label, value) in enumerate(rows):
        sheet.text(300, 135 + 19 * row, label, size=8, color=(0.6, 0.5, 0.2)).text(400, 135 + 19 * row, value, size=8)
    sheet.text(300, 250, "$1,950.00", size=18).text(300, 268, "supplied on a chestnut strap with pin buckle", size=7)
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x = 40 + place * 135
        sheet.picture(x, 460, x + 90, 570).text(x, 584, name, size=10, bold=True).text(x, 597, code, size=7).text(x, 610, price, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        ("WA-4021.1", "Regate Automatic", "1950.00 USD"),
        *((code, name, f"{price[1:]} USD") for name, code, price in GOODS[:4]),
    ]


def test_a_code_in_brackets_before_a_name_is_the_code(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (("TQ-11", "竹节杯"), ("TQ-12", "山水壶"), ("TQ-13", "荷花盏"))
    for number, (code, name) in enumerate(goods):
        sheet.text(60, 100 + 60 * number, f"【{code}】{name}", size=12)
        sheet.text(70, 116 + 60 * number, f"规格：Φ{number + 6}×H9cm；材质：陶瓷；价格：{number + 8}.50元/只")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["model"] for _, name in goods] == [code for code, _ in goods]
    assert found["山水壶"]["size"] == "Φ7×H9cm"


@pytest.mark.parametrize("brackets", ["（）", "()", "【】"])
def test_a_code_in_brackets_right_behind_a_name_is_the_code(tmp_path: Path, brackets: str) -> None:
    sheet = Sheet()
    goods = (("TQ-K11", "竹节杯 Moon Cup"), ("TQ-K12", "山水壶 Tea Pot"), ("TQ-K13", "荷花盏 Lotus Bowl"))
    for number, (code, name) in enumerate(goods):
        sheet.text(60, 100 + 60 * number, f"{name}{brackets[0]}{code}{brackets[1]}", size=12)
        sheet.text(70, 116 + 60 * number, f"规格：Φ{number + 6}×H9cm；材质：陶瓷；价格：{number + 8}.50元/只")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["model"] for _, name in goods] == [code for code, _ in goods]


def test_the_size_at_the_end_of_a_name_is_told_where_no_other_is(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (("Bottle 750 ml", "", "750 ml"), ("Jug 1,5 l", "Size: 20 x 30 cm", "20 x 30 cm"), ("Tray", "", ""))
    for place, (name, told, _) in enumerate(goods):
        x = 50 + 170 * place
        sheet.picture(x, 80, x + 120, 180).lines(x, 195, name, f"JB-10{place}", "$12.00", *([told] if told else []))

    found = by_name(sheet.read(tmp_path))

    assert {name: found[name].get("size", "") for name, _, _ in goods} == {name: size for name, _, size in goods}


def test_a_name_apart_from_its_facts_that_sounds_like_a_colour_is_a_name_and_the_page_title_is_none(tmp_path: Path) -> None:
    names = ("HARBOUR", "LANTERN", "COBALT", "MEADOW", "PIONEER")
    sheet = Sheet().text(200, 60, "BACKPACKS", size=24)
    for place, name in enumerate(names):
        x = 45 + 105 * place
        sheet.picture(x, 90, x + 85, 240).text(x + 10, 262, name, size=8.2)
        sheet.lines(x + 10, 285, f"R-{410 + place}", f"{20 + place} L", "Nylon", "Black", size=7.2, step=12)
        sheet.text(x + 10, 340, f"${80 + place}", size=13, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert {(sku["model"], sku["name"]) for sku in found} == {(f"R-{410 + place}", name) for place, name in enumerate(names)}


@pytest.mark.parametrize(("title", "name"), [("雨伞尺寸一览 Umbrellas at a glance", "雨伞"), ("Umbrellas, sizes and prices", "Umbrellas")])
def test_a_title_that_lists_codes_nobody_names_and_the_material_under_it_hold_for_all(tmp_path: Path, title: str, name: str) -> None:
    sheet = Sheet().text(40, 60, title, size=18).text(40, 84, "Material: bamboo and silk. Prices per piece in USD.")
    for number in range(8):
        x, y = 40 + 130 * (number % 4), 110 + 150 * (number // 4)
        sheet.picture(x + 10, y, x + 90, y + 80).text(x + 20, y + 96, f"UB{3 + number}0{number}K", size=11, bold=True)
        sheet.text(x + 20, y + 109, f"{60 + 5 * number}×{20 + number}cm", size=9).text(x + 30, y + 121, f"{number + 2}.40", size=11)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["material"]) for sku in found] == [(name, "bamboo and silk")] * 8


def test_a_title_over_codes_that_lists_nothing_names_none_of_them(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Autumn collection", size=18)
    for number in range(4):
        x = 40 + 130 * number
        sheet.picture(x + 10, 90, x + 90, 170).text(x + 20, 186, f"UB{3 + number}0{number}K", size=11, bold=True)
        sheet.text(x + 20, 199, f"{60 + 5 * number}×{20 + number}cm", size=9).text(x + 30, 211, f"${number + 2}.40", size=11)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert len(found) == 4
    assert all("name" not in sku for sku in found)


def test_facts_and_price_under_the_description_of_what_is_named_largest_are_its_own(tmp_path: Path) -> None:
    sheet = Sheet().picture(36, 95, 290, 390)
    sheet.text(320, 110, "Voyager 88", size=23).text(320, 136, "Hand-wound", size=23).text(320, 160, "VG-8810", size=8.5)
    sheet.lines(320, 182, "A quiet companion for long railway journeys, made", "again as it was when the sleeper ran nightly.", size=10)
    facts = (("Case size", "39 mm"), ("Case material", "Bronze"), ("Calibre", "PX 21"), ("Crown", "Screwed down"), ("Bridge", "Engraved"))
    for row, (label, value) in enumerate(facts):
        sheet.text(320, 225 + 21 * row, label, size=8.5, color=(0.5, 0.45, 0.4))
        sheet.text(556 - pymupdf.get_text_length(value, fontsize=8.5), 225 + 21 * row, value, size=8.5)
    sheet.text(320, 350, "$512.00", size=20)
    sheet.text(36, 420, "Bands to go with it", size=14)
    for number, (band, code) in enumerate((("Canvas band", "BD-18-GN"), ("Linen band", "BD-18-SD"), ("Cord band", "BD-18-RD"))):
        x = 50 + 150 * number
        sheet.picture(x, 450, x + 85, 530).text(x + 10, 545, band, size=8.5).text(x, 556, f"{code} · 18 mm", size=7.5)
        sheet.text(x + 25, 567, "$31.00", size=8.5)

    found = by_name(sheet.read(tmp_path))

    assert found["Voyager 88 Hand-wound"] == {
        "model": "VG-8810",
        "name": "Voyager 88 Hand-wound",
        "size": "39 mm",
        "material": "Bronze",
        "price": "512.00 USD",
    }
    assert [sku.get("material") for name, sku in found.items() if "band" in name] == [None] * 3


def test_short_codes_that_begin_alike_belong_to_the_names_at_the_other_edge(tmp_path: Path) -> None:
    codes = ("LMR-3", "LMR-2", "LMR-1B", "LMR-P")
    sheet = Sheet()
    for number, (code, (name, _, price)) in enumerate(zip(codes, GOODS, strict=False)):
        x, y = 40 + 262 * (number % 2), 80 + 230 * (number // 2)
        sheet.picture(x, y, x + 200, y + 120).text(x, y + 140, name, size=13, bold=True).text(x, y + 156, "Size: 80 x 90 cm", size=9)
        sheet.text(x + 250 - pymupdf.get_text_length(code, fontsize=9), y + 140, code, size=9).text(x, y + 174, price, size=14)

    found = by_name(sheet.read(tmp_path))

    assert [found[name].get("model") for name, _, _ in GOODS[:4]] == list(codes)


@pytest.mark.parametrize("look", [{"size": 8, "color": (0.5, 0.5, 0.5)}, {"size": 11}])
@pytest.mark.parametrize("told", [("8 cm", "350 ml", "30 x 40 cm"), ("A5", "2 x 2 kg", "Ø 12 cm")])
def test_a_size_in_a_look_of_its_own_closes_a_name(tmp_path: Path, look: dict[str, Any], told: tuple[str, ...]) -> None:
    sheet = Sheet()
    goods = (("Festive Bauble", "WS-301"), ("Paw Print Mug", "WS-305"), ("Terrier Print", "WS-322"))
    for place, ((name, code), size) in enumerate(zip(goods, told, strict=True)):
        x = 40 + place * 180
        sheet.picture(x, 60, x + 150, 160).text(x, 176, name, size=11, bold=True)
        sheet.text(x + pymupdf.get_text_length(name, "hebo", 11) + 3, 176, size, **look)
        sheet.text(x, 192, f"{place + 5}.40 EUR", size=13, bold=True, color=(0.8, 0.1, 0.1)).text(x + 110, 192, code, size=7)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["size"]) for sku in found] == [
        (code, name, size) for (name, code), size in zip(goods, told, strict=True)
    ]


@pytest.mark.parametrize("is_coded_first", [True, False])
def test_names_that_end_in_a_material_are_names(tmp_path: Path, is_coded_first: bool) -> None:
    sheet = Sheet()
    names = ("Bandeja bambú", "Estante acero", "Mesa auxiliar roble", "Cojín lino")
    for place, name in enumerate(names):
        x = 30 + place * 138
        sheet.picture(x, 60, x + 110, 160).text(x, 190 if is_coded_first else 176, name, bold=True, size=10)
        sheet.text(x, 176 if is_coded_first else 190, f"KV99{place}W", size=8).text(x, 204, f"{place + 4},85 €", size=9)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == list(names)


@pytest.mark.parametrize("is_apart", [True, False])
def test_figures_of_one_shape_beside_prices_are_codes(tmp_path: Path, is_apart: bool) -> None:
    sheet = Sheet()
    codes = ("570.54", "721.26", "718.43", "686.33")
    for place, (code, (name, _, _)) in enumerate(zip(codes, GOODS, strict=False)):
        x = 30 + place * 138
        sheet.picture(x, 60, x + 120, 160).text(x, 176, name, bold=True, size=10).lines(x, 190, code, "30 x 20 cm", size=8)
        sheet.text(*((x + 85, 176) if is_apart else (x, 220)), f"£{place + 4}.85", size=8)

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == list(codes)


@pytest.mark.parametrize(
    ("words", "label", "told"),
    [
        (("Cloud chenille", "Dusk velvet"), "Material", ("Polyester", "Cotton")),
        (("云朵雪尼尔", "暮色天鹅绒"), "材质", ("涤纶", "棉麻")),
    ],
)
def test_words_that_sound_like_what_a_label_tells_are_the_name(tmp_path: Path, words: Any, label: str, told: Any) -> None:
    sheet = Sheet()
    for place in range(6):
        x, y = 40 + place % 3 * 170, 60 + place // 3 * 220
        sheet.picture(x, y, x + 140, y + 110).text(x, y + 124, f"YX-0{place}").text(x + 100, y + 124, f"$4{place}.00", size=9.5)
        sheet.text(x, y + 138, words[place // 3], size=9.5).text(x, y + 151, f"{label}: {told[place // 3]}", size=8.5)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["material"]) for sku in found] == [(words[row], told[row]) for row in (0, 0, 0, 1, 1, 1)]


def test_lines_to_write_on_say_nothing_of_the_goods(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + place % 3 * 170, 60 + place // 3 * 230
        sheet.picture(x, y, x + 120, y + 100)
        for row, text in enumerate((name, f"Item # {code}", f"Size: {place + 8} in", price, "[ ] Qty ________")):
            sheet.text(x + 60 - pymupdf.get_text_length(text, fontsize=9) / 2, y + 114 + 12 * row, text, size=9)

    skus = sheet.read(tmp_path).skus

    assert [values(sku)["name"] for sku in skus] == [name for name, _, _ in GOODS]
    assert {attribute.key for sku in skus for attribute in sku.custom} == set()


def test_what_ends_in_a_colon_over_a_list_names_nothing(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:3]):
        y = 80 + 220 * number
        sheet.picture(40, y, 270, y + 190).text(290, y + 14, name, size=15, bold=True).text(290, y + 34, f"Kit no. {code}", size=9)
        sheet.text(290, y + 58, "The kit contains:", size=9, bold=True).text(290, y + 72, "3 beakers · 2 flasks · 12 test tubes", size=9)
        sheet.text(290, y + 180, price, size=18, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["model"], sku["price"]) for sku in found] == [
        (name, code, f"{price[1:]} USD") for name, code, price in GOODS[:3]
    ]


@pytest.mark.parametrize(("value", "key"), [("Cotton", "material"), ("12 pcs", None)])
def test_a_label_for_a_part_tells_what_the_goods_are_made_of_only_before_a_material(tmp_path: Path, value: str, key: str | None) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + 175 * place
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, f"Ref. {code}", f"Outer: {value}", price)

    skus = sheet.read(tmp_path).skus

    assert [(values(sku).get("material"), customs(sku).get("Outer")) for sku in skus] == [(value, None) if key else (None, value)] * 3


def test_a_name_set_downwards_beside_its_picture_is_read_whole(tmp_path: Path) -> None:
    names = ("紙粘着帯", "瓶入洋墨", "輪綴帳", "卓上鋏")
    sheet = Sheet().text(40, 40, "机上", size=14)
    for place, (name, (_, code, price)) in enumerate(zip(names, GOODS, strict=False)):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 240
        for row, sign in enumerate(name):
            sheet.text(x, y + 18 + 20 * row, sign, size=18)
        sheet.picture(x + 40, y + 10, x + 200, y + 140).text(x + 40, y + 155, code, size=7).text(x + 150, y + 180, price, size=15)
        sheet.lines(x + 40, y + 168, "サイズ：50ml", "素材：鋼", size=8)

    skus = sheet.read(tmp_path).skus

    assert {values(sku)["model"]: values(sku)["name"] for sku in skus} == {
        code: name for name, (_, code, _) in zip(names, GOODS, strict=False)
    }


def test_a_name_that_reads_like_a_label_and_a_figure_is_set_as_the_other_names_are(tmp_path: Path) -> None:
    names = ("Angle Grinder", "Battery 4.0 Ah", "Palm Sander", "Jigsaw")
    sheet = Sheet()
    for place, (name, (_, code, price)) in enumerate(zip(names, GOODS, strict=False)):
        x, y = 40 + 270 * (place % 2), 60 + 260 * (place // 2)
        sheet.frame(x, y, x + 240, y + 230).picture(x + 20, y + 10, x + 200, y + 130).text(x + 10, y + 150, name, size=12, bold=True)
        sheet.text(x + 10, y + 164, code, size=7).text(x + 10, y + 178, "Weight: 2.1 kg", size=8).text(x + 10, y + 215, price, size=16)

    found = [(values(sku)["name"], customs(sku)) for sku in sheet.read(tmp_path).skus]

    assert found == [(name, {"Weight": "2.1 kg"}) for name in names]


def test_large_names_over_their_codes_are_no_codes_though_they_end_in_a_number(tmp_path: Path) -> None:
    names = ("Rambler ST", "Ridge 29", "Pico 20")
    sheet = Sheet().fill(0, 0, 190, 842, (0.9, 0.92, 0.93))
    for name, (x, y), (_, code, price) in zip(names, ((400, 110), (60, 310), (60, 600)), GOODS, strict=False):
        sheet.picture(205, y - 50, 390, y + 90).text(x, y, name, size=20, bold=True).text(x, y + 14, "Bike for long ways", size=8)
        sheet.lines(x, y + 26, code, size=7).lines(x, y + 38, "Frame size: M, L", "Weight: 13.2 kg", size=8).text(x, y + 85, price, size=20)

    assert {values(sku)["model"]: values(sku)["name"] for sku in sheet.read(tmp_path).skus} == {
        code: name for name, (_, code, _) in zip(names, GOODS, strict=False)
    }


def test_the_code_under_the_last_card_is_no_foot_of_the_page(tmp_path: Path) -> None:
    sheet = Sheet().text(290, 835, "2", size=8)
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 60 + 200 * (place % 2), 100 + 225 * place
        sheet.picture(x + 150, y - 60, x + 280, y + 20).text(x, y - 20, name, size=14).text(x, y, "Size 30 cm", size=9)
        sheet.text(x, y + 12, price, size=9).text(x, y + 20, code, size=5)

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == [code for _, code, _ in GOODS[:4]]
