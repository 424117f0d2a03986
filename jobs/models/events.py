"""`outbox_events` and `idempotency_keys`: what happened, and what was answered."""

from __future__ import annotations

import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import OutboxStatus, choice_check
from pdfsku.shared.fields import DbNow
from pdfsku.shared.triggers import no_truncate

# Any one number: it names the lock under which commits get their place in the stream.
_POSITION_LOCK = 7_302_651


def new_event_id() -> str:
    return uuid.uuid4().hex


class OutboxEvent(models.Model):
    """An event, written in the transaction that made it true.

    `position` is the id a listener sees. It is given at commit, one commit after the other, so that nobody who has
    read up to a position can miss a transaction that began earlier and committed later.
    """

    id = models.BigAutoField(primary_key=True)
    event_id = models.CharField(_("event id"), max_length=64, unique=True, default=new_event_id)
    event_type = models.CharField(_("type"), max_length=128)
    event_version = models.IntegerField(_("version"), default=1)
    aggregate_type = models.CharField(_("about"), max_length=64)
    aggregate_id = models.CharField(_("id of what it is about"), max_length=64)
    trace_id = models.CharField(_("trace id"), max_length=64, null=True)
    payload_json = models.JSONField(_("payload"))
    headers_json = models.JSONField(_("headers"), null=True)
    status = models.CharField(_("status"), max_length=16, choices=OutboxStatus.choices, default=OutboxStatus.PENDING)
    retry_count = models.IntegerField(_("retries"), default=0, db_default=0)
    next_retry_at = models.DateTimeField(_("next retry"), null=True)
    published_at = models.DateTimeField(_("published"), null=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow())
    merchant_id = models.TextField(_("merchant"), null=True)
    position = models.BigIntegerField(_("position"), null=True, unique=True)

    class Meta:
        db_table = "outbox_events"
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            choice_check("outbox_events", "status", OutboxStatus),
            models.CheckConstraint(condition=Q(event_version__gt=0), name="outbox_events_version_positive"),
        ]
        indexes = [
            models.Index(fields=["status", "next_retry_at"], name="idx_outbox_status_retry"),
            models.Index(fields=["aggregate_type", "aggregate_id", "position"], name="idx_outbox_aggregate"),
            models.Index(fields=["event_type", "-created_at"], name="idx_outbox_type_created"),
            models.Index(fields=["merchant_id", "position"], name="idx_outbox_merchant"),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="outbox_events_payload_append_only",
                fields=[
                    "event_id",
                    "event_type",
                    "event_version",
                    "aggregate_type",
                    "aggregate_id",
                    "payload_json",
                    "headers_json",
                    "merchant_id",
                    "created_at",
                ],
            ),
            pgtrigger.Protect(name="outbox_events_no_delete", operation=pgtrigger.Delete),
            no_truncate("outbox_events"),
            pgtrigger.Trigger(
                name="outbox_events_position",
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                timing=pgtrigger.Deferred,
                # The lock is held from here to the end of the commit: the next one takes its place after this one is visible.
                func=f"""
                    PERFORM pg_advisory_xact_lock({_POSITION_LOCK});
                    UPDATE outbox_events
                       SET position = (SELECT coalesce(max(position), 0) + 1 FROM outbox_events)
                     WHERE id = NEW.id;
                    RETURN NULL;
                """,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_type} {self.aggregate_id}"


class IdempotencyKey(models.Model):
    """The first answer to a request, so that its repetition gets the same one."""

    id = models.BigAutoField(primary_key=True)
    scope = models.CharField(_("scope"), max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, verbose_name=_("user"), null=True, on_delete=models.CASCADE, related_name="+")
    idempotency_key = models.CharField(_("key"), max_length=128)
    request_hash = models.CharField(_("request hash"), max_length=64)
    response_json = models.JSONField(_("response"), null=True)
    http_status = models.IntegerField(_("HTTP status"), null=True)
    expires_at = models.DateTimeField(_("expires"))
    created_at = models.DateTimeField(_("created"), db_default=DbNow())

    class Meta:
        db_table = "idempotency_keys"
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [models.UniqueConstraint(fields=["scope", "user", "idempotency_key"], name="uk_idempotency_scope_user_key")]
        indexes = [models.Index(fields=["expires_at"], name="idx_idempotency_keys_expires")]

    def __str__(self) -> str:
        return f"{self.scope} {self.idempotency_key}"
