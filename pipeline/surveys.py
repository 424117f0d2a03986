"""Surveys of files, made once: whoever evaluates a file has looked at it, and every worker that reads its pages needs the same facts.

The last few are kept in the process; Redis carries them to the other workers and may forget them at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import msgspec

from pdfsku.shared.redis import ask_redis
from pipeline.document import Document
from pipeline.survey import Signature, Survey, survey_document

REDIS_KEY = "pdf_sku:survey:{file_hash}"
REDIS_TTL_SECONDS = 3600
_KEPT = 8

_known: OrderedDict[str, Survey] = OrderedDict()


class _Stored(msgspec.Struct):
    page_count: int
    sampled_pages: int
    seen_on: list[tuple[Signature, int]]


def survey_of(file_hash: str, document: Document, path: Path) -> Survey:
    """The survey of a file with this hash, open as `document`."""
    if file_hash not in _known:
        survey = _shared(file_hash)
        if survey is None:
            survey = survey_document(document, path)
            _share(survey)
        _known[file_hash] = survey
        if len(_known) > _KEPT:
            _known.popitem(last=False)
    return _known[file_hash]


def _shared(file_hash: str) -> Survey | None:
    raw = ask_redis(lambda client: client.get(REDIS_KEY.format(file_hash=file_hash)))
    if raw is None:
        return None
    stored = msgspec.json.decode(str(raw), type=_Stored)
    return Survey(file_hash, stored.page_count, stored.sampled_pages, dict(stored.seen_on))


def _share(survey: Survey) -> None:
    stored = _Stored(survey.page_count, survey.sampled_pages, list(survey.seen_on.items()))
    key = REDIS_KEY.format(file_hash=survey.file_hash)
    ask_redis(lambda client: client.set(key, msgspec.json.encode(stored), ex=REDIS_TTL_SECONDS))
