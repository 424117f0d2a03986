"""What a child process gives up before it touches a file it does not trust.

Guaranteed without any privilege: bounded memory and processor time, an end by the wall clock even if nobody watches, no file written,
no core dump, death with the parent, and no new descriptor, hence no socket, once `close_the_door` was called. On top, where the kernel
permits it: an empty network namespace, and no root.
"""

import codecs
import ctypes
import os
import resource
import signal

PR_SET_PDEATHSIG = 1
PR_SET_NO_NEW_PRIVS = 38
CLONE_NEWNET = 0x40000000
CLONE_NEWUSER = 0x10000000
NOBODY = 65534
STDIN = 0
STDOUT = 1
READY = b"ready\n"
CODECS = (
    "ascii",
    "latin-1",
    "utf-8",
    "utf-16",
    "utf-16-be",
    "utf-16-le",
    "raw_unicode_escape",
    "unicode_escape",
    "charmap",
    "cp1252",
    "idna",
)


def confine(parent: int, *, memory_bytes: int, timeout_seconds: float, mapped_bytes: int = 0) -> None:
    """Take the limits on; to be called first, while there is still nothing to fear."""
    _die_with(parent)
    _bound(resource.RLIMIT_CPU, int(timeout_seconds) + 1)
    _bound(resource.RLIMIT_FSIZE, 0)
    _bound(resource.RLIMIT_CORE, 0)
    # Pages of a mapped file are the cache's, not ours.
    _bound(resource.RLIMIT_AS, memory_bytes + mapped_bytes)
    # Unhandled on purpose: the default action ends the process even inside native code that never returns to Python.
    signal.setitimer(signal.ITIMER_REAL, timeout_seconds + 1)


def load_codecs() -> None:
    """Python loads them when first used, which would be too late; the PDF libraries use these."""
    for name in CODECS:
        codecs.lookup(name)


def close_the_door(parent: int, *, spare: int = 0) -> None:
    """After this, with all libraries loaded, the file may be touched: no other file, pipe or socket can be opened any more.

    A reader that will map the file itself gets a descriptor to spare for it, and no more. The parent is told that whatever goes wrong from now on
    is the file's doing.
    """
    _drop_privileges()
    # Again, because a change of user clears it.
    _die_with(parent)
    lowest_free = os.dup(STDIN)
    os.close(lowest_free)
    _bound(resource.RLIMIT_NOFILE, lowest_free + spare)
    os.write(STDOUT, READY)


def _bound(which: int, value: int) -> None:
    hard = resource.getrlimit(which)[1]
    allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (allowed, allowed))


def _drop_privileges() -> None:
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if os.geteuid() != 0:
        # A refusal is no harm: the closed door already keeps the network out.
        libc.unshare(CLONE_NEWUSER | CLONE_NEWNET)
        return
    libc.unshare(CLONE_NEWNET)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def _die_with(parent: int) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        raise SystemExit("the parent is gone")
