"""Paths of the jobs' REST API below `/api/v1/`. Uploads and event streams are raw ASGI: `pdfsku.routing`."""

from django.urls import path

from jobs.api import health
from jobs.api.jobs import CancelView, JobsView, JobView, ProgressView, RequeueView, TimelineView

urlpatterns = [
    path("jobs", JobsView.as_view(), name="jobs"),
    path("jobs/<uuid:job_id>", JobView.as_view(), name="job"),
    path("jobs/<uuid:job_id>/progress", ProgressView.as_view(), name="job-progress"),
    path("jobs/<uuid:job_id>/timeline", TimelineView.as_view(), name="job-timeline"),
    path("jobs/<uuid:job_id>/cancel", CancelView.as_view(), name="job-cancel"),
    path("jobs/<uuid:job_id>/requeue", RequeueView.as_view(), name="job-requeue"),
    *health.urlpatterns,
]
