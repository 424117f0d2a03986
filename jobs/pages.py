"""The merchant portal: sign in, drop files, watch the list of jobs. What came of a job is shown by `outputs.pages`."""

from __future__ import annotations

import uuid
from collections.abc import Callable
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

from jobs.queries import action_hint, job_visible_to, jobs_visible_to
from jobs.services.cancellation import cancel_job
from pdfsku.accounts.models import User
from pdfsku.shared.choices import JobUserStatus, UserRole
from pdfsku.shared.errors import REGISTRY, Code, Failure

JOBS_PER_PAGE = 25
SUBMITTERS = (UserRole.MERCHANT, UserRole.UPLOADER, UserRole.ADMIN)
P = ParamSpec("P")


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
    return render(request, "portal/jobs.html", {**_jobs_context(request), "errors": error_messages(), "may_submit": _may_submit(request)})


@require_GET
@portal_page
def jobs_part(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/_jobs.html", _jobs_context(request))


@require_POST
@portal_page
def cancel(request: HttpRequest, job_id: uuid.UUID) -> HttpResponseBase:
    user = signed_in_user(request)
    try:
        job = cancel_job(job_visible_to(user, job_id), actor=user.get_username())
    except Failure as failure:
        if failure.code is Code.NOT_FOUND:
            raise
        messages.error(request, str(failure.message))
        return redirect("portal:job", job_id=job_id)
    return redirect("portal:job", job_id=job.pk)


def error_messages() -> dict[str, str]:
    """Every code with what it means to the reader, for the upload script."""
    return {code.value: str(entry.message) for code, entry in REGISTRY.items()}


def _jobs_context(request: HttpRequest) -> dict[str, Any]:
    jobs = jobs_visible_to(signed_in_user(request))
    shown = request.GET.get("show", "")
    if shown in JobUserStatus.values:
        jobs = jobs.filter(user_status=shown)
    start = max(0, int(request.GET["from"])) if request.GET.get("from", "").isdigit() else 0
    rows = list(jobs[start : start + JOBS_PER_PAGE + 1])
    return {
        "jobs": [(job, action_hint(job)) for job in rows[:JOBS_PER_PAGE]],
        "shown": shown,
        "statuses": JobUserStatus.choices,
        "next_from": start + JOBS_PER_PAGE if len(rows) > JOBS_PER_PAGE else None,
        "previous_from": max(0, start - JOBS_PER_PAGE) if start else None,
    }


def _may_submit(request: HttpRequest) -> bool:
    user = signed_in_user(request)
    return user.role in SUBMITTERS and user.merchant_id is not None


urlpatterns = [
    path("", jobs_page, name="jobs"),
    path("list", jobs_part, name="jobs-part"),
    path("login", SignIn.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("jobs/<uuid:job_id>/cancel", cancel, name="cancel"),
]
