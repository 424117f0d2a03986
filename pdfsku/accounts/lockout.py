"""The answer to somebody who failed to sign in too often."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from pdfsku.shared.errors import REGISTRY, Code, error_body


def locked_out(request: HttpRequest, response: HttpResponse | None = None, credentials: dict[str, Any] | None = None) -> HttpResponse:
    """The error body for the API, the sign-in page with its message for a browser."""
    entry = REGISTRY[Code.ACCOUNT_LOCKED]
    if request.path.startswith("/api/"):
        body = error_body(Code.ACCOUNT_LOCKED, request_id=getattr(request, "request_id", ""))
        return JsonResponse(body, status=entry.http_status)
    return render(request, "accounts/locked.html", {"message": entry.message}, status=entry.http_status)
