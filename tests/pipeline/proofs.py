"""Whether what is told of products stands where it says."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pipeline.backends.base import Context
from pipeline.document import Document
from pipeline.geometry import Box
from pipeline.records import Attribute, PageContent, Sku
from pipeline.stages.extract import extract_page
from pipeline.stages.ocr import what_is_missing
from pipeline.stages.parse import parse_page

# What joins the parts of one value, `30 x 20`, `small 2.00 / large 3.00`, need not be printed.
JOINTS = re.compile(r"(?<=\s)[x×/](?=\s)")


def told_without_proof(path: Path) -> list[str]:
    """What a file's pages with text of their own tell without proof; their receipts account for every letter of them."""
    with Document(path) as document:
        pages = {number: parse_page(document, number) for number in range(1, document.page_count + 1)}
    return [line for content in pages.values() if not what_is_missing(content).is_for_text for line in _failings(content, pages)]


def _failings(content: PageContent, pages: Mapping[int, PageContent]) -> Iterator[str]:
    skus, entries = extract_page(content, Context(page_at=pages.get))
    for attribute in unproved(skus, pages):
        yield f"page {content.page_number}: {attribute}"
    told = letters("".join(entry.text for entry in entries if entry.kind == "text"))
    if Counter(told) != Counter(letters("".join(word.text for word in content.words))):
        yield f"page {content.page_number}: its receipt tells other letters than it prints"


def letters(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def unproved(skus: Iterable[Sku], pages: Mapping[int, PageContent]) -> Iterator[Attribute]:
    """Values whose quote does not stand in its box, or that tell more than stands in all of their boxes."""
    for sku in skus:
        for attribute in (*sku.standard, *sku.custom):
            if not (_quote_stands(attribute, pages) and _value_stands(attribute, pages)):
                yield attribute


def _quote_stands(attribute: Attribute, pages: Mapping[int, PageContent]) -> bool:
    evidence = attribute.evidence
    inside = _letters_in(pages[evidence.page_number], evidence.box)
    return all(letters(piece) in inside for piece in evidence.quote.split()) or Counter(letters(evidence.quote)) <= Counter(inside)


def _value_stands(attribute: Attribute, pages: Mapping[int, PageContent]) -> bool:
    evidence = attribute.evidence
    value = attribute.price.raw if attribute.price is not None else attribute.value
    places = ((evidence.page_number, evidence.box), *evidence.more)
    inside = "".join(_letters_in(pages[number], box) for number, box in places)
    return not Counter(letters(JOINTS.sub("", value)).casefold()) - Counter((inside + letters(evidence.quote)).casefold())


def _letters_in(page: PageContent, box: Box) -> str:
    around = box.expanded(0.6)
    return letters("".join(word.text for word in page.words if around.contains_point(word.box.center_x, word.box.center_y)))
