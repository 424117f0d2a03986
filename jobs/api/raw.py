"""What raw ASGI applications need of a request and an answer: the request id, the language, the one error body."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from jobs.hub import DATABASE_FAILURES
from jobs.streams import Stream, open_stream
from pdfsku.accounts.authentication import user_of_scope
from pdfsku.shared.errors import Code, Failure, error_body
from pdfsku.shared.logs import add_log_context, log_context
from pdfsku.shared.requests import request_id_from

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Exchange:
    """A request and the one answer to it. `prefix` is what an answer to a WebSocket handshake is called by."""

    def __init__(self, scope: Scope, send: Send, *, prefix: str = "") -> None:
        # Only headers and query are asked for; a handshake has no method of its own.
        self.request = ASGIRequest({"method": "GET", **scope}, BytesIO())
        self.request_id = request_id_from(self.request.headers.get("X-Request-ID"))
        self.has_started = False
        self._send = send
        self._prefix = prefix

    @property
    def last_event_id(self) -> str | None:
        """The header that EventSource sends when it comes back, or the parameter for those who cannot set it."""
        return self.request.headers.get("Last-Event-ID") or self.request.GET.get("last_event_id")

    async def start(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.has_started = True
        headers = [*headers, (b"x-request-id", self.request_id.encode())]
        await self._send({"type": f"{self._prefix}http.response.start", "status": status, "headers": headers})

    async def body(self, content: bytes, *, more: bool = False) -> None:
        await self._send({"type": f"{self._prefix}http.response.body", "body": content, "more_body": more})

    async def refuse(self, failure: Failure) -> None:
        error = error_body(failure.code, request_id=self.request_id, message=failure.message, details=failure.details)
        content = json.dumps(error, ensure_ascii=False).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
        if failure.code is Code.AUTHENTICATION_FAILED:
            headers.append((b"www-authenticate", b'Bearer realm="api"'))
        await self.start(failure.entry.http_status, headers)
        await self.body(content)


@asynccontextmanager
async def answered(exchange: Exchange, refuse: Callable[[Failure], Awaitable[None]]) -> AsyncIterator[None]:
    """Whatever goes wrong inside, before the answer has begun, becomes the error body, in the language asked for."""
    language = translation.get_language_from_request(exchange.request)
    with log_context(request_id=exchange.request_id), translation.override(language):
        try:
            yield
        except Failure as failure:
            await refuse(failure)
        except DATABASE_FAILURES:
            logger.exception("service unavailable")
            if not exchange.has_started:
                await refuse(Failure(Code.DB_UNAVAILABLE))
        except Exception:
            logger.exception("unhandled exception")
            if not exchange.has_started:
                await refuse(Failure(Code.INTERNAL_ERROR))


@asynccontextmanager
async def requested_stream(exchange: Exchange, scope: Scope, *, job_id: str | None) -> AsyncIterator[Stream]:
    """The stream that this scope's user asks for."""
    user = await user_of_scope(scope)
    if user is not None:
        add_log_context(user=user.get_username(), merchant=user.merchant_id, job=job_id)
    async with open_stream(user, job_id=job_id, last_event_id=exchange.last_event_id) as stream:
        yield stream
