"""Hero pages: one product with a title, a list of its attributes and a price, wherever on the page they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.captions.drafts import draft
from pipeline.backends.rules.captions.entries import Entry, page_entries
from pipeline.backends.rules.captions.pricekinds import asks_retail
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.captions.standing import is_strong
from pipeline.backends.rules.captions.titles import LARGER, SOUNDING, Title, largest_words, page_title, read_title
from pipeline.backends.rules.cards.sections import find_sections, section_sku
from pipeline.backends.rules.heroes.headings import name_under_heading
from pipeline.backends.rules.heroes.plates import read_plate
from pipeline.backends.rules.heroes.sheets import read_sheet
from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.backends.rules.page.accounts import ignored, used
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.page.subjects import page_subject, tells_contact
from pipeline.backends.rules.tables.find import page_tables
from pipeline.backends.rules.tables.shapes.matrix import find_matrix
from pipeline.backends.rules.tables.shapes.pricegrids import price_in
from pipeline.backends.rules.values.currencies import page_currency
from pipeline.backends.rules.values.kinds import Kind
from pipeline.records import Line, PageContent, Sku

TABLE = "table"
NEAR_EM = 2.0
MIN_LABELS = 3
TOLD_KINDS = frozenset({Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR})
MIN_STRANGE_LABELS = 5
MIN_CONTACTS = 2
PICTURE_SHARE = 0.06
LIST_SHARE = 0.4


def is_hero_page(entries: Sequence[Entry], products: Sequence[Entry]) -> bool:
    """One list of attributes (or several that repeat nothing) and no second product: what the page's title names and prices is the listed one."""
    lists = spec_lists(entries)
    others = [product for product in products if not any(product is entry for entry in lists)]
    if not lists or (others and not (len(others) == 1 and _is_title_of(others[0], lists, entries))):
        return False
    labels = [part.statement.label_text for entry in lists for part in entry.caption.parts if part.is_labelled]
    return len(labels) == len(set(labels))


def is_hero_over_table(entries: Sequence[Entry], products: Sequence[Entry], skus: Sequence[Sku]) -> bool:
    """Whether the page is about one product with a code of its own, beside what tables list, as its accessories."""
    listed = [part for entry in spec_lists(entries) for part in entry.caption.parts if part.is_labelled and part.kind is Kind.MODEL]
    tabled = {model.value for sku in skus if (model := sku.get("model")) is not None}
    is_beside = all(sku.method.startswith(TABLE) for sku in skus) and len(listed) == 1 and listed[0].text not in tabled
    return is_beside and is_hero_page(entries, products)


