"""Static files in one piece: an ASGI server would have Django read a file response whole before its first byte goes, and warn of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFiles(WhiteNoiseMiddleware):
    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        content = b""
        if answer.file is not None:
            with answer.file as file:
                content = file.read()
        response = HttpResponse(content, status=answer.status)
        del response.headers["Content-Type"]
        for name, value in answer.headers:
            response.headers[name] = value
        return response
