"""Names the queue calls; each only calls its service."""

from __future__ import annotations

from outputs.services import imports


def deliver_pages(job_id: str) -> None:
    imports.deliver_pages(job_id)
