"""The OpenAPI schema is complete, and what the API answers is what it says."""

from __future__ import annotations

import io
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from jsonschema import Draft4Validator
from rest_framework.test import APIClient

from pdfsku.shared.errors import Code
from tests.client import client_of
from tests.factories import ImageFactory, JobFactory, PageFactory, SKUFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """Made with warnings as errors."""
    out = io.StringIO()
    call_command("spectacular", fail_on_warn=True, validate=True, stdout=out)
    return dict(yaml.safe_load(out.getvalue()))


@pytest.fixture
def client() -> APIClient:
    user = UserFactory()
    return client_of(user)


def assert_as_described(schema: dict[str, Any], path: str, response: Any) -> None:
    described = schema["paths"][path]["get"]["responses"][str(response.status_code)]["content"]["application/json"]["schema"]
    whole = {**described, "components": schema["components"]}
    errors = [
        f"{'/'.join(map(str, error.path))}: {error.message[:200]}"
        for error in Draft4Validator(nullable(whole)).iter_errors(response.json())
    ]
    assert errors == []


def nullable(node: Any) -> Any:
    """OpenAPI 3.0 says `nullable` where JSON schema says `anyOf` with null."""
    if isinstance(node, list):
        return [nullable(part) for part in node]
    if not isinstance(node, dict):
        return node
    plain = {name: nullable(part) for name, part in node.items() if name != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if node.get("nullable") is True else plain


def test_every_error_code_is_in_the_schema(schema: dict[str, Any]) -> None:
    error = schema["components"]["schemas"]["ErrorResponse"]
    codes = schema["components"]["schemas"][error["properties"]["code"]["$ref"].rpartition("/")[2]] if "$ref" in error["properties"]["code"] else error["properties"]["code"]  # fmt: skip

    assert set(codes["enum"]) == {code.value for code in Code}
    assert set(error["required"]) == {"code", "message", "severity", "request_id", "details"}


def test_every_operation_may_answer_with_the_error_body(schema: dict[str, Any]) -> None:
    operations = [(path, method, spec) for path, methods in schema["paths"].items() for method, spec in methods.items()]

    assert [(path, method) for path, method, spec in operations if not {"400", "401", "404", "500"} <= set(spec["responses"])] == []


def test_jobs_and_what_they_hold_are_as_described(schema: dict[str, Any]) -> None:
    user = UserFactory()
    job = JobFactory(merchant=user.merchant, processing=True)
    JobFactory(merchant=user.merchant, completed=True)
    PageFactory(job=job, page_number=1)
    SKUFactory(job=job)
    ImageFactory(job=job)
    client = client_of(user)

    for path in ("", "/{job_id}", "/{job_id}/pages", "/{job_id}/pages/{page_number}", "/{job_id}/skus", "/{job_id}/images", "/{job_id}/progress", "/{job_id}/timeline"):  # fmt: skip
        asked = path.replace("{job_id}", str(job.pk)).replace("{page_number}", "1")
        response = client.get(f"/api/v1/jobs{asked}")
        assert response.status_code == 200, path
        assert_as_described(schema, f"/api/v1/jobs{path}", response)


def test_errors_are_as_described(schema: dict[str, Any], client: APIClient) -> None:
    assert_as_described(schema, "/api/v1/jobs", client.get("/api/v1/jobs?ordering=nothing"))
    assert_as_described(schema, "/api/v1/jobs", APIClient().get("/api/v1/jobs"))
    assert_as_described(schema, "/api/v1/jobs/{job_id}", client.get("/api/v1/jobs/3f2504e0-4f89-41d3-9a0c-0305e82cd301"))
    assert_as_described(schema, "/api/v1/auth/me", client.get("/api/v1/auth/me"))
    assert_as_described(schema, "/api/v1/health/live", client.get("/api/v1/health/live"))
