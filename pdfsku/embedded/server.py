"""What PostgreSQL and Redis have in common as embedded servers: places, processes, readiness, an orderly end."""

import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import psutil

from pdfsku.embedded import accounts, sockets
from pdfsku.embedded.accounts import Account
from pdfsku.embedded.errors import EmbeddedError

# A log that has grown beyond this is put aside at the next start.
LOG_LIMIT_BYTES = 10_000_000
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


@dataclass(frozen=True)
class Server(ABC):
    """One kind of server over one data directory."""

    data_dir: Path
    durable: bool = True

    name: ClassVar[str]
    title: ClassVar[str]
    executable_name: ClassVar[str]
    stop_signals: ClassVar[tuple[tuple[signal.Signals, float], ...]]

    @property
    def home(self) -> Path:
        """The files of the server itself."""
        return self.data_dir / self.name

    @property
    def users_lock(self) -> Path:
        """Held shared by every process that uses the server."""
        return self.data_dir / "run" / f"{self.name}.users.lock"

    @property
    def start_lock(self) -> Path:
        """Held alone by whoever starts or stops the server."""
        return self.data_dir / "run" / f"{self.name}.start.lock"

    @property
    def keeper_lock(self) -> Path:
        """Held alone by the keeper as long as it lives; its text is the keeper's process id."""
        return self.data_dir / "run" / f"{self.name}.keeper.lock"

    @property
    def sockets_record(self) -> Path:
        """Names the directory of the server's socket."""
        return self.data_dir / "run" / f"{self.name}.sockets"

    @property
    def log(self) -> Path:
        """What the server and its keeper have to say."""
        return self.data_dir / "logs" / f"{self.name}.log"

    @cached_property
    def account(self) -> Account | None:
        """The account the server runs as, if not our own."""
        return accounts.account_for(self.home)

    @property
    @abstractmethod
    def executable(self) -> Path:
        """The server's program inside its wheel."""

    @property
    @abstractmethod
    def pid_file(self) -> Path:
        """Where the server writes its process id."""

    @abstractmethod
    def check(self) -> None:
        """Refuse a home that this server cannot use; change nothing."""

    @abstractmethod
    def prepare(self) -> None:
        """Make the home if it is not there."""

    @abstractmethod
    def arguments(self, socket_dir: Path) -> list[str]:
        """What the program is started with."""

    @abstractmethod
    def url(self, socket_dir: Path) -> str:
        """The address that clients use."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Whether clients are served now."""

    def launch(self) -> psutil.Process:
        """Start the server over a prepared home, in a session of its own, so that Ctrl-C passes it by."""
        self.clear_leftovers()
        socket_dir = sockets.provide(self.sockets_record, self.account)
        with self.log.open("ab") as log:
            child = subprocess.Popen(
                [str(self.executable), *self.arguments(socket_dir)],
                cwd=self.home,
                env=ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=accounts.becoming(self.account, (self.home, self.executable.parent)),
            )
        return psutil.Process(child.pid)

    def find_process(self) -> psutil.Process | None:
        """The running server of this home, whoever started it."""
        try:
            process = psutil.Process(int(self.pid_file.read_text().split("\n", 1)[0]))
        except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
            return None
        return process if self._is_mine(process) else None

    def stop_process(self) -> None:
        """End the server, gently first, and what may be left of it; its data stays."""
        process = self.find_process()
        if process is not None:
            end(process, self.stop_signals)
        self.clear_leftovers()
        sockets.remove(self.sockets_record)

    def clear_leftovers(self) -> None:
        """End orphans of a killed server and drop its process id, which may meanwhile be somebody else's."""
        if not self.pid_file.exists():
            return
        for orphan in list(self._processes()):
            end(orphan, ((signal.SIGQUIT, 2), (signal.SIGKILL, 5)))
        self.pid_file.unlink(missing_ok=True)

    def last_words(self) -> str:
        """The last line of the log that tells of a failure."""
        with self.log.open("rb") as log:
            log.seek(max(0, self.log.stat().st_size - 4000))
            lines = log.read().decode(errors="replace").splitlines()
        telling = [line for line in lines if any(word in line for word in ("FATAL", "PANIC", "error", "Fatal", "denied"))]
        return (telling or lines or ["it said nothing"])[-1].strip()

    def _processes(self) -> Iterator[psutil.Process]:
        return (process for process in psutil.process_iter() if self._is_mine(process))

    def _is_mine(self, process: psutil.Process) -> bool:
        """Servers work inside their home: that tells ours from a stranger with a recycled process id."""
        try:
            is_alive = process.status() != psutil.STATUS_ZOMBIE
            return is_alive and process.name().startswith(self.executable_name) and process.cwd() == str(self.home)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return False


def is_alive(process: psutil.Process) -> bool:
    """Whether the process still runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def end(process: psutil.Process, signals: tuple[tuple[signal.Signals, float], ...]) -> None:
    """Send each signal in turn until the process is gone, waiting the given seconds after each."""
    for number, seconds in signals:
        try:
            process.send_signal(number)
        except psutil.NoSuchProcess:
            return
        if _ends_within(process, seconds):
            return


def _ends_within(process: psutil.Process, seconds: float) -> bool:
    """A zombie counts as ended: the orphan of a killed keeper may wait long for its new parent to look at it."""
    deadline = time.monotonic() + seconds
    while is_alive(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def wheel_directory(package: str) -> Path:
    """Where a wheel keeps its files, without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise EmbeddedError(f"the package {package} is not installed: pip install -r requirements.txt")
    return Path(spec.origin).parent
