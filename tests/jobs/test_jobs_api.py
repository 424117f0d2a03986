"""Jobs over REST: whose they are, what a bad request gets, cancel, requeue, filters, pages, query counts."""

from __future__ import annotations

import uuid

import pytest

from jobs.models import PDFJob
from pdfsku.accounts.models import AuditLog
from tests.client import client_of
from tests.factories import JobFactory, MerchantFactory, PageFactory, UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog

pytestmark = pytest.mark.django_db(transaction=True)

JOBS = "/api/v1/jobs"


def test_an_upload_becomes_a_job() -> None:
    user = UserFactory()
    upload = complete_upload(user, catalog(pages=2), filename="spring.pdf")

    answer = client_of(user).post(JOBS, {"upload_id": upload.upload_id, "category": "chairs"}, format="json")

    body = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{JOBS}/{body['job_id']}"
    assert (body["status"], body["user_status"], body["total_pages"], body["source_file"]) == ("UPLOADED", "processing", 2, "spring.pdf")
    assert body["merchant_id"] == user.merchant_id
    assert body["progress"]["percent"] == 0.0
    assert body["action_hint"]


def test_the_same_content_is_a_duplicate_unless_forced() -> None:
    user = UserFactory()
    client, data = client_of(user), catalog(pages=1)
    first = client.post(JOBS, {"upload_id": complete_upload(user, data).upload_id}, format="json").json()

    again = client.post(JOBS, {"upload_id": complete_upload(user, data).upload_id}, format="json")
    forced = client.post(JOBS, {"upload_id": complete_upload(user, data).upload_id, "force": True}, format="json")

    assert again.status_code == 409
    assert (again.json()["code"], again.json()["details"]["job_id"]) == ("FILE_HASH_DUPLICATE", first["job_id"])
    assert forced.status_code == 201


def test_another_merchants_content_is_no_duplicate() -> None:
    data = catalog(pages=1)
    for user in (UserFactory(), UserFactory()):
        answer = client_of(user).post(JOBS, {"upload_id": complete_upload(user, data).upload_id}, format="json")

        assert answer.status_code == 201


def test_an_idempotency_key_gives_the_same_answer_twice() -> None:
    user = UserFactory()
    client, upload = client_of(user), complete_upload(user, catalog(pages=1))
    body = {"upload_id": upload.upload_id}
    first = client.post(JOBS, body, format="json", HTTP_IDEMPOTENCY_KEY="k1")

    again = client.post(JOBS, body, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    other = client.post(JOBS, {**body, "force": True}, format="json", HTTP_IDEMPOTENCY_KEY="k1")

    assert again.status_code == 201
    assert again.json() == first.json()
    assert other.json()["code"] == "IDEMPOTENCY_CONFLICT"
    assert PDFJob.objects.count() == 1


def test_a_refused_file_leaves_a_rejected_job_and_nothing_else(tmp_path) -> None:
    user = UserFactory()
    upload = complete_upload(user, b"MZ this is no PDF" * 100)

    answer = client_of(user).post(JOBS, {"upload_id": upload.upload_id}, format="json")

    job = PDFJob.objects.get()
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_MIME")
    assert (job.status, job.error_code) == ("REJECTED", "INVALID_MIME")
    assert answer.json()["details"]["job_id"] == str(job.pk)
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "upload_id"),
        ({"upload_id": "x" * 65}, "upload_id"),
        ({"upload_id": ["x"]}, "upload_id"),
        ({"upload_id": "upl_x", "merchant_id": "other"}, "merchant_id"),
        ({"upload_id": "upl_x", "category": "c" * 201}, "category"),
        ({"upload_id": "upl_x", "force": "perhaps"}, "force"),
    ],
)
def test_a_bad_body_names_its_field(body: dict[str, object], field: str) -> None:
    answer = client_of(UserFactory()).post(JOBS, body, format="json")

    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_FAILED")
    assert field in answer.json()["details"]["fields"]


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b'"x"', b'{"upload_id": "a\\u0000b"}', b'{"upload_id": NaN}', b"\xff\xfe", b"[" * 100_000]
)
def test_raw_nonsense_is_a_400(raw: bytes) -> None:
    answer = client_of(UserFactory()).post(JOBS, raw, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_FAILED")


@pytest.mark.parametrize(
    "path", ["", "/progress", "/timeline", "/pages", "/pages/1", "/pages/1/screenshot", "/skus", "/images", "/evaluation"]
)
def test_a_foreign_job_looks_like_a_missing_one(path: str) -> None:
    foreign = PageFactory(page_number=1).job
    client = client_of(UserFactory())

    seen, missing = client.get(f"{JOBS}/{foreign.pk}{path}"), client.get(f"{JOBS}/{uuid.uuid4()}{path}")

    assert seen.status_code == missing.status_code == 404
    assert seen.json()["code"] == missing.json()["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    "path", ["/not-a-uuid", "/%00", "?cursor=nonsense", "?status=NO", "?ordering=status", "?created_after=soon", "?size=x%00"]
)
def test_a_bad_path_or_query_is_a_4xx_of_the_registry(path: str) -> None:
    answer = client_of(UserFactory()).get(JOBS + path)

    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] in ("VALIDATION_FAILED", "NOT_FOUND")


