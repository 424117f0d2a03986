"""Cards: captions under, over or beside pictures, in frames or free, each one product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.captions.drafts import draft
from pipeline.backends.rules.captions.entries import Entry, page_entries
from pipeline.backends.rules.captions.gathering import gather
from pipeline.backends.rules.captions.keys import without_keys
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.standing import TOLD, is_strong, products_among, shows_codes_alike
from pipeline.backends.rules.captions.titles import named_by_list, titled
from pipeline.backends.rules.cards.families import find_families
from pipeline.backends.rules.cards.formats import with_colors_above, with_facts_told_once, with_names_above
from pipeline.backends.rules.cards.namebars import under_name_bars
from pipeline.backends.rules.cards.namegrids import last_of_grid, name_grid
from pipeline.backends.rules.cards.sections import find_sections
from pipeline.backends.rules.cards.shadecharts import as_shades
from pipeline.backends.rules.cards.variantrows import find_variant_rows, with_rows_apart
from pipeline.backends.rules.cards.versions import with_versions
from pipeline.backends.rules.heroes.reader import TABLE, is_hero_over_table, is_hero_page
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.page.accounts import ignored, used
from pipeline.backends.rules.page.facts import with_page_facts
from pipeline.backends.rules.page.furniture import furniture
from pipeline.backends.rules.page.picturekeys import picture_keys, scene_keys
from pipeline.backends.rules.page.places import drawn_apart, product_pictures, swatches
from pipeline.backends.rules.page.subjects import CARRIAGE, COVER, page_subject
from pipeline.backends.rules.values.currencies import page_currency
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box, union
from pipeline.records import Line, PageContent, Sku

CAPTIONED_SHARE = 0.8
PICTURE_SHARE = 0.06
MAX_ALIKE = 2
MAX_REST, MAX_REST_ENTRIES = 2, 6
IDENTIFIED = frozenset({Kind.NAME, Kind.PRICE})
WORDS_OF_TITLES = frozenset({Kind.TEXT, Kind.SENTENCE, Kind.NOTE})
NOT_FOR_SALE = frozenset({"contents", "terms", CARRIAGE, COVER, "contact", "certificates"})
# So many priced or labelled articles are for sale, whatever the title says: `Ordering information` heads both.
MIN_SOLD = 3


def read_cards(content: PageContent, before: Reading, context: Context) -> Reading:
    """Products of a page that shows them side by side; what is furniture of the page is put aside here."""
    aside = furniture(before.rest, content)
    lines = [line for index, line in enumerate(before.rest) if index not in aside and not _is_inside(line, before.areas)]
    held = [line for index, line in enumerate(before.rest) if index not in aside and _is_inside(line, before.areas)]
    entries = [ignored(before.rest[index], rule) for index, rule in aside.items()]
    pictures = product_pictures(content)
    led = scene_keys(lines, pictures)
    lines = [line for line in lines if not any(line is key for key in led)]
    subject = page_subject(lines)
    # What is printed between the panels of a price list is about them: portions, surcharges, hours.
    is_told = any(sku.method == "price_list" for sku in before.skus)
    plain = [] if is_told else under_name_bars(page_entries(lines, content, context, pictures))
    strong = [entry for entry in plain if is_strong(entry.caption)]
    if is_told or (subject in NOT_FOR_SALE and len(strong) < MIN_SOLD):
        return Reading(rest=(*lines, *led, *held), entries=tuple(entries), rules=(f"subject:{subject}",) if subject else ())
    # Before captions are put together: the code under a chip would complete the next line's caption.
    is_free = not before.skus and subject is None
    families = find_families(plain, content, pictures, context) if is_free else []
    if is_free and not families:
        apart = with_rows_apart(plain)
        families = find_variant_rows(apart, pictures, has_prices=page_currency(content, context) != "")
        plain = apart if families else plain
    keys = picture_keys(lines, pictures)
    told = {id(entry) for family in families for entry in family.told_by}
    tabled = _beside_codes(plain, before.skus, context)
    found = without_keys(gather([entry for entry in plain if id(entry) not in told and id(entry) not in tabled], pictures), content, keys)
    sold = [entry for entry in found if is_strong(entry.caption)]
    is_hero = (
        is_hero_over_table(plain, strong, before.skus)
        if before.skus
        else not families and is_hero_page(found, sold) and not shows_codes_alike(found, pictures)
    )
    if is_hero or (not before.skus and not families and not sold and find_sections(lines)):
        return Reading(rest=(*lines, *led, *held), entries=tuple(entries))
    among = products_among(found, pictures, only_strong=bool(before.skus) or subject is not None)
    products = with_names_above([entry for entry in among if is_strong(entry.caption) or not _is_listed(entry, before.skus)], found)
    if not before.skus and not families:
        products = with_versions(products, found) or _with_title(with_facts_told_once(with_colors_above(products, found)), found)
    products += [product for family in families for product in family.products]
    method = "card"
    if not products and is_free:
        products = _under_title(found, content, pictures)
    if not products and is_free:
        products, method = _named_pictures(found, content, pictures, context) or _rest_of_grid(found, content, context), "name_grid"
    products = with_page_facts(products, found, pictures)
    products = as_shades(products, found) if subject is None and method == "card" else products
    skus, taken = _drafts(products, content.page_number, method)
    entries += [used(lines[index], method) for index in sorted(taken)]
    keyed = (*keys.lines(), *led) if skus else ()
    entries += [ignored(line, "picture_key") for line in keyed]
    rest = [*(line for index, line in enumerate(lines) if index not in taken and line not in keyed), *(() if skus else led)]
    return Reading(skus=skus, rest=(*rest, *held), entries=tuple(entries), rules=(f"{method}:{len(skus)}",) if skus else ())


def _beside_codes(entries: Sequence[Entry], skus: Sequence[Sku], context: Context) -> set[int]:
    """Captions whose code stands under a label that nobody knows, with no name or price, beside tables that tell the codes of the goods: it
    rates or grades these, `Pressure rating: PN 40`."""
    if not any(sku.method.startswith(TABLE) and sku.get("model") is not None for sku in skus):
        return set()
    lookup = label_lookup(context.options)
    coded = [(entry, entry.caption.first(Kind.MODEL)) for entry in entries if not {part.kind for part in entry.caption.parts} & IDENTIFIED]
    return {id(entry) for entry, code in coded if code is not None and code.is_labelled and lookup(code.statement.label_text) is None}


def _is_listed(entry: Entry, skus: Sequence[Sku]) -> bool:
    """Whether a table tells of what a caption names: then it only says what is shown."""
    code = entry.caption.first(Kind.MODEL)
    return code is not None and any((model := sku.get("model")) is not None and model.value == code.text for sku in skus)


def _with_title(products: Sequence[Entry], found: Sequence[Entry]) -> list[Entry]:
    """With the page's title for its only product, or for the only one that nobody names: others may be shown beside it as accessories; and for
    all of them where it says that it lists them."""
    if len(products) == 1:
        return [titled(products[0], found)]
    products = [_titled_within(product, products, found) for product in products]
    nameless = [product for product in products if not product.caption.has(Kind.NAME)]
    if len(nameless) == len(products) >= MIN_SOLD and all(product.caption.has(Kind.MODEL) for product in products):
        return named_by_list(products, found)
    if len(nameless) != 1 or sum(_tell_alike(nameless[0], product) for product in products) > MAX_ALIKE:
        return list(products)
    own = {id(product) for product in products}
    over = [entry for entry in found if id(entry) not in own and entry.box.y1 <= nameless[0].box.y0]
    return [titled(product, over) if product is nameless[0] else product for product in products]


def _tell_alike(nameless: Entry, product: Entry) -> bool:
    """Whether one is built like the other but for its name: then both are goods of one grid, and neither is what the page is about."""
    kinds = [{part.kind for part in entry.caption.parts if part.kind in TOLD} for entry in (nameless, product)]
    return product is not nameless and kinds[0] == kinds[1]


def _titled_within(product: Entry, products: Sequence[Entry], found: Sequence[Entry]) -> Entry:
    """With the title that stands amid what a product's caption says, set much larger: badges and codes beside it are no name."""
    own = {id(other) for other in products}
    within = [entry for entry in found if id(entry) not in own and product.box.contains_point(entry.box.center_x, entry.box.center_y)]
    return titled(product, within) if within else product


