"""`./manage.py requeue JOB… | --all-orphaned [--dry-run]`: let orphaned jobs go on."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jobs.models import PDFJob
from jobs.services.requeue import requeue_job
from pdfsku.shared.choices import JobInternalStatus
from pdfsku.shared.errors import Failure


class Command(BaseCommand):
    help = "Queue orphaned jobs again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("jobs", nargs="*", type=uuid.UUID, metavar="JOB")
        parser.add_argument("--all-orphaned", action="store_true", help="every orphaned job")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done")

    def handle(self, *, jobs: list[uuid.UUID], all_orphaned: bool, dry_run: bool, **_options: Any) -> None:
        if bool(jobs) == all_orphaned:
            raise CommandError("Name jobs, or give --all-orphaned.")
        wanted = PDFJob.objects.filter(status=JobInternalStatus.ORPHANED) if all_orphaned else PDFJob.objects.filter(pk__in=jobs)
        found = list(wanted.order_by("created_at"))
        missing = sorted(set(jobs) - {job.pk for job in found})
        refused = [self._requeue(job, dry_run=dry_run) for job in found].count(False)
        for job_id in missing:
            self.stderr.write(f"{job_id}: no such job")
        if refused or missing:
            raise CommandError(f"{refused + len(missing)} of {len(found) + len(missing)} jobs were not queued again.")

    def _requeue(self, job: PDFJob, *, dry_run: bool) -> bool:
        if dry_run:
            self.stdout.write(f"{job.pk}: {job.status}, would {'go on' if job.status == JobInternalStatus.ORPHANED else 'be refused'}")
            return True
        try:
            requeue_job(job, actor="manage.py")
        except Failure as failure:
            self.stderr.write(f"{job.pk}: {failure.code}: {failure.message}")
            return False
        self.stdout.write(f"{job.pk}: {job.status}")
        return True
