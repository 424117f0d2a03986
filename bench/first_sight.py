"""Keep what SKUs and pages of unknown catalogs look like, and whether they are right, for `bench/calibration.py`.

    python bench/first_sight.py FOLDER… [--out bench/first_sight.json]

A FOLDER holds `NAME.pdf` and `NAME.truth.json`. To be run once, before anybody has looked at these catalogs: as soon as their kinds are
read better they no longer show what the next unknown one will be like. What was kept of other catalogs stays.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.truths import FIRST_SIGHT, Sample, drawn_truths, first_sight, samples  # noqa: E402

ABOUT = "What SKUs and pages looked like when the pipeline met their kinds of catalog for the first time, and whether they were right."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--out", type=Path, default=FIRST_SIGHT)
    options = parser.parse_args()
    skus: list[Sample] = []
    pages: list[Sample] = []
    for truth in (truth for folder in options.folders for truth in drawn_truths(folder)):
        found, whole = samples(truth, options.shared, use_ocr=True)
        skus += found
        pages += whole
        print(f"{truth.name}: {len(found)} SKUs", flush=True)
    skus, pages = _with_kept("sku", skus), _with_kept("page", pages)
    options.out.write_text(f'{{\n "about": "{ABOUT}",\n "sku": {_table(skus)},\n "page": {_table(pages)}\n}}\n', encoding="utf-8")


def _with_kept(kind: str, new: Sequence[Sample]) -> list[Sample]:
    """The samples after those of other catalogs that were kept before; these must have been asked the same things."""
    read = {sample.catalog for sample in new}
    kept = [replace(sample, catalog=sample.catalog.removeprefix("new/")) for sample in first_sight(kind)]
    if kept and new and kept[0].features.keys() != new[0].features.keys():
        sys.exit("The features have changed: what was kept before cannot be weighed with them. Use --out for a new file.")
    return [sample for sample in kept if sample.catalog not in read] + list(new)


def _table(kept: Sequence[Sample]) -> str:
    """Names of the features and a row for each sample, one on a line."""
    names = sorted(kept[0].features)
    rows = [[sample.catalog, sample.page, int(sample.is_right), *(round(sample.features[name], 4) for name in names)] for sample in kept]
    lines = ",\n  ".join(
        json.dumps([int(v) if isinstance(v, float) and v.is_integer() else v for v in row], separators=(",", ":")) for row in rows
    )
    return f'{{"names": {json.dumps(names)}, "rows": [\n  {lines}\n ]}}'


if __name__ == "__main__":
    main()
