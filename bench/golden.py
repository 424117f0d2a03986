"""Extraction on all catalogs with truth beside the checkout: both scorers' figures, on the part used for tuning and on the part held out.

    python bench/golden.py [--out DIR] [--only golden|corpus] [--held DIR] [--workers N] [--reuse]

Results stay in DIR (a temporary one without --out); `--reuse` scores what lies there already. All hand-read truths beside the checkout have
been used for tuning; `--held` names a folder of others, for the same catalogs' folder, that nobody looked at while tuning.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
sys.path.insert(0, str(ROOT))

from outputs.document import document_head, page_documents  # noqa: E402
from outputs.renderers import json_chunks  # noqa: E402
from pipeline.catalog import run_catalog  # noqa: E402
from pipeline.options import Options  # noqa: E402

HELD_OUT_SET = "s1004-"


def golden_parts() -> dict[str, list[Path]]:
    truths = sorted((SHARED / "golden" / "dev").glob("*.truth.json"))
    return {
        "tuned": [truth for truth in truths if not truth.name.startswith(HELD_OUT_SET)],
        "held out": [truth for truth in truths if truth.name.startswith(HELD_OUT_SET)],
    }


def corpus_parts(held: Path | None) -> dict[str, list[Path]]:
    parts = {"tuned": sorted((SHARED / "corpus" / "truth").glob("*.json"))}
    return {**parts, "held out": sorted(held.glob("*.json"))} if held else parts


def corpus_pdf(truth: Path) -> Path:
    document = json.loads(truth.read_text(encoding="utf-8"))
    name = document.get("file") or document["source"]["file"]
    return SHARED / "corpus" / "catalogs" / Path(name).name


def extract(pdf: Path, out: Path, workers: int, *, reuse: bool) -> None:
    target = out / f"{pdf.stem}.json"
    if reuse and target.exists():
        return
    catalog = run_catalog(pdf, options=Options(keep_image_data=False), workers=workers)
    head = document_head(file=pdf.name, file_hash=catalog.survey.file_hash)
    target.write_text("".join(json_chunks(head, list(page_documents(catalog.pages)))), encoding="utf-8")
    for page in catalog.pages:
        for failure in page.failures:
            print(f"{pdf.name} page {page.page_number}: {failure.stage} {failure.category} {failure.message}", file=sys.stderr)


def show(scorer: Path, truths: list[Path], out: Path, *extra: str) -> None:
    """Run a scorer on some truths; it reads folders, so they are linked into one."""
    with tempfile.TemporaryDirectory() as folder:
        for truth in truths:
            (Path(folder) / truth.name).symlink_to(truth)
        subprocess.run([sys.executable, str(scorer), "--truth", folder, "--pred", str(out), *extra], check=True)


def run(parts: dict[str, list[Path]], scorer: Path, out: Path, arguments: argparse.Namespace, *, is_corpus: bool) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for part, truths in parts.items():
        for truth in truths:
            pdf = corpus_pdf(truth) if is_corpus else truth.with_name(truth.name.replace(".truth.json", ".pdf"))
            extract(pdf, out, arguments.workers, reuse=arguments.reuse)
        print(f"\n=== {scorer.parent.name}, {part} ===", flush=True)
        show(scorer, truths, out, *(() if is_corpus else ("--by", "kind")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", choices=("golden", "corpus"))
    parser.add_argument("--held", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--reuse", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        out = arguments.out or Path(scratch)
        if arguments.only != "corpus":
            run(golden_parts(), SHARED / "golden" / "score.py", out / "golden", arguments, is_corpus=False)
        if arguments.only != "golden":
            run(corpus_parts(arguments.held), SHARED / "corpus" / "score.py", out / "corpus", arguments, is_corpus=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
