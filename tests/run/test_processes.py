"""The run under real processes: killed, stopped, cancelled, ended; nothing lost, nothing doubled, nothing left."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django_q.models import OrmQ

from collaboration.models import HumanTask
from jobs.models import PDFJob, StateTransition, WorkerHeartbeat
from jobs.services.cancellation import cancel_job
from outputs.models import ImportDedup
from pipeline import scanners
from pipeline.documents import Json
from pipeline.models import SKU, Evaluation, Page
from tests.pdfs import catalog, catalog_with_heavy_page
from tests.queue import drain
from tests.run.conftest import result_of
from tests.run.processes import busy_worker, kill_while_holding, managed, nobody_lives, stop_while_holding, wait_for
from tests.run.test_outcomes import until_pages_wait

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.serial]

Submit = Callable[[bytes], PDFJob]
Extract = Callable[[bytes], Json]
PAGES = 20
WORKERS = 2


def has_ended(job: PDFJob) -> bool:
    job.refresh_from_db()
    return job.status == "FULL_IMPORTED"


def saves_per_page(job: PDFJob) -> Counter[str]:
    rows = StateTransition.objects.filter(entity_type="page", to_status="AI_COMPLETED")
    return Counter(rows.values_list("entity_id", flat=True))


def pages_begun() -> int:
    return StateTransition.objects.filter(entity_type="page", to_status="AI_PROCESSING").count()


def assert_whole(job: PDFJob, expected: Json) -> None:
    """Every page saved once, every SKU delivered once, and the result what an undisturbed run gives."""
    assert set(saves_per_page(job).values()) == {1}
    assert len(saves_per_page(job)) == job.total_pages
    assert SKU.objects.filter(job=job).count() == ImportDedup.objects.filter(job_id=job.pk).count() == job.total_skus
    assert result_of(job) == expected


def test_a_job_runs_to_its_end(tmp_path: Path, submit: Submit, result_of_extract: Extract) -> None:
    data = catalog(pages=PAGES)
    job = submit(data)

    with managed("scanners", tmp_path), managed("cluster", tmp_path):
        wait_for(lambda: has_ended(job), seconds=90, what="the job's end")

    assert_whole(job, result_of_extract(data))


def test_two_jobs_of_one_file_are_evaluated_once_by_two_workers(tmp_path: Path, submit: Submit) -> None:
    data = catalog_with_heavy_page(6, heavy=3)
    jobs = [submit(data) for _ in range(WORKERS)]

    with managed("cluster", tmp_path) as cluster:
        wait_for(lambda: all(has_ended(job) for job in jobs), seconds=90, what="the jobs' end")

    assert cluster.text().count('"message": "evaluated"') == Evaluation.objects.count() == 1
    evaluators = StateTransition.objects.filter(entity_type="job", to_status="EVALUATING").values_list("operator", flat=True)
    assert len(evaluators) == WORKERS
    assert {job.route for job in jobs} == {Evaluation.objects.get().route}


def test_an_evaluation_that_takes_two_workers_down_sends_the_job_to_people(tmp_path: Path, submit: Submit) -> None:
    job = submit(catalog_with_heavy_page(5, heavy=3))

    with managed("cluster", tmp_path, PAGE_TIMEOUT_SECONDS="0.01"):
        wait_for(lambda: PDFJob.objects.get(pk=job.pk).status == "DEGRADED_HUMAN", seconds=90, what="the degradation")
        wait_for(lambda: HumanTask.objects.filter(job=job).count() == 5, seconds=30, what="a task for each page")

    job.refresh_from_db()
    assert (job.route, job.degrade_reason, job.error_code) == ("HUMAN_ALL", "eval_failed", "EVAL_FAILED")
    assert "workers were lost" in job.error_message


def test_a_job_is_read_by_the_workers_of_all_machines(tmp_path: Path, submit: Submit, result_of_extract: Extract) -> None:
    data = catalog(pages=60, rows=20)

    with managed("cluster", tmp_path, WORKER_ID="here"), managed("cluster", tmp_path, WORKER_ID="there"):
        wait_for(lambda: WorkerHeartbeat.objects.count() == 2 * WORKERS, seconds=60, what="workers of both")
        job = submit(data)
        wait_for(lambda: has_ended(job), seconds=90, what="the job's end")

    readers = set(Page.objects.filter(job=job).values_list("processed_by", flat=True))
    assert {str(reader).partition(":")[0] for reader in readers} == {"here", "there"}
    assert_whole(job, result_of_extract(data))


def test_lost_messages_are_written_again_by_the_scanners(tmp_path: Path, submit: Submit, result_of_extract: Extract) -> None:
    data = catalog(pages=4)
    job = submit(data)
    until_pages_wait(job)
    OrmQ.objects.all().delete()

    with managed("scanners", tmp_path):
        wait_for(lambda: OrmQ.objects.exists(), seconds=30, what="a message for the waiting pages")
        drain()

    wait_for(lambda: has_ended(job), seconds=1, what="the job's end")
    assert_whole(job, result_of_extract(data))


def test_killed_busy_workers_lose_and_double_nothing(tmp_path: Path, submit: Submit, result_of_extract: Extract) -> None:
    data = catalog(pages=PAGES)
    job = submit(data)

    with managed("cluster", tmp_path):
        for _ in range(4):
            kill_while_holding()
        wait_for(lambda: has_ended(job), seconds=60, what="the job's end")

    assert_whole(job, result_of_extract(data))


def test_the_cluster_works_again_after_an_idle_worker_was_killed(tmp_path: Path, submit: Submit) -> None:
    with managed("cluster", tmp_path) as cluster:
        wait_for(lambda: WorkerHeartbeat.objects.count() == WORKERS, seconds=60, what="workers")
        for number in range(2):
            worker_id = WorkerHeartbeat.objects.filter(status="ALIVE").latest("started_at").worker_id
            os.kill(int(worker_id.rsplit(":", 2)[-2]), signal.SIGKILL)
            job = submit(catalog(pages=1, title=f"after kill {number}"))
            wait_for(lambda job=job: has_ended(job), seconds=30, what="processing again\n" + cluster.text())
            job.refresh_from_db()
            assert job.status == "FULL_IMPORTED"


def test_a_cluster_that_takes_no_more_messages_is_started_again(tmp_path: Path, submit: Submit) -> None:
    with managed("cluster", tmp_path) as cluster:
        wait_for(lambda: WorkerHeartbeat.objects.count() == WORKERS, seconds=60, what="workers")
        # Asleep, not dead: no process is missed, only the canary tells.
        asleep = {pid for pid in cluster.tree() if pid != cluster.pid}
        for pid in asleep:
            os.kill(pid, signal.SIGSTOP)
        job = submit(catalog(pages=1))

        wait_for(lambda: has_ended(job), seconds=60, what="processing again\n" + cluster.text())

        assert "a canary was not answered" in cluster.text()
        assert nobody_lives(asleep)


def test_another_machine_does_not_answer_for_a_cluster_that_hangs(tmp_path: Path) -> None:
    with managed("cluster", tmp_path, WORKER_ID="hangs") as hanging, managed("cluster", tmp_path, WORKER_ID="works") as working:
        wait_for(lambda: WorkerHeartbeat.objects.count() == 2 * WORKERS, seconds=60, what="workers of both")
        for pid in hanging.tree() - {hanging.pid}:
            os.kill(pid, signal.SIGSTOP)

        wait_for(lambda: "a canary was not answered" in hanging.text(), seconds=60, what="the restart")

        assert "restarting" not in working.text()


def test_a_job_runs_to_its_end_without_redis(tmp_path: Path, submit: Submit, result_of_extract: Extract) -> None:
    data = catalog(pages=3)
    job = submit(data)

    with managed("cluster", tmp_path, REDIS_URL="unix:///nowhere/redis.sock") as cluster:
        wait_for(lambda: has_ended(job), seconds=90, what="the job's end")

    assert_whole(job, result_of_extract(data))
    # Once in each process that has asked.
    assert 1 <= cluster.text().count("Redis does not answer") <= WORKERS
    assert "Traceback" not in cluster.text()


def test_no_process_outlives_the_killed_parent(tmp_path: Path, submit: Submit) -> None:
    submit(catalog(pages=PAGES))
    with managed("cluster", tmp_path) as cluster:
        wait_for(busy_worker, seconds=60, what="a busy worker")
        everybody = cluster.tree()
        assert len(everybody) >= 6

        os.kill(cluster.pid, signal.SIGKILL)
        cluster.process.wait()

        wait_for(lambda: nobody_lives(everybody), seconds=10, what="the end of all its processes")


def test_the_save_of_a_worker_that_slept_past_its_lease_is_refused(tmp_path: Path, submit: Submit, result_of_extract: Extract) -> None:
    data = catalog(pages=PAGES)
    job = submit(data)
    with managed("cluster", tmp_path, PAGE_LEASE_SECONDS="2") as cluster:
        sleeper, _page = stop_while_holding()

        wait_for(lambda: scanners.expire_silent_leases() or has_ended(job), seconds=60, what="the others to finish")
        os.kill(sleeper, signal.SIGCONT)
        wait_for(lambda: "save refused" in cluster.text(), seconds=30, what="the refusal")

    assert_whole(job, result_of_extract(data))


def test_a_page_that_takes_two_workers_down_goes_to_a_person(tmp_path: Path, submit: Submit) -> None:
    job = submit(catalog_with_heavy_page(PAGES, heavy=5))
    with managed("cluster", tmp_path):
        for _ in range(2):
            kill_while_holding(5)
        wait_for(lambda: PDFJob.objects.get(pk=job.pk).status == "PARTIAL_IMPORTED", seconds=90, what="the other pages")

    statuses = dict(Page.objects.filter(job=job).values_list("page_number", "status"))
    assert statuses.pop(5) == "HUMAN_QUEUED"
    assert set(statuses.values()) == {"IMPORTED_CONFIRMED"}
    assert HumanTask.objects.get(job=job, page_number=5).context["reason"] == "killed_its_worker"


def test_a_page_that_uses_up_its_time_goes_to_people_and_the_others_finish(tmp_path: Path, submit: Submit) -> None:
    job = submit(catalog_with_heavy_page(PAGES, heavy=5, pictures=48))
    until_pages_wait(job)

    # The heavy page needs twice that, a light one a tenth, though the machine be busy.
    with managed("cluster", tmp_path, PAGE_TIMEOUT_SECONDS="0.6"):
        wait_for(lambda: PDFJob.objects.get(pk=job.pk).status == "PARTIAL_IMPORTED", seconds=120, what="the other pages")

    statuses = dict(Page.objects.filter(job=job).values_list("page_number", "status"))
    assert statuses.pop(5) == "HUMAN_QUEUED"
    assert set(statuses.values()) == {"IMPORTED_CONFIRMED"}
    # Ended with its worker while C code took a picture out, or broken off between two pictures.
    assert HumanTask.objects.get(job=job, page_number=5).context["reason"] in ("killed_its_worker", "images:timeout")


def test_cancelling_stops_within_a_page(tmp_path: Path, submit: Submit) -> None:
    job = submit(catalog(pages=PAGES))
    with managed("cluster", tmp_path):
        wait_for(lambda: Page.objects.filter(job=job, status="AI_COMPLETED").exists(), seconds=60, what="a finished page")

        cancel_job(PDFJob.objects.get(pk=job.pk), actor="somebody")
        done, begun = len(saves_per_page(job)), pages_begun()
        wait_for(lambda: not (tmp_path / "files" / "jobs" / str(job.pk)).exists(), seconds=20, what="the files' removal")
        wait_for(lambda: not Page.objects.filter(job=job, status="AI_PROCESSING").exists(), seconds=20, what="the pages to be let go")

    assert pages_begun() <= begun + WORKERS
    assert len(saves_per_page(job)) == done < PAGES


def test_a_stopped_cluster_hands_its_pages_back_and_leaves_nothing(tmp_path: Path, submit: Submit) -> None:
    job = submit(catalog(pages=PAGES))
    with managed("cluster", tmp_path) as cluster:
        wait_for(busy_worker, seconds=60, what="a busy worker")
        everybody = cluster.tree()

        assert cluster.terminate() == 0

        assert nobody_lives(everybody)
    assert not Page.objects.filter(status="AI_PROCESSING").exists()
    assert set(Page.objects.filter(job=job).values_list("retry_count", flat=True)) == {0}
    assert PDFJob.objects.get(pk=job.pk).worker_id is None


def test_small_jobs_of_others_do_not_wait_for_a_large_one(tmp_path: Path, submit: Submit) -> None:
    large = submit(catalog(pages=1000, rows=25))

    with managed("cluster", tmp_path):
        wait_for(lambda: Page.objects.filter(job=large, status="AI_COMPLETED").exists(), seconds=60, what="the large job's first page")
        small = [submit(catalog(pages=2, title=f"small {number}")) for number in range(2)]
        wait_for(lambda: all(has_ended(job) for job in small), seconds=90, what="the small jobs' end")

    assert Page.objects.filter(job=large, status="AI_QUEUED").count() > 200
