"""Installs fully pinned requirement files with plain pip, several of them side by side.

Most of an install is pip reading long index pages and unpacking wheels on one core. The files are complete locks, so their lines can
be installed apart from each other; `pip check` then tells whether the platform wants anything more, and an ordinary pip run adds it.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
# The pip that comes with Python 3.11 needs twice the processor time of this one. Not having it is no reason to stop.
BETTER_PIP = "pip==26.3"
MOST_AT_ONCE = 4


def main(files: list[str]) -> int:
    """Install all lines of the files into the environment of this interpreter."""
    lines = [line for file in files for line in pinned_lines(Path(file))]
    subprocess.call([*PIP, "install", "-qq", "--no-compile", BETTER_PIP])
    with tempfile.TemporaryDirectory() as directory:
        pips = [start_pip(share, Path(directory) / f"share-{index}.txt") for index, share in enumerate(shares(lines))]
        codes = [pip.wait() for pip in pips]
    if any(codes) or subprocess.call([*PIP, "check"], stdout=subprocess.DEVNULL) != 0:
        return subprocess.call([*PIP, "install", *(part for file in files for part in ("-r", file))])
    return 0


def pinned_lines(file: Path) -> list[str]:
    """The requirements of one file, without comments and includes."""
    lines = (line.split(" #")[0].strip() for line in file.read_text().splitlines())
    return [line for line in lines if line and not line.startswith(("#", "-"))]


def shares(lines: list[str]) -> list[list[str]]:
    """The lines dealt out like cards, so that big and small ones mix."""
    count = min(MOST_AT_ONCE, os.cpu_count() or 1)
    return [lines[start::count] for start in range(count)]


def start_pip(lines: list[str], file: Path) -> "subprocess.Popen[bytes]":
    """Modules are compiled when they are first imported, which most of them never are."""
    file.write_text("\n".join(lines))
    return subprocess.Popen([*PIP, "install", "-qq", "--no-deps", "--no-compile", "-r", str(file)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
