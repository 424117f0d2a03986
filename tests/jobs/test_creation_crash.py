"""A process that creates a job is killed at every step: afterwards there is a job with its file or neither, and no leftover stays."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest
from django.conf import settings
from django.db import OperationalError, connections

from configs.profiles import active_profile
from jobs import files, scanners
from jobs.models import OutboxEvent, PDFJob, StateTransition, Upload
from jobs.prescan import PrescanRules, prescan
from jobs.services import creation, strays, uploads
from jobs.services.cancellation import cancel_job
from jobs.services.creation import JobRequest, create_job
from pdfsku.accounts.models import User
from pdfsku.shared.choices import UploadStatus
from pdfsku.shared.errors import Failure
from tests.factories import UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog

pytestmark = pytest.mark.django_db(transaction=True)

KILLED = 9
# The modules in whose functions something of a job comes to be; each return in them is a moment to die at.
STEPS = (
    "jobs.services.creation",
    "jobs.files",
    "jobs.services.uploads",
    "jobs.transitions",
    "jobs.events",
    "jobs.tus.files",
    "pdfsku.shared.bulk",
    "pdfsku.shared.tasks",
)
FIRST_STEP = "_check_disk"  # before it nothing has been written


class Reached(NamedTuple):
    """How far a child came: it was killed before or after its commit, or it ended by itself."""

    code: int
    upload: Upload


@pytest.fixture
def user() -> User:
    merchant: User = UserFactory()
    return merchant


def request_for(user: User, upload: Upload) -> JobRequest:
    return JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user, force=True)


def create_and_die(user: User, data: bytes, *, at_step: int) -> Reached:
    """In a process of its own, which is gone at the given step, as kill -9 would have it."""
    upload = complete_upload(user, data)
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            sys.setprofile(death_at(at_step))
            create_job(request_for(user, upload))
        finally:
            os._exit(0)
    return Reached(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), upload)


def death_at(step: int) -> object:
    passed = 0

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal passed
        if event != "return" or frame.f_globals.get("__name__") not in STEPS:
            return
        if passed or frame.f_code.co_name == FIRST_STEP:
            passed += 1
        if passed == step:
            os._exit(KILLED)

    return watch


def every_death(user: User, data: bytes) -> Iterator[Reached]:
    """A child for each step there is, until one gets through alive."""
    for step in range(1, 1000):
        reached = create_and_die(user, data, at_step=step)
        yield reached
        if reached.code != KILLED:
            return


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A catalog that has been inspected and scanned, once for all children: they die later."""
    data, path = catalog(1), tmp_path / "checked.pdf"
    path.write_bytes(data)
    inspection = creation._inspect(path)
    findings = prescan(path, PrescanRules(**active_profile(category=None, industry=None).prescan_rules))
    monkeypatch.setattr(creation, "_inspect", lambda _path: inspection)
    monkeypatch.setattr(creation, "prescan", lambda _path, _rules, **_limits: findings)
    return data


def test_killed_at_any_step_there_is_a_job_with_its_file_or_neither(user: User, checked: bytes) -> None:
    outcomes = [(reached, PDFJob.objects.filter(pk=fresh(reached.upload).job_id).first()) for reached in every_death(user, checked)]

    assert outcomes[-1][0].code == 0
    assert len(outcomes) > 12
    for reached, job in outcomes:
        upload = fresh(reached.upload)
        if job is None:
            assert upload.status == UploadStatus.COMPLETE
        else:
            assert upload.status == UploadStatus.CONSUMED
            assert (local_files() / files.source_name(job.pk)).stat().st_size == upload.upload_length
            assert StateTransition.objects.filter(entity_id=str(job.pk)).exists()
    assert PDFJob.objects.count() == sum(job is not None for _, job in outcomes)
    assert OutboxEvent.objects.filter(aggregate_type="job").exclude(aggregate_id__in=map(str, job_ids())).count() == 0

    grow_old(local_files(), Path(settings.UPLOAD_DIR))
    scanners.sweep()

    # What is left on the disk: the files of the jobs, and the uploads that no job has taken.
    waiting = Upload.objects.filter(status=UploadStatus.COMPLETE)
    assert {uuid.UUID(path.name) for path in (local_files() / "jobs").iterdir()} == job_ids()
    assert {path.stem for path in Path(settings.UPLOAD_DIR).iterdir()} == set(waiting.values_list("upload_id", flat=True))
    for upload in waiting:
        create_job(request_for(user, upload))
    assert PDFJob.objects.count() == len(outcomes)


def test_a_commit_of_which_nobody_knows_keeps_the_file(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = complete_upload(user, catalog(1))
    save = creation._save

    def save_and_lose_the_answer(*args: object, **kwargs: object) -> None:
        save(*args, **kwargs)  # type: ignore[arg-type]
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(creation, "_save", save_and_lose_the_answer)
    with pytest.raises(OperationalError):
        create_job(request_for(user, upload))

    with files.local_source(PDFJob.objects.get().pk) as path:
        assert path.stat().st_size == upload.upload_length


def test_a_full_disk_is_told_and_nothing_is_stored(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = complete_upload(user, catalog(1))
    usage = shutil.disk_usage(settings.UPLOAD_DIR)

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=upload.upload_length * 2 - 1))
        with pytest.raises(Failure, match="DISK_FULL"):
            create_job(request_for(user, upload))

    assert not PDFJob.objects.exists()
    assert files.stored_job_ids() == []
    assert create_job(request_for(user, upload)).pk in job_ids()


def test_a_disk_that_fills_up_while_copying_leaves_nothing(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = complete_upload(user, catalog(1))

    def fill(_source: object, target: Path) -> None:
        target.write_bytes(b"%PDF")
        raise OSError(errno.ENOSPC, "No space left on device")

    # As on another disk than the uploads': it must be copied, and does not fit.
    monkeypatch.setattr(os, "link", refuse_to_link)
    monkeypatch.setattr(shutil, "copyfile", fill)
    with pytest.raises(Failure, match="DISK_FULL"):
        create_job(request_for(user, upload))

    assert files.stored_job_ids() == []
    assert uploads.complete_upload_of(user, upload.upload_id).status == UploadStatus.COMPLETE


def test_on_another_disk_the_source_is_a_copy(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    data = catalog(1)
    monkeypatch.setattr(os, "link", refuse_to_link)

    job = create_job(request_for(user, complete_upload(user, data)))

    with files.local_source(job.pk) as path:
        assert path.read_bytes() == data
        assert [entry.name for entry in path.parent.iterdir()] == ["source.pdf"]


def test_files_of_a_cancelled_job_that_came_late_are_swept(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    job = create_job(request_for(user, complete_upload(user, catalog(1))))
    folder = local_files() / files.job_prefix(job.pk)
    monkeypatch.setattr(strays, "GRACE", timedelta(0))

    assert strays.remove_stray_job_files() == 0
    cancel_job(job, actor="somebody")

    assert strays.remove_stray_job_files() == 1
    assert not folder.exists()


def refuse_to_link(*_names: object) -> None:
    raise OSError(errno.EXDEV, "Invalid cross-device link")


def fresh(upload: Upload) -> Upload:
    return Upload.objects.get(pk=upload.pk)


def job_ids() -> set[uuid.UUID]:
    return set(PDFJob.objects.values_list("pk", flat=True))


def local_files() -> Path:
    root = files.local_root()
    assert root is not None
    return root


def grow_old(*folders: Path) -> None:
    """Everything was last touched two hours ago."""
    long_ago = time.time() - 7200
    for folder in folders:
        for path in folder.rglob("*"):
            os.utime(path, (long_ago, long_ago))
