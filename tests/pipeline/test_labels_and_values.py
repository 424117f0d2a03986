"""Labels in many languages, and what bare values are."""

from __future__ import annotations

import pytest

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.values.closingsizes import closing_size
from pipeline.backends.rules.values.colors import is_color, names_color
from pipeline.backends.rules.values.kinds import promised
from pipeline.backends.rules.values.looks import ValueKind, kind_of


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("Part No.", "model"),
        ("US Item No.", "model"),
        ("货号 Code", "model"),
        ("產品型號", "model"),
        ("Artikel-Nr.", "model"),
        ("Ürün Adı", "name"),
        ("商品名称", "name"),
        ("规格尺寸 Dimensions (cm)", "size"),
        ("Farbe", "color"),
        ("素材", "material"),
        ("批发价 Wholesale Price", "price"),
        ("PRICE/EACH", "price"),
        ("цена", "price"),
        ("HEIGTH", "dimension"),
        ("Qty/CTN", "custom"),
        ("Q'ty/CTN", "custom"),
        ("Meas. (cm)", "custom"),
        ("口径(cm)", "dimension"),
        ("序号 No.", "index"),
        ("货　号", "model"),
        ("净 含 量：", "size"),
        ("釉色 Glaze", "color"),
        ("Unit £ (ex VAT)", "price"),
        ("Stock ref.", "model"),
        ("单 价（元）", "price"),
        ("材　质", "material"),
        ("元/㎡", "price"),
        ("只/箱", "custom"),
        ("开孔尺寸", "custom"),
        ("填充 Filling", "custom"),
        ("Kit no.", "model"),
    ],
)
def test_labels(text: str, attribute: str) -> None:
    label = Headers().lookup(text)

    assert label is not None
    assert label.attribute == attribute


@pytest.mark.parametrize(
    "text", ["Nordic Office Chair", "Size: 40cm", "2024", "", "The price of all goods shown on this page is subject to change"]
)
def test_what_is_no_label(text: str) -> None:
    assert Headers().lookup(text) is None


@pytest.mark.parametrize("text", ["Artnr.", "Art. Nr", "• Farbe,", "EUR Stückpreis", "Abverkaufspreis", "DxL", "Thread d", "Ø inside"])
def test_a_whole_label_is_known_however_it_begins(text: str) -> None:
    assert Headers().lookup(text, is_whole=True) is not None


@pytest.mark.parametrize("text", ["编号 RC-50", "规格 50mm"])
def test_a_label_with_its_value_is_none_in_two_scripts(text: str) -> None:
    assert Headers().lookup(text, is_whole=True) is None


def test_a_label_states_unit_and_currency() -> None:
    headers = Headers()

    assert headers.lookup("Dimensions (cm)").unit == "cm"  # type: ignore[union-attr]
    assert headers.lookup("Weight (in kgs)").unit == "kgs"  # type: ignore[union-attr]
    assert headers.lookup("Price / USD").currency == "USD"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("CB-8003A", ValueKind.CODE),
        ("R20·418", ValueKind.CODE),
        ("80/45/120 cm", ValueKind.SIZE),
        ("10773803", ValueKind.CODE),
        ("GX 8614", ValueKind.CODE),
        ("JH.432.13", ValueKind.CODE),
        ("1150/L", ValueKind.CODE),
        ("CZ\u20116217", ValueKind.CODE),
        ("M12×60mm", ValueKind.SIZE),
        ('11-1/2"', ValueKind.SIZE),
        ("Ø56cm", ValueKind.SIZE),
        ("W80*D45*H60cm", ValueKind.SIZE),
        ("M, L, XL", ValueKind.SIZE),
        ("S–3XL", ValueKind.SIZE),
        ("米色", ValueKind.COLOR),
        ("Navy Blue", ValueKind.COLOR),
        ("Forest, Navy, Stone", ValueKind.COLOR),
        ("铝+ABS", ValueKind.MATERIAL),
        ("100 % cotton, 140 g/m²", ValueKind.MATERIAL),
        ("70 % bông / 30 % tre", ValueKind.MATERIAL),
        ("6980352241402", ValueKind.BARCODE),
        ("USD 5.00", ValueKind.PRICE),
        ("2 years", ValueKind.MEASURE),
        ("60-120 seconds", ValueKind.MEASURE),
        ("30 分钟", ValueKind.MEASURE),
        ("0.414", ValueKind.NUMBER),
        ("2022.09.16", ValueKind.DATE),
        ("√", ValueKind.MARK),
        ("Oak bench", ValueKind.TEXT),
        ("100 % satisfaction", ValueKind.TEXT),
    ],
)
def test_kinds(text: str, kind: ValueKind) -> None:
    assert kind_of(text) is kind


