"""Which jobs a list shows; declared, so that the schema shows them too."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import django_filters
from django.core.exceptions import ValidationError
from django_filters.fields import IsoDateTimeField

from jobs.models import PDFJob
from pdfsku.shared.choices import JobInternalStatus, JobUserStatus, RouteDecision


class MomentField(IsoDateTimeField):
    """A time in UTC: PostgreSQL knows no zone further off than 16 hours, and the years end at both sides."""

    def clean(self, value: Any) -> datetime | None:
        moment: datetime | None = super().clean(value)
        try:
            return moment and moment.astimezone(UTC)
        except OverflowError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


class MomentFilter(django_filters.IsoDateTimeFilter):
    field_class = MomentField


class JobFilter(django_filters.FilterSet):
    status = django_filters.MultipleChoiceFilter(choices=JobInternalStatus.choices)
    user_status = django_filters.MultipleChoiceFilter(choices=JobUserStatus.choices)
    route = django_filters.ChoiceFilter(choices=RouteDecision.choices)
    source_file = django_filters.CharFilter(lookup_expr="icontains", max_length=200)
    file_hash = django_filters.CharFilter(max_length=64)
    category = django_filters.CharFilter(max_length=200)
    created_after = MomentFilter(field_name="created_at", lookup_expr="gte")
    created_before = MomentFilter(field_name="created_at", lookup_expr="lt")

    class Meta:
        model = PDFJob
        fields: list[str] = []
