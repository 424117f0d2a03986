"""What a merchant does in the portal, in a browser: drop a file, watch, point, download, cancel; also by keyboard and on a phone."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Page, expect

from jobs.models import PDFJob, Upload
from jobs.services.creation import JobRequest, create_job
from pipeline.claims import claim_page
from pipeline.models import SKU
from pipeline.reading import open_reader
from pipeline.store import save_page
from tests.browser.conftest import OpenPage
from tests.factories import JobFactory, UserFactory
from tests.factories.uploads import complete_upload
from tests.jobs.hostile import SCRIPT, Draft
from tests.pdfs import catalog
from tests.pipeline.catalogs import draw, grid_page
from tests.queue import drain

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
MEBIBYTE = 1024 * 1024


def submitted(user, data: bytes, *, filename: str = "catalog.pdf") -> PDFJob:
    upload = complete_upload(user, data, filename=filename)
    return create_job(JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user))


def choose(page: Page, data: bytes, name: str = "spring.pdf") -> None:
    page.set_input_files("#files", {"name": name, "mimeType": "application/pdf", "buffer": data})


def has_no_sideways_scroll(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_from_a_dropped_file_to_its_skus_without_a_reload(open_page: OpenPage) -> None:
    page = open_page(UserFactory())
    expect(page.get_by_text("There are no jobs here yet.")).to_be_visible()

    choose(page, catalog(pages=2, title="browser"))

    row = page.locator(".uploads li")
    expect(row.locator(".state")).to_have_text("Accepted")
    expect(row.locator("progress")).to_have_js_property("value", 1)
    expect(page.locator("table.jobs a")).to_have_text("spring.pdf")
    row.get_by_role("link", name="Open the job").click()
    expect(page.locator("#skus")).to_contain_text("No SKUs yet.")
    page.evaluate("window.isSamePage = true")

    drain()

    expect(page.locator("#skus tbody tr")).to_have_count(12)
    expect(page.locator("#progress .status")).to_have_text("Completed")
    expect(page.locator("#progress .chip.IMPORTED_CONFIRMED")).to_have_count(2)
    expect(page.locator("#page-title")).to_have_text("Page 1")
    assert page.evaluate("window.isSamePage") is True


def test_the_list_follows_its_jobs(open_page: OpenPage) -> None:
    user = UserFactory()
    submitted(user, catalog(pages=1))
    page = open_page(user)
    expect(page.locator("table.jobs .status")).to_have_text("Processing")

    drain()

    expect(page.locator("table.jobs .status")).to_have_text("Completed")


def test_pages_are_shown_as_they_finish(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=3))
    drain(at_most=1)
    page = open_page(user, f"/portal/jobs/{job.pk}")
    expect(page.locator(".chip.AI_QUEUED")).to_have_count(3)
    page.evaluate("window.isSamePage = true")
    job.refresh_from_db()

    with open_reader(job) as reader:
        for number in (1, 2):
            save_page(claim_page(job, "worker-a"), reader.read(number), review_reason=None)

            expect(page.locator(".chip.AI_COMPLETED")).to_have_count(number)
            expect(page.locator("#skus tbody tr")).to_have_count(6 * number)
            expect(page.locator("#progress .figures")).to_contain_text(f"{number} of 3 pages")

    expect(page.locator("#page-title")).to_have_text("Page 1")
    assert page.evaluate("window.isSamePage") is True


def test_pictures_are_shown_with_what_they_belong_to(open_page: OpenPage, tmp_path: Path) -> None:
    user = UserFactory()
    job = submitted(user, draw(tmp_path, grid_page).read_bytes())
    drain()
    page = open_page(user, f"/portal/jobs/{job.pk}")

    thumbs = page.locator(".products li .thumbs img")
    expect(thumbs).to_have_count(6)
    expect(thumbs.first).to_have_js_property("complete", True)
    assert thumbs.first.evaluate("image => image.naturalWidth") > 100
    page.get_by_text("6 pictures").click()
    pictures = page.locator(".pictures li")
    expect(pictures).to_have_count(6)
    models = [sku.attributes["model"] for sku in SKU.objects.filter(job=job)]
    for number, model in enumerate(sorted(models)):
        expect(pictures.nth(number)).to_contain_text(model)
    first = page.locator(".products li").first
    first.hover()
    expect(page.locator(f'svg g.lit[data-sku="{first.get_attribute("data-sku")}"] rect.picture')).to_have_count(1)


def test_the_route_is_explained(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1))
    drain()

    page = open_page(user, f"/portal/jobs/{job.pk}")
    page.get_by_text("Route: Automatic").click()

    expect(page.locator(".why p")).to_contain_text("The machine does this catalog alone")


def test_pointing_at_a_product_lights_its_box(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1))
    drain()
    page = open_page(user, f"/portal/jobs/{job.pk}")
    second = page.locator(".products li").nth(1)
    box = page.locator(f'svg g[data-sku="{second.get_attribute("data-sku")}"]')
    assert box.locator("rect.whole").bounding_box()["width"] > 50

    second.hover()
    expect(box).to_have_class("lit")
    page.locator("h1").hover()
    expect(box).not_to_have_class("lit")

    second.focus()
    expect(box).to_have_class("lit")
    page.locator("#skus tbody tr").nth(1).hover()
    expect(box).to_have_class("lit")
    second.locator("[data-value]").first.hover()
    expect(box.locator("rect.value.lit")).to_have_count(1)


def test_the_picture_of_the_page_lies_under_the_boxes(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1))
    drain()

    page = open_page(user, f"/portal/jobs/{job.pk}")

    picture = page.locator(".sheet img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 1000
    drawn, boxes = picture.bounding_box(), page.locator(".sheet svg").bounding_box()
    assert abs(drawn["width"] - boxes["width"]) < 3
    assert abs(drawn["height"] - boxes["height"]) < 3


def test_another_page_is_shown_without_losing_focus(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=3))
    drain()
    page = open_page(user, f"/portal/jobs/{job.pk}")

    chip = page.locator(".chip[data-page='2']")
    chip.focus()
    page.keyboard.press("Enter")

    expect(page.locator("#page-title")).to_have_text("Page 2")
    expect(chip).to_be_focused()
    expect(chip).to_have_attribute("aria-current", "page")
    assert page.url.endswith("?page=2")


def test_skus_are_searched_and_sorted_in_place(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=2))
    drain()
    page = open_page(user, f"/portal/jobs/{job.pk}")

    page.get_by_role("searchbox").fill("p1-10 chair")
    page.keyboard.press("Enter")

    expect(page.locator("#skus tbody tr")).to_have_count(6)
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_label("Sort").select_option("model")
    expect(page.locator("#skus tbody tr").first).to_contain_text("P1-101")
    page.reload()
    expect(page.locator("#skus tbody tr")).to_have_count(6)


def test_a_refresh_leaves_what_the_reader_is_doing(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1))
    page = open_page(user, f"/portal/jobs/{job.pk}", viewport={"width": 800, "height": 300})
    page.get_by_text("Cancel", exact=True).click()
    page.get_by_role("searchbox").fill("half a wo")
    page.evaluate("window.scrollTo(0, 40)")

    drain()

    expect(page.locator("#progress .status")).to_have_text("Completed")
    expect(page.get_by_role("searchbox")).to_have_value("half a wo")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert page.evaluate("window.scrollY") == 40


@pytest.mark.parametrize("kind", ["json", "csv", "xlsx"])
def test_each_format_is_downloaded(open_page: OpenPage, kind: str) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1), filename="价目表.pdf")
    drain()
    page = open_page(user, f"/portal/jobs/{job.pk}")

    with page.expect_download() as download:
        page.get_by_role("link", name=f"Download {kind.upper()}").click()

    assert download.value.suggested_filename == f"价目表.{kind}"
    assert models_in(Path(download.value.path()), kind) == {f"P0-{number}" for number in range(101, 107)}


def models_in(path: Path, kind: str) -> set[str]:
    if kind == "json":
        return {sku["model"] for page in json.loads(path.read_text())["pages"] for sku in page["skus"]}
    if kind == "csv":
        return {row["model"] for row in csv.DictReader(io.StringIO(path.read_text("utf-8-sig")))}
    rows = openpyxl.load_workbook(io.BytesIO(path.read_bytes())).worksheets[0].iter_rows(values_only=True)
    column = next(rows).index("model")
    return {row[column] for row in rows}


def test_a_job_is_cancelled_after_a_question(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1))
    page = open_page(user, f"/portal/jobs/{job.pk}")
    expect(page.get_by_role("button", name="Cancel the job")).to_be_hidden()

    page.get_by_text("Cancel", exact=True).click()
    page.get_by_role("button", name="Cancel the job").click()

    expect(page.locator("#progress .status")).to_have_text("Failed")
    expect(page.get_by_role("alert")).to_have_text("The job was cancelled.")
    job.refresh_from_db()
    assert job.status == "CANCELLED"


@pytest.mark.parametrize(
    ("locale", "scripts", "no_pdf"),
    [
        ("en-US", "The PDF contains unsafe scripts. Please create it again with “Print to PDF”.", "Only PDF files are accepted."),
        ("zh-CN", "PDF 包含不安全的脚本内容", "PDF"),
    ],
)
def test_a_refused_file_says_why(open_page: OpenPage, locale: str, scripts: str, no_pdf: str) -> None:
    page = open_page(UserFactory(), locale=locale)

    choose(page, Draft(catalog=b"/OpenAction " + SCRIPT).plain(), name="scripts.pdf")
    choose(page, b"hello", name="notes.txt")

    rows = page.locator(".uploads li")
    expect(rows.nth(0).locator(".state")).to_contain_text(scripts)
    expect(rows.nth(1).locator(".state")).to_contain_text(no_pdf)
    expect(page.locator("table.jobs .status.failed")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", "en" if locale == "en-US" else "zh-hans")


def test_the_same_file_is_processed_again_only_if_wished(open_page: OpenPage) -> None:
    user = UserFactory()
    data = catalog(pages=1)
    first = submitted(user, data)
    page = open_page(user)

    choose(page, data)

    row = page.locator(".uploads li")
    expect(row.locator(".state")).to_have_text("The same file was uploaded before.")
    expect(row.get_by_role("link", name="Open the job")).to_have_attribute("href", f"/portal/jobs/{first.pk}")
    row.get_by_role("button", name="Process it again").click()
    expect(row.locator(".state")).to_have_text("Accepted")
    assert PDFJob.objects.filter(merchant=user.merchant).count() == 2


def test_an_upload_is_paused_and_goes_on_after_a_reload(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(UserFactory())
    file = large_file(tmp_path)
    # The second chunk waits until the row is paused: then there is something to resume.
    page.evaluate(HOLD_AFTER_FIRST_CHUNK)

    page.set_input_files("#files", file)
    row = page.locator(".uploads li")
    expect(row.locator(".amount")).to_contain_text("8.4")
    row.get_by_role("button", name="Pause").click()

    expect(row.locator(".state")).to_have_text("Paused")
    expect(row.get_by_role("button", name="Resume")).to_be_focused()
    page.reload()
    page.set_input_files("#files", file)
    expect(page.locator(".uploads li .state")).to_have_text("Accepted")
    assert Upload.objects.count() == 1


def large_file(folder: Path) -> Path:
    """A catalog of two chunks: readers ignore what follows its end."""
    path = folder / "large.pdf"
    path.write_bytes(catalog(pages=1) + b"\n%" + b"x" * (9 * MEBIBYTE))
    return path


HOLD_AFTER_FIRST_CHUNK = """() => {
  const send = XMLHttpRequest.prototype.send;
  let chunks = 0;
  XMLHttpRequest.prototype.send = function (body) {
    if (body && ++chunks > 1) return;
    send.call(this, body);
  };
}"""


def test_a_lost_connection_is_told_and_survived(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(UserFactory())
    page.route("**/api/v1/uploads/*", lambda route: route.abort("connectionreset"), times=3)

    page.set_input_files("#files", large_file(tmp_path))

    expect(page.locator(".uploads li .state")).to_have_text("The connection was lost; it will go on by itself.")
    expect(page.locator(".uploads li .state")).to_have_text("Accepted")
    assert PDFJob.objects.count() == 1


def test_many_files_at_once(open_page: OpenPage) -> None:
    page = open_page(UserFactory())
    files = [
        {"name": f"part-{number}.pdf", "mimeType": "application/pdf", "buffer": catalog(pages=1, title=str(number))} for number in range(4)
    ]

    page.set_input_files("#files", files)

    expect(page.locator(".uploads li.done")).to_have_count(4)
    expect(page.locator("table.jobs tbody tr")).to_have_count(4)


def test_a_foreign_job_is_not_there(open_page: OpenPage) -> None:
    page = open_page(UserFactory())

    answer = page.goto(f"/portal/jobs/{JobFactory().pk}")

    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("Not found")


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_a_phone_scrolls_only_downwards(open_page: OpenPage, locale: str) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=2), filename=f"{'a-very-long-name-' * 8}.pdf")
    drain()

    page = open_page(user, viewport=PHONE, locale=locale)
    seen = [has_no_sideways_scroll(page)]
    page.goto(f"/portal/jobs/{job.pk}")
    expect(page.locator(".sheet img")).to_have_js_property("complete", True)
    seen.append(has_no_sideways_scroll(page))
    page.goto("/portal/login")
    seen.append(has_no_sideways_scroll(page))

    assert seen == [True, True, True]


def test_everything_can_be_reached_by_keyboard(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=1))
    drain()
    page = open_page(None, "/portal/login")
    expect(page.locator("[name=username]")).to_be_focused()
    page.keyboard.type(user.get_username())
    page.keyboard.press("Tab")
    page.keyboard.type("correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url("**/portal/")

    tab_to(page, "a[href^='/portal/jobs/']")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/portal/jobs/{job.pk}")
    tab_to(page, "a[download]")
    tab_to(page, ".chip")
    tab_to(page, ".products li")

    expect(page.locator(".products li").first).to_have_class("lit")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{selector} is not reached by Tab")


def test_pages_work_before_scripts_load(open_page: OpenPage) -> None:
    user = UserFactory()
    job = submitted(user, catalog(pages=2))
    drain()

    page = open_page(user, f"/portal/jobs/{job.pk}?page=2", java_script_enabled=False)

    expect(page.locator("#page-title")).to_have_text("Page 2")
    assert page.locator("svg rect.whole").first.bounding_box()["height"] > 5
    page.get_by_role("searchbox").fill("P0-103")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#skus tbody tr")).to_have_count(1)
