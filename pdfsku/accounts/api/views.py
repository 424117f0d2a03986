"""Sign-in over REST: tokens and who one is."""

from __future__ import annotations

from typing import Any

from axes.helpers import get_lockout_response
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView
from rest_framework_simplejwt.views import TokenObtainPairView, TokenRefreshView

from pdfsku.accounts.api.serializers import UserSerializer
from pdfsku.accounts.authentication import signed_in


class TokenView(TokenObtainPairView):
    """Exchange a name and a password for a pair of tokens."""

    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "login"

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """axes marks a request it has locked out; the answer is then the lock-out, not the failed sign-in."""
        finished = super().finalize_response(request, response, *args, **kwargs)
        if getattr(request, "axes_locked_out", False):
            return get_lockout_response(request._request)
        return finished


class TokenAgainView(TokenRefreshView):
    """Exchange a refresh token for a new access token."""

    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "login"


class MeView(APIView):
    """Who the token belongs to."""

    @extend_schema(responses=UserSerializer)
    def get(self, request: Request) -> Response:
        return Response(UserSerializer(signed_in(request)).data)
