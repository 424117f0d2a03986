"""The sample catalog: drawn the same each time, loaded once, and read right."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from configs.profiles import load_default_profile
from jobs.models import PDFJob
from pdfsku.accounts.services import make_demo_users
from pipeline.models import SKU, Page
from samples.draw import draw_catalog
from samples.goods import CHAIRS, GRID, HERO, LIGHTING, OUTDOOR, STORAGE
from tests.factories import JobFactory
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)


def loaded() -> str:
    out = StringIO()
    call_command("load_sample", stdout=out)
    return out.getvalue()


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
    assert set(Page.objects.values_list("page_type", flat=True)) >= {"A", "B"}
    assert list(Page.objects.filter(status="BLANK").values_list("page_number", flat=True)) == [7]
    assert job.merchant_id == "demo"
    assert job.user_status in ("completed", "partial_success")


def test_an_installation_with_jobs_or_without_demo_users_gets_no_sample() -> None:
    assert loaded() == ""

    JobFactory()
    assert loaded() == ""
    assert PDFJob.objects.count() == 1