@pytest.mark.parametrize(
    ("text", "kind"), [("Chrome 镀铬", ValueKind.COLOR), ("牛皮 leather", ValueKind.MATERIAL), ("Lamp 黑色", ValueKind.TEXT)]
)
def test_a_value_may_be_told_in_two_languages(text: str, kind: ValueKind) -> None:
    assert kind_of(text) is kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("DN 50", ValueKind.SIZE),
        ('G 1/2"', ValueKind.SIZE),
        ("20 in.", ValueKind.SIZE),
        ("5 gal", ValueKind.SIZE),
        ("H 45 cm", ValueKind.SIZE),
        ("链长45cm", ValueKind.SIZE),
        ("長さ15cm", ValueKind.SIZE),
        ("M2630101", ValueKind.CODE),
        ("AISI 316", ValueKind.MATERIAL),
        ("PVC-U", ValueKind.MATERIAL),
        ("Borosilicate 3.3", ValueKind.MATERIAL),
        ("S925银", ValueKind.MATERIAL),
        ("Messing vernickelt", ValueKind.MATERIAL),
        ("碳钢镀锌", ValueKind.MATERIAL),
        ("304不锈钢镀镍", ValueKind.MATERIAL),
        ("A4 stainless steel", ValueKind.MATERIAL),
        ("183×61×1cm NBR", ValueKind.TEXT),
        ("Ø65cm PVC", ValueKind.TEXT),
        ("65%棉 35%涤", ValueKind.MATERIAL),
        ("PC-1234", ValueKind.CODE),
        ("修身牛仔 Slim Denim", ValueKind.TEXT),
        ("军绿 Army Green", ValueKind.COLOR),
        ("Chair Black", ValueKind.TEXT),
    ],
)
def test_grades_bores_and_shades_are_known_by_their_shape(text: str, kind: ValueKind) -> None:
    assert kind_of(text) is kind


def test_letters_that_could_be_a_currency_begin_a_code() -> None:
    assert kind_of("RS15-10") is ValueKind.CODE
    assert kind_of("Rs 15-20") is ValueKind.PRICE


def test_figures_that_fall_measure_nothing() -> None:
    assert kind_of("8820-25MB") is ValueKind.CODE
    assert kind_of("10-25MB") is ValueKind.MEASURE


@pytest.mark.parametrize(
    ("printed", "attribute"), [("Product / Features", "name"), ("Artikel / Merkmale", "name"), ("Material / Remarks", "material")]
)
def test_what_else_a_column_tells_does_not_hide_what_it_is(printed: str, attribute: str) -> None:
    label = Headers().lookup(printed)

    assert label is not None
    assert label.attribute == attribute


def test_short_units_are_written_with_their_accents() -> None:
    assert kind_of("4904 BO") is ValueKind.CODE
    assert kind_of("12 bộ") is ValueKind.MEASURE


@pytest.mark.parametrize(
    ("printed", "attribute"), [("RRP excl. VAT", "price"), ("Art.-Nr. verzinkt", "model"), ("Art. No. black", "model")]
)
def test_points_hold_abbreviations_together_and_end_labels(printed: str, attribute: str) -> None:
    label = Headers().lookup(printed)

    assert label is not None
    assert label.attribute == attribute


@pytest.mark.parametrize("size", ["13″ × 18″", "3½″ × 9″", "6½ cm", '3 1/2" x 9"', "½″"])
def test_inches_by_primes_and_fractions_of_any_form_are_sizes(size: str) -> None:
    assert kind_of(size) in (ValueKind.SIZE, ValueKind.MEASURE)


@pytest.mark.parametrize(
    ("printed", "unit"),
    [
        ("B × T mm", "mm"),
        ("H x L x P (cm)", "cm"),
        ("Höhe × Breite × Tiefe", ""),
        ("Länge × Breite × Höhe in mm", "mm"),
        ("szer. x wys. x gł.", ""),
        ("LxWxH", ""),
        ("长*宽*高", ""),
        ("Ø × H", ""),
    ],
)
def test_sides_named_one_by_the_other_are_a_size(printed: str, unit: str) -> None:
    label = Headers().lookup(printed)

    assert label is not None
    assert (label.attribute, label.unit) == ("size", unit)


@pytest.mark.parametrize("text", ["Box", "A/B", "XL", "Max", "x", "Q x R"])
def test_letters_that_are_no_sides_are_no_size(text: str) -> None:
    label = Headers().lookup(text)

    assert label is None or label.attribute != "size"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Moosgrün", ValueKind.COLOR),
        ("Verkehrsweiß / Kieselgrau", ValueKind.COLOR),
        ("jasnoniebieski", ValueKind.COLOR),
        ("donkerrood", ValueKind.COLOR),
        ("светло-зелёный", ValueKind.COLOR),
        ("Weißbrot", ValueKind.TEXT),
        ("Nachttisch", ValueKind.TEXT),
    ],
)
def test_one_word_tells_which_colour_it_is(text: str, kind: ValueKind) -> None:
    assert kind_of(text) is kind


