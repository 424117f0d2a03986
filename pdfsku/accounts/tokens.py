"""Access tokens that say whose they are: `merchant_id` and `role` are claims, never taken from a request body."""

from __future__ import annotations

from typing import Any

from rest_framework_simplejwt.serializers import TokenObtainPairSerializer
from rest_framework_simplejwt.tokens import RefreshToken, Token

from pdfsku.accounts.models import User


def add_claims(token: Token, user: User) -> Token:
    token["role"] = user.role
    token["merchant_id"] = user.merchant_id
    token["username"] = user.username
    return token


def token_pair(user: User) -> dict[str, str]:
    """A refresh and an access token for this user."""
    refresh = add_claims(RefreshToken.for_user(user), user)
    return {"refresh": str(refresh), "access": str(refresh.access_token)}  # type: ignore[attr-defined]


class TokenSerializer(TokenObtainPairSerializer):
    @classmethod
    def get_token(cls, user: Any) -> Token:
        return add_claims(super().get_token(user), user)
