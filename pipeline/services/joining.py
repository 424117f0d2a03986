"""Joins over pages, made as soon as the pages they need are there, in whatever order those were read.

Pages are joined in order. What has been read without a hole from the first page on is cut where no product runs across;
everything before the cut is then exactly what joining the whole file at once would give, and may be delivered.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from django.db import transaction

from jobs.models import PDFJob
from jobs.transitions import move_many
from pdfsku.shared.bulk import insert_rows, update_rows
from pdfsku.shared.choices import AttributeSource, PageStatus
from pdfsku.shared.garbage import no_collections
from pipeline.crosspage import LinkKind, join_neighbours, join_pages
from pipeline.documents import page_document
from pipeline.duplicates import DuplicateIndex
from pipeline.models import SKU, Image, Page, SKUImageBinding
from pipeline.queries import blank_document
from pipeline.reading import open_reader
from pipeline.records import Binding, PageResult
from pipeline.records import Image as ImageRecord
from pipeline.rows import binding_row, from_record, page_values, sku_key, sku_values

_UNREAD = (PageStatus.PENDING, PageStatus.AI_QUEUED, PageStatus.AI_PROCESSING, PageStatus.AI_FAILED)


@transaction.atomic
def join_read_pages(job: PDFJob) -> int:
    """Join what can be joined now; how many pages got their final document. Whoever settles a job is alone at it.

    The job's row is left free: workers that save pages meanwhile write their checkpoint there.
    """
    # The records of all these pages at once: looking for cycles among them took as long as joining them.
    with no_collections():
        return _join_read_pages(job)


def _join_read_pages(job: PDFJob) -> int:
    rows, results = _pages_to_join(job)
    if not rows:
        return 0
    before = _page_before(job, rows[0].page_number)
    marked = _mark_repeated_pictures(job, [results[number] for number in sorted(results)], rows[0].page_number)
    joined, _links = join_pages([*([before] if before else []), *marked])
    final = {page.page_number: page for page in joined}
    pictures = {image.image_id: image for page in joined for image in page.images}
    for row in rows:
        _follow(row, results.get(row.page_number), final.get(row.page_number))
    _follow_pictures(job, joined)
    update_rows(Page, {row.pk: _document(row, final.get(row.page_number), pictures) for row in rows})
    return len(rows)


def read_blank_pages(job: PDFJob) -> None:
    """Blank pages need no worker's turn, but they stand in the result like any other."""
    blank = list(Page.objects.filter(job=job, status=PageStatus.BLANK, record__isnull=True))
    if not blank:
        return
    with open_reader(job) as reader:
        for page in blank:
            values = page_values(reader.read(page.page_number))
            Page.objects.filter(pk=page.pk).update(**values)


def _pages_to_join(job: PDFJob) -> tuple[list[Page], dict[int, PageResult]]:
    """From the first page without a document up to the last sure cut: their rows, and what was read from them."""
    keys, is_all = _read_without_hole(job)
    if not keys:
        return [], {}
    wanted = ("page_number", "attempt_no", "status", "record", "job_id", "page_type", "layout_type", "table_continuation_from")
    rows = list(Page.objects.filter(pk__in=keys).only(*wanted).order_by("page_number"))
    results = {row.page_number: from_record(row.record) for row in rows if row.record}
    if not is_all:
        rows = rows[: _last_cut([results.get(row.page_number) for row in rows])]
    for row in rows:
        row.job = job
    return rows, {row.page_number: results[row.page_number] for row in rows if row.page_number in results}


def _read_without_hole(job: PDFJob) -> tuple[list[int], bool]:
    """Pages without a document that were read, up to the first that was not; and whether those are all."""
    latest = Page.objects.filter(job=job, product_description__isnull=True).order_by("page_number", "-attempt_no").distinct("page_number")
    found = list(latest.values_list("pk", "status"))
    read = list(takewhile(lambda page: page[1] not in _UNREAD, found))
    return [key for key, _ in read], len(read) == len(found)


def _last_cut(run: Sequence[PageResult | None]) -> int:
    """How many of these pages are sure: the last of them may go on in a page that was not read yet."""
    for length in range(len(run) - 1, 0, -1):
        first, second = run[length - 1], run[length]
        if first is None or second is None or not _runs_across(first, second):
            return length
    return 0


