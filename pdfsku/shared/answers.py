"""The error body outside the REST framework: middleware, plain views, Django's own error pages."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views import defaults

from pdfsku.shared.errors import REGISTRY, Code, error_body
from pdfsku.shared.logs import current_request_id


def failure_response(request: HttpRequest, code: Code, **details: Any) -> JsonResponse:
    """The error body from a plain Django view."""
    body = error_body(code, request_id=getattr(request, "request_id", current_request_id()), details=details)
    return JsonResponse(body, status=REGISTRY[code].http_status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's 400, as for a host that is none, in the API's words where the API was asked."""
    if request.path.startswith("/api/"):
        return failure_response(request, Code.VALIDATION_FAILED)
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """Django's 404 in the API's words where the API was asked."""
    if request.path.startswith("/api/"):
        return failure_response(request, Code.NOT_FOUND)
    return defaults.page_not_found(request, exception or Http404())


def server_error(request: HttpRequest) -> HttpResponseBase:
    if request.path.startswith("/api/"):
        return failure_response(request, Code.INTERNAL_ERROR)
    return defaults.server_error(request)
