"""What a merchant is told of a file that is not let in, and what is left of it; over REST, with the real checker."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from django.conf import settings as django_settings

from jobs import files
from jobs.models import OutboxEvent, PDFJob, StateTransition
from jobs.services import creation
from jobs.tus import files as upload_files
from pdfsku.shared.errors import REGISTRY, Code
from tests.client import client_of
from tests.factories import UserFactory
from tests.factories.uploads import complete_upload
from tests.jobs.corpus import shared
from tests.jobs.hostile import SCRIPT, Draft, bomb, stream
from tests.pdfs import catalog
from tests.processes import leftovers, processes_before

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("processes_before")]
__all__ = ["processes_before"]

JOBS = "/api/v1/jobs"


def with_password() -> bytes:
    out = BytesIO()
    with pikepdf.open(BytesIO(Draft().plain())) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(user="secret", owner="owner", R=6))
    return out.getvalue()


def many_objects() -> bytes:
    return Draft(objects={number: b"<</A(%0200d)>>" % number for number in range(10, 60_000)}).plain()


REFUSED: dict[Code, Callable[[], bytes]] = {
    Code.INVALID_MIME: lambda: b"\x89PNG\r\n\x1a\n" + bytes(5000),
    Code.EMPTY_PDF: lambda: Draft(objects={2: b"<</Type/Pages/Count 0/Kids[]>>"}).plain(),
    Code.PAGE_COUNT_EXCEEDED: lambda: Draft(page_count=1001).plain(),
    Code.SECURITY_ENCRYPTED_PDF: with_password,
    Code.SECURITY_JAVASCRIPT_EMBEDDED: lambda: Draft(catalog=b"/OpenAction" + SCRIPT).packed(1),
    Code.SECURITY_LAUNCH_ACTION: lambda: Draft(catalog=b"/OpenAction<</S/Launch/F(cmd.exe)>>").plain(),
    Code.SECURITY_EMBEDDED_FILE: lambda: Draft(catalog=b"/AF[<</F(a.exe)/EF<</F 9 0 R>>>>]", objects={9: stream(b"MZ")}).plain(),
    Code.SECURITY_STREAM_BOMB: lambda: Draft(objects={4: stream(bomb(300 << 20), b"/Filter/FlateDecode")}).plain(),
    Code.SECURITY_PARSE_FAILED: lambda: b"%PDF-1.7\n" + bytes(range(256)) * 40,
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refused_file_is_answered_with_its_code_and_leaves_only_a_row(code: Code) -> None:
    user = UserFactory()
    upload = complete_upload(user, REFUSED[code]())

    answer = client_of(user).post(JOBS, {"upload_id": upload.upload_id}, format="json")

    job = PDFJob.objects.get()
    body = answer.json()
    assert (answer.status_code, body["code"]) == (REGISTRY[code].http_status, code.value)
    assert (body["details"]["job_id"], bool(body["details"]["findings"])) == (str(job.pk), True)
    assert (job.status, job.error_code, job.user_status) == ("REJECTED", code.value, "failed")
    assert StateTransition.objects.get(entity_id=str(job.pk)).to_status == "REJECTED"
    assert OutboxEvent.objects.get(aggregate_id=str(job.pk)).event_type == "job_failed"
    assert (files.stored_job_ids(), upload_files.data_path(upload.upload_id).exists(), leftovers()) == ([], False, [])


@pytest.mark.parametrize(
    ("limit", "value", "code"),
    [
        ("SECURITY_MEMORY_LIMIT_MB", 64, "SECURITY_PARSE_FAILED"),
        ("SECURITY_PARSE_TIMEOUT_SECONDS", 0.01, "SECURITY_PARSE_TIMEOUT"),
        ("SECURITY_MAX_OBJECT_COUNT", 300, "SECURITY_OBJECT_COUNT_EXCEEDED"),
    ],
)
def test_a_file_that_is_too_much_for_the_checker_is_refused_and_the_next_is_taken(limit: str, value: float, code: str, settings) -> None:
    user = UserFactory()
    client, heavy, light = client_of(user), complete_upload(user, many_objects()), complete_upload(user, catalog(pages=1))
    usual = getattr(django_settings, limit)
    setattr(settings, limit, value)

    refused = client.post(JOBS, {"upload_id": heavy.upload_id}, format="json")
    setattr(settings, limit, usual)
    taken = client.post(JOBS, {"upload_id": light.upload_id}, format="json")

    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert taken.status_code == 201
    assert leftovers() == []


def test_a_checker_that_is_killed_refuses_the_file_and_not_the_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Killed by the kernel in the middle of its work, as a fault in a library would have it."""
    user = UserFactory()
    client, upload, other = client_of(user), complete_upload(user, catalog(pages=1)), complete_upload(user, catalog(pages=2))

    with monkeypatch.context() as patch:
        patch.setattr("jobs.inspection.service.CHECKER", "tests.jobs.suicidal")
        refused = client.post(JOBS, {"upload_id": upload.upload_id}, format="json")
    taken = client.post(JOBS, {"upload_id": other.upload_id}, format="json")

    assert (refused.status_code, refused.json()["code"]) == (400, "SECURITY_PARSE_FAILED")
    assert taken.status_code == 201
    assert leftovers() == []


def test_steps_follow_each_other_and_a_refusal_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check, freeze the configuration, prescan, put the file in place, write the row: seed 001, 5.5."""
    steps: list[str] = []

    def noted(name: str) -> None:
        step = getattr(creation, name)
        monkeypatch.setattr(creation, name, lambda *args, **kwargs: (steps.append(name), step(*args, **kwargs))[1])

    for name in ("_inspect", "active_profile", "prescan", "_check_disk", "_store", "_save"):
        noted(name)
    user = UserFactory()
    good, bad = complete_upload(user, catalog(pages=1)), complete_upload(user, REFUSED[Code.SECURITY_JAVASCRIPT_EMBEDDED]())

    client_of(user).post(JOBS, {"upload_id": good.upload_id}, format="json")
    taken = steps.copy()
    steps.clear()
    client_of(user).post(JOBS, {"upload_id": bad.upload_id}, format="json")

    assert taken == ["_inspect", "active_profile", "prescan", "_check_disk", "_store", "_save"]
    assert steps == ["_inspect"]


def test_files_from_the_suites_of_readers_become_jobs_or_are_refused_by_a_code() -> None:
    """A sample; the sweep over all of them is `bench/robust.py`."""
    folder = shared("corpus", "robust")
    samples = sorted(folder.rglob("*.pdf"))[7::130]
    user = UserFactory()
    client = client_of(user)

    for sample in samples:
        upload = complete_upload(user, sample.read_bytes())
        answer = client.post(JOBS, {"upload_id": upload.upload_id, "force": True}, format="json")

        assert answer.status_code == 201 or answer.json()["code"] in REGISTRY, sample.name
        assert answer.status_code < 500, sample.name
        assert not upload_files.data_path(upload.upload_id).exists()
    taken = {str(job.pk) for job in PDFJob.objects.exclude(status="REJECTED")}
    assert len(samples) > 8
    assert set(files.stored_job_ids()) == taken
    assert leftovers() == []
