"""What happens without anybody asking: silence is noticed, lost jobs are resumed, leftovers removed."""

from __future__ import annotations

import io
import os
import uuid
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ

from jobs import scanners
from jobs.models import OutboxEvent, PDFJob, StateTransition, Upload, WorkerHeartbeat
from jobs.services.heartbeats import Heart
from jobs.services.requeue import requeue_job
from jobs.transitions import move
from jobs.tus import files as upload_files
from outputs.management.commands.scanners import Scanner, run_once
from outputs.management.commands.scanners import scanners as all_scanners
from pipeline.claims import claim_page
from pipeline.models import Page
from pipeline.scanners import release_pages_of_vanished_workers, wake_for_waiting_pages
from tests.factories import JobFactory, UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog
from tests.pipeline.test_claims import job_with_pages
from tests.queue import drain
from tests.run.processes import wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def silent(seconds: float, *, worker_id: str = "host:1:a", jobs: tuple[uuid.UUID, ...] = (), status: str = "ALIVE") -> WorkerHeartbeat:
    since = timezone.now() - timedelta(seconds=seconds)
    return WorkerHeartbeat.objects.create(
        worker_id=worker_id, hostname="host", last_heartbeat=since, active_job_ids=list(jobs), status=status
    )


def long_ago(job: PDFJob) -> None:
    PDFJob.objects.filter(pk=job.pk).update(updated_at=timezone.now() - timedelta(minutes=5))


@pytest.mark.parametrize(
    ("seconds", "status"), [(5, "ALIVE"), (59, "ALIVE"), (61, "SUSPECT"), (89, "SUSPECT"), (91, "DEAD"), (9999, "DEAD")]
)
def test_a_worker_is_judged_by_its_silence(seconds: int, status: str) -> None:
    silent(seconds)

    scanners.mark_silent_workers()

    assert WorkerHeartbeat.objects.get().status == status


def test_a_suspect_that_reports_is_alive_again_and_the_long_dead_are_forgotten() -> None:
    heart = Heart()
    silent(70, worker_id=heart.worker_id)
    silent(25 * 3600, worker_id="host:9:old", status="DEAD")
    scanners.mark_silent_workers()
    assert WorkerHeartbeat.objects.get().status == "SUSPECT"

    heart.beat()
    scanners.mark_silent_workers()

    assert WorkerHeartbeat.objects.get().status == "ALIVE"


def test_a_job_is_orphaned_only_if_nobody_works_on_it() -> None:
    lost = JobFactory(processing=True, worker_id="host:1:dead")
    shared = JobFactory(processing=True, worker_id="host:1:dead")
    own = JobFactory(processing=True, worker_id="host:2:alive")
    fresh = JobFactory(processing=True, worker_id="host:1:dead")
    unclaimed = JobFactory(processing=True)
    silent(100, worker_id="host:1:dead", status="DEAD")
    silent(1, worker_id="host:2:alive", jobs=(shared.pk,))
    for job in (lost, shared, own, unclaimed):
        long_ago(job)

    orphans = scanners.orphan_lost_jobs()

    assert [job.pk for job in orphans] == [lost.pk]
    assert set(PDFJob.objects.exclude(pk=lost.pk).values_list("status", flat=True)) == {"PROCESSING"}
    assert {own.pk, fresh.pk} <= set(PDFJob.objects.filter(status="PROCESSING").values_list("pk", flat=True))
    assert OutboxEvent.objects.filter(event_type="job_failed", aggregate_id=str(lost.pk)).count() == 1


def test_an_orphan_waits_its_cool_down_and_a_living_worker(settings: pytest.FixtureRequest) -> None:
    job = JobFactory(orphaned=True, route="AUTO")
    settings.ORPHAN_REQUEUE_COOLDOWN_SECONDS = 300

    assert scanners.requeue_cooled_down_jobs() == []
    silent(1)
    assert scanners.requeue_cooled_down_jobs() == []
    settings.ORPHAN_REQUEUE_COOLDOWN_SECONDS = 0
    assert [found.pk for found in scanners.requeue_cooled_down_jobs()] == [job.pk]
    assert PDFJob.objects.get().status == "PROCESSING"


def test_after_three_requeues_in_a_day_the_pages_go_to_people(settings: pytest.FixtureRequest) -> None:
    settings.ORPHAN_REQUEUE_COOLDOWN_SECONDS = 0
    job = job_with_pages(2)
    silent(1)
    for _ in range(3):
        move(PDFJob.objects.get(), "orphan")
        scanners.requeue_cooled_down_jobs()
    OrmQ.objects.all().delete()
    move(PDFJob.objects.get(), "orphan")

    with pytest.raises(Exception, match="REQUEUE_LIMIT"):
        requeue_job(PDFJob.objects.get(), actor="somebody")
    scanners.requeue_cooled_down_jobs()
    drain()

    job.refresh_from_db()
    assert set(Page.objects.values_list("status", flat=True)) == {"HUMAN_QUEUED"}
    assert job.status == "PARTIAL_IMPORTED"


def test_requeues_of_yesterday_do_not_count() -> None:
    job = JobFactory(orphaned=True, route="AUTO")
    yesterday = timezone.now() - timedelta(hours=25)
    StateTransition.objects.bulk_create(
        StateTransition(entity_type="job", entity_id=str(job.pk), from_status="ORPHANED", to_status="PROCESSING", timestamp=yesterday)
        for _ in range(5)
    )

    assert requeue_job(job, actor="somebody").status == "PROCESSING"


