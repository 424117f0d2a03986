"""Products that run over pages are joined when their pages are there, in whatever order those come."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import permutations

import pymupdf
import pytest

from jobs.models import PDFJob
from outputs.tasks import settle_job
from pipeline.claims import Claim, claim_page
from pipeline.documents import Json
from pipeline.models import SKU, Page
from pipeline.reading import open_reader
from pipeline.store import save_page
from tests.client import client_of
from tests.factories import UserFactory
from tests.pdfs import picture, table_page
from tests.pipeline.test_claims import job_with_pages
from tests.run.conftest import result_of

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = 4


def facts_page(document: pymupdf.Document, facts: dict[str, str], *, has_picture: bool) -> None:
    """One product that has a page, or a part of one, to itself."""
    page = document.new_page()
    page.insert_text((56, 92), "Wing chair Hornbeam", fontsize=22)
    if has_picture:
        page.insert_image(pymupdf.Rect(56, 120, 356, 420), stream=picture((112, 74, 48), (800, 800)))
    for index, (label, value) in enumerate(facts.items()):
        page.insert_text((56, 470 + 24 * index), f"{label}:", fontsize=11)
        page.insert_text((190, 470 + 24 * index), value, fontsize=11)


@pytest.fixture
def catalog() -> bytes:
    """A price list, a product over two pages, a price list."""
    document = pymupdf.open()
    table_page(document, prefix="A")
    facts_page(document, {"Model": "NW-500", "Size": "780 x 850 x 1120 mm", "Colour": "Cognac", "Price": "USD 890.00"}, has_picture=True)
    facts_page(
        document, {"Model": "NW-500", "Material": "Solid beech, leather", "Weight": "24 kg", "Warranty": "10 years"}, has_picture=False
    )
    table_page(document, prefix="B")
    data: bytes = document.tobytes(deflate=True, no_new_id=True)
    document.close()
    return data


def all_claims(job: PDFJob) -> dict[int, Claim]:
    claims = [claim_page(job, "worker-a") for _ in range(PAGES)]
    return {claim.page.page_number: claim for claim in claims if claim is not None}


@pytest.mark.parametrize("order", list(permutations(range(1, PAGES + 1))))
def test_pages_are_joined_in_whatever_order_they_come(
    order: tuple[int, ...], catalog: bytes, result_of_extract: Callable[[bytes], Json]
) -> None:
    expected = result_of_extract(catalog)
    job = job_with_pages(PAGES, data=catalog, file_hash=hashlib.sha256(catalog).hexdigest())
    claims = all_claims(job)

    with open_reader(job) as reader:
        for number in order:
            save_page(claims[number], reader.read(number), review_reason=None)
            settle_job(str(job.pk))

    job.refresh_from_db()
    assert job.status == "FULL_IMPORTED"
    assert result_of(job) == expected
    assert set(Page.objects.values_list("status", flat=True)) == {"IMPORTED_CONFIRMED"}
    (whole,) = SKU.objects.filter(superseded=False, attributes__model="NW-500")
    assert (whole.page_number, whole.attributes["material"]) == (2, "Solid beech, leather")
    assert whole.attribute_source == "CROSS_PAGE_MERGED"
    seen = client_of(UserFactory(merchant=job.merchant)).get(f"/api/v1/jobs/{job.pk}/cross-page-skus").json()["results"]
    assert [entry["fragments"] for entry in seen] == [[2, 3]]


def test_a_product_waits_for_its_other_page_before_it_is_delivered(catalog: bytes) -> None:
    job = job_with_pages(PAGES, data=catalog)
    claims = all_claims(job)

    with open_reader(job) as reader:
        for number in (1, 2):
            save_page(claims[number], reader.read(number), review_reason=None)
        settle_job(str(job.pk))
        waiting = dict(Page.objects.values_list("page_number", "status"))
        save_page(claims[3], reader.read(3), review_reason=None)
        save_page(claims[4], reader.read(4), review_reason=None)
        settle_job(str(job.pk))

    assert waiting == {1: "IMPORTED_CONFIRMED", 2: "AI_COMPLETED", 3: "AI_PROCESSING", 4: "AI_PROCESSING"}
    assert set(Page.objects.values_list("status", flat=True)) == {"IMPORTED_CONFIRMED"}
