"""`replay_page`: the same inputs give the same record, and a difference is shown."""

from __future__ import annotations

import io
import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from jobs.files import source_name
from jobs.models import PDFJob
from pipeline.models import Page
from pipeline.rows import as_record, from_record
from tests.pdfs import catalog
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)


def replay(job_id: object, page: int) -> str:
    output = io.StringIO()
    call_command("replay_page", str(job_id), str(page), stdout=output)
    return output.getvalue()


def test_a_replayed_page_is_what_it_was(submit: Callable[[bytes], PDFJob]) -> None:
    job = submit(catalog(pages=2))
    drain()

    assert "as it was" in replay(job.pk, 2)


def test_a_difference_is_shown_and_fails(submit: Callable[[bytes], PDFJob], capsys: pytest.CaptureFixture[str]) -> None:
    job = submit(catalog(pages=1))
    drain()
    page = Page.objects.get()
    record = as_record(replace(from_record(page.record), confidence=0.001))
    Page.objects.update(record=record)

    with pytest.raises(SystemExit) as ended:
        call_command("replay_page", str(job.pk), "1")

    assert ended.value.code == 1
    assert '- "confidence": 0.001' in capsys.readouterr().out


def test_what_cannot_be_replayed_is_said(submit: Callable[[bytes], PDFJob]) -> None:
    job = submit(catalog(pages=1))

    with pytest.raises(CommandError, match="no job"):
        replay(uuid.uuid4(), 1)
    with pytest.raises(CommandError, match="no page 9"):
        replay(job.pk, 9)
    drain()
    default_storage.delete(source_name(job.pk))
    with pytest.raises(CommandError, match="cannot be read"):
        replay(job.pk, 1)