def test_a_compound_of_a_fine_metal_is_no_colour() -> None:
    assert kind_of("Rotgold") is not ValueKind.COLOR


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cl 50", ValueKind.SIZE),
        ("gr. 250", ValueKind.SIZE),
        ("l 0,75", ValueKind.SIZE),
        ("mm 600x400", ValueKind.SIZE),
        ("CL 50", ValueKind.CODE),
        ("G 500", ValueKind.CODE),
    ],
)
def test_the_unit_may_stand_before_its_figure(text: str, kind: ValueKind) -> None:
    assert kind_of(text) is kind


@pytest.mark.parametrize("text", ["84,–", "1.290,--", "16.—"])
def test_a_dash_for_the_hundredths_makes_a_sum(text: str) -> None:
    assert kind_of(text) is ValueKind.PRICE


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Felt pad, Ø 35 mm", "Ø 35 mm"),
        ("Glass board 120 × 80 cm", "120 × 80 cm"),
        ("Wood glue 750 ml", "750 ml"),
        ("Grub screw, M6", "M6"),
        ('Waste valve 1" 1/4', '1" 1/4'),
        ("Olio extravergine cl 50", "cl 50"),
        ("Shelf up to 90 kg", None),
        ("Clamp for 8 mm", None),
        ("Drain inox 15 × 15 cm", "15 × 15 cm"),
        ("Speaker M6", None),
        ("Phone 5 G", None),
        ("Hex key set, 8 pcs", None),
        ("Sweater L", None),
        ("310 ml", None),
        ("Scented votive (Ø 7 cm)", "Ø 7 cm"),
        ("Teelichter (4 cm)", "4 cm"),
        ("铸铁煎锅（26cm）", "26cm"),
        ("Shelf 750 mm (30 in)", None),
        ("Votive (scented)", None),
        ("折叠梯 2.5米", "2.5米"),
        ("铸铁煎锅26cm", "26cm"),
        ("木螺丝6×45", "6×45"),
        ("工作台承重200kg", None),
        ("扳手12", None),
        ("Tissues 10x100", None),
    ],
)
def test_a_measure_of_the_goods_may_close_their_name(name: str, size: str | None) -> None:
    assert closing_size(name) == size


@pytest.mark.parametrize(
    ("text", "is_sure", "may_be"),
    [
        ("雾霾色", True, True),
        ("暖灰", True, True),
        ("月光银", False, True),
        ("拉丝 Satin-like", False, True),
        ("特色", False, False),
        ("锌合金", False, False),
    ],
)
def test_colours_in_scripts_without_spaces_are_known_by_how_they_end(text: str, is_sure: bool, may_be: bool) -> None:
    assert (is_color(text), names_color(text)) == (is_sure, may_be)


@pytest.mark.parametrize("text", ["750 mm (30 in)", '30 x 40 cm (12 x 16")', "500 ml (17 oz)", "200mm（8寸）"])
def test_a_size_said_again_in_another_unit_is_one_size(text: str) -> None:
    assert kind_of(text) is ValueKind.SIZE


@pytest.mark.parametrize("text", ["750 mm (black)", "Shelf (30 cm)"])
def test_other_words_beside_a_size_make_it_none(text: str) -> None:
    assert kind_of(text) is not ValueKind.SIZE


@pytest.mark.parametrize("text", ["9 July 2025", "14. März 2024", "1er avril 2023", "3 de mayo de 2024", "5th Dec 2023"])
def test_a_day_with_its_month_in_words_is_a_date(text: str) -> None:
    assert kind_of(text) is ValueKind.DATE


@pytest.mark.parametrize(
    ("name", "size"),
    [("Saline, 30 mL", "30 mL"), ("Elastic bandage, Size D", "Size D"), ("Handschuh Nitril, Größe 8", "Größe 8"), ("Full size bed", None)],
)
def test_sizes_that_are_only_called_so_close_a_name_behind_a_comma(name: str, size: str | None) -> None:
    assert closing_size(name) == size


@pytest.mark.parametrize(
    ("value", "attribute"), [("GL-1", "model"), ("KB-4108", "model"), ("40812", "model"), ("Gift lamp", "name"), ("Duo-2 lamp", "name")]
)
def test_a_word_for_goods_may_stand_before_their_code(value: str, attribute: str) -> None:
    assert promised("name", value) == attribute
