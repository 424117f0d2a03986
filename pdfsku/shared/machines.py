"""State machines as data: states, edges, who may take them, what they emit.

From one declaration come the guarded `move()`, the trigger that refuses everything else, the admin's buttons and the diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pgtrigger
from django.db.models import TextChoices

from pdfsku.shared.choices import SSEEventType


class Actor(TextChoices):
    """Who takes an edge: the writing module of the dictionary's transition tables, or a person."""

    GATEWAY = "gateway"
    EVALUATOR = "evaluator"
    PIPELINE = "pipeline"
    COLLABORATION = "collaboration"
    OUTPUT = "output"
    SCANNER = "scanner"
    OPERATOR = "operator"
    USER = "user"


@dataclass(frozen=True)
class Edge:
    """A named way from one of several states to another."""

    name: str
    sources: tuple[str, ...]
    target: str
    by: tuple[Actor, ...]
    emits: SSEEventType | None = None


@dataclass(frozen=True)
class Machine:
    """All a kind of row may be and become. `entity_type` is its name in `state_transitions`."""

    entity_type: str
    states: type[TextChoices]
    initial: tuple[str, ...]
    edges: tuple[Edge, ...]

    @cached_property
    def _by_name(self) -> dict[str, Edge]:
        return {edge.name: edge for edge in self.edges}

    def edge(self, name: str) -> Edge:
        return self._by_name[name]

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Every allowed (from, to)."""
        return frozenset((str(source), str(edge.target)) for edge in self.edges for source in edge.sources)

    @cached_property
    def terminal(self) -> tuple[str, ...]:
        """States that nothing leaves."""
        left = {source for source, _ in self.pairs}
        return tuple(state for state in self.states.values if state not in left)

    def edges_from(self, state: str, *, by: Actor) -> Iterator[Edge]:
        """What this actor may do to a row in this state: the admin's buttons."""
        return (edge for edge in self.edges if state in edge.sources and by in edge.by)

    def guard(self, table: str) -> pgtrigger.Trigger:
        """The trigger that refuses an illegal change or an illegal first state, whatever wrote it."""
        initial = ", ".join(f"'{state}'" for state in self.initial)
        allowed = ", ".join(f"('{source}', '{target}')" for source, target in sorted(self.pairs))
        return pgtrigger.Trigger(
            name=f"{table}_status_guard",
            when=pgtrigger.Before,
            operation=pgtrigger.Insert | pgtrigger.UpdateOf("status"),
            func=f"""
                IF TG_OP = 'INSERT' THEN
                    IF NEW.status NOT IN ({initial}) THEN
                        RAISE EXCEPTION 'A {self.entity_type} cannot start as %', NEW.status
                            USING ERRCODE = '23514', CONSTRAINT = '{table}_status_initial';
                    END IF;
                ELSIF NEW.status IS DISTINCT FROM OLD.status AND (OLD.status, NEW.status) NOT IN ({allowed}) THEN
                    RAISE EXCEPTION 'A {self.entity_type} cannot go from % to %', OLD.status, NEW.status
                        USING ERRCODE = '23514', CONSTRAINT = '{table}_status_transition';
                END IF;
                RETURN NEW;
            """,
        )
