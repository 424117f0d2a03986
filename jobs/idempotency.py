"""`Idempotency-Key`: the same request sent twice gets the same answer and is done once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from jobs.models import IdempotencyKey
from pdfsku.shared.errors import Code, Failure

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 128
_KEY = re.compile(rf"[\x20-\x7e]{{1,{MAX_KEY_LENGTH}}}")
View = Callable[..., Response]


def idempotent(scope: str) -> Callable[[View], View]:
    """For a view method that creates or completes something."""

    def decorate(view: View) -> View:
        @wraps(view)
        def once(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            key = request.headers.get(HEADER)
            if not key:
                return view(self, request, *args, **kwargs)
            if not _KEY.fullmatch(key):
                raise Failure(
                    Code.VALIDATION_FAILED, fields={HEADER: [f"At most {MAX_KEY_LENGTH} characters, all of them printable ASCII."]}
                )
            row, is_new = _reserve(scope, request, key)
            return _do(row, view, self, request, *args, **kwargs) if is_new else _answer_again(row, request)

        return once

    return decorate


def _reserve(scope: str, request: Request, key: str) -> tuple[IdempotencyKey, bool]:
    expires = timezone.now() + timedelta(hours=settings.IDEMPOTENCY_HOURS)
    values = {"request_hash": _request_hash(request), "expires_at": expires}
    owner = {"scope": scope, "user_id": request.user.pk, "idempotency_key": key}
    IdempotencyKey.objects.filter(**owner, expires_at__lt=timezone.now()).delete()
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(**owner, **values), True
    except IntegrityError:
        return IdempotencyKey.objects.get(**owner), False


def _do(row: IdempotencyKey, view: View, self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
    """Keep the answer; a refusal or an error keeps nothing, so that the caller may try again."""
    try:
        response = view(self, request, *args, **kwargs)
    except BaseException:
        row.delete()
        raise
    row.response_json, row.http_status = json.loads(json.dumps(response.data, default=str)), response.status_code
    row.save(update_fields=["response_json", "http_status"])
    return response


def _answer_again(row: IdempotencyKey, request: Request) -> Response:
    if row.request_hash != _request_hash(request):
        raise Failure(Code.IDEMPOTENCY_CONFLICT)
    if row.http_status is None:
        raise Failure(Code.IDEMPOTENCY_CONFLICT, state="in_progress")
    return Response(row.response_json, status=row.http_status, headers={"Idempotent-Replayed": "true"})


def _request_hash(request: Request) -> str:
    body = json.dumps(request.data, sort_keys=True, default=str)
    return hashlib.sha256(f"{request.method} {request.path} {body}".encode()).hexdigest()
