"""Reading pages, SKUs and images of a job; the job itself was looked up with its owner before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from jobs.models import PDFJob
from pdfsku.shared.errors import Code, Failure
from pipeline.models import SKU, Evaluation, Image, Page, SKUImageBinding


def pages_of(job: PDFJob) -> QuerySet[Page]:
    """The latest attempt of each page, with how many SKUs and images it has."""
    latest = Page.objects.filter(job=job).order_by("page_number", "-attempt_no").distinct("page_number").values("pk")
    return (
        Page.objects.filter(pk__in=latest)
        .annotate(sku_count=_count(active_skus(job)), image_count=_count(images_of(job)))
        .order_by("page_number")
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    per_page = rows.filter(page_number=OuterRef("page_number")).order_by().values("page_number").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(per_page), 0)


def page_of(job: PDFJob, page_number: int) -> Page:
    page = pages_of(job).filter(page_number=page_number).first()
    if page is None:
        raise Failure(Code.NOT_FOUND)
    return page


def active_skus(job: PDFJob) -> QuerySet[SKU]:
    return SKU.objects.filter(job=job, superseded=False)


def images_of(job: PDFJob) -> QuerySet[Image]:
    return Image.objects.filter(job=job)


def find_evaluation(job: PDFJob) -> Evaluation | None:
    return Evaluation.objects.filter(file_hash=job.file_hash, config_version=job.frozen_config_version).first()


def evaluation_of(job: PDFJob) -> Evaluation:
    found = find_evaluation(job)
    if found is None:
        raise Failure(Code.NOT_FOUND)
    return found


def bindings_by_sku(job: PDFJob, sku_ids: list[str]) -> dict[str, list[SKUImageBinding]]:
    """The latest bindings of these SKUs, best first."""
    found: dict[str, list[SKUImageBinding]] = {sku_id: [] for sku_id in sku_ids}
    rows = SKUImageBinding.objects.filter(job=job, sku_id__in=sku_ids, is_latest=True)
    for binding in rows.order_by("rank", "-binding_confidence", "image_id"):
        found[binding.sku_id].append(binding)
    return found


def page_documents(job: PDFJob) -> Iterator[dict[str, Any]]:
    """The neutral document of each page that was read or found blank, in page order, one at a time."""
    for page in pages_of(job).iterator(chunk_size=50):
        yield page.product_description or blank_document(page)


def blank_document(page: Page) -> dict[str, Any]:
    """A page nobody read: blank, or still with people."""
    return {
        "page": page.page_number,
        "page_type": page.page_type,
        "layout_type": page.layout_type,
        "blank": page.status == "BLANK",
        "confidence": page.page_confidence,
        "skus": [],
        "images": [],
    }