@pytest.mark.parametrize("name", ["state", "Status", "page", "limit", "status[]", "created_at__gte"])
def test_a_parameter_that_the_list_does_not_have_is_refused(name: str) -> None:
    answer = client_of(UserFactory()).get(JOBS, {name: "PROCESSING"})

    assert answer.status_code == 400
    assert answer.json()["code"] == "VALIDATION_FAILED"
    assert list(answer.json()["details"]["fields"]) == [name]


@pytest.mark.parametrize("path", ["/pages", "/skus", "/images"])
def test_lists_of_a_job_refuse_unknown_parameters_too(path: str) -> None:
    job = JobFactory()
    client = client_of(UserFactory(merchant=job.merchant))

    assert client.get(f"{JOBS}/{job.pk}{path}", {"size": 3, "format": "json"}).status_code == 200
    assert client.get(f"{JOBS}/{job.pk}{path}", {"sise": 3}).status_code == 400


@pytest.mark.parametrize("size", ["0", "-1", "x", "", "1.5", "٣", "9" * 40])
def test_a_size_that_is_no_number_of_entries_is_refused(size: str) -> None:
    assert client_of(UserFactory()).get(JOBS, {"size": size}).status_code == 400


def test_a_size_beyond_the_most_is_cut() -> None:
    assert client_of(UserFactory()).get(JOBS, {"size": 100_000}).status_code == 200


def test_operators_see_all_jobs_and_merchants_their_own() -> None:
    JobFactory()
    own = JobFactory()

    seen = client_of(UserFactory(merchant=own.merchant)).get(JOBS).json()["results"]

    assert [row["job_id"] for row in seen] == [str(own.pk)]
    assert len(client_of(UserFactory(operator=True)).get(JOBS).json()["results"]) == 2


def test_the_list_pages_by_cursor_and_filters() -> None:
    merchant = MerchantFactory()
    for _ in range(5):
        JobFactory(merchant=merchant)
    JobFactory(merchant=merchant, processing=True)
    client = client_of(UserFactory(merchant=merchant))

    first = client.get(JOBS, {"size": 4}).json()
    second = client.get(first["next"]).json()
    busy = client.get(JOBS, {"status": "PROCESSING"}).json()["results"]

    ids = [row["job_id"] for row in first["results"] + second["results"]]
    assert len(ids) == len(set(ids)) == 6
    assert [row["status"] for row in busy] == ["PROCESSING"]


@pytest.mark.parametrize("count", [2, 20])
def test_the_list_costs_the_same_queries_whatever_its_length(count: int, django_assert_max_num_queries) -> None:
    merchant = MerchantFactory()
    for _ in range(count):
        JobFactory(merchant=merchant)
    client = client_of(UserFactory(merchant=merchant))

    with django_assert_max_num_queries(3):
        client.get(JOBS)


def test_cancel_ends_a_job_once() -> None:
    job = JobFactory(processing=True)
    client = client_of(UserFactory(merchant=job.merchant))

    first, second = client.post(f"{JOBS}/{job.pk}/cancel"), client.post(f"{JOBS}/{job.pk}/cancel")

    assert (first.status_code, first.json()["status"]) == (200, "CANCELLED")
    assert (second.status_code, second.json()["code"]) == (409, "JOB_TERMINAL")


