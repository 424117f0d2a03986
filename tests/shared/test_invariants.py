"""INV-01 to INV-12: each is attacked by its number, from the ORM and, where the database enforces it, by raw SQL."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.db import IntegrityError, connection, models, transaction

from collaboration.models import HumanTask
from configs.models import ThresholdProfile
from jobs.transitions import move
from pdfsku.shared.choices import ImportConfirmation, PageType, SKUValidity
from pdfsku.shared.errors import Code, Failure
from pipeline.models import SKUImageBinding
from tests.factories import ImageFactory, JobFactory, PageFactory, ProfileFactory, SKUFactory, TaskFactory

pytestmark = pytest.mark.django_db

LIST: dict[str, dict[str, str]] = yaml.safe_load((settings.BASE_DIR / "docs" / "dictionary" / "invariants.yml").read_text())


def orm_update(row: models.Model, **values: Any) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**values)


def orm_save(row: models.Model, **values: Any) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save()


def raw_update(row: models.Model, **values: Any) -> None:
    meta = row._meta
    sets = ", ".join(f"{name} = %({name})s" for name in values)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {meta.db_table} SET {sets} WHERE {meta.pk.column} = %(key)s", {**values, "key": row.pk})


every_way = pytest.mark.parametrize("change", [orm_update, orm_save, raw_update])
Change = Callable[..., None]


def refused(constraint: str, change: Change, row: models.Model, **values: Any) -> bool:
    """Whether the row is as before, after an attempt that the database answered with this constraint."""
    before = stored(row)
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        change(row, **values)
    return stored(row) == before


def taken(change: Change, row: models.Model, name: str, value: Any) -> bool:
    """Whether a value that is allowed stands in the row after the same attempt."""
    change(row, **{name: value})
    return stored(row)[name] == value


def stored(row: models.Model) -> dict[str, Any]:
    return type(row)._base_manager.filter(pk=row.pk).values().get()


@pytest.mark.parametrize(
    "thresholds",
    [
        {"A": 0.5, "PV": 0.7, "B": 0.9},
        {"A": 0.7, "PV": 0.7, "B": 0.4},
        {"A": 0.9, "PV": 0.4, "B": 0.4},
        {"A": 1.1, "PV": 0.7, "B": 0.4},
        {"A": 0.9, "PV": 0.7, "B": -0.1},
        {"A": 0.9, "PV": 0.7},
        {"A": "0.9", "PV": "0.7", "B": "0.4"},
        {"A": float("nan"), "PV": 0.7, "B": 0.4},
        {"A": True, "PV": 0.7, "B": 0.4},
        [0.4, 0.7, 0.9],
        None,
    ],
)
def test_inv_01_thresholds_out_of_order_are_not_written(thresholds: Any) -> None:
    profile = ProfileFactory()

    for attempt in (lambda: ProfileFactory(thresholds=thresholds), lambda: orm_save(profile, thresholds=thresholds)):
        with pytest.raises(Failure) as refusal:
            attempt()
        assert refusal.value.code is Code.CONFIG_THRESHOLD_INVALID
    assert ThresholdProfile.objects.get().thresholds["A"] == 0.85


@pytest.mark.parametrize(
    "weights",
    [{"a": 0.5, "b": 0.4}, {"a": 1.2, "b": -0.2}, {}, {"a": "1"}, {"a": float("inf")}, {"a": 0.5, "b": 0.50001}, [1.0], None],
)
def test_inv_02_weights_that_do_not_sum_to_one_are_not_written(weights: Any) -> None:
    profile = ProfileFactory()

    for attempt in (lambda: ProfileFactory(confidence_weights=weights), lambda: orm_save(profile, confidence_weights=weights)):
        with pytest.raises(Failure) as refusal:
            attempt()
        assert refusal.value.code is Code.CONFIG_THRESHOLD_INVALID
    assert ThresholdProfile.objects.count() == 1


@every_way
@pytest.mark.parametrize("short_edge", [639, 0, -640, None])
def test_inv_03_small_or_unmeasured_pictures_are_not_for_search(change: Change, short_edge: int | None) -> None:
    assert refused("images_search_eligible_short_edge", change, ImageFactory(), search_eligible=True, short_edge=short_edge)


@every_way
def test_inv_03_a_picture_for_search_cannot_shrink(change: Change) -> None:
    assert refused("images_search_eligible_short_edge", change, ImageFactory(search_eligible=True, short_edge=640), short_edge=639)


@every_way
@pytest.mark.parametrize("page_type", ["E", "a", "", "AB"])
def test_inv_05_a_page_has_a_type_of_the_four_or_none_yet(change: Change, page_type: str) -> None:
    page = PageFactory()

    assert refused("pages_page_type_enum", change, page, page_type=page_type)
    assert all(taken(change, page, "page_type", known) for known in (*PageType.values, None))


@every_way
@pytest.mark.parametrize("validity", ["VALID", "partial", "", None])
def test_inv_06_validity_is_valid_or_invalid(change: Change, validity: str | None) -> None:
    sku = SKUFactory()

    assert refused("validity", change, sku, validity=validity)
    assert all(taken(change, sku, "validity", known) for known in SKUValidity.values)


@every_way
def test_inv_08_no_task_is_worked_on_without_a_holder(change: Change) -> None:
    task = TaskFactory()

    assert refused("human_tasks_lock_iff_processing", change, task, status="PROCESSING", locked_by=None)


@every_way
def test_inv_08_a_task_in_work_cannot_lose_its_holder(change: Change) -> None:
    task = TaskFactory()
    move(task, "claim", locked_by="anna")

    assert refused("human_tasks_lock_iff_processing", change, task, locked_by=None)


@every_way
def test_inv_08_a_finished_task_cannot_keep_its_holder(change: Change) -> None:
    task = TaskFactory()
    move(task, "claim", locked_by="anna")

    assert refused("human_tasks_lock_iff_processing", change, task, status="COMPLETED")
    with pytest.raises(IntegrityError), transaction.atomic():
        HumanTask.objects.create(
            job=task.job, page_number=1, task_type="PAGE_PROCESS", context={}, timeout_at=task.timeout_at, locked_by="anna"
        )


def binding(**values: Any) -> SKUImageBinding:
    return SKUImageBinding.objects.create(**{"job": JobFactory(), "sku_id": "s", "image_id": "i", **values})


def test_inv_09_a_second_latest_binding_of_a_pair_is_refused() -> None:
    first = binding()

    with pytest.raises(IntegrityError, match="idx_binding_latest"), transaction.atomic():
        binding(revision=2)
    with pytest.raises(IntegrityError, match="idx_binding_latest"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO sku_image_bindings (sku_id, image_id, job_id, revision) VALUES ('s', 'i', %s, 2)", [first.job_id])


@every_way
def test_inv_09_an_old_binding_cannot_become_latest_beside_the_new_one(change: Change) -> None:
    old = binding(is_latest=False)
    binding(revision=2)

    assert refused("idx_binding_latest", change, old, is_latest=True)


@every_way
@pytest.mark.parametrize("value", ["CONFIRMED", "not_imported", "", "unknown"])
def test_inv_12_import_confirmation_of_a_sku_is_one_of_four(change: Change, value: str) -> None:
    sku = SKUFactory()

    assert refused("skus_import_confirmation_enum", change, sku, import_confirmation=value)
    assert all(taken(change, sku, "import_confirmation", known) for known in ImportConfirmation.values)


def test_every_invariant_is_listed_with_its_test_or_the_part_it_comes_with() -> None:
    written = {
        path.relative_to(settings.BASE_DIR).as_posix(): set(re.findall(r"^(?:async )?def test_inv_(\d\d)_", path.read_text(), re.M))
        for path in sorted((settings.BASE_DIR / "tests").rglob("test_*.py"))
    }

    assert list(LIST) == [f"INV-{number:02}" for number in range(1, 13)]
    for name, facts in LIST.items():
        number = name.removeprefix("INV-")
        assert ("test" in facts) != ("comes_with" in facts), name
        if "test" in facts:
            assert number in written.get(facts["test"], set()), f"{name} has no test in {facts['test']}"
        else:
            assert not any(number in numbers for numbers in written.values()), f"{name} has a test now: name its file in the list"
