"""Programs for the confined process that try what they must not be able to do, and report."""

import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

from jobs.inspection.confinement import close_the_door, confine, load_codecs
from jobs.inspection.order import Order


def main(order_text: str) -> None:
    """Does one deed behind the closed door."""
    order = Order.loads(order_text)
    confine(order.parent, memory_bytes=order.memory_bytes, timeout_seconds=order.timeout_seconds)
    load_codecs()
    close_the_door(order.parent)
    {"report": _report, "sleep": _sleep, "flood": _flood, "crash": _crash}[order.arguments["deed"]]()


def _report() -> None:
    answer = {
        "sockets": [_is_possible(partial(socket.socket, family)) for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX)],
        "writes": _is_possible(lambda: _write(os.path.join(tempfile.gettempdir(), "confined-probe"))),
        "memory": _is_possible(lambda: bytearray(1 << 31)),
        "environment": [name for name in os.environ if name not in ("LC_CTYPE",)],
        "user": os.geteuid(),
    }
    os.write(sys.stdout.fileno(), json.dumps(answer).encode())


def _write(path: str) -> None:
    with open(path, "wb", buffering=0) as file:
        file.write(b"x")


def _is_possible(deed: Callable[[], object]) -> bool:
    try:
        deed()
    except (OSError, MemoryError):
        return False
    return True


def _sleep() -> None:
    os.write(sys.stdout.fileno(), b"%d\n" % os.getpid())
    time.sleep(600)


def _flood() -> None:
    while True:
        os.write(sys.stdout.fileno(), bytes(1 << 16))


def _crash() -> None:
    os.kill(os.getpid(), 11)
