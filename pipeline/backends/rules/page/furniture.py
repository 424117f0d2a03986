"""What stands on every page and belongs to no product: running heads, feet, page numbers, addresses of the web."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from statistics import median

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.values.prices import is_only_currency
from pipeline.geometry import Box, Tiles
from pipeline.records import Line, PageContent
from pipeline.stages.lines import is_wide

PAGE_HEAD = "page_head"
PAGE_FOOT = "page_foot"
NUMBERED = "page_number"
TOUCHING_EM = 0.3
MIN_ALIKE = 2
SAME_SIZE_PT = 0.5
ALIGN_PT = 3.0
EDGE_PT = 2.0
TAB_SHARE = 0.08
CAPTION_EM = 1.5
SAME_GAP_PT = 1.0
BESIDE_EM = 3.0
HEAD_SHARE = 0.075
FOOT_SHARE = 0.93
MARK_SHARE, MARK_WIDTH_SHARE = 0.09, 0.25
PAGE_NUMBER = re.compile(r"(page|p\.|第)?\s*[-–—·|]*\s*\d{1,4}\s*(页|頁|/\s*\d{1,4}|of\s*\d{1,4})?\s*[-–—·|]*", re.IGNORECASE)
WEB = re.compile(r"(https?://|www\.)\S+|\S+@\S+\.\S+|\S+\.(com|cn|net|org|example)\b", re.IGNORECASE)
# What kind of company one is, behind its name.
COMPANY = (
    r"(?:有限(?:责任|責任)?公司|股份(?:有限)?公司|集团|集團|株式会社|(?:co(?:mpany)?\b\.?,?\s*)?(?:ltd|limited|llc|inc|corp|gmbh|ag|kg|s\.?\s?r\.?\s?l|s\.?\s?p\.?\s?a"
    r"|s\.?a\.?s?|s\.?l|lda|ltda|b\.?v|n\.?v|oy|ab|a/s|aps|as|sp\. z o\.\s?o|s\.r\.o|kft|a\.ş|ооо|оао|зао)\b)"
)
MIN_MAKER_CHARS = 4


def head_end(content: PageContent) -> float:
    """Down to where a page has its running head."""
    return HEAD_SHARE * content.sheet_height_pt


def foot_start(content: PageContent) -> float:
    """From where on a page has its foot."""
    return content.height_pt - (1 - FOOT_SHARE) * content.sheet_height_pt


def furniture(lines: Sequence[Line], content: PageContent) -> dict[int, str]:
    """Numbers of the lines that are page furniture, each with the rule that says so."""
    size = usual_size(lines)
    rules = {index: rule for index, line in enumerate(lines) if (rule := _rule(line, content, size)) is not None}
    placed = Tiles((line.box, line) for line in lines) if PAGE_HEAD in rules.values() or PAGE_FOOT in rules.values() else None
    led = {_opening(line) for index, line in enumerate(lines) if index not in rules} - {None} if PAGE_HEAD in rules.values() else set()
    return {
        index: rule
        for index, rule in rules.items()
        if not (rule in (NUMBERED, PAGE_FOOT) and _is_of_sum(lines[index], lines))
        and (placed is None or not (_goes_on(lines[index], rule, placed, content) or (rule == PAGE_HEAD and _opening(lines[index]) in led)))
    }


def _opening(line: Line) -> tuple[str, float] | None:
    """The label a line opens with and its size: what opens alike further down is no head of the page, `Art. no.: KB-61` over each product."""
    if ":" not in line.text and "：" not in line.text:
        return None
    label, colon, value = line.text.replace("：", ":").partition(":")
    return (label.strip(), round(line.size_pt, 1)) if colon and label.strip() and value.strip() else None


@found_once
def page_tabs(content: PageContent) -> frozenset[int]:
    """The identities of lines that are tabs at the edge of the page, to leaf by: turned, on a ground of their own that is cut off there."""
    turned = [line for line in content.lines if line.words[0].direction[0] <= 0.95]
    grounds = [fill.box for fill in content.fills if fill.box.x0 <= EDGE_PT or fill.box.x1 >= content.width_pt - EDGE_PT] if turned else []
    narrow = [box for box in grounds if box.width <= TAB_SHARE * content.width_pt]
    return frozenset(id(line) for line in turned if any(box.contains_point(line.box.center_x, line.box.center_y) for box in narrow))


@found_once
def page_makers(content: PageContent) -> frozenset[int]:
    """The identities of lines at the head of the page that are the name of the company whose full name stands elsewhere: `Boston Leather` over a
    page with `Boston Leather Ltd` at its foot. What it is called after is no fact about the goods."""
    in_head = [line for line in content.lines if line.box.y1 <= head_end(content) and len(line.text) >= MIN_MAKER_CHARS]
    texts = {line.text.lower() for line in content.lines} if in_head else set()
    # Most names stand nowhere else, which one search tells.
    whole = "\n".join(texts)
    makers = {name for name in {line.text.lower() for line in in_head} if whole.count(name) > 1 and _is_maker(name, texts)}
    return frozenset(id(line) for line in in_head if line.text.lower() in makers)


@found_once
def page_marks(content: PageContent) -> frozenset[int]:
    """The identities of lines that are part of a small picture at the head of the page: what stands on a logo says whose page it is."""
    marks = [
        picture.box
        for picture in content.pictures
        if picture.box.y1 <= MARK_SHARE * content.height_pt and picture.box.width <= MARK_WIDTH_SHARE * content.width_pt
    ]
    if not marks:
        return frozenset()
    in_head = [line for line in content.lines if line.box.y1 <= HEAD_SHARE * content.height_pt]
    return frozenset(id(line) for line in in_head if any(line.box.overlap_ratio(mark.expanded(EDGE_PT)) >= 1.0 for mark in marks))


def _is_maker(name: str, texts: Iterable[str]) -> bool:
    return any(_is_company(name, text) for text in texts if name in text and name != text)


def _is_company(name: str, text: str) -> bool:
    """Whether a text tells what kind of company the name is: behind all of it, but for a place in scripts without spaces."""
    before = "" if is_wide(name[0]) else r"(?:^|[^\w\s&]\s*|\d\s+)"
    return re.search(rf"{before}{re.escape(name)}[\s,]*{COMPANY}", text, re.IGNORECASE) is not None


@found_once
def page_furniture(content: PageContent) -> frozenset[int]:
    """The identities of a whole page's lines that are furniture."""
    return frozenset(id(content.lines[index]) for index in furniture(content.lines, content))


