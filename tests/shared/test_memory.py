"""The web process uses the buffers of a streamed body again."""

from __future__ import annotations

import subprocess
import sys

# As a server does with a body: some pieces are held while the next are received, then all are let go.
_RECEIVE = """
import resource
from pdfsku.memory import keep_buffers
assert keep_buffers()
held = []
def receive(pieces):
    for number in range(pieces):
        held.append(bytes([number % 251]) * 256_000)
        if len(held) == 8:
            held.clear()
receive(100)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
receive(2000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def test_the_buffers_of_a_body_are_not_fetched_anew_from_the_kernel() -> None:
    done = subprocess.run([sys.executable, "-c", _RECEIVE], capture_output=True, text=True, check=True)

    assert int(done.stdout) < 2000
