"""Why a page's pixels are read, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.records import PageContent


class Need(StrEnum):
    """What a page's pixels are asked for."""

    NOTHING = "text_layer_is_usable"
    RULINGS = "scan_with_text_layer"
    PARTS = "pictures_of_text"
    PICTURES = "pictures_in_page_wide_raster"
    TEXT = "no_usable_text"
    OUTLINES = "text_drawn_as_outlines"
    BROKEN = "broken_text_layer"

    @property
    def is_for_text(self) -> bool:
        return self not in (Need.NOTHING, Need.PICTURES)


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The page with what its pixels gave, why they were asked, and the skew that was taken out of all boxes."""

    content: PageContent
    need: Need = Need.NOTHING
    skew_degrees: float = 0.0
