"""Pages as worksheets, printed by LibreOffice Calc. It is asked for by name, because not every machine has it."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pymupdf
from openpyxl import Workbook
from openpyxl.drawing.image import Image as CellImage
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from tests.golden.drawing import pictures
from tests.golden.drawing.truth import DrawnPage, PageFacts, PlacedPicture, Product, Role

TIMEOUT_SECONDS = 120
LINE = Border(*(Side(style="thin", color="808080") for _ in range(4)))
PIXELS_PER_POINT = 4 / 3


class LibreOfficeMissing(RuntimeError):
    """Catalogs of LibreOffice were asked for on a machine without it."""


@dataclass(slots=True)
class Grid:
    """One worksheet under the pen; rows and columns count from 1."""

    rng: Random
    sheet: Worksheet
    keys: list[tuple[str, Role]] = field(default_factory=list)

    def write(
        self, row: int, column: int, text: str, *, size: float = 10, is_bold: bool = False, is_framed: bool = False, fill: str = ""
    ) -> None:
        cell = self.sheet.cell(row, column, text)
        cell.font = Font(name="Noto Sans CJK SC", size=size, bold=is_bold)
        cell.alignment = Alignment(vertical="center", wrap_text=True)
        if is_framed:
            cell.border = LINE
        if fill:
            cell.fill = PatternFill("solid", fgColor=fill)

    def line(self, row: int, texts: Sequence[str], *, is_bold: bool = False, is_framed: bool = True, fill: str = "") -> None:
        for column, text in enumerate(texts, 1):
            self.write(row, column, text, is_bold=is_bold, is_framed=is_framed, fill=fill)

    def merge(self, row: int, column: int, last_row: int, last_column: int) -> None:
        self.sheet.merge_cells(start_row=row, start_column=column, end_row=last_row, end_column=last_column)

    def widths(self, *characters: float) -> None:
        for column, width in zip("ABCDEFGHIJ", characters, strict=False):
            self.sheet.column_dimensions[column].width = width

    def picture(self, row: int, column: int, shape: str, *, side_pt: float, role: Role = Role.MAIN) -> str:
        """A photo over a cell, below those there are: in print they are told apart by their order."""
        image = CellImage(io.BytesIO(pictures.photo(shape, self.rng, size=(220, 220))))
        image.width = image.height = round(side_pt * PIXELS_PER_POINT)
        self.sheet.add_image(image, self.sheet.cell(row, column).coordinate)
        self.sheet.row_dimensions[row].height = side_pt + 4
        key = f"{role.value.lower()}-{len(self.keys) + 1:03}"
        self.keys.append((key, role))
        return key


@dataclass(frozen=True, slots=True)
class GridPage:
    """What a worksheet says, without its place on paper."""

    facts: PageFacts
    products: tuple[Product, ...]


def new_grid(book: Workbook, rng: Random) -> Grid:
    """A further worksheet, printed on one page."""
    sheet = book.create_sheet()
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToHeight = sheet.page_setup.fitToWidth = 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    return Grid(rng, sheet)


def by_calc(book: Workbook, grids: Sequence[Grid], pages: Sequence[GridPage]) -> tuple[bytes, tuple[DrawnPage, ...]]:
    """The printed workbook, and its pages with pictures where they were put."""
    program = shutil.which("soffice")
    if program is None:
        raise LibreOfficeMissing("LibreOffice is not installed: no soffice on the path")
    with TemporaryDirectory() as folder:
        source = Path(folder, "catalog.xlsx")
        book.save(source)
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        command = [program, profile, "--headless", "--convert-to", "pdf", "--outdir", folder, str(source)]
        subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT_SECONDS)
        pdf = source.with_suffix(".pdf").read_bytes()
    with pymupdf.open("pdf", pdf) as document:
        return pdf, tuple(_placed(paper, grid, page) for paper, grid, page in zip(document, grids, pages, strict=True))


def _placed(paper: pymupdf.Page, grid: Grid, page: GridPage) -> DrawnPage:
    boxes = sorted((info["bbox"] for info in paper.get_image_info()), key=lambda box: box[1])
    placed = tuple(PlacedPicture(key, role, box) for (key, role), box in zip(grid.keys, boxes, strict=True))
    return DrawnPage(page.facts, (paper.rect.width, paper.rect.height), page.products, placed)
