"""What every REST endpoint shares: one error body, pagination, ordering."""

from __future__ import annotations

import logging
import re
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.exceptions import ValidationError as InvalidValue
from django.db import InterfaceError, OperationalError
from django.db.models import Model
from django.http import Http404
from django.utils.encoding import DjangoUnicodeDecodeError
from django_filters.rest_framework import DjangoFilterBackend
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from rest_framework import exceptions
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import CursorPagination, PageNumberPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback

from pdfsku.shared.errors import REGISTRY, Code, Failure, error_body
from pdfsku.shared.logs import current_request_id

logger = logging.getLogger(__name__)

# DRF's own refusals, by class; the first match wins.
_CODE_OF: tuple[tuple[type[Exception], Code], ...] = (
    (exceptions.ValidationError, Code.VALIDATION_FAILED),
    (exceptions.ParseError, Code.VALIDATION_FAILED),
    (exceptions.NotAuthenticated, Code.AUTHENTICATION_FAILED),
    (exceptions.AuthenticationFailed, Code.AUTHENTICATION_FAILED),
    (exceptions.PermissionDenied, Code.PERMISSION_DENIED),
    (PermissionDenied, Code.PERMISSION_DENIED),
    (exceptions.NotFound, Code.NOT_FOUND),
    (Http404, Code.NOT_FOUND),
    (exceptions.MethodNotAllowed, Code.METHOD_NOT_ALLOWED),
    (exceptions.NotAcceptable, Code.NOT_ACCEPTABLE),
    (exceptions.UnsupportedMediaType, Code.UNSUPPORTED_MEDIA_TYPE),
    (exceptions.Throttled, Code.RATE_LIMITED),
    (DjangoUnicodeDecodeError, Code.VALIDATION_FAILED),
    # Too many parameters, too large a body, a host that is none.
    (SuspiciousOperation, Code.VALIDATION_FAILED),
    (OperationalError, Code.DB_UNAVAILABLE),
    (InterfaceError, Code.DB_UNAVAILABLE),
    (RedisConnectionError, Code.REDIS_UNAVAILABLE),
    (RedisTimeoutError, Code.REDIS_UNAVAILABLE),
)


def handle_exception(error: Exception, context: dict[str, Any]) -> Response:
    """Every exception of a REST view becomes the error body; what nobody foresaw shows its request id and nothing else."""
    set_rollback()
    _answer_in_json(context.get("request"))
    if isinstance(error, Failure):
        return _answer(error.code, message=error.message, details=error.details)
    code = next((code for kind, code in _CODE_OF if isinstance(error, kind)), Code.INTERNAL_ERROR)
    if code is Code.INTERNAL_ERROR and _is_of_remote_storage(error):
        code = Code.SERVICE_UNAVAILABLE
    if code is Code.INTERNAL_ERROR:
        logger.error("unhandled exception", exc_info=error)
    elif REGISTRY[code].http_status >= 500:
        logger.error("service unavailable", exc_info=error)
    return _answer(code, details=_details(error), headers=_headers(error))


def _answer_in_json(request: Request | None) -> None:
    """A refusal is JSON also where the answer would have been a page, a sheet or a picture."""
    if request is not None:
        request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type  # type: ignore[attr-defined]


def _is_of_remote_storage(error: Exception) -> bool:
    """By name: importing the S3 client costs every process a second, and most have no S3."""
    return any(kind.__module__.split(".")[0] in {"boto3", "botocore", "s3transfer"} for kind in type(error).__mro__)


def _answer(code: Code, *, message: Any = None, details: dict[str, Any] | None = None, headers: dict[str, str] | None = None) -> Response:
    body = error_body(code, request_id=current_request_id(), message=message, details=details)
    return Response(body, status=REGISTRY[code].http_status, headers=headers)


def _details(error: Exception) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        return {"fields": error.detail}
    if isinstance(error, exceptions.ParseError):
        return {"fields": {"body": [str(error.detail)]}}
    return {}


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if auth_header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    return headers


class StrictFilter(DjangoFilterBackend):
    """Declared parameters only: a list that overlooks a misspelt filter shows everything as if it matched."""

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        if unknown := sorted(set(request.query_params) - self._declared(view, queryset)):
            raise exceptions.ValidationError({name: ["This list has no such parameter."] for name in unknown})
        return super().filter_queryset(request, queryset, view)

    def _declared(self, view: Any, queryset: Any) -> set[str]:
        filters: Any = self.get_filterset_class(view, queryset)
        paging = {getattr(view.paginator, name, None) for name in ("cursor_query_param", "page_query_param", "page_size_query_param")}
        ordering = {backend.ordering_param for backend in view.filter_backends if issubclass(backend, OrderingFilter)}
        return {*(filters.base_filters if filters else ()), *paging, *ordering, api_settings.URL_FORMAT_OVERRIDE}


class StrictSize:
    """`?size=` is a number from 1 on, cut to what the list gives at most; anything else is a refusal."""

    page_size_query_param = "size"
    page_size: int
    max_page_size: int

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not re.fullmatch(r"0*[1-9][0-9]{0,8}", asked, re.ASCII):
            raise exceptions.ValidationError({self.page_size_query_param: ["This is not a number of entries."]})
        return min(int(asked), self.max_page_size)


class GrowingPagination(StrictSize, CursorPagination):
    """For what grows without bound: stable and as fast at the end as at the start."""

    page_size = 50
    max_page_size = 200
    ordering = "-created_at"
    _model: type[Model] | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        self._model = queryset.model
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Any:
        """A cursor that was not ours is refused here: its position would go into the query as it is."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None and self._model is not None:
                self._model._meta.get_field(self.ordering[0].lstrip("-")).to_python(cursor.position)  # type: ignore[union-attr]
        except (exceptions.NotFound, InvalidValue, ValueError):
            raise exceptions.ValidationError({self.cursor_query_param: ["This is not a cursor of this list."]}) from None
        return cursor


class StrictOrdering(OrderingFilter):
    """`?ordering=` by declared fields only; an unknown one is a refusal, not a silent default. The key breaks ties."""

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> Any:
        asked = [name.strip() for name in request.query_params.get(self.ordering_param, "").split(",") if name.strip()]
        allowed = {name for field in view.ordering_fields for name in (field, f"-{field}")}
        if unknown := [name for name in asked if name not in allowed]:
            raise exceptions.ValidationError({self.ordering_param: [f"Cannot be ordered by {', '.join(unknown)}."]})
        ordering = asked or list(getattr(view, "ordering", None) or ["-created_at"])
        return [*ordering, "-pk" if ordering[-1].startswith("-") else "pk"]


class CountedPagination(StrictSize, PageNumberPagination):
    """For small sets: `page, size, total, total_pages`."""

    page_size = 100
    max_page_size = 1000

    def get_paginated_response(self, data: Any) -> Response:
        assert self.page is not None
        meta = {
            "page": self.page.number,
            "size": self.page.paginator.per_page,
            "total": self.page.paginator.count,
            "total_pages": self.page.paginator.num_pages,
        }
        return Response({"results": data, "pagination": meta})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        integer = {"type": "integer"}
        meta = {"type": "object", "properties": dict.fromkeys(("page", "size", "total", "total_pages"), integer)}
        return {"type": "object", "required": ["results", "pagination"], "properties": {"results": schema, "pagination": meta}}
