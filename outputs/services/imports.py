"""Delivering finished pages, each SKU once: `import_dedup` remembers what went out."""

from __future__ import annotations

import logging

from django.db import transaction

from jobs.models import PDFJob
from jobs.transitions import StaleState, move, move_many
from outputs.destinations import Delivery, Destination, FileDrop, Receipt
from outputs.models import ImportDedup
from pdfsku.shared.choices import ImportConfirmation, PageStatus, SKUStatus
from pipeline.models import SKU, Page

logger = logging.getLogger(__name__)

READY = (PageStatus.AI_COMPLETED, PageStatus.HUMAN_COMPLETED)
_EDGE = {
    ImportConfirmation.CONFIRMED: "confirm_import",
    ImportConfirmation.ASSUMED: "assume_import",
    ImportConfirmation.FAILED: "fail_import",
}


def deliver_pages(job: PDFJob, *, destination: Destination | None = None) -> int:
    """Deliver every page of a job that is ready; how many that were."""
    ready = list(
        Page.objects.select_related("job").filter(job=job, status__in=READY, product_description__isnull=False).order_by("page_number")
    )
    return sum(deliver_page(page, destination=destination or FileDrop()) for page in ready)


def deliver_page(page: Page, *, destination: Destination) -> bool:
    """One page to its destination. The files are written first; a delivery that comes second finds the page imported."""
    skus = list(SKU.objects.filter(job=page.job_id, page_number=page.page_number, superseded=False).order_by("id"))
    receipt = destination.deliver(
        Delivery(
            job_id=page.job_id,
            page_number=page.page_number,
            attempt_no=page.attempt_no,
            document=page.product_description or {},
            dedup_keys=tuple(dedup_key(sku) for sku in skus),
        )
    )
    try:
        _record(page, skus, receipt)
    except StaleState:
        return False
    return True


def dedup_key(sku: SKU) -> str:
    return f"{sku.sku_id}:{sku.revision}:{sku.attempt_no}"


@transaction.atomic
def _record(page: Page, skus: list[SKU], receipt: Receipt) -> None:
    """INV-07: superseded SKUs were never in the list. A page that fails is tried again by the scanner."""
    payload = {"confidence": page.page_confidence, "sku_count": len(skus), "skus_found": len(skus)}
    edge = _EDGE[receipt.confirmation]
    move(page, edge, reason=receipt.error or receipt.reference, actor="outputs", payload=payload, import_confirmation=receipt.confirmation)
    if receipt.confirmation == ImportConfirmation.FAILED:
        logger.error("import failed", extra={"job_id": str(page.job_id), "page": page.page_number, "error": receipt.error})
        return
    ImportDedup.objects.bulk_create(
        [
            ImportDedup(dedup_key=dedup_key(sku), job_id=page.job_id, page_number=page.page_number, import_status=receipt.confirmation)
            for sku in skus
        ],
        ignore_conflicts=True,
    )
    keys = [sku.pk for sku in skus]
    SKU.objects.filter(pk__in=keys).update(import_confirmation=receipt.confirmation, import_status=receipt.confirmation)
    move_many([sku for sku in skus if sku.status == SKUStatus.BOUND], "export", reason=receipt.reference)
