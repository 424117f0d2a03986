"""Triggers that keep a log a log."""

import pgtrigger


def no_truncate(table: str) -> pgtrigger.Trigger:
    """Refuse to empty a table in one stroke, which row triggers do not see."""
    return pgtrigger.Trigger(
        name=f"{table}_no_truncate",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Truncate,
        func=f"RAISE EXCEPTION '{table} is append-only' USING ERRCODE = '23514', CONSTRAINT = '{table}_no_truncate';",
    )
