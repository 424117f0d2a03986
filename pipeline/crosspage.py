"""What goes on over pages: products described on two pages become one SKU, tables say which page they continue, repeats are named.

Pages are read alone and in any order; these joins need only a page and the one before it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pipeline.records import Attribute, Binding, PageResult, Sku

LAST_PART = 0.55
FIRST_PART = 0.4
IDENTITY = ("model", "name")
SAME_KEYS_SHARE = 0.6
TABLE_METHOD = "table_"
# Rows that tell more of products whose codes the page before prints.
MORE_METHOD = "table_more"


class LinkKind(StrEnum):
    """How two pages hang together."""

    PRODUCT_CONTINUATION = "product_continuation"
    TABLE_CONTINUATION = "table_continuation"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class PageLink:
    """A tie between two pages; `sku_ids` are the SKUs it is about, where it is about any."""

    kind: LinkKind
    from_page: int
    to_page: int
    sku_ids: tuple[str, ...] = ()


def join_pages(results: Iterable[PageResult]) -> tuple[tuple[PageResult, ...], tuple[PageLink, ...]]:
    """All pages with their joins made, and the links found, in page order."""
    pages = sorted(results, key=lambda page: page.page_number)
    links: list[PageLink] = []
    # From the end, so that a product over three pages gathers on its first one.
    for index in range(len(pages) - 2, -1, -1):
        if pages[index].page_number + 1 == pages[index + 1].page_number:
            pages[index], pages[index + 1], found = join_neighbours(pages[index], pages[index + 1])
            links.extend(found)
    links.extend(duplicates(pages))
    return tuple(pages), tuple(sorted(links, key=lambda link: (link.from_page, link.to_page, link.kind, link.sku_ids)))


def join_neighbours(first: PageResult, second: PageResult) -> tuple[PageResult, PageResult, list[PageLink]]:
    """Two pages that follow each other, joined where something of the first goes on in the second."""
    links: list[PageLink] = []
    while (pair := _continued_product(first, second)) is not None:
        links.append(PageLink(LinkKind.PRODUCT_CONTINUATION, first.page_number, second.page_number, (pair[0].sku_id,)))
        first, second = _moved(first, second, *pair)
    if _continues_table(first, second):
        links.append(PageLink(LinkKind.TABLE_CONTINUATION, first.page_number, second.page_number))
        second = replace(second, table_continuation_from=first.page_number)
    return first, second, links


def duplicates(pages: Sequence[PageResult]) -> list[PageLink]:
    """Products with one code that are printed on several pages."""
    seen: dict[str, tuple[int, str]] = {}
    links = []
    for page in pages:
        for sku in page.skus:
            code = _folded(sku.get("model"))
            if not code:
                continue
            if code in seen and seen[code][0] != page.page_number:
                links.append(PageLink(LinkKind.DUPLICATE, seen[code][0], page.page_number, (seen[code][1], sku.sku_id)))
            seen.setdefault(code, (page.page_number, sku.sku_id))
    return links


def _continued_product(first: PageResult, second: PageResult) -> tuple[Sku, Sku] | None:
    """The last product of a page and the only one of the next, if they are one: same identity, nothing contradicts, something is new.

    What a page says to tell more of needs nothing but the same code.
    """
    codes = {_folded(earlier.get("model")): earlier for earlier in first.skus}
    for later in second.skus:
        if later.method == MORE_METHOD and (earlier := codes.get(_folded(later.get("model")))) is not None:
            return earlier, later
    if not first.skus or len(second.skus) != 1 or second.skus[0].method.startswith(TABLE_METHOD):
        return None
    later = second.skus[0]
    for earlier in reversed(first.skus):
        if _same_product(earlier, later):
            return earlier, later
    return None


def _same_product(one: Sku, two: Sku) -> bool:
    shared = [key for key in IDENTITY if _folded(one.get(key)) and _folded(two.get(key))]
    if not shared or any(_folded(one.get(key)) != _folded(two.get(key)) for key in shared):
        return False
    if any(_differ(one.get(attribute.key), attribute) for attribute in two.standard if attribute.key not in IDENTITY):
        return False
    known = {attribute.key for attribute in (*one.standard, *one.custom)}
    fresh = [attribute for attribute in (*two.standard, *two.custom) if attribute.key not in known]
    return bool(fresh)


def _differ(one: Attribute | None, two: Attribute) -> bool:
    return one is not None and _folded(one) != _folded(two)


def _moved(first: PageResult, second: PageResult, earlier: Sku, later: Sku) -> tuple[PageResult, PageResult]:
    """The later part added to the earlier one; its pictures go with it."""
    known = {attribute.key for attribute in (*earlier.standard, *earlier.custom)}
    whole = replace(
        earlier,
        standard=earlier.standard + tuple(a for a in later.standard if a.key not in known),
        custom=earlier.custom + tuple(a for a in later.custom if a.key not in known),
        source_text=f"{earlier.source_text}\n{later.source_text}".strip(),
    )
    moved = tuple(_bound_to(binding, whole.sku_id) for binding in second.bindings if binding.sku_id == later.sku_id)
    held = {binding.image_id for binding in first.bindings if binding.sku_id == whole.sku_id}
    return (
        replace(
            first,
            skus=tuple(whole if sku is earlier else sku for sku in first.skus),
            bindings=first.bindings + tuple(binding for binding in moved if binding.image_id not in held),
        ),
        replace(
            second,
            skus=tuple(sku for sku in second.skus if sku is not later),
            bindings=tuple(binding for binding in second.bindings if binding.sku_id != later.sku_id),
        ),
    )


def _bound_to(binding: Binding, sku_id: str) -> Binding:
    return replace(binding, sku_id=sku_id)


def _continues_table(first: PageResult, second: PageResult) -> bool:
    """A table that reaches the lower part of a page and one with the same columns that begins in the upper part of the next."""
    above = [sku for sku in first.skus if sku.method.startswith(TABLE_METHOD)]
    below = [sku for sku in second.skus if sku.method.startswith(TABLE_METHOD)]
    if not above or not below:
        return False
    last, start = max(above, key=lambda sku: sku.box.y1), min(below, key=lambda sku: sku.box.y0)
    if last.box.y1 < LAST_PART * first.height_pt or start.box.y0 > FIRST_PART * second.height_pt:
        return False
    return _alike(_keys(above), _keys(below))


def _keys(skus: Sequence[Sku]) -> set[str]:
    return {attribute.key for sku in skus for attribute in (*sku.standard, *sku.custom)}


def _alike(one: set[str], two: set[str]) -> bool:
    return len(one & two) >= SAME_KEYS_SHARE * len(one | two)


def _folded(attribute: Attribute | None) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", attribute.value).casefold()) if attribute else ""
