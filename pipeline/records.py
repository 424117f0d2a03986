"""What stages hand to each other: frozen records, no behaviour beyond reading themselves, no database.

Order of life: `PageContent` (parse, OCR) → `PageClass` (classify) → `Sku` drafts (extract, validate)
→ `Image` (images) → `Binding` (bind) → `PageResult`, with a `Receipt` that accounts for everything on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pipeline.frozen import record
from pipeline.geometry import Box

STANDARD_ATTRIBUTES = ("model", "name", "size", "material", "color", "price")
# Sheets of paper are no higher than so many of their widths.
TALL = 1.7


class TextSource(StrEnum):
    """Where a word was read."""

    TEXT_LAYER = "text_layer"
    OCR = "ocr"


class PictureKind(StrEnum):
    """How the PDF draws a picture; decides how it is taken out."""

    XOBJECT = "xobject"
    INLINE = "inline"
    VECTOR = "vector"


class Disposition(StrEnum):
    """How a text block or a picture ended (SPEC 18)."""

    USED = "used"
    IGNORED = "ignored"
    IN_REVIEW = "in_review"
    FAILED = "failed"


class UnreadableDocument(Exception):
    """The file is no PDF that can be opened without a password."""


# --- what is on the page -----------------------------------------------------------------------


@record(frozen=True, slots=True)
class Word:
    """A run of glyphs without a gap."""

    text: str
    box: Box
    size_pt: float
    font: str = ""
    color: int = 0
    is_bold: bool = False
    is_struck: bool = False
    direction: tuple[float, float] = (1.0, 0.0)
    source: TextSource = TextSource.TEXT_LAYER
    confidence: float = 1.0
    alpha: int = 255
    descent_pt: float | None = None

    @property
    def baseline(self) -> float:
        """The height at which level text stands; where the PDF does not tell, as text of this size usually does."""
        return self.box.y1 - (0.22 * min(self.size_pt, self.box.height) if self.descent_pt is None else self.descent_pt)

    @property
    def has_drawn_font(self) -> bool:
        return is_drawn_font(self.font)


def is_drawn_font(font: str) -> bool:
    """Whether its signs are drawings: such a font has no name and does not say whether it is bold."""
    return font.startswith("Type3")


@record(frozen=True, slots=True)
class Line:
    """Words that a reader reads as one line, in reading order. `found` is where readers keep what they found out about it."""

    words: tuple[Word, ...]
    box: Box
    text: str
    size_pt: float = field(init=False, compare=False, repr=False)
    found: dict[Any, Any] = field(init=False, default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Every reader asks each line for its size, many times.
        words = self.words
        object.__setattr__(self, "size_pt", words[0].size_pt if len(words) == 1 else max([word.size_pt for word in words]))


@record(frozen=True, slots=True)
class Ruling:
    """A drawn straight line, horizontal or vertical."""

    box: Box
    is_horizontal: bool
    width_pt: float
    color: int = 0


@record(frozen=True, slots=True)
class Fill:
    """A filled rectangle: zebra stripe, header bar, card, background."""

    box: Box
    color: int


@record(frozen=True, slots=True)
class Picture:
    """One drawn raster or vector picture as placed on the page, before anything is decided about it.

    `box` is what can be seen of it, `placed` where it lies with its transparent border, if it has one.
    `xref` 0 means it has no object of its own (inline or vector). `matrix` is image space to page space as displayed.
    """

    box: Box
    kind: PictureKind
    xref: int = 0
    smask_xref: int = 0
    pixel_size: tuple[int, int] = (0, 0)
    matrix: tuple[float, float, float, float, float, float] | None = None
    placed: Box | None = None


@dataclass(frozen=True, slots=True)
class PageContent:
    """Everything read from one page. `text_source` is OCR where the text layer was absent or unusable.

    `shapes` are the boxes of curved and slanted paths, from which pictures are drawn, or letters as outlines. `found` is where readers
    keep what they found out about it.
    """

    page_number: int
    width_pt: float
    height_pt: float
    rotation: int
    words: tuple[Word, ...]
    lines: tuple[Line, ...]
    rulings: tuple[Ruling, ...]
    fills: tuple[Fill, ...]
    pictures: tuple[Picture, ...]
    drawing_count: int = 0
    is_blank: bool = False
    text_source: TextSource = TextSource.TEXT_LAYER
    notes: tuple[str, ...] = ()
    shapes: tuple[Box, ...] = ()
    found: dict[Any, Any] = field(init=False, default_factory=dict, compare=False, repr=False)

    @property
    def box(self) -> Box:
        return Box(0.0, 0.0, self.width_pt, self.height_pt)

    @property
    def sheet_height_pt(self) -> float:
        """How high the page is, or a sheet of its width may be: a page to scroll through has no larger head and foot than that."""
        return min(self.height_pt, TALL * self.width_pt)

    @property
    def grounds(self) -> tuple[Box, ...]:
        """What words may stand on: whatever is drawn on the page."""
        return (*(fill.box for fill in self.fills), *self.shapes)


@dataclass(frozen=True, slots=True)
class PageClass:
    """What kind of page it is. `page_type` A-D and `layout_type` L1-L4 of the data dictionary (INV-05)."""

    page_type: str
    layout_type: str
    confidence: float
    reasons: tuple[str, ...] = ()


# --- what was read out of it -------------------------------------------------------------------


@record(frozen=True, slots=True)
class Evidence:
    """Where a value stands. `boxes` has more than one entry for merged, inherited and cross-page values."""

    page_number: int
    box: Box
    quote: str
    confidence: float
    more: tuple[tuple[int, Box], ...] = ()


@dataclass(frozen=True, slots=True)
class Price:
    """An amount as a decimal string, with what was printed. `tiers` and `range` as SPEC 13."""

    amount: str
    currency: str
    raw: str
    tiers: tuple[tuple[str, str], ...] = ()
    range: tuple[str, str] | None = None


@record(frozen=True, slots=True)
class Attribute:
    """One value of a SKU with its evidence. `key` is a standard attribute or the printed name of a custom one."""

    key: str
    value: str
    evidence: Evidence
    price: Price | None = None


@record(frozen=True, slots=True)
class Sku:
    """One product as read. `sku_id` is set when the page's SKUs are put in order; `method` names the extractor that read it."""

    page_number: int
    box: Box
    standard: tuple[Attribute, ...]
    custom: tuple[Attribute, ...] = ()
    method: str = ""
    confidence: float = 0.0
    validity: str = ""
    status: str = "EXTRACTED"
    sku_id: str = ""
    source_text: str = ""
    errors: tuple[str, ...] = ()

    def get(self, key: str) -> Attribute | None:
        for attribute in self.standard:
            if attribute.key == key:
                return attribute
        return None


