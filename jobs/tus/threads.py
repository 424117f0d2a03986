"""Where blocking work of uploads runs: the database and the disk, each with threads of its own.

A disk that hangs must not keep HEAD from being answered, so the two do not share threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections

from pdfsku.shared.errors import Code, Failure

P = ParamSpec("P")
R = TypeVar("R")

DISK = ThreadPoolExecutor(8, thread_name_prefix="tus-disk")
_DATABASE = ThreadPoolExecutor(4, thread_name_prefix="tus-database")


async def in_database(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that uses the ORM; its connection goes back to the pool afterwards, as after a Django request."""
    context = copy_context()
    return await asyncio.get_running_loop().run_in_executor(_DATABASE, context.run, _with_connection, partial(call, *args, **kwargs))


def _with_connection(call: Callable[[], R]) -> R:
    close_old_connections()
    try:
        return call()
    except (OperationalError, InterfaceError) as error:
        raise Failure(Code.DB_UNAVAILABLE) from error
    finally:
        close_old_connections()
