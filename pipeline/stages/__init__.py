"""The stages in their order: each takes a page's work and gives it back with its own part filled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from pipeline.backends.base import Context
from pipeline.confidence import page_confidence
from pipeline.pictures.cutouts import cut_outs
from pipeline.scans.displayed import as_displayed
from pipeline.stages.bind import bind_page
from pipeline.stages.classify import classify_page
from pipeline.stages.extract import extract_page
from pipeline.stages.images import take_images
from pipeline.stages.validate import validate_page
from pipeline.work import PageWork


@dataclass(frozen=True, slots=True)
class Stage:
    """A named step. Without the result of a needed one, the steps after it cannot work."""

    name: str
    run: Callable[[PageWork], PageWork]
    is_needed: bool = False


def parse(work: PageWork) -> PageWork:
    return replace(work, content=work.contents.parsed(work.number))


def ocr(work: PageWork) -> PageWork:
    read = work.contents.read(work.number)
    return replace(work, content=read.content, skew_degrees=read.skew_degrees, rules={**work.rules, "ocr": (read.need.value,)})


def extract(work: PageWork) -> PageWork:
    context = Context(
        options=work.options,
        page_at=partial(work.contents.looked_back_at, by=work.number),
        cut_outs=partial(cut_outs, work.document),
        memory=work.contents.memory_for(work.number),
    )
    skus, entries = extract_page(work.page, context)
    return replace(work, skus=skus, explained=entries)


def classify(work: PageWork) -> PageWork:
    page_class = classify_page(work.page, work.skus)
    return replace(work, page_class=page_class, rules={**work.rules, "classify": page_class.reasons})


def validate(work: PageWork) -> PageWork:
    skus = validate_page(work.page, work.skus, work.options, work.explained)
    numbered = tuple(
        replace(sku, sku_id=f"sku_{work.survey.file_hash[:12]}_p{work.number}_{place}") for place, sku in enumerate(skus, start=1)
    )
    sure = page_confidence(work.page, work.page_class, numbered, work.explained) if work.page_class else 0.0
    return replace(work, skus=numbered, confidence=sure)


def images(work: PageWork) -> PageWork:
    taken, looks = take_images(work)
    return replace(work, images=taken, looks=looks)


def bind(work: PageWork) -> PageWork:
    bindings, judged = bind_page(work)
    return replace(work, bindings=bindings, images=judged)


STAGES = (
    Stage("parse", parse, is_needed=True),
    Stage("ocr", ocr),
    Stage("extract", extract),
    Stage("classify", classify),
    Stage("validate", validate),
    Stage("images", images),
    Stage("bind", bind),
    Stage("display", as_displayed),
)
