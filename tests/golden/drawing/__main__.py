"""`python -m tests.golden.drawing OUT [--seeds 1 2 3] [--only NAME …]`"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.golden.drawing.catalogs import draw_set, write_set


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw catalogs with their truth into a folder.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", nargs="+", default=[], help="names of plans")
    arguments = parser.parse_args()
    written = write_set(arguments.out, draw_set(seeds=arguments.seeds, names=arguments.only))
    sys.stdout.write(f"{len(written)} catalogs in {arguments.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
