"""How sure the machine is of a document before it reads all of it: dimension scores of sampled pages, weighed, less the prescan's penalty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from configs.profiles import Profile
from pipeline.document import Document
from pipeline.options import Options
from pipeline.records import PageResult, TextSource
from pipeline.runner import run_pages
from pipeline.surveys import survey_of

SAMPLE_SIZE = 5
# A scanned page is read only when its turn comes; until then nothing speaks for or against its structure.
UNREAD_SCORE = 0.7
SCAN_TEXT_SCORE = 0.6


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
    results = _read_sample(path, file_hash, sample)
    scores = {name: round(score(results), 4) for name, score in DIMENSIONS.items()}
    return DocumentScore(
        doc_confidence=combine(scores, profile.weights, penalty),
        dimension_scores=scores,
        weights=profile.weights,
        penalty=penalty,
        sampled_pages=sample,
        page_confidences={result.page_number: round(result.confidence, 4) for result in results},
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


def _read_sample(path: Path, file_hash: str, sample: tuple[int, ...]) -> list[PageResult]:
    options = Options(use_ocr=False, keep_image_data=False)
    with Document(path) as document:
        survey = survey_of(file_hash, document, path)
    return list(run_pages(path, sample, options, survey=survey))


def _is_unread(result: PageResult) -> bool:
    return bool(result.features.get("needs_ocr")) or result.text_source is TextSource.OCR


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def text_quality(results: Sequence[PageResult]) -> float:
    return _mean([0.0 if result.failures else SCAN_TEXT_SCORE if _is_unread(result) else 1.0 for result in results])


def structure(results: Sequence[PageResult]) -> float:
    return _mean([UNREAD_SCORE if _is_unread(result) else result.confidence for result in results])


def classification(results: Sequence[PageResult]) -> float:
    return _mean([UNREAD_SCORE if _is_unread(result) else result.page_class.confidence for result in results])


def image_quality(results: Sequence[PageResult]) -> float:
    """Share of good pictures; a list without pictures is neither good nor bad."""
    grades = [image.quality_grade == "HIGH" for result in results for image in result.images]
    return 0.5 + 0.5 * _mean([float(grade) for grade in grades]) if grades else UNREAD_SCORE


DIMENSIONS = {
    "text_quality": text_quality,
    "structure": structure,
    "classification": classification,
    "image_quality": image_quality,
}
