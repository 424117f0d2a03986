"""A product told once, and captions side by side under it that tell its versions."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.drawn import Sheet, values

SEATS = (("Single", "W1080*D980mm", "$320.00"), ("Double", "W1780*D980mm", "$490.00"), ("King size", "W2380*D980mm", "$650.00"))


def _versions(sheet: Sheet, y: float, *, codes: tuple[str, ...] = ()) -> None:
    for place, (name, size, price) in enumerate(SEATS):
        x = 40 + 175 * place
        sheet.frame(x, y, x + 160, y + 170).picture(x + 30, y + 8, x + 130, y + 80).text(x + 10, y + 100, name, size=12)
        sheet.text(x + 10, y + 120, f"Size: {size}", size=9).text(x + 10, y + 150, price, size=12)
        if codes:
            sheet.text(x + 10, y + 134, f"Code: {codes[place]}", size=9)


def _told_once(sheet: Sheet, y: float, name: str, *facts: str) -> Sheet:
    return sheet.picture(40, y, 290, y + 160).text(320, y + 30, name, size=22).lines(320, y + 60, *facts, size=9)


def test_what_is_told_once_holds_for_the_versions_under_it(tmp_path: Path) -> None:
    sheet = _told_once(Sheet(), 60, "Cloud Sofa", "Model: LT-2306", "Material: solid oak", "Color: caramel, ivory")
    _versions(sheet, 260)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {
            "model": "LT-2306",
            "name": f"Cloud Sofa {name}",
            "size": size,
            "material": "solid oak",
            "color": "caramel, ivory",
            "price": f"{price[1:]} USD",
        }
        for name, size, price in SEATS
    ]
    # The name is quoted where the version stands, and where the product is told.
    names = [sku.get("name") for sku in reading.skus]
    assert [(name.evidence.quote, len(name.evidence.more)) for name in names if name is not None] == [(name, 1) for name, _, _ in SEATS]


def test_each_row_of_versions_goes_with_what_is_told_over_it(tmp_path: Path) -> None:
    sheet = _told_once(Sheet(), 40, "Cloud Sofa", "Material: solid oak")
    _versions(sheet, 220, codes=("LT-G518-1", "LT-G518-2", "LT-G518-3"))
    _told_once(sheet, 420, "Wall Sofa", "Material: walnut")
    _versions(sheet, 600, codes=("LT-G526-1", "LT-G526-2", "LT-G526-3"))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [product["material"] for product in found] == ["solid oak"] * 3 + ["walnut"] * 3
    assert [product["name"] for product in found] == [f"{sofa} Sofa {name}" for sofa in ("Cloud", "Wall") for name, _, _ in SEATS]


def test_a_product_with_a_code_of_its_own_is_none_of_those_under_it(tmp_path: Path) -> None:
    sheet = _told_once(Sheet(), 60, "Cloud Sofa", "Model: LT-2306", "Material: solid oak")
    _versions(sheet, 260, codes=("LT-2311", "LT-2312", "LT-2313"))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [product["model"] for product in found] == ["LT-2306", "LT-2311", "LT-2312", "LT-2313"]
    assert [product["name"] for product in found[1:]] == [name for name, _, _ in SEATS]


def test_versions_go_on_in_the_next_row(tmp_path: Path) -> None:
    sheet = _told_once(Sheet(), 40, "Cloud Sofa", "Material: solid oak")
    _versions(sheet, 220, codes=("LT-G518-1", "LT-G518-2", "LT-G518-3"))
    _versions(sheet, 400, codes=("LT-G518-4", "LT-G518-5", "LT-G518-6"))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [product["material"] for product in found] == ["solid oak"] * 6


def test_what_has_a_size_of_its_own_is_sold_beside_those_under_it(tmp_path: Path) -> None:
    sheet = _told_once(Sheet(), 60, "Cloud Sofa", "Material: solid oak", "Size: 90 x 200 cm")
    _versions(sheet, 260, codes=("LT-2311", "LT-2312", "LT-2313"))

    assert not any("material" in product for product in map(values, sheet.read(tmp_path).skus) if product.get("model"))
