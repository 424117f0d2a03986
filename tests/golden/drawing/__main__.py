"""`python -m tests.golden.drawing OUT [--seeds 1 2 3] [--only NAME …] [--with-libreoffice]`"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.golden.drawing.catalogs import draw_set, draw_workbooks, write_set


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw catalogs with their truth into a folder.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", nargs="+", default=[], help="names of plans")
    parser.add_argument("--with-libreoffice", action="store_true", help="also print the workbooks")
    arguments = parser.parse_args()
    written = write_set(arguments.out, draw_set(seeds=arguments.seeds, names=arguments.only))
    if arguments.with_libreoffice:
        written += write_set(arguments.out, draw_workbooks(seeds=arguments.seeds))
    sys.stdout.write(f"{len(written)} catalogs in {arguments.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
