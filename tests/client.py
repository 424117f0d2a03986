"""A REST client that is signed in."""

from __future__ import annotations

from rest_framework.test import APIClient

from pdfsku.accounts.models import User
from pdfsku.accounts.tokens import token_pair


def client_of(user: User) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_pair(user)['access']}")
    return client
