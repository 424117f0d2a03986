"""Uploads beside the peer: the same client sends to this server and to @tus/server in turns, in one run.

    python bench/upload.py [--reps 3] [--modules DIR_WITH_node_modules] [--torture 4] [--json out.json]

Without --modules the peer is installed from npm into the work directory. --torture sends a file of so many GiB through
20 disconnects and 5 kills of the server. Exit status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT.parent / "shared" / "tools"
sys.path.insert(0, str(ROOT))

from pdfsku import embedded  # noqa: E402
from tests.clients.server import UploadServer, free_port, running  # noqa: E402
from tests.clients.torture import digest_of_content, digest_of_file, upload_under_torture  # noqa: E402
from tests.clients.tus import TusClient  # noqa: E402

LOADS = {
    "1 GiB in 8 MiB": ("--size", "1GiB", "--chunk", "8MiB"),
    "1 GiB in 64 MiB": ("--size", "1GiB", "--chunk", "64MiB"),
    "8 x 128 MiB in 8 MiB": ("--size", "128MiB", "--chunk", "8MiB", "--parallel", "8"),
}
PEER_PACKAGES = ("@tus/server@2.4.5", "@tus/file-store@2.1.1")
MIN_RATIO = 1.3
MAX_GROWTH_MB = 64
MIN_KEPT = 0.95
_TOKEN = """
from pdfsku.accounts.models import Merchant, User
from pdfsku.accounts.tokens import token_pair
merchant, _ = Merchant.objects.get_or_create(merchant_id="bench", defaults={"name": "Bench"})
user, _ = User.objects.get_or_create(username="bench", defaults={"merchant": merchant})
print(token_pair(user)["access"])
"""


@contextmanager
def our_server(work: Path) -> Iterator[tuple[UploadServer, str]]:
    """This server with a database of its own, and a bearer token for it."""
    with embedded.embedded_services(work) as urls:
        environment = {
            "DATABASE_URL": urls.database_url,
            "REDIS_URL": urls.redis_url,
            "PDFSKU_DATA_DIR": str(work),
            "PDFSKU_EMBEDDED": "1",
            "DJANGO_SETTINGS_MODULE": "pdfsku.settings",
        }
        manage(environment, "migrate", "--verbosity", "0", "--skip-checks")
        token = manage(environment, "shell", "--no-imports", "--command", _TOKEN).split()[-1]
        with running(work, environment, application="pdfsku.asgi:application") as server:
            yield server, token
        shutil.rmtree(work / "uploads", ignore_errors=True)


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


@contextmanager
def peer(work: Path, modules: Path) -> Iterator[tuple[str, int]]:
    """@tus/server with its file store; URL and process id."""
    port, directory = free_port(), work / "peer"
    options = ["--guard", "--expire-ms", "3600000", "--modules", str(modules), "--dir", str(directory), "--port", str(port)]
    process = subprocess.Popen(["node", str(TOOLS / "tus_server.mjs"), *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield f"http://127.0.0.1:{port}/files", process.pid
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(directory, ignore_errors=True)


def load(url: str, pid: int, arguments: tuple[str, ...], *headers: str) -> dict[str, float]:
    flags = [part for header in headers for part in ("--header", header)]
    command = [sys.executable, str(TOOLS / "tus_load.py"), "--url", url, "--pid", str(pid), *arguments, *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return json.loads(done.stdout)


def compare(work: Path, modules: Path, reps: int) -> list[dict[str, object]]:
    rows = []
    with our_server(work) as (server, token), peer(work, modules) as (peer_url, peer_pid):
        for name, arguments in LOADS.items():
            ours, theirs = [], []
            for _ in range(reps):
                theirs.append(load(peer_url, peer_pid, arguments))
                ours.append(load(server.url, server.pid, arguments, f"Authorization: Bearer {token}"))
            rows.append(row(name, ours, theirs))
            print(json.dumps(rows[-1]), flush=True)
    return rows


def row(name: str, ours: list[dict[str, float]], theirs: list[dict[str, float]]) -> dict[str, object]:
    mine, peers = (statistics.median(run["total_MB_s"] for run in runs) for runs in (ours, theirs))
    return {
        "load": name,
        "ours_MB_s": mine,
        "peer_MB_s": peers,
        "ratio": round(mine / peers, 2),
        "ours_rss_growth_MB": round(max(run["server_rss_peak_MB"] - ours[0]["server_rss_base_MB"] for run in ours), 1),
        "peer_rss_growth_MB": round(max(run["server_rss_peak_MB"] - theirs[0]["server_rss_base_MB"] for run in theirs), 1),
        "ours_chunk_p50_ms": ours[-1]["chunk_p50_ms"],
        "peer_chunk_p50_ms": theirs[-1]["chunk_p50_ms"],
    }


def torture(work: Path, length: int) -> dict[str, object]:
    """A file through 20 disconnects and 5 kills of the server."""
    with our_server(work) as (server, token):
        client = TusClient(server.url, token)
        report = upload_under_torture(server, client, length=length, chunk=64 * 1024**2, disconnects=20, kills=5)
        path = server.upload_dir / f"{report.url.rsplit('/', 1)[1]}.data"
        result = {
            "load": f"torture {length >> 20} MiB",
            "disconnects": report.disconnects,
            "kills": report.kills,
            "kept_min": round(min(report.kept), 4),
            "is_exact": digest_of_file(path) == digest_of_content(length),
        }
    print(json.dumps(result), flush=True)
    return result


def installed_peer(work: Path) -> Path:
    """The peer from npm, once."""
    modules = work / "npm"
    if not (modules / "node_modules" / "@tus" / "server").is_dir():
        modules.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(modules), *PEER_PACKAGES], check=True)
    return modules


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", type=Path)
    parser.add_argument("--work", type=Path, default=ROOT / "var" / "bench")
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--torture", type=int, metavar="GIB", default=0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = compare(options.work, options.modules or installed_peer(options.work), options.reps) if options.reps else []
    missed = [r["load"] for r in rows if r["ratio"] < MIN_RATIO or r["ours_rss_growth_MB"] >= MAX_GROWTH_MB]
    if options.torture:
        rows.append(torture(options.work, options.torture * 1024**3))
        missed += [] if rows[-1]["is_exact"] and rows[-1]["kept_min"] >= MIN_KEPT else ["torture"]
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    print("missed:" if missed else "all targets met", *missed)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
