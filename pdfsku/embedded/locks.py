"""Advisory file locks (flock): the kernel counts the holders and forgets the dead ones.

A lock is given back only by closing its descriptor: an explicit unlock would also take it from forked children.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[int]:
    """Wait until nobody else holds the lock, then hold it alone."""
    descriptor = _opened(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def shared(path: Path) -> int:
    """Join the holders of the lock; closing the returned descriptor leaves them."""
    descriptor = _opened(path)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def try_exclusive(path: Path) -> int | None:
    """Hold the lock alone if nobody holds it now, else None."""
    descriptor = _opened(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def is_held(path: Path) -> bool:
    """Whether somebody holds the lock; asking creates no file."""
    if not path.exists():
        return False
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
