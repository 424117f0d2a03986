"""One page's result saved in one transaction: SKUs, images, bindings, transitions, events and the checkpoint; the fence decides whose.

Picture files are written before: their names follow from the content, so a save that is refused leaves nothing that a later
one would not write as well.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from jobs import files
from jobs.models import PDFJob
from jobs.transitions import IllegalMove, StaleState, move, move_many, set_out, together
from pdfsku.shared.bulk import bound_cursor, insert_documents, insert_rows
from pdfsku.shared.choices import DELIVERABLE_ROLES, JobInternalStatus, SKUStatus
from pipeline.claims import Claim
from pipeline.models import SKU, Image, Page, SKUImageBinding
from pipeline.records import Image as ImageRecord
from pipeline.records import PageResult
from pipeline.rows import binding_row, image_columns, page_values, sku_columns
from pipeline.services.failures import give_to_people

# The states an extracted SKU goes through before it can be exported, by what validation said of it.
_SKU_WAYS: dict[str, tuple[str, ...]] = {
    SKUStatus.VALIDATED: ("validate", "bind"),
    SKUStatus.PARTIAL: ("doubt",),
    SKUStatus.INVALID: ("invalidate",),
}
_CHECKPOINT = f"""
    UPDATE {PDFJob._meta.db_table}
       SET checkpoint_page = greatest(checkpoint_page, %s), checkpoint_skus = checkpoint_skus + %s, checkpoint_at = %s, updated_at = %s
     WHERE job_id = %s AND status = '{JobInternalStatus.PROCESSING}'
"""


class Refused(Exception):
    """The page is no longer this worker's to save: its lease ran out, or the job was cancelled."""


def save_page(
    claim: Claim, result: PageResult, *, review_reason: str | None, following: Callable[[], Claim | None] = lambda: None
) -> Claim | None:
    """Save what was read from a page. With a reason for review it goes to a person, prefilled; else it is AI_COMPLETED.

    The worker's claim to the following page is made in the same transaction: the disk is waited for once a page.
    """
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
            taken = following()
            # The job's row last: workers that save pages of one job at the same time hardly wait for each other.
            _checkpoint(claim.page.job, result)
            return taken
    except (IllegalMove, StaleState) as lost:
        raise Refused(str(claim.page)) from lost


def store_pictures(job_id: uuid.UUID, result: PageResult) -> None:
    """Put the picture files into the storage under names that follow from their content."""
    for image in result.images:
        if image.data:
            files.put(picture_name(job_id, image), image.data)


def picture_name(job_id: uuid.UUID, image: ImageRecord) -> str:
    return files.image_name(job_id, image.image_id, image.format)


def _checkpoint(job: PDFJob, result: PageResult) -> None:
    """The job's own fence: a cancelled or orphaned job takes no more pages."""
    now = timezone.now()
    with bound_cursor() as cursor:
        cursor.execute(_CHECKPOINT, [result.page_number, len(result.skus), now, now, job.pk])
        if cursor.rowcount == 0:
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
    keys = insert_documents(SKU, [sku_columns(page, sku) for sku in result.skus])
    for status in sorted({sku.status for sku in result.skus}):
        group = [key for key, sku in zip(keys, result.skus, strict=True) if sku.status == status]
        set_out(SKU, group, *_SKU_WAYS.get(status, ()), reason="extracted")


def _save_images(page: Page, result: PageResult) -> None:
    keys = insert_documents(Image, [image_columns(page, image, picture_name(page.job_id, image)) for image in result.images])
    shown = {key for key, image in zip(keys, result.images, strict=True) if image.role in DELIVERABLE_ROLES}
    set_out(Image, [key for key in keys if key in shown], "assess", "classify", "deliver", reason="extracted")
    set_out(Image, [key for key in keys if key not in shown], "assess", "classify", "withhold", reason="extracted")


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