def test_requeue_wants_an_orphan_and_an_operator_and_stops_at_three() -> None:
    job = JobFactory(orphaned=True, route="AUTO")
    operator, merchant = client_of(UserFactory(operator=True)), client_of(UserFactory(merchant=job.merchant))
    url = f"{JOBS}/{job.pk}/requeue"

    assert merchant.post(url).json()["code"] == "PERMISSION_DENIED"
    for _ in range(3):
        assert operator.post(url).json()["status"] == "PROCESSING"
        assert operator.post(url).json()["code"] == "JOB_NOT_ORPHANED"
        job.refresh_from_db()
        from jobs.transitions import move

        move(job, "orphan")
    assert operator.post(url).json()["code"] == "REQUEUE_LIMIT"


def test_impersonation_is_for_uploaders_and_audited() -> None:
    other = MerchantFactory()
    uploader, merchant = UserFactory(uploader=True), UserFactory()
    ask = {"impersonate_merchant_id": other.pk}

    refused = client_of(merchant).post(JOBS, {"upload_id": complete_upload(merchant, catalog(1)).upload_id, **ask}, format="json")
    taken = client_of(uploader).post(JOBS, {"upload_id": complete_upload(uploader, catalog(1)).upload_id, **ask}, format="json")

    assert refused.json()["code"] == "PERMISSION_DENIED"
    assert taken.json()["merchant_id"] == other.pk
    assert AuditLog.objects.get(action="merchant_impersonation").target_id == other.pk


def test_annotators_may_not_submit() -> None:
    answer = client_of(UserFactory(annotator=True)).post(JOBS, {"upload_id": "x"}, format="json")

    assert answer.json()["code"] == "PERMISSION_DENIED"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status": "PROCESSING"}, {"busy"}),
        ({"status": ["PROCESSING", "ORPHANED"]}, {"busy", "lost"}),
        ({"user_status": "completed"}, {"done"}),
        ({"route": "HYBRID"}, {"done"}),
        ({"source_file": "CHAIR"}, {"busy"}),
        ({"file_hash": "f" * 64}, {"lost"}),
        ({"category": "tables"}, {"done"}),
        ({"created_after": "2100-01-01T00:00:00Z"}, set()),
        ({"created_before": "2100-01-01T00:00:00Z"}, {"busy", "lost", "done"}),
    ],
)
def test_each_filter_finds_its_jobs(query: dict[str, object], found: set[str]) -> None:
    merchant = MerchantFactory()
    jobs = {
        "busy": JobFactory(merchant=merchant, processing=True, source_file="chairs.pdf"),
        "lost": JobFactory(merchant=merchant, orphaned=True, file_hash="f" * 64, source_file="lamps.pdf"),
        "done": JobFactory(merchant=merchant, completed=True, route="HYBRID", category="tables", source_file="tables.pdf"),
    }
    names = {str(job.pk): name for name, job in jobs.items()}

    rows = client_of(UserFactory(merchant=merchant)).get(JOBS, query).json()["results"]

    assert {names[row["job_id"]] for row in rows} == found


@pytest.mark.parametrize(
    ("state", "fields", "hint"),
    [
        ("UPLOADED", {}, "Waiting to be processed…"),
        ("PROCESSING", {"blank_pages": [1]}, "AI at work (page 2 of 5)"),
        ("FULL_IMPORTED", {}, "The result can be downloaded"),
        ("DEGRADED_HUMAN", {"human_pages": [1, 2]}, "Please see the annotation queue (2 tasks)"),
        ("CANCELLED", {}, "The job was cancelled."),
        ("REJECTED", {"error_code": "SECURITY_JAVASCRIPT_EMBEDDED"}, "script"),
    ],
)
def test_the_list_says_what_to_do_next(state: str, fields: dict[str, object], hint: str) -> None:
    job = JobFactory(state=state, total_pages=5, **fields)

    (row,) = client_of(UserFactory(merchant=job.merchant)).get(JOBS).json()["results"]

    assert hint.lower() in row["action_hint"].lower()
