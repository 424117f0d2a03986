"""Linux capabilities by way of libc: what lets an unprivileged server pass through a closed parent directory."""

import ctypes
import os
import sys

CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2

_PR_SET_KEEPCAPS = 8
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


_libc = ctypes.CDLL(None, use_errno=True)


def directory_search() -> int | None:
    """The weakest capability we hold that opens closed directories; containers often have only the stronger one."""
    if not sys.platform.startswith("linux"):
        return None
    sets = (_Sets * 2)()
    _checked(_libc.capget(ctypes.byref(_Header(_VERSION_3, 0)), sets))
    return next((cap for cap in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE) if sets[0].permitted & (1 << cap)), None)


def keep_across_setuid() -> None:
    """Without this, leaving user id 0 clears every capability."""
    _checked(_libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0))


def retain_only(capability: int) -> None:
    """Drop all capabilities but one, and let that one survive exec."""
    bit = 1 << capability
    sets = (_Sets * 2)(_Sets(bit, bit, bit), _Sets(0, 0, 0))
    _checked(_libc.capset(ctypes.byref(_Header(_VERSION_3, 0)), sets))
    _checked(_libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0))


def _checked(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
