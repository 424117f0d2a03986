"""Golden-set evaluations: run the set's catalogs, score them, keep the report and say how it differs from the last one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from configs.golden import Scored, changes, score
from configs.models import EvalReport
from configs.profiles import Profile
from outputs.document import result_document
from pipeline.catalog import run_catalog
from pipeline.options import Granularity, Options, ValidityMode
from pipeline.records import UnreadableDocument

TRUTH_SUFFIX = ".truth.json"


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Catalogs `name.pdf` with their truth `name.truth.json` beside them, in a folder that gives the set its name."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    def catalogs(self) -> list[tuple[Path, Path]]:
        truths = sorted(self.folder.glob(f"*{TRUTH_SUFFIX}"))
        return [(truth.with_name(truth.name.removesuffix(TRUTH_SUFFIX) + ".pdf"), truth) for truth in truths]


def evaluate(golden: GoldenSet, profile: Profile, *, workers: int, on_file: Callable[[Path], None] = lambda path: None) -> EvalReport:
    """Run and score the set under a profile, and store the report."""
    unreadable: list[str] = []
    report = score(_scored(golden, profile, workers, on_file, unreadable), review_below=profile.threshold_page)
    last = EvalReport.objects.filter(golden_set_id=golden.name).order_by("-id").first()
    figures = report["overall"]
    return EvalReport.objects.create(
        golden_set_id=golden.name,
        config_version=profile.config_version,
        sku_precision=figures["sku_precision"],
        sku_recall=figures["sku_recall"],
        sku_f1=figures["sku_f1"],
        binding_accuracy=figures["binding_accuracy"],
        human_intervention_rate=figures["human_intervention_rate"],
        report_data={**report, "unreadable": unreadable, "compared_with": last.pk if last else None, "changes": _changes(last, report)},
    )


def _scored(golden: GoldenSet, profile: Profile, workers: int, on_file: Callable[[Path], None], unreadable: list[str]) -> Iterator[Scored]:
    """Each catalog's result beside its truth. One that cannot be read is named among the `unreadable` and has no pages: all that its truth tells
    is missing, and the others still count."""
    options = Options(
        granularity=Granularity(profile.sku_granularity.value),
        validity_mode=ValidityMode(profile.validity_mode.value),
        keep_image_data=False,
    )
    for path, truth in golden.catalogs():
        on_file(path)
        started = perf_counter()
        try:
            result = _result(path, options, workers)
        except UnreadableDocument:
            unreadable.append(path.name)
            result = {"file": path.name, "pages": []}
        seconds = perf_counter() - started
        yield Scored(json.loads(truth.read_text(encoding="utf-8")), result, seconds)


def _result(path: Path, options: Options, workers: int) -> dict[str, Any]:
    catalog = run_catalog(path, options=options, workers=workers)
    return result_document(file=path.name, file_hash=catalog.survey.file_hash, pages=catalog.pages)


def _changes(last: EvalReport | None, report: dict[str, Any]) -> dict[str, Any]:
    return changes(last.report_data, report) if last else {}
