"""Signals as something that a loop can wait for together with pipes."""

import os
import signal
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Signals:
    """From its making on, stop signals are noted instead of killing us, and ended children wake the loop."""

    def __init__(self) -> None:
        self.received: list[signal.Signals] = []
        self.reader, writer = os.pipe()
        os.set_blocking(self.reader, False)
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        for number in STOPPING:
            # Who started us under nohup wants us to outlive the terminal.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note)

    def drain(self) -> None:
        """Take the wake-up calls out of the pipe."""
        while True:
            try:
                if not os.read(self.reader, 4096):
                    return
            except BlockingIOError:
                return

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.received.append(signal.Signals(number))
