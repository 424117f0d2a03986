"""What is served before Django: uploads and event streams, whose bodies must not be spooled and which must not hold a thread."""

from __future__ import annotations

import asyncio
import re
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from types import FrameType
from typing import Any

from django.urls import path, re_path
from django.utils.module_loading import import_string

from jobs.consumers import CLOSE_CODE_BASE, EventConsumer
from jobs.hub import hub
from jobs.metrics import REQUEST_SECONDS, REQUESTS
from jobs.request_metrics import method_label

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

# nginx's status for a client that left before its answer: the request was served, but nobody was there to be told.
CLIENT_CLOSED_REQUEST = 499
_import = cache(import_string)


@dataclass(frozen=True)
class Route:
    """A path, the name its metrics go by, and the application, loaded when first asked for."""

    path: re.Pattern[str]
    endpoint: str
    application: str


ROUTES = (
    Route(re.compile(r"/api/v1/uploads/?"), "api/v1/uploads", "jobs.api.uploads.application"),
    Route(re.compile(r"/api/v1/uploads/[^/]+/?"), "api/v1/uploads/{id}", "jobs.api.uploads.application"),
    Route(re.compile(r"/api/v1/events"), "api/v1/events", "jobs.api.events.application"),
    Route(re.compile(r"/api/v1/jobs/[^/]+/events"), "api/v1/jobs/{id}/events", "jobs.api.events.application"),
)


async def no_such_socket(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.close", "code": CLOSE_CODE_BASE + 404})


WEBSOCKET_ROUTES = [
    path("ws/events/", EventConsumer.as_asgi()),
    path("ws/jobs/<str:job_id>/", EventConsumer.as_asgi()),
    re_path("", no_such_socket),  # type: ignore[arg-type]
]


def before(django: Application) -> Application:
    """Raw applications first, everything else to Django."""

    async def http(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        route = next((route for route in ROUTES if route.path.fullmatch(path)), None)
        if route is None:
            await django(scope, receive, send)
        else:
            await measured(route, scope, receive, send)

    return http


async def measured(route: Route, scope: Scope, receive: Receive, send: Send) -> None:
    """Count the request when its answer begins: of a stream this is the time to its start, of an upload all of it."""
    method, begun, is_counted = method_label(scope["method"]), time.perf_counter(), False

    def count(status: int) -> None:
        nonlocal is_counted
        is_counted = True
        REQUESTS.labels(method=method, endpoint=route.endpoint, status_code=status).inc()
        REQUEST_SECONDS.labels(method=method, endpoint=route.endpoint).observe(time.perf_counter() - begun)

    async def counting_send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            count(message["status"])
        await send(message)

    try:
        await _import(route.application)(scope, receive, counting_send)
    finally:
        if not is_counted:
            count(CLIENT_CLOSED_REQUEST)


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Streams never end by themselves: they are ended as soon as the server is told to stop."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            end_streams_on_signal()
        else:
            hub().close()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def end_streams_on_signal() -> None:
    """The server's own handler waits for open requests before it tells the application; this one runs first."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop, streams = asyncio.get_running_loop(), hub()
    for number in (signal.SIGTERM, signal.SIGINT):
        servers_own = signal.getsignal(number)
        if not callable(servers_own):
            continue

        def handle(number: int, frame: FrameType | None, servers_own: Callable[..., Any] = servers_own) -> None:
            servers_own(number, frame)
            loop.call_soon_threadsafe(streams.close)

        signal.signal(number, handle)
