"""Rows that travel as one JSON document arrive as `bulk_create` and `update` would have written them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.forms.models import model_to_dict

from jobs.models import PDFJob
from outputs.models import ImportDedup
from pdfsku.shared.bulk import insert_rows, update_rows, update_where
from pipeline.models import SKU, Page
from tests.factories import JobFactory, PageFactory

pytestmark = pytest.mark.django_db

ODD_TEXT = "Größe \"M\" 'x' \\ 価格 %s {} \t\n𝛼"


def sku(job: PDFJob, number: int) -> SKU:
    return SKU(
        sku_id=f"{job.pk}:{number}",
        job=job,
        page_number=number,
        validity="valid",
        attributes={"name": ODD_TEXT, "price": {"amount": "1.10", "currency": None}, "list": [1, 2.5, True, None]},
        custom_attributes=[{"key": ODD_TEXT, "value": ""}],
        evidence={"nested": {"deep": [[1], [2]]}},
        confidence=None if number == 1 else 0.1 * number,
        source_text=None if number == 2 else ODD_TEXT,
        source_bbox=None if number == 3 else [0, -1, 2, 3],
    )


def stored(job: PDFJob) -> list[dict[str, object]]:
    return [model_to_dict(row, exclude=["id", "job", "sku_id"]) for row in SKU.objects.filter(job=job).order_by("id")]


def test_rows_are_stored_as_bulk_create_stores_them() -> None:
    ours, theirs = JobFactory(), JobFactory()

    new = insert_rows(sku(ours, number) for number in range(5))
    SKU.objects.bulk_create(sku(theirs, number) for number in range(5))

    assert len(stored(ours)) == 5
    assert stored(ours) == stored(theirs)
    assert [row.pk for row in new] == list(SKU.objects.filter(job=ours).order_by("sku_id").values_list("pk", flat=True))
    assert SKU.objects.filter(job=ours, created_at__isnull=True).count() == 0


def test_an_inserted_row_is_known_to_be_stored() -> None:
    (row,) = insert_rows([sku(JobFactory(), 4)])

    row.confidence = 0.5
    row.save(update_fields=["confidence"])

    assert SKU.objects.get(pk=row.pk).confidence == 0.5


def test_what_is_there_already_is_passed_over_if_asked() -> None:
    job = JobFactory()
    rows = [ImportDedup(dedup_key=key, job_id=job.pk, page_number=1, import_status="sent") for key in ("a", "b")]
    insert_rows(rows[:1])

    insert_rows(rows, ignore_conflicts=True)

    assert set(ImportDedup.objects.values_list("dedup_key", flat=True)) == {"a", "b"}


def test_no_rows_ask_nothing(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert insert_rows([]) == []
        update_rows(Page, {})


def test_each_row_gets_its_own_values_in_one_statement(django_assert_num_queries) -> None:
    job = JobFactory()
    first, second, other = (PageFactory(job=job, page_number=number) for number in (1, 2, 3))
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)

    with django_assert_num_queries(1):
        changes = {
            first.pk: {"product_description": {"name": ODD_TEXT}, "next_retry_at": moment},
            second.pk: {"product_description": None, "next_retry_at": None},
        }
        update_rows(Page, changes)

    rows = [Page.objects.get(pk=page.pk) for page in (first, second, other)]
    assert [(row.product_description, row.next_retry_at) for row in rows[:2]] == [({"name": ODD_TEXT}, moment), (None, None)]
    assert rows[2].product_description == other.product_description


def test_rows_are_changed_where_all_conditions_are_met(django_assert_num_queries) -> None:
    job = JobFactory()
    first, second, third = (PageFactory(job=job, page_number=number) for number in (1, 2, 3))
    Page.objects.filter(pk=third.pk).update(worker_id="busy")

    with django_assert_num_queries(1):
        count = update_where(
            Page,
            {"pk": [first.pk, third.pk], "status": ["PENDING", "BLANK"], "worker_id": None},
            {"features": {"a": [1]}, "lease_until": None},
        )

    assert count == 1
    assert [page.features for page in Page.objects.filter(job=job).order_by("page_number")] == [{"a": [1]}, None, None]
    assert update_where(Page, {"pk": second.pk, "attempt_no": 99}, {"features": {}}) == 0


def test_keys_find_the_rows_that_the_other_conditions_only_judge() -> None:
    rows = insert_rows(sku(JobFactory(), number) for number in (1, 2))
    asked: list[tuple[str, Any]] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        update_where(SKU, {"pk": [row.pk for row in rows], "status": ["EXTRACTED", "PARTIAL"]}, {"import_status": "assumed"})
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {asked[0][0]}", asked[0][1])
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert "Index Cond: (id = ANY" in plan, "on so few rows any index that holds the key costs the same"
    assert "idx_skus_status" not in plan
