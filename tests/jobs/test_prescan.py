"""The first look at a catalog: blank pages, text, pictures, penalties."""

import json
from pathlib import Path

import pymupdf
import pytest

from jobs.prescan import PrescanFailed, PrescanLimits, PrescanRules, prescan
from tests.jobs.corpus import shared
from tests.jobs.hostile import Draft, bomb, sparse, stream
from tests.processes import leftovers, processes_before

pytestmark = pytest.mark.usefixtures("processes_before")
__all__ = ["processes_before"]

RULES = PrescanRules(
    min_text_chars_for_blank=20, ocr_rate_penalty_threshold=0.5, ocr_rate_penalty_weight=0.25, no_images_penalty_weight=0.1
)
WORDS = "Stacking chair, oak, seat height 45 cm, 89.00 EUR"


def picture(shade: int) -> bytes:
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40))
    pixmap.clear_with(shade)
    return bytes(pixmap.tobytes("png"))


@pytest.fixture
def catalog(tmp_path: Path):
    """Saves a document with one page for each painter."""

    def save(*painters) -> Path:
        with pymupdf.open() as document:
            for painter in painters:
                painter(document.new_page())
            document.save(tmp_path / "catalog.pdf")
        return tmp_path / "catalog.pdf"

    return save


def with_words(page) -> None:
    page.insert_text((60, 100), WORDS)


def with_picture(page) -> None:
    page.insert_image((50, 200, 150, 300), stream=picture(90))


def with_number_only(page) -> None:
    page.insert_text((290, 820), "- 17 -")


def scanned(page) -> None:
    page.insert_image(page.rect, stream=picture(250))


def with_line(page) -> None:
    page.draw_line((50, 50), (500, 50))


def outlined(page) -> None:
    for offset in range(40):
        page.draw_rect((50 + 9 * offset, 100, 56 + 9 * offset, 112), fill=(0, 0, 0))


def white_box(page) -> None:
    page.draw_rect(page.rect, color=(1, 1, 1), fill=(1, 1, 1))


def tinted_with_number(page) -> None:
    page.draw_rect(page.rect, color=(0.9, 0.85, 0.7), fill=(0.9, 0.85, 0.7))
    with_number_only(page)


def turned_with_number(page) -> None:
    white_box(page)
    with_number_only(page)
    page.set_rotation(90)


def empty(page) -> None:
    pass


@pytest.mark.parametrize("painter", [empty, with_number_only, white_box, tinted_with_number, turned_with_number])
def test_page_with_nothing_to_see_is_blank(painter, catalog) -> None:
    found = prescan(catalog(with_words, painter), RULES)

    assert found.blank_pages == (2,)
    assert not found.all_blank


@pytest.mark.parametrize("painter", [with_words, with_picture, scanned, with_line, outlined])
def test_page_with_anything_to_see_is_not_blank(painter, catalog) -> None:
    assert prescan(catalog(painter), RULES).blank_pages == ()


def test_metrics_and_penalties(catalog) -> None:
    found = prescan(catalog(with_words, scanned, scanned, empty), RULES)

    assert found.raw_metrics == {"total_pages": 4, "blank_page_count": 1, "blank_rate": 0.25, "ocr_rate": 1 / 3, "image_count": 2}
    assert [(penalty.rule, penalty.weight) for penalty in found.penalties] == [("ocr_rate_low", 0.25)]
    assert found.total_penalty == 0.25


def test_catalog_without_pictures(catalog) -> None:
    found = prescan(catalog(with_words, with_words), RULES)

    assert [penalty.rule for penalty in found.penalties] == ["no_images"]
    assert found.penalties[0].reason


def test_good_catalog_has_no_penalty(catalog) -> None:
    def full(page) -> None:
        with_words(page)
        with_picture(page)

    found = prescan(catalog(full), RULES)

    assert (found.penalties, found.total_penalty) == ((), 0)


def test_catalog_of_blank_pages(catalog) -> None:
    found = prescan(catalog(empty, with_number_only), RULES)

    assert found.all_blank
    assert found.raw_metrics == {"total_pages": 2, "blank_page_count": 2, "blank_rate": 1.0, "ocr_rate": 0.0, "image_count": 0}


