"""`manage.py extract`: files in, results and pictures out; what cannot be read is said and counted."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pymupdf
import pytest
from django.core.management import CommandError, call_command

from tests.pipeline.catalogs import blank_page, draw, grid_page, table_page

ROOT = Path(__file__).resolve().parent.parent.parent


def _extract(*arguments: object) -> tuple[int, str, str]:
    out, errors = io.StringIO(), io.StringIO()
    try:
        call_command("extract", *(str(argument) for argument in arguments), stdout=out, stderr=errors)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue(), errors.getvalue()
    return 0, out.getvalue(), errors.getvalue()


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    return draw(tmp_path, table_page, grid_page, blank_page, name="catalog.pdf")


def test_table_shows_every_sku(catalog: Path) -> None:
    code, out, errors = _extract(catalog)

    assert code == 0
    assert "TX-2001" in out
    assert "AB-1025" in out
    assert "18" in errors
    assert not list(catalog.parent.glob("*_images"))


def test_json_lies_beside_its_pictures(catalog: Path, tmp_path: Path) -> None:
    code, _, _ = _extract(catalog, "--format", "json", "--out", tmp_path / "out")

    document = json.loads((tmp_path / "out" / "catalog.json").read_text(encoding="utf-8"))
    assert code == 0
    assert document["file"] == "catalog.pdf"
    assert [len(page["skus"]) for page in document["pages"]] == [12, 6, 0]
    assert document["pages"][2]["blank"]
    pictures = [image for page in document["pages"] for image in page["images"]]
    assert len(pictures) == 6
    assert all((tmp_path / "out" / image["file"]).stat().st_size > 100 for image in pictures)
    sku = document["pages"][1]["skus"][0]
    assert sku["evidence"]["model"]["quote"] == sku["model"]
    assert sku["images"][0]["image_id"] in {image["image_id"] for image in pictures}


def test_csv_and_xlsx_are_written(catalog: Path, tmp_path: Path) -> None:
    assert _extract(catalog, "--format", "csv", "--out", tmp_path)[0] == 0
    assert _extract(catalog, "--format", "xlsx", "--out", tmp_path)[0] == 0

    with (tmp_path / "catalog.csv").open(encoding="utf-8-sig", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 18
    assert (tmp_path / "catalog.xlsx").read_bytes()[:2] == b"PK"


def test_only_chosen_pages_are_read(catalog: Path, tmp_path: Path) -> None:
    _extract(catalog, "--format", "json", "--out", tmp_path, "--pages", "2-3,9")

    document = json.loads((tmp_path / "catalog.json").read_text(encoding="utf-8"))
    assert [page["page"] for page in document["pages"]] == [2, 3]


def test_pages_that_are_not_there_are_said_and_the_other_files_still_read(catalog: Path, tmp_path: Path) -> None:
    short = draw(tmp_path, table_page, name="short.pdf")

    code, out, errors = _extract(short, catalog, "--pages", "2-9")

    assert code == 1
    assert re.search(r"NOT_FOUND .*short.pdf: the file has 1 pages", errors)
    assert "AB-1025" in out


def test_ranges_that_run_backwards_are_refused(catalog: Path) -> None:
    with pytest.raises(CommandError, match="9-3"):
        _extract(catalog, "--pages", "9-3")


def _bracketed_page(page: pymupdf.Page) -> None:
    for row, texts in enumerate((("Model", "Name", "Price"), *((f"Q[{n}]-77", f"Box [/a] {n} :key:", f"${n}.50") for n in range(1, 7)))):
        for column, text in enumerate(texts):
            page.insert_text((60 + 160 * column, 90 + 20 * row), text, fontsize=10)


def test_brackets_and_colons_are_shown_as_printed(tmp_path: Path) -> None:
    catalog = draw(tmp_path, _bracketed_page, name="[red] tools.pdf")

    code, out, errors = _extract(catalog, tmp_path / "[gone].pdf")

    assert code == 1
    assert "Q[3]-77" in out
    assert "Box [/a] 3 :key:" in out
    assert "[red] tools.pdf" in errors
    assert "[gone].pdf" in errors


def test_a_place_that_cannot_be_written_to_is_said_before_anything_is_read(catalog: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")

    with pytest.raises(CommandError, match="taken"):
        _extract(catalog, "--format", "csv", "--out", tmp_path / "taken")


def test_an_interrupted_run_keeps_the_files_it_has_ended_and_nothing_of_the_other(catalog: Path, tmp_path: Path) -> None:
    long = draw(tmp_path, *[partial(grid_page, seed=6 * number) for number in range(40)], name="long.pdf")
    command = [sys.executable, "manage.py", "extract", str(catalog), str(long), "--format", "json", "--out", str(tmp_path / "out")]

    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        _wait_for(tmp_path / "out" / "long_images")
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=30)

    assert process.returncode == 130
    assert "Traceback" not in errors
    assert re.search(r"STOPPED .*long.pdf", errors)
    assert "Summary" in errors
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["catalog.json", "catalog_images"]


def _wait_for(path: Path) -> None:
    ends = monotonic() + 60
    while not path.exists() and monotonic() < ends:
        sleep(0.02)


def test_unreadable_files_are_named_by_code_and_the_others_still_done(catalog: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.pdf").write_text("Dear Sir")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing follows")
    with pymupdf.open(catalog) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    names = ("letter.pdf", "broken.pdf", "locked.pdf", "missing.pdf", "catalog.pdf")

    code, _, errors = _extract(*(tmp_path / name for name in names), "--format", "json", "--out", tmp_path / "out")

    assert code == 1
    lines = [line for line in errors.splitlines() if line.split(" ")[0].isupper() and ".pdf" in line]
    assert [line.split(" ")[0] for line in lines] == ["INVALID_MIME", "SECURITY_PARSE_FAILED", "SECURITY_ENCRYPTED_PDF", "NOT_FOUND"]
    assert [path.name for path in (tmp_path / "out").glob("*.json")] == ["catalog.json"]


def test_files_of_one_name_do_not_overwrite_each_other(catalog: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = draw(tmp_path / "other", table_page, name="catalog.pdf")

    _extract(catalog, other, "--format", "json", "--out", tmp_path / "out")

    assert sorted(path.name for path in (tmp_path / "out").glob("*.json")) == ["catalog-2.json", "catalog.json"]


def test_it_needs_no_database(catalog: Path, tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    command = [sys.executable, "manage.py", "extract", str(catalog), "--format", "json", "--out", str(tmp_path)]

    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **nowhere, "DJANGO_SETTINGS_MODULE": "pdfsku.settings"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "catalog.json").exists()


def test_the_systems_python_goes_on_with_the_prepared_environment() -> None:
    done = subprocess.run(
        [sys._base_executable, "-S", "manage.py", "extract", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )  # type: ignore[attr-defined]

    assert done.returncode == 0, done.stderr
    assert "--format" in done.stdout


def test_a_start_loads_neither_models_nor_what_reads_pdfs() -> None:
    heavy = ("django.db.models", "rest_framework", "unfold", "psycopg", "redis", "numpy", "pymupdf", "PIL", "xlsxwriter")
    script = f"import sys, outputs.management.commands.extract; print([name for name in {heavy!r} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