def _is_title_of(product: Entry, lists: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Whether a name in the largest letters of the page, with a price and nothing else, tells what a list without one is about, which has the only
    code of the page or stands beside it."""
    listed = [part for entry in lists for part in entry.caption.parts]
    is_coded = sum(part.kind is Kind.MODEL and part.is_labelled for entry in entries for part in entry.caption.parts) == 1
    if not is_coded or any(part.kind is Kind.PRICE or (part.kind is Kind.NAME and part.is_labelled) for part in listed):
        return False
    own, sizes = (
        largest_words(product.caption.parts),
        [words.style.size_pt for entry in entries if (words := largest_words(entry.caption.parts))],
    )
    is_largest = own is not None and own.style.size_pt >= max(sizes)
    return is_largest and product.caption.has(Kind.PRICE) and not product.caption.has(Kind.MODEL) and not product.caption.labelled_count


def spec_lists(entries: Sequence[Entry]) -> list[Entry]:
    """Captions that are lists of labelled values."""
    lists = [entry for entry in entries if entry.caption.labelled_count >= MIN_LABELS]
    if not lists:
        # Each attribute may stand by itself, side by side with the others.
        single = [entry for entry in entries if all(part.is_labelled for part in entry.caption.parts)]
        lists = single if sum(entry.caption.labelled_count for entry in single) >= MIN_LABELS else []
    labelled = [part.kind for entry in lists for part in entry.caption.parts if part.is_labelled]
    return lists if TOLD_KINDS & set(labelled) or len(labelled) >= MIN_STRANGE_LABELS else []


def read_hero(content: PageContent, before: Reading, context: Context) -> Reading:
    """The one product of the page, if it is such a page. What stands in tables of other things does not tell of it."""
    held = tuple(line for line in before.rest if any(area.contains_point(line.box.center_x, line.box.center_y) for area in before.areas))
    lines = tuple(line for line in before.rest if not any(line is other for other in held))
    if not lines or (before.skus and not _is_over_table(content, lines, before.skus, context)):
        return Reading(rest=before.rest)
    reading = _read(content, lines, context, is_free=not held and not before.skus)
    return replace(reading, rest=(*reading.rest, *held))


def _is_over_table(content: PageContent, lines: Sequence[Line], skus: Sequence[Sku], context: Context) -> bool:
    entries = page_entries(lines, content, context, product_pictures(content))
    return is_hero_over_table(entries, [entry for entry in entries if is_strong(entry.caption)], skus)


def _read(content: PageContent, lines: tuple[Line, ...], context: Context, *, is_free: bool) -> Reading:
    entries = page_entries(lines, content, context, product_pictures(content))
    lists = spec_lists(entries)
    if not lists or not is_hero_page(entries, []) or not _is_shown(lists, lines, content):
        return _named_page(content, lines, context) if is_free else Reading(rest=lines)
    sku, taken = _hero(entries, lists, content)
    if sku is None:
        return Reading(rest=lines)
    sku = sku if sku.get("price") is not None else _priced_by_grid(sku, content, context)
    described = {parent for entry in entries if _is_description(entry) for parent in entry.parents} - taken
    accounts = [used(lines[index], "hero") for index in sorted(taken)] + [
        ignored(lines[index], "description") for index in sorted(described)
    ]
    rest = tuple(line for index, line in enumerate(lines) if index not in taken and index not in described)
    return Reading(skus=(sku,), rest=rest, entries=tuple(accounts), rules=(sku.method,))


def _priced_by_grid(sku: Sku, content: PageContent, context: Context) -> Sku:
    """With the price from the one grid of the page that tells what the product costs in one measure or another."""
    headers = headers_for(context.options)
    matrices = [find_matrix(table, headers) for table in page_tables(content, content.lines, headers)]
    grids = [matrix for matrix in matrices if matrix is not None and matrix.is_price_grid]
    if len(grids) != 1:
        return sku
    price = price_in(grids[0].places_by_row(), content.page_number, page_currency(content, context))
    return replace(sku, standard=(*sku.standard, price))


def _is_shown(lists: Sequence[Entry], lines: Sequence[Line], content: PageContent) -> bool:
    """A list under labels of which none is known tells of a product only where a large picture shows it, and little else is written. It may
    also say where to call and to write, or what the page's title does not sell."""
    told = [part for entry in lists for part in entry.caption.parts if part.is_labelled]
    if TOLD_KINDS & {part.kind for part in told}:
        return True
    contacts = sum(tells_contact(f"{part.statement.label_text} {part.text}") for part in told)
    if contacts >= MIN_CONTACTS or page_subject(lines) is not None:
        return False
    listed = sum(len(entry.parents) for entry in lists)
    is_large = any(box.area >= PICTURE_SHARE * content.box.area for box in product_pictures(content))
    return is_large and listed >= LIST_SHARE * len(content.lines)


def _named_page(content: PageContent, lines: Sequence[Line], context: Context) -> Reading:
    """No attributes at all: sections under names, a photo with a name, or a sheet about one thing, if such a page it is."""
    if page_subject(lines) is not None:
        return Reading(rest=tuple(lines))
    sections = find_sections(lines)
    if sections:
        skus = tuple(section_sku(section, lines, content.page_number) for section in sections)
        taken = {index for section in sections for index in (section.heading, *section.body)}
        rest = tuple(line for index, line in enumerate(lines) if index not in taken)
        return Reading(skus=skus, rest=rest, entries=tuple(used(lines[index], "section") for index in sorted(taken)), rules=("section",))
    found = read_plate(content, lines, context) or read_sheet(content, lines, context)
    if found is None:
        return Reading(rest=tuple(lines))
    sku, rows = found
    rest = tuple(line for line in lines if not any(line is row for row in rows))
    if sku.method == "plate":
        return Reading(skus=(sku,), rest=rest, entries=tuple(used(row, "plate") for row in rows), rules=("plate",))
    accounts = (*(used(row, "sheet") for row in rows), *(ignored(line, "description") for line in rest))
    return Reading(skus=(sku,), entries=accounts, rules=("sheet",))


def _hero(entries: Sequence[Entry], lists: Sequence[Entry], content: PageContent) -> tuple[Sku | None, set[int]]:
    listed = [part for entry in lists for part in entry.caption.parts]
    taken = {parent for entry in lists for parent in entry.parents}
    others = [entry for entry in entries if not any(entry is item for item in lists)]
    priced = next((entry for entry in others if _asks_price(entry.caption.parts)), None)
    if priced is None and not any(part.kind is Kind.PRICE for part in listed):
        # What shops are advised to ask is told where nothing else is.
        priced = next((entry for entry in others if entry.caption.has(Kind.PRICE)), None)
    if priced is not None and not _asks_price(listed):
        listed += [part for part in priced.caption.parts if part.kind in (Kind.PRICE, Kind.OLD_PRICE)]
        taken |= priced.parents
    title, home = _title(others, listed, content)
    if title is not None and home is not None:
        taken |= home.parents
    parts = [*(title.parts if title else ()), *_without_words(listed, title)]
    if not any(part.kind is Kind.MODEL for part in parts) and (coded := _code_beside(others, home)) is not None:
        parts.append(coded[0])
        taken |= coded[1].parents
    if not any(part.kind in (Kind.NAME, Kind.MODEL) for part in parts):
        return None, set()
    method = "hero_continued" if title is not None and title.is_continued else "hero"
    return draft(Caption(tuple(parts), frozenset()), content.page_number, method=method), taken


def _asks_price(parts: Sequence[Part]) -> bool:
    """Whether they say what the merchant asks; what shops are advised to ask stands beside it."""
    return any(part.kind is Kind.PRICE and not asks_retail(part) for part in parts)


def _code_beside(others: Sequence[Entry], home: Entry | None) -> tuple[Part, Entry] | None:
    """The code that stands by itself with the title, the only one under a label wherever it stands, or the only one outside the list near the
    title."""
    codes = [(part, entry) for entry in others for part in entry.caption.parts if part.kind is Kind.MODEL]
    with_title = [(part, entry) for part, entry in codes if entry is home]
    labelled = [(part, entry) for part, entry in codes if part.is_labelled]
    if len(with_title) == 1 or len(labelled) == 1:
        return next(iter(with_title or labelled))
    if len(codes) != 1 or home is None:
        return None
    part, _ = codes[0]
    is_near = part.box.gap_y(home.box) <= NEAR_EM * home.caption.parts[0].style.size_pt and part.box.gap_x(home.box) <= 0
    return codes[0] if is_near else None


def _title(others: Sequence[Entry], listed: Sequence[Part], content: PageContent) -> tuple[Title | None, Entry | None]:
    """The largest words of the page outside the list, or those under them where they head the page; a list that names its product needs none."""
    if any(part.kind is Kind.NAME and part.is_labelled for part in listed):
        return None, None
    wants_model = not any(part.kind is Kind.MODEL and part.is_labelled for part in listed)
    best, inside = page_title(others, has_code=not wants_model), largest_words(listed)
    told = max((part.style.size_pt for part in listed if part.kind is not Kind.PRICE), default=0.0)
    if best is not None and best[0].kind in SOUNDING and best[0].style.size_pt < LARGER * told:
        # Words like a material that are no larger than the list tell what the product is made of.
        best = None
    best = best and (name_under_heading(best[0], others, content) or best)
    if inside is not None and (best is None or inside.style.size_pt >= best[0].style.size_pt):
        return read_title(inside, wants_model=wants_model), None
    return (read_title(best[0], wants_model=wants_model), best[1]) if best is not None else (None, None)


def _without_words(listed: Sequence[Part], title: Title | None) -> list[Part]:
    """The list without words that the title says or replaces."""
    if title is None:
        return list(listed)
    has_model = any(part.kind is Kind.MODEL for part in title.parts)
    return [part for part in listed if part.is_labelled or not (part.kind is Kind.NAME or (part.kind is Kind.MODEL and has_model))]


def _is_description(entry: Entry) -> bool:
    return any(part.kind is Kind.SENTENCE for part in entry.caption.parts)