def test_minimum_of_text_is_the_profiles(catalog) -> None:
    path = catalog(with_words)

    assert prescan(path, PrescanRules(min_text_chars_for_blank=500)).blank_pages == (1,)
    assert prescan(path, PrescanRules(min_text_chars_for_blank=5)).blank_pages == ()


def test_encrypted_catalog_that_opens_without_password_is_read(catalog) -> None:
    path = catalog(with_words)
    with pymupdf.open(path) as document:
        document.save(path.with_name("locked.pdf"), encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="")

    found = prescan(path.with_name("locked.pdf"), RULES)

    assert (found.blank_pages, found.raw_metrics["ocr_rate"]) == ((), 1.0)


def test_file_of_three_gibibytes_is_read(tmp_path: Path) -> None:
    found = prescan(sparse(tmp_path / "catalog.pdf", 3 << 30), RULES)

    assert (found.raw_metrics["total_pages"], found.unread_pages) == (1, ())


def test_only_the_first_pages(catalog) -> None:
    found = prescan(catalog(empty, with_words, empty), RULES, page_limit=2)

    assert found.blank_pages == (1,)
    assert found.raw_metrics["total_pages"] == 3
    assert found.raw_metrics["blank_rate"] == 0.5


def test_record_is_json(catalog) -> None:
    record = prescan(catalog(empty, with_words), RULES).as_record()

    assert json.loads(json.dumps(record))["raw_metrics"]["blank_page_count"] == 1


def with_endless_page(path: Path, *, number: int, pages: int) -> Path:
    """A file one page of which draws for ever; the others have too little text to count."""
    endless = stream(b"/A Do " * 2, b"")
    forms = {
        10 + level: stream(b"/A Do " * 12, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A %d 0 R>>>>" % (11 + level))
        for level in range(12)
    }
    forms[22] = stream(b"0 0 9 9 re f", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]")
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 30 0 R/Resources<</XObject<</A 10 0 R>>>>>>"
    path.write_bytes(Draft(page_count=pages, objects={3 if number == 1 else 998 + number: page, 30: endless, **forms}).plain())
    return path


def test_page_that_takes_too_long_is_left_out(tmp_path: Path) -> None:
    file = with_endless_page(tmp_path / "catalog.pdf", number=1, pages=2)

    found = prescan(file, RULES, limits=PrescanLimits(page_seconds=1.0))

    assert found.unread_pages == (1,)
    assert found.blank_pages == (2,)
    assert leftovers() == []


def test_pages_that_are_not_reached_in_time_are_unread_and_not_blank(tmp_path: Path) -> None:
    file = with_endless_page(tmp_path / "catalog.pdf", number=2, pages=4)

    found = prescan(file, RULES, limits=PrescanLimits(timeout_seconds=4.0, page_seconds=60.0))

    assert found.blank_pages == (1,)
    assert found.unread_pages == (2, 3, 4)
    assert not found.all_blank
    assert leftovers() == []


def test_too_little_time_is_a_clear_failure(catalog) -> None:
    with pytest.raises(PrescanFailed, match=r"0\.01 seconds"):
        prescan(catalog(with_words), RULES, limits=PrescanLimits(timeout_seconds=0.01))


def test_file_that_does_not_open_is_a_clear_failure(tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(b"no PDF at all")

    with pytest.raises(PrescanFailed, match="does not open"):
        prescan(file, RULES)


def test_bomb_on_a_page_does_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 30 0 R>>"
    file.write_bytes(Draft(page_count=2, objects={3: page, 30: stream(bomb(300 << 20), b"/Filter/FlateDecode")}).plain())

    found = prescan(file, RULES)

    assert found.raw_metrics["total_pages"] == 2
    assert 1 not in found.blank_pages


def test_blank_pages_of_generated_catalogs() -> None:
    truths = sorted(shared("golden", "dev").glob("*.truth.json"))[:12]

    found = {
        truth.name: prescan(truth.with_name(truth.name.replace(".truth.json", ".pdf")), PrescanRules()).blank_pages for truth in truths
    }

    expected = {truth.name: tuple(page["page"] for page in json.loads(truth.read_text())["pages"] if page["blank"]) for truth in truths}
    assert found == expected
