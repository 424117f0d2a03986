"""Who may upload: a bearer token, or a session with its CSRF token, of a role that submits files."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from django.conf import settings

from jobs.models import Upload
from jobs.services import uploads
from jobs.tus.headers import TusRequest
from pdfsku.accounts.authentication import passes_csrf, user_id_of_token, user_of_session, user_of_token
from pdfsku.accounts.models import User
from pdfsku.accounts.permissions import MaySubmit
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.logs import add_log_context


def require_credentials(request: TusRequest) -> None:
    """Nobody is refused at once, before a thread or the database is asked: the body is already coming."""
    if "authorization" not in request.headers and "cookie" not in request.headers:
        raise Failure(Code.AUTHENTICATION_FAILED)


def admit(request: TusRequest) -> User:
    """The user behind a request, if the role may upload. Blocking."""
    token = _token_of(request)
    user = user_of_token(token) if token is not None else _user_of_session(request)
    if user.role not in MaySubmit.roles:
        raise Failure(Code.PERMISSION_DENIED)
    add_log_context(user=user.get_username(), merchant=user.merchant_id)
    return user


def reach(request: TusRequest, upload_id: str) -> Upload:
    """The upload, if the user behind the request may write to it. Blocking; with a token it is one statement."""
    token = _token_of(request)
    user_id = user_id_of_token(token) if token is not None else _user_of_session(request).pk
    upload = uploads.find_upload(upload_id, user_id=user_id)
    add_log_context(upload=upload_id, merchant=upload.merchant_id)
    return upload


def _token_of(request: TusRequest) -> str | None:
    """The bearer token; None for a request that comes with a session instead."""
    authorization = request.headers.get("authorization")
    if not authorization:
        return None
    scheme, _, raw = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Failure(Code.AUTHENTICATION_FAILED)
    return raw.strip()


def _user_of_session(request: TusRequest) -> User:
    user = user_of_session(_session_key(request))
    if user is None:
        raise Failure(Code.AUTHENTICATION_FAILED)
    if not passes_csrf(request.scope):
        raise Failure(Code.PERMISSION_DENIED, reason="csrf")
    return user


def _session_key(request: TusRequest) -> str:
    try:
        morsel = SimpleCookie(request.headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    # A quoted cookie can spell any character, also NUL, which the session table cannot be asked for.
    return morsel.value if morsel and morsel.value.isalnum() else ""
