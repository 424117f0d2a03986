"""What must be known of the whole file before its first page is understood: how long it is, and which pictures come back page after page."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # For types alone: who only hands surveys on need not load the library that reads PDFs.
    from pipeline.document import Document

# Enough to see what repeats; a thousand-page file must not be read twice.
SAMPLED_PAGES = 40
HASH_BLOCK_BYTES = 1 << 20

Signature = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Survey:
    """Facts about the file, the same whichever pages are asked for. `seen_on` counts sampled pages per picture."""

    file_hash: str
    page_count: int
    sampled_pages: int
    seen_on: Mapping[Signature, int]

    def is_repeated(self, signature: Signature) -> bool:
        """On at least three sampled pages and on three in ten of them: page furniture, not a product."""
        return self.seen_on.get(signature, 0) >= max(3, 0.3 * self.sampled_pages)


def survey_document(document: Document, path: str | Path) -> Survey:
    numbers = sampled_numbers(document.page_count)
    seen_on: Counter[Signature] = Counter()
    for number in numbers:
        seen_on.update(set(document.painted_images(number)))
    repeated = {signature: count for signature, count in sorted(seen_on.items()) if count > 1}
    return Survey(hash_file(path), document.page_count, len(numbers), repeated)


def sampled_numbers(page_count: int) -> list[int]:
    """At most `SAMPLED_PAGES` page numbers, evenly spread."""
    if page_count <= SAMPLED_PAGES:
        return list(range(1, page_count + 1))
    return [1 + index * (page_count - 1) // (SAMPLED_PAGES - 1) for index in range(SAMPLED_PAGES)]


def hash_file(path: str | Path) -> str:
    """SHA-256 of the file's bytes, read in blocks."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while block := stream.read(HASH_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()
