"""Luminaires: technical tables with merged headers and a picture per row, and models compared side by side."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage
from tests.golden.drawing.truth import PageFacts, Price, Product

FITTINGS = ("Orbit pendant", "Linea track spot", "Halo ceiling light", "Bollard 600", "Slim panel", "Cove profile", "Niche downlight")
FINISHES = ("Matt black", "White", "Brushed brass", "Anthracite")


def lighting_table(easel: Easel) -> HtmlPage:
    """One row per fitting with its picture; watt, lumen, colour temperature and protection under merged headers."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(FITTINGS, 6):
        key, picture = easel.picture("lamp", size=(200, 200), style="width:58px;height:58px")
        code, amount, finish = f"LX{rng.randrange(100, 999)}.{rng.randrange(10, 40)}", money.between(rng, 29, 380), rng.choice(FINISHES)
        watt = rng.choice((7, 12, 18, 24, 36))
        facts = {
            "W": str(watt),
            "lm": str(watt * rng.randrange(85, 120)),
            "K": rng.choice(("2700", "3000", "4000")),
            "IP": rng.choice(("20", "44", "65")),
        }
        rows.append((picture, code, name, finish, *facts.values(), f"€ {money.comma(amount)}"))
        products.append(
            Product(
                model=code,
                name=name,
                color=finish,
                price=Price(amount, "EUR", f"€ {money.comma(amount)}"),
                custom=facts,
                images=(key,),
                optional=tuple(facts),
            )
        )
    head = (
        '<tr><th rowspan="2"></th><th rowspan="2">Order code</th><th rowspan="2">Luminaire</th><th rowspan="2">Finish</th>'
        '<th colspan="3" class="mid">Light source</th><th rowspan="2">IP</th><th rowspan="2">RRP excl. VAT</th></tr>'
        "<tr><th>W</th><th>lm</th><th>K</th></tr>"
    )
    body = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
    return HtmlPage(
        PageFacts("lighting_table", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("two_level_header", "row_pictures")),
        f'<div class="head"><span>Interior</span><span>Light 26/27</span></div><h1>Pendants and spots</h1><table class="ruled">{head}{body}</table>',
        tuple(products),
        size=rng.choice((LANDSCAPE, (794, 1123))),
        style="thead th { background: #efe9df; } th { background: #efe9df; }",
    )


def comparison(easel: Easel) -> HtmlPage:
    """Models as columns, each under its picture; features as rows with ticks."""
    rng = easel.rng
    names = rng.sample(("Studio 1", "Studio 2", "Studio Pro", "Studio Max", "Studio Air"), 4)
    pictures = [easel.picture("lamp", size=(260, 260), style="width:110px;height:110px") for _ in names]
    codes = [f"ST-{rng.randrange(100, 999)}" for _ in names]
    amounts = [money.between(rng, 79, 520, step="1") for _ in names]
    facts = {
        "Power": [f"{rng.choice((20, 40, 60, 100))} W" for _ in names],
        "Weight": [f"{rng.randrange(8, 46) / 10} kg" for _ in names],
        "Warranty": [f"{rng.choice((2, 3, 5))} years" for _ in names],
    }
    sizes = [f"{rng.randrange(200, 420)} × {rng.randrange(100, 200)} × {rng.randrange(60, 120)} mm" for _ in names]
    ticks = [[rng.choice(("✓", "–")) for _ in names] for _ in range(2)]
    lines = [
        ("", [tag for _, tag in pictures]),
        ("Model", names),
        ("Order no.", codes),
        ("Dimensions", sizes),
        *facts.items(),
        ("Dimmable", ticks[0]),
        ("Remote control", ticks[1]),
        ("Price", [f"€ {money.point(amount)}" for amount in amounts]),
    ]
    body = "".join(
        f"<tr><th>{label}</th>" + "".join(f"<td class='mid'>{value}</td>" for value in values) + "</tr>" for label, values in lines
    )
    products = tuple(
        Product(
            model=codes[index],
            name=name,
            size=sizes[index],
            price=Price(amounts[index], "EUR", f"€ {money.point(amounts[index])}"),
            custom={label: values[index] for label, values in facts.items()},
            images=(pictures[index][0],),
            optional=("Dimmable", "Remote control"),
        )
        for index, name in enumerate(names)
    )
    return HtmlPage(
        PageFacts("comparison", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("transposed", "column_pictures")),
        f'<h1>Which Studio light suits you?</h1><table class="{rng.choice(("ruled", "lined"))}">{body}</table>',
        products,
        style=".lined tr { border-bottom: 1px solid #ccc; } img { margin: 0 auto; } td { font-size: 11px; }",
    )
