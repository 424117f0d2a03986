"""Counts and times every request that reaches Django, by URL pattern: a raw path would make a series per job."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from jobs.metrics import REQUEST_SECONDS, REQUESTS

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STATIC = "static"
UNMATCHED = "unmatched"


def method_label(method: str | None) -> str:
    """Clients may invent methods; series may not multiply by it."""
    return method if method in _METHODS else "other"


class RequestMetricsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = self.get_response(request)
        method, endpoint = method_label(request.method), _endpoint(request)
        REQUESTS.labels(method=method, endpoint=endpoint, status_code=response.status_code).inc()
        REQUEST_SECONDS.labels(method=method, endpoint=endpoint).observe(time.perf_counter() - begun)
        return response


def _endpoint(request: HttpRequest) -> str:
    if request.resolver_match is not None:
        return request.resolver_match.route or "/"
    return STATIC if request.path.startswith(settings.STATIC_URL) else UNMATCHED
