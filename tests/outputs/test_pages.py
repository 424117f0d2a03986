"""The portal's page of a job without a browser: its parts, boxes, filters, downloads, and how many queries it takes."""

from __future__ import annotations

import re
import tracemalloc
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from configs.profiles import load_default_profile
from jobs.models import PDFJob
from jobs.services.creation import JobRequest, create_job
from jobs.transitions import move, move_many
from pdfsku.accounts.models import User
from pdfsku.shared.choices import JobInternalStatus as S
from pipeline.models import Page
from tests.factories import JobFactory, PageFactory, SKUFactory, UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)


def signed_in(user: User, **defaults: str) -> Client:
    client = Client(**defaults)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def user() -> User:
    load_default_profile()
    return UserFactory()


@pytest.fixture
def read_job(user: User) -> PDFJob:
    """A catalog of two pages, read."""
    upload = complete_upload(user, catalog(pages=2))
    job = create_job(JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user))
    drain()
    return job


@pytest.mark.parametrize("part", ["", "/progress", "/skus", "/pages/1", "/download/json"])
def test_a_foreign_job_is_a_missing_one(part: str) -> None:
    job = PageFactory(page_number=1).job

    answers = [signed_in(UserFactory()).get(f"/portal/jobs/{key}{part}") for key in (job.pk, "00000000-0000-4000-8000-000000000000")]

    assert [answer.status_code for answer in answers] == [404, 404]


def test_boxes_have_their_width_and_height_without_a_script(user: User, read_job: PDFJob) -> None:
    html = signed_in(user).get(f"/portal/jobs/{read_job.pk}").content.decode()

    wholes = re.findall(r'<rect class="whole" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', html)
    assert len(wholes) == 6
    for x, y, width, height in (map(float, whole) for whole in wholes):
        assert 0 <= x < x + width <= 595
        assert 0 <= y < y + height <= 842
    assert html.count('<rect class="value"') >= 6 * 4


def test_a_box_is_written_with_points_in_any_language(user: User, read_job: PDFJob) -> None:
    html = signed_in(user, HTTP_ACCEPT_LANGUAGE="zh-hans").get(f"/portal/jobs/{read_job.pk}").content.decode()

    assert not re.search(r'(?:x|y|width|height)="\d+,', html)
    assert "型号" in html


def test_rows_and_boxes_call_a_product_the_same(user: User, read_job: PDFJob) -> None:
    answer = signed_in(user).get(f"/portal/jobs/{read_job.pk}")

    boxes = {product.sku_id for product in answer.context["sheet"].products}
    assert boxes == {row.local_id for row in answer.context["skus"] if row.sku.page_number == 1}


def test_evidence_of_another_page_draws_no_box_here() -> None:
    entry = {"page": 1, "bbox": [1, 2, 3, 4], "quote": "A", "more": [{"page": 2, "bbox": [5, 6, 9, 12]}]}
    document = {"page": 2, "skus": [{"sku_id": "s", "model": "A", "custom": {}, "bbox": [5, 6, 9, 12], "evidence": {"model": entry}}]}
    page = PageFactory(page_number=2, product_description=document)

    answer = signed_in(UserFactory(merchant=page.job.merchant)).get(f"/portal/jobs/{page.job.pk}/pages/2")

    ((area,),) = [value.areas for value in answer.context["sheet"].products[0].values]
    assert (area.x, area.y, area.width, area.height) == (5, 6, 4, 6)


def test_a_page_is_shown_before_its_neighbours_are_read(user: User, read_job: PDFJob) -> None:
    Page.objects.filter(page_number=1).update(product_description=None)

    answer = signed_in(user).get(f"/portal/jobs/{read_job.pk}/pages/1")

    assert len(answer.context["sheet"].products) == 6


def test_a_page_nobody_has_read_is_shown_as_such() -> None:
    page = PageFactory(page_number=1)

    html = signed_in(UserFactory(merchant=page.job.merchant)).get(f"/portal/jobs/{page.job.pk}/pages/1").content.decode()

    assert "No products were read on this page." in html
    assert "Pending" in html


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ({"q": "p1-103"}, "P1-103"),
        ({"q": "chair 6", "sort": "model"}, "P0-106"),
        ({"sort": "model"}, "P0-101"),
        ({"sort": "nonsense"}, "P0-101"),
    ],
)
def test_skus_are_searched_and_sorted(user: User, read_job: PDFJob, query: dict[str, str], first: str) -> None:
    answer = signed_in(user).get(f"/portal/jobs/{read_job.pk}/skus", query)

    assert answer.context["skus"][0].texts["model"] == first


@pytest.mark.parametrize("query", [{"q": "'; --%_"}, {"from": "9" * 99}, {"page": "²"}, {"page": "99"}, {"q": "é" * 5000}])
def test_senseless_questions_are_no_errors(query: dict[str, str]) -> None:
    job = JobFactory(processing=True)
    client = signed_in(UserFactory(merchant=job.merchant))

    assert client.get(f"/portal/jobs/{job.pk}", query).status_code == 200
    assert client.get(f"/portal/jobs/{job.pk}/skus", query).status_code == 200


