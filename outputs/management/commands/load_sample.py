"""`./manage.py load_sample`: the sample catalog through the whole way, on an installation that has no job yet."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from configs.profiles import active_profile
from jobs.models import PDFJob
from jobs.services import uploads
from jobs.services.creation import JobRequest, create_job
from jobs.tus import files
from pdfsku.accounts.models import User
from pdfsku.accounts.services import DEMO_MERCHANT_ID
from pdfsku.shared.choices import UserRole
from pipeline.routing import is_audited
from samples.draw import FILE_NAME, draw_catalog

# A table of chairs: what a person who is asked about it sees is plain.
ASKED_ABOUT_PAGE = 3


class Command(BaseCommand):
    help = "Uploads the sample catalog for the demo merchant, once, if there are no jobs at all."
    requires_system_checks: list[str] = []

    def handle(self, **_options: Any) -> None:
        if not settings.IS_EMBEDDED or PDFJob.objects.exists():
            return
        merchant_user = User.objects.filter(merchant_id=DEMO_MERCHANT_ID, role=UserRole.MERCHANT).select_related("merchant").first()
        if merchant_user is not None:
            job = submit_sample(merchant_user)
            self.stdout.write(f"the sample catalog {job.source_file} is being read ({job.total_pages} pages); SAMPLE=0 leaves it out")


def submit_sample(user: User) -> PDFJob:
    """A merchant's upload and job like any other, without the network."""
    if user.merchant is None:
        raise ValueError(f"{user} belongs to no merchant")
    data = draw_catalog()
    upload = uploads.create_upload(user, filename=FILE_NAME, length=len(data), metadata={"filename": FILE_NAME})
    files.data_path(upload.upload_id).write_bytes(data)
    uploads.complete_upload(upload)
    return create_job(JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user, job_id=audited_job_id()))


def audited_job_id() -> uuid.UUID | None:
    """An id whose hash puts a page into the audit sample: of ten pages that is a rare thing, and a newcomer shall see a task too."""
    rate = active_profile().audit_sample_rate
    candidates = (uuid.uuid4() for _ in range(10_000))
    return next((job_id for job_id in candidates if is_audited(job_id, ASKED_ABOUT_PAGE, rate)), None)
