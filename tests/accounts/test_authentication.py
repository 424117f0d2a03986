"""Signing in over REST: tokens, claims, lock-out, and what a bad token gets."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle
from rest_framework_simplejwt.tokens import AccessToken

from tests.client import client_of
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

TOKEN = "/api/v1/auth/token"
ME = "/api/v1/auth/me"


def sign_in(name: str, password: str) -> object:
    return APIClient().post(TOKEN, {"username": name, "password": password}, format="json")


def test_a_token_carries_role_and_merchant() -> None:
    user = UserFactory()

    answer = sign_in(user.username, "correct horse")

    claims = AccessToken(answer.json()["access"])
    assert answer.status_code == 200
    assert (claims["role"], claims["merchant_id"]) == ("merchant", user.merchant_id)


def test_me_says_who_one_is() -> None:
    user = UserFactory()

    answer = client_of(user).get(ME)

    assert answer.json() == {
        "id": user.pk,
        "username": user.username,
        "email": user.email,
        "role": "merchant",
        "merchant_id": user.merchant_id,
        "merchant_name": user.merchant.name,
    }


def test_a_refresh_token_gives_a_new_access_token() -> None:
    user = UserFactory()
    refresh = sign_in(user.username, "correct horse").json()["refresh"]

    answer = APIClient().post("/api/v1/auth/token/refresh", {"refresh": refresh}, format="json")

    assert AccessToken(answer.json()["access"])["merchant_id"] == user.merchant_id


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer a.b.c", "Bearer \u00ff", "Bearer ", "Bearer", "Basic eDp5"])
def test_a_malformed_token_is_refused_with_the_error_body(header: str) -> None:
    answer = APIClient().get(ME, HTTP_AUTHORIZATION=header.encode("latin-1").decode("latin-1"))

    assert answer.status_code == 401
    assert answer.json()["code"] == "AUTHENTICATION_FAILED"
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]


def test_the_token_of_a_closed_merchant_is_refused() -> None:
    user = UserFactory()
    client = client_of(user)
    user.merchant.is_active = False
    user.merchant.save()

    assert client.get(ME).status_code == 401


def test_repeated_failures_lock_the_name_out_and_say_so() -> None:
    user = UserFactory()
    for _ in range(5):
        last = sign_in(user.username, "wrong")

    answer = sign_in(user.username, "correct horse")

    assert last.status_code in (401, 429)
    assert answer.status_code == 429
    assert answer.json()["code"] == "ACCOUNT_LOCKED"
    assert sign_in(UserFactory().username, "correct horse").status_code == 200


def test_messages_follow_the_language_asked_for(settings) -> None:
    english = APIClient().get(ME).json()["message"]

    chinese = APIClient().get(ME, HTTP_ACCEPT_LANGUAGE="zh-hans").json()["message"]

    assert english.startswith("Please sign in")
    assert chinese != english


def test_signing_in_too_often_is_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"login": "2/min"})
    user = UserFactory()

    answers = [sign_in(user.username, "correct horse") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "RATE_LIMITED"
    assert int(answers[2].headers["Retry-After"]) > 0
