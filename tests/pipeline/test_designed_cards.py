"""Cards as designers set them: tracked capitals, codes in small grey print, names in two scripts, prices in bubbles, keys over names."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.drawn import GOODS, Sheet, customs, values

GREY = (0.6, 0.6, 0.6)
BASINS = (("Ovo 58", "AQ-OV58", "580 x 380 mm"), ("Ovo WC", "AQ-OVWC", "360 x 640 mm"), ("Ovo tub", "AQ-OVT17", "1700 x 780 mm"))


def _tracked(sheet: Sheet, x: float, y: float, text: str, *, size: float = 12) -> None:
    for char in text:
        sheet.text(x, y, char, size=size)
        x += Sheet.width_of(char, size=size) + 0.35 * size


def _priced(sheet: Sheet, x: float, y: float, whole: str) -> None:
    """`£ 149` with small raised cents."""
    sheet.text(x, y, f"£ {whole}", size=16).text(x + 13.4 + 8.9 * len(whole), y - 5, "90", size=8)


def test_a_list_before_a_small_code_is_parted_as_if_it_stood_alone(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, ((name, code, _), told) in enumerate(zip(GOODS, ("Leather, black", "Cotton, beige", "Linen, red"), strict=False)):
        x = 40 + 180 * place
        sheet.picture(x, 80, x + 120, 200).text(x, 216, name, size=14)
        sheet.text(x, 229, f"Size: 3{place} x 30 cm · Weight: 0.95 kg", size=8).text(x, 241, told, size=8).text(
            x + 70, 241, code, size=6, color=GREY
        )

    skus = sheet.read(tmp_path).skus

    assert [(values(sku)["material"], values(sku)["color"]) for sku in skus] == [
        ("Leather", "black"),
        ("Cotton", "beige"),
        ("Linen", "red"),
    ]
    assert [customs(sku) for sku in skus] == [{"Weight": "0.95 kg"}] * 3
    assert [values(sku)["model"] for sku in skus] == [code for _, code, _ in GOODS[:3]]