def _under_title(found: Sequence[Entry], content: PageContent, pictures: Sequence[Box]) -> list[Entry]:
    """The one article number of a page whose title and large picture tell what it is the number of."""
    coded = [entry for entry in found if any(part.kind is Kind.MODEL and part.is_labelled for part in entry.caption.parts)]
    is_shown = any(box.area >= PICTURE_SHARE * content.box.area for box in pictures)
    product = titled(coded[0], found) if len(coded) == 1 and is_shown else None
    return [product] if product is not None and product is not coded[0] and product.caption.has(Kind.NAME) else []


def _named_pictures(found: Sequence[Entry], content: PageContent, pictures: Sequence[Box], context: Context) -> list[Entry]:
    """Photos with a name each; where they touch, nearly all of them must have one."""
    products = name_grid(found, drawn_apart(content, pictures), content, context)
    if products:
        return products
    tiles = swatches(content, pictures)
    named = name_grid(found, tiles, content, context) if tiles else []
    return named if len(named) >= CAPTIONED_SHARE * len(tiles) else []


def _rest_of_grid(found: Sequence[Entry], content: PageContent, context: Context) -> list[Entry]:
    """What is left of a grid of named pictures on the page before."""
    pictures = drawn_apart(content, product_pictures(content))
    page = context.page_at(content.page_number - 1) if 1 <= len(pictures) <= MAX_REST and len(found) <= MAX_REST_ENTRIES else None
    if page is None:
        return []
    aside = furniture(page.lines, page)
    lines = [line for index, line in enumerate(page.lines) if index not in aside]
    shown = product_pictures(page)
    before = _named_pictures(gather(page_entries(lines, page, context, shown), shown), page, shown, context)
    return last_of_grid(found, pictures, before) if before else []


def _drafts(products: Sequence[Entry], page_number: int, method: str) -> tuple[tuple[Sku, ...], set[int]]:
    told: dict[tuple[str, Box], list[Part]] = {}
    for entry in products:
        for part in entry.caption.parts:
            told.setdefault((part.text, part.box), []).append(part)
    skus = tuple(_without_shared(draft(entry.caption, page_number, method=method), entry, told) for entry in products)
    return skus, {parent for entry in products for parent in entry.parents}


def _without_shared(sku: Sku, entry: Entry, told: Mapping[tuple[str, Box], Sequence[Part]]) -> Sku:
    """In the place of its own text alone: a title that all of them share, or a bar over it, says nothing about where one stands, nor do the
    words under such a title.

    `told` is what all products' captions say, by its text and place.
    """
    parts = entry.caption.parts[1:] if entry.is_under_bar else entry.caption.parts
    own = [part for part in parts if sum(part == other for other in told[part.text, part.box]) == 1]
    if not own or len(own) == len(entry.caption.parts):
        return sku
    facts = [part for part in own if part.kind not in WORDS_OF_TITLES]
    return replace(sku, box=union(part.box for part in facts or own))


def _is_inside(line: Line, areas: Sequence[Box]) -> bool:
    """Left over within a table: no caption."""
    return any(area.contains_point(line.box.center_x, line.box.center_y) for area in areas)
