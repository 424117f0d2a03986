"""Uploads as rows and files, without a server: turns, unverified bytes, jobs that take them, expiry, leftovers."""

from __future__ import annotations

import os
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from jobs.models import Upload
from jobs.services import uploads
from jobs.tus import files
from jobs.tus.locks import NOW, PLEASE, Turn
from pdfsku.settings import intake
from pdfsku.shared.choices import UploadStatus
from pdfsku.shared.errors import Code, Failure
from tests.factories.accounts import UserFactory
from tests.factories.jobs import JobFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return UserFactory()


@pytest.fixture
def upload(user):
    return uploads.create_upload(user, filename="a.pdf", length=10, metadata={})


def write(upload: Upload, data: bytes) -> None:
    files.data_path(upload.pk).write_bytes(data)


def expire(upload: Upload) -> None:
    Upload.objects.filter(pk=upload.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def failure_code(call, *args, **kwargs) -> Code:
    with pytest.raises(Failure) as caught:
        call(*args, **kwargs)
    return caught.value.code


def test_one_turn_at_a_time(upload):
    first = Turn.try_take(upload.pk)

    assert Turn.try_take(upload.pk) is None
    first.release()
    Turn.try_take(upload.pk).release()


def test_the_holder_learns_that_somebody_waits(upload):
    turn = Turn.try_take(upload.pk)
    assert turn.wanted() is None

    files.write_wish(upload.pk, urgency=PLEASE)
    assert turn.wanted() == PLEASE
    files.write_wish(upload.pk, urgency=NOW)
    assert turn.wanted() == NOW
    turn.release()


def test_a_wish_to_the_holder_before_is_not_one_to_the_next(upload):
    files.write_wish(upload.pk, urgency=NOW)

    turn = Turn.try_take(upload.pk)

    assert turn.wanted() is None
    turn.release()


def test_unverified_bytes_of_a_dead_holder_do_not_count_and_are_dropped(upload):
    write(upload, b"%PDF")
    turn = Turn.try_take(upload.pk)
    turn.mark_unverified_above(4)
    write(upload, b"%PDFnoise")
    turn.release()

    assert files.offset_on_disk(upload.pk) == 4
    Turn.try_take(upload.pk).release()
    assert files.data_path(upload.pk).read_bytes() == b"%PDF"


def test_the_file_is_the_truth_where_the_row_lags_behind(upload):
    write(upload, b"%PDF-1")

    assert upload.upload_offset == 0
    assert uploads.settle_upload(upload) == 6


def test_an_upload_whose_writer_died_after_the_last_byte_is_complete(user, upload):
    write(upload, b"%PDF-1.7\n1")

    found = uploads.complete_upload_of(user, upload.pk)

    assert found.status == UploadStatus.COMPLETE
    assert Upload.objects.get().upload_offset == 10


def test_an_unfinished_upload_is_not_for_a_job(user, upload):
    write(upload, b"%PDF")

    assert failure_code(uploads.complete_upload_of, user, upload.pk) == Code.UPLOAD_INCOMPLETE


def test_an_upload_under_a_writers_hand_is_not_for_a_job(user, upload):
    turn = Turn.try_take(upload.pk)
    write(upload, b"%PDF-1.7\n1")

    assert failure_code(uploads.complete_upload_of, user, upload.pk) == Code.UPLOAD_INCOMPLETE
    turn.release()


def test_only_one_job_gets_an_upload(upload):
    job = JobFactory()
    uploads.complete_upload(upload)

    uploads.take_upload_for_job(upload.pk, job_id=job.pk, file_hash="f" * 64)

    assert failure_code(uploads.take_upload_for_job, upload.pk, job_id=job.pk, file_hash="f" * 64) == Code.UPLOAD_NOT_FOUND
    row = Upload.objects.get()
    assert (row.status, row.job_id, row.file_hash) == (UploadStatus.CONSUMED, job.pk, "f" * 64)


def test_an_upload_that_lost_its_file_is_not_found(user, upload):
    files.remove_files(upload.pk)

    assert failure_code(uploads.complete_upload_of, user, upload.pk) == Code.UPLOAD_NOT_FOUND


def test_expired_uploads_go_with_their_files(user, upload):
    kept = uploads.create_upload(user, filename="b.pdf", length=10, metadata={})
    expire(upload)

    assert uploads.expire_uploads() == 1

    assert list(Upload.objects.all()) == [kept]
    assert not files.data_path(upload.pk).exists()
    assert files.data_path(kept.pk).exists()


def test_an_upload_somebody_writes_to_does_not_expire(upload):
    turn = Turn.try_take(upload.pk)
    expire(upload)

    assert uploads.expire_uploads() == 0
    turn.release()
    assert uploads.expire_uploads() == 1


def test_an_upload_that_became_a_job_does_not_expire(upload):
    uploads.complete_upload(upload)
    uploads.take_upload_for_job(upload.pk, job_id=JobFactory().pk, file_hash="f" * 64)
    expire(upload)

    assert uploads.expire_uploads() == 0
    assert Upload.objects.exists()


def test_files_without_a_row_go_after_an_hour(upload, settings):
    orphan, fresh = "upl_" + "1" * 24, "upl_" + "2" * 24
    for upload_id in (orphan, fresh):
        files.create_files(upload_id, length=0)
    foreign = settings.UPLOAD_DIR / "notes.txt"
    foreign.write_text("not ours")
    age(files.data_path(orphan), files.turn_path(orphan), files.data_path(upload.pk), files.turn_path(upload.pk), foreign)

    assert uploads.expire_uploads() == 1

    assert {path.name.partition(".")[0] for path in settings.UPLOAD_DIR.iterdir()} == {upload.pk, fresh, "notes"}


def age(*paths) -> None:
    for path in paths:
        os.utime(path, (time.time() - 7200, time.time() - 7200))


def test_creation_is_refused_where_the_bytes_cannot_fit(user, settings):
    settings.TUS_MAX_SIZE_BYTES = settings.TUS_MAX_OPEN_BYTES = 1 << 60

    assert failure_code(uploads.create_upload, user, filename="a.pdf", length=1 << 59, metadata={}) == Code.DISK_FULL
    assert not Upload.objects.exists()
    assert not list(settings.UPLOAD_DIR.iterdir())


def test_a_chunk_costs_two_statements_beside_the_sign_in_and_one_soon_after_another(user, upload, django_assert_num_queries):
    Upload.objects.update(updated_at=timezone.now() - timedelta(seconds=3))

    with django_assert_num_queries(2):
        found = uploads.find_upload(upload.pk, user_id=user.pk)
        uploads.record_progress(found, offset=4)
    with django_assert_num_queries(1):
        uploads.record_progress(uploads.find_upload(upload.pk, user_id=user.pk), offset=5)


def test_an_interrupted_chunk_is_recorded_at_once(user, upload):
    uploads.record_progress(uploads.find_upload(upload.pk, user_id=user.pk), offset=5, is_interrupted=True)

    assert Upload.objects.get().upload_offset == 5


def test_limits_are_those_agreed_unless_the_environment_says_otherwise():
    assert (intake.TUS_MAX_SIZE_BYTES, intake.TUS_EXPIRY_HOURS) == (16 * 1024**3, 6)
    assert (intake.MAX_PAGES, intake.SECURITY_PARSE_TIMEOUT_SECONDS) == (1000, 30)
    assert intake.SECURITY_MEMORY_LIMIT_MB < 1024
    assert (intake.HEARTBEAT_INTERVAL_SECONDS, intake.HEARTBEAT_SUSPECT_SECONDS, intake.HEARTBEAT_DEAD_SECONDS) == (30, 60, 90)
    assert (intake.ORPHAN_SCAN_INTERVAL_SECONDS, intake.ORPHAN_REQUEUE_MAX) == (60, 3)
