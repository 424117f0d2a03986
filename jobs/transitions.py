"""`move()`: the only writer of a status. Guarded update, audit row and event, in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from jobs import events
from jobs.models import OutboxEvent, PDFJob, StateTransition
from pdfsku.shared.bulk import update_where
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.machines import Edge, Machine

logger = logging.getLogger(__name__)

# entity_type, entity_id, from_status, to_status, trigger, operator
AuditRow = tuple[str, str, str | None, str, str | None, str | None]
# Six arrays, whatever the number of rows: model rows cost as much as reading the page they are about.
_INSERT_AUDIT = f"""
    INSERT INTO {StateTransition._meta.db_table} (entity_type, entity_id, from_status, to_status, trigger, operator)
    SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])
"""

_gathered: ContextVar[tuple[list[AuditRow], list[OutboxEvent]] | None] = ContextVar("gathered", default=None)


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
    with _transaction():
        conditions = {"pk": entity.pk, "status": before, **(where or {})}
        if update_where(type(entity), conditions, {"status": edge.target, **changes}) == 0:
            raise StaleState(entity, edge, before)
        _carry(entity, status=str(edge.target), **changes)
        told = [_event(entity, edge.emits, payload or {})] if edge.emits is not None else []
        _write([_audit_row(machine, entity, before, edge, reason, actor)], told)


@contextmanager
def together() -> Iterator[None]:
    """Audit rows and events of all moves inside are written at its end, in one statement each. It stands inside a transaction."""
    gathered: tuple[list[AuditRow], list[OutboxEvent]] = ([], [])
    token = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(token)
    _write(*gathered)


def move_many(
    entities: Sequence[models.Model], edge_name: str, *, reason: str | None = None, actor: str | None = None, **changes: Any
) -> None:
    """Take rows of one kind along one edge in two statements; all of them or none. For edges without an event."""
    if not entities:
        return
    model, machine = type(entities[0]), entities[0].machine  # type: ignore[attr-defined]
    edge = machine.edge(edge_name)
    with transaction.atomic(savepoint=_gathered.get() is None):
        conditions = {"pk": [entity.pk for entity in entities], "status": list(edge.sources)}
        if update_where(model, conditions, {"status": edge.target, **changes}) != len(entities):
            raise StaleState(entities[0], edge, "")
        _write([_audit_row(machine, entity, entity.status, edge, reason, actor) for entity in entities])  # type: ignore[attr-defined]
    for entity in entities:
        _carry(entity, status=str(edge.target), **changes)


def record_creation(entity: models.Model, *, reason: str | None = None, actor: str | None = None) -> None:
    """The audit row of a first state: from nothing to the status it was created with."""
    record_creations([entity], reason=reason, actor=actor)


def record_creations(entities: Sequence[models.Model], *, reason: str | None = None, actor: str | None = None) -> None:
    _write([(entity.machine.entity_type, str(entity.pk), None, str(entity.status), reason, actor) for entity in entities])  # type: ignore[attr-defined]


def _transaction() -> AbstractContextManager[None]:
    """One of our own unless the caller has one: a move that finds nothing has written nothing, so it needs no savepoint."""
    return nullcontext() if transaction.get_connection().in_atomic_block else transaction.atomic()


def _write(audit: Sequence[AuditRow], told: Sequence[OutboxEvent] = ()) -> None:
    """Now, or with the others at the end of `together`."""
    if (gathered := _gathered.get()) is not None:
        gathered[0].extend(audit)
        gathered[1].extend(told)
        return
    if audit:
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_AUDIT, [list(column) for column in zip(*audit, strict=True)])
    events.publish(told)


def _audit_row(machine: Machine, entity: models.Model, before: str, edge: Edge, reason: str | None, actor: str | None) -> AuditRow:
    return machine.entity_type, str(entity.pk), str(before), str(edge.target), reason or edge.name, actor


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
