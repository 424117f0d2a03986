"""What came of a job, over REST: pages, their pictures, SKUs, images, the evaluation."""

from __future__ import annotations

import uuid
from typing import Any

import django_filters
from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from jobs.models import PDFJob
from jobs.queries import job_visible_to
from pdfsku.accounts.authentication import signed_in
from pdfsku.accounts.permissions import MayReadJobs
from pdfsku.shared.api import CountedPagination, GrowingPagination, StrictFilter, StrictOrdering
from pdfsku.shared.choices import ImageRole, PageStatus, PageType, SKUStatus, SKUValidity
from pdfsku.shared.errors import Code, Failure
from pipeline.api.serializers import EvaluationSerializer, ImageSerializer, PageDetailSerializer, PageSerializer, SKUSerializer
from pipeline.models import SKU, Image, Page
from pipeline.queries import active_skus, bindings_by_sku, evaluation_of, images_of, page_of, pages_of
from pipeline.screenshots import screenshot

ONE_HOUR = "private, max-age=3600"


class OfJob:
    """A view below `/jobs/{id}/`: the job is looked up with its owner before anything else."""

    permission_classes = [MayReadJobs]
    request: Any
    kwargs: dict[str, Any]

    @property
    def job(self) -> PDFJob:
        if not hasattr(self, "_job"):
            self._job = job_visible_to(signed_in(self.request), self.kwargs["job_id"])
        return self._job


class PageFilter(django_filters.FilterSet):
    status = django_filters.MultipleChoiceFilter(choices=PageStatus.choices)
    page_type = django_filters.MultipleChoiceFilter(choices=PageType.choices)
    needs_review = django_filters.BooleanFilter()

    class Meta:
        model = Page
        fields: list[str] = []


class PagesView(OfJob, ListAPIView[Page]):
    """The pages of a job in order."""

    serializer_class = PageSerializer
    pagination_class = CountedPagination
    filter_backends = [StrictFilter]
    filterset_class = PageFilter
    queryset = Page.objects.none()

    def get_queryset(self) -> QuerySet[Page]:
        return pages_of(self.job)


class PageView(OfJob, APIView):
    """One page with its receipt and its trace."""

    @extend_schema(responses=PageDetailSerializer)
    def get(self, request: Request, job_id: uuid.UUID, page_number: int) -> Response:
        return Response(PageDetailSerializer(page_of(self.job, page_number)).data)


class ScreenshotView(OfJob, APIView):
    """The page as a picture."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, job_id: uuid.UUID, page_number: int) -> HttpResponse:
        return HttpResponse(screenshot(self.job, page_number), content_type="image/jpeg", headers={"Cache-Control": ONE_HOUR})


class SKUFilter(django_filters.FilterSet):
    page_number = django_filters.NumberFilter()
    status = django_filters.MultipleChoiceFilter(choices=SKUStatus.choices)
    validity = django_filters.ChoiceFilter(choices=SKUValidity.choices)
    min_confidence = django_filters.NumberFilter(field_name="confidence", lookup_expr="gte")
    model = django_filters.CharFilter(field_name="attributes__model", lookup_expr="icontains", max_length=200)
    name = django_filters.CharFilter(field_name="attributes__name", lookup_expr="icontains", max_length=200)

    class Meta:
        model = SKU
        fields: list[str] = []


class SKUsView(OfJob, ListAPIView[SKU]):
    """The SKUs of a job with their evidence and pictures, page by page."""

    serializer_class = SKUSerializer
    pagination_class = GrowingPagination
    filter_backends = [StrictFilter, StrictOrdering]
    filterset_class = SKUFilter
    ordering_fields = ["page_number", "confidence"]
    ordering = ["page_number", "id"]
    queryset = SKU.objects.none()

    def get_queryset(self) -> QuerySet[SKU]:
        return active_skus(self.job)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        context = {"bindings": bindings_by_sku(self.job, [sku.sku_id for sku in page])}
        return self.get_paginated_response(SKUSerializer(page, many=True, context=context).data)


class ImageFilter(django_filters.FilterSet):
    page_number = django_filters.NumberFilter()
    role = django_filters.MultipleChoiceFilter(choices=ImageRole.choices)
    search_eligible = django_filters.BooleanFilter()

    class Meta:
        model = Image
        fields: list[str] = []


class ImagesView(OfJob, ListAPIView[Image]):
    """The pictures of a job."""

    serializer_class = ImageSerializer
    pagination_class = GrowingPagination
    filter_backends = [StrictFilter, StrictOrdering]
    filterset_class = ImageFilter
    ordering_fields = ["page_number"]
    ordering = ["page_number", "id"]
    queryset = Image.objects.none()

    def get_queryset(self) -> QuerySet[Image]:
        return images_of(self.job)


class ImageFileView(OfJob, APIView):
    """The file of one picture, in original quality."""

    @extend_schema(responses={(200, "image/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, job_id: uuid.UUID, image_id: str) -> HttpResponse:
        image = images_of(self.job).filter(image_id=image_id).first()
        if image is None or not default_storage.exists(image.extracted_path):
            raise Failure(Code.NOT_FOUND)
        kind = "jpeg" if image.format in ("jpg", "jpeg") else image.format
        with default_storage.open(image.extracted_path, "rb") as stored:
            content = stored.read()
        return HttpResponse(
            content,
            content_type=f"image/{kind}",
            headers={"Cache-Control": ONE_HOUR, "X-Content-Type-Options": "nosniff"},
        )


class EvaluationView(OfJob, APIView):
    """How sure the machine was of the document, and why it was routed as it was."""

    @extend_schema(responses=EvaluationSerializer)
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        return Response(EvaluationSerializer(evaluation_of(self.job)).data)


class CrossPageView(OfJob, APIView):
    """SKUs whose values were read on more than one page."""

    @extend_schema(
        responses=OpenApiResponse(inline_serializer("CrossPageSKUs", {"results": serializers.ListField(child=serializers.DictField())}))
    )
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        return Response(
            {
                "results": [
                    _cross_page(sku) for sku in active_skus(self.job).order_by("page_number", "id") if _pages(sku) > {sku.page_number}
                ]
            }
        )


def _pages(sku: SKU) -> set[int]:
    entries = [*sku.evidence.get("standard", {}).values(), *sku.evidence.get("custom", [])]
    return {sku.page_number} | {entry["page"] for entry in entries} | {more["page"] for entry in entries for more in entry.get("more", [])}


def _cross_page(sku: SKU) -> dict[str, Any]:
    return {"xsku_id": sku.sku_id, "attributes": sku.attributes, "fragments": sorted(_pages(sku))}
