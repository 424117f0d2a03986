"""Documents that follow from the code: the API schema, a diagram per state machine, the table of errors."""

from __future__ import annotations

from collections.abc import Iterator

import polib
from django.utils import translation
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.settings import spectacular_settings

from collaboration.machine import TASK
from configs.management.messages import catalog_path
from jobs.machine import JOB, USER_STATUS
from pdfsku.shared.errors import REGISTRY
from pdfsku.shared.machines import Machine
from pipeline.machines import IMAGE, PAGE, SKU

TITLES = {
    JOB.entity_type: "Job",
    PAGE.entity_type: "Page",
    SKU.entity_type: "SKU",
    TASK.entity_type: "Human task",
    IMAGE.entity_type: "Image",
}


def documents() -> dict[str, str]:
    """Path below `docs/` and content of each."""
    diagrams = {f"diagrams/{machine.entity_type}.md": diagram(machine) for machine in (JOB, PAGE, SKU, TASK, IMAGE)}
    return {**diagrams, "errors.md": error_table(), "schema.yml": api_schema()}


def api_schema() -> str:
    with translation.override("en"):
        schema = spectacular_settings.DEFAULT_GENERATOR_CLASS().get_schema(request=None, public=True)
        return OpenApiYamlRenderer().render(schema, renderer_context={}).decode()


def diagram(machine: Machine) -> str:
    lines = [
        f"# {TITLES[machine.entity_type]}: states",
        "",
        "```mermaid",
        "stateDiagram-v2",
        *_arrows(machine),
        "```",
        "",
        *_edges(machine),
    ]
    if machine is JOB:
        lines += [
            "",
            "| status | what the merchant sees |",
            "| --- | --- |",
            *(f"| {status} | {shown} |" for status, shown in USER_STATUS.items()),
        ]
    return "\n".join(lines) + "\n"


def error_table() -> str:
    """Every code a caller can get, with its message in both languages."""
    chinese = {entry.msgid: entry.msgstr for entry in polib.pofile(str(catalog_path()))}
    lines = ["# Errors", "", "Every error body is `{code, message, severity, request_id, details}`.", ""]
    lines += ["| code | HTTP | severity | message | 消息 |", "| --- | --- | --- | --- | --- |"]
    with translation.override("en"):
        for code, entry in REGISTRY.items():
            lines.append(f"| {code} | {entry.http_status} | {entry.severity} | {entry.message} | {chinese.get(str(entry.message), '')} |")
    return "\n".join(lines) + "\n"


def _arrows(machine: Machine) -> Iterator[str]:
    yield from (f"    [*] --> {state}" for state in machine.initial)
    for edge in machine.edges:
        yield from (f"    {source} --> {edge.target}: {edge.name}" for source in edge.sources)
    yield from (f"    {state} --> [*]" for state in machine.terminal)


def _edges(machine: Machine) -> Iterator[str]:
    yield from ("| edge | from | to | by | event |", "| --- | --- | --- | --- | --- |")
    for edge in machine.edges:
        yield f"| {edge.name} | {', '.join(edge.sources)} | {edge.target} | {', '.join(edge.by)} | {edge.emits or ''} |"
