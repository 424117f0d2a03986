"""How true the confidences are on catalogs that were not used to fit them: expected calibration error, and a plot.

    python bench/reliability.py [--shared ../shared] [--held DIR …] [--no-ocr] [--out bench/reliability.png]
    python bench/reliability.py --kept

`--held` takes folders of further catalogs with truth that nobody looked at. One such set is the work of one hand and misses what is promised
by a tenth either way; `--kept` asks all sets that were kept as they were first read, each judged by a fit on the others.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.calibration import fit, weighed  # noqa: E402
from bench.truths import Sample, find_truths, first_sight, samples  # noqa: E402
from pipeline.confidence import coefficients, limited, probability  # noqa: E402

BINS = 10
TARGET = 0.05
SIDE, MARGIN = 480, 60
# Catalogs are named after their set: letters, then figures.
SET = re.compile(r"new/([a-z]+)")

Judged = tuple[float, bool]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--held", type=Path, nargs="+", default=[])
    parser.add_argument("--no-ocr", action="store_true", help="leave scanned pages out of it")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "reliability.png")
    parser.add_argument("--kept", action="store_true", help="the sets kept as they were first read, each by a fit on the others")
    options = parser.parse_args()
    if options.kept:
        judged = list(each_by_the_others(first_sight("sku")))
        show("sets by the others", judged)
        draw(judged, options.out)
        return
    generated: list[Judged] = []
    real: list[Judged] = []
    for truth in find_truths(options.shared, options.held):
        if truth.is_held_out or truth.truth.parent in options.held:
            found, _ = samples(truth, options.shared, use_ocr=not options.no_ocr)
            (real if truth.is_real else generated).extend(given(sample) for sample in found)
    for name, judged in (("generated", generated), ("real", real), ("all", generated + real)):
        show(name, judged)
    draw(generated + real, options.out)


def each_by_the_others(kept: Sequence[Sample]) -> Iterator[Judged]:
    """What SKUs would have been given by a fit that knows all sets but theirs, and whether they are right."""
    sets: dict[str, list[Sample]] = {}
    for sample in kept:
        sets.setdefault(_set_of(sample), []).append(sample)
    for name, own in sets.items():
        weights = fit(weighed([sample for sample in kept if _set_of(sample) != name], 1.0))
        judged = [(limited(probability(weights, sample.features), sample.features), sample.is_right) for sample in own]
        print(f"{name}: {len(own)} SKUs, {sum(is_right for _, is_right in judged)} right, error {expected_error(judged):.3f}")
        yield from judged


def _set_of(sample: Sample) -> str:
    named = SET.match(sample.catalog)
    return named[1] if named is not None else sample.catalog


def given(sample: Sample) -> Judged:
    """The confidence the pipeline gives this SKU, and whether it is right."""
    return limited(probability(coefficients()["sku"], sample.features), sample.features), sample.is_right


def bins(judged: Sequence[Judged]) -> list[list[Judged]]:
    """By tenths of confidence."""
    groups: list[list[Judged]] = [[] for _ in range(BINS)]
    for confidence, is_right in judged:
        groups[min(BINS - 1, int(confidence * BINS))].append((confidence, is_right))
    return groups


def expected_error(judged: Sequence[Judged]) -> float:
    """Mean distance between what was promised and what was true, weighed by how often it was promised."""
    if not judged:
        return 0.0
    return sum(abs(_mean_confidence(group) - _share_right(group)) * len(group) for group in bins(judged) if group) / len(judged)


def show(name: str, judged: Sequence[Judged]) -> None:
    error = expected_error(judged)
    right = sum(is_right for _, is_right in judged)
    print(f"{name}: {len(judged)} SKUs, {right} right, expected calibration error {error:.3f} (target {TARGET})")
    for group in bins(judged):
        if group:
            print(f"  promised {_mean_confidence(group):.2f}  true {_share_right(group):.2f}  n {len(group)}")


def draw(judged: Sequence[Judged], out: Path) -> None:
    """Promised against true; the size of a dot is the number of SKUs behind it."""
    image = Image.new("RGB", (SIDE + 2 * MARGIN, SIDE + 2 * MARGIN), "white")
    canvas = ImageDraw.Draw(image)
    place = lambda x, y: (MARGIN + x * SIDE, MARGIN + (1 - y) * SIDE)  # noqa: E731
    canvas.rectangle([*place(0, 1), *place(1, 0)], outline="black")
    canvas.line([*place(0, 0), *place(1, 1)], fill="grey")
    for step in range(BINS + 1):
        share = step / BINS
        canvas.text((place(share, 0)[0] - 8, place(0, 0)[1] + 6), f"{share:.1f}", fill="black")
        canvas.text((place(0, share)[0] - 26, place(0, share)[1] - 6), f"{share:.1f}", fill="black")
    for group in bins(judged):
        if group:
            x, y = place(_mean_confidence(group), _share_right(group))
            radius = 3 + 22 * (len(group) / len(judged)) ** 0.5
            canvas.ellipse([x - radius, y - radius, x + radius, y + radius], outline="blue", width=3)
    canvas.text(
        (MARGIN, 12),
        f"share of right SKUs by confidence, {len(judged)} SKUs not used in the fit, error {expected_error(judged):.3f}",
        fill="black",
    )
    canvas.text((MARGIN + SIDE // 2 - 40, SIDE + MARGIN + 30), "confidence given", fill="black")
    image.save(out)
    print(f"plot: {out}")


def _mean_confidence(group: Sequence[Judged]) -> float:
    return sum(confidence for confidence, _ in group) / len(group)


def _share_right(group: Sequence[Judged]) -> float:
    return sum(is_right for _, is_right in group) / len(group)


if __name__ == "__main__":
    main()
