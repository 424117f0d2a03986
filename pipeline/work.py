"""A page on its way through the stages: what is known of it so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # For types alone: the stages that fill this record are themselves reached through these modules.
    from pipeline.contents import PageContents
    from pipeline.document import Document
    from pipeline.options import Options
    from pipeline.pictures.measure import Look
    from pipeline.pictures.takeout import Shelf
    from pipeline.records import Binding, Image, PageClass, PageContent, ReceiptEntry, Sku
    from pipeline.survey import Survey


@dataclass(frozen=True, slots=True)
class PageWork:
    """Each stage takes one of these and gives back another with its own part filled in.

    `explained` are receipt entries of the stages that read or passed over something and can say why.
    """

    document: Document
    number: int
    options: Options
    survey: Survey
    contents: PageContents
    shelf: Shelf
    content: PageContent | None = None
    page_class: PageClass | None = None
    skus: tuple[Sku, ...] = ()
    images: tuple[Image, ...] = ()
    looks: Mapping[str, Look] = field(default_factory=dict)
    bindings: tuple[Binding, ...] = ()
    explained: tuple[ReceiptEntry, ...] = ()
    confidence: float = 0.0
    skew_degrees: float = 0.0
    rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    features: Mapping[str, Any] = field(default_factory=dict)

    @property
    def page(self) -> PageContent:
        """The page's content; only stages after parse may ask."""
        if self.content is None:
            raise RuntimeError("the page was not parsed")
        return self.content
