"""The first page: how many jobs stand where, what waits for people, who works, what is stuck; and plots of the pages read last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
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

# Read by their key, so that a plot costs the same whatever the table holds.
LATEST_PAGES = 2000
BINS = 10


@dataclass(frozen=True)
class Figure:
    label: str | Promise
    count: int
    url: str
    is_alarming: bool = False


@dataclass(frozen=True)
class Plot:
    title: str | Promise
    data: str


def add_figures(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Each figure is a count on an index and a link to the rows behind it."""
    return {**context, "figures": _figures(), "plots": _plots()} if may_enter(request.user) else context


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


def _plots() -> list[Plot]:
    """Of the pages opened last: where they stand, and how sure the machine was of those it read."""
    latest = list(Page.objects.order_by("-pk").values_list("status", "page_confidence")[:LATEST_PAGES])
    if not latest:
        return []
    statuses = Counter(status for status, _sureness in latest)
    return [
        Plot(_("Where the latest pages stand"), _bars({str(state.label): statuses[state] for state in PageStatus if statuses[state]})),
        Plot(_("How sure the machine was of them"), _bars(_histogram([sure for _status, sure in latest if sure is not None]))),
    ]


def _histogram(values: Sequence[float]) -> dict[str, int]:
    bins = Counter(min(int(BINS * value), BINS - 1) for value in values)
    return {f"{number / BINS:.1f}–{(number + 1) / BINS:.1f}": bins[number] for number in range(BINS)}


def _bars(counts: Mapping[str, int]) -> str:
    """As the charts of the admin read it."""
    bars = {"data": list(counts.values()), "backgroundColor": "var(--color-primary-600)"}
    # The chart has no scale: each bar says its number below its name.
    labels = [[name, str(count)] for name, count in counts.items()]
    return json.dumps({"labels": labels, "datasets": [bars]}, ensure_ascii=False)
