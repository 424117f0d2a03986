"""How the web process keeps its memory: buffers of a streamed body are used again instead of going back to the kernel.

A body comes in pieces of a quarter of a megabyte. By default the C library takes each from the kernel and gives it back:
370,000 page faults for a gigabyte, and two thirds of the time it takes to receive one.
"""

from __future__ import annotations

import ctypes

# From malloc.h of glibc: what is larger comes from the kernel each time; how much free memory at the top is kept.
_M_MMAP_THRESHOLD, _MMAP_THRESHOLD_BYTES = -3, 4 * 1024 * 1024
_M_TRIM_THRESHOLD, _TRIM_THRESHOLD_BYTES = -1, 32 * 1024 * 1024


def keep_buffers() -> bool:
    """Whether the C library could be told; others than glibc have their own ways and are left alone."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    return bool(mallopt(_M_MMAP_THRESHOLD, _MMAP_THRESHOLD_BYTES) and mallopt(_M_TRIM_THRESHOLD, _TRIM_THRESHOLD_BYTES))
