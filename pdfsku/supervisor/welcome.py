"""What a person is told once the pages answer: where they are and who may sign in."""

import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from pdfsku.supervisor.console import Console
from pdfsku.supervisor.settings import Settings

PLACES = (("Portal", "/portal/"), ("Admin", "/admin/"), ("API", "/api/v1/docs/"))
POLL_SECONDS = 0.2


def demo_users_file(data_dir: Path) -> Path:
    """Written by the preparation in embedded demo mode: an object of user names and passwords."""
    return data_dir / "demo-users.json"


def announce_when_live(settings: Settings, console: Console) -> threading.Event:
    """Say where everything is as soon as the web server answers, which also sets the event."""
    is_live = threading.Event()
    threading.Thread(target=_announce, args=(settings, console, is_live), name="welcome", daemon=True).start()
    return is_live


def _announce(settings: Settings, console: Console, is_live: threading.Event) -> None:
    while not _is_live(settings.url):
        time.sleep(POLL_SECONDS)
    is_live.set()
    lines = [f"pdfsku runs at {settings.url}", *(f"  {name:<8} {settings.url}{path}" for name, path in PLACES)]
    if not settings.database_url:
        lines += _demo_users(demo_users_file(settings.data_dir))
    lines.append("  Ctrl-C stops everything")
    console.say("\n".join(lines))


def _is_live(url: str) -> bool:
    # Proxies of the environment are for the world outside.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/health/live", timeout=2) as answer:
            return bool(answer.status == http.HTTPStatus.OK)
    except (urllib.error.URLError, http.client.HTTPException, OSError):
        return False


def _demo_users(path: Path) -> list[str]:
    if not path.exists():
        return []
    passwords: dict[str, str] = json.loads(path.read_text())
    rows = [f"    {name:<10} {password}" for name, password in passwords.items()]
    return [f"  Demo users (also in {path}):", *rows]
