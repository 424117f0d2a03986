"""The program that takes a first look at pages, in a confined process: one line of JSON for each page, as soon as it is known."""

import json
import os
import signal
import sys
from importlib import import_module
from typing import Any, NamedTuple

from jobs.inspection.confinement import close_the_door, confine, load_codecs
from jobs.inspection.mupdf import STANDARD_INPUT
from jobs.inspection.order import Order

# A page whose drawing instructions take this much is not blank, and may take for ever to follow.
MANY_INSTRUCTIONS_BYTES = 64 * 1024
SPECK_PT = 3.0
PICTURE_SIDE_PX = 400
SAME_SHADE = 8
USABLE_SHARE = 0.7


class PageFacts(NamedTuple):
    """What the first look at a page tells."""

    page_no: int
    is_blank: bool
    has_usable_text: bool
    image_count: int


def main(order_text: str) -> None:
    """Says how many pages there are, then goes through those it was ordered to."""
    order = Order.loads(order_text)
    # Before the limits: under them Python could not keep what it compiles of a library met for the first time.
    load_codecs()
    pymupdf = import_module("pymupdf")
    confine(order.parent, memory_bytes=order.memory_bytes, timeout_seconds=order.timeout_seconds)
    stream = pymupdf.mupdf.fz_open_file(STANDARD_INPUT)
    close_the_door(order.parent)
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    # Of a name PyMuPDF opens the file itself, which is too late here, and as memory MuPDF does not survive more than 2 GiB of it.
    document = pymupdf.open()
    document.this = pymupdf.mupdf.fz_open_document_with_stream("pdf", stream)
    # Asking is also what opens a file that has a password, but an empty one.
    if document.needs_pass:
        raise SystemExit("needs a password")
    _say({"total_pages": document.page_count})
    last = min(document.page_count, order.arguments["last_page"] or document.page_count)
    for page_no in range(order.arguments["first_page"], last + 1):
        # Unhandled: a page that takes too long ends the process, and the parent goes on behind it with another.
        signal.setitimer(signal.ITIMER_REAL, order.arguments["page_seconds"])
        _say(_facts(pymupdf, document, page_no, order.arguments["min_text_chars"])._asdict())
    _say({"is_done": True})


def _say(record: dict[str, Any]) -> None:
    os.write(sys.stdout.fileno(), json.dumps(record).encode() + b"\n")


def _facts(pymupdf: Any, document: Any, page_no: int, min_text_chars: int) -> PageFacts:
    try:
        page = document[page_no - 1]
        flags = pymupdf.TEXT_PRESERVE_IMAGES | pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
        layout = page.get_textpage(flags=flags)
        letters = [char for char in layout.extractText() if not char.isspace()]
        images = [image for image in layout.extractIMGINFO() if _is_visible(image["bbox"])]
        is_blank = len(letters) < min_text_chars and not images and not _has_drawings(pymupdf, page, layout)
        return PageFacts(page_no, is_blank, len(letters) >= min_text_chars and _are_usable(letters), len(images))
    except (RuntimeError, ValueError, MemoryError):
        # A page that cannot be read is for a person to see; it is not blank for all we know.
        return PageFacts(page_no, is_blank=False, has_usable_text=False, image_count=0)


def _is_visible(box: tuple[float, float, float, float]) -> bool:
    return box[2] - box[0] > SPECK_PT and box[3] - box[1] > SPECK_PT


def _are_usable(letters: list[str]) -> bool:
    """Fonts without a mapping to Unicode yield replacement signs and private characters in place of words."""
    return sum(char != "\ufffd" and (char.isprintable() or ord(char) > 0xFFFF) for char in letters) >= USABLE_SHARE * len(letters)


def _has_drawings(pymupdf: Any, page: Any, layout: Any) -> bool:
    """Whether the page shows anything beside its letters; one even shade all over is paper, whatever its colour."""
    document = page.parent
    if sum(len(document.xref_stream_raw(xref) or b"") for xref in page.get_contents()) > MANY_INSTRUCTIONS_BYTES:
        return True
    if all(operation in ("fill-text", "ignore-text") for operation, _ in page.get_bboxlog()):
        return False
    scale = PICTURE_SIDE_PX / max(page.rect.width, page.rect.height, 1.0)
    picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
    paper = picture.pixel(0, 0)
    for word in layout.extractWORDS():
        box = pymupdf.Rect(word[:4]) * page.rotation_matrix * pymupdf.Matrix(scale, scale)
        picture.set_rect(pymupdf.Rect(box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1).irect & picture.irect, paper)
    shades: set[int] = set(picture.samples)
    return max(shades) - min(shades) > SAME_SHADE