def _goes_on(line: Line, rule: str, placed: Tiles[Line], content: PageContent) -> bool:
    """Whether what looks like a head or a foot belongs to a text of the page."""
    if rule == PAGE_HEAD:
        return _leads(line, placed, content)
    if rule != PAGE_FOOT:
        return False
    return (
        _hangs_on(line, placed)
        or _is_beside_last(line, placed)
        or _hangs_as_others(line, placed, content)
        or _is_caption(line, placed, content)
    )


def _is_of_sum(line: Line, lines: Sequence[Line]) -> bool:
    """Figures of two sizes that touch, and the sign before them, are a sum, as `$39` with a small `95` at the foot of a card."""
    if not _is_figure(line.text) and not is_only_currency(line.text):
        return False
    touching = [other for other in lines if other.size_pt != line.size_pt and line.box.gap_y(other.box) < 0 and _touch(line, other)]
    return any(_is_figure(other.text) for other in touching)


def _touch(one: Line, other: Line) -> bool:
    return max(0.0, one.box.gap_x(other.box)) <= TOUCHING_EM * max(one.size_pt, other.size_pt)


def _is_figure(text: str) -> bool:
    return text.rstrip(".,").isdecimal()


def _is_beside_last(line: Line, placed: Tiles[Line]) -> bool:
    """Further in the last row of a caption, set like what hangs on in it: the third of several colours behind dots."""
    x0, y0, x1, y1 = line.box
    reach = BESIDE_EM * line.size_pt
    level = [other for other in placed.around(Box(x0 - reach, y0, x1, y1)) if 0 < x0 - other.box.x1 <= reach]
    row = [other for other in level if abs(other.box.y0 - y0) <= SAME_GAP_PT and other.size_pt == line.size_pt]
    return any(_hangs_on(other, placed) or _is_beside_last(other, placed) for other in row)