@dataclass(frozen=True, slots=True)
class Image:
    """A picture a person would see as one, taken out in original quality. `data` is the encoded file."""

    image_id: str
    page_number: int
    box: Box
    role: str
    role_confidence: float
    pixel_size: tuple[int, int]
    quality_grade: str
    search_eligible: bool
    format: str
    phash: str
    is_fragmented: bool = False
    is_duplicate: bool = False
    duplicate_of: str = ""
    data: bytes = field(default=b"", repr=False)

    @property
    def short_edge(self) -> int:
        return min(self.pixel_size)


@dataclass(frozen=True, slots=True)
class Binding:
    """A SKU's picture, with the runners-up. Ambiguous where the best two differ by less than 0.2."""

    sku_id: str
    image_id: str
    method: str
    confidence: float
    rank: int = 1
    is_ambiguous: bool = False


# --- the account -------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class ReceiptEntry:
    """What became of one text block or picture, and by which rule."""

    kind: str  # "text" or "picture"
    box: Box
    disposition: Disposition
    rule: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Accounts for every text block and picture of a page; anything unaccounted for keeps a page from AI_COMPLETED."""

    entries: tuple[ReceiptEntry, ...]

    def counts(self) -> dict[str, dict[str, int]]:
        """`{"text": {"used": 12, …}, "picture": {…}}`"""
        totals: dict[str, dict[str, int]] = {}
        for entry in self.entries:
            per_kind = totals.setdefault(entry.kind, {})
            per_kind[entry.disposition] = per_kind.get(entry.disposition, 0) + 1
        return totals


@dataclass(frozen=True, slots=True)
class StageTrace:
    """How long a stage took and which of its rules fired."""

    stage: str
    milliseconds: float
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageFailure:
    """A stage that could not do its work on this page; the page then needs a person, never silence."""

    stage: str
    category: str
    message: str


@dataclass(frozen=True, slots=True)
class PageResult:
    """The outcome of one page through all stages, before cross-page joins."""

    page_number: int
    page_class: PageClass
    is_blank: bool
    confidence: float
    skus: tuple[Sku, ...]
    images: tuple[Image, ...]
    bindings: tuple[Binding, ...]
    receipt: Receipt
    trace: tuple[StageTrace, ...] = ()
    failures: tuple[PageFailure, ...] = ()
    width_pt: float = 0.0
    height_pt: float = 0.0
    text_source: TextSource = TextSource.TEXT_LAYER
    table_continuation_from: int | None = None
    features: Mapping[str, Any] = field(default_factory=dict)
