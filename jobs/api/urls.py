"""Paths of the jobs' REST API below `/api/v1/`. Uploads and event streams are raw ASGI: `pdfsku.routing`."""

from jobs.api import health

urlpatterns = [*health.urlpatterns]
