"""A file is evaluated once per configuration, and an evaluation that fails sends the job to people by itself."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.files.storage import default_storage
from django.db import connection

from collaboration.models import HumanTask
from jobs.files import source_name
from jobs.models import PDFJob, StateTransition, WorkerHeartbeat
from pipeline import worker
from pipeline.models import Evaluation
from pipeline.services import evaluating
from pipeline.services.evaluating import evaluate_job
from tests.pdfs import catalog
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)

Submit = Callable[[bytes], PDFJob]


def test_two_jobs_of_one_file_evaluate_once(submit: Submit, monkeypatch: pytest.MonkeyPatch) -> None:
    data = catalog(pages=2)
    jobs = [submit(data), submit(data)]
    calls: list[str] = []
    score = evaluating.evaluate_document

    def counted(*args: object, **kwargs: object) -> object:
        calls.append("evaluated")
        return score(*args, **kwargs)

    monkeypatch.setattr(evaluating, "evaluate_document", counted)

    def work(job: PDFJob) -> None:
        try:
            evaluate_job(job, worker_id=f"worker-{job.pk}")
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, jobs))

    assert calls == ["evaluated"]
    assert Evaluation.objects.count() == 1
    assert set(PDFJob.objects.values_list("status", flat=True)) == {"PROCESSING"}


def test_an_evaluation_that_fails_degrades_by_itself(submit: Submit) -> None:
    job = submit(catalog(pages=2))
    default_storage.delete(source_name(job.pk))

    drain()

    job.refresh_from_db()
    assert (job.status, job.degrade_reason, job.route, job.error_code) == ("DEGRADED_HUMAN", "eval_failed", "HUMAN_ALL", "EVAL_FAILED")
    steps = StateTransition.objects.filter(entity_type="job", entity_id=str(job.pk)).order_by("id").values_list("to_status", flat=True)
    assert list(steps) == ["UPLOADED", "EVALUATING", "EVAL_FAILED", "DEGRADED_HUMAN"]
    assert HumanTask.objects.filter(job=job).count() == 2


def test_an_evaluation_is_not_taken_from_a_living_worker(submit: Submit) -> None:
    job = submit(catalog(pages=1))
    evaluating._begin(job, worker.worker_id())

    evaluate_job(PDFJob.objects.get(), worker_id="another")

    assert PDFJob.objects.get().worker_id == worker.worker_id()


def test_a_lost_evaluation_is_taken_over_once_and_then_given_to_people(submit: Submit) -> None:
    job = submit(catalog(pages=1))
    evaluating._begin(job, "host:1:lost")
    read = PDFJob.objects.get()

    assert evaluating._begin(PDFJob.objects.get(), "host:2:second")
    assert not evaluating._begin(read, "host:3:late")
    PDFJob.objects.update(worker_id=None)
    evaluate_job(PDFJob.objects.get(), worker_id="host:4:third")

    job = PDFJob.objects.get()
    assert (job.status, job.degrade_reason) == ("DEGRADED_HUMAN", "eval_failed")
    assert "workers were lost" in job.error_message
    assert not WorkerHeartbeat.objects.exists()
