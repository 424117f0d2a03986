"""`move()` and the triggers behind it."""

import pytest
from django.db import IntegrityError, connection, transaction

from collaboration.machine import TASK
from collaboration.models import HumanTask
from jobs.machine import JOB, USER_STATUS
from jobs.models import OutboxEvent, PDFJob, StateTransition
from jobs.transitions import IllegalMove, StaleState, move, move_each, move_many, set_out
from pdfsku.shared.machines import Machine
from pipeline import models
from pipeline.machines import IMAGE, PAGE, SKU
from tests.factories import ImageFactory, JobFactory, PageFactory, SKUFactory, TaskFactory

pytestmark = pytest.mark.django_db

KINDS = {
    "pdf_jobs": (JOB, JobFactory),
    "pages": (PAGE, PageFactory),
    "skus": (SKU, SKUFactory),
    "images": (IMAGE, ImageFactory),
    "human_tasks": (TASK, TaskFactory),
}
PAIRS = [
    (table, before, after)
    for table, (machine, _) in KINDS.items()
    for before in machine.states.values
    for after in machine.states.values
    if before != after
]


def put_in_state(table: str, key: object, key_column: str, state: str) -> None:
    """Past the guard, as no client can: to set the scene only."""
    lock = ", locked_by = CASE WHEN %(state)s = 'PROCESSING' THEN 'x' END" if table == "human_tasks" else ""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"UPDATE {table} SET status = %(state)s{lock} WHERE {key_column} = %(key)s", {"state": state, "key": key})
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.mark.parametrize(("table", "before", "after"), PAIRS)
def test_raw_sql_can_take_declared_edges_and_no_other(table: str, before: str, after: str) -> None:
    machine, factory = KINDS[table]
    row = factory()
    key_column = row._meta.pk.column
    put_in_state(table, row.pk, key_column, before)
    lock = ", locked_by = CASE WHEN %(after)s = 'PROCESSING' THEN 'x' END" if table == "human_tasks" else ""

    def change() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE {table} SET status = %(after)s{lock} WHERE {key_column} = %(key)s", {"after": after, "key": row.pk})

    if (before, after) in machine.pairs:
        change()
        row.refresh_from_db()
        assert row.status == after
    else:
        with pytest.raises(IntegrityError, match="cannot go from"):
            change()


@pytest.mark.parametrize(("table", "state"), [(table, state) for table, (machine, _) in KINDS.items() for state in machine.states.values])
def test_raw_sql_can_insert_initial_states_only(table: str, state: str) -> None:
    machine, factory = KINDS[table]
    row = factory()
    columns = [f.column for f in row._meta.concrete_fields if f.column not in ("status", "user_status") and f is not row._meta.pk]
    unique = {"sku_id", "image_id", "page_number"}
    values = ", ".join(
        f"{c} || 'x'"
        if c in unique and c != "page_number"
        else f"{c} + 1"
        if c == "page_number"
        else "CASE WHEN %(state)s = 'PROCESSING' THEN 'x' END"
        if c == "locked_by"
        else c
        for c in columns
    )
    sql = (
        f"INSERT INTO {table} ({', '.join(columns)}, status) SELECT {values}, %(state)s FROM {table} WHERE {row._meta.pk.column} = %(key)s"
    )

    def insert() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, {"state": state, "key": row.pk})

    if state in machine.initial:
        insert()
        assert type(row)._base_manager.filter(status=state).exists()
    else:
        with pytest.raises(IntegrityError, match="cannot start as"):
            insert()


@pytest.mark.parametrize("machine", [JOB, PAGE, SKU, IMAGE, TASK], ids=lambda m: m.entity_type)
def test_every_state_can_be_reached(machine: Machine) -> None:
    reached = set(machine.initial)
    while more := {target for source, target in machine.pairs if source in reached} - reached:
        reached |= more

    assert reached == set(machine.states.values)


def test_move_writes_row_audit_and_event_in_at_most_three_statements(django_assert_max_num_queries) -> None:
    job = JobFactory(processing=True, total_skus=7)

    with django_assert_max_num_queries(3 + 2):  # the savepoint of the test's own transaction is not ours
        move(job, "import_fully", reason="all_pages_done", actor="worker-1", completion_source="AI_ONLY")

    stored = PDFJob.objects.get(pk=job.pk)
    assert (stored.status, stored.user_status, stored.completion_source) == ("FULL_IMPORTED", "completed", "AI_ONLY")
    audit = StateTransition.objects.filter(entity_id=str(job.pk)).latest("id")
    assert (audit.from_status, audit.to_status, audit.trigger, audit.operator) == (
        "PROCESSING",
        "FULL_IMPORTED",
        "all_pages_done",
        "worker-1",
    )
    event = OutboxEvent.objects.filter(event_type="job_completed").get()
    assert event.payload_json["total_skus"] == 7
    assert event.merchant_id == job.merchant_id


