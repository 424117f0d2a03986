"""Where measurements connect: this package counts nothing itself and calls whoever asked to be told."""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[int], None]

_on_bytes: list[Listener] = []
_on_active: list[Listener] = []


def connect(*, bytes_received: Listener | None = None, active_changed: Listener | None = None) -> None:
    """Be told how many bytes were written, and by how much (+1, -1) the number of running transfers changed."""
    if bytes_received is not None:
        _on_bytes.append(bytes_received)
    if active_changed is not None:
        _on_active.append(active_changed)


def on_bytes(count: int) -> None:
    for listener in _on_bytes:
        listener(count)


def on_active(change: int) -> None:
    for listener in _on_active:
        listener(change)
