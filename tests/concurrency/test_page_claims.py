"""Many workers at one job: every page is claimed by exactly one of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from jobs.models import StateTransition
from pipeline.claims import claim_page
from tests.pipeline.test_claims import job_with_pages

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_page_is_claimed_once() -> None:
    job = job_with_pages(24)

    def work(name: str) -> list[int]:
        numbers = []
        try:
            while (claim := claim_page(job, name)) is not None:
                numbers.append(claim.page.page_number)
        finally:
            connection.close()
        return numbers

    with ThreadPoolExecutor(4) as pool:
        claimed = [number for numbers in pool.map(work, ["a", "b", "c", "d"]) for number in numbers]

    assert sorted(claimed) == list(range(1, 25))
    assert StateTransition.objects.filter(entity_type="page", to_status="AI_PROCESSING").count() == 24
