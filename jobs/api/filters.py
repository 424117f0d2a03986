"""Which jobs a list shows; declared, so that the schema shows them too."""

from __future__ import annotations

import django_filters

from jobs.models import PDFJob
from pdfsku.shared.choices import JobInternalStatus, JobUserStatus, RouteDecision


class JobFilter(django_filters.FilterSet):
    status = django_filters.MultipleChoiceFilter(choices=JobInternalStatus.choices)
    user_status = django_filters.MultipleChoiceFilter(choices=JobUserStatus.choices)
    route = django_filters.ChoiceFilter(choices=RouteDecision.choices)
    source_file = django_filters.CharFilter(lookup_expr="icontains", max_length=200)
    file_hash = django_filters.CharFilter(max_length=64)
    category = django_filters.CharFilter(max_length=200)
    created_after = django_filters.IsoDateTimeFilter(field_name="created_at", lookup_expr="gte")
    created_before = django_filters.IsoDateTimeFilter(field_name="created_at", lookup_expr="lt")

    class Meta:
        model = PDFJob
        fields: list[str] = []
