"""Where does a job stand, what belongs to it, and what can be done about it?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display

from jobs.admin import operations
from jobs.models import PDFJob
from pdfsku.shared.admin import STATUS_COLOURS, Operation, RecordScreen, Related, link
from pdfsku.shared.choices import JobUserStatus

_TIMES = (
    "uploaded_at",
    "eval_started_at",
    "eval_completed_at",
    "process_started_at",
    "process_completed_at",
    "checkpoint_at",
    "created_at",
    "updated_at",
)


@admin.register(PDFJob)
class JobScreen(RecordScreen):
    list_display = ("source_file", "merchant_link", "status_label", "user_status_label", "route", "progress", "total_skus", "created_at")
    list_select_related = ("merchant",)
    list_filter = (
        ("status", ChoicesDropdownFilter),
        ("route", ChoicesDropdownFilter),
        ("degrade_reason", ChoicesDropdownFilter),
        ("completion_source", ChoicesDropdownFilter),
        ("merchant", AutocompleteSelectFilter),
    )
    search_fields = ("source_file", "file_hash__exact", "merchant_id__exact", "worker_id__exact", "uploaded_by__exact", "error_code__exact")
    search_help_text = _("File name, job id, SHA-256, merchant, worker, uploader or error code")
    id_search_fields = ("job_id",)
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-job_id")
    readonly_fields = ("merchant_link", "shown_status")
    fieldsets = (
        (None, {"fields": ("source_file", ("merchant_link", "uploaded_by"), ("status", "shown_status"), "action_hint")}),
        (
            _("Route"),
            {"fields": (("route", "degrade_reason"), ("frozen_config_version", "completion_source"), ("error_code", "error_message"))},
        ),
        (_("Progress"), {"fields": (("total_pages", "total_skus", "total_images"), ("checkpoint_page", "checkpoint_skus"), "worker_id")}),
        (_("Pages"), {"classes": ("tab",), "fields": ("blank_pages", "ai_pages", "human_pages", "skipped_pages", "failed_pages")}),
        (_("Times"), {"classes": ("tab",), "fields": (*_TIMES, "parse_time_ms")}),
        (
            _("Details"),
            {
                "classes": ("tab",),
                "fields": ("job_id", "file_hash", "category", "industry", "output_base_url", "token_consumption", "processing_trace"),
            },
        ),
    )
    related = (
        Related(_("Pages"), "pipeline_page", lambda job: {"job__exact": job.pk}),
        Related(_("SKUs"), "pipeline_sku", lambda job: {"job__exact": job.pk}),
        Related(_("Images"), "pipeline_image", lambda job: {"job__exact": job.pk}),
        Related(_("Bindings"), "pipeline_skuimagebinding", lambda job: {"job__exact": job.pk}),
        Related(_("Tasks"), "collaboration_humantask", lambda job: {"job__exact": job.pk}),
        Related(_("Annotations"), "collaboration_annotation", lambda job: {"job__exact": job.pk}),
        Related(_("Evaluation"), "pipeline_evaluation", lambda job: {"file_hash__exact": job.file_hash}),
        Related(_("Transitions"), "jobs_statetransition", lambda job: {"entity_type__exact": "job", "entity_id__exact": job.pk}),
        Related(_("Events"), "jobs_outboxevent", lambda job: {"aggregate_type__exact": "job", "aggregate_id__exact": job.pk}),
        Related(_("Deliveries"), "outputs_importdedup", lambda job: {"job_id__exact": job.pk}),
        Related(_("Upload"), "jobs_upload", lambda job: {"job__exact": job.pk}),
    )
    operations = (
        Operation("queue-again", _("Queue again"), frozenset({"resume_processing", "resume_evaluation"}), operations.queue_again),
        Operation("cancel", _("Cancel the job"), frozenset({"cancel"}), operations.cancel, is_final=True),
    )

    @display(description=_("merchant"), ordering="merchant__name")
    def merchant_link(self, job: PDFJob) -> SafeString | str:
        return link("accounts_merchant", job.merchant_id, job.merchant)

    @display(description=_("user status"), ordering="user_status", label=STATUS_COLOURS)
    def user_status_label(self, job: PDFJob) -> tuple[str, str]:
        return job.user_status, str(JobUserStatus(job.user_status).label)

    @display(description=_("user status"))
    def shown_status(self, job: PDFJob) -> str:
        return str(JobUserStatus(job.user_status).label)

    @display(description=_("pages"), ordering="total_pages")
    def progress(self, job: PDFJob) -> str:
        return f"{job.checkpoint_page or 0} / {job.total_pages}"
