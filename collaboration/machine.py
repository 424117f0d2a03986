"""How a human task may move (data dictionary §1.4)."""

from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.choices import TaskStatus as S
from pdfsku.shared.machines import Actor, Edge, Machine

_PEOPLE = (Actor.COLLABORATION,)

TASK = Machine(
    entity_type="task",
    states=S,
    initial=(S.CREATED,),
    edges=(
        Edge("assign", (S.CREATED,), S.ASSIGNED, by=(Actor.COLLABORATION, Actor.OPERATOR), emits=SSEEventType.TASK_ASSIGNED),
        Edge("claim", (S.CREATED, S.ASSIGNED), S.PROCESSING, by=_PEOPLE),
        Edge("complete", (S.PROCESSING,), S.COMPLETED, by=_PEOPLE),
        Edge("expire", (S.PROCESSING,), S.EXPIRED, by=(Actor.SCANNER,)),
        Edge("revert", (S.PROCESSING,), S.CREATED, by=_PEOPLE),
        Edge("reopen", (S.EXPIRED,), S.CREATED, by=(Actor.SCANNER,)),
        Edge("escalate", (S.EXPIRED, S.CREATED), S.ESCALATED, by=(Actor.SCANNER,), emits=SSEEventType.SLA_ESCALATED),
    ),
)
