"""Pages, SKUs, images and evaluations on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pipeline.models import SKU, Evaluation, Image, Page, SKUImageBinding
from pipeline.routing import explain_route


class PageSerializer(serializers.ModelSerializer[Page]):
    sku_count = serializers.IntegerField()
    image_count = serializers.IntegerField()

    class Meta:
        model = Page
        fields = [
            "page_number",
            "attempt_no",
            "status",
            "page_type",
            "layout_type",
            "page_confidence",
            "classification_confidence",
            "needs_review",
            "import_confirmation",
            "table_continuation_from",
            "validation_errors",
            "parser_backend",
            "sku_count",
            "image_count",
            "parse_time_ms",
            "ocr_time_ms",
            "llm_time_ms",
            "llm_model_used",
            "updated_at",
        ]
        read_only_fields = fields


class PageDetailSerializer(PageSerializer):
    """With the receipt and the trace, and the page as the neutral result shows it."""

    document = serializers.JSONField(source="product_description")

    class Meta(PageSerializer.Meta):
        fields = [*PageSerializer.Meta.fields, "features", "document"]
        read_only_fields = fields


class BindingSerializer(serializers.ModelSerializer[SKUImageBinding]):
    class Meta:
        model = SKUImageBinding
        fields = ["image_id", "image_role", "binding_method", "binding_confidence", "is_ambiguous", "rank", "revision"]
        read_only_fields = fields


class SKUSerializer(serializers.ModelSerializer[SKU]):
    images = serializers.SerializerMethodField()

    class Meta:
        model = SKU
        fields = [
            "sku_id",
            "page_number",
            "revision",
            "attempt_no",
            "status",
            "validity",
            "attributes",
            "custom_attributes",
            "evidence",
            "confidence",
            "source_bbox",
            "attribute_source",
            "import_confirmation",
            "images",
            "created_at",
            "updated_at",
        ]
        read_only_fields = fields

    def get_images(self, sku: SKU) -> list[dict[str, Any]]:
        bindings = self.context["bindings"].get(sku.sku_id, [])
        return [dict(BindingSerializer(binding).data) for binding in bindings]


class ImageSerializer(serializers.ModelSerializer[Image]):
    url = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [
            "image_id",
            "page_number",
            "role",
            "status",
            "bbox",
            "format",
            "resolution",
            "short_edge",
            "quality_grade",
            "file_size_kb",
            "search_eligible",
            "is_fragmented",
            "image_hash",
            "is_duplicate",
            "dedup_kept_version",
            "url",
        ]
        read_only_fields = fields

    def get_url(self, image: Image) -> str:
        return f"/api/v1/jobs/{image.job_id}/images/{image.image_id}"


class EvaluationSerializer(serializers.ModelSerializer[Evaluation]):
    route_reason = serializers.SerializerMethodField()

    def get_route_reason(self, evaluation: Evaluation) -> str:
        return explain_route(evaluation)

    class Meta:
        model = Evaluation
        exclude = ["id"]
        read_only_fields = [field.name for field in Evaluation._meta.fields]
