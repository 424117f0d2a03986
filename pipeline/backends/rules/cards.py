"""Cards: captions under, over or beside pictures, in frames or free, each one product."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.accounts import ignored, used
from pipeline.backends.rules.drafts import draft
from pipeline.backends.rules.entries import Entry, page_entries
from pipeline.backends.rules.furniture import furniture
from pipeline.backends.rules.gathering import gather
from pipeline.backends.rules.hero import is_hero_page
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.namegrids import name_grid
from pipeline.backends.rules.places import product_pictures
from pipeline.backends.rules.subjects import page_subject
from pipeline.records import PageContent, Sku

NOT_FOR_SALE = frozenset({"contents", "terms", "contact", "certificates"})
TOLD = (Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR)


def read_cards(content: PageContent, before: Reading, context: Context) -> Reading:
    """Products of a page that shows them side by side; what is furniture of the page is put aside here."""
    aside = furniture(before.rest, content)
    lines = [line for index, line in enumerate(before.rest) if index not in aside]
    entries = [ignored(before.rest[index], rule) for index, rule in aside.items()]
    subject = page_subject(lines)
    if subject in NOT_FOR_SALE:
        return Reading(rest=tuple(lines), entries=tuple(entries), rules=(f"subject:{subject}",))
    pictures = product_pictures(content)
    plain = page_entries(lines, content, context, pictures)
    if is_hero_page(plain, [entry for entry in plain if is_product(entry)]):
        return Reading(rest=tuple(lines), entries=tuple(entries))
    found = gather(plain, pictures)
    products = [entry for entry in found if is_product(entry)]
    method = "card"
    if not products and subject is None:
        products, method = name_grid(found, pictures), "name_grid"
    skus, taken = _drafts(products, content.page_number, method)
    entries += [used(lines[index], method) for index in sorted(taken)]
    rest = tuple(line for index, line in enumerate(lines) if index not in taken)
    return Reading(skus=skus, rest=rest, entries=tuple(entries), rules=(f"{method}:{len(skus)}",) if skus else ())


def is_product(entry: Entry) -> bool:
    """An identity and something told about it: a code or a name with a price, or with a measure."""
    caption = entry.caption
    told = sum(caption.has(kind) for kind in TOLD)
    if caption.has(Kind.MODEL):
        return told > 1 or caption.has(Kind.NAME)
    return caption.has(Kind.NAME) and told > 0


def _drafts(products: Sequence[Entry], page_number: int, method: str) -> tuple[tuple[Sku, ...], set[int]]:
    skus = tuple(draft(entry.caption, page_number, method=method) for entry in products)
    return skus, {parent for entry in products for parent in entry.parents}
