"""`move()`: the only writer of a status. Guarded update, audit row and event, in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, models, transaction
from django.utils import timezone

from jobs import events
from jobs.models import OutboxEvent, PDFJob, StateTransition
from pdfsku.shared.bulk import as_json, bound_cursor, update_where
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.machines import Edge, Machine

logger = logging.getLogger(__name__)

# Rows that made one step together. Their ids travel once: a page's SKUs make the same steps, and rows of their own for each cost
# as much as reading the page they are about.
_INSERT_AUDIT = f"""
    INSERT INTO {StateTransition._meta.db_table} (entity_type, entity_id, from_status, to_status, trigger, operator)
    SELECT step.entity_type, entity_id, step.from_status, step.to_status, step.trigger, step.operator
      FROM jsonb_to_recordset(%s)
           AS step(entity_type text, entity_ids jsonb, from_status text, to_status text, trigger text, operator text),
           jsonb_array_elements_text(step.entity_ids) AS entity_id
"""
# A function of the table's own, which its app's migrations make.
_WALK = "SELECT walk_{table}(%s::bigint[], %s::text[])"


class Step(NamedTuple):
    """An audit row for each of these rows."""

    entity_type: str
    entity_ids: list[str]
    from_status: str | None
    to_status: str
    trigger: str | None
    operator: str | None


# What a row's work does not begin with.
_LARGE = (models.JSONField, models.BinaryField)

M = TypeVar("M", bound=models.Model)

_gathered: ContextVar[tuple[list[Step], list[OutboxEvent]] | None] = ContextVar("gathered", default=None)


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
        _write([_step(machine, [entity.pk], before, edge, reason, actor)], told)


@contextmanager
def together() -> Iterator[None]:
    """Audit rows and events of all moves inside are written at its end, in one statement each. It stands inside a transaction."""
    gathered: tuple[list[Step], list[OutboxEvent]] = ([], [])
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
        _write([_step(machine, keys, before, edge, reason, actor) for before, keys in _keys_by_status(entities).items()])
    for entity in entities:
        _carry(entity, status=str(edge.target), **changes)


def move_each(
    entities: Sequence[models.Model],
    edge_name: str,
    *,
    reasons: Sequence[str],
    payloads: Sequence[Mapping[str, Any]],
    actor: str | None = None,
    **changes: Any,
) -> None:
    """As `move` for each of these rows of one kind, but all of them or none, in as many statements as for one."""
    model, machine = type(entities[0]), entities[0].machine  # type: ignore[attr-defined]
    edge = machine.edge(edge_name)
    before = [str(entity.status) for entity in entities]  # type: ignore[attr-defined]
    for entity, status in zip(entities, before, strict=True):
        if status not in edge.sources:
            raise IllegalMove(entity, edge, status)
    if _has_updated_at(model):
        changes.setdefault("updated_at", timezone.now())
    with _transaction():
        for status, keys in _keys_by_status(entities).items():
            if update_where(model, {"pk": keys, "status": status}, {"status": edge.target, **changes}) != len(keys):
                raise StaleState(entities[0], edge, status)
        for entity in entities:
            _carry(entity, status=str(edge.target), **changes)
        steps = [
            _step(machine, [entity.pk], status, edge, reason, actor)
            for entity, status, reason in zip(entities, before, reasons, strict=True)
        ]
        told = [_event(entity, edge.emits, payload) for entity, payload in zip(entities, payloads, strict=True)] if edge.emits else []
        _write(steps, told)


def move_first(
    model: type[M],
    edge_name: str,
    *,
    among: str,
    parameters: Sequence[Any],
    before: str,
    actor: str,
    count: str,
    **changes: Any,
) -> M | None:
    """Take the first row that the statement `among` finds and nobody else holds along an edge without an event; None if there is none.

    One statement, a transaction of its own: lock, update and audit row. The column `count` goes up by one. What the row does not
    need for its work is read when it is asked for.
    """
    machine: Machine = model.machine  # type: ignore[attr-defined]
    edge = machine.edge(edge_name)
    if before not in edge.sources:
        raise IllegalMove(model(), edge, before)
    if _has_updated_at(model):
        changes.setdefault("updated_at", timezone.now())
    statement, names = _first_statement(model, among, count, tuple(changes))
    step = [machine.entity_type, str(before), str(edge.target), edge.name, actor]
    with bound_cursor() as cursor:
        cursor.execute(statement, [*parameters, str(edge.target), *changes.values(), *step])
        found = cursor.fetchone()
    return model.from_db(DEFAULT_DB_ALIAS, names, found) if found else None


@cache
def _first_statement(model: type[models.Model], among: str, count: str, changed: tuple[str, ...]) -> tuple[str, list[str]]:
    table, key = model._meta.db_table, model._meta.pk.column
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, _LARGE)]
    returned = ", ".join(f"{table}.{field.column}" for field in fields)
    assignments = ", ".join(f"{name} = %s" for name in changed)
    return (
        f"""
        WITH first AS ({among} FOR NO KEY UPDATE SKIP LOCKED), moved AS (
            UPDATE {table} SET status = %s, {count} = {count} + 1, {assignments}
              FROM first WHERE {table}.{key} = first.{key} RETURNING {returned}
        ), audit AS (
            INSERT INTO {StateTransition._meta.db_table} (entity_type, entity_id, from_status, to_status, trigger, operator)
            SELECT %s, {key}::text, %s, %s, %s, %s FROM moved
        )
        SELECT * FROM moved
        """,
        [field.attname for field in fields],
    )


def set_out(model: type[models.Model], keys: Sequence[Any], *edge_names: str, reason: str) -> None:
    """Rows just inserted go along these edges, one after the other, from their first state; all of them or none. In a transaction.

    For edges without an event. However many steps there are, they are one statement: a page's SKUs and pictures take three each.
    """
    if not keys:
        return
    machine: Machine = model.machine  # type: ignore[attr-defined]
    edges = [machine.edge(name) for name in edge_names]
    states = [str(machine.initial[0]), *(str(edge.target) for edge in edges)]
    if edges:
        with bound_cursor() as cursor:
            cursor.execute(_WALK.format(table=model._meta.db_table), [list(keys), states])
            if cursor.fetchone() != (True,):
                raise StaleState(model(pk=keys[0]), edges[-1], states[0])
    taken = [_step(machine, keys, before, edge, None, None) for before, edge in zip(states, edges, strict=False)]
    _write([Step(machine.entity_type, [str(key) for key in keys], None, states[0], reason, None), *taken])


def record_creation(entity: models.Model, *, reason: str | None = None, actor: str | None = None) -> None:
    """The audit row of a first state: from nothing to the status it was created with."""
    record_creations([entity], reason=reason, actor=actor)


def record_creations(entities: Sequence[models.Model], *, reason: str | None = None, actor: str | None = None) -> None:
    if entities:
        machine: Machine = entities[0].machine  # type: ignore[attr-defined]
        groups = _keys_by_status(entities).items()
        _write([Step(machine.entity_type, [str(key) for key in keys], None, status, reason, actor) for status, keys in groups])


def _transaction() -> AbstractContextManager[None]:
    """One of our own unless the caller has one: a move that finds nothing has written nothing, so it needs no savepoint."""
    return nullcontext() if transaction.get_connection().in_atomic_block else transaction.atomic()


def _write(audit: Sequence[Step], told: Sequence[OutboxEvent] = ()) -> None:
    """Now, or with the others at the end of `together`."""
    if (gathered := _gathered.get()) is not None:
        gathered[0].extend(audit)
        gathered[1].extend(told)
        return
    if audit:
        with bound_cursor() as cursor:
            cursor.execute(_INSERT_AUDIT, [as_json([step._asdict() for step in audit])])
    events.publish(told)


def _step(machine: Machine, keys: Sequence[Any], before: str, edge: Edge, reason: str | None, actor: str | None) -> Step:
    return Step(machine.entity_type, [str(key) for key in keys], str(before), str(edge.target), reason or edge.name, actor)


def _keys_by_status(entities: Sequence[models.Model]) -> dict[str, list[Any]]:
    keys: dict[str, list[Any]] = {}
    for entity in entities:
        keys.setdefault(str(entity.status), []).append(entity.pk)  # type: ignore[attr-defined]
    return keys


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
