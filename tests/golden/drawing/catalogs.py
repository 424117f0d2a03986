"""Which kinds make up which catalog, and the drawing of a whole set."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from openpyxl import Workbook
from playwright.sync_api import Browser

from tests.chromium import chromium
from tests.golden.drawing.kinds import (
    beauty,
    building,
    clothing,
    crafts,
    drinks,
    entries,
    furniture,
    household,
    interiors,
    jewellery,
    laboratory,
    leaflets,
    lighting,
    matter,
    metalware,
    nursery,
    office,
    quotations,
    spares,
    trade,
    workwear,
)
from tests.golden.drawing.painters import PAINTERS
from tests.golden.drawing.printing import Easel, HtmlPage, printed
from tests.golden.drawing.scans import scanned
from tests.golden.drawing.sheets import Sheet, SheetPage
from tests.golden.drawing.truth import DrawnCatalog, DrawnPage
from tests.golden.drawing.workbooks import Grid, GridPage, by_calc, new_grid

HtmlKind = Callable[[Easel], HtmlPage]
SheetKind = Callable[[Sheet], SheetPage]
GridKind = Callable[[Grid], GridPage]


@dataclass(frozen=True, slots=True)
class Plan:
    """A catalog to be: pages of these kinds in this order, printed from HTML or painted, perhaps scanned after."""

    name: str
    lang: str
    html: tuple[HtmlKind, ...] = ()
    sheets: tuple[SheetKind, ...] = ()
    painter: str = ""
    is_scan: bool = False
    keeps_text: bool = False


PLANS = (
    Plan("metalware", "de", (metalware.fastener_sizes, metalware.bearings, metalware.ironmongery, matter.code_index)),
    Plan("building", "it", (matter.cover, building.tile_series, building.cable_reels, matter.certificates)),
    Plan("restaurant", "fr", (drinks.wine_list, drinks.menu_columns)),
    Plan("fashion", "en", (matter.lifestyle, clothing.garments, clothing.size_chart, beauty.shade_cards, matter.dealers)),
    Plan("lighting", "en", (matter.contents, lighting.lighting_table, lighting.comparison, matter.terms)),
    Plan("furniture", "zh", (furniture.furniture_cards, furniture.furniture_sets, furniture.hero_variants, furniture.lakh_prices)),
    Plan("household", "en", (household.tier_prices, household.masonry, household.overlay_captions, household.offers, household.spread)),
    Plan("office", "en", (office.stationery, office.car_parts, office.accessories, office.order_form, matter.dealer_table)),
    Plan("flyers", "mix", (leaflets.split_prices, leaflets.numbered_scene, entries.books, entries.seeds, entries.picture_rows)),
    Plan("workwear", "mix", (workwear.size_colour_matrix, workwear.shared_cells, workwear.channel_prices, workwear.swiss_list)),
    Plan(
        "spares",
        "en",
        sheets=(spares.code_columns, spares.exploded_view, spares.side_groups, workwear.blank, spares.colour_chart, workwear.families),
        painter="reportlab",
    ),
    Plan(
        "world",
        "mix",
        sheets=(jewellery.russian_list, jewellery.japanese_list, jewellery.turkish_list, jewellery.dense_grid, jewellery.text_over_picture),
        painter="pymupdf",
    ),
    Plan("interiors", "mix", (interiors.carpet_swatches, interiors.bicycle, interiors.set_contents, interiors.bilingual_cards)),
    Plan(
        "trade",
        "mix",
        (trade.code_last, trade.discount_groups, trade.three_measures, laboratory.unit_row, laboratory.footnotes, nursery.pot_sizes),
    ),
    Plan(
        "crafts",
        "mix",
        (crafts.price_first_cards, crafts.variant_lines, crafts.drawing_and_table, crafts.chinese_grid, crafts.thread_chart),
    ),
    Plan("fittings", "en", sheets=(crafts.rotated_headers, crafts.right_captions), painter="pymupdf"),
    Plan(
        "nursery",
        "en",
        sheets=(nursery.auction_lots, nursery.two_line_entries, laboratory.availability_dots, trade.headless_list),
        painter="reportlab",
    ),
    Plan("copied", "mix", sheets=(jewellery.turkish_list, spares.side_groups), painter="reportlab", is_scan=True, keeps_text=True),
    Plan("scanned", "mix", (furniture.furniture_cards, metalware.ironmongery, household.tier_prices), is_scan=True),
)


GRID_KINDS: tuple[GridKind, ...] = (quotations.quotation_zh, quotations.packed_list, quotations.merged_groups)


def draw_set(*, seeds: Iterable[int], names: Sequence[str] = ()) -> Iterator[DrawnCatalog]:
    """Every plan, or those named, once per seed."""
    chosen = [plan for plan in PLANS if not names or plan.name in names]
    with ExitStack() as stack:
        browser = stack.enter_context(chromium()) if any(plan.html for plan in chosen) else None
        for seed in seeds:
            for plan in chosen:
                yield _drawn(plan, seed, browser)


def draw_workbooks(*, seeds: Iterable[int]) -> Iterator[DrawnCatalog]:
    """The catalogs that only LibreOffice can print. Raises LibreOfficeMissing."""
    for seed in seeds:
        rng, book = Random(f"workbooks {seed}"), Workbook()
        book.remove(book.active)
        grids = [new_grid(book, rng) for _ in GRID_KINDS]
        pdf, pages = by_calc(book, grids, [kind(grid) for kind, grid in zip(GRID_KINDS, grids, strict=True)])
        yield DrawnCatalog(f"workbooks-{seed}", "calc", "mix", "workbooks", pdf, pages)


def write_set(folder: Path, catalogs: Iterable[DrawnCatalog]) -> list[Path]:
    """PDFs with their truth beside them, as a golden set has them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for catalog in catalogs:
        path = folder / f"{catalog.name}.pdf"
        path.write_bytes(catalog.pdf)
        truth = json.dumps(catalog.truth(), ensure_ascii=False, indent=1)
        (folder / f"{catalog.name}.truth.json").write_text(truth, encoding="utf-8")
        written.append(path)
    return written


def _drawn(plan: Plan, seed: int, browser: Browser | None) -> DrawnCatalog:
    rng = Random(f"{plan.name} {seed}")
    producer = plan.painter or "chromium"
    if browser is not None and plan.html:
        easel = Easel(rng)
        pdf, pages = printed([kind(easel) for kind in plan.html], browser)
    else:
        painted = [kind(Sheet(rng)) for kind in plan.sheets]
        pdf, pages = PAINTERS[plan.painter](painted), tuple(page.drawn for page in painted)
    if plan.is_scan:
        pdf = scanned(pdf, rng, has_text=plan.keeps_text)
        pages = tuple(_as_scan(page, "copy" if plan.keeps_text else "scan") for page in pages)
    return DrawnCatalog(f"{plan.name}-{seed}", producer, plan.lang, plan.name, pdf, pages)


def _as_scan(page: DrawnPage, prefix: str) -> DrawnPage:
    return replace(page, facts=replace(page.facts, kind=f"{prefix}_{page.facts.kind}", traits=(*page.facts.traits, prefix)))
