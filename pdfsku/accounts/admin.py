"""Who may sign in, for which merchant, and what was done in another's name?"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import models
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from pdfsku.accounts.models import AuditLog, Merchant, User
from pdfsku.shared.admin import LogScreen, Related, Screen, is_administrator, link
from pdfsku.shared.choices import UserRole
from pdfsku.shared.tenancy import STAFF_ROLES

# What a person may do follows from the role alone.
admin.site.unregister(Group)


@admin.register(Merchant)
class MerchantScreen(Screen):
    operators_change = True
    list_display = ("merchant_id", "name", "is_active", "created_at")
    list_filter = ("is_active",)
    search_fields = ("merchant_id", "name")
    search_help_text = _("Merchant id or name")
    date_hierarchy = "created_at"
    ordering = ("merchant_id",)
    fields = ("merchant_id", "name", "is_active", "header_aliases", "created_at")
    related = (
        Related(_("Jobs"), "jobs_pdfjob", lambda merchant: {"merchant__exact": merchant.pk}),
        Related(_("Users"), "accounts_user", lambda merchant: {"merchant__exact": merchant.pk}),
        Related(_("Uploads"), "jobs_upload", lambda merchant: {"merchant__exact": merchant.pk}),
        Related(_("Events"), "jobs_outboxevent", lambda merchant: {"merchant_id__exact": merchant.pk}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        fixed = super().get_readonly_fields(request, obj)
        return (*fixed, "merchant_id") if obj else fixed


class RoleMixin:
    """A merchant's user belongs to a merchant, staff belong to none: said at the field, before the database says it."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data  # type: ignore[misc, attr-defined]
        role, merchant = cleaned.get("role"), cleaned.get("merchant")
        if role == UserRole.MERCHANT and merchant is None:
            self.add_error("merchant", _("A merchant's user needs a merchant."))  # type: ignore[attr-defined]
        if role in STAFF_ROLES and merchant is not None:
            self.add_error("merchant", _("Staff belong to no merchant."))  # type: ignore[attr-defined]
        return cleaned


class PersonForm(RoleMixin, UserChangeForm):
    pass


class NewPersonForm(RoleMixin, UserCreationForm):
    pass


@admin.register(User)
class UserScreen(UserAdmin, Screen):
    form = PersonForm
    add_form = NewPersonForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "email", "role", "merchant_link", "is_active", "last_login", "date_joined")
    list_select_related = ("merchant",)
    list_filter = (("role", ChoicesDropdownFilter), "is_active", ("merchant", AutocompleteSelectFilter))
    search_fields = ("username", "email", "first_name", "last_name", "merchant_id__exact")
    search_help_text = _("User name, e-mail, name or merchant")
    date_hierarchy = "date_joined"
    ordering = ("username",)
    autocomplete_fields = ("merchant",)
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Role"), {"fields": (("role", "merchant"), "is_active")}),
        (_("Person"), {"fields": (("first_name", "last_name"), "email")}),
        (_("Times"), {"fields": (("last_login", "date_joined"),)}),
    )
    add_fieldsets = ((None, {"fields": ("username", "email", ("role", "merchant"), "usable_password", "password1", "password2")}),)
    related = (
        Related(_("Audit entries"), "accounts_auditlog", lambda user: {"user__exact": user.pk}),
        Related(_("Jobs"), "jobs_pdfjob", lambda user: {"uploaded_by__exact": user.username}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm, change: bool) -> None:
        """Entry to the admin follows the role; whoever loses the role loses the key."""
        obj.is_staff = obj.is_operator
        obj.is_superuser = obj.is_superuser and obj.role == UserRole.ADMIN
        super().save_model(request, obj, form, change)

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return is_administrator(request.user)

    @display(description=_("merchant"), ordering="merchant__name")
    def merchant_link(self, user: User) -> SafeString | str:
        return link("accounts_merchant", user.merchant_id, user.merchant)


@admin.register(AuditLog)
class AuditScreen(LogScreen):
    list_display = ("created_at", "action", "actor_id", "actor_type", "target_type", "target_id", "ip", "request_id")
    search_fields = ("actor_id__exact", "action__exact", "target_id__exact", "request_id__exact")
    search_help_text = _("Actor, action, target or request id")
    list_select_related = ("user",)
    date_hierarchy = "created_at"
    ordering = ("-id",)
