"""`move()`: the only writer of a status. Guarded update, audit row and event, in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from jobs import events
from jobs.models import PDFJob, StateTransition
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.machines import Edge, Machine

logger = logging.getLogger(__name__)


class StaleState(Failure):
    """Somebody was first: the row is no longer in the state that was read."""

    def __init__(self, entity: models.Model, edge: Edge, status: str) -> None:
        super().__init__(Code.JOB_STATE_CHANGED, status=status, wanted=str(edge.target))
        self.entity = entity
        self.edge = edge


class IllegalMove(Failure):
    """The machine has no such edge from here; the trigger would refuse it too."""

    def __init__(self, entity: models.Model, edge: Edge, status: str) -> None:
        super().__init__(Code.JOB_STATE_CHANGED, status=status, wanted=str(edge.target))


def move(
    entity: models.Model,
    edge_name: str,
    *,
    reason: str | None = None,
    actor: str | None = None,
    payload: Mapping[str, Any] | None = None,
    where: Mapping[str, Any] | None = None,
    **changes: Any,
) -> None:
    """Take a row along a named edge, together with `changes` to its other columns.

    The update matches the key *and* the status that was read, and whatever `where` adds (a fencing token, say);
    no row means somebody was first, and it says so with `StaleState`. The instance then carries the new values.
    """
    machine: Machine = entity.machine  # type: ignore[attr-defined]
    edge, before = machine.edge(edge_name), entity.status  # type: ignore[attr-defined]
    if before not in edge.sources:
        raise IllegalMove(entity, edge, before)
    if _has_updated_at(type(entity)):
        changes.setdefault("updated_at", timezone.now())
    with transaction.atomic():
        rows = type(entity)._base_manager.filter(pk=entity.pk, status=before, **(where or {}))
        if rows.update(status=edge.target, **changes) == 0:
            raise StaleState(entity, edge, before)
        _carry(entity, status=str(edge.target), **changes)
        StateTransition.objects.bulk_create([_audit_row(machine, entity, before, edge, reason, actor)])
        if edge.emits is not None:
            events.publish([_event(entity, edge.emits, payload or {})])


def move_many(entities: Sequence[models.Model], edge_name: str, *, reason: str | None = None, actor: str | None = None) -> None:
    """Take rows of one kind along one edge in two statements; all of them or none. For edges without an event."""
    if not entities:
        return
    model, machine = type(entities[0]), entities[0].machine  # type: ignore[attr-defined]
    edge = machine.edge(edge_name)
    with transaction.atomic():
        found = model._base_manager.filter(pk__in=[entity.pk for entity in entities], status__in=edge.sources).update(status=edge.target)
        if found != len(entities):
            raise StaleState(entities[0], edge, "")
        StateTransition.objects.bulk_create(
            [_audit_row(machine, entity, entity.status, edge, reason, actor) for entity in entities]  # type: ignore[attr-defined]
        )
    for entity in entities:
        _carry(entity, status=str(edge.target))


def record_creation(entity: models.Model, *, reason: str | None = None, actor: str | None = None) -> None:
    """The audit row of a first state: from nothing to the status it was created with."""
    record_creations([entity], reason=reason, actor=actor)


def record_creations(entities: Sequence[models.Model], *, reason: str | None = None, actor: str | None = None) -> None:
    StateTransition.objects.bulk_create(
        StateTransition(
            entity_type=entity.machine.entity_type,  # type: ignore[attr-defined]
            entity_id=str(entity.pk),
            to_status=entity.status,  # type: ignore[attr-defined]
            trigger=reason,
            operator=actor,
        )
        for entity in entities
    )


def _audit_row(machine: Machine, entity: models.Model, before: str, edge: Edge, reason: str | None, actor: str | None) -> StateTransition:
    return StateTransition(
        entity_type=machine.entity_type,
        entity_id=str(entity.pk),
        from_status=before,
        to_status=edge.target,
        trigger=reason or edge.name,
        operator=actor,
    )


def _event(entity: models.Model, event_type: SSEEventType, payload: Mapping[str, Any]) -> Any:
    job = entity if isinstance(entity, PDFJob) else entity.job  # type: ignore[attr-defined]
    facts: dict[str, Any] = {"status": entity.status}  # type: ignore[attr-defined]
    if event_type is SSEEventType.JOB_COMPLETED:
        facts = events.job_completed(job)
    elif event_type is SSEEventType.JOB_FAILED:
        facts = events.job_failed(job)
    elif not isinstance(entity, PDFJob):
        facts["page_no"] = entity.page_number  # type: ignore[attr-defined]
    return events.new_event(event_type, job=job, payload={**facts, **payload})


def _carry(entity: models.Model, **values: Any) -> None:
    for name, value in values.items():
        setattr(entity, name, value)


def _has_updated_at(model: type[models.Model]) -> bool:
    return any(field.name == "updated_at" for field in model._meta.fields)
