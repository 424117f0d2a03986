"""Names the queue calls; each only calls its service. A missing row is a return: the queue may be late."""

from __future__ import annotations

from jobs.models import PDFJob
from pdfsku.shared.choices import JobInternalStatus
from pdfsku.shared.logs import log_context
from pipeline import worker
from pipeline.services import evaluating, fanout, processing, surrender


def canary() -> None:
    """Proof that this cluster takes messages: its watchdog waits for the tick."""
    worker.tick()


def evaluate_job(job_id: str) -> None:
    with worker.turn():
        job = PDFJob.objects.select_related("merchant").filter(pk=job_id).first()
        if job is not None:
            with log_context(job_id=job_id), worker.holding(job.pk):
                evaluating.evaluate_job(job, worker_id=worker.worker_id())


def process_pages(_job_id: str) -> None:
    """The message only wakes; fairness says who is served."""
    with worker.turn():
        processing.process_pages()


def resume_job(job_id: str) -> None:
    with worker.turn():
        job = PDFJob.objects.filter(pk=job_id, status=JobInternalStatus.PROCESSING).first()
        if job is not None:
            fanout.wake_for(job)


def open_for_people(job_id: str) -> None:
    with worker.turn():
        job = PDFJob.objects.filter(pk=job_id, status=JobInternalStatus.DEGRADED_HUMAN).first()
        if job is not None:
            fanout.open_for_people(job)


def give_up_on_machine(job_id: str) -> None:
    with worker.turn():
        job = PDFJob.objects.filter(pk=job_id).first()
        if job is not None:
            surrender.give_up_on_machine(job)
