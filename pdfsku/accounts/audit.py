"""Writing the audit log."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from pdfsku.accounts.models import AuditLog, User
from pdfsku.shared.logs import current_request_id


def record(user: User, action: str, *, target_type: str, target_id: str, request: HttpRequest | None = None, **detail: Any) -> AuditLog:
    """Remember that this user did this to that."""
    return AuditLog.objects.create(
        actor_type="user",
        actor_id=user.get_username(),
        user=user,
        action=action,
        target_type=target_type,
        target_id=target_id,
        ip=request.META.get("REMOTE_ADDR") or None if request is not None else None,
        user_agent=request.headers.get("User-Agent") if request is not None else None,
        request_id=current_request_id() or None,
        detail_json=detail or None,
    )
