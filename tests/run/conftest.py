from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from configs.profiles import load_default_profile
from jobs.models import PDFJob
from jobs.services.creation import JobRequest, create_job
from pipeline.catalog import run_catalog
from pipeline.documents import Json
from pipeline.options import Options
from pipeline.queries import page_documents
from tests.factories import UserFactory
from tests.factories.uploads import complete_upload
from tests.pipeline.catalogs import draw, grid_page


@pytest.fixture
def submit() -> Callable[[bytes], PDFJob]:
    """A job of a new merchant."""
    load_default_profile()

    def _submit(data: bytes) -> PDFJob:
        user = UserFactory()
        upload = complete_upload(user, data)
        return create_job(JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user))

    return _submit


@pytest.fixture
def result_of_extract(tmp_path: Path) -> Callable[[bytes], Json]:
    """What an undisturbed run in one process gives."""

    def _result(data: bytes) -> Json:
        from outputs.document import page_documents as documents

        path = tmp_path / "undisturbed.pdf"
        path.write_bytes(data)
        return json.loads(json.dumps(list(documents(run_catalog(path, options=Options()).pages))))

    return _result


@pytest.fixture
def sample_with_pictures(tmp_path: Path) -> bytes:
    """One page of six products with a picture each."""
    return draw(tmp_path, grid_page).read_bytes()


def result_of(job: PDFJob) -> Json:
    return list(page_documents(job))
