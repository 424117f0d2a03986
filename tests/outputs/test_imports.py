"""Deliveries: proved by their checksum, made once, and ready for destinations that answer with receipts."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib import error, request

import pytest
from django.core.files.storage import default_storage

from jobs import files
from jobs.models import PDFJob
from outputs.destinations import Delivery, FileDrop, Receipt
from outputs.models import ImportDedup
from outputs.services.imports import deliver_page, deliver_pages
from pdfsku.shared.choices import ImportConfirmation
from pipeline.models import SKU, Page
from pipeline.services.joining import join_read_pages
from pipeline.services.processing import process_pages
from tests.pipeline.test_claims import job_with_pages

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def read_job() -> PDFJob:
    """Two pages, read and joined, not yet delivered."""
    job = job_with_pages(2)
    process_pages()
    join_read_pages(job)
    return job


class Shop(BaseHTTPRequestHandler):
    """A shop's endpoint: takes pages, answers as it is told, and gives the same receipt for the same key."""

    answers: dict[int, int] = {}
    taken: list[tuple[str, bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.taken.append((self.headers["Idempotency-Key"], body))
        self.send_response(self.answers.get(json.loads(body)["page"], 200))
        self.end_headers()
        self.wfile.write(hashlib.sha256(body).hexdigest().encode())

    def log_message(self, *_: object) -> None:
        """Quiet."""


class OverHttp:
    """What an HTTP destination needs of the interface, and no more."""

    name = "shop"

    def __init__(self, url: str) -> None:
        self._url = url

    def deliver(self, delivery: Delivery) -> Receipt:
        key = f"{delivery.job_id}:{delivery.page_number}:{delivery.attempt_no}"
        try:
            with request.urlopen(request.Request(self._url, delivery.document, {"Idempotency-Key": key})) as answer:
                is_proved = answer.status == 200 and answer.read().decode() == hashlib.sha256(delivery.document).hexdigest()
        except error.HTTPError as refused:
            return Receipt(ImportConfirmation.FAILED, reference=key, error=f"{refused.code}")
        return Receipt(ImportConfirmation.CONFIRMED if is_proved else ImportConfirmation.ASSUMED, reference=key)


@pytest.fixture
def shop() -> Iterator[OverHttp]:
    Shop.answers, Shop.taken = {}, []
    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield OverHttp(f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()


def statuses() -> list[str]:
    return list(Page.objects.order_by("page_number").values_list("status", flat=True))


def test_what_was_dropped_is_the_pages_document_and_is_confirmed(read_job: PDFJob) -> None:
    assert deliver_pages(read_job) == 2

    assert statuses() == ["IMPORTED_CONFIRMED"] * 2
    for page in Page.objects.all():
        with default_storage.open(f"{files.job_prefix(read_job.pk)}/imports/page-{page.page_number:04d}-1.json") as dropped:
            assert json.load(dropped) == page.product_description
    assert set(ImportDedup.objects.values_list("import_status", flat=True)) == {"confirmed"}
    assert ImportDedup.objects.count() == SKU.objects.count() == 12


def test_a_file_that_reads_back_otherwise_is_not_confirmed(read_job: PDFJob, monkeypatch: pytest.MonkeyPatch) -> None:
    put = files.put
    monkeypatch.setattr(files, "put", lambda name, data: put(name, data[:-1] + b"?" if "page-0002" in name else data))

    deliver_pages(read_job)

    assert statuses() == ["IMPORTED_CONFIRMED", "IMPORT_FAILED"]
    assert set(ImportDedup.objects.values_list("page_number", flat=True)) == {1}


def test_a_second_delivery_changes_nothing(read_job: PDFJob) -> None:
    deliver_pages(read_job)
    dropped = sorted(Path(default_storage.path(f"{files.job_prefix(read_job.pk)}/imports")).iterdir())
    before = [(path.name, path.stat().st_mtime_ns) for path in dropped]

    assert deliver_pages(read_job) == 0
    late = Page.objects.select_related("job").get(page_number=1)
    late.status = "AI_COMPLETED"
    assert not deliver_page(late, destination=FileDrop())

    assert [(path.name, path.stat().st_mtime_ns) for path in dropped] == before
    assert ImportDedup.objects.count() == 12


def test_an_http_destination_fits_the_interface(read_job: PDFJob, shop: OverHttp) -> None:
    Shop.answers = {1: 202, 2: 503}

    deliver_pages(read_job, destination=shop)
    assert statuses() == ["IMPORTED_ASSUMED", "IMPORT_FAILED"]
    Shop.answers = {}
    assert deliver_page(Page.objects.select_related("job").get(page_number=2), destination=shop)

    assert statuses() == ["IMPORTED_ASSUMED", "IMPORTED_CONFIRMED"]
    keys = [key for key, _ in Shop.taken]
    assert keys == [f"{read_job.pk}:{number}:1" for number in (1, 2, 2)]
    assert dict(SKU.objects.values_list("page_number", "import_confirmation")) == {1: "assumed", 2: "confirmed"}
