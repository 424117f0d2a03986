"""Linux capabilities by way of libc: what lets an unprivileged server pass through a closed parent directory."""

import ctypes
import os
import sys

CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
CAP_SETPCAP = 8

_PR_SET_SECUREBITS = 28
_SECBIT_NO_SETUID_FIXUP = 1 << 2
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
    held = {cap for cap in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_SETPCAP) if sets[0].permitted & (1 << cap)}
    if CAP_SETPCAP not in held:
        return None
    return next((cap for cap in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE) if cap in held), None)


def keep_across_setuid() -> None:
    """Without this, leaving user id 0 clears every capability, and access(2), which initdb asks, does not count them."""
    _checked(_libc.prctl(_PR_SET_SECUREBITS, _SECBIT_NO_SETUID_FIXUP, 0, 0, 0))


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
