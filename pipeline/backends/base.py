"""What every backend offers, and what a page's readers are told and hand back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.records import Line, PageClass, PageContent, ReceiptEntry, Sku


def _no_page(number: int) -> PageContent | None:
    return None


def _unseen(number: int, boxes: Sequence[Box]) -> list[bool]:
    return [False] * len(boxes)


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader may look at beside its page.

    `page_at` gives another page's content (None where there is none); a table without a header row looks back for its own.
    `cut_outs` tells which pictures of a page show one thing on plain ground. `currency` is the one the whole document uses, where it was told.
    `memory` keeps, by page number, what was found out about other pages.
    """

    options: Options = field(default_factory=Options)
    page_at: Callable[[int], PageContent | None] = _no_page
    cut_outs: Callable[[int, Sequence[Box]], list[bool]] = _unseen
    page_class: PageClass | None = None
    currency: str = ""
    memory: dict[int, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reader took from a page.

    `rest` are the lines it left for the next reader, in reading order; `entries` accounts for all lines it did not leave.
    `areas` are the boxes it read as a whole (tables), where later readers find no products.
    """

    skus: tuple[Sku, ...] = ()
    rest: tuple[Line, ...] = ()
    entries: tuple[ReceiptEntry, ...] = ()
    areas: tuple[Box, ...] = ()
    rules: tuple[str, ...] = ()


class Reader(Protocol):
    """One way to find products among the lines that earlier readers left.

    `before` is what was read so far: its `rest` is this reader's input, its `skus` may tell what kind of page it is.
    """

    def __call__(self, content: PageContent, before: Reading, context: Context) -> Reading: ...


class Backend(Protocol):
    """Reads a page's products; whatever text it does not use, it accounts for."""

    name: str

    def read(self, content: PageContent, context: Context) -> Reading: ...
