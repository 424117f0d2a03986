"""The stages in their order: each takes a page's work and gives it back with its own part filled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pipeline.backends.base import Context
from pipeline.records import PageClass
from pipeline.stages.bind import bind_page
from pipeline.stages.extract import extract_page
from pipeline.stages.images import take_images
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


def classify(work: PageWork) -> PageWork:
    return replace(work, page_class=PageClass("A", "L4", 0.5))


def extract(work: PageWork) -> PageWork:
    context = Context(options=work.options, page_at=work.contents.read_or_none, page_class=work.page_class)
    skus, entries = extract_page(work.page, context)
    numbered = tuple(
        replace(sku, sku_id=f"sku_{work.survey.file_hash[:12]}_p{work.number}_{place}") for place, sku in enumerate(skus, start=1)
    )
    return replace(work, skus=numbered, explained=entries)


def images(work: PageWork) -> PageWork:
    taken, looks = take_images(work)
    return replace(work, images=taken, looks=looks)


def bind(work: PageWork) -> PageWork:
    bindings, judged = bind_page(work)
    return replace(work, bindings=bindings, images=judged)


STAGES = (
    Stage("parse", parse, is_needed=True),
    Stage("ocr", ocr),
    Stage("classify", classify),
    Stage("extract", extract),
    Stage("images", images),
    Stage("bind", bind),
)
