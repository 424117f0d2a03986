"""One page's result saved in one transaction: SKUs, images, bindings, transitions, events and the checkpoint; the fence decides whose.

Picture files are written before: their names follow from the content, so a save that is refused leaves nothing that a later
one would not write as well.
"""

from __future__ import annotations

import uuid

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from jobs import files
from jobs.models import PDFJob
from jobs.transitions import IllegalMove, StaleState, move, move_many, record_creations, together
from pdfsku.shared.bulk import insert_rows
from pdfsku.shared.choices import DELIVERABLE_ROLES, JobInternalStatus, SKUStatus
from pipeline.claims import Claim
from pipeline.models import SKU, Image, Page, SKUImageBinding
from pipeline.records import Image as ImageRecord
from pipeline.records import PageResult
from pipeline.rows import binding_row, image_row, page_values, sku_row
from pipeline.services.failures import give_to_people

# The states an extracted SKU goes through before it can be exported, by what validation said of it.
_SKU_WAYS = {
    SKUStatus.VALIDATED: ("validate", "bind"),
    SKUStatus.PARTIAL: ("doubt",),
    SKUStatus.INVALID: ("invalidate",),
}


class Refused(Exception):
    """The page is no longer this worker's to save: its lease ran out, or the job was cancelled."""


def save_page(claim: Claim, result: PageResult, *, review_reason: str | None) -> None:
    """Save what was read from a page. With a reason for review it goes to a person, prefilled; else it is AI_COMPLETED."""
    store_pictures(claim.page.job_id, result)
    try:
        with transaction.atomic(durable=True):
            with together():
                # The fence first: who lost the page finds out before anything is written.
                _finish(claim, result, review_reason)
                _supersede_earlier(claim.page)
                _save_skus(claim.page, result)
                _save_images(claim.page, result)
                _save_bindings(claim.page, result)
            # The job's row last: workers that save pages of one job at the same time hardly wait for each other.
            _checkpoint(claim.page.job, result)
    except (IllegalMove, StaleState) as lost:
        raise Refused(str(claim.page)) from lost


def store_pictures(job_id: uuid.UUID, result: PageResult) -> None:
    """Put the picture files into the storage under names that follow from their content."""
    for image in result.images:
        if image.data:
            _put(picture_name(job_id, image), image.data)


def picture_name(job_id: uuid.UUID, image: ImageRecord) -> str:
    return files.image_name(job_id, image.image_id, image.format)


def _put(name: str, data: bytes) -> None:
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(data))


def _checkpoint(job: PDFJob, result: PageResult) -> None:
    """The job's own fence: a cancelled or orphaned job takes no more pages."""
    found = PDFJob.objects.filter(pk=job.pk, status=JobInternalStatus.PROCESSING).update(
        checkpoint_page=Greatest(F("checkpoint_page"), result.page_number),
        checkpoint_skus=F("checkpoint_skus") + len(result.skus),
        checkpoint_at=timezone.now(),
        updated_at=timezone.now(),
    )
    if found == 0:
        raise Refused(str(job.pk))


def _supersede_earlier(page: Page) -> None:
    """A new attempt replaces what an earlier one read (INV-07)."""
    if page.attempt_no == 1:
        return
    earlier = list(SKU.objects.filter(job=page.job_id, page_number=page.page_number, superseded=False))
    SKU.objects.filter(pk__in=[sku.pk for sku in earlier]).update(superseded=True)
    move_many([sku for sku in earlier if sku.status in SKU.machine.edge("supersede").sources], "supersede", reason="ai_retry")
    Image.objects.filter(job=page.job_id, page_number=page.page_number).delete()
    SKUImageBinding.objects.filter(job=page.job_id, sku_id__in=[sku.sku_id for sku in earlier]).update(is_latest=False)


def _save_skus(page: Page, result: PageResult) -> None:
    rows = insert_rows(sku_row(page, sku) for sku in result.skus)
    record_creations(rows, reason="extracted")
    wanted = {f"{page.job_id}:{sku.sku_id}": sku.status for sku in result.skus}
    for status, way in _SKU_WAYS.items():
        group = [row for row in rows if wanted[row.sku_id] == status]
        for edge in way:
            move_many(group, edge)


def _save_images(page: Page, result: PageResult) -> None:
    rows = insert_rows(image_row(page, image, picture_name(page.job_id, image)) for image in result.images)
    record_creations(rows, reason="extracted")
    for edge in ("assess", "classify"):
        move_many(rows, edge)
    move_many([row for row in rows if row.role in DELIVERABLE_ROLES], "deliver")
    move_many([row for row in rows if row.role not in DELIVERABLE_ROLES], "withhold")


def _save_bindings(page: Page, result: PageResult) -> None:
    roles = {image.image_id: image.role for image in result.images}
    insert_rows(binding_row(page, binding, roles.get(binding.image_id)) for binding in result.bindings)


def _finish(claim: Claim, result: PageResult, review_reason: str | None) -> None:
    page, values = claim.page, page_values(result)
    values.update(processed_by=claim.worker_id, lease_until=None)
    if review_reason is None:
        payload = {"confidence": round(result.confidence, 4), "sku_count": len(result.skus), "skus_found": len(result.skus)}
        move(page, "complete_ai", actor=claim.worker_id, where=claim.fence, payload=payload, **values)
        return
    move(page, "fail_ai", reason=review_reason, actor=claim.worker_id, where=claim.fence, **values)
    give_to_people(page, reason=review_reason)
