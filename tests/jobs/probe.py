"""Programs for the confined process that try what they must not be able to do, and report."""

import json
import os
import socket
import sys
import time

from jobs.inspection.confinement import close_the_door, confine, load_codecs
from jobs.inspection.sandbox import Order


def main(order_text: str) -> None:
    order = Order.loads(order_text)
    confine(order.parent, memory_bytes=order.memory_bytes, timeout_seconds=order.timeout_seconds)
    load_codecs()
    close_the_door(order.parent)
    {"report": _report, "sleep": _sleep, "flood": _flood, "crash": _crash}[order.arguments["deed"]]()


def _report() -> None:
    answer = {
        "sockets": [_is_possible(lambda: socket.create_connection(("127.0.0.1", 9), 1)), _is_possible(_two_sockets)],
        "writes": _is_possible(lambda: _write("/tmp/confined-probe")),
        "memory": _is_possible(lambda: bytearray(1 << 31)),
        "environment": [name for name in os.environ if name not in ("LC_CTYPE",)],
        "user": os.geteuid(),
    }
    os.write(sys.stdout.fileno(), json.dumps(answer).encode())


def _two_sockets() -> None:
    kept = [socket.socket(), socket.socket()]
    raise AssertionError(kept)


def _write(path: str) -> None:
    with open(path, "wb", buffering=0) as file:
        file.write(b"x")


def _is_possible(deed) -> bool:
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