def _runs_across(first: PageResult, second: PageResult) -> bool:
    return any(link.kind is LinkKind.PRODUCT_CONTINUATION for link in join_neighbours(first, second)[2])


def _page_before(job: PDFJob, number: int) -> PageResult | None:
    records = Page.objects.filter(job=job, page_number=number - 1).order_by("-attempt_no").values_list("record", flat=True)
    record = records.first()
    return from_record(record) if record else None


def _mark_repeated_pictures(job: PDFJob, pages: list[PageResult], first: int) -> list[PageResult]:
    if not any(page.images for page in pages):
        return pages
    index = DuplicateIndex()
    earlier = Image.objects.filter(job=job, page_number__lt=first, is_duplicate=False).order_by("page_number", "id")
    index.learn(_as_seen(*row) for row in earlier.values_list("image_id", "page_number", "resolution", "image_hash"))
    return [index.marked(page) for page in pages]


def _as_seen(image_id: str, page_number: int, resolution: list[int] | None, image_hash: str | None) -> ImageRecord:
    """As much of a stored picture as telling it from others needs."""
    width, height = resolution or (1, 1)
    return ImageRecord(
        image_id=image_id,
        page_number=page_number,
        box=(0.0, 0.0, 0.0, 0.0),  # type: ignore[arg-type]
        role="",
        role_confidence=0.0,
        pixel_size=(width, height),
        quality_grade="",
        search_eligible=False,
        format="",
        phash=image_hash or "",
    )


def _document(row: Page, joined: PageResult | None, pictures: dict[str, ImageRecord]) -> dict[str, Any]:
    """What the page says in the end, as columns of its row."""
    if joined is None:
        return {"product_description": blank_document(row), "table_continuation_from": row.table_continuation_from}
    shown = [pictures[binding.image_id] for binding in joined.bindings if binding.image_id in pictures]
    return {"product_description": page_document(joined, shown), "table_continuation_from": joined.table_continuation_from}


def _follow_pictures(job: PDFJob, pages: Sequence[PageResult]) -> None:
    """Pictures that were seen before are marked as such in their rows too."""
    kept = {image.image_id: image.duplicate_of for page in pages for image in page.images if image.is_duplicate}
    if not kept:
        return
    rows = Image.objects.filter(job=job, image_id__in=kept, is_duplicate=False).values_list("pk", "image_id")
    update_rows(Image, {pk: {"is_duplicate": True, "dedup_kept_version": kept[image_id]} for pk, image_id in rows})


def _follow(row: Page, alone: PageResult | None, joined: PageResult | None) -> None:
    """The page's SKUs and bindings in line with its document, where the join changed something."""
    if alone is not None and joined is not None and (joined.skus, joined.bindings) != (alone.skus, alone.bindings):
        _follow_skus(row, alone, joined)


def _follow_skus(row: Page, alone: PageResult, joined: PageResult) -> None:
    """A product that gained values from the next page is rewritten; one that was the tail of another gives way to it."""
    kept = {sku.sku_id: sku for sku in joined.skus}
    gone = [sku_key(row, sku.sku_id) for sku in alone.skus if sku.sku_id not in kept]
    absorbed = list(SKU.objects.filter(job=row.job_id, sku_id__in=gone, superseded=False))
    SKU.objects.filter(pk__in=[sku.pk for sku in absorbed]).update(superseded=True)
    move_many([sku for sku in absorbed if sku.status in SKU.machine.edge("supersede").sources], "supersede", reason="cross_page_merge")
    SKUImageBinding.objects.filter(job=row.job_id, sku_id__in=gone).update(is_latest=False)
    was = {sku.sku_id: sku for sku in alone.skus}
    for sku in joined.skus:
        if sku != was.get(sku.sku_id):
            SKU.objects.filter(sku_id=sku_key(row, sku.sku_id), superseded=False).update(
                **sku_values(sku), attribute_source=AttributeSource.CROSS_PAGE_MERGED
            )
    _add_bindings(row, [binding for binding in joined.bindings if binding not in alone.bindings])


def _add_bindings(row: Page, bindings: list[Binding]) -> None:
    roles = dict(Image.objects.filter(job=row.job_id, image_id__in=[b.image_id for b in bindings]).values_list("image_id", "role"))
    insert_rows((binding_row(row, binding, roles.get(binding.image_id)) for binding in bindings), ignore_conflicts=True)
