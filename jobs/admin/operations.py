"""What an operator may do to a job. The one place that says which service a button calls."""

from __future__ import annotations

from jobs.models import PDFJob
from jobs.transitions import move


def cancel(job: PDFJob, actor: str) -> None:
    move(job, "cancel", reason="operator", actor=actor)


def queue_again(job: PDFJob, actor: str) -> None:
    """A job whose worker died before a route was decided is evaluated again, any other goes on where it stood."""
    move(job, "resume_processing" if job.route else "resume_evaluation", reason="operator", actor=actor)
