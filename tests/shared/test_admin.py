"""Every screen: it opens, in both languages, for the right roles, with a number of queries that does not grow."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from urllib.parse import parse_qsl

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db import connection, models
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from django.utils import timezone

from pdfsku.shared import admin_lists
from pdfsku.shared.admin import LogScreen, RecordScreen
from pdfsku.shared.admin_lists import BoundedPaginator, periods
from pipeline.models import SKU, Page
from tests.factories import JobFactory, PageFactory, SKUFactory, UserFactory
from tests.shared.admin_rows import ROWS

pytestmark = pytest.mark.django_db

OURS = ("accounts", "jobs", "pipeline", "collaboration", "configs", "outputs")
MODELS = sorted(ROWS, key=lambda model: model._meta.label)
LOGS = {"state_transitions", "outbox_events", "audit_logs", "import_dedup"}
every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)


def screen_url(model: type[models.Model], name: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=[quote(str(arg)) for arg in args])


def signed_in(**traits: object) -> Client:
    client = Client()
    client.force_login(UserFactory(**traits), backend="django.contrib.auth.backends.ModelBackend")
    return client


def make(model: type[models.Model], count: int, start: int = 0) -> list[models.Model]:
    return [ROWS[model](n) for n in range(start, start + count)]


def test_every_table_has_a_screen_and_every_screen_has_rows_to_be_tested_with() -> None:
    tables = {model for label in OURS for model in apps.get_app_config(label).get_models()}

    assert tables <= set(admin.site._registry)
    assert set(ROWS) == set(admin.site._registry)


@every_model
def test_lists_ask_no_more_for_fifty_rows_than_for_five(model: type[models.Model]) -> None:
    client = signed_in(operator=True)
    counts = []
    for start, more in ((0, 5), (5, 45)):
        make(model, more, start)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(screen_url(model, "changelist"))
        assert page.status_code == 200
        counts.append(len(queries))

    assert counts[1] <= counts[0] <= 9, queries.captured_queries


@every_model
def test_every_list_and_row_opens_in_both_languages(model: type[models.Model]) -> None:
    (row,) = make(model, 1)
    client = signed_in(operator=True)

    for url, language in ((screen_url(model, "changelist"), "zh-hans"), (screen_url(model, "change", row.pk), "en")):
        page = client.get(url, headers={"accept-language": language})
        assert page.status_code == 200
        assert "DatabaseDefault" not in page.content.decode()
        assert "&#x27;, &#x27;" not in page.content.decode(), "a pair of value and label is shown as Python prints it"


@pytest.mark.parametrize("model", [model for model in MODELS if not isinstance(admin.site._registry[model], RecordScreen)])
def test_every_form_for_a_new_row_opens(model: type[models.Model]) -> None:
    page = signed_in(admin=True).get(screen_url(model, "add"))

    assert page.status_code == 200
    assert "DatabaseDefault" not in page.content.decode()


@every_model
def test_every_list_can_be_searched_filtered_by_date_and_sorted(model: type[models.Model]) -> None:
    make(model, 2)
    screen = admin.site._registry[model]
    every_column = ".".join(str(number) for number in range(1, len(screen.list_display) + 1))
    this_year = {f"{screen.date_hierarchy}__year": str(timezone.now().year)} if screen.date_hierarchy else {}

    assert screen.search_fields
    for term in (str(uuid.uuid4()), "%_'\"\\ 中文"):
        assert listed(model, q=term) == []
    assert len(listed(model, o=every_column, **this_year)) >= 2


@every_model
def test_links_between_rows_lead_to_lists_that_accept_them(model: type[models.Model]) -> None:
    (row,) = make(model, 1)

    for related in admin.site._registry[model]._related_lists(row):
        url, _, query = str(related["url"]).partition("?")
        screen = resolve(url).func.model_admin  # type: ignore[attr-defined]
        if resolve(url).url_name.endswith("_changelist"):
            assert isinstance(listed(screen.model, **dict(parse_qsl(query))), list)


def listed(model: type[models.Model], **parameters: str) -> list[models.Model]:
    """The rows of a list, as the screen finds them; a parameter that the screen does not accept is an error."""
    request = RequestFactory().get("/", parameters)
    request.user = UserFactory(operator=True)
    return list(admin.site._registry[model].get_changelist_instance(request).result_list)


@every_model
def test_a_status_is_never_an_editable_field(model: type[models.Model], rf) -> None:
    screen, request = admin.site._registry[model], rf.get("/")
    request.user = UserFactory(admin=True)

    form = screen.get_form(request, make(model, 1)[0] if screen.has_change_permission(request) else None)

    if screen.has_add_permission(request) or screen.has_change_permission(request):
        assert not {"status", "user_status"} & set(form.base_fields)


@pytest.mark.parametrize("table", sorted(LOGS))
def test_logs_cannot_be_added_to_changed_or_deleted_by_an_administrator(table: str) -> None:
    model = next(model for model in MODELS if model._meta.db_table == table)
    (row,) = make(model, 1)
    client = signed_in(admin=True)

    assert isinstance(admin.site._registry[model], LogScreen)
    assert client.get(screen_url(model, "add")).status_code == 403
    assert client.post(screen_url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert client.post(screen_url(model, "change", row.pk), {}).status_code == 403
    assert model._base_manager.filter(pk=row.pk).exists()


@every_model
def test_records_written_by_services_are_not_edited_here(model: type[models.Model]) -> None:
    if not isinstance(admin.site._registry[model], RecordScreen):
        return
    (row,) = make(model, 1)
    client = signed_in(admin=True)

    assert client.get(screen_url(model, "add")).status_code == 403
    assert client.post(screen_url(model, "change", row.pk), {"total_pages": "7"}).status_code == 403


@pytest.mark.parametrize("who", [{}, {"annotator": True}, {"uploader": True}, {"is_staff": True}, {"annotator": True, "is_staff": True}])
@pytest.mark.parametrize("model", [MODELS[0], Page])
def test_merchants_uploaders_and_annotators_see_no_screen(who: dict[str, object], model: type[models.Model]) -> None:
    (row,) = make(model, 1)
    client = signed_in(**who)

    for url in (screen_url(model, "changelist"), screen_url(model, "change", row.pk)):
        assert client.get(url).status_code in (302, 403)


def test_signing_in_is_refused_to_roles_that_have_no_business_here() -> None:
    UserFactory(username="mia", is_staff=True)
    UserFactory(username="olga", operator=True)
    client = Client()

    refused = client.post(reverse("admin:login"), {"username": "mia", "password": "correct horse"})
    accepted = client.post(reverse("admin:login"), {"username": "olga", "password": "correct horse", "next": "/admin/"})

    assert refused.status_code == 200
    assert "Your role may not do this." in refused.content.decode()
    assert accepted.status_code == 302


def test_the_first_page_counts_what_needs_attention() -> None:
    JobFactory(orphaned=True)
    JobFactory(processing=True)

    page = signed_in(operator=True).get(reverse("admin:index"))

    assert {str(figure.label): figure.count for figure in page.context["figures"]}["Orphaned jobs"] == 1


def test_a_long_list_is_counted_by_estimate_and_a_short_one_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    job = JobFactory()
    Page.objects.bulk_create(Page(job=job, page_number=n) for n in range(40))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE pages")

    assert BoundedPaginator(Page.objects.order_by("id"), 50).count == 40
    monkeypatch.setattr(admin_lists, "COUNTED_ROWS", 10)
    assert 30 <= BoundedPaginator(Page.objects.order_by("id"), 50).count <= 60


def test_the_date_hierarchy_spans_the_rows_without_reading_them_all() -> None:
    job = JobFactory()
    days = [datetime(2025, 11, 30, tzinfo=UTC), datetime(2026, 1, 31, 23, tzinfo=UTC)]
    Page.objects.bulk_create(Page(job=job, page_number=n, claimed_at=day) for n, day in enumerate(days))
    rows = Page.objects.all()

    assert [begin.year for begin in periods(rows, "claimed_at", "year")] == [2025, 2026]
    assert [begin.month for begin in periods(rows, "claimed_at", "month")] == [11, 12, 1]
    assert [begin.day for begin in periods(rows.filter(claimed_at__year=2026), "claimed_at", "day")] == [31]
    assert len(periods(rows, "claimed_at", "day")) == 63
    assert periods(rows.none(), "claimed_at", "day") == []
    page = signed_in(operator=True).get(screen_url(Page, "changelist"), {"created_at__year": str(timezone.now().year)})
    assert page.status_code == 200


def test_json_is_shown_in_the_script_it_was_written_in_and_cannot_become_markup() -> None:
    sku = SKUFactory(attributes={"name": "沙发 <script>alert(1)</script>"})

    page = signed_in(operator=True).get(screen_url(SKU, "change", sku.pk)).content.decode()

    assert "沙发 &lt;script&gt;" in page
    assert "<script>alert" not in page


def test_the_language_can_be_switched_in_the_admin() -> None:
    PageFactory()
    client = signed_in(operator=True)

    client.post(reverse("set_language"), {"language": "zh-hans", "next": "/admin/"})

    page = client.get(screen_url(Page, "changelist")).content.decode()
    assert "页面" in page
    assert 'lang="zh-hans"' in page
