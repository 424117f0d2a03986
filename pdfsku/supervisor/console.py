"""Log lines of many processes on one screen: prefixed and readable, or raw JSON for machines."""

import json
import sys
import threading
from datetime import UTC, datetime
from typing import TextIO

WIDTH = 6
COLOURS = {"web": "36", "worker": "33", "scan": "35", "setup": "34"}
LEVEL_COLOURS = {"WARNING": "33", "ERROR": "31", "CRITICAL": "31"}
# Fields that have their own place in a line, or none: all others follow as key=value.
PLACED = ("time", "level", "message", "logger", "exception")
OWN_NAME = "pdfsku"


class Console:
    """Writes whole lines, one at a time, from any thread."""

    def __init__(self, log_format: str, *, stream: TextIO | None = None, is_coloured: bool = False) -> None:
        self.is_broken = False
        self._is_raw = log_format == "json"
        self._stream = stream or sys.stdout
        self._is_coloured = is_coloured
        self._lock = threading.Lock()

    def say(self, message: str, *, level: str = "INFO") -> None:
        """A line of the supervisor itself."""
        if self._is_raw:
            self._write(_as_json(OWN_NAME, message, level))
        else:
            self._write(*(f"{self._prefix(OWN_NAME)}{self._level(line, level)}" for line in message.splitlines()))

    def relay(self, name: str, line: str) -> None:
        """A line that a program wrote."""
        record = _record(line)
        if self._is_raw:
            self._write(line if record is not None else _as_json(name, line, "INFO"))
        else:
            text = line if record is None else self._readable(record)
            self._write(*(f"{self._prefix(name)}{part}" for part in text.splitlines() or [""]))

    def _readable(self, record: dict[str, object]) -> str:
        level = str(record.get("level", "INFO"))
        others = " ".join(f"{key}={_value(value)}" for key, value in record.items() if key not in PLACED)
        head = f"{_clock(record.get('time'))} {level:<7} {record['message']}"
        text = f"{head}  {others}" if others else head
        return "\n".join([self._level(text, level), *str(record.get("exception", "")).splitlines()])

    def _prefix(self, name: str) -> str:
        return f"{self._painted(f'{name:<{WIDTH}} |', COLOURS.get(name, '1'))} "

    def _level(self, text: str, level: str) -> str:
        return self._painted(text, LEVEL_COLOURS[level]) if level in LEVEL_COLOURS else text

    def _painted(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._is_coloured else text

    def _write(self, *lines: str) -> None:
        with self._lock:
            try:
                self._stream.write("".join(f"{line}\n" for line in lines))
                self._stream.flush()
            except (BrokenPipeError, OSError):
                self.is_broken = True


def _record(line: str) -> dict[str, object] | None:
    """A JSON log line as an object; None for anything else."""
    if not line.startswith("{"):
        return None
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) and "message" in record else None


def _as_json(name: str, message: str, level: str) -> str:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": now, "level": level, "logger": name, "message": message}, ensure_ascii=False)


def _clock(time: object) -> str:
    """The time of day where the reader is; a line that tells no time, or a strange one, gets the present."""
    try:
        moment = datetime.fromisoformat(str(time))
    except ValueError:
        moment = datetime.now(UTC)
    return moment.astimezone().strftime("%H:%M:%S")


def _value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return json.dumps(text, ensure_ascii=False) if text == "" or " " in text else text
