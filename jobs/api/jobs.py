"""Jobs over REST: create, list, look, cancel, requeue."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from jobs.api.filters import JobFilter
from jobs.api.serializers import CreateJobSerializer, JobDetailSerializer, JobSerializer, ProgressSerializer
from jobs.idempotency import HEADER, idempotent
from jobs.models import PDFJob
from jobs.queries import job_visible_to, jobs_visible_to, progress_of, timeline_of
from jobs.services.cancellation import cancel_job
from jobs.services.creation import JobRequest, create_job
from jobs.services.requeue import requeue_job
from pdfsku.accounts.authentication import signed_in
from pdfsku.accounts.permissions import MayOperate, MayReadJobs, MaySubmit, MaySubmitOrOperate
from pdfsku.accounts.services import acting_merchant
from pdfsku.shared.api import GrowingPagination, StrictFilter, StrictOrdering

IDEMPOTENCY = OpenApiParameter(HEADER, str, OpenApiParameter.HEADER, description="The same key gives the same answer for a day.")


class JobsView(ListAPIView[PDFJob]):
    """A merchant's jobs, newest first; and the way to a new one."""

    serializer_class = JobSerializer
    pagination_class = GrowingPagination
    filter_backends = [StrictFilter, StrictOrdering]
    filterset_class = JobFilter
    ordering_fields = ["created_at"]
    queryset = PDFJob.objects.none()

    def get_permissions(self) -> list[BasePermission]:
        return [MaySubmit()] if self.request.method == "POST" else [MayReadJobs()]

    def get_queryset(self) -> QuerySet[PDFJob]:
        # A list does not show the trace, which is the larger part of a row.
        return jobs_visible_to(signed_in(self.request)).defer("processing_trace")

    @extend_schema(request=CreateJobSerializer, responses={201: JobDetailSerializer}, parameters=[IDEMPOTENCY])
    @idempotent("jobs.create")
    def post(self, request: Request) -> Response:
        asked = CreateJobSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        merchant = acting_merchant(signed_in(request), values.pop("impersonate_merchant_id"), request=request._request)
        job = create_job(JobRequest(merchant=merchant, user=signed_in(request), **values))
        return _current(job, status=201, headers={"Location": f"/api/v1/jobs/{job.pk}"})


class JobView(APIView):
    """One job with its progress."""

    permission_classes = [MayReadJobs]

    @extend_schema(responses=JobDetailSerializer)
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        return Response(JobDetailSerializer(job_visible_to(signed_in(request), job_id)).data)


class ProgressView(APIView):
    """Pages done of all, pages per minute, seconds left."""

    permission_classes = [MayReadJobs]

    @extend_schema(responses=ProgressSerializer)
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        return Response(ProgressSerializer(progress_of(job_visible_to(signed_in(request), job_id))).data)


class TimelineView(APIView):
    """What happened to the job, oldest first."""

    permission_classes = [MayReadJobs]

    @extend_schema(responses=inline_serializer("Timeline", {"entries": serializers.ListField(child=serializers.DictField())}))
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        return Response({"entries": timeline_of(job_visible_to(signed_in(request), job_id))})


class CancelView(APIView):
    """Stop a job that has not ended."""

    permission_classes = [MaySubmitOrOperate]

    @extend_schema(request=None, responses=JobDetailSerializer, parameters=[IDEMPOTENCY])
    @idempotent("jobs.cancel")
    def post(self, request: Request, job_id: uuid.UUID) -> Response:
        job = cancel_job(job_visible_to(signed_in(request), job_id), actor=request.user.get_username())
        return _current(job)


class RequeueView(APIView):
    """Let an orphaned job go on."""

    permission_classes = [MayOperate]

    @extend_schema(request=None, responses=JobDetailSerializer, parameters=[IDEMPOTENCY])
    @idempotent("jobs.requeue")
    def post(self, request: Request, job_id: uuid.UUID) -> Response:
        job = requeue_job(job_visible_to(signed_in(request), job_id), actor=request.user.get_username())
        return _current(job)


def _current(job: PDFJob, **answer: Any) -> Response:
    """Read back: the database fills in `user_status` and the times."""
    return Response(JobDetailSerializer(PDFJob.objects.select_related("merchant").get(pk=job.pk)).data, **answer)
