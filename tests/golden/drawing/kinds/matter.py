"""Pages on which nothing is for sale, though much on them looks like it: covers, lists of dealers and codes, certificates, terms."""

from __future__ import annotations

from html import escape

from tests.golden.drawing import pictures
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Role

TOWNS = ("Antwerp", "Bergamo", "Cork", "Dresden", "Espoo", "Ghent", "Porto", "Zaragoza", "Leeds", "Malmö", "Nantes", "Graz")
CLAUSES = (
    ("Offers", "Our offers are not binding. An order is accepted when we confirm it in writing or deliver the goods."),
    ("Prices", "Prices are in euro, ex works, and exclude VAT. A surcharge of EUR 12.50 applies to orders below EUR 150.00."),
    ("Delivery", "Dates are estimates. Part deliveries are allowed and invoiced separately. Freight is free from EUR 750.00."),
    ("Payment", "Invoices are due within 30 days; 2 % discount is given for payment within 10 days."),
    ("Claims", "Visible defects must be reported within 8 days. We repair or replace at our choice."),
    ("Title", "Goods remain our property until they have been paid for in full."),
)
WORDS = (
    "Anchor bolts",
    "Ball valves",
    "Cable ties",
    "Door closers",
    "Eye bolts",
    "Flanges",
    "Gaskets",
    "Hinges",
    "Inserts",
    "Jacks",
    "Knobs",
    "Latches",
)


def cover(easel: Easel) -> HtmlPage:
    """A full-page photo with the year and a slogan on it."""
    _, scene = easel.picture("scene", role=Role.SCENE, size=(800, 1130), style="position:absolute;left:0;top:0;width:794px;height:1123px")
    title = f'<div style="position:absolute;left:60px;top:120px;font-size:64px">Collection<br>{easel.rng.choice(("2026", "26/27"))}</div>'
    slogan = '<div style="position:absolute;left:60px;bottom:90px;font-size:20px">Made to be used every day</div>'
    return HtmlPage(
        PageFacts("cover", "C", "L3", ok_layouts=("L1", "L2", "L4"), traits=("no_products", "full_bleed")), f"{scene}{title}{slogan}"
    )


def lifestyle(easel: Easel) -> HtmlPage:
    """Room photos and a few warm words."""
    scenes = [
        easel.picture("scene", role=Role.SCENE, size=(680, 420), style="width:686px;height:400px;margin-bottom:16px")[1] for _ in range(2)
    ]
    text = "A house is finished when the people in it stop noticing it. We like wood that ages, linen that creases and light that is warm."
    return HtmlPage(
        PageFacts("lifestyle", "C", "L3", ok_layouts=("L1", "L2"), traits=("no_products",)),
        f"{scenes[0]}<h2>Slow mornings</h2><p>{text}</p>{scenes[1]}",
    )


def code_index(easel: Easel) -> HtmlPage:
    """Item numbers and the pages they are on, in columns: an index, not a price list."""
    codes = sorted(f"{easel.rng.choice('ABDKT')}{easel.rng.randrange(1000, 9999)}" for _ in range(150))
    lines = "".join(f'<div class="line"><span>{code}</span><span>{easel.rng.randrange(4, 180)}</span></div>' for code in codes)
    return HtmlPage(
        PageFacts("code_index", "D", "L4", traits=("no_products", "index")),
        f'<h1>Index by item number</h1><div style="columns:5;column-gap:26px">{lines}</div>',
        style=".line { display: flex; justify-content: space-between; font-size: 10px; line-height: 20px; }",
    )


def contents(easel: Easel) -> HtmlPage:
    """A table of contents with chapter pictures."""
    rng = easel.rng
    cards = []
    for number, word in enumerate(rng.sample(WORDS, 9)):
        _, picture = easel.picture("box", role=Role.DECORATION, size=(300, 200), style="width:200px;height:130px")
        cards.append(
            f"<div>{picture}<div class='row' style='justify-content:space-between;width:200px'><b>{word}</b><span>{6 + number * 14}</span></div></div>"
        )
    return HtmlPage(
        PageFacts("contents", "D", "L2", ok_types=("C",), ok_layouts=("L3", "L4"), traits=("no_products",)),
        f'<h1>Contents</h1><div class="grid" style="grid-template-columns:repeat(3,1fr)">{"".join(cards)}</div>',
    )


def dealers(easel: Easel) -> HtmlPage:
    """Dealers with addresses, telephone numbers and opening hours."""
    rng = easel.rng
    cards = []
    for town in rng.sample(TOWNS, 12):
        street, phone = (
            f"{rng.choice(('Harbour Road', 'Station Street', 'Market Square'))} {rng.randrange(1, 120)}",
            f"+{rng.randrange(30, 49)} {rng.randrange(100, 999)} {rng.randrange(10**5, 10**6)}",
        )
        cards.append(
            f"<div><b>{escape(town)} Interiors</b><br>{street}<br>{rng.randrange(1000, 99999)} {escape(town)}<br>Tel. {phone}<br>Mon–Fri 9:00–18:30</div>"
        )
    return HtmlPage(
        PageFacts("dealers", "D", "L4", ok_types=("C",), ok_layouts=("L2", "L3"), traits=("no_products",)),
        f'<h1>Where to find us</h1><div class="grid" style="grid-template-columns:repeat(3,1fr)">{"".join(cards)}</div>',
    )


def dealer_table(easel: Easel) -> HtmlPage:
    """The same as a ruled table with customer numbers: codes and names, but no goods."""
    rng = easel.rng
    rows = [
        (
            f"D-{rng.randrange(100, 999)}",
            f"{town} Trade Centre",
            f"Dock {rng.randrange(1, 40)}, {town}",
            f"+{rng.randrange(30, 49)} {rng.randrange(10**6, 10**7)}",
        )
        for town in rng.sample(TOWNS, 11)
    ]
    return HtmlPage(
        PageFacts("dealer_table", "D", "L4", ok_types=("C",), traits=("no_products",)),
        f"<h1>Service partners</h1>{table(('Partner no.', 'Company', 'Address', 'Telephone'), rows)}",
        style="td { padding: 8px 6px; }",
    )


def terms(easel: Easel) -> HtmlPage:
    """Conditions of sale in two columns, with amounts in them."""
    clauses = easel.rng.sample(CLAUSES, len(CLAUSES))
    text = "".join(f"<h3>{number}. {title}</h3><p>{body} {body}</p>" for number, (title, body) in enumerate(clauses, 1))
    return HtmlPage(
        PageFacts("terms", "D", "L4", ok_layouts=("L3",), traits=("no_products",)),
        f'<h1>Terms and conditions</h1><div style="columns:2;column-gap:30px">{text}</div>',
    )


def certificates(easel: Easel) -> HtmlPage:
    """Certificates as pictures with their numbers under them."""
    rng = easel.rng
    cards = []
    for standard in ("ISO 9001:2015", "ISO 14001:2015", "FSC® C123456", "OEKO-TEX 18.HCN.04122"):
        _, picture = easel.image(pictures.certificate(rng), role=Role.DECORATION, style="width:240px;height:320px")
        cards.append(f"<div>{picture}<p class='mid' style='width:240px'>{standard}</p></div>")
    return HtmlPage(
        PageFacts("certificates", "D", "L2", ok_types=("C",), ok_layouts=("L3",), traits=("no_products",)),
        f'<h1>Our certificates</h1><div class="grid" style="grid-template-columns:1fr 1fr">{"".join(cards)}</div>',
    )
