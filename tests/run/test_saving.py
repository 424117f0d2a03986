"""A page's result is saved whole or not at all: SKUs, images, bindings, transitions, events, checkpoint and the page itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection

from jobs.models import OutboxEvent, PDFJob, StateTransition
from pipeline.claims import Claim, claim_page
from pipeline.models import SKU, Image, Page, SKUImageBinding
from pipeline.reading import open_reader
from pipeline.records import PageResult
from pipeline.services.processing import process_pages
from pipeline.store import save_page
from tests.client import client_of
from tests.factories import UserFactory
from tests.pipeline.test_claims import job_with_pages

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = ("skus", "images", "sku_image_bindings", "state_transitions", "outbox_events", "pages", "pdf_jobs")


@contextmanager
def refusing(table: str) -> Iterator[None]:
    """The database refuses the last thing that a save writes to this table: by then all else it wrote there is written."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$")
        cursor.execute(f"CREATE TRIGGER refuse AFTER INSERT OR UPDATE ON {table} EXECUTE FUNCTION refuse()")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER refuse ON {table}")
            cursor.execute("DROP FUNCTION refuse()")


def everything() -> dict[str, object]:
    """All that a save may change."""
    rows = {model.__name__: model.objects.count() for model in (SKU, Image, SKUImageBinding, StateTransition, OutboxEvent)}
    page = Page.objects.values_list("status", "record", "features", "page_confidence").get()
    return {**rows, "page": page, "job": PDFJob.objects.values_list("checkpoint_page", "checkpoint_skus", "checkpoint_at").get()}


@pytest.fixture
def claimed(sample_with_pictures: bytes) -> tuple[Claim, PageResult]:
    """A page with products and pictures, claimed and read."""
    job = job_with_pages(1, data=sample_with_pictures)
    claim = claim_page(job, "worker-a")
    assert claim is not None
    with open_reader(job) as reader:
        return claim, reader.read(1)


@pytest.mark.parametrize("table", TABLES)
def test_a_save_that_fails_anywhere_leaves_nothing(claimed: tuple[Claim, PageResult], table: str) -> None:
    claim, result = claimed
    before = everything()

    with refusing(table), pytest.raises(DatabaseError, match="refused"):
        save_page(claim, result, review_reason=None)

    assert everything() == before


def test_a_save_writes_all_of_it(claimed: tuple[Claim, PageResult]) -> None:
    claim, result = claimed
    before = StateTransition.objects.count()

    save_page(claim, result, review_reason=None)

    page, job = Page.objects.get(), PDFJob.objects.get()
    assert (SKU.objects.count(), Image.objects.count()) == (6, 6)
    assert SKUImageBinding.objects.count() == len(result.bindings) >= 6
    # EXTRACTED, VALIDATED, BOUND for each SKU; EXTRACTED, assessed, classified, delivered for each image; the page itself.
    assert StateTransition.objects.count() - before == 6 * 3 + 6 * 4 + 1
    event = OutboxEvent.objects.get()
    assert (event.event_type, event.payload_json["page_no"], event.payload_json["sku_count"]) == ("page_completed", 1, 6)
    assert (page.status, page.worker_id, page.lease_until) == ("AI_COMPLETED", "worker-a", None)
    assert (job.checkpoint_page, job.checkpoint_skus) == (1, 6)


def test_a_page_tells_its_stages_rules_backend_and_tokens(sample_with_pictures: bytes) -> None:
    job = job_with_pages(1, data=sample_with_pictures)

    process_pages()

    told = client_of(UserFactory(merchant=job.merchant)).get(f"/api/v1/jobs/{job.pk}/pages/1").json()
    trace = told["features"]["trace"]
    assert (trace["backend"], trace["model"], trace["tokens"], trace["calls"]) == ("rules", None, 0, 0)
    stages = {step["stage"]: step for step in trace["stages"]}
    assert list(stages) == ["parse", "ocr", "extract", "classify", "validate", "images", "bind", "display"]
    assert all(step["ms"] >= 0 for step in stages.values())
    assert stages["classify"]["rules"] == ["grid"]
    assert told["parse_time_ms"] == pytest.approx(sum(step["ms"] for step in stages.values()), abs=8)
    assert told["features"]["ignored_by"]["used:card"] > 0
