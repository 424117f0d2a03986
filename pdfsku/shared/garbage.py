"""When Python may look for cycles among its objects, where that takes a good part of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# So many more records before cycles are looked for among them: at the usual 700 each page's end was the time for it, over all that the page
# leaves, most of which is gone a few pages later. A page of a catalog leaves 2,000 to 10,000.
RARELY = 100_000


@contextmanager
def no_collections() -> Iterator[None]:
    """While inside, no cycle is looked for. For work that makes very many records and hardly a cycle, and then lets go of them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def keep_for_good() -> None:
    """What is there now is never looked at again, and what comes rarely: for a process whose libraries are loaded and which others are
    forked from."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(RARELY)
