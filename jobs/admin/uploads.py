"""Which files are on their way in, how far, and which job did they become?"""

from __future__ import annotations

from django.contrib import admin
from django.template.defaultfilters import filesizeformat
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display

from jobs.models import Upload
from pdfsku.shared.admin import RecordScreen, link


@admin.register(Upload)
class UploadScreen(RecordScreen):
    list_display = ("filename", "merchant_link", "status_label", "received", "size", "job_link", "expires_at", "created_at")
    list_select_related = ("merchant", "job")
    list_filter = (("status", ChoicesDropdownFilter), ("merchant", AutocompleteSelectFilter))
    search_fields = ("filename", "upload_id__exact", "file_hash__exact", "merchant_id__exact", "uploaded_by__exact")
    search_help_text = _("File name, upload id, SHA-256, merchant or uploader")
    id_search_fields = ("job_id",)
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-upload_id")

    @display(description=_("merchant"), ordering="merchant__name")
    def merchant_link(self, upload: Upload) -> SafeString | str:
        return link("accounts_merchant", upload.merchant_id, upload.merchant)

    @display(description=_("received"), ordering="upload_offset")
    def received(self, upload: Upload) -> str:
        return f"{upload.upload_offset / upload.upload_length:.0%}" if upload.upload_length else "100%"

    @display(description=_("size"), ordering="upload_length")
    def size(self, upload: Upload) -> str:
        return filesizeformat(upload.upload_length)
