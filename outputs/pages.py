"""The portal's page of one job: its progress, its pages with their boxes, its SKUs beside them, and the downloads."""

from __future__ import annotations

import math
import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from jobs.models import PDFJob
from jobs.pages import EVENT_TYPES, may_cancel, number_asked, portal_page, signed_in_user, status_label
from jobs.queries import action_hint, error_message, job_visible_to, progress_of
from outputs.downloads import FORMATS, result_response
from outputs.sheets import sheet_of
from pdfsku.accounts.models import User
from pdfsku.shared.choices import DegradeReason, JobInternalStatus, JobUserStatus, PageStatus, RouteDecision
from pdfsku.shared.errors import REGISTRY, Code
from pipeline.documents import attribute_texts, page_document
from pipeline.models import SKU, Page
from pipeline.queries import active_skus, find_evaluation, page_of, pages_of
from pipeline.routing import explain_route
from pipeline.rows import from_record, local_sku_id

SKUS_PER_PAGE = 50
LAST_START = 1_000_000
MAX_WORDS_LENGTH = 200
SORTS = {
    "page": ("page_number", "id"),
    "sure": ("-confidence", "page_number", "id"),
    "unsure": ("confidence", "page_number", "id"),
    "model": ("attributes__model", "id"),
    "name": ("attributes__name", "id"),
}
# Nobody has looked at these yet.
_UNREAD = (PageStatus.PENDING, PageStatus.AI_QUEUED, PageStatus.AI_PROCESSING)
# Their files are gone, or were never kept.
_WITHOUT_FILES = (JobInternalStatus.REJECTED, JobInternalStatus.CANCELLED)


@dataclass(frozen=True)
class PageChip:
    """A page in the row of all pages. Left, if its job ended before anybody read it."""

    number: int
    status: str
    sku_count: int
    is_left: bool = False

    @property
    def label(self) -> str:
        return _("Not read") if self.is_left else str(PageStatus(self.status).label)


@dataclass(frozen=True)
class SkuRow:
    """A SKU in the table. `local_id` is what the page's boxes call it."""

    sku: SKU
    local_id: str
    texts: dict[str, Any]


