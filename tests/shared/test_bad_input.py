"""Whatever is sent to whichever REST route: an answer of the registry, never a 500, never HTML."""

from __future__ import annotations

import base64
import json
import uuid
from collections.abc import Iterator
from typing import TypeVar

import pytest
from django.test import Client
from django.urls import URLPattern

from pdfsku.accounts.models import User
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import ErrorSeverity
from pdfsku.shared.errors import REGISTRY, Code
from pdfsku.urls import api
from tests.factories import JobFactory, PageFactory, SKUFactory, UserFactory

pytestmark = pytest.mark.django_db

T = TypeVar("T")
LONG = "x" * 10_000
BODY_KEYS = {"code", "message", "severity", "request_id", "details"}
MISSING = "3f2504e0-4f89-41d3-9a0c-0305e82cd301"


def routes(patterns: list[object], prefix: str = "/api/v1/") -> Iterator[str]:
    """Every path of the API as it is declared, with its converters."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)  # type: ignore[attr-defined]
        if isinstance(pattern, URLPattern):
            yield path
        else:
            yield from routes(pattern.url_patterns, path)  # type: ignore[attr-defined]


ROUTES = sorted(routes(api))
IDS = [
    "not-a-uuid",
    MISSING,
    MISSING.upper(),
    "%00",
    "..%2f..%2fetc",
    LONG,
    "%ED%A0%80",
    "%FF%FE",
    "'; DROP TABLE pdf_jobs",
    "%F0%9F%92%A9",
]
PAGES = ["0", "-1", "1.5", "2147483648", "9" * 30, "9" * 5000, "１", "one", "%00"]
IMAGES = ["x", "%00", "..%2f..%2fsource.pdf", LONG, "%FF", "%0a", "%ED%A0%80"]
QUERIES = [
    *["size=0", "size=-1", "size=many", f"size={'9' * 30}", "page=0", "page=-1", "page=abc", f"page={'9' * 30}", "page=2147483648"],
    *["cursor=", "cursor=garbage", "cursor=%00", f"cursor={LONG}", "cursor=%FF", "cursor=cD0lMDA=", "cursor=cD1ub3QtYS10aW1l", "cursor=bz05OTk5OTk5OTk5OTk5OTk="],
    *["ordering=nothing", "ordering=merchant__name", "ordering=-", "ordering=created_at,created_at", "ordering=%00", f"ordering={LONG}"],
    *["status=NOTHING", "user_status=NOTHING", "route=%00", f"source_file={LONG}", "file_hash=%00", "status=%ED%A0%80", "validity=NOTHING", "page_number=many", f"page_number={'9' * 30}"],
    *["created_after=yesterday", "created_after=0001-01-01T00:00:00%2B23:59", "created_before=9999-12-31T23:59:59-23:59", "created_after=2026-13-45", "created_after=%00"],
    *["format=xml", "format=%00", "format=csv", f"format={LONG}", "lang=xx", "%ED%A0%80=1", "a=1&" * 2000, "=", "&&&", "%zz=%zz"],
]  # fmt: skip
BODIES: dict[str, tuple[str, bytes]] = {
    "no json": ("application/json", b"{"),
    "empty": ("application/json", b""),
    "null": ("application/json", b"null"),
    "list": ("application/json", b"[1, 2]"),
    "number": ("application/json", b"1"),
    "text": ("application/json", b'"text"'),
    "not a number": ("application/json", b'{"upload_id": NaN}'),
    "infinity": ("application/json", b'{"upload_id": 1e999}'),
    "many digits": ("application/json", b'{"upload_id": ' + b"9" * 5000 + b"}"),
    "nul": ("application/json", b'{"upload_id": "a\\u0000b", "username": "a\\u0000b", "password": "x", "refresh": "\\u0000"}'),
    "nul in a name": ("application/json", b'{"a\\u0000b": 1}'),
    "lone surrogate": ("application/json", b'{"upload_id": "\\ud800", "username": "\\ud800", "password": "\\ud800", "refresh": "\\ud800"}'),
    "bad utf-8": ("application/json", b'{"upload_id": "\xff\xfe"}'),
    "byte order mark": ("application/json", b'\xef\xbb\xbf{"upload_id": "x"}'),
    "utf-16": ("application/json; charset=utf-16", '{"upload_id": "x"}'.encode("utf-16")),
    "unknown charset": ("application/json; charset=klingon", b'{"upload_id": "x"}'),
    "long": ("application/json", json.dumps(dict.fromkeys(("upload_id", "category", "username", "password", "refresh"), LONG)).encode()),
    "wrong types": ("application/json", b'{"upload_id": [], "force": {}, "category": 1, "username": {}, "password": [], "refresh": {}}'),
    "unknown field": ("application/json", b'{"upload_id": "x", "username": "a", "password": "b", "refresh": "c", "colour": "blue"}'),
    "deep": ("application/json", b"[" * 100_000 + b"]" * 100_000),
    "deep object": ("application/json", b'{"a":' * 20_000 + b"1" + b"}" * 20_000),
    "form": ("application/x-www-form-urlencoded", b"upload_id=x"),
    "multipart": ("multipart/form-data", b"x"),
    "broken multipart": ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="upload_id"\r\n\r\nx'),
    "xml": ("application/xml", b"<upload_id>x</upload_id>"),
    "no type": ("", b'{"upload_id": "x"}'),
    "strange type": ("\u4e2d/\u6587; ;;=", b'{"upload_id": "x"}'),
}  # fmt: skip
TOKENS = [
    "", "Bearer", "Bearer ", "Bearer x", "Bearer a.b.c", "Bearer a b", f"Bearer {LONG}", "Basic eDp5", "bearer null", "Bearer \xff\xfe",
    "Bearer eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoxfQ.", "Bearer ....", "Token abc", "Bearer eyJhbGciOiJIUzI1NiJ9.bnVsbA.x",
]  # fmt: skip
HEADERS: list[dict[str, str]] = [
    *[{"accept": accept} for accept in ("text/html", "application/xml", "nonsense", "*/*;q=nope", ";;;", LONG, "application/json; version=9", "\xff")],
    *[{"accept-language": language} for language in ("xx", "zh-hans;q=abc", LONG, "*", ",,,;", "en;q=-1", "\xff\xfe", "../../etc/passwd")],
    *[{"x-request-id": value} for value in ("a\nb", "a\r\nSet-Cookie: x=1", "\x00", LONG, "\xff", "<script>")],
    *[{"idempotency-key": key} for key in (LONG, "\x00", "\xff\xfe", " ", "a\nb")],
    {"x-http-method-override": "DELETE"},
    {"host": "evil.example"},
    {"host": "bad host!"},
    {"content-length": "many"},
    {"cookie": "sessionid=\x00; csrftoken=\xff"},
    {"if-modified-since": "never"},
    {"range": "bytes=5-1"},
    {"origin": "https://evil.example"},
]  # fmt: skip
METHODS = ["get", "post", "put", "patch", "delete", "options", "head", "trace"]


@pytest.fixture
def merchant() -> User:
    user: User = UserFactory()
    return user


@pytest.fixture
def client(merchant: User) -> Client:
    """Signed in, and shown what a real client sees: no exception passes through."""
    return Client(raise_request_exception=False, headers={"authorization": f"Bearer {token_pair(merchant)['access']}"})


@pytest.fixture
def job_id(merchant: User) -> str:
    job = JobFactory(merchant=merchant.merchant)
    PageFactory(job=job, page_number=1)
    SKUFactory(job=job)
    return str(job.pk)


def filled(route: str, *, job_id: str = MISSING, page: str = "1", image: str = "x") -> str:
    return route.replace("<uuid:job_id>", job_id).replace("<int:page_number>", page).replace("<str:image_id>", image)


def few_if_costly(route: str, values: list[T]) -> list[T]:
    """These two take no parameters and work long for each answer."""
    return values[::10] if route in {"/api/v1/schema/", "/api/v1/metrics"} else values


def assert_answered(response: object, *, refused: bool = False) -> None:
    """A refusal has the one body, with the status its code has in the registry."""
    status, kind = response.status_code, response.headers.get("Content-Type", "")  # type: ignore[attr-defined]
    asked = f"{response.wsgi_request.method} {response.wsgi_request.get_full_path()[:200]}"  # type: ignore[attr-defined]
    assert status < 500, (asked, status, response.content[:300])  # type: ignore[attr-defined]
    if refused:
        assert status >= 400, (asked, status)
    if status < 400 or response.wsgi_request.method == "HEAD":  # type: ignore[attr-defined]
        return
    assert kind.startswith("application/json"), (asked, status, kind)
    body = response.json()  # type: ignore[attr-defined]
    assert set(body) == BODY_KEYS, (asked, body)
    assert REGISTRY[Code(body["code"])].http_status == status, (asked, body)
    assert body["severity"] in ErrorSeverity.values
    assert body["request_id"] == response.headers["X-Request-ID"]  # type: ignore[attr-defined]
    assert isinstance(body["details"], dict)


@pytest.mark.parametrize("route", [route for route in ROUTES if "<" in route])
def test_ids_that_are_none(client: Client, route: str, job_id: str) -> None:
    for value in IDS:
        assert_answered(client.get(filled(route, job_id=value)), refused="<uuid:job_id>" in route)
        assert_answered(client.post(filled(route, job_id=value), "{}", content_type="application/json"), refused=True)
    if "<int:page_number>" in route:
        for value in PAGES:
            assert_answered(client.get(filled(route, job_id=job_id, page=value)), refused=True)
    if "<str:image_id>" in route:
        for value in IMAGES:
            assert_answered(client.get(filled(route, job_id=job_id, image=value)), refused=True)


@pytest.mark.parametrize("route", ROUTES)
def test_queries_that_make_no_sense(client: Client, route: str, job_id: str) -> None:
    for query in few_if_costly(route, QUERIES):
        assert_answered(client.get(f"{filled(route, job_id=job_id)}?{query}"))


@pytest.mark.parametrize(
    "query",
    [
        "ordering=nothing",
        "status=NOTHING",
        "created_after=yesterday",
        "cursor=garbage",
        "cursor=cD1ub3QtYS10aW1l",
        "status=%00",
        f"source_file={LONG}",
    ],
)
def test_a_list_refuses_what_it_cannot_honour(client: Client, query: str) -> None:
    assert_answered(client.get(f"/api/v1/jobs?{query}"), refused=True)


@pytest.mark.parametrize("route", ROUTES)
def test_bodies_that_are_none(client: Client, route: str, job_id: str) -> None:
    for kind, (content_type, body) in BODIES.items():
        for method in ("post", "put", "patch"):
            response = client.generic(method.upper(), filled(route, job_id=job_id), body, content_type=content_type)
            assert_answered(response, refused="cancel" not in route), kind


@pytest.mark.parametrize("route", ROUTES)
def test_methods_that_are_not_there(client: Client, route: str, job_id: str) -> None:
    for method in [*METHODS, "BREW", "propfind"]:
        assert_answered(client.generic(method.upper(), filled(route, job_id=job_id)))


@pytest.mark.parametrize("route", ROUTES)
def test_headers_that_are_odd(client: Client, route: str, job_id: str) -> None:
    for headers in few_if_costly(route, HEADERS):
        assert_answered(client.get(filled(route, job_id=job_id), headers=headers))
        assert_answered(client.post(filled(route, job_id=job_id), "{}", content_type="application/json", headers=headers))


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_that_are_none(token: str) -> None:
    client = Client(raise_request_exception=False, headers={"authorization": token})

    for route in ROUTES:
        assert_answered(client.get(filled(route)))
    response = client.get("/api/v1/jobs")
    assert response.json()["code"] == "AUTHENTICATION_FAILED"


def test_tokens_with_strange_claims(merchant: User) -> None:
    from rest_framework_simplejwt.tokens import AccessToken, RefreshToken

    for claims in (
        {"user_id": "x"},
        {"user_id": 10**30},
        {"user_id": None},
        {"user_id": [1]},
        {"user_id": "\u0000"},
        {"exp": "soon"},
        {"token_type": "x"},
    ):
        token = AccessToken.for_user(merchant)
        token.payload.update(claims)
        answer = Client(raise_request_exception=False, headers={"authorization": f"Bearer {token}"}).get("/api/v1/jobs")
        assert_answered(answer, refused=True)
        assert answer.json()["code"] == "AUTHENTICATION_FAILED"
    refresh = Client(raise_request_exception=False, headers={"authorization": f"Bearer {RefreshToken.for_user(merchant)}"}).get(
        "/api/v1/jobs"
    )
    assert refresh.json()["code"] == "AUTHENTICATION_FAILED"


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/nothing", "/api/v1/jobs/", "/api/v2/jobs", "/api/v1/%00", "/api/v1/%FF", "/api/v1//jobs", f"/api/v1/{LONG}"]
)
def test_paths_that_are_not_there(client: Client, path: str) -> None:
    assert_answered(client.get(path), refused=True)
    assert_answered(client.post(path, "{}", content_type="application/json"), refused=True)


def test_a_foreign_job_is_a_missing_one(client: Client) -> None:
    foreign, missing = str(JobFactory().pk), str(uuid.uuid4())

    for route in (route for route in ROUTES if "<uuid:job_id>" in route):
        for method in (client.get, client.post):
            answers = [method(filled(route, job_id=name)) for name in (foreign, missing)]
            assert answers[0].status_code == answers[1].status_code >= 400
            assert answers[0].json()["code"] == answers[1].json()["code"]


def test_a_body_larger_than_any_request_needs(client: Client) -> None:
    response = client.post("/api/v1/jobs", json.dumps({"upload_id": "x" * 5_000_000}), content_type="application/json")

    assert_answered(response, refused=True)


def test_an_id_of_the_caller_is_kept_only_if_harmless(client: Client) -> None:
    kept = client.get("/api/v1/auth/me", headers={"x-request-id": "my-id.1"})
    replaced = client.get("/api/v1/auth/me", headers={"x-request-id": "a\r\nSet-Cookie: x=1"})

    assert kept.headers["X-Request-ID"] == "my-id.1"
    assert "\n" not in replaced.headers["X-Request-ID"]
    assert len(base64.b16decode(replaced.headers["X-Request-ID"].upper())) == 16
