"""What was delivered downstream, and when?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from outputs.models import ImportDedup
from pdfsku.shared.admin import LogScreen, link


@admin.register(ImportDedup)
class DeliveryScreen(LogScreen):
    list_display = ("dedup_key", "delivered_job", "page_number", "import_status", "imported_at")
    search_fields = ("dedup_key__startswith", "import_status__exact")
    search_help_text = _("SKU id, job id or status")
    id_search_fields = ("job_id",)
    date_hierarchy = "imported_at"
    ordering = ("-id",)

    @display(description=_("job"), ordering="job_id")
    def delivered_job(self, delivery: ImportDedup) -> SafeString | str:
        return link("jobs_pdfjob", delivery.job_id, delivery.job_id)
