"""What all screens of the admin share: who may do what, links between rows, buttons of the state machines.

A `Screen` is for rows that people edit, a `RecordScreen` for rows that services write, a `LogScreen` for what nobody may touch.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.forms import AuthenticationForm
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from pdfsku.shared.admin_lists import BoundedPaginator, PeriodList
from pdfsku.shared.choices import UserRole
from pdfsku.shared.errors import REGISTRY, Code, Failure
from pdfsku.shared.machines import Actor

_JSON_EDITOR = UnfoldAdminTextareaWidget(attrs={"rows": 4, "spellcheck": "false"})

_COLOURS = {
    "success": "FULL_IMPORTED AI_COMPLETED HUMAN_COMPLETED IMPORTED_CONFIRMED IMPORTED_ASSUMED VALIDATED CONFIRMED BOUND EXPORTED "
    "COMPLETED DELIVERABLE ALIVE APPROVED APPLIED approved applied PUBLISHED CONSUMED COMPLETE valid completed confirmed",
    "info": "EVALUATING EVALUATED PROCESSING AI_QUEUED AI_PROCESSING HUMAN_PROCESSING ASSIGNED EXTRACTED QUALITY_ASSESSED "
    "ROLE_CLASSIFIED OPEN processing assumed",
    "warning": "PARTIAL_FAILED PARTIAL_IMPORTED DEGRADED_HUMAN HUMAN_QUEUED PARTIAL EXPIRED SUSPECT AI_FAILED IMPORT_FAILED ORPHANED "
    "partial_success needs_manual HIGH",
    "danger": "EVAL_FAILED REJECTED DEAD_LETTER INVALID ESCALATED DEAD FAILED rejected invalid failed URGENT CRITICAL",
}


class StatusColours(dict[str, str]):
    """The theme prints a value instead of its label where it finds no colour, so every value has one."""

    def __missing__(self, status: str) -> str:
        return "default"


STATUS_COLOURS = StatusColours({status: colour for colour, statuses in _COLOURS.items() for status in statuses.split()})


@dataclass(frozen=True)
class Related:
    """A list of rows that belong to the one being looked at: a screen's name and the lookups that narrow it."""

    label: str | Promise
    screen: str
    lookups: Callable[[Any], Mapping[str, object]]


@dataclass(frozen=True)
class Operation:
    """How an operator takes edges of a machine: one button, one service."""

    name: str
    label: str | Promise
    edges: frozenset[str]
    run: Callable[[Any, str], object]
    is_final: bool = False


def may_enter(user: Any) -> bool:
    """The admin is for operators and administrators, whatever flags an account carries."""
    return bool(user.is_active and user.is_staff and user.role in (UserRole.OPERATOR, UserRole.ADMIN))


def is_administrator(user: Any) -> bool:
    return may_enter(user) and user.role == UserRole.ADMIN


def link(screen: str, key: object, text: object) -> SafeString | str:
    """A link to one row; a missing key is a missing link."""
    if key is None:
        return ""
    return format_html('<a href="{}" class="text-primary-600 dark:text-primary-500">{}</a>', row_url(screen, key), text)


def row_url(screen: str, key: object) -> str:
    return reverse(f"admin:{screen}_change", args=[quote(str(key))])


def list_url(screen: str, **lookups: object) -> str:
    return f"{reverse(f'admin:{screen}_changelist')}?{urlencode({name: str(value) for name, value in lookups.items()})}"


class EntryForm(AuthenticationForm):
    """Signing in here is refused to roles that have nothing to do here."""

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        super().confirm_login_allowed(user)
        if not may_enter(user):
            raise forms.ValidationError(str(REGISTRY[Code.PERMISSION_DENIED].message), code="role")


