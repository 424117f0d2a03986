"""The sample catalog: drawn the same each time, loaded once, and read right."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from collaboration.models import HumanTask
from configs.profiles import load_default_profile
from jobs.models import PDFJob
from pdfsku.accounts.models import User
from pdfsku.accounts.services import make_demo_users
from pdfsku.shared.choices import PageType
from pipeline.models import SKU, Page
from samples.draw import draw_catalog
from samples.goods import CHAIRS, GRID, HERO, LIGHTING, OUTDOOR, STORAGE
from tests.factories import JobFactory, UserFactory
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)


def loaded() -> str:
    out = StringIO()
    call_command("load_sample", stdout=out)
    return out.getvalue()


def admin_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_catalog_is_small_and_always_the_same() -> None:
    first = draw_catalog()

    assert first == draw_catalog()
    assert len(first) < 400_000


@pytest.mark.slow
def test_the_sample_goes_the_whole_way_once(tmp_path) -> None:
    load_default_profile()
    make_demo_users(tmp_path / "demo-users.json")

    said, again = loaded(), loaded()
    drain()

    job = PDFJob.objects.get()
    assert "SAMPLE=0 leaves it out" in said
    assert again == ""
    tables = [row[0] for table in (CHAIRS, LIGHTING, STORAGE, OUTDOOR) for row in table[1:]]
    models = {*tables, *(card.model for card in GRID), dict(HERO.facts)["Model"]}
    assert set(SKU.objects.values_list("attributes__model", flat=True)) == models
    assert set(Page.objects.values_list("page_type", flat=True)) == set(PageType)
    assert {"Dining chair Alder", "落地灯"} <= set(SKU.objects.values_list("attributes__name", flat=True))
    assert SKU.objects.filter(page_number=8).count() == len(STORAGE) - 1, "the scan is read too"
    assert list(Page.objects.filter(status="BLANK").values_list("page_number", flat=True)) == [7]
    assert job.merchant_id == "demo"
    assert job.user_status == "completed"
    assert HumanTask.objects.filter(page_number=3).count() == 1
    plots = admin_of(UserFactory(operator=True)).get("/admin/").context["plots"]
    assert [sum(json.loads(plot.data)["datasets"][0]["data"]) for plot in plots] == [10, 10]


def test_an_installation_with_jobs_or_without_demo_users_gets_no_sample() -> None:
    assert loaded() == ""

    JobFactory()
    assert loaded() == ""
    assert PDFJob.objects.count() == 1
