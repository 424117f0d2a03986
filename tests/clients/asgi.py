"""The product with one more page, on which the JavaScript client is at home: same origin, session cookie, CSRF token."""

from pathlib import Path

from pdfsku.asgi import application as product
from tests.clients import javascript

_HERE = Path(__file__).resolve().parent
_PAGES = {
    "/clients/page": ("text/html; charset=utf-8", _HERE / "page.html"),
    "/clients/tus.js": ("text/javascript", javascript.SCRIPT),
}


async def application(scope, receive, send):
    if scope["type"] != "http" or scope["path"] not in _PAGES:
        await product(scope, receive, send)
        return
    kind, path = _PAGES[scope["path"]]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind.encode())]})
    await send({"type": "http.response.body", "body": path.read_bytes()})