def usual_size(lines: Sequence[Line]) -> float:
    """The size in which most of the page is set."""
    return median(line.size_pt for line in lines) if lines else 10.0


def _rule(line: Line, content: PageContent, usual_size_pt: float) -> str | None:
    if line.words[0].direction[0] <= 0.95:
        return "turned_text"
    in_foot = line.box.y0 >= foot_start(content)
    if in_foot and PAGE_NUMBER.fullmatch(line.text):
        return NUMBERED
    if in_foot and WEB.search(line.text):
        return "web_address"
    if in_foot and line.size_pt <= 1.15 * usual_size_pt:
        return PAGE_FOOT
    if line.box.y1 <= head_end(content) and (line.size_pt <= 1.05 * usual_size_pt or id(line) in page_makers(content)):
        return PAGE_HEAD
    return None


def _hangs_on(line: Line, placed: Tiles[Line]) -> bool:
    """The last row of a caption at the foot of the page stands close under the row before it."""
    x0, y0, x1, _ = line.box
    return any(
        -1.0 <= line.box.y0 - other.box.y1 <= 1.2 * line.size_pt and line.box.gap_x(other.box) < 0 and other.size_pt <= 1.4 * line.size_pt
        for other in placed.around(Box(x0, y0 - 1.2 * line.size_pt - 0.1, x1, y0 + 1.1))
        if other is not line
    )


def _hangs_as_others(line: Line, placed: Tiles[Line], content: PageContent) -> bool:
    """Small print right under a larger row, as others of its size stand under such rows further up: the last card ends so, too."""
    own = _row_over(line, placed)
    if own is None:
        return False
    alike = [other for other in content.lines if other is not line and abs(other.size_pt - line.size_pt) <= SAME_SIZE_PT]
    over = [row for other in alike if (row := _row_over(other, placed)) is not None]
    return sum(abs(row.size_pt - own.size_pt) <= SAME_SIZE_PT for row in over) >= MIN_ALIKE


def _row_over(line: Line, placed: Tiles[Line]) -> Line | None:
    """The row that ends close over a line, from or to the same edge."""
    x0, y0, x1, _ = line.box
    near = placed.around(Box(x0, y0 - line.size_pt, x1, y0 + 1.0))
    over = (other for other in near if -1.0 <= y0 - other.box.y1 <= line.size_pt)
    return next((other for other in over if min(abs(x0 - other.box.x0), abs(x1 - other.box.x1)) <= EDGE_PT), None)


def _is_caption(line: Line, placed: Tiles[Line], content: PageContent) -> bool:
    """Right under a picture, as another row of this size stands under a picture further up."""
    gaps = {picture: line.box.y0 - picture.y1 for picture in product_pictures(content) if line.box.gap_x(picture) < 0}
    gap = min((gap for gap in gaps.values() if -1.0 <= gap <= CAPTION_EM * line.size_pt), default=None)
    if gap is None:
        return False
    higher = [picture for picture, height in gaps.items() if height > CAPTION_EM * line.size_pt]
    return any(
        abs(other.box.y0 - picture.y1 - gap) <= SAME_GAP_PT and abs(other.size_pt - line.size_pt) <= SAME_GAP_PT
        for picture in higher
        for other in placed.around(Box(picture.x0, picture.y1, picture.x1, picture.y1 + CAPTION_EM * line.size_pt))
    )


def _leads(line: Line, placed: Tiles[Line], content: PageContent) -> bool:
    """The first row of a caption that begins at the head of the page has its next row close under it, past the head."""
    x0, _, x1, y1 = line.box
    return any(
        -1.0 <= other.box.y0 - line.box.y1 <= 0.8 * line.size_pt
        and (abs(other.box.x0 - line.box.x0) <= ALIGN_PT or abs(other.box.center_x - line.box.center_x) <= ALIGN_PT)
        and other.box.y1 > head_end(content)
        for other in placed.around(Box(x0 - ALIGN_PT - 0.1, y1 - 1.1, x1 + ALIGN_PT + 0.1, y1 + 0.8 * line.size_pt + 0.1))
        if other is not line
    )
