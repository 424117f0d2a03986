"""Paragraphs that name, describe and price one product each."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from tests.pipeline.drawn import Sheet, by_name, values

GOODS = (
    ("Cove garden chair", "CV-11", "78 x 80 x 74 cm", "solid ash", "£648"),
    ("Dune side table", "DN-03", "42 x 51 x 40 cm", "solid oak", "£179"),
    ("Gale desk lamp", "GL-18", "18 x 20 x 44 cm", "brass", "£95"),
    ("Reef wall shelf", "RF-05", "90 x 27 x 24 cm", "solid pine", "£234"),
)
TOLD = [
    {"model": code, "name": name, "size": size, "material": material, "price": f"{price[1:]} GBP"}
    for name, code, size, material, price in GOODS
]


def test_a_name_within_the_first_row_and_facts_by_the_way(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "From the workshop", size=22)
    for place, (name, code, size, material, price) in enumerate(GOODS):
        x, y = (240, 40)[place % 2], 110 + 150 * place
        sheet.picture(*((40, y, 200, y + 110) if x > 200 else (380, y, 540, y + 110)))
        end = x + 22 + pymupdf.get_text_length(name, "hebo", 10)
        sheet.text(x, y + 30, "The").text(x + 20, y + 30, name, bold=True).text(end + 2, y + 30, "was drawn for long")
        sheet.text(x, y + 45, f"evenings and small rooms. Size {size}, material")
        sheet.text(x, y + 60, f"{material}. Ref. {code}.")
        sheet.text(x + pymupdf.get_text_length(f"{material}. Ref. {code}. ", "helv", 10), y + 60, price, bold=True)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == TOLD


def test_names_over_their_text_with_the_pack_before_the_price(tmp_path: Path) -> None:
    goods = (("Floor wax", "FW-25", "25 kg", "18,40"), ("Wood oil", "WO-05", "5 L", "31,20"), ("Stone soap", "SS-01", "1 L", "6,95"))
    sheet = Sheet().text(40, 60, "Care and cleaning", size=22)
    for place, (name, code, pack, price) in enumerate(goods):
        y = 100 + 80 * place
        sheet.picture(40, y - 10, 90, y + 45).text(110, y, f"{name}.", size=11, bold=True)
        sheet.text(110, y + 15, f"For floors that are walked on day after day. Ref. {code}. Can {pack}, EUR {price}.", size=9)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": code, "name": name, "size": pack, "price": f"{price.replace(',', '.')} EUR"} for name, code, pack, price in goods
    ]


def test_names_set_large_with_their_codes_over_descriptions_that_end_in_a_price(tmp_path: Path) -> None:
    goods = (
        ("Harbour Scarf", "HS-204", "Woven by the quay on looms that are older than", "the weaver. Made of lambswool; size 180 cm. Comes", "folded, boxed. $58.00"),
        ("Signal Gloves", "SG-118", "Knitted for those who wave from decks in winter and", "mean it. Made of cashmere; size US 6-9. Comes", "folded, boxed. $44.50"),
        ("Anchor Throw", "AT-331", "Heavy enough for a cold cabin, light enough to carry", "ashore. Made of cotton; size 140 cm. Comes", "folded, boxed. $96.00"),
        ("Pilot Beanie", "PB-077", "Worn by three generations of pilots and one cat that", "will not give it back. Made of merino wool; size 58 cm.", "Comes folded, boxed. $27.00"),
    )  # fmt: skip
    sheet = Sheet()
    for number, (name, code, *rows, last) in enumerate(goods):
        x, y = 37 + 290 * (number % 2), 340 + 350 * (number // 2)
        sheet.picture(x, y - 240, x + 220, y - 20).text(x, y, name, size=15)
        sheet.text(x + pymupdf.get_text_length(name, fontsize=15) + 5, y, code, size=7.5, color=(0.6, 0.6, 0.6))
        sheet.lines(x, y + 15, *rows, size=9.5)
        words, price = last.rsplit(" ", 1)
        sheet.text(x, y + 41, words, size=9.5).text(
            x + pymupdf.get_text_length(words + " ", fontsize=9.5), y + 41, price, size=9.5, bold=True
        )

    found = by_name(sheet.read(tmp_path))

    assert [(name, sku["model"], sku["price"]) for name, sku in found.items()] == [
        (name, code, f"{last.rsplit('$')[1]} USD") for name, code, *_, last in goods
    ]
    assert [sku["size"] for sku in found.values()] == ["180 cm", "US 6-9", "140 cm", "58 cm"]
    assert [sku["material"] for sku in found.values()] == ["lambswool", "cashmere", "cotton", "merino wool"]
