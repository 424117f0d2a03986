"""The live catalog of Postgres in the words of docs/dictionary."""

from __future__ import annotations

import json
import re
from typing import Any

from django.db import connection

_SHORT = {"timestamp with time zone": "timestamptz", "character varying": "varchar"}
_SERIAL = {"integer": "serial", "bigint": "bigserial"}
_COLUMNS = """
    SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity <> '', a.attgenerated <> '',
           pg_get_expr(d.adbin, d.adrelid),
           (SELECT c.confrelid::regclass::text FROM pg_constraint c
             WHERE c.conrelid = a.attrelid AND c.contype = 'f' AND c.conkey = ARRAY[a.attnum]),
           EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey))
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped
"""
_INDEXES = """
    SELECT c.relname, i.indisunique, pg_get_expr(i.indpred, i.indrelid),
           ARRAY(SELECT replace(pg_get_indexdef(i.indexrelid, k, true), '"', '')
                        || CASE WHEN i.indoption[k - 1] & 1 = 1 THEN ' DESC' ELSE '' END
                        || CASE WHEN o.opcname LIKE '%%pattern_ops' THEN ' LIKE' ELSE '' END
                   FROM generate_series(1, i.indnkeyatts) k JOIN pg_opclass o ON o.oid = i.indclass[k - 1] ORDER BY k)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = %s::regclass AND NOT i.indisprimary
"""
_CHECKS = "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c'"
_TRIGGERS = "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal"


def tables() -> set[str]:
    return {name for (name,) in _rows("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")}


def columns(table: str) -> dict[str, dict[str, Any]]:
    return {name: _column(*facts) for name, *facts in _rows(_COLUMNS, table)}


def indexes(table: str) -> dict[str, dict[str, Any]]:
    found = {}
    for name, unique, where, parts in _rows(_INDEXES, table):
        found[re.sub(r"_[0-9a-f]{8}(?=_|$)", "_*", name)] = {
            "columns": parts,
            **({"unique": True} if unique else {}),
            **({"where": where} if where else {}),
        }
    return found


def checks(table: str) -> dict[str, str]:
    return dict(_rows(_CHECKS, table))


def triggers(table: str) -> set[str]:
    return {re.sub(r"^pgtrigger_(.*)_[0-9a-f]{5}$", r"\1", name) for (name,) in _rows(_TRIGGERS, table)}


def plain_default(expression: str) -> str:
    """A default without casts and quotes, JSON and numbers in one spelling."""
    if quoted := re.fullmatch(r"'(.*)'::[\w \[\]]+", expression, re.S):
        expression = quoted[1]
    elif cast := re.fullmatch(r"\((.*)\)::[\w ]+", expression):
        expression = cast[1]
    try:
        value = json.loads(expression)
    except ValueError:
        return expression
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, separators=(",", ":"))


def _column(
    kind: str, not_null: bool, identity: bool, generated: bool, default: str | None, references: str | None, key: bool
) -> dict[str, Any]:
    for long, short in _SHORT.items():
        kind = kind.replace(long, short)
    return {
        "type": _SERIAL[kind] if identity else kind,
        "nullable": not not_null,
        **({"key": "primary"} if key else {}),
        **({"generated": True} if generated else {}),
        **({"default": plain_default(default)} if default is not None and not generated else {}),
        **({"references": references} if references else {}),
    }


def _rows(sql: str, *parameters: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters or None)
        return cursor.fetchall()
