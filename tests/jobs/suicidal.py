"""A checker that a file has got the better of: it dies of a fault once it has touched it."""

import os
import signal

from jobs.inspection.confinement import close_the_door, confine
from jobs.inspection.order import Order


def main(order_text: str) -> None:
    """Begins as the real one does."""
    order = Order.loads(order_text)
    confine(order.parent, memory_bytes=order.memory_bytes, timeout_seconds=order.timeout_seconds)
    close_the_door(order.parent)
    os.kill(os.getpid(), signal.SIGSEGV)
