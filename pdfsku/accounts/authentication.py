"""Who is asking: a bearer token or a session, from a REST request or from a bare ASGI scope."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from io import BytesIO
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.crypto import constant_time_compare
from rest_framework.request import Request
from rest_framework_simplejwt.authentication import JWTAuthentication
from rest_framework_simplejwt.exceptions import AuthenticationFailed, InvalidToken, TokenError
from rest_framework_simplejwt.tokens import AccessToken

from pdfsku.accounts.models import User
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.logs import add_log_context

Scope = dict[str, Any]


class TokenAuthentication(JWTAuthentication):
    """simplejwt's, with the merchant fetched beside the user: every request asks whose rows it may see."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:  # type: ignore[override]
        found = super().authenticate(request)
        if found is not None:
            add_log_context(user=found[0].get_username(), merchant=getattr(found[0], "merchant_id", None))
        return found  # type: ignore[return-value]

    def get_user(self, validated_token: AccessToken) -> User:  # type: ignore[override]
        try:
            user = User.objects.select_related("merchant").filter(pk=validated_token.get("user_id")).first()
        except (ValueError, TypeError):
            # Signed by us, but for no key that a user could have.
            raise AuthenticationFailed("user_not_found") from None
        if user is None or not is_admitted(user):
            raise AuthenticationFailed("user_inactive")
        return user


def signed_in(request: Request) -> User:
    """The user of a request that passed a permission: never anonymous."""
    if not isinstance(request.user, User):
        raise Failure(Code.AUTHENTICATION_FAILED)
    return request.user


def is_admitted(user: User) -> bool:
    """Active, and not of a merchant that was closed."""
    return user.is_active and (user.merchant_id is None or user.merchant.is_active)  # type: ignore[union-attr]


async def user_of_scope(scope: Scope) -> User | None:
    """The user behind a bare ASGI scope; None for nobody, `Failure` for credentials that are not valid."""
    headers = {name.lower(): value for name, value in scope["headers"]}
    authorization = headers.get(b"authorization", b"").decode("latin-1")
    if authorization:
        scheme, _, raw = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise Failure(Code.AUTHENTICATION_FAILED)
        return await database_sync_to_async(user_of_token)(raw.strip())
    if cookie := headers.get(b"cookie"):
        return await database_sync_to_async(user_of_session)(_cookies(cookie).get(settings.SESSION_COOKIE_NAME, ""))
    return None


def user_of_token(raw: str) -> User:
    """The user a token was issued to."""
    authentication = TokenAuthentication()
    try:
        return authentication.get_user(authentication.get_validated_token(raw.encode()))  # type: ignore[arg-type]
    except (InvalidToken, TokenError, AuthenticationFailed, ValueError, TypeError) as error:
        raise Failure(Code.AUTHENTICATION_FAILED) from error


def user_id_of_token(raw: str) -> int:
    """Whom a valid token was issued to, for those who ask the database for the user together with what they want of it."""
    try:
        return int(TokenAuthentication().get_validated_token(raw.encode())["user_id"])  # type: ignore[arg-type]
    except (InvalidToken, TokenError, KeyError, ValueError, TypeError) as error:
        raise Failure(Code.AUTHENTICATION_FAILED) from error


def user_of_session(session_key: str) -> User | None:
    """The user signed in under this session, checked as Django's own middleware does."""
    if not session_key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user_id, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    if user_id is None or backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    user = User.objects.select_related("merchant").filter(pk=user_id).first()
    if user is None or not is_admitted(user):
        return None
    return user if constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()) else None


def passes_csrf(scope: Scope) -> bool:
    """Whether a request that comes with a session cookie also carries the matching CSRF token; bearer tokens need none."""
    if any(name.lower() == b"authorization" for name, _ in scope["headers"]):
        return True
    request = ASGIRequest(scope, BytesIO())
    guard = CsrfViewMiddleware(lambda _request: HttpResponse())
    guard.process_request(request)
    return guard.process_view(request, _no_view, (), {}) is None


def _no_view(*_arguments: Any) -> HttpResponse:
    """Stands for the view that the guard asks about: nothing exempts it."""
    return HttpResponse()


def _cookies(header: bytes) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header.decode("latin-1")).items()}
    except CookieError:
        return {}
