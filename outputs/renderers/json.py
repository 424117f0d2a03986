"""The neutral result as JSON text, a page at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from pipeline.documents import Json


def json_chunks(head: Json, pages: Iterable[Json]) -> Iterator[str]:
    """Pieces of one JSON document; equal input gives equal bytes."""
    opening = _text(head)
    yield f'{opening[:-1]}{", " if head else ""}"pages": ['
    for index, page in enumerate(pages):
        yield f"{',' if index else ''}\n{_text(page)}"
    yield "\n]}\n"


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
