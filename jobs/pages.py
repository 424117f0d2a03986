"""The merchant portal: sign in, drop files, watch the list of jobs. What came of a job is shown by `outputs.pages`."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_GET, require_POST

from jobs.models import PDFJob
from jobs.queries import Progress, action_hint, job_visible_to, jobs_visible_to, running_progress
from jobs.services.cancellation import cancel_job
from pdfsku.accounts.models import User
from pdfsku.accounts.permissions import MaySubmit, MaySubmitOrOperate
from pdfsku.shared.choices import JobUserStatus, SSEEventType
from pdfsku.shared.errors import REGISTRY, Code, Failure

JOBS_PER_PAGE = 25
LAST_START = 100_000
MAX_DIGITS = 9
# An EventSource hears named events only by their names.
EVENT_TYPES = " ".join(kind for kind in SSEEventType.values if kind != SSEEventType.HEARTBEAT)
P = ParamSpec("P")


@dataclass(frozen=True)
class JobRow:
    """A job in the list."""

    job: PDFJob
    status: str
    hint: str
    progress: Progress | None


class SignIn(LoginView):
    template_name = "portal/login.html"
    redirect_authenticated_user = True


def portal_page(view: Callable[Concatenate[HttpRequest, P], HttpResponseBase]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A page for people who are signed in; what a merchant may not see does not exist."""

    @wraps(view)
    def page(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Failure as failure:
            if failure.code is Code.NOT_FOUND:
                raise Http404 from failure
            raise

    return login_required(page)


def signed_in_user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Failure(Code.AUTHENTICATION_FAILED)
    return request.user


@require_GET
@portal_page
def jobs_page(request: HttpRequest) -> HttpResponse:
    own = {"errors": error_messages(), "may_submit": _may_submit(request), "event_types": EVENT_TYPES}
    context = {**_jobs_context(request), **own}
    return render(request, "portal/jobs.html", context)


@require_GET
@portal_page
def jobs_part(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/_jobs.html", _jobs_context(request))


@require_POST
@portal_page
def cancel(request: HttpRequest, job_id: uuid.UUID) -> HttpResponseBase:
    user = signed_in_user(request)
    job = job_visible_to(user, job_id)
    try:
        if not may_cancel(user, job):
            raise Failure(Code.JOB_TERMINAL if job.is_ended else Code.PERMISSION_DENIED)
        cancel_job(job, actor=user.get_username())
    except Failure as failure:
        messages.error(request, str(failure.message))
    return redirect("portal:job", job_id=job.pk)


def may_cancel(user: User, job: PDFJob) -> bool:
    return not job.is_ended and user.role in MaySubmitOrOperate.roles


def error_messages() -> dict[str, str]:
    """Every code with what it means to the reader, for the upload script."""
    return {code.value: str(entry.message) for code, entry in REGISTRY.items()}


def _jobs_context(request: HttpRequest) -> dict[str, Any]:
    jobs = jobs_visible_to(signed_in_user(request)).order_by("-created_at", "-job_id").defer("processing_trace", "token_consumption")
    shown = request.GET.get("show", "")
    if shown in JobUserStatus.values:
        jobs = jobs.filter(user_status=shown)
    start = number_asked(request, "from", at_most=LAST_START)
    rows = list(jobs[start : start + JOBS_PER_PAGE + 1])
    return {
        "rows": _rows(rows[:JOBS_PER_PAGE]),
        "shows_merchants": signed_in_user(request).merchant_id is None,
        "shown": shown,
        "statuses": JobUserStatus.choices,
        "next_from": start + JOBS_PER_PAGE if len(rows) > JOBS_PER_PAGE else None,
        "previous_from": max(0, start - JOBS_PER_PAGE) if start else None,
    }


def status_label(job: PDFJob) -> str:
    """The database computes `user_status`; its words are here."""
    return str(JobUserStatus(job.user_status).label)


def _rows(jobs: list[PDFJob]) -> list[JobRow]:
    progress = running_progress(jobs)
    return [JobRow(job, status_label(job), action_hint(job, progress.get(job.pk)), progress.get(job.pk)) for job in jobs]


def number_asked(request: HttpRequest, name: str, *, at_most: int) -> int:
    """A number of the query, 0 if there is none worth the name."""
    text = request.GET.get(name, "")
    return min(int(text), at_most) if len(text) <= MAX_DIGITS and text.isdecimal() else 0


def _may_submit(request: HttpRequest) -> bool:
    user = signed_in_user(request)
    return user.role in MaySubmit.roles and user.merchant_id is not None


urlpatterns = [
    path("", jobs_page, name="jobs"),
    path("list", jobs_part, name="jobs-part"),
    path("login", SignIn.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("jobs/<uuid:job_id>/cancel", cancel, name="cancel"),
]
