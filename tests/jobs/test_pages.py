"""The portal's first pages without a browser: who sees what, filters, cancel, and how many queries a list takes."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from jobs.models import PDFJob
from pdfsku.accounts.models import User
from pdfsku.shared.choices import JobInternalStatus as S
from pdfsku.shared.errors import Code
from tests.factories import JobFactory, MerchantFactory, PageFactory, UserFactory

pytestmark = pytest.mark.django_db

JOBS = "/portal/"


@pytest.fixture(scope="module", autouse=True)
def _translations() -> None:
    call_command("compile_translations", verbosity=0)


def signed_in(user: User, **defaults: str) -> Client:
    client = Client(**defaults)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("name", ["portal:jobs", "portal:jobs-part"])
def test_strangers_are_sent_to_the_sign_in_page(client: Client, name: str) -> None:
    answer = client.get(reverse(name))

    assert (answer.status_code, answer.url) == (302, f"/portal/login?next={reverse(name)}")


def test_signing_in_and_out(client: Client) -> None:
    user = UserFactory()

    wrong = client.post("/portal/login", {"username": user.username, "password": "wrong"})
    right = client.post("/portal/login", {"username": user.username, "password": "correct horse"})
    out = client.post("/portal/logout")

    assert "The name or the password is not right." in wrong.content.decode()
    assert (right.status_code, right.url) == (302, JOBS)
    assert (out.status_code, out.url) == (302, "/portal/login")


def test_a_locked_account_is_told_so(client: Client) -> None:
    for _ in range(6):
        answer = client.post("/portal/login", {"username": "somebody", "password": "wrong"})

    assert answer.status_code == 429
    assert "Too many failed sign-ins." in answer.content.decode()


def test_a_merchant_sees_its_own_jobs_and_staff_all() -> None:
    own, foreign = JobFactory(), JobFactory()

    of_merchant = signed_in(UserFactory(merchant=own.merchant)).get(JOBS).content.decode()
    of_staff = signed_in(UserFactory(operator=True)).get(JOBS).content.decode()

    assert own.source_file in of_merchant
    assert foreign.source_file not in of_merchant
    assert own.source_file in of_staff
    assert foreign.merchant.name in of_staff


def test_only_who_may_submit_gets_the_upload_form() -> None:
    forms = [b'data-controller="upload"' in signed_in(user).get(JOBS).content for user in (UserFactory(), UserFactory(annotator=True))]

    assert forms == [True, False]


def test_every_error_has_its_message_in_the_page_in_both_languages() -> None:
    user = UserFactory()

    english = signed_in(user).get(JOBS).context["errors"]
    chinese = signed_in(user, HTTP_ACCEPT_LANGUAGE="zh-hans").get(JOBS).context["errors"]

    assert set(english) == set(chinese) == set(Code)
    assert all(english[code] != chinese[code] for code in Code)
    assert "脚本" in chinese[Code.SECURITY_JAVASCRIPT_EMBEDDED]


@pytest.mark.parametrize(("shown", "expected"), [("", 3), ("completed", 1), ("failed", 1), ("nonsense", 3), ("x" * 5000, 3)])
def test_the_list_is_filtered_by_status(shown: str, expected: int) -> None:
    merchant = MerchantFactory()
    for state in (S.UPLOADED, S.FULL_IMPORTED, S.CANCELLED):
        JobFactory(merchant=merchant, state=state)

    answer = signed_in(UserFactory(merchant=merchant)).get(JOBS, {"show": shown})

    assert len(answer.context["rows"]) == expected


@pytest.mark.parametrize("start", ["-1", "²", "x", "9" * 400, "1.5"])
def test_a_senseless_place_in_the_list_is_no_error(start: str) -> None:
    assert signed_in(UserFactory()).get(JOBS, {"from": start}).status_code == 200


def test_older_jobs_are_on_the_next_page() -> None:
    merchant = MerchantFactory()
    jobs = {JobFactory(merchant=merchant).pk for _ in range(27)}
    client = signed_in(UserFactory(merchant=merchant))

    first, second = client.get(JOBS), client.get(JOBS, {"from": "25"})

    assert first.context["next_from"] == 25
    assert {row.job.pk for answer in (first, second) for row in answer.context["rows"]} == jobs
    assert len(second.context["rows"]) == 2
    assert (second.context["previous_from"], second.context["next_from"]) == (0, None)


def test_a_running_job_tells_how_far_it_is() -> None:
    job = JobFactory(processing=True, total_pages=4)
    for number in range(1, 5):
        PageFactory(job=job, page_number=number)

    (row,) = signed_in(UserFactory(merchant=job.merchant)).get(JOBS).context["rows"]

    assert (row.progress.percent, row.status) == (0.0, "Processing")
    assert "page 1 of 4" in row.hint


@pytest.mark.parametrize("count", [1, 20])
def test_the_list_costs_the_same_for_many_jobs(count: int, django_assert_num_queries) -> None:
    merchant = MerchantFactory()
    for _ in range(count):
        PageFactory(job=JobFactory(merchant=merchant, processing=True))
    client = signed_in(UserFactory(merchant=merchant))

    # Session, user, the jobs, how far the running ones are; the page also asks for the merchant's name.
    with django_assert_num_queries(5):
        client.get(JOBS)
    with django_assert_num_queries(4):
        client.get("/portal/list")


def test_the_owner_cancels_a_job() -> None:
    job = JobFactory(processing=True)
    client = signed_in(UserFactory(merchant=job.merchant))

    answer = client.post(f"/portal/jobs/{job.pk}/cancel", follow=True)

    assert PDFJob.objects.get().status == "CANCELLED"
    assert "The job was cancelled." in answer.content.decode()


@pytest.mark.parametrize(
    ("state", "role", "message"),
    [(S.FULL_IMPORTED, "operator", "The job has already ended."), (S.PROCESSING, "annotator", "Your role may not do this.")],
)
def test_a_cancel_that_cannot_be_says_why(state: str, role: str, message: str) -> None:
    job = JobFactory(state=state)

    answer = signed_in(UserFactory(**{role: True})).post(f"/portal/jobs/{job.pk}/cancel", follow=True)

    assert message in answer.content.decode()
    assert PDFJob.objects.get().status == state


def test_a_foreign_job_cannot_be_cancelled() -> None:
    job = JobFactory()

    assert signed_in(UserFactory()).post(f"/portal/jobs/{job.pk}/cancel").status_code == 404
    assert PDFJob.objects.get().status == "UPLOADED"


def test_a_cancel_needs_its_token() -> None:
    job = JobFactory()
    client = signed_in(UserFactory(merchant=job.merchant))
    client.handler.enforce_csrf_checks = True

    assert client.post(f"/portal/jobs/{job.pk}/cancel").status_code == 403
    assert client.get(f"/portal/jobs/{job.pk}/cancel").status_code == 405
