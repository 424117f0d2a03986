"""What may be changed in the admin: jobs by buttons, profiles by versions, people and merchants by form."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from configs.models import ThresholdProfile
from jobs.machine import JOB
from jobs.models import OutboxEvent, PDFJob, StateTransition
from pdfsku.accounts.models import Merchant, User
from pdfsku.shared.machines import Actor
from tests.factories import JobFactory, MerchantFactory, ProfileFactory, UserFactory
from tests.factories.jobs import WAYS
from tests.shared.test_admin import signed_in

pytestmark = pytest.mark.django_db

PERSON = {
    "username": "nora",
    "email": "nora@example.com",
    "usable_password": "true",
    "password1": "a long phrase 9",
    "password2": "a long phrase 9",
}
VERSION = {
    "profile_id": "default",
    "version": "2",
    "change_reason": "fewer doubts",
    "thresholds": json.dumps({"A": 0.9, "PV": 0.7, "B": 0.4}),
    "confidence_weights": json.dumps({"text_quality": 0.4, "image_quality": 0.6}),
    "prescan_rules": "{}",
    "classification_thresholds": "{}",
    "extraction_settings": "{}",
    "sku_validity_mode": "strict",
}


def job_url(job: PDFJob) -> str:
    return reverse("admin:jobs_pdfjob_change", args=[job.pk])


def press(client: Client, job: PDFJob, name: str) -> str:
    return client.post(reverse("admin:jobs_pdfjob_do", args=[job.pk, name]), follow=True).content.decode()


@pytest.mark.parametrize("state", list(WAYS))
def test_a_job_offers_the_operators_edges_that_leave_its_state_and_no_other(state: str) -> None:
    job = JobFactory(state=state)
    edges = {edge.name for edge in JOB.edges_from(state, by=Actor.OPERATOR)}

    offered = {str(operation["label"]) for operation in signed_in(operator=True).get(job_url(job)).context["operations"]}

    assert ("Cancel the job" in offered) == ("cancel" in edges)
    assert ("Queue again" in offered) == bool(edges & {"resume_processing", "resume_evaluation"})


def test_cancelling_is_audited_in_the_operators_name() -> None:
    job, operator = JobFactory(processing=True), UserFactory(username="olga", operator=True)
    client = Client()
    client.force_login(operator, backend="django.contrib.auth.backends.ModelBackend")

    press(client, job, "cancel")

    assert PDFJob.objects.get(pk=job.pk).status == "CANCELLED"
    assert StateTransition.objects.get(entity_id=str(job.pk), to_status="CANCELLED").operator == "olga"


def test_a_button_that_comes_too_late_says_so_and_changes_nothing() -> None:
    job = JobFactory(completed=True)

    answer = press(signed_in(operator=True), job, "cancel")

    assert PDFJob.objects.get(pk=job.pk).status == "FULL_IMPORTED"
    assert "The job has" in answer


@pytest.mark.parametrize(("route", "expected"), [("AUTO", "PROCESSING"), (None, "EVALUATING")])
def test_an_orphan_goes_on_where_it_stood(route: str | None, expected: str) -> None:
    job = JobFactory(orphaned=True, route=route)

    press(signed_in(operator=True), job, "queue-again")

    assert PDFJob.objects.get(pk=job.pk).status == expected


def test_buttons_take_posts_of_staff_only() -> None:
    job = JobFactory(processing=True)
    url = reverse("admin:jobs_pdfjob_do", args=[job.pk, "cancel"])

    assert signed_in(operator=True).get(url).status_code == 405
    assert signed_in(is_staff=True).post(url).status_code == 403
    assert signed_in().post(url).status_code == 302
    assert signed_in(operator=True).post(reverse("admin:jobs_pdfjob_do", args=[job.pk, "explode"])).status_code == 404
    assert PDFJob.objects.get(pk=job.pk).status == "PROCESSING"


def test_a_new_version_takes_the_place_of_the_one_before_and_is_announced() -> None:
    first = ProfileFactory(profile_id="default", version="1")

    answer = signed_in(operator=True).post(reverse("admin:configs_thresholdprofile_add"), VERSION)

    assert answer.status_code == 302, answer.context["errors"]
    first.refresh_from_db()
    second = ThresholdProfile.objects.get(version="2")
    assert (first.is_active, second.is_active, second.previous_version) == (False, True, "1")
    assert second.created_by.startswith("user-")
    assert OutboxEvent.objects.get(event_type="config_updated").payload_json["version"] == "2"


@pytest.mark.parametrize(
    "broken",
    [
        {"thresholds": json.dumps({"A": 0.4, "PV": 0.7, "B": 0.9})},
        {"thresholds": json.dumps([1, 2])},
        {"confidence_weights": json.dumps({"text_quality": 0.4})},
        {"version": "1"},
    ],
)
def test_a_version_that_breaks_a_rule_is_refused_at_its_field(broken: dict[str, str]) -> None:
    ProfileFactory(profile_id="default", version="1")

    answer = signed_in(operator=True).post(reverse("admin:configs_thresholdprofile_add"), {**VERSION, **broken})

    assert answer.status_code == 200
    assert answer.context["errors"]
    assert ThresholdProfile.objects.count() == 1


def test_a_new_version_starts_from_the_one_it_is_made_of() -> None:
    first = ProfileFactory(profile_id="default", version="1", thresholds={"A": 0.81, "PV": 0.7, "B": 0.45})

    page = signed_in(operator=True).get(reverse("admin:configs_thresholdprofile_add"), {"from": first.pk})

    assert "0.81" in page.content.decode()


def test_operators_edit_merchants_but_delete_none() -> None:
    merchant = MerchantFactory(name="Old")
    client = signed_in(operator=True)

    client.post(
        reverse("admin:accounts_merchant_change", args=[merchant.pk]),
        {"name": "New", "is_active": "on", "header_aliases": '{"model": ["Artikel"]}'},
    )

    assert Merchant.objects.get(pk=merchant.pk).name == "New"
    assert client.post(reverse("admin:accounts_merchant_delete", args=[merchant.pk]), {"post": "yes"}).status_code == 403


def test_operators_look_at_users_and_administrators_manage_them() -> None:
    user = UserFactory()
    url = reverse("admin:accounts_user_change", args=[user.pk])

    assert signed_in(operator=True).get(url).status_code == 200
    assert signed_in(operator=True).post(url, {"role": "admin"}).status_code == 403
    assert signed_in(operator=True).get(reverse("admin:accounts_user_add")).status_code == 403
    assert signed_in(operator=True).get(reverse("admin:auth_user_password_change", args=[user.pk])).status_code == 403


def test_a_new_operator_can_enter_and_a_demoted_one_cannot() -> None:
    client = signed_in(admin=True)
    client.post(reverse("admin:accounts_user_add"), {**PERSON, "role": "operator", "merchant": ""})
    nora = User.objects.get(username="nora")
    assert nora.is_staff
    assert nora.check_password("a long phrase 9")

    merchant = MerchantFactory()
    answer = client.post(
        reverse("admin:accounts_user_change", args=[nora.pk]),
        {"username": "nora", "role": "merchant", "merchant": merchant.pk, "is_active": "on", "email": "nora@example.com"},
    )

    assert answer.status_code == 302, answer.context["errors"]
    nora.refresh_from_db()
    assert (nora.role, nora.is_staff) == ("merchant", False)


@pytest.mark.parametrize(("role", "has_merchant"), [("merchant", False), ("operator", True)])
def test_role_and_merchant_must_agree(role: str, has_merchant: bool) -> None:
    merchant = MerchantFactory().pk if has_merchant else ""

    answer = signed_in(admin=True).post(reverse("admin:accounts_user_add"), {**PERSON, "role": role, "merchant": merchant})

    assert answer.status_code == 200
    assert not User.objects.filter(username="nora").exists()


def test_an_administrator_changes_a_password() -> None:
    user = UserFactory()

    signed_in(admin=True).post(
        reverse("admin:auth_user_password_change", args=[user.pk]),
        {"usable_password": "true", "password1": "quite another 7", "password2": "quite another 7"},
    )

    user.refresh_from_db()
    assert user.check_password("quite another 7")
