"""Who uses the system: merchants, their users, the staff; and the log of what was done in another's name."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import UserRole, choice_check
from pdfsku.shared.fields import DbNow


class Merchant(models.Model):
    """A customer. `header_aliases` extends the header dictionary for its catalogs: `{"model": ["Artikel"]}`."""

    merchant_id = models.TextField(_("merchant id"), primary_key=True)
    name = models.TextField(_("name"))
    is_active = models.BooleanField(_("active"), default=True, db_default=True)
    header_aliases = models.JSONField(_("header aliases"), default=dict, db_default={}, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    class Meta:
        db_table = "merchants"
        verbose_name = _("merchant")
        verbose_name_plural = _("merchants")
        constraints = [models.CheckConstraint(condition=~Q(merchant_id=""), name="merchants_id_not_empty")]

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A person with one role. Merchants' users belong to a merchant; staff belong to none."""

    role = models.TextField(_("role"), choices=UserRole.choices, default=UserRole.MERCHANT, db_default=UserRole.MERCHANT)
    merchant = models.ForeignKey(
        Merchant, verbose_name=_("merchant"), null=True, blank=True, on_delete=models.PROTECT, related_name="users", db_column="merchant_id"
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        db_table = "users"
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            choice_check("users", "role", UserRole),
            models.CheckConstraint(
                condition=~Q(role=UserRole.MERCHANT) | Q(merchant__isnull=False), name="users_merchant_role_has_merchant"
            ),
        ]

    @property
    def is_operator(self) -> bool:
        return self.role in (UserRole.OPERATOR, UserRole.ADMIN)

    @property
    def may_impersonate(self) -> bool:
        return self.role in (UserRole.UPLOADER, UserRole.ADMIN)


class AuditLog(models.Model):
    """Who did what to whom beyond state changes, which have `state_transitions`. Append-only."""

    id = models.BigAutoField(primary_key=True)
    actor_type = models.TextField(_("actor type"))
    actor_id = models.TextField(_("actor"))
    user = models.ForeignKey(User, verbose_name=_("user"), null=True, on_delete=models.SET_NULL, related_name="+")
    action = models.TextField(_("action"))
    target_type = models.TextField(_("target type"), null=True)
    target_id = models.TextField(_("target"), null=True)
    ip = models.GenericIPAddressField(_("address"), null=True)
    user_agent = models.TextField(_("user agent"), null=True)
    request_id = models.TextField(_("request id"), null=True)
    detail_json = models.JSONField(_("details"), null=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    class Meta:
        db_table = "audit_logs"
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [
            models.Index(fields=["actor_type", "actor_id", "-created_at"], name="idx_audit_logs_actor"),
            models.Index(fields=["action", "-created_at"], name="idx_audit_logs_action"),
        ]
        triggers = [
            # Deleting a user may still empty `user_id`: actor_id keeps the name.
            pgtrigger.Protect(name="audit_logs_append_only", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(name="audit_logs_read_only", exclude=["user"]),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.target_id or ''}".strip()
