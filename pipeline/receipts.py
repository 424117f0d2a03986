"""The page's receipt: every text line and every picture ends as used, ignored by a named rule, in review or failed (SPEC 18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pipeline.geometry import Box, Tiles
from pipeline.quoted import COVERED, Quoted, quoted_on
from pipeline.records import (
    Disposition,
    Image,
    Line,
    PageClass,
    PageContent,
    PageFailure,
    PageResult,
    Picture,
    Receipt,
    ReceiptEntry,
)
from pipeline.work import PageWork

MARGIN_SHARE = 0.07
HEADING_RATIO = 1.3
UNEXPLAINED = "unexplained"
TIMEOUT = "timeout"
UNKNOWN_PAGE = PageClass(page_type="D", layout_type="L4", confidence=0.0, reasons=("not_classified",))


def page_receipt(work: PageWork, failures: Sequence[PageFailure] = ()) -> Receipt:
    """Account for the page. With a failed stage, what no rule explains has failed; else it is for a person to see."""
    content = work.content
    if content is None:
        return Receipt(())
    return Receipt((*_text_entries(work, content, failures), *_picture_entries(work, content, failures)))


def failed_receipt(failure: PageFailure) -> Receipt:
    """For a page nothing could be read from."""
    return Receipt((ReceiptEntry("text", Box(0, 0, 0, 0), Disposition.FAILED, f"{failure.stage}:{failure.category}"),))


def failed_page(number: int, failure: PageFailure) -> PageResult:
    """A page of which nothing is known but that it failed: it needs a person."""
    return PageResult(
        page_number=number,
        page_class=UNKNOWN_PAGE,
        is_blank=False,
        confidence=0.0,
        skus=(),
        images=(),
        bindings=(),
        receipt=failed_receipt(failure),
        failures=(failure,),
    )


def unaccounted(content: PageContent, receipt: Receipt) -> list[Line | Picture]:
    """What is on the page but not in the receipt: must be empty (the completeness check).

    Lines are told by their text and number: the boxes of a scan that was read askew lie elsewhere in the receipt.
    """
    known = Counter(entry.text for entry in receipt.entries if entry.kind == "text")
    pictures = Tiles((entry.box, entry.box) for entry in receipt.entries if entry.kind == "picture")
    lost: list[Line | Picture] = []
    for line in content.lines:
        known[line.text] -= 1
        if known[line.text] < 0:
            lost.append(line)
    lost.extend(
        p for p in content.pictures if not any(p.box.overlap_ratio(box) > COVERED or p.box == box for box in pictures.around(p.box))
    )
    return lost


def _text_entries(work: PageWork, content: PageContent, failures: Sequence[PageFailure]) -> Iterator[ReceiptEntry]:
    quoted = quoted_on(content, work.skus)
    named = {entry.box: entry for entry in work.explained if entry.kind == "text"}
    around = Tiles(named.items())
    heading_size = HEADING_RATIO * usual_size(content)
    for line in content.lines:
        entry = named.get(line.box) or _holding(line, around)
        disposition, rule = _text_fate(line, entry, quoted, work, content, failures, heading_size)
        yield ReceiptEntry("text", line.box, disposition, rule, line.text)


def _text_fate(
    line: Line,
    entry: ReceiptEntry | None,
    quoted: Quoted,
    work: PageWork,
    content: PageContent,
    failures: Sequence[PageFailure],
    heading_size: float,
) -> tuple[Disposition, str]:
    if entry is not None and entry.disposition != Disposition.IN_REVIEW:
        return entry.disposition, entry.rule
    if quoted.covers(line.box):
        return Disposition.USED, "evidence"
    if failures:
        return Disposition.FAILED, f"{failures[0].stage}:{failures[0].category}"
    rule = _passing_rule(line, work, content, heading_size)
    return (Disposition.IGNORED, rule) if rule else (Disposition.IN_REVIEW, entry.rule if entry else UNEXPLAINED)


def _holding(line: Line, around: Tiles[ReceiptEntry]) -> ReceiptEntry | None:
    """What a reader said about a box that holds this line."""
    return next((entry for entry in around.around(line.box) if line.box.overlap_ratio(entry.box) > COVERED), None)


def _passing_rule(line: Line, work: PageWork, content: PageContent, heading_size: float) -> str:
    """Why a line that no extractor claimed may be passed over; empty where nothing says so."""
    if content.is_blank:
        return "blank_page"
    margin = MARGIN_SHARE * content.sheet_height_pt
    if line.box.y1 < margin or line.box.y0 > content.height_pt - margin:
        return "page_margin"
    if line.size_pt >= heading_size:
        return "heading"
    if not work.skus and work.page_class is not None and work.page_class.page_type in ("C", "D"):
        return f"no_product_page_{work.page_class.page_type}"
    return ""


def usual_size(content: PageContent) -> float:
    """The font size in which most of the page is set."""
    characters: Counter[float] = Counter()
    for line in content.lines:
        characters[line.size_pt] += len(line.text)
    middle = characters.total() // 2
    for size, count in sorted(characters.items()):
        if middle < count:
            return size
        middle -= count
    return 0.0


def _picture_entries(work: PageWork, content: PageContent, failures: Sequence[PageFailure]) -> Iterator[ReceiptEntry]:
    bound = {binding.image_id for binding in work.bindings}
    images = Tiles((image.box, image) for image in work.images)
    explained = Tiles((entry.box, entry) for entry in work.explained if entry.kind == "picture")
    for picture in content.pictures:
        image = _image_of(picture, images.around(picture.box))
        named = next((entry for entry in explained.around(picture.box) if picture.box.overlap_ratio(entry.box) > COVERED), None)
        if image is not None:
            yield ReceiptEntry("picture", picture.box, *_image_fate(image, image.image_id in bound))
        elif named is not None:
            yield ReceiptEntry("picture", picture.box, named.disposition, named.rule)
        elif failures:
            yield ReceiptEntry("picture", picture.box, Disposition.FAILED, f"{failures[0].stage}:{failures[0].category}")
        else:
            yield ReceiptEntry("picture", picture.box, Disposition.FAILED, "images:not_drawable")


def _image_fate(image: Image, is_bound: bool) -> tuple[Disposition, str]:
    if is_bound:
        return Disposition.USED, "bound"
    if image.role in ("LOGO", "DECORATION"):
        return Disposition.IGNORED, f"role_{image.role.lower()}"
    return Disposition.USED, f"role_{image.role.lower()}"


def _image_of(picture: Picture, images: Iterable[Image]) -> Image | None:
    """The image this picture became, or became a piece of: of several that hold it, the closest fit."""
    holding = [image for image in images if picture.box.overlap_ratio(image.box) > 0.9 or picture.box == image.box]
    return max(holding, key=lambda image: picture.box.iou(image.box), default=None)
