"""Goods in running text and in rows without a table: books, seeds, and lists with a picture at the left and a price at the right."""

from __future__ import annotations

from html import escape

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage
from tests.golden.drawing.truth import PageFacts, Price, Product

BOOKS = (
    ("Harriet Lund", "Bridges of the North"),
    ("Paulo Reis", "The Potter's Year"),
    ("Ines Okafor", "Salt and Smoke"),
    ("Daniel Weiss", "Small Gardens"),
    ("Mei Tanaka", "Paper Architecture"),
    ("Rosa Quint", "A History of Blue"),
    ("Tom Ashby", "Walking the Fens"),
    ("Elsa Brandt", "Bread from Rye"),
)
SEEDS = (
    ("Tomato 'Harbinger'", "An early outdoor variety with thin skins and a fine flavour."),
    ("Runner bean 'Painted Lady'", "Red and white flowers on tall plants, long tender pods."),
    ("Beetroot 'Cheltenham'", "Long roots that keep well through the winter."),
    ("Lettuce 'Winter Density'", "Compact hearts for sowing in autumn or early spring."),
    ("Carrot 'Autumn King'", "A late maincrop with heavy, well coloured roots."),
    ("Pea 'Alderman'", "Climbs to two metres and crops over many weeks."),
    ("Kale 'Nero'", "Dark, narrow leaves, hardy and good to look at."),
    ("Leek 'Musselburgh'", "An old and reliable leek for difficult soils."),
)
GEAR = ("Mochila de montaña", "Saco de dormir", "Tienda para dos personas", "Hornillo de gas", "Linterna frontal", "Bastones plegables")


def books(easel: Easel) -> HtmlPage:
    """Two columns of entries: author, title, format, ISBN and price on lines of their own."""
    rng = easel.rng
    entries, products = [], []
    for author, title in rng.sample(BOOKS, len(BOOKS)):
        isbn = f"978-1-{rng.randrange(10000, 99999)}-{rng.randrange(100, 999)}-{rng.randrange(0, 9)}"
        amount = money.between(rng, 9, 60, step="1") - money.CENT
        details = f"{rng.randrange(120, 480)} pages, {rng.choice(('hardback', 'paperback'))}"
        entries.append(
            f"<div class='entry'><h3>{escape(title)}</h3><div>{author}</div><div class='small'>{details}</div>"
            f"<div class='small'>ISBN {isbn}</div><div><b>£{amount}</b></div></div>"
        )
        products.append(Product(model=isbn, name=title, price=Price(amount, "GBP", f"£{amount}"), optional=("pages",)))
    return HtmlPage(
        PageFacts("books", "B", "L3", ok_types=("A",), ok_layouts=("L2", "L4"), traits=("running_text", "columns", "no_pictures")),
        f'<h1>New titles</h1><div style="columns:2;column-gap:40px">{"".join(entries)}</div>',
        tuple(products),
        style=".entry { break-inside: avoid; margin-bottom: 20px; }",
    )


def seeds(easel: Easel) -> HtmlPage:
    """Paragraphs: the name in bold, a number, some words, and the packet's price at the end."""
    rng = easel.rng
    entries, products = [], []
    for name, text in rng.sample(SEEDS, len(SEEDS)):
        code, amount = str(rng.randrange(1000, 9999)), money.between(rng, 1, 6)
        entries.append(f"<p><b>{name}</b> ({code}) {text} Packet £{amount}</p>")
        products.append(Product(model=code, name=name, price=Price(amount, "GBP", f"£{amount}")))
    return HtmlPage(
        PageFacts("seeds", "B", "L3", ok_types=("A", "D"), ok_layouts=("L2", "L4"), traits=("running_text", "no_pictures")),
        f"<h1>Vegetable seeds</h1>{''.join(entries)}",
        tuple(products),
        style="font-size: 14px; p { margin-bottom: 16px; }",
    )


def picture_rows(easel: Easel) -> HtmlPage:
    """Rows between hairlines: picture, name with points, number and price at the right edge."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(GEAR, 5):
        key, picture = easel.picture("box", size=(260, 220), style="width:150px;height:126px")
        code, amount = f"{rng.randrange(100, 999)}.{rng.randrange(100, 999)}", money.between(rng, 19, 480)
        points = f"<ul><li>Peso: {rng.randrange(300, 2800)} g</li><li>Garantía de {rng.randrange(2, 6)} años</li></ul>"
        shown = f"{money.comma(amount)} €"
        rows.append(
            f'<div class="item">{picture}<div class="text"><h2>{name}</h2>{points}</div><div class="end"><div>Ref. {code}</div><b>{shown}</b></div></div>'
        )
        products.append(Product(model=code, name=name, price=Price(amount, "EUR", shown), images=(key,), optional=("Peso",)))
    return HtmlPage(
        PageFacts("picture_rows", "B", "L2", ok_types=("A",), ok_layouts=("L3", "L4"), traits=("rows_without_table",)),
        f"<h1>Todo para la montaña</h1>{''.join(rows)}",
        tuple(products),
        style=(
            ".item { display: flex; gap: 20px; border-top: 1px solid #bbb; padding: 14px 0; } .text { flex: 1; }"
            " .end { text-align: right; font-size: 15px; width: 130px; }"
        ),
    )
