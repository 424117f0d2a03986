"""How sure the machine is of a document before it reads all of it: dimension scores of sampled pages, weighed, less the prescan's penalty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from configs.profiles import Profile
from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.options import Options
from pipeline.pictures.takeout import Shelf
from pipeline.records import PageResult
from pipeline.runner import run_page
from pipeline.scans.need import Need
from pipeline.stages.ocr import what_is_missing
from pipeline.surveys import survey_of
from pipeline.work import PageWork

SAMPLE_SIZE = 5
# A scanned page is read only when its turn comes; until then nothing speaks for or against its structure.
UNREAD_SCORE = 0.7
SCAN_TEXT_SCORE = 0.6
_WITHOUT_TEXT = (Need.TEXT, Need.OUTLINES, Need.BROKEN)


@dataclass(frozen=True)
class Sampled:
    """A page that was looked at without OCR; unread, if its text can only be had from its pixels."""

    result: PageResult
    is_unread: bool


@dataclass(frozen=True)
class DocumentScore:
    """C_doc with everything it came from."""

    doc_confidence: float
    dimension_scores: Mapping[str, float]
    weights: Mapping[str, float]
    penalty: float
    sampled_pages: tuple[int, ...]
    page_confidences: Mapping[int, float]


def evaluate_document(
    path: Path, *, file_hash: str, profile: Profile, blank_pages: Sequence[int], penalty: float, total_pages: int
) -> DocumentScore:
    """Score a file under a profile."""
    sample = sample_pages(total_pages, blank_pages)
    pages = _read_sample(path, file_hash, sample)
    scores = {name: round(score(pages), 4) for name, score in DIMENSIONS.items()}
    return DocumentScore(
        doc_confidence=combine(scores, profile.weights, penalty),
        dimension_scores=scores,
        weights=profile.weights,
        penalty=penalty,
        sampled_pages=sample,
        page_confidences={page.result.page_number: round(structure([page]), 4) for page in pages},
    )


def combine(scores: Mapping[str, float], weights: Mapping[str, float], penalty: float) -> float:
    """C_doc = Σ Wi·score_i − penalty, clamped to [0, 1] (SPEC 14)."""
    total = sum(weight * scores.get(name, UNREAD_SCORE) for name, weight in weights.items())
    return round(min(1.0, max(0.0, total - penalty)), 4)


def sample_pages(total_pages: int, blank_pages: Sequence[int]) -> tuple[int, ...]:
    """A handful of pages that are not blank, spread over the document; the first is often a cover, so it counts once at most."""
    blank = set(blank_pages)
    filled = [number for number in range(1, total_pages + 1) if number not in blank]
    if len(filled) <= SAMPLE_SIZE:
        return tuple(filled)
    step = (len(filled) - 1) / (SAMPLE_SIZE - 1)
    return tuple(sorted({filled[round(index * step)] for index in range(SAMPLE_SIZE)}))


def _read_sample(path: Path, file_hash: str, sample: tuple[int, ...]) -> list[Sampled]:
    options = Options(use_ocr=False, keep_image_data=False)
    with Document(path) as document:
        survey, contents, shelf = survey_of(file_hash, document, path), PageContents(document, options), Shelf()
        return [_sampled(PageWork(document, number, options, survey, contents, shelf)) for number in sample]


def _sampled(work: PageWork) -> Sampled:
    result = run_page(work)
    # A page that could not even be parsed is a failure, and no scan.
    return Sampled(result, is_unread=not result.failures and what_is_missing(work.contents.parsed(work.number)) in _WITHOUT_TEXT)


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def text_quality(pages: Sequence[Sampled]) -> float:
    return _mean([0.0 if page.result.failures else SCAN_TEXT_SCORE if page.is_unread else 1.0 for page in pages])


def structure(pages: Sequence[Sampled]) -> float:
    return _mean([UNREAD_SCORE if page.is_unread else page.result.confidence for page in pages])


def classification(pages: Sequence[Sampled]) -> float:
    return _mean([UNREAD_SCORE if page.is_unread else page.result.page_class.confidence for page in pages])


def image_quality(pages: Sequence[Sampled]) -> float:
    """Share of good pictures; a list without pictures is neither good nor bad."""
    grades = [image.quality_grade == "HIGH" for page in pages if not page.is_unread for image in page.result.images]
    return 0.5 + 0.5 * _mean([float(grade) for grade in grades]) if grades else UNREAD_SCORE


DIMENSIONS = {
    "text_quality": text_quality,
    "structure": structure,
    "classification": classification,
    "image_quality": image_quality,
}
