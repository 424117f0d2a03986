"""Bodies put straight into an application's buffers: no byte is lost, whenever it comes."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn

from pdfsku.protocol import DIRECT_BODY, DirectBody, DirectBodyProtocol


class Basin:
    """A sink that keeps all it gets."""

    def __init__(self) -> None:
        self.on_room = lambda: None
        self.content = bytearray()
        self._scratch = memoryview(bytearray(1024))

    def room(self) -> memoryview:
        return self._scratch

    def filled(self, count: int) -> bool:
        self.content += self._scratch[:count]
        return True


async def test_what_comes_before_the_body_is_poured_is_not_lost() -> None:
    basin, made, may_pour = Basin(), asyncio.Event(), asyncio.Event()

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        body: DirectBody = scope["extensions"][DIRECT_BODY](9)
        made.set()
        await may_pour.wait()
        basin.content += body.take_early()
        await body.pour_into(basin)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application, http=DirectBodyProtocol, lifespan="off", log_level="critical"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    reader, writer = await asyncio.open_connection(*listener.getsockname())
    for piece in (b"PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", b"def", b"ghi"):
        writer.write(piece)
        await writer.drain()
        await made.wait()
        # The server has read it, if it reads at all.
        await asyncio.sleep(0.05)
    may_pour.set()
    answer = await reader.readline()
    writer.close()
    server.should_exit = True
    await serving

    assert answer.startswith(b"HTTP/1.1 204")
    assert bytes(basin.content) == b"abcdefghi"
