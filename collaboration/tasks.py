"""Names the queue calls; each only calls its service."""

from __future__ import annotations

from collaboration.services.dispatch import open_task as open_task_for
from pipeline.models import Page


def open_task(page_id: int, reason: str) -> None:
    page = Page.objects.select_related("job").filter(pk=page_id).first()
    if page is not None:
        open_task_for(page, reason=reason)
