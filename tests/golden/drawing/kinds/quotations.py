"""Worksheets that are sent as offers: a picture column, merged groups, and terms under the table."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.truth import PageFacts, Price, Product
from tests.golden.drawing.workbooks import Grid, GridPage

TOYS = (
    ("木制积木", "榉木"),
    ("毛绒小熊", "短毛绒"),
    ("遥控赛车", "ABS"),
    ("儿童画板", "松木"),
    ("磁力片", "ABS+磁铁"),
    ("拼图", "灰板纸"),
    ("陀螺", "合金"),
)
BAGS = ("Canvas tote", "Laptop sleeve", "Travel duffel", "Drawstring pouch", "Messenger bag", "Cooler bag", "Garment bag", "Belt bag")
PIPES = {
    "PVC": ("Elbow 90°", "Tee equal", "Coupling"),
    "Brass": ("Ball valve", "Hose union", "Check valve"),
    "PE": ("Saddle clamp", "Reducer"),
}


def quotation_zh(grid: Grid) -> GridPage:
    """报价单 with a picture in each row, the unit of length in the header, and the currency in the title line."""
    rng, products = grid.rng, []
    grid.widths(6, 12, 16, 14, 18, 10, 12)
    grid.write(1, 1, "东莞市欣乐玩具有限公司 报价单", size=16, is_bold=True)
    grid.merge(1, 1, 1, 7)
    grid.write(2, 1, "币种：人民币 日期：2026-03-15", size=9)
    grid.merge(2, 1, 2, 7)
    grid.line(3, ("序号", "货号", "图片", "品名", "尺寸(cm)", "材质", "单价(元)"), is_bold=True, fill="DDEBF7")
    for number, (name, material) in enumerate(rng.sample(TOYS, len(TOYS)), 1):
        code, amount = f"XL{rng.randrange(10000, 99999)}", money.between(rng, 3, 180, step="0.5")
        size = f"{rng.randrange(8, 60)}×{rng.randrange(8, 40)}×{rng.randrange(3, 30)}"
        grid.line(3 + number, (str(number), code, "", name, size, material, f"{amount}"))
        key = grid.picture(3 + number, 3, "box", side_pt=62)
        price = Price(amount, "CNY", f"{amount}")
        alt = {"size": [f"{size}cm", size]}
        products.append(Product(model=code, name=name, size=f"{size} cm", material=material, price=price, images=(key,), alt=alt))
    grid.write(12, 1, "备注：以上价格不含运费，交货期30天。", size=9)
    grid.merge(12, 1, 12, 7)
    facts = PageFacts("quotation_zh", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("row_pictures", "unit_in_header"))
    return GridPage(facts, tuple(products))


def packed_list(grid: Grid) -> GridPage:
    """An export list: carton size, quantity and weight beside the FOB price."""
    rng, products = grid.rng, []
    grid.widths(12, 24, 20, 10, 20, 10, 14)
    grid.write(1, 1, "PRICE LIST", size=18, is_bold=True)
    grid.merge(1, 1, 1, 7)
    grid.line(3, ("Style", "Item", "Fabric", "PCS/CTN", "Carton (cm)", "G.W. (kg)", "FOB USD"), is_bold=True)
    for index, name in enumerate(rng.sample(BAGS, len(BAGS)), 4):
        code, amount, fabric = (
            f"B-{rng.randrange(100, 999)}/{rng.choice('LMS')}",
            money.between(rng, 1, 26, step="0.01"),
            rng.choice(("600D polyester", "12 oz canvas", "Nylon ripstop")),
        )
        count, weight = str(rng.choice((20, 24, 50, 100))), f"{rng.randrange(60, 190) / 10}"
        carton = f"{rng.randrange(40, 70)}*{rng.randrange(30, 50)}*{rng.randrange(20, 50)}"
        grid.line(index, (code, name, fabric, count, carton, weight, f"{amount}"))
        facts = {"PCS/CTN": count, "Carton (cm)": carton, "G.W. (kg)": weight}
        price = Price(amount, "USD", f"{amount}")
        products.append(Product(model=code, name=name, material=fabric, price=price, custom=facts, optional=tuple(facts)))
    return GridPage(PageFacts("packed_list", "A", "L4", traits=("carton_columns",)), tuple(products))


def merged_groups(grid: Grid) -> GridPage:
    """The material in a merged first column holds for the rows beside it."""
    rng, products, row = grid.rng, [], 3
    grid.widths(12, 14, 22, 12, 14)
    grid.write(1, 1, "Fittings and valves", size=16, is_bold=True)
    grid.merge(1, 1, 1, 5)
    grid.line(2, ("Material", "Code", "Description", "Size", "Price (EUR)"), is_bold=True, fill="E2EFDA")
    for material, names in PIPES.items():
        first = row
        for name in names:
            for size in rng.sample(("DN15", "DN20", "DN25", "DN32"), 2):
                code, amount = f"{material[0]}{rng.randrange(1000, 9999)}", money.between(rng, 1, 60)
                grid.line(row, (material if row == first else "", code, name, size, money.comma(amount)))
                price = Price(amount, "EUR", money.comma(amount))
                products.append(Product(model=code, name=name, size=size, material=material, price=price))
                row += 1
        grid.merge(first, 1, row - 1, 1)
    return GridPage(PageFacts("merged_groups", "A", "L4", traits=("merged_cells",)), tuple(products))
