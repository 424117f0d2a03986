"""The portal's page of one job: its progress, its pages with their boxes, its SKUs beside them, and the downloads."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

from jobs.models import PDFJob
from jobs.pages import portal_page, signed_in_user
from jobs.queries import action_hint, error_message, job_visible_to, progress_of
from outputs.api.views import FORMATS, result_response
from pdfsku.shared.choices import PageStatus
from pipeline.documents import attribute_texts
from pipeline.models import SKU, Page
from pipeline.queries import active_skus, page_of, pages_of

SKUS_PER_PAGE = 100
SORTS = {
    "page": ("page_number", "id"),
    "sure": ("-confidence", "id"),
    "unsure": ("confidence", "id"),
    "model": ("attributes__model", "id"),
    "name": ("attributes__name", "id"),
}


@require_GET
@portal_page
def job_page(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    job = job_visible_to(signed_in_user(request), job_id)
    context = {**_progress_context(job), **_sku_context(request, job)}
    if (number := _page_number(request, job)) is not None:
        context |= _page_context(job, number)
    return render(request, "portal/job.html", context)


@require_GET
@portal_page
def progress_part(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    return render(request, "portal/_progress.html", _progress_context(job_visible_to(signed_in_user(request), job_id)))


@require_GET
@portal_page
def page_part(request: HttpRequest, job_id: uuid.UUID, page_number: int) -> HttpResponse:
    job = job_visible_to(signed_in_user(request), job_id)
    return render(request, "portal/_page.html", _page_context(job, page_number))


@require_GET
@portal_page
def download(request: HttpRequest, job_id: uuid.UUID, kind: str) -> HttpResponseBase:
    return result_response(job_visible_to(signed_in_user(request), job_id), kind)


def _progress_context(job: PDFJob) -> dict[str, Any]:
    progress = progress_of(job)
    return {
        "job": job,
        "progress": progress,
        "hint": action_hint(job, progress),
        "error": error_message(job) if job.user_status == "failed" else "",
        "pages": list(pages_of(job)) if job.total_pages else [],
        "formats": FORMATS,
        "has_result": any(page.status not in (PageStatus.PENDING, PageStatus.AI_QUEUED) for page in pages_of(job)[:1]),
    }


def _sku_context(request: HttpRequest, job: PDFJob) -> dict[str, Any]:
    words, sort = request.GET.get("q", "").replace("\x00", "").strip()[:200], request.GET.get("sort", "page")
    skus = _matching(active_skus(job), words).order_by(*SORTS.get(sort, SORTS["page"]))
    rows = list(skus[:SKUS_PER_PAGE])
    return {
        "skus": [(sku, attribute_texts(sku.attributes)) for sku in rows],
        "sku_total": len(rows) if len(rows) < SKUS_PER_PAGE else skus.count(),
        "q": words,
        "sort": sort if sort in SORTS else "page",
        "sorts": list(SORTS),
    }


def _matching(skus: QuerySet[SKU], words: str) -> QuerySet[SKU]:
    for word in words.split():
        skus = skus.filter(
            Q(attributes__model__icontains=word) | Q(attributes__name__icontains=word) | Q(attributes__color__icontains=word)
        )
    return skus


def _page_number(request: HttpRequest, job: PDFJob) -> int | None:
    """The page asked for, else the first one that has something to show."""
    asked = request.GET.get("page", "")
    if asked.isdigit() and 1 <= int(asked) <= job.total_pages:
        return int(asked)
    first = pages_of(job).filter(sku_count__gt=0).first() or pages_of(job).filter(record__isnull=False).first()
    return first.page_number if first else None


def _page_context(job: PDFJob, number: int) -> dict[str, Any]:
    page: Page = page_of(job, number)
    document = page.product_description or {}
    return {"job": job, "page": page, "document": document, "size": document.get("size") or [595, 842], "page_skus": _page_skus(document)}


def _page_skus(document: dict[str, Any]) -> list[dict[str, Any]]:
    """SKUs of a page with everything the picture can highlight."""
    return [
        {
            **sku,
            "texts": attribute_texts(sku),
            "boxes": [entry for entry in sku.get("evidence", {}).values() if entry["page"] == document["page"]],
        }
        for sku in document.get("skus", [])
        if "evidence" in sku
    ]


urlpatterns = [
    path("jobs/<uuid:job_id>", job_page, name="job"),
    path("jobs/<uuid:job_id>/progress", progress_part, name="job-progress"),
    path("jobs/<uuid:job_id>/pages/<int:page_number>", page_part, name="job-page"),
    path("jobs/<uuid:job_id>/download/<str:kind>", download, name="download"),
]
