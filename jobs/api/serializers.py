"""The shape of jobs on the wire; names are those of the data dictionary."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from jobs.models import PDFJob
from jobs.queries import Progress, action_hint, error_message, progress_of

MAX_LABEL_LENGTH = 200


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields it does not know: a misspelt option must not be silently ignored."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({name: ["This field is not known."] for name in unknown})
        return super().to_internal_value(data)


class CreateJobSerializer(StrictSerializer):
    upload_id = serializers.CharField(max_length=64)
    category = serializers.CharField(max_length=MAX_LABEL_LENGTH, required=False, allow_null=True, default=None)
    industry = serializers.CharField(max_length=MAX_LABEL_LENGTH, required=False, allow_null=True, default=None)
    force = serializers.BooleanField(default=False, help_text="Accept a file whose content was uploaded before.")
    impersonate_merchant_id = serializers.CharField(
        max_length=MAX_LABEL_LENGTH,
        required=False,
        allow_null=True,
        default=None,
        help_text="For the roles uploader and admin only; audited.",
    )


class ProgressSerializer(serializers.Serializer[Progress]):
    total_pages = serializers.IntegerField()
    done_pages = serializers.IntegerField()
    waiting_pages = serializers.IntegerField()
    human_pages = serializers.IntegerField()
    failed_pages = serializers.IntegerField()
    percent = serializers.FloatField()
    pages_per_minute = serializers.FloatField(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)


class JobSerializer(serializers.ModelSerializer[PDFJob]):
    """A job in a list: what its own row says."""

    action_hint = serializers.SerializerMethodField()
    error_message = serializers.SerializerMethodField()

    class Meta:
        model = PDFJob
        fields = [
            "job_id",
            "source_file",
            "file_hash",
            "merchant_id",
            "category",
            "industry",
            "uploaded_by",
            "uploaded_at",
            "status",
            "user_status",
            "action_hint",
            "route",
            "degrade_reason",
            "error_code",
            "error_message",
            "frozen_config_version",
            "completion_source",
            "total_pages",
            "blank_pages",
            "ai_pages",
            "human_pages",
            "skipped_pages",
            "failed_pages",
            "total_skus",
            "total_images",
            "created_at",
            "updated_at",
        ]
        read_only_fields = fields

    def get_action_hint(self, job: PDFJob) -> str:
        return action_hint(job)

    def get_error_message(self, job: PDFJob) -> str | None:
        return error_message(job) if job.user_status == "failed" else None


class JobDetailSerializer(JobSerializer):
    """One job: with its progress, its times and what it used."""

    progress = serializers.SerializerMethodField()

    class Meta(JobSerializer.Meta):
        fields = [
            *JobSerializer.Meta.fields,
            "progress",
            "worker_id",
            "checkpoint_page",
            "checkpoint_skus",
            "checkpoint_at",
            "output_base_url",
            "processing_trace",
            "token_consumption",
            "eval_started_at",
            "eval_completed_at",
            "process_started_at",
            "process_completed_at",
            "parse_time_ms",
        ]
        read_only_fields = fields

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, job: PDFJob) -> dict[str, Any]:
        return dict(ProgressSerializer(self._progress(job)).data)

    def get_action_hint(self, job: PDFJob) -> str:
        return action_hint(job, self._progress(job))

    def _progress(self, job: PDFJob) -> Progress:
        if not hasattr(self, "_known"):
            self._known = progress_of(job)
        return self._known
