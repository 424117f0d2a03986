"""The first page: how many jobs stand where, what waits for people, who works, what is stuck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collaboration.models import HumanTask
from jobs.models import PDFJob, WorkerHeartbeat
from pdfsku.shared.admin import list_url, may_enter
from pdfsku.shared.choices import JobInternalStatus, PageStatus, TaskStatus, WorkerStatus
from pipeline.models import Page

_RUNNING = (JobInternalStatus.UPLOADED, JobInternalStatus.EVALUATING, JobInternalStatus.EVALUATED, JobInternalStatus.PROCESSING)


@dataclass(frozen=True)
class Figure:
    label: str | Promise
    count: int
    url: str
    is_alarming: bool = False


def add_figures(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Each figure is a count on an index and a link to the rows behind it."""
    return {**context, "figures": _figures()} if may_enter(request.user) else context


def _figures() -> list[Figure]:
    running = PDFJob.objects.filter(status__in=_RUNNING).count()
    orphaned = PDFJob.objects.filter(status=JobInternalStatus.ORPHANED).count()
    tasks = HumanTask.objects.filter(status__in=(TaskStatus.CREATED, TaskStatus.ASSIGNED)).count()
    workers = WorkerHeartbeat.objects.filter(status=WorkerStatus.ALIVE).count()
    dead = Page.objects.filter(status=PageStatus.DEAD_LETTER).count()
    return [
        Figure(_("Jobs at work"), running, list_url("jobs_pdfjob", status__in=",".join(_RUNNING))),
        Figure(_("Orphaned jobs"), orphaned, list_url("jobs_pdfjob", status__exact="ORPHANED"), is_alarming=orphaned > 0),
        Figure(_("Tasks waiting"), tasks, list_url("collaboration_humantask", status__in="CREATED,ASSIGNED")),
        Figure(_("Pages given up"), dead, list_url("pipeline_page", status__exact="DEAD_LETTER"), is_alarming=dead > 0),
        Figure(_("Workers alive"), workers, list_url("jobs_workerheartbeat", status__exact="ALIVE"), is_alarming=workers == 0),
    ]
