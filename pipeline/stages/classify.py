"""Classify: what kind of page it is, with a confidence (INV-05). It looks at what was read, so it comes after extraction."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.records import PageClass, PageContent, Sku


def is_blank(content: PageContent) -> bool:
    """Nothing but a page number is printed and nothing else is drawn; a scanned page is not blank."""
    return content.is_blank


def classify_page(content: PageContent, skus: Sequence[Sku] = ()) -> PageClass:
    """The page's type A-D and layout L1-L4, with the rules that decided."""
    # Here, not above: the readers' modules themselves import from this package.
    from pipeline.backends.rules.page.kinds import page_kind

    return page_kind(content, skus)
