"""Wholesale lists: no header row, the number in the last column, discount groups, three measures in three columns."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.sheets import Anchor, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product

BOXES = ("Faltkarton einwellig", "Faltkarton zweiwellig", "Versandtasche", "Archivbox", "Umzugskarton", "Flaschenkarton")
CLEANING = (
    "Detergente neutro",
    "Lixívia perfumada",
    "Limpa-vidros",
    "Sabonete líquido",
    "Pano de microfibra",
    "Saco do lixo 50 l",
    "Luvas de borracha",
)
TAPS = ("Waschtischmischer", "Küchenarmatur", "Brauseset", "Thermostat Aufputz", "Eckventil", "Siphon")
CANDLES = ("Pillar candle", "Tea lights", "Taper candle", "Scented jar", "Floating candle", "Advent set")


def headless_list(sheet: Sheet) -> SheetPage:
    """Rows without any header: number, name, pack, price."""
    rng, products = sheet.rng, []
    sheet.text(40, 56, "Candles and lights, trade prices in euro", size=13, bold=True)
    for index, name in enumerate(rng.sample(CANDLES, len(CANDLES)) + rng.sample(CANDLES, 3)):
        y, code, amount = 96 + index * 22, f"{rng.randrange(300, 399)}{rng.choice('ABC')}", money.between(rng, 3, 48)
        pack = f"{rng.choice((4, 6, 12, 24))} pcs"
        sheet.row(y, (40, 110, 300), (code, name, pack))
        sheet.text(470, y, f"€ {amount}", anchor=Anchor.RIGHT)
        sheet.rule(40, y + 6, 470, y + 6)
        products.append(Product(model=code, name=name, price=Price(amount, "EUR", f"€ {amount}")))
    return sheet.finished(PageFacts("headless_list", "A", "L4", ok_layouts=("L3",), traits=("no_header",)), products)


def code_last(easel: Easel) -> HtmlPage:
    """A Portuguese list that begins with the name and ends with the number."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(CLEANING, len(CLEANING)):
        code, amount, unit = (
            f"{rng.randrange(1000, 9999)}.{rng.randrange(10, 99)}",
            money.between(rng, 1, 30, step="0.01"),
            rng.choice(("cx. 12 un.", "cx. 6 un.", "un.")),
        )
        rows.append((name, unit, f"{money.comma(amount)} €", code))
        products.append(Product(model=code, name=name, price=Price(amount, "EUR", f"{money.comma(amount)} €"), custom={"Embalagem": unit}))
    return HtmlPage(
        PageFacts("code_last", "A", "L4", traits=("code_last",)),
        f"<h1>Tabela de preços</h1>{table(('Designação', 'Embalagem', 'Preço s/ IVA', 'Código'), rows, style=rng.choice(('ruled', 'lined')))}",
        tuple(products),
        style=".lined tr { border-bottom: 1px solid #ccc; } td, th { padding: 7px 6px; }",
    )


def discount_groups(easel: Easel) -> HtmlPage:
    """A German list with discount group and packing unit; prices per piece in a column titled by the euro sign alone."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(TAPS, len(TAPS)):
        for finish in rng.sample(("chrom", "schwarz matt", "Edelstahl gebürstet"), 2):
            code, amount, group = (
                f"{rng.randrange(10000, 99999)} {rng.randrange(100, 999)}",
                money.between(rng, 9, 480, step="0.01"),
                f"RG {rng.randrange(1, 9)}",
            )
            rows.append((code, name, finish, group, money.comma(amount)))
            products.append(
                Product(
                    model=code, name=name, color=finish, price=Price(amount, "EUR", money.comma(amount)), custom={"Rabattgruppe": group}
                )
            )
    return HtmlPage(
        PageFacts("discount_groups", "A", "L4", traits=("currency_in_header", "codes_with_spaces")),
        f"<h1>Armaturen</h1>{table(('Bestellnummer', 'Bezeichnung', 'Farbe', 'Rabattgruppe', '€'), rows)}",
        tuple(products),
        style="td { padding: 3px 6px; }",
    )


def three_measures(easel: Easel) -> HtmlPage:
    """Length, width and height in columns of their own under one merged header."""
    rng = easel.rng
    body, products = [], []
    for name in rng.sample(BOXES, len(BOXES)):
        for _ in range(2):
            code, amount = f"VP{rng.randrange(1000, 9999)}", money.between(rng, 1, 9, step="0.01")
            length, width, height = (str(rng.randrange(10, 80) * 10) for _ in range(3))
            cells = (code, name, length, width, height, money.comma(amount))
            body.append("<tr>" + "".join(f"<td>{text}</td>" for text in cells) + "</tr>")
            price = Price(amount, "EUR", money.comma(amount))
            products.append(Product(model=code, name=name, price=price, optional=("Länge", "Breite", "Höhe")))
    head = (
        '<tr><th rowspan="2">Artikel-Nr.</th><th rowspan="2">Bezeichnung</th><th colspan="3" class="mid">Innenmaß in mm</th>'
        '<th rowspan="2">Stückpreis in EUR</th></tr><tr><th>Länge</th><th>Breite</th><th>Höhe</th></tr>'
    )
    return HtmlPage(
        PageFacts("three_measures", "A", "L4", traits=("two_level_header", "measures_apart")),
        f'<h1>Kartonagen</h1><table class="ruled">{head}{"".join(body)}</table>',
        tuple(products),
    )
