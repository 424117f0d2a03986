"""The result of a job over REST."""

from __future__ import annotations

import uuid
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from jobs.queries import job_visible_to
from outputs.downloads import CONTENT_TYPES, FORMATS, result_response
from pdfsku.accounts.authentication import signed_in
from pdfsku.accounts.permissions import MayReadJobs
from pdfsku.shared.choices import JobInternalStatus
from pdfsku.shared.errors import Code, Failure

_NO_RESULT = (
    JobInternalStatus.UPLOADED,
    JobInternalStatus.EVALUATING,
    JobInternalStatus.EVALUATED,
    JobInternalStatus.REJECTED,
    JobInternalStatus.CANCELLED,
)


class ResultView(APIView):
    """What was read so far: a job in work gives the pages it has."""

    permission_classes = [MayReadJobs]

    @extend_schema(
        parameters=[OpenApiParameter("format", str, enum=FORMATS, default="json")],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, CONTENT_TYPES["xlsx"]): OpenApiTypes.BINARY,
        },
    )
    def get(self, request: Request, job_id: uuid.UUID) -> HttpResponseBase:
        job = job_visible_to(signed_in(request), job_id)
        if job.status in _NO_RESULT:
            raise Failure(Code.RESULT_NOT_READY, status=job.status)
        return result_response(request._request, job, request.query_params.get("format", "json"))

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """`format` chooses among files here, not among DRF's renderers."""
        return super().perform_content_negotiation(request, force=True)
