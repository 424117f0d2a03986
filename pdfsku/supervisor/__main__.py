"""`python -m pdfsku.supervisor [--follow-parent]`: what `make run` executes."""

import argparse
import sys

from pdfsku.supervisor.programs import product
from pdfsku.supervisor.run import run


def main() -> int:
    """Run the product."""
    parser = argparse.ArgumentParser(prog="python -m pdfsku.supervisor", description="Runs the whole product in the foreground.")
    parser.add_argument("--follow-parent", action="store_true", help="stop when the process that started this one is gone")
    options = parser.parse_args()
    return run(product, follow_parent=options.follow_parent)


if __name__ == "__main__":
    sys.exit(main())
