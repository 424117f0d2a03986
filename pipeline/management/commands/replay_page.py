"""`./manage.py replay_page JOB PAGE`: read a page again from its stored inputs and show what differs from its record."""

from __future__ import annotations

import difflib
import json
import sys
import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jobs.models import PDFJob
from pipeline.models import Page
from pipeline.reading import open_reader
from pipeline.records import UnreadableDocument
from pipeline.rows import as_record, record_json


class Command(BaseCommand):
    help = "Read a page again from the stored file and the job's frozen profile; exit code 1 if the result is another."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("job", type=uuid.UUID)
        parser.add_argument("page", type=int)

    def handle(self, *, job: uuid.UUID, page: int, **_options: Any) -> None:
        difference = self._difference(_stored_page(job, page))
        if not difference:
            self.stdout.write(f"Page {page} is read as it was.")
            return
        self.stdout.write("\n".join(difference))
        sys.exit(1)

    def _difference(self, page: Page) -> list[str]:
        try:
            with open_reader(page.job) as reader:
                again = as_record(reader.read(page.page_number))
        except (OSError, UnreadableDocument) as error:
            raise CommandError(f"The file of this job cannot be read: {error}") from error
        return list(difflib.unified_diff(_lines(page.record or b"{}"), _lines(again), "stored", "replayed", lineterm="", n=2))


def _stored_page(job_id: uuid.UUID, number: int) -> Page:
    if not PDFJob.objects.filter(pk=job_id).exists():
        raise CommandError(f"There is no job {job_id}.")
    page = Page.objects.select_related("job__merchant").filter(job=job_id, page_number=number).order_by("-attempt_no").first()
    if page is None:
        raise CommandError(f"The job has no page {number}.")
    if page.record is None:
        raise CommandError(f"Page {number} was never read by the machine.")
    return page


def _lines(record: bytes | memoryview) -> list[str]:
    return json.dumps(json.loads(record_json(record)), ensure_ascii=False, sort_keys=True, indent=1).splitlines()
