"""Leases, fences and fairness: who may work on a page, and whose save counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from collaboration.models import HumanTask
from jobs.files import source_name
from jobs.models import PDFJob, StateTransition
from jobs.services.cancellation import cancel_job
from jobs.transitions import move_many
from pipeline.claims import claim_page, expire_leases, hand_back, let_go, next_job, renew_leases
from pipeline.geometry import Box
from pipeline.models import SKU, Page
from pipeline.records import Attribute, Evidence, PageClass, PageResult, Receipt, Sku
from pipeline.store import Refused, save_page
from tests.factories import JobFactory, PageFactory
from tests.pdfs import catalog
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)


def job_with_pages(count: int = 2, *, data: bytes | None = None, **job: object) -> PDFJob:
    made = JobFactory(processing=True, total_pages=count, route="AUTO", **job)
    pages = [PageFactory(job=made, page_number=number) for number in range(1, count + 1)]
    move_many(pages, "queue_for_ai")
    default_storage.save(source_name(made.pk), ContentFile(data or catalog(count)))
    return made


def result_of(page_number: int, *, model: str = "M-1") -> PageResult:
    box = Box(10, 10, 60, 20)
    value = Attribute("model", model, Evidence(page_number, box, model, 0.9))
    sku = Sku(page_number, box, (value,), confidence=0.9, validity="valid", status="VALIDATED", sku_id=f"sku_x_p{page_number}_1")
    return PageResult(page_number, PageClass("A", "L4", 0.9), False, 0.9, (sku,), (), (), Receipt(()))


def overdue(page: Page) -> None:
    Page.objects.filter(pk=page.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_claim_is_counted_before_the_work() -> None:
    job = job_with_pages(1)

    claim = claim_page(job, "worker-a")

    stored = Page.objects.get()
    assert (stored.status, stored.claim_no, stored.worker_id) == ("AI_PROCESSING", 1, "worker-a")
    assert stored.lease_until > timezone.now()
    assert claim is not None
    assert claim_page(job, "worker-b") is None


def test_a_claimed_page_carries_what_was_claimed() -> None:
    job = job_with_pages(1)

    claim = claim_page(job, "worker-a")

    stored = Page.objects.get()
    assert claim is not None
    assert [(field.name, getattr(claim.page, field.attname)) for field in Page._meta.concrete_fields] == [
        (field.name, getattr(stored, field.attname)) for field in Page._meta.concrete_fields
    ]
    move = StateTransition.objects.get(entity_type="page", to_status="AI_PROCESSING")
    assert (move.entity_id, move.from_status, move.trigger, move.operator) == (str(stored.pk), "AI_QUEUED", "begin_ai", "worker-a")


def test_the_next_page_is_claimed_with_the_save_or_not_at_all() -> None:
    job = job_with_pages(3)
    first = claim_page(job, "worker-a")

    second = save_page(first, result_of(1), review_reason=None, following=lambda: claim_page(job, "worker-a"))

    assert second is not None
    assert second.page.page_number == 2
    overdue(second.page)
    expire_leases()
    with pytest.raises(Refused):
        save_page(second, result_of(2), review_reason=None, following=lambda: claim_page(job, "worker-a"))
    assert list(Page.objects.order_by("page_number").values_list("status", flat=True)) == ["AI_COMPLETED", "AI_QUEUED", "AI_QUEUED"]


def test_a_worker_that_wakes_after_its_lease_cannot_save() -> None:
    job = job_with_pages(1)
    sleeper = claim_page(job, "worker-a")
    overdue(sleeper.page)
    expire_leases()
    Page.objects.update(next_retry_at=None)
    successor = claim_page(job, "worker-b")

    with pytest.raises(Refused):
        save_page(sleeper, result_of(1, model="OLD"), review_reason=None)
    save_page(successor, result_of(1, model="NEW"), review_reason=None)

    assert [sku.attributes["model"] for sku in SKU.objects.all()] == ["NEW"]
    assert Page.objects.get().status == "AI_COMPLETED"


def test_a_page_is_saved_once_even_by_its_own_worker() -> None:
    claim = claim_page(job_with_pages(1), "worker-a")
    save_page(claim, result_of(1), review_reason=None)

    with pytest.raises(Refused):
        save_page(claim, result_of(1), review_reason=None)

    assert SKU.objects.count() == 1


def test_a_cancelled_job_takes_no_more_pages() -> None:
    job = job_with_pages(2)
    claim = claim_page(job, "worker-a")
    cancel_job(PDFJob.objects.get(pk=job.pk), actor="somebody")

    with pytest.raises(Refused):
        save_page(claim, result_of(1), review_reason=None)

    assert claim_page(job, "worker-a") is None
    assert not SKU.objects.exists()


def test_a_refused_page_is_let_go_by_whose_it_still_is() -> None:
    job = job_with_pages(1)
    claim = claim_page(job, "worker-a")
    cancel_job(PDFJob.objects.get(pk=job.pk), actor="somebody")
    other = replace(claim, claim_no=claim.claim_no + 1)

    assert not let_go(other, reason="save_refused")
    assert Page.objects.get(pk=claim.page.pk).status == "AI_PROCESSING"
    assert let_go(claim, reason="save_refused")

    page = Page.objects.get(pk=claim.page.pk)
    assert (page.status, page.retry_count, page.worker_id) == ("AI_QUEUED", 0, None)


def test_a_page_that_takes_its_worker_down_twice_goes_to_a_person_and_the_others_go_on() -> None:
    job = job_with_pages(2)
    for worker in ("worker-a", "worker-b"):
        bad = claim_page(job, worker)
        while bad.page.page_number != 1:
            bad = claim_page(job, worker)
        overdue(bad.page)
        expire_leases()
        Page.objects.update(next_retry_at=None)
    drain()

    first, second = Page.objects.order_by("page_number")
    assert (first.status, first.features["review_reason"]) == ("HUMAN_QUEUED", "killed_its_worker")
    assert second.status in ("AI_QUEUED", "AI_PROCESSING")
    assert HumanTask.objects.get().page_number == 1


def test_a_live_worker_keeps_its_page() -> None:
    claim = claim_page(job_with_pages(1), "worker-a")
    overdue(claim.page)

    renew_leases("worker-a")

    assert expire_leases() == 0


def test_handing_back_is_not_held_against_the_page() -> None:
    job = job_with_pages(1)

    hand_back(claim_page(job, "worker-a").page, reason="worker_stopping")

    page = Page.objects.get()
    assert (page.status, page.retry_count, page.next_retry_at) == ("AI_QUEUED", 0, None)
    assert claim_page(job, "worker-b") is not None


def test_a_small_job_is_served_before_a_merchant_that_is_already_at_work() -> None:
    large = job_with_pages(5)
    claim_page(large, "worker-a")
    small = job_with_pages(1)

    assert next_job() == small


def test_jobs_of_one_merchant_take_turns() -> None:
    first = job_with_pages(3)
    second = job_with_pages(3, merchant=first.merchant)
    claim = claim_page(first, "worker-a")
    save_page(claim, result_of(claim.page.page_number), review_reason=None)

    assert next_job() == second