def test_second_mover_loses_and_is_told() -> None:
    job = JobFactory()
    rival = PDFJob.objects.get(pk=job.pk)
    move(job, "begin_evaluation")

    with pytest.raises(StaleState):
        move(rival, "cancel")

    assert PDFJob.objects.get(pk=job.pk).status == "EVALUATING"
    assert not OutboxEvent.objects.filter(event_type="job_failed").exists()


def test_a_move_the_machine_does_not_know_is_refused_before_the_database_is_asked(django_assert_num_queries) -> None:
    job = JobFactory(completed=True)

    with django_assert_num_queries(0), pytest.raises(IllegalMove):
        move(job, "cancel")


def test_a_failed_move_leaves_nothing_behind() -> None:
    job = JobFactory(processing=True)
    before = StateTransition.objects.count()

    with pytest.raises(IntegrityError), transaction.atomic():
        move(job, "import_fully", completion_source="NOBODY")

    assert StateTransition.objects.count() == before
    assert not OutboxEvent.objects.filter(event_type="job_completed").exists()


def test_many_rows_move_together_or_not_at_all() -> None:
    skus = [SKUFactory(), SKUFactory()]
    move_many(skus, "validate")

    with pytest.raises(StaleState):
        move_many([skus[0], SKUFactory()], "bind")

    assert {sku.status for sku in type(skus[0]).objects.filter(pk__in=[s.pk for s in skus])} == {"VALIDATED"}
    assert StateTransition.objects.filter(entity_type="sku", to_status="VALIDATED").count() == 2


def test_new_rows_set_out_with_an_audit_row_for_each_step() -> None:
    keys = [SKUFactory().pk, SKUFactory().pk]

    set_out(models.SKU, keys, "validate", "bind", reason="extracted")

    assert set(models.SKU.objects.values_list("status", flat=True)) == {"BOUND"}
    for key in keys:
        steps = StateTransition.objects.filter(entity_type="sku", entity_id=str(key)).order_by("id")
        assert [(step.from_status, step.to_status, step.trigger) for step in steps] == [
            (None, "EXTRACTED", "extracted"),
            ("EXTRACTED", "VALIDATED", "validate"),
            ("VALIDATED", "BOUND", "bind"),
        ]


def test_new_rows_that_are_not_where_they_should_be_do_not_set_out() -> None:
    moved, fresh = SKUFactory(), SKUFactory()
    move(moved, "doubt")

    with pytest.raises(StaleState), transaction.atomic():
        set_out(models.SKU, [moved.pk, fresh.pk], "validate", reason="extracted")

    assert {sku.pk: sku.status for sku in models.SKU.objects.all()} == {moved.pk: "PARTIAL", fresh.pk: "EXTRACTED"}


def test_each_row_moves_with_its_own_reason_and_event() -> None:
    job = JobFactory(processing=True)
    pages = [PageFactory(job=job, page_number=number) for number in (1, 2)]
    for edge in ("begin_ai", "complete_ai"):
        for page in pages:
            move(page, edge)

    move_each(pages, "confirm_import", reasons=["a", "b"], payloads=[{"sku_count": 1}, {"sku_count": 2}], actor="outputs")

    assert {page.status for page in pages} == {"IMPORTED_CONFIRMED"}
    moves = StateTransition.objects.filter(entity_type="page", to_status="IMPORTED_CONFIRMED").order_by("id")
    assert [(step.entity_id, step.trigger) for step in moves] == [(str(pages[0].pk), "a"), (str(pages[1].pk), "b")]
    told = OutboxEvent.objects.filter(payload_json__status="IMPORTED_CONFIRMED").order_by("id")
    assert [(event.payload_json["page_no"], event.payload_json["sku_count"]) for event in told] == [(1, 1), (2, 2)]


@pytest.mark.parametrize("status", list(USER_STATUS))
def test_inv_10_user_status_follows_status_and_cannot_be_written(status: str) -> None:
    job = JobFactory()
    put_in_state("pdf_jobs", job.pk, "job_id", status)

    job.refresh_from_db()
    assert job.user_status == USER_STATUS[status]
    with pytest.raises(Exception, match="user_status"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE pdf_jobs SET user_status = 'completed' WHERE job_id = %s", [job.pk])


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE state_transitions SET to_status = 'X'",
        "DELETE FROM state_transitions",
        "UPDATE outbox_events SET payload_json = '{}'",
        "UPDATE outbox_events SET event_type = 'x'",
        "DELETE FROM outbox_events",
    ],
)
def test_logs_are_append_only(sql: str) -> None:
    move(JobFactory(), "cancel")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    with pytest.raises(Exception, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("table", ["state_transitions", "outbox_events"])
def test_logs_cannot_be_truncated(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(f"TRUNCATE {table}")


def test_delivery_state_of_an_event_may_change() -> None:
    move(JobFactory(), "cancel")

    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    assert OutboxEvent.objects.update(status="PUBLISHED") == 1


def test_tasks_take_their_lock_with_the_move() -> None:
    task = TaskFactory()

    move(task, "claim", locked_by="anna")

    assert HumanTask.objects.get().locked_by == "anna"
