"""Names the queue calls; each only calls its service."""

from __future__ import annotations

from jobs import files
from jobs.models import PDFJob
from pdfsku.shared.choices import JobInternalStatus


def clean_up_cancelled(job_id: str) -> None:
    """Remove the files of a cancelled job; its rows stay for the audit."""
    job = PDFJob.objects.filter(pk=job_id, status=JobInternalStatus.CANCELLED).first()
    if job is not None:
        files.delete_job_files(job.pk)