def requeue(*arguments: str) -> str:
    output = io.StringIO()
    call_command("requeue", *arguments, stdout=output, stderr=output)
    return output.getvalue()


def test_the_requeue_command() -> None:
    orphans = [JobFactory(orphaned=True, route="AUTO"), JobFactory(orphaned=True)]
    other = JobFactory(processing=True)

    said = requeue("--all-orphaned", "--dry-run")
    assert said.count("would go on") == 2
    assert PDFJob.objects.filter(status="ORPHANED").count() == 2
    with pytest.raises(CommandError, match="1 of 1"):
        requeue(str(other.pk))
    with pytest.raises(CommandError, match="1 of 1"):
        requeue(str(uuid.uuid4()))
    for wrong in ((), (str(other.pk), "--all-orphaned"), ("no-uuid",)):
        with pytest.raises(CommandError):
            requeue(*wrong)
    requeue("--all-orphaned")

    assert [PDFJob.objects.get(pk=job.pk).status for job in orphans] == ["PROCESSING", "EVALUATING"]


def test_stray_files_are_swept_and_those_of_jobs_kept(tmp_path: Path) -> None:
    job = JobFactory()
    old = timezone.now().timestamp() - 7200
    for name in (str(job.pk), str(uuid.uuid4()), "no-uuid"):
        folder = tmp_path / "files" / "jobs" / name
        folder.mkdir(parents=True)
        (folder / "source.pdf").write_bytes(b"x")
        os.utime(folder, (old, old))
    young = tmp_path / "files" / "jobs" / str(uuid.uuid4())
    young.mkdir()

    assert scanners.remove_stray_job_files() == 2

    assert {path.name for path in (tmp_path / "files" / "jobs").iterdir()} == {str(job.pk), young.name}


def test_expired_uploads_are_swept() -> None:
    upload = complete_upload(UserFactory(), catalog(pages=1))
    Upload.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    scanners.sweep()

    assert not upload_files.data_path(upload.upload_id).exists()
    assert not Upload.objects.filter(status="COMPLETE").exists()


def test_a_heart_beats_in_its_own_thread_and_comes_back_if_its_row_vanished(settings: pytest.FixtureRequest) -> None:
    settings.HEARTBEAT_INTERVAL_SECONDS = 0.2
    beats: list[int] = []
    heart = Heart(on_beat=lambda: beats.append(1), every_seconds=0.1)
    job = JobFactory(processing=True, worker_id=heart.worker_id)
    heart.start()
    heart.active_jobs.add(job.pk)
    try:
        WorkerHeartbeat.objects.all().delete()
        wait_for(lambda: WorkerHeartbeat.objects.filter(active_job_ids=[job.pk], status="ALIVE").exists(), seconds=10, what="the row again")
        assert beats
    finally:
        heart.stop()

    assert not WorkerHeartbeat.objects.filter(worker_id=heart.worker_id).exists()
    assert PDFJob.objects.get().worker_id is None


def test_pages_of_a_process_that_is_gone_are_released_at_once(settings: pytest.FixtureRequest) -> None:
    settings.WORKER_ID = "here"
    job = job_with_pages(3)
    dead, other_host = claim_page(job, "here:999999999:aa"), claim_page(job, "there:999999999:bb")
    living = claim_page(job, f"here:{os.getpid()}:cc")

    assert release_pages_of_vanished_workers() == 1

    rows = {page.pk: page for page in Page.objects.all()}
    assert (rows[dead.page.pk].status, rows[dead.page.pk].retry_count) == ("AI_QUEUED", 1)
    assert {rows[claim.page.pk].status for claim in (other_host, living)} == {"AI_PROCESSING"}


def test_lost_messages_are_written_again_and_no_more_than_are_needed(settings: pytest.FixtureRequest) -> None:
    settings.WORKERS = 3
    job = job_with_pages(20)
    OrmQ.objects.all().delete()

    assert wake_for_waiting_pages() == 3
    assert wake_for_waiting_pages() == 0
    claim_page(job, "somebody")
    OrmQ.objects.all().delete()
    assert wake_for_waiting_pages() == 2


def test_a_scanner_that_another_machine_runs_is_left_to_it() -> None:
    ran: list[str] = []
    scanner = Scanner("shared", 15, lambda: ran.append("ran"))
    with psycopg.connect(**connection.get_connection_params()) as other_machine:
        other_machine.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [scanner.lock])

        assert not run_once(scanner)
        assert ran == []
        other_machine.execute("SELECT pg_advisory_unlock_all()")

        assert run_once(scanner)
    assert ran == ["ran"]


def test_scanners_look_every_15_30_and_60_seconds() -> None:
    every = {scanner.name: scanner.every_seconds for scanner in all_scanners()}

    assert {15, 30, 60} <= set(every.values())
    assert (every["page_leases"], every["missing_tasks"], every["orphans"]) == (15, 30, 60)


def test_a_scanners_fault_does_not_end_it() -> None:
    def fails() -> None:
        raise OSError("no disk")

    assert run_once(Scanner("faulty", 15, fails))
    ran: list[str] = []
    assert run_once(Scanner("fine", 15, lambda: ran.append("ran")))
    assert ran == ["ran"]
    for scanner in all_scanners():
        assert run_once(scanner)


def test_an_evaluating_orphan_goes_back_to_evaluation() -> None:
    job = JobFactory()
    move(job, "begin_evaluation", worker_id="host:1:gone")
    move(job, "orphan")

    assert requeue_job(job, actor="somebody").status == "EVALUATING"
    assert OrmQ.objects.get().task["func"] == "pipeline.tasks.evaluate_job"
