"""Renderers: JSON, CSV and XLSX say the same; codes stay text, amounts are numbers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import openpyxl

from outputs.renderers import csv_chunks, json_chunks, write_xlsx

HEAD = {"file": "a.pdf", "file_hash": "ff"}


def _sku(**values: Any) -> dict[str, Any]:
    plain = {"model": None, "name": None, "size": None, "material": None, "color": None, "price": None, "custom": {}, "images": []}
    return {"sku_id": "sku_1", "confidence": 0.9, "status": "VALIDATED", **plain, **values}


def _page(number: int, *skus: dict[str, Any]) -> dict[str, Any]:
    return {
        "page": number,
        "page_type": "A",
        "layout_type": "L4",
        "blank": False,
        "confidence": 0.9,
        "skus": list(skus),
        "images": [],
        "failures": [],
    }


def _csv(*pages: dict[str, Any]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(csv_chunks(pages)).removeprefix("\ufeff"))))


def test_json_in_pieces_is_one_document() -> None:
    pages = [_page(1, _sku(model="A")), _page(2)]

    text = "".join(json_chunks(HEAD, iter(pages)))

    assert json.loads(text) == {**HEAD, "pages": pages}


def test_json_of_no_pages_is_a_document() -> None:
    assert json.loads("".join(json_chunks(HEAD, []))) == {**HEAD, "pages": []}


def test_csv_has_a_column_for_every_printed_name() -> None:
    pages = [_page(1, _sku(model="A", custom={"电压": "220V"})), _page(2, _sku(model="B", custom={"MOQ": "50", "电压": "110V"}))]

    rows = _csv(*pages)

    assert [(row["model"], row["电压"], row["MOQ"], row["page"]) for row in rows] == [("A", "220V", "", "1"), ("B", "110V", "50", "2")]


def test_custom_name_like_a_column_of_ours_is_told_apart() -> None:
    rows = _csv(_page(1, _sku(size="10 cm", custom={"size": "XL"})))

    assert (rows[0]["size"], rows[0]["size (printed)"]) == ("10 cm", "XL")


def test_csv_does_not_smuggle_formulas() -> None:
    rows = _csv(_page(1, _sku(model="=HYPERLINK(1)", name="@cmd", size="-5", material="+49 glass", color="-")))

    assert rows[0]["model"] == "'=HYPERLINK(1)"
    assert rows[0]["name"] == "'@cmd"
    assert rows[0]["size"] == "-5"
    assert rows[0]["material"] == "'+49 glass"


def test_xlsx_keeps_codes_as_text_and_amounts_as_numbers(tmp_path: Path) -> None:
    price = {"amount": "1234.50", "currency": "EUR", "raw": "€ 1.234,50"}
    path = tmp_path / "a.xlsx"

    write_xlsx(path, [_page(1, _sku(model="00123", name="=1+1", price=price))])

    sheet = openpyxl.load_workbook(path)["SKUs"]
    titles = [cell.value for cell in sheet[1]]
    row = dict(zip(titles, sheet[2], strict=True))
    assert (row["model"].value, row["model"].data_type) == ("00123", "s")
    assert (row["name"].value, row["name"].data_type) == ("=1+1", "s")
    assert (row["price"].value, row["price"].data_type) == (1234.5, "n")
    assert (row["currency"].value, row["price_text"].value) == ("EUR", "€ 1.234,50")


def test_xlsx_has_numbers_where_a_whole_column_is_of_numbers(tmp_path: Path) -> None:
    first = {"MOQ": "50", "Weight (kg)": "12.50", "Load": "150 kg", "EAN": "40123455", "Lot": "0042", "货号": "7001", "Pack": "6"}
    second = {"MOQ": "100", "Weight (kg)": "9", "Load": "90", "Pack": "on request"}
    path = tmp_path / "a.xlsx"

    write_xlsx(path, [_page(1, _sku(model="1001", custom=first)), _page(2, _sku(model="1002", custom=second))])

    sheet = openpyxl.load_workbook(path)["SKUs"]
    row = dict(zip([cell.value for cell in sheet[1]], sheet[2], strict=True))
    assert {name: row[name].value for name in ("MOQ", "Weight (kg)")} == {"MOQ": 50, "Weight (kg)": 12.5}
    texts = ("model", "Load", "EAN", "Lot", "货号", "Pack")
    assert [(row[name].value, row[name].data_type) for name in texts] == [
        (value, "s") for value in ("1001", "150 kg", "40123455", "0042", "7001", "6")
    ]
    assert _csv(_page(1, _sku(custom=first)))[0]["Weight (kg)"] == "12.50"


def test_xlsx_of_equal_pages_is_an_equal_file(tmp_path: Path) -> None:
    pages = [_page(1, _sku(model="A"))]

    for name in ("a.xlsx", "b.xlsx"):
        write_xlsx(tmp_path / name, pages)

    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_overlong_text_is_cut_visibly(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "a.xlsx", [_page(1, _sku(model="A", name="x" * 40_000))])

    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx")["SKUs"]
    assert len(sheet.cell(2, 2).value) == 32_767
    assert sheet.cell(2, 2).value.endswith("…")