@require_GET
@portal_page
def job_page(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    user = signed_in_user(request)
    job = job_visible_to(user, job_id)
    context = {**_progress_context(user, job), **_sku_context(request, job), "event_types": EVENT_TYPES}
    if (number := _page_to_show(request, context["pages"])) is not None:
        context |= _page_context(job, number)
    return render(request, "portal/job.html", context)


@require_GET
@portal_page
def progress_part(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    user = signed_in_user(request)
    return render(request, "portal/_progress.html", _progress_context(user, job_visible_to(user, job_id)))


@require_GET
@portal_page
def skus_part(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    job = job_visible_to(signed_in_user(request), job_id)
    return render(request, "portal/_skus.html", {"job": job, **_sku_context(request, job)})


@require_GET
@portal_page
def page_part(request: HttpRequest, job_id: uuid.UUID, page_number: int) -> HttpResponse:
    job = job_visible_to(signed_in_user(request), job_id)
    return render(request, "portal/_page.html", _page_context(job, page_number))


@require_GET
@portal_page
def download(request: HttpRequest, job_id: uuid.UUID, kind: str) -> HttpResponseBase:
    job = job_visible_to(signed_in_user(request), job_id)
    if kind not in FORMATS:
        raise Http404
    if not _has_result(job, _chips(job)):
        messages.error(request, str(REGISTRY[Code.RESULT_NOT_READY].message))
        return redirect("portal:job", job_id=job.pk)
    return result_response(request, job, kind)


def _progress_context(user: User, job: PDFJob) -> dict[str, Any]:
    progress, pages = progress_of(job), _chips(job)
    return {
        "job": job,
        "status": status_label(job),
        "progress": progress,
        "minutes_left": math.ceil((progress.seconds_left or 0) / 60),
        "hint": action_hint(job, progress),
        "route": str(RouteDecision(job.route).label) if job.route else "",
        "why": _why(job),
        "error": error_message(job) if job.user_status == JobUserStatus.FAILED else "",
        "pages": pages,
        "formats": FORMATS if _has_result(job, pages) else (),
        "may_cancel": may_cancel(user, job),
        "sku_count": job.total_skus or sum(page.sku_count for page in pages),
    }


def _why(job: PDFJob) -> str:
    """Why the job goes the way it goes; nothing before that was decided."""
    if not job.route:
        return ""
    if job.degrade_reason and job.degrade_reason != DegradeReason.LOW_CONFIDENCE:
        return str(DegradeReason(job.degrade_reason).label)
    evaluation = find_evaluation(job)
    return explain_route(evaluation) if evaluation else ""


def _chips(job: PDFJob) -> list[PageChip]:
    """Without the documents of the pages: a thousand of them would be megabytes."""
    rows = pages_of(job).values_list("page_number", "status", "sku_count")
    return [PageChip(*row, is_left=job.is_ended and row[1] in _UNREAD) for row in rows]


def _has_result(job: PDFJob, pages: list[PageChip]) -> bool:
    return job.status not in _WITHOUT_FILES and any(page.status not in _UNREAD for page in pages)


def _sku_context(request: HttpRequest, job: PDFJob) -> dict[str, Any]:
    words, sort = request.GET.get("q", "").strip()[:MAX_WORDS_LENGTH], request.GET.get("sort", "page")
    start = number_asked(request, "from", at_most=LAST_START)
    skus = _matching(active_skus(job), words).order_by(*SORTS.get(sort, SORTS["page"]))
    rows = list(skus.only("sku_id", "page_number", "attributes", "confidence")[start : start + SKUS_PER_PAGE + 1])
    is_whole = start == 0 and len(rows) <= SKUS_PER_PAGE
    return {
        "skus": [SkuRow(sku, local_sku_id(sku.sku_id), attribute_texts(sku.attributes)) for sku in rows[:SKUS_PER_PAGE]],
        "sku_total": len(rows) if is_whole else skus.count(),
        "first_shown": start + 1,
        "last_shown": start + len(rows[:SKUS_PER_PAGE]),
        "next_from": start + SKUS_PER_PAGE if len(rows) > SKUS_PER_PAGE else None,
        "previous_from": max(0, start - SKUS_PER_PAGE) if start else None,
        "q": words,
        "sort": sort if sort in SORTS else "page",
        "shown_page": request.GET.get("page", "") if request.GET.get("page", "").isdecimal() else "",
    }


def _matching(skus: QuerySet[SKU], words: str) -> QuerySet[SKU]:
    for word in words.split():
        skus = skus.filter(
            Q(attributes__model__icontains=word) | Q(attributes__name__icontains=word) | Q(attributes__color__icontains=word)
        )
    return skus


def _page_to_show(request: HttpRequest, pages: list[PageChip]) -> int | None:
    """The page asked for, else the first one with products, else the first one that was read."""
    asked = number_asked(request, "page", at_most=LAST_START)
    wanted = (
        (page.number for page in pages if page.number == asked),
        (page.number for page in pages if page.sku_count),
        (page.number for page in pages if page.status not in _UNREAD),
    )
    return next((number for numbers in wanted for number in numbers), None)


def _page_context(job: PDFJob, number: int) -> dict[str, Any]:
    page = page_of(job, number)
    sheet = sheet_of(_document_of(page), number=number)
    return {"job": job, "page": page, "sheet": sheet, "has_picture": job.status not in _WITHOUT_FILES}


def _document_of(page: Page) -> dict[str, Any]:
    """What the page gave: joined with its neighbours, else as it was read alone, which is there earlier."""
    if page.product_description:
        return dict(page.product_description)
    return page_document(from_record(page.record)) if page.record else {}


urlpatterns = [
    path("jobs/<uuid:job_id>", job_page, name="job"),
    path("jobs/<uuid:job_id>/progress", progress_part, name="job-progress"),
    path("jobs/<uuid:job_id>/skus", skus_part, name="job-skus"),
    path("jobs/<uuid:job_id>/pages/<int:page_number>", page_part, name="job-page"),
    path("jobs/<uuid:job_id>/download/<str:kind>", download, name="download"),
]
