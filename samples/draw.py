"""The sample catalog: every kind of page there is, in English and Chinese, drawn when it is needed.

`python -m samples.draw catalog.pdf` writes it to a file.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pymupdf

from samples import pages

FILE_NAME = "northwood-2026.pdf"


def draw_catalog() -> bytes:
    """The PDF. The same bytes each time, so that a second upload is recognised as the same file."""
    document = pymupdf.open()
    for draw in pages.IN_ORDER:
        draw(document)
    document.set_metadata({"title": "Northwood 2026", "author": "Northwood Furniture"})
    data: bytes = document.tobytes(deflate=True, garbage=3, no_new_id=True)
    document.close()
    return data


def main(arguments: Sequence[str]) -> None:
    Path(arguments[0] if arguments else FILE_NAME).write_bytes(draw_catalog())


if __name__ == "__main__":
    main(sys.argv[1:])
