"""Screws, bearings and ironmongery: dense tables whose names stand over them and whose columns bear short signs."""

from __future__ import annotations

from decimal import Decimal

from tests.golden.drawing import money
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

SCREWS = (
    ("0933", "Sechskantschrauben DIN 933", "Stahl 8.8 verzinkt"),
    ("0912", "Zylinderschrauben DIN 912", "Edelstahl A2"),
    ("7991", "Senkschrauben DIN 7991", "Stahl 10.9 blank"),
    ("0603", "Schlossschrauben DIN 603", "Stahl 4.6 verzinkt"),
    ("0571", "Holzschrauben DIN 571", "Edelstahl A4"),
)
THREADS = (("M4", "7", (10, 16, 20)), ("M5", "8", (12, 20, 30)), ("M6", "10", (16, 25, 40)), ("M8", "13", (20, 35, 60)))
BEARINGS = ((6000, 10, 26, 8), (6001, 12, 28, 8), (6002, 15, 32, 9), (6003, 17, 35, 10), (6004, 20, 42, 12), (6005, 25, 47, 12))
SUFFIXES = ("-2RS", "-ZZ", "", "-2RS C3")
IRONMONGERY = (
    ("不锈钢合页", "4寸×3寸×3mm", "304不锈钢"),
    ("静音门吸", "φ45×80mm", "锌合金"),
    ("三节轨道", "450mm", "冷轧钢"),
    ("平开窗执手", "148×32mm", "铝合金"),
    ("防盗插销", "6寸", "黄铜"),
    ("玻璃门夹", "165×52mm", "304不锈钢"),
    ("浴室挂钩", "55×55mm", "太空铝"),
    ("抽屉拉手", "孔距128mm", "锌合金"),
    ("重型角码", "60×60×2mm", "镀锌钢板"),
    ("球形门锁", "φ54mm", "201不锈钢"),
)


def fastener_sizes(easel: Easel) -> HtmlPage:
    """Blocks with a title and a drawing over a table of sizes; headers stand on end in some."""
    rng = easel.rng
    is_rotated = rng.random() < 0.5
    blocks, products = [], []
    for norm, title, material in rng.sample(SCREWS, 2):
        key, picture = easel.picture("screw", size=(300, 120), style="width:150px;height:60px")
        rows = []
        for thread, wrench, lengths in rng.sample(THREADS, 3):
            for length in lengths:
                code = f"{norm} {thread[1:]:0>2} {length:03}"
                amount, pack = money.between(rng, 2, 40), rng.choice(("100", "200", "500"))
                rows.append((code, thread, str(length), wrench, pack, money.comma(amount)))
                products.append(
                    Product(
                        model=code,
                        name=title,
                        material=material,
                        price=Price(amount, "EUR", money.comma(amount)),
                        custom={"d1": thread, "L": str(length), "SW": wrench, "VPE": pack},
                        images=(key,),
                        optional=("d1", "L", "SW"),
                    )
                )
        header = ("Art.-Nr.", "d1", "L", "SW", "VPE", "€ / 100 St.")
        body = table(header, rows, style="ruled turned" if is_rotated else "ruled")
        blocks.append(f'<div class="row"><div style="flex:1"><h2>{title}</h2><p>{material}</p></div>{picture}</div>{body}')
    turned = ".turned th { writing-mode: vertical-rl; transform: rotate(180deg); height: 84px; }"
    return HtmlPage(
        PageFacts("fastener_sizes", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("rotated_header",) if is_rotated else ()),
        _frame("Verbindungstechnik", "".join(blocks)),
        tuple(products),
        style=".ruled td { padding: 3px 6px; } " + turned,
    )


def bearings(easel: Easel) -> HtmlPage:
    """A table without names or prices: designations and measures under a two-level header."""
    rng = easel.rng
    rows, products = [], []
    for base, bore, outer, width in BEARINGS:
        for suffix in rng.sample(SUFFIXES, 3):
            code, weight, speed = f"{base}{suffix}", f"0.{rng.randrange(10, 99):03}", str(rng.randrange(14, 32) * 1000)
            rows.append((code, str(bore), str(outer), str(width), speed, weight))
            products.append(
                Product(model=code, custom={"Limiting speed": speed, "Mass": weight}, optional=("d", "D", "B", "Limiting speed", "Mass"))
            )
    head = (
        '<thead><tr><th rowspan="2">Designation</th><th colspan="3" class="mid">Boundary dimensions (mm)</th>'
        '<th rowspan="2">Limiting speed<br>r/min</th><th rowspan="2">Mass<br>kg</th></tr><tr><th>d</th><th>D</th><th>B</th></tr></thead>'
    )
    body = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
    _, picture = easel.picture("ring", role=Role.SIZE_CHART, size=(320, 320), style="width:140px;height:140px")
    return HtmlPage(
        PageFacts("bearings", "A", "L4", ok_layouts=("L3",), traits=("two_level_header", "no_price")),
        _frame(
            "Deep groove ball bearings", f'<h1>Single row deep groove ball bearings</h1>{picture}<table class="ruled">{head}{body}</table>'
        ),
        tuple(products),
        style="img { margin: 0 0 12px; } td { padding: 2px 6px; }",
    )


def ironmongery(easel: Easel) -> HtmlPage:
    """A Chinese price list with a price without and one with tax; either is a right answer."""
    rng = easel.rng
    rows, products = [], []
    for number, (name, size, material) in enumerate(rng.sample(IRONMONGERY, len(IRONMONGERY)), 1):
        code = f"JT-{rng.randrange(100, 999)}{rng.choice('ABK')}"
        net = money.between(rng, 3, 90, step="0.5")
        gross = (net * Decimal("1.13")).quantize(money.CENT)
        pack = rng.choice(("10只/盒", "20副/箱", "50个/箱"))
        rows.append((str(number), code, name, size, material, pack, f"{net}", f"{gross}"))
        products.append(
            Product(
                model=code,
                name=name,
                size=size,
                material=material,
                price=Price(net, "CNY", f"{net}", others=(gross,)),
                custom={"包装": pack},
                optional=("含税价", "不含税价", "含税价(元)", "不含税价(元)", "序号"),
            )
        )
    header = ("序号", "型号", "品名", "规格", "材质", "包装", "不含税价(元)", "含税价(元)")
    note = '<p class="small">以上价格含13%增值税专用发票，数量大另议。有效期至2026年12月31日。</p>'
    return HtmlPage(
        PageFacts("ironmongery", "A", "L4", traits=("two_prices",)),
        _frame("锦泰五金", f'<h1 class="mid">锦泰五金制品厂报价单</h1>{table(header, rows)}{note}'),
        tuple(products),
        size=rng.choice((LANDSCAPE, (794, 1123))),
        style="td, th { padding: 7px 8px; }",
    )


def _frame(title: str, body: str) -> str:
    return f'<div class="head"><span>{title}</span><span>2026</span></div>{body}<div class="foot"><span>{title}</span><span>17</span></div>'
