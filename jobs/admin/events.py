"""What was told to listeners, and what was answered to a repeated request?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from jobs.events import JOB_TOPIC
from jobs.models import IdempotencyKey, OutboxEvent
from pdfsku.shared.admin import LogScreen, RecordScreen, link
from pdfsku.shared.admin_lists import KnownValuesFilter
from pdfsku.shared.choices import SSEEventType


class EventTypeFilter(KnownValuesFilter):
    title = _("type")
    parameter_name = "event_type__exact"
    values = SSEEventType.choices


@admin.register(OutboxEvent)
class EventScreen(LogScreen):
    list_display = ("position", "event_type", "about_link", "merchant_id", "status_label", "retry_count", "created_at")
    list_filter = (EventTypeFilter, ("status", ChoicesDropdownFilter))
    search_fields = ("aggregate_id__exact", "merchant_id__exact", "event_id__exact", "trace_id__exact")
    search_help_text = _("Job id, merchant, event id or trace id")
    date_hierarchy = "created_at"
    ordering = ("-id",)

    @display(description=_("about"), ordering="aggregate_id")
    def about_link(self, event: OutboxEvent) -> SafeString | str:
        if event.aggregate_type == JOB_TOPIC:
            return link("jobs_pdfjob", event.aggregate_id, event.aggregate_id)
        return f"{event.aggregate_type} {event.aggregate_id}"


@admin.register(IdempotencyKey)
class IdempotencyScreen(RecordScreen):
    list_display = ("idempotency_key", "scope", "user_link", "http_status", "created_at", "expires_at")
    list_select_related = ("user",)
    list_filter = ("http_status",)
    search_fields = ("idempotency_key__exact", "scope__exact", "user__username__exact", "request_hash__exact")
    search_help_text = _("Key, scope, user or request hash")
    date_hierarchy = "created_at"
    ordering = ("-id",)

    @display(description=_("user"), ordering="user__username")
    def user_link(self, key: IdempotencyKey) -> SafeString | str:
        return link("accounts_user", key.user_id, key.user)
