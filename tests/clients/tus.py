"""A plain tus client whose every step a test can see, and a sender whose connection can be broken in the middle."""

from __future__ import annotations

import base64
import hashlib
import socket
import struct
from types import TracebackType
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

CHUNK = "application/offset+octet-stream"
VERSION = {"Tus-Resumable": "1.0.0"}


class TusClient:
    """Requests of one user to one server."""

    def __init__(self, url: str, token: str | None = None, **headers: str) -> None:
        self.url = url
        self.headers = {**VERSION, **({"Authorization": f"Bearer {token}"} if token else {}), **headers}
        self.http = httpx.Client(headers=self.headers, timeout=30)

    def post(self, length: int | str, *, body: bytes = b"", metadata: str | None = None, **headers: str) -> httpx.Response:
        fields = {"Upload-Length": str(length), "Upload-Metadata": encoded(filename="a.pdf") if metadata is None else metadata}
        if body:
            fields["Content-Type"] = CHUNK
        return self.http.post(self.url, content=body, headers={**fields, **headers})

    def create(self, length: int, **options: Any) -> str:
        response = self.post(length, **options)
        assert response.status_code == 201, response.text
        return urljoin(self.url, response.headers["Location"])

    def patch(self, url: str, offset: int, body: bytes, **headers: str) -> httpx.Response:
        return self.http.patch(url, content=body, headers={"Upload-Offset": str(offset), "Content-Type": CHUNK, **headers})

    def head(self, url: str) -> httpx.Response:
        return self.http.head(url)

    def offset(self, url: str) -> int:
        response = self.head(url)
        assert response.status_code == 200, response.status_code
        return int(response.headers["Upload-Offset"])

    def delete(self, url: str) -> httpx.Response:
        return self.http.delete(url)

    def sender(self, url: str, offset: int, length: int, **headers: str) -> Sender:
        """A PATCH whose body the test sends piece by piece."""
        fields = {**self.headers, "Upload-Offset": str(offset), "Content-Type": CHUNK, "Content-Length": str(length), **headers}
        return Sender("PATCH", url, fields)


class Sender:
    """One request on a socket of its own."""

    def __init__(self, method: str, url: str, headers: dict[str, str]) -> None:
        parts = urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=30)
        lines = [f"{method} {parts.path} HTTP/1.1", f"Host: {parts.netloc}", *(f"{name}: {value}" for name, value in headers.items())]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def __enter__(self) -> Sender:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def status(self) -> int:
        """The answer's status, once it comes."""
        received = b""
        while b"\r\n\r\n" not in received:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError("closed without an answer")
            received += piece
        return int(received.split(b" ", 2)[1])

    def hang_up(self) -> bytes:
        """Stop in the middle, and wait until the server has received what was sent and noticed. Gives what it answered: nothing, or a refusal."""
        self.socket.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: self.socket.recv(65536), b""))

    def reset(self) -> bytes:
        """Gone without a goodbye: what is on its way is lost, and nothing is answered."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
        return b""


def encoded(**metadata: str) -> str:
    return ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in metadata.items())


def checksum(data: bytes, algorithm: str = "sha1") -> str:
    return f"{algorithm} {base64.b64encode(hashlib.new(algorithm, data).digest()).decode()}"
