"""How a job may move (data dictionary §1.1, SPEC 1)."""

from pdfsku.shared.choices import JobInternalStatus as S
from pdfsku.shared.choices import JobUserStatus as U
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.machines import Actor, Edge, Machine

_ENDED = (S.FULL_IMPORTED, S.REJECTED, S.CANCELLED)
_OPEN = tuple(state for state in S if state not in _ENDED)

JOB = Machine(
    entity_type="job",
    states=S,
    initial=(S.UPLOADED, S.REJECTED, S.DEGRADED_HUMAN),
    edges=(
        Edge("begin_evaluation", (S.UPLOADED,), S.EVALUATING, by=(Actor.GATEWAY,)),
        Edge("reject", (S.UPLOADED,), S.REJECTED, by=(Actor.GATEWAY,), emits=SSEEventType.JOB_FAILED),
        Edge("finish_evaluation", (S.EVALUATING,), S.EVALUATED, by=(Actor.EVALUATOR,)),
        Edge("fail_evaluation", (S.EVALUATING,), S.EVAL_FAILED, by=(Actor.EVALUATOR,), emits=SSEEventType.JOB_FAILED),
        Edge(
            "degrade",
            (S.EVALUATING, S.EVAL_FAILED, S.EVALUATED),
            S.DEGRADED_HUMAN,
            by=(Actor.EVALUATOR, Actor.PIPELINE),
            emits=SSEEventType.HUMAN_NEEDED,
        ),
        Edge("begin_processing", (S.EVALUATED,), S.PROCESSING, by=(Actor.PIPELINE,)),
        Edge(
            "import_fully",
            (S.PROCESSING, S.PARTIAL_IMPORTED, S.DEGRADED_HUMAN),
            S.FULL_IMPORTED,
            by=(Actor.PIPELINE, Actor.OUTPUT),
            emits=SSEEventType.JOB_COMPLETED,
        ),
        Edge("import_partly", (S.PROCESSING,), S.PARTIAL_IMPORTED, by=(Actor.PIPELINE, Actor.OUTPUT), emits=SSEEventType.JOB_COMPLETED),
        Edge("fail_partly", (S.PROCESSING,), S.PARTIAL_FAILED, by=(Actor.PIPELINE,)),
        Edge("hand_failed_pages_over", (S.PARTIAL_FAILED,), S.PARTIAL_IMPORTED, by=(Actor.COLLABORATION,)),
        Edge("orphan", (S.EVALUATING, S.PROCESSING), S.ORPHANED, by=(Actor.SCANNER,), emits=SSEEventType.JOB_FAILED),
        Edge("resume_processing", (S.ORPHANED,), S.PROCESSING, by=(Actor.SCANNER, Actor.OPERATOR)),
        Edge("resume_evaluation", (S.ORPHANED,), S.EVALUATING, by=(Actor.SCANNER, Actor.OPERATOR)),
        Edge("cancel", _OPEN, S.CANCELLED, by=(Actor.USER, Actor.OPERATOR), emits=SSEEventType.JOB_FAILED),
    ),
)

# INV-10: what a merchant sees is a function of the status and nothing else.
USER_STATUS = {
    S.UPLOADED: U.PROCESSING,
    S.EVALUATING: U.PROCESSING,
    S.EVALUATED: U.PROCESSING,
    S.PROCESSING: U.PROCESSING,
    S.PARTIAL_FAILED: U.PARTIAL_SUCCESS,
    S.PARTIAL_IMPORTED: U.PARTIAL_SUCCESS,
    S.FULL_IMPORTED: U.COMPLETED,
    S.DEGRADED_HUMAN: U.NEEDS_MANUAL,
    S.EVAL_FAILED: U.FAILED,
    S.REJECTED: U.FAILED,
    S.ORPHANED: U.FAILED,
    S.CANCELLED: U.FAILED,
}
