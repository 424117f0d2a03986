"""Answers: tus headers on every one, errors in the registry's words and the caller's language, bodies refused politely."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from jobs.tus.body import Body
from jobs.tus.headers import METHODS, VERSION, TusRequest
from pdfsku.shared.errors import Code, Failure, error_body
from pdfsku.shared.logs import current_request_id

Send = Callable[[dict[str, Any]], Awaitable[None]]

LINGER_SECONDS = 3.0
# A refused body this small is read whole, if it comes at once, and the connection kept.
_SMALL_BODY_BYTES = 64 * 1024
_SMALL_BODY_SECONDS = 0.5

_RETRY_AFTER = {Code.UPLOAD_LOCKED: "1", Code.DB_UNAVAILABLE: "2", Code.SERVICE_UNAVAILABLE: "2"}


@dataclass(frozen=True)
class Answer:
    """What goes back to the client, beside the headers that every answer has."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def failure_answer(request: TusRequest, failure: Failure) -> Answer:
    language = translation.get_language_from_request(ASGIRequest(request.scope, BytesIO()))
    with translation.override(language):
        body = error_body(failure.code, request_id=current_request_id(), message=failure.message, details=failure.details)
    headers = {"Content-Type": "application/json", "Content-Language": language, **_failure_headers(failure.code)}
    return Answer(failure.entry.http_status, headers, json.dumps(body, ensure_ascii=False, default=str).encode())


async def send_answer(send: Send, request: TusRequest, body: Body, answer: Answer) -> None:
    """Send it; where an unread body stands in the way, keep reading a little after the answer, then close."""
    unread = request.has_body and not body.is_read
    # Who waits to be asked for the body is not asked for one that is refused.
    if unread and "expect" not in request.headers and (request.content_length or _SMALL_BODY_BYTES + 1) <= _SMALL_BODY_BYTES:
        await body.drain(limit=_SMALL_BODY_BYTES, seconds=_SMALL_BODY_SECONDS)
        unread = not body.is_read
    await send({"type": "http.response.start", "status": answer.status, "headers": _encoded(request, answer, is_closing=unread)})
    content = b"" if request.method == "HEAD" else answer.body
    if unread:
        await send({"type": "http.response.body", "body": content, "more_body": True})
        await body.drain(limit=body.linger_bytes, seconds=LINGER_SECONDS)
        content = b""
    await send({"type": "http.response.body", "body": content})


def _encoded(request: TusRequest, answer: Answer, *, is_closing: bool) -> list[tuple[bytes, bytes]]:
    headers = {
        "Tus-Resumable": VERSION,
        "X-Request-ID": current_request_id(),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        **answer.headers,
    }
    if answer.status != 204:
        headers["Content-Length"] = "0" if request.method == "HEAD" else str(len(answer.body))
    if is_closing:
        headers["Connection"] = "close"
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


def _failure_headers(code: Code) -> dict[str, str]:
    if code is Code.TUS_VERSION_UNSUPPORTED:
        return {"Tus-Version": VERSION}
    if code is Code.METHOD_NOT_ALLOWED:
        return {"Allow": METHODS}
    if code is Code.AUTHENTICATION_FAILED:
        return {"WWW-Authenticate": 'Bearer realm="api"'}
    return {"Retry-After": _RETRY_AFTER[code]} if code in _RETRY_AFTER else {}
