"""Who works, who went silent, and on which jobs?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from jobs.models import WorkerHeartbeat
from pdfsku.shared.admin import RecordScreen, Related, link


@admin.register(WorkerHeartbeat)
class WorkerScreen(RecordScreen):
    list_display = ("worker_id", "status_label", "hostname", "pod_ip", "jobs_held", "last_heartbeat", "started_at", "version")
    list_filter = (("status", ChoicesDropdownFilter),)
    search_fields = ("worker_id", "hostname", "pod_ip")
    search_help_text = _("Worker, host or address")
    date_hierarchy = "last_heartbeat"
    ordering = ("-last_heartbeat", "worker_id")
    related = (
        Related(_("Jobs"), "jobs_pdfjob", lambda worker: {"worker_id__exact": worker.pk}),
        Related(_("Pages"), "pipeline_page", lambda worker: {"worker_id__exact": worker.pk}),
    )

    @display(description=_("jobs"))
    def jobs_held(self, worker: WorkerHeartbeat) -> SafeString:
        held = worker.active_job_ids or []
        return format_html_join(" ", "{}", ((link("jobs_pdfjob", job_id, str(job_id)[:8]),) for job_id in held))
