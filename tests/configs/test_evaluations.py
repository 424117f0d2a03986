"""Evaluations: a golden set's report is kept and compared with the last one."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from configs.models import EvalReport
from configs.profiles import load_default_profile
from tests.pipeline.catalogs import blank_page, draw, table_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def golden_set(tmp_path: Path) -> Path:
    """Two pages with their truth."""
    draw(tmp_path, table_page, blank_page, name="list.pdf")
    skus = [
        {"model": f"TX-{2000 + row}", "name": f"Steel Bracket {row}", "price": {"amount": row * 3 + 1.5, "currency": "USD"}, "images": []}
        for row in range(1, 13)
    ]
    pages = [
        {"page": 1, "kind": "table", "page_type": "A", "layout_type": "L4", "blank": False, "skus": skus, "images": []},
        {"page": 2, "kind": "blank", "page_type": "D", "layout_type": "L4", "blank": True, "skus": [], "images": []},
    ]
    (tmp_path / "list.truth.json").write_text(json.dumps({"pages": pages, "cross_page": []}), encoding="utf-8")
    return tmp_path


def test_report_is_kept_and_compared(golden_set: Path) -> None:
    load_default_profile()
    out = io.StringIO()

    for _ in range(2):
        call_command("evaluate_golden", str(golden_set), stdout=out, stderr=io.StringIO())

    first, second = EvalReport.objects.order_by("id")
    assert (first.sku_precision, first.sku_recall, first.sku_f1) == (1.0, 1.0, 1.0)
    assert first.golden_set_id == golden_set.name
    assert first.report_data["by_kind"]["table"]["price_exact"] == 1.0
    assert second.report_data["compared_with"] == first.pk
    assert "sku_f1 1.0" in out.getvalue()


def test_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no golden set"):
        call_command("evaluate_golden", str(tmp_path))


def test_a_catalog_that_cannot_be_read_is_missing_and_the_others_still_count(golden_set: Path) -> None:
    load_default_profile()
    (golden_set / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing follows")
    (golden_set / "broken.truth.json").write_text((golden_set / "list.truth.json").read_text(encoding="utf-8"), encoding="utf-8")

    told = io.StringIO()
    call_command("evaluate_golden", str(golden_set), stdout=io.StringIO(), stderr=told)

    report = EvalReport.objects.get()
    assert "broken.pdf cannot be read" in told.getvalue()
    assert report.report_data["unreadable"] == ["broken.pdf"]
    assert (report.sku_precision, report.sku_recall) == (1.0, 0.5)
    assert report.human_intervention_rate == 0.5
