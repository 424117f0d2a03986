"""What every HTTP request gets: an id, log context, request metrics and an answer in the error format where Django would send HTML."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from pdfsku.shared.answers import failure_response
from pdfsku.shared.errors import Code
from pdfsku.shared.logs import log_context

_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")


def request_id_from(header: str | None) -> str:
    """The caller's id where it is harmless, else a new one."""
    return header if header and _ACCEPTABLE.fullmatch(header) else uuid.uuid4().hex


class RequestContextMiddleware:
    """Outermost: whatever happens further in can name the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = request_id_from(request.headers.get("X-Request-ID"))  # type: ignore[attr-defined]
        with log_context(request_id=request.request_id):  # type: ignore[attr-defined]
            # PostgreSQL holds no NUL; no path or query that names one can name anything.
            has_nul = "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", "")
            response = failure_response(request, Code.VALIDATION_FAILED, path=["NUL"]) if has_nul else self.get_response(request)
        response.headers["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
        return response
