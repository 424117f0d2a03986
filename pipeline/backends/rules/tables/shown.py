"""Pages about one product, with its title at its picture: what heads the table under both says how its versions differ, and names none of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.geometry import Box
from pipeline.records import Line, PageContent

LARGER = 1.2
PICTURE_SHARE = 0.06
MAIN_RATIO = 2.0
OVER_EM = 2.0
# What a text tells of one product; a chapter's opening page tells none of it. With a code or a price of its own the product is sold beside what
# the table lists.
TOLD = frozenset(("size", "dimension", "material", "color"))
SOLD = frozenset(("model", "price"))


def title_of_shown(heading: Line, titles: Iterable[Line], lines: Sequence[Line], content: PageContent, lookup: LabelLookup) -> Line | None:
    """Of the `titles` over the heading of a table, the larger one beside or right over the main picture of the page, where what stands between
    the two tells under labels what one product is like."""
    larger = [title for title in titles if title.size_pt >= LARGER * heading.size_pt]
    if not larger:
        return None
    picture = _main_picture(content)
    if picture is None or any(box.y1 > heading.box.center_y for box in product_pictures(content)):
        return None
    title = next((title for title in larger if _is_at(title, picture)), None)
    between = [line for line in lines if title is not None and title.box.y1 <= line.box.center_y <= heading.box.y0]
    told = {lookup(COLON.split(line.text, maxsplit=1)[0].strip()) for line in between}
    return title if told & TOLD and not told & SOLD else None


def _main_picture(content: PageContent) -> Box | None:
    """The large picture of a page that has no other nearly as large."""
    ordered = sorted(product_pictures(content), key=lambda box: -box.area)
    if not ordered or ordered[0].area < PICTURE_SHARE * content.box.area:
        return None
    return ordered[0] if len(ordered) == 1 or ordered[0].area >= MAIN_RATIO * ordered[1].area else None


def _is_at(title: Line, picture: Box) -> bool:
    is_over = 0 <= picture.y0 - title.box.y1 <= OVER_EM * title.size_pt and title.box.gap_x(picture) < 0
    return is_over or picture.y0 - title.size_pt <= title.box.center_y <= picture.y1
