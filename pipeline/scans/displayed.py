"""Back to the page as displayed: a page scanned askew was read straightened, but its boxes must point at what a person sees."""

from __future__ import annotations

from dataclasses import replace

from pipeline.geometry import Box
from pipeline.records import Attribute, Evidence, Line, ReceiptEntry, Sku
from pipeline.scans.turning import turned_back
from pipeline.work import PageWork


def as_displayed(work: PageWork) -> PageWork:
    """The work with all boxes of this page where they stand on it; upright pages are left as they are."""
    if not work.skew_degrees:
        return work
    content = work.page
    return replace(
        work,
        content=replace(
            content,
            lines=tuple(_line(line, work) for line in content.lines),
            pictures=tuple(replace(picture, box=_box(picture.box, work)) for picture in content.pictures),
        ),
        skus=tuple(_sku(sku, work) for sku in work.skus),
        images=tuple(replace(image, box=_box(image.box, work)) for image in work.images),
        explained=tuple(_entry(entry, work) for entry in work.explained),
        skew_degrees=0.0,
    )


def _box(box: Box, work: PageWork) -> Box:
    return turned_back(box, work.skew_degrees, work.page.box)


def _line(line: Line, work: PageWork) -> Line:
    return replace(line, box=_box(line.box, work))


def _entry(entry: ReceiptEntry, work: PageWork) -> ReceiptEntry:
    return replace(entry, box=_box(entry.box, work))


def _sku(sku: Sku, work: PageWork) -> Sku:
    return replace(
        sku,
        box=_box(sku.box, work),
        standard=tuple(_attribute(attribute, work) for attribute in sku.standard),
        custom=tuple(_attribute(attribute, work) for attribute in sku.custom),
    )


def _attribute(attribute: Attribute, work: PageWork) -> Attribute:
    evidence: Evidence = attribute.evidence
    box = _box(evidence.box, work) if evidence.page_number == work.number else evidence.box
    more = tuple((number, _box(other, work) if number == work.number else other) for number, other in evidence.more)
    return replace(attribute, evidence=replace(evidence, box=box, more=more))
