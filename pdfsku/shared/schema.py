"""How the OpenAPI schema shows errors: every endpoint can answer with the one error body."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.contrib.rest_framework_simplejwt import SimpleJWTScheme
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from pdfsku.shared.choices import ErrorSeverity
from pdfsku.shared.errors import Code

ERROR_BODY = inline_serializer(
    "ErrorResponse",
    {
        "code": serializers.ChoiceField(choices=[(code.value, code.value) for code in Code]),
        "message": serializers.CharField(),
        "severity": serializers.ChoiceField(choices=ErrorSeverity.choices),
        "request_id": serializers.CharField(),
        "details": serializers.DictField(),
    },
)
ERROR_STATUSES = ("400", "401", "403", "404", "409", "429", "500", "503")


def below_prefix(endpoints: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The API alone: what is served at the root too needs no second description."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


class TokenScheme(SimpleJWTScheme):
    """Our token authentication is simplejwt's to a client."""

    target_class = "pdfsku.accounts.authentication.TokenAuthentication"
    name = "jwtAuth"


class Schema(AutoSchema):
    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        responses = super()._get_response_bodies(direction)
        for status in ERROR_STATUSES:
            responses.setdefault(status, self._get_response_for_code(ERROR_BODY, status))
        return responses
