"""A supervisor over the programs that a test describes: `dummy.py SETUP NAME=SCRIPT…`, each script a piece of Python,
a name with `+` for one that waits for the web."""

import sys

from pdfsku.supervisor.programs import Plan, Program
from pdfsku.supervisor.run import run
from pdfsku.supervisor.settings import Settings
from pdfsku.supervisor.tree import Patience

IMPATIENT = Patience(first_pause_seconds=0.01, longest_pause_seconds=0.02, failures=3, grace_seconds=3)


def plan(settings: Settings) -> Plan:
    setup, *programs = sys.argv[1:]
    return Plan(_program("setup", setup), tuple(_program(*program.split("=", 1)) for program in programs))


def _program(name: str, script: str) -> Program:
    return Program(name.rstrip("+"), (sys.executable, "-c", script), waits_for_web=name.endswith("+"))


if __name__ == "__main__":
    sys.exit(run(plan, follow_parent=True, patience=IMPATIENT))