def test_many_skus_are_shown_a_page_at_a_time() -> None:
    job = JobFactory(processing=True)
    for number in range(51):
        SKUFactory(job=job, sku_id=f"{job.pk}:{number}")
    client = signed_in(UserFactory(merchant=job.merchant))

    first, second = (client.get(f"/portal/jobs/{job.pk}/skus", {"from": start}) for start in ("0", "50"))

    assert (len(first.context["skus"]), first.context["sku_total"], first.context["next_from"]) == (50, 51, 50)
    assert (len(second.context["skus"]), second.context["sku_total"], second.context["previous_from"]) == (1, 51, 0)


def test_names_from_the_file_are_text() -> None:
    job = JobFactory(processing=True, source_file="<script>alert(1)</script>.pdf")
    SKUFactory(job=job, attributes={"model": "<b>A", "name": '"><img src=x>'})

    html = signed_in(UserFactory(merchant=job.merchant)).get(f"/portal/jobs/{job.pk}").content.decode()

    assert "<script>alert" not in html
    assert "<b>A" not in html
    assert "<img src=x>" not in html


@pytest.mark.parametrize(("kind", "media"), [("json", "application/json"), ("csv", "text/csv; charset=utf-8")])
def test_the_result_is_downloaded(user: User, read_job: PDFJob, kind: str, media: str) -> None:
    answer = signed_in(user).get(f"/portal/jobs/{read_job.pk}/download/{kind}")

    assert answer.headers["Content-Type"] == media
    assert b"P1-106" in b"".join(answer.streaming_content)


@pytest.mark.parametrize("kind", ["json", "csv", "xlsx"])
def test_a_download_holds_no_more_of_a_large_job_than_of_a_small_one(user: User, read_job: PDFJob, kind: str) -> None:
    document = Page.objects.filter(job=read_job, product_description__isnull=False).latest("page_number").product_description

    def peak(pages: int) -> int:
        job = JobFactory(merchant=user.merchant, processing=True, total_pages=pages)
        Page.objects.bulk_create([Page(job=job, page_number=number, product_description=document) for number in range(1, pages + 1)])
        for edge in ("begin_ai", "complete_ai"):
            move_many(list(Page.objects.filter(job=job).only("status")), edge)
        client = signed_in(user)
        tracemalloc.start()
        answer = client.get(f"/portal/jobs/{job.pk}/download/{kind}")
        assert sum(map(len, answer.streaming_content)) > 0
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(10)
    assert peak(300) < 1.5 * peak(100)


def test_there_is_no_download_before_there_is_a_result() -> None:
    job = JobFactory()
    client = signed_in(UserFactory(merchant=job.merchant))

    answer = client.get(f"/portal/jobs/{job.pk}/download/json", follow=True)

    assert "The job has no result yet." in answer.content.decode()
    assert client.get(f"/portal/jobs/{job.pk}/download/pdf").status_code == 404


@pytest.mark.parametrize(("state", "is_offered"), [(S.PROCESSING, True), (S.FULL_IMPORTED, False), (S.CANCELLED, False)])
def test_cancel_is_offered_while_it_makes_sense(state: str, is_offered: bool) -> None:
    job = JobFactory(state=state)

    html = signed_in(UserFactory(merchant=job.merchant)).get(f"/portal/jobs/{job.pk}").content.decode()

    assert ("Cancel the job" in html) is is_offered


def test_a_cancelled_job_has_no_pace() -> None:
    job = JobFactory(state=S.CANCELLED, total_pages=2, process_started_at=timezone.now() - timedelta(minutes=1))
    for number in (1, 2):
        page = PageFactory(job=job, page_number=number)
    for edge in ("begin_ai", "complete_ai"):
        move(page, edge, claimed_at=timezone.now())

    html = signed_in(UserFactory(merchant=job.merchant)).get(f"/portal/jobs/{job.pk}").content.decode()

    assert "1 of" in html
    assert "pages a minute" not in html


def test_pages_that_a_cancelled_job_left_are_not_shown_as_waiting() -> None:
    job = JobFactory(state=S.CANCELLED, total_pages=1)
    PageFactory(job=job, page_number=1)

    html = signed_in(UserFactory(merchant=job.merchant)).get(f"/portal/jobs/{job.pk}").content.decode()

    assert "Not read" in html
    assert "Pending" not in html


def test_a_job_that_ended_before_its_first_page_promises_none() -> None:
    job = JobFactory(state=S.CANCELLED, total_pages=2)

    html = signed_in(UserFactory(merchant=job.merchant)).get(f"/portal/jobs/{job.pk}").content.decode()

    assert "No page was read." in html
    assert "No SKUs." in html
    assert "No SKUs yet." not in html


@pytest.mark.parametrize("pages", [1, 30])
def test_a_job_costs_the_same_for_many_pages(pages: int, django_assert_num_queries) -> None:
    job = JobFactory(processing=True, total_pages=pages)
    for number in range(1, pages + 1):
        PageFactory(job=job, page_number=number)
        SKUFactory(job=job, page_number=number)
    client = signed_in(UserFactory(merchant=job.merchant))

    # Session, user, job, counts, pages, SKUs, the page shown, the merchant's name.
    with django_assert_num_queries(8):
        client.get(f"/portal/jobs/{job.pk}")
    with django_assert_num_queries(5):
        client.get(f"/portal/jobs/{job.pk}/progress")
    with django_assert_num_queries(4):
        client.get(f"/portal/jobs/{job.pk}/skus")
    with django_assert_num_queries(4):
        client.get(f"/portal/jobs/{job.pk}/pages/1")
