"""Many rows in one statement with one parameter.

`bulk_create` makes a placeholder for every value of every row: for the SKUs of a page that took longer than all else about
saving it. Here the rows travel as one JSON document, which the database takes apart. Parameters travel beside the statement,
so that workers' connections keep its plan (`prepare_threshold`): a page is saved by the same dozen statements as the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from django.db import connection, models
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper
from django.db.models.expressions import DatabaseDefault

M = TypeVar("M", bound=models.Model)
Columns = tuple[str, ...]


def bound_cursor() -> CursorWrapper:
    """A cursor that leaves it to the server to bind parameters; Django's own writes them into the text, a new statement each time."""
    connection.ensure_connection()
    return connection._prepare_cursor(ServerBindingCursor(connection.connection))  # type: ignore[attr-defined,call-arg,no-any-return]


def insert_documents(model: type[models.Model], documents: Sequence[Mapping[str, Any]], *, ignore_conflicts: bool = False) -> list[Any]:
    """Insert rows given as columns and values, the same columns for each of them; their keys, in the order given.

    With `ignore_conflicts` a row that is there already is passed over, and no keys are given.
    """
    if not documents:
        return []
    with bound_cursor() as cursor:
        cursor.execute(_insert(model, tuple(documents[0]), ignore_conflicts), [as_json(documents)])
        return [] if ignore_conflicts else [key for (key,) in cursor.fetchall()]


def insert_rows(rows: Iterable[M], *, ignore_conflicts: bool = False) -> list[M]:
    """Insert rows of one model and give them their keys; what the first of them leaves to the database's defaults, all do.

    With `ignore_conflicts` a row that is there already is passed over, and none gets its key.
    """
    new = list(rows)
    if not new:
        return new
    model = type(new[0])
    fields = [field for field in _columns_of(model) if not isinstance(getattr(new[0], field.attname), DatabaseDefault)]
    documents = [{str(field.column): field.get_prep_value(getattr(row, field.attname)) for field in fields} for row in new]
    keys = insert_documents(model, documents, ignore_conflicts=ignore_conflicts)
    for row, key in zip(new, keys, strict=not ignore_conflicts):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias
    return new


def update_rows(model: type[models.Model], changes: Mapping[Any, Mapping[str, Any]]) -> None:
    """Write values into rows: by key, the same columns for each of them."""
    if not changes:
        return
    columns = tuple(next(iter(changes.values())))
    key = _key_of(model)
    document = [{key: pk, **values} for pk, values in changes.items()]
    with bound_cursor() as cursor:
        cursor.execute(_update(model, columns), [as_json(document)])


def update_where(model: type[models.Model], conditions: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Write the same values into all rows that meet the conditions; how many they were.

    A condition is a value or None, or a list of which any will do. `QuerySet.update` builds, resolves and compiles a query for
    this, which takes as long as the database does.
    """
    assignments = [_assignment(_field(model, name), value) for name, value in values.items()]
    tests = [_test(_field(model, name), wanted, is_judged="pk" in conditions and name != "pk") for name, wanted in conditions.items()]
    changed, met = ", ".join(sql for sql, _ in assignments), " AND ".join(sql for sql, _ in tests)
    with bound_cursor() as cursor:
        parameters = [parameter for _, parameter in (*assignments, *tests)]
        cursor.execute(f"UPDATE {_quoted(model._meta.db_table)} SET {changed} WHERE {met}", parameters)
        return int(cursor.rowcount)


def _assignment(field: models.Field[Any, Any], value: Any) -> tuple[str, Any]:
    return f"{_quoted(field.column)} = %s", field.get_db_prep_save(value, connection)


def _test(field: models.Field[Any, Any], wanted: Any, *, is_judged: bool) -> tuple[str, Any]:
    """Where keys find the rows, the rest only judges them: an index of a status leads to every row that ever had it, and was read."""
    sql, parameter = _comparison(field, wanted)
    return f"({sql}) IS TRUE" if is_judged else sql, parameter


def _comparison(field: models.Field[Any, Any], wanted: Any) -> tuple[str, Any]:
    if isinstance(wanted, list):
        is_plain = isinstance(field, models.IntegerField | models.TextField)
        return f"{_quoted(field.column)} = ANY(%s)", wanted if is_plain else [field.get_db_prep_value(one, connection) for one in wanted]
    return f"{_quoted(field.column)} {'IS NOT DISTINCT FROM' if wanted is None else '='} %s", field.get_db_prep_value(wanted, connection)


@cache
def _field(model: type[models.Model], name: str) -> models.Field[Any, Any]:
    return model._meta.pk if name == "pk" else model._meta.get_field(name)  # type: ignore[return-value]


@cache
def _columns_of(model: type[models.Model]) -> Sequence[models.Field[Any, Any]]:
    """All but the key, which the database gives, and what it computes."""
    return [field for field in model._meta.concrete_fields if not field.primary_key and not field.generated]


def _key_of(model: type[models.Model]) -> str:
    return str(model._meta.pk.column)


@cache
def _insert(model: type[models.Model], columns: Columns, ignore_conflicts: bool) -> str:
    table, names = _quoted(model._meta.db_table), ", ".join(map(_quoted, columns))
    ending = "ON CONFLICT DO NOTHING" if ignore_conflicts else f"RETURNING {_quoted(_key_of(model))}"
    return f"INSERT INTO {table} ({names}) SELECT {names} FROM jsonb_populate_recordset(NULL::{table}, %s) {ending}"


@cache
def _update(model: type[models.Model], columns: Columns) -> str:
    table, key = _quoted(model._meta.db_table), _quoted(_key_of(model))
    values = ", ".join(f"{name} = new.{name}" for name in map(_quoted, columns))
    return f"UPDATE {table} AS old SET {values} FROM jsonb_populate_recordset(NULL::{table}, %s) AS new WHERE old.{key} = new.{key}"


def as_json(document: object) -> str:
    return msgspec.json.encode(document, enc_hook=str).decode()


@cache
def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(str(name))
