"""Headings over the name of the one product of a page: what parts them from it, a rule, a bar or a gap, says that they head the page."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.titles import NAMING
from pipeline.backends.rules.page.places import product_pictures
from pipeline.geometry import Box
from pipeline.records import PageContent

# Lines of one title and what is said under it stand closer; a claim under a name is set smaller.
MIN_RATIO = 0.8
PARTED_EM = 1.8
NEAR_EM = 1.5
RULE_SHARE = 0.3
MAX_RULE_PT = 4.0


def name_under_heading(heading: Part, entries: Sequence[Entry], content: PageContent) -> tuple[Part, Entry] | None:
    """The words right over the picture that are set nearly as large as those over them and parted from them; None where the page has no such two."""
    set_so = [(part, entry) for entry in entries for part in entry.caption.parts if part is not heading and _is_set_as(part, heading)]
    if len(set_so) != 1:
        return None
    (name, home) = set_so[0]
    pictures = product_pictures(content)
    is_over = any(_is_right_over(name, box) and not _is_right_over(heading, box) for box in pictures)
    return (name, home) if is_over and _are_parted(heading.box, name.box, heading.style.size_pt, content) else None


def _is_set_as(part: Part, heading: Part) -> bool:
    is_large = MIN_RATIO * heading.style.size_pt <= part.style.size_pt
    is_heavy = part.style.is_bold or not heading.style.is_bold
    return part.kind in NAMING and not part.is_labelled and is_large and is_heavy and heading.box.y1 <= part.box.y0


def _is_right_over(part: Part, picture: Box) -> bool:
    return part.box.gap_x(picture) < 0 and 0 <= picture.y0 - part.box.y1 + 1 <= NEAR_EM * part.style.size_pt


def _are_parted(upper: Box, lower: Box, size_pt: float, content: PageContent) -> bool:
    if lower.y0 - upper.y1 >= PARTED_EM * size_pt:
        return True
    on_bar = any(fill.box.contains_point(upper.center_x, upper.center_y) and fill.box.y1 <= lower.y0 + 1 for fill in content.fills)
    rules = (*(ruling.box for ruling in content.rulings if ruling.is_horizontal), *(fill.box for fill in content.fills))
    between = (box for box in rules if box.height <= MAX_RULE_PT and upper.y1 - 1 <= box.y0 and box.y1 <= lower.y0 + 1)
    return on_bar or any(box.width >= RULE_SHARE * upper.width and box.gap_x(upper) < 0 for box in between)
