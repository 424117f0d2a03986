"""Delivering finished pages, each SKU once: `import_dedup` remembers what went out."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from jobs.models import PDFJob
from jobs.transitions import IllegalMove, StaleState, move_each, move_many, together
from outputs.destinations import Delivery, Destination, FileDrop, Receipt
from outputs.models import ImportDedup
from pdfsku.shared.bulk import insert_documents
from pdfsku.shared.choices import ImportConfirmation, PageStatus, SKUStatus
from pipeline.models import SKU, Page

logger = logging.getLogger(__name__)

READY = (PageStatus.AI_COMPLETED, PageStatus.HUMAN_COMPLETED)
# Pages recorded in one transaction: many, to be quick; not all, because a page is visible as imported only after it.
BATCH = 25
_EDGE = {
    ImportConfirmation.CONFIRMED: "confirm_import",
    ImportConfirmation.ASSUMED: "assume_import",
    ImportConfirmation.FAILED: "fail_import",
}


@dataclass(frozen=True)
class Delivered:
    """A page that was handed over, and what the destination said."""

    page: Page
    skus: Sequence[SKU]
    receipt: Receipt


def deliver_pages(job: PDFJob, *, destination: Destination | None = None) -> int:
    """Deliver every page of a job that is ready; how many that were."""
    ready = Page.objects.filter(job=job, status__in=READY, product_description__isnull=False).order_by("page_number")
    pages = list(ready.only("job_id", "page_number", "attempt_no", "status", "page_confidence"))
    for page in pages:
        page.job = job
    return _deliver(pages, destination or FileDrop())


def deliver_page(page: Page, *, destination: Destination) -> bool:
    """One page to its destination. The files are written first; a delivery that comes second finds the page imported."""
    return _deliver([page], destination) == 1


def dedup_key(sku: SKU) -> str:
    return f"{sku.sku_id}:{sku.revision}:{sku.attempt_no}"


def _deliver(pages: Sequence[Page], destination: Destination) -> int:
    done = 0
    for start in range(0, len(pages), BATCH):
        batch = _hand_over(pages[start : start + BATCH], destination)
        # Somebody else may be recording one of them at the same time: the others must not wait for that.
        done += len(batch) if _record(batch) else sum(_record([one]) for one in batch)
    return done


def _hand_over(pages: Sequence[Page], destination: Destination) -> list[Delivered]:
    skus, documents = _skus_by_page(pages), _documents_by_key(pages)
    return [
        Delivered(page, found, destination.deliver(_delivery(page, found, documents[page.pk])))
        for page in pages
        for found in [skus[page.page_number]]
    ]


def _documents_by_key(pages: Sequence[Page]) -> dict[int, bytes]:
    """As the database writes them: what goes out need not be taken apart here."""
    rows = Page.objects.filter(pk__in=[page.pk for page in pages])
    return {key: (text or "{}").encode() for key, text in rows.values_list("pk", Cast("product_description", TextField()))}


def _skus_by_page(pages: Sequence[Page]) -> dict[int, list[SKU]]:
    """INV-07: superseded SKUs are never among them."""
    found: dict[int, list[SKU]] = defaultdict(list)
    numbers = [page.page_number for page in pages]
    active = SKU.objects.filter(job=pages[0].job_id, page_number__in=numbers, superseded=False)
    # Without the values and their evidence: the document of the page has them.
    for sku in active.only("sku_id", "page_number", "attempt_no", "revision", "status").order_by("id"):
        found[sku.page_number].append(sku)
    return found


def _delivery(page: Page, skus: Iterable[SKU], document: bytes) -> Delivery:
    return Delivery(
        job_id=page.job_id,
        page_number=page.page_number,
        attempt_no=page.attempt_no,
        document=document,
        dedup_keys=tuple(dedup_key(sku) for sku in skus),
    )


def _record(batch: Sequence[Delivered]) -> bool:
    """All of the batch or none; False if a page of it was recorded by somebody else."""
    before = [(one.page.status, [sku.status for sku in one.skus]) for one in batch]
    try:
        with transaction.atomic(), together():
            for confirmation in ImportConfirmation:
                _move([one for one in batch if one.receipt.confirmation == confirmation], confirmation)
            _remember([one for one in batch if one.receipt.confirmation != ImportConfirmation.FAILED])
    except (IllegalMove, StaleState):
        for one, (status, skus) in zip(batch, before, strict=True):
            one.page.status = status
            for sku, was in zip(one.skus, skus, strict=True):
                sku.status = was
        return False
    return True


def _move(group: Sequence[Delivered], confirmation: ImportConfirmation) -> None:
    """A page that fails is tried again by the scanner; one that failed before and fails again stays where it is."""
    if confirmation == ImportConfirmation.FAILED:
        for one in group:
            logger.error("import failed", extra={"job_id": str(one.page.job_id), "page": one.page.page_number, "error": one.receipt.error})
        group = [one for one in group if one.page.status != PageStatus.IMPORT_FAILED]
    if not group:
        return
    move_each(
        [one.page for one in group],
        _EDGE[confirmation],
        reasons=[one.receipt.error or one.receipt.reference for one in group],
        payloads=[_told(one) for one in group],
        actor="outputs",
        import_confirmation=confirmation,
    )


def _told(one: Delivered) -> dict[str, Any]:
    return {"confidence": one.page.page_confidence, "sku_count": len(one.skus), "skus_found": len(one.skus)}


def _remember(delivered: Sequence[Delivered]) -> None:
    went_out = [
        {
            "dedup_key": dedup_key(sku),
            "job_id": one.page.job_id,
            "page_number": one.page.page_number,
            "import_status": one.receipt.confirmation,
        }
        for one in delivered
        for sku in one.skus
    ]
    insert_documents(ImportDedup, went_out, ignore_conflicts=True)
    for confirmation in {one.receipt.confirmation for one in delivered}:
        skus = [sku for one in delivered if one.receipt.confirmation == confirmation for sku in one.skus]
        _confirm(skus, confirmation)


def _confirm(skus: Sequence[SKU], confirmation: ImportConfirmation) -> None:
    said = {"import_confirmation": confirmation, "import_status": confirmation}
    move_many([sku for sku in skus if sku.status == SKUStatus.BOUND], "export", reason="imported", **said)
    if others := [sku.pk for sku in skus if sku.status != SKUStatus.EXPORTED]:
        SKU.objects.filter(pk__in=others).update(**said)