class Screen(ModelAdmin):
    """Operators see everything and change what is theirs; administrators may do all that a screen offers; nobody else is here."""

    operators_change: ClassVar[bool] = False
    related: ClassVar[Sequence[Related]] = ()
    operations: ClassVar[Sequence[Operation]] = ()

    list_per_page = 50
    show_full_result_count = False
    # Counting each filter's choices reads a whole table once per choice.
    show_facets = admin.ShowFacets.NEVER
    paginator = BoundedPaginator
    list_filter_submit = True
    list_fullwidth = True
    compressed_fields = True
    change_form_outer_before_template = "admin/row_head.html"
    # The dictionary's texts are mostly one line long; screens name those that are not.
    formfield_overrides = {models.TextField: {"widget": UnfoldAdminTextInputWidget}, models.JSONField: {"widget": _JSON_EDITOR}}
    long_texts: ClassVar[Sequence[str]] = ()
    # A search for an id is an exact match on this path, not a scan through texts.
    id_search_fields: ClassVar[Sequence[str]] = ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PeriodList]:
        return PeriodList

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_enter(request.user)

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return may_enter(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may_change(request)

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return self._may_change(request)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return is_administrator(request.user)

    def _may_change(self, request: HttpRequest) -> bool:
        return is_administrator(request.user) or (self.operators_change and may_enter(request.user))

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        """What the model does not let anybody edit is still shown; a status is never edited."""
        fixed = [field.name for field in self.model._meta.concrete_fields if not field.editable or field.name == "status"]
        given = super().get_readonly_fields(request, obj)
        return (*given, *(name for name in fixed if name not in given))

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[Any]:
        """A new row has nothing to show in fields that nobody fills in."""
        fields, fixed = super().get_fields(request, obj), self.get_readonly_fields(request, obj)
        return list(fields) if obj else [name for name in fields if name not in fixed]

    def get_fieldsets(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        """Where a row is only looked at, JSON is shown as text that people of every script can read."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fieldsets
        return [(title, {**options, "fields": [self._readable(name) for name in options["fields"]]}) for title, options in fieldsets]

    def _readable(self, name: Any) -> Any:
        if isinstance(name, tuple):
            return tuple(self._readable(each) for each in name)
        field = next((field for field in self.opts.concrete_fields if field.name == name), None)
        return _json_text(field) if isinstance(field, models.JSONField) else name

    def formfield_for_dbfield(self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        if db_field.name in self.long_texts:
            kwargs["widget"] = UnfoldAdminTextareaWidget(attrs={"rows": 3})
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_search_results(self, request: HttpRequest, queryset: models.QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        if self.id_search_fields and (key := _as_uuid(search_term)):
            matches = models.Q()
            for name in self.id_search_fields:
                matches |= models.Q(**{name: key})
            return queryset.filter(matches), False
        return super().get_search_results(request, queryset, search_term)

    @method_decorator(gzip_page)
    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Compressed: the theme repeats its styles in every cell, 400 kB for 50 rows."""
        return super().changelist_view(request, extra_context)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> Any:
        row = self.get_object(request, object_id) if object_id and (self.related or self.operations) else None
        context = {"related_lists": self._related_lists(row), "operations": self._operations(request, row)} if row else {}
        return super().changeform_view(request, object_id, form_url, {**context, **(extra_context or {})})

    def get_urls(self) -> list[URLPattern]:
        route = path("<path:object_id>/do/<slug:name>/", self.admin_site.admin_view(self.operate), name=f"{self._screen_name}_do")
        return [route, *super().get_urls()]

    def operate(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        """Press a button: run its service in the operator's name and say what came of it."""
        return require_POST(self._operate)(request, object_id, name)

    @property
    def _screen_name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}"

    def _operate(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        if not may_enter(request.user):
            raise PermissionDenied
        row = self.get_object(request, object_id)
        operation = next((known for known in self.operations if known.name == name), None)
        if row is None or operation is None:
            raise Http404
        try:
            operation.run(row, request.user.get_username())
        except Failure as failure:
            messages.error(request, str(failure.message))
        else:
            messages.success(request, say("“%(action)s” was done: %(row)s") % {"action": operation.label, "row": row})
        return HttpResponseRedirect(row_url(self._screen_name, object_id))

    def _related_lists(self, row: models.Model) -> list[dict[str, object]]:
        return [{"label": each.label, "url": list_url(each.screen, **each.lookups(row))} for each in self.related]

    def _operations(self, request: HttpRequest, row: Any) -> list[dict[str, object]]:
        if not self.operations or not may_enter(request.user):
            return []
        open_edges = {edge.name for edge in row.machine.edges_from(row.status, by=Actor.OPERATOR)}
        return [
            {
                "label": operation.label,
                "is_final": operation.is_final,
                "url": reverse(f"admin:{self._screen_name}_do", args=[quote(str(row.pk)), operation.name]),
            }
            for operation in self.operations
            if operation.edges & open_edges
        ]

    @display(description=_("status"), ordering="status", label=STATUS_COLOURS)
    def status_label(self, row: Any) -> tuple[str, str] | None:
        return (row.status, row.get_status_display()) if row.status else None

    @display(description=_("job"), ordering="job__source_file")
    def job_link(self, row: Any) -> SafeString | str:
        return link("jobs_pdfjob", row.job_id, row.job) if row.job_id else ""


class RecordScreen(Screen):
    """Rows that services write. People look at them and press buttons; only an administrator may remove one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[str]:
        return list(self.fields or [field.name for field in self.model._meta.concrete_fields])


class LogScreen(RecordScreen):
    """What happened stays as it happened."""

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


def _json_text(field: models.JSONField) -> Callable[[models.Model], str]:
    @display(description=str(field.verbose_name))
    def shown(row: models.Model) -> str:
        value = getattr(row, field.attname)
        if value is None:
            return "-"
        return format_html('<pre class="font-mono text-xs whitespace-pre-wrap">{}</pre>', json.dumps(value, ensure_ascii=False, indent=2))

    shown.__name__ = field.name
    return shown


def _as_uuid(term: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(term.strip())
    except ValueError:
        return None
