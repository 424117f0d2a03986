"""Health for load balancers and operators, metrics for Prometheus. Open to all and never throttled: probes carry no token."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema, inline_serializer
from prometheus_client import CONTENT_TYPE_LATEST
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from jobs import health
from jobs.exposition import exposition
from pdfsku.shared.choices import ComponentStatus, HealthStatus

_COMPONENT = inline_serializer(
    "ComponentHealth",
    {
        "status": serializers.ChoiceField(choices=ComponentStatus.choices),
        "latency_ms": serializers.FloatField(),
        "details": serializers.DictField(),
    },
)
HEALTH_RESPONSE = inline_serializer(
    "HealthResponse",
    {
        "status": serializers.ChoiceField(choices=HealthStatus.choices),
        "version": serializers.CharField(),
        "ts": serializers.DateTimeField(),
        "components": serializers.DictField(child=_COMPONENT),
    },
)


class OneFormat(BaseContentNegotiation):
    """Probes ask for whatever their authors thought of; there is one answer."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class OpenView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()
    content_negotiation_class = OneFormat


class Probe(OpenView):
    checks: dict[str, health.Check] = {}

    @extend_schema(responses={200: HEALTH_RESPONSE, 503: HEALTH_RESPONSE})
    def get(self, request: Request) -> Response:
        components = health.examine(self.checks)
        status = health.overall(components)
        return Response(_body(status, components), status=503 if status is HealthStatus.UNHEALTHY else 200)


class HealthView(Probe):
    """Every component. 503 when one is down without which nothing can be served."""

    checks = health.ALL


class ReadyView(Probe):
    """Whether this instance can serve requests: what a load balancer asks."""

    checks = health.ESSENTIAL


class LiveView(Probe):
    """Whether this process answers at all: what restarts it if not. Asks no other service."""


class MetricsView(OpenView):
    """Counters of this machine's processes and what the database knows, for Prometheus."""

    @extend_schema(responses={(200, "text/plain"): OpenApiResponse(str, description="Prometheus text format")})
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)


def _body(status: HealthStatus, components: dict[str, health.Component]) -> dict[str, Any]:
    return {
        "status": status.value,
        "version": settings.VERSION,
        "ts": timezone.now(),
        "components": {
            name: {"status": component.status.value, "latency_ms": component.latency_ms, "details": component.details}
            for name, component in components.items()
        },
    }


urlpatterns = [
    path("health", HealthView.as_view(), name="health"),
    path("health/live", LiveView.as_view(), name="health-live"),
    path("health/ready", ReadyView.as_view(), name="health-ready"),
    path("metrics", MetricsView.as_view(), name="metrics"),
]
