"""How sure the machine is of a document, which way that sends it, and what people are told about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

from collaboration.models import HumanTask
from configs.models import ThresholdProfile
from configs.profiles import Profile, built_in_profile, frozen_profile
from jobs.models import OutboxEvent, PDFJob
from pipeline.evaluation import DIMENSIONS, DocumentScore, combine, evaluate_document, sample_pages
from pipeline.models import SKU, Evaluation, Page
from pipeline.routing import explain_route, route_document
from tests.client import client_of
from tests.factories import UserFactory
from tests.pdfs import catalog
from tests.pipeline.catalogs import draw, scanned, table_page
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)

Submit = Callable[[bytes], PDFJob]


@pytest.fixture
def route_by(submit: Submit) -> Callable[..., PDFJob]:
    """A catalog of two pages through the run under these thresholds."""

    def _run(**thresholds: float) -> PDFJob:
        ThresholdProfile.objects.update(thresholds=thresholds)
        frozen_profile.cache_clear()
        job = submit(catalog(pages=2))
        drain()
        frozen_profile.cache_clear()
        job.refresh_from_db()
        return job

    return _run


def score(confidence: float, *, penalty: float = 0.0, **scores: float) -> DocumentScore:
    profile = built_in_profile()
    return DocumentScore(confidence, {**dict.fromkeys(DIMENSIONS, 1.0), **scores}, profile.weights, penalty, (1,), {1: confidence})


def test_confidence_is_weighed_less_the_penalty_and_clamped() -> None:
    weights = {"text_quality": 0.75, "structure": 0.25}

    assert combine({"text_quality": 0.8, "structure": 0.4}, weights, 0.0) == 0.7
    assert combine({"text_quality": 0.8, "structure": 0.4}, weights, 0.15) == 0.55
    assert combine({"text_quality": 0.8, "structure": 0.4}, weights, 5.0) == 0.0
    assert combine({"text_quality": 1.0, "structure": 1.0}, weights, -1.0) == 1.0


@pytest.mark.parametrize(
    ("total", "blank", "expected"),
    [
        (3, [2], (1, 3)),
        (5, [], (1, 2, 3, 4, 5)),
        (9, [], (1, 3, 5, 7, 9)),
        (1000, list(range(1, 501)), (501, 626, 751, 875, 1000)),
        (2, [1, 2], ()),
    ],
)
def test_sampled_pages_are_filled_and_spread(total: int, blank: list[int], expected: tuple[int, ...]) -> None:
    assert sample_pages(total, blank) == expected


@pytest.mark.parametrize(
    ("confidence", "decision", "degraded"),
    [
        (1.0, "AUTO", None),
        (0.85, "AUTO", None),
        (0.8499, "HYBRID", None),
        (0.45, "HYBRID", None),
        (0.4499, "HUMAN_ALL", "low_confidence"),
        (0.0, "HUMAN_ALL", "low_confidence"),
    ],
)
def test_the_route_follows_from_the_thresholds(confidence: float, decision: str, degraded: str | None) -> None:
    profile: Profile = replace(built_in_profile(), threshold_auto=0.85, threshold_human=0.45)

    route = route_document(score(confidence), profile)

    assert (route.decision, route.degrade_reason) == (decision, degraded)


def test_the_reason_says_who_does_it_how_sure_and_what_was_missing() -> None:
    reasons = [
        route_document(score(sure, image_quality=0.5, penalty=off), built_in_profile()).reason
        for sure, off in ((0.9, 0.0), (0.849, 0.1), (0.2, 0.0))
    ]

    assert reasons[0].startswith("The machine does this catalog alone: from the pages it sampled it is 90% sure of it, and from 85% on")
    assert reasons[0].endswith("What it missed most: good pictures (50%).")
    assert "people check the pages it is unsure of" in reasons[1]
    assert "it is 84% sure" in reasons[1]
    assert reasons[1].endswith("A first look at all pages took off 10%.")
    assert reasons[2].startswith("People do this catalog")
    assert "below 45% it does not try" in reasons[2]


def test_a_scan_is_not_taken_for_legible_text(tmp_path: Path) -> None:
    printed = draw(tmp_path, table_page, table_page)
    known = {"profile": built_in_profile(), "blank_pages": [], "penalty": 0.0, "total_pages": 2}

    text = evaluate_document(printed, file_hash="text", **known)
    scan = evaluate_document(scanned(printed, tmp_path), file_hash="scan", **known)

    assert (text.dimension_scores["text_quality"], scan.dimension_scores["text_quality"]) == (1.0, 0.6)
    assert route_document(text, built_in_profile()).decision == "AUTO"
    assert route_document(scan, built_in_profile()).decision == "HYBRID"


def test_an_evaluation_tells_all_that_it_came_from(submit: Submit) -> None:
    job = submit(catalog(pages=7, blanks=1))
    drain()
    call_command("compile_translations", verbosity=0)
    client = client_of(UserFactory(merchant=job.merchant))

    told = client.get(f"/api/v1/jobs/{job.pk}/evaluation").json()
    chinese = client.get(f"/api/v1/jobs/{job.pk}/evaluation", HTTP_ACCEPT_LANGUAGE="zh-hans").json()

    assert told["sampling"] == {"sampled_pages": [1, 3, 4, 5, 7], "sample_ratio": 0.625}
    assert set(told["dimension_scores"]) == set(told["weights_snapshot"]) == set(DIMENSIONS)
    assert told["prescan"]["penalties"][0]["rule"] == "no_images"
    assert told["doc_confidence"] == combine(told["dimension_scores"], told["weights_snapshot"], told["prescan"]["total_penalty"])
    assert set(told["page_evaluations"]) == {"1", "3", "4", "5", "7"}
    assert told["thresholds_used"] == {"A": 0.85, "B": 0.45, "PV": 0.65}
    assert told["route_reason"].startswith("The machine")
    assert "机器" in chinese["route_reason"]
    with translation.override("en"):
        assert explain_route(Evaluation.objects.get()) == Evaluation.objects.get().route_reason


def test_in_hybrid_an_unsure_page_goes_to_a_person_before_import_with_what_was_read(route_by: Callable[..., PDFJob]) -> None:
    job = route_by(A=0.9999, PV=0.999, B=0.01)

    assert (job.route, job.status, job.human_pages, job.completion_source) == ("HYBRID", "PARTIAL_IMPORTED", [1, 2], "HUMAN_ONLY")
    assert set(Page.objects.values_list("status", "import_confirmation")) == {("HUMAN_QUEUED", "not_imported")}
    assert not SKU.objects.filter(status="EXPORTED").exists()
    first = HumanTask.objects.get(job=job, page_number=1)
    assert (first.task_type, first.status, first.context["reason"]) == ("PAGE_PROCESS", "CREATED", "low_confidence")
    assert first.timeout_at > first.created_at
    assert [sku["model"] for sku in first.context["ai_result"]["skus"]] == [f"P0-{number}" for number in range(101, 107)]
    assert first.context["page_confidence"] == Page.objects.get(page_number=1).page_confidence
    picture = client_of(UserFactory(merchant=job.merchant)).get(first.context["screenshot_url"])
    assert picture.headers["Content-Type"] == "image/jpeg"
    told = OutboxEvent.objects.filter(event_type="human_needed").values_list("payload_json__page_no", "payload_json__reason")
    assert sorted(told) == [(1, "low_confidence"), (2, "low_confidence")]


def test_below_b_people_do_all_pages(route_by: Callable[..., PDFJob]) -> None:
    job = route_by(A=0.9999, PV=0.9998, B=0.9997)

    assert (job.route, job.status, job.degrade_reason) == ("HUMAN_ALL", "DEGRADED_HUMAN", "low_confidence")
    assert list(HumanTask.objects.order_by("page_number").values_list("page_number", flat=True)) == [1, 2]
    assert set(Page.objects.values_list("status", flat=True)) == {"HUMAN_QUEUED"}
    assert OutboxEvent.objects.get(event_type="human_needed").payload_json["task_count"] == 2
