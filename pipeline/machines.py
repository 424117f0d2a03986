"""How pages, SKUs and images may move (data dictionary §1.2, §1.3, §1.5)."""

from pdfsku.shared.choices import ImageStatus, PageStatus, SKUStatus, SSEEventType
from pdfsku.shared.machines import Actor, Edge, Machine

P, K, I = PageStatus, SKUStatus, ImageStatus  # noqa: E741

PAGE = Machine(
    entity_type="page",
    states=PageStatus,
    initial=(P.PENDING,),
    edges=(
        Edge("mark_blank", (P.PENDING,), P.BLANK, by=(Actor.PIPELINE,)),
        Edge("queue_for_ai", (P.PENDING,), P.AI_QUEUED, by=(Actor.PIPELINE,)),
        Edge("queue_for_people", (P.PENDING,), P.HUMAN_QUEUED, by=(Actor.PIPELINE,)),
        Edge("begin_ai", (P.PENDING, P.AI_QUEUED), P.AI_PROCESSING, by=(Actor.PIPELINE,)),
        Edge("complete_ai", (P.AI_PROCESSING,), P.AI_COMPLETED, by=(Actor.PIPELINE,), emits=SSEEventType.PAGE_COMPLETED),
        Edge("fail_ai", (P.AI_PROCESSING,), P.AI_FAILED, by=(Actor.PIPELINE, Actor.SCANNER)),
        Edge("retry_ai", (P.AI_FAILED,), P.AI_QUEUED, by=(Actor.PIPELINE, Actor.SCANNER, Actor.OPERATOR)),
        Edge("hand_to_people", (P.AI_FAILED,), P.HUMAN_QUEUED, by=(Actor.PIPELINE, Actor.OPERATOR), emits=SSEEventType.HUMAN_NEEDED),
        Edge("bury", (P.AI_FAILED,), P.DEAD_LETTER, by=(Actor.PIPELINE,)),
        Edge(
            "confirm_import",
            (P.AI_COMPLETED, P.IMPORT_FAILED, P.HUMAN_COMPLETED),
            P.IMPORTED_CONFIRMED,
            by=(Actor.OUTPUT,),
            emits=SSEEventType.PAGE_COMPLETED,
        ),
        Edge(
            "assume_import",
            (P.AI_COMPLETED, P.IMPORT_FAILED, P.HUMAN_COMPLETED),
            P.IMPORTED_ASSUMED,
            by=(Actor.OUTPUT,),
            emits=SSEEventType.PAGE_COMPLETED,
        ),
        Edge("fail_import", (P.AI_COMPLETED,), P.IMPORT_FAILED, by=(Actor.OUTPUT,)),
        Edge("begin_human", (P.HUMAN_QUEUED,), P.HUMAN_PROCESSING, by=(Actor.COLLABORATION,)),
        Edge("complete_human", (P.HUMAN_PROCESSING,), P.HUMAN_COMPLETED, by=(Actor.COLLABORATION,), emits=SSEEventType.PAGE_COMPLETED),
        Edge("ask_ai_again", (P.HUMAN_PROCESSING,), P.AI_QUEUED, by=(Actor.COLLABORATION,)),
        Edge("skip", (P.HUMAN_PROCESSING,), P.SKIPPED, by=(Actor.COLLABORATION,)),
    ),
)

SKU = Machine(
    entity_type="sku",
    states=SKUStatus,
    initial=(K.EXTRACTED,),
    edges=(
        Edge("validate", (K.EXTRACTED,), K.VALIDATED, by=(Actor.PIPELINE,)),
        Edge("doubt", (K.EXTRACTED,), K.PARTIAL, by=(Actor.PIPELINE,)),
        Edge("invalidate", (K.EXTRACTED, K.PARTIAL), K.INVALID, by=(Actor.PIPELINE, Actor.COLLABORATION)),
        Edge("confirm", (K.PARTIAL,), K.CONFIRMED, by=(Actor.COLLABORATION,)),
        Edge("bind", (K.VALIDATED, K.CONFIRMED), K.BOUND, by=(Actor.PIPELINE,)),
        Edge("export", (K.BOUND,), K.EXPORTED, by=(Actor.PIPELINE, Actor.OUTPUT)),
        Edge("supersede", (K.EXTRACTED, K.VALIDATED, K.CONFIRMED, K.PARTIAL, K.BOUND), K.SUPERSEDED, by=(Actor.PIPELINE,)),
    ),
)

IMAGE = Machine(
    entity_type="image",
    states=ImageStatus,
    initial=(I.EXTRACTED,),
    edges=(
        Edge("assess", (I.EXTRACTED,), I.QUALITY_ASSESSED, by=(Actor.PIPELINE,)),
        Edge("classify", (I.QUALITY_ASSESSED,), I.ROLE_CLASSIFIED, by=(Actor.PIPELINE,)),
        Edge("deliver", (I.ROLE_CLASSIFIED,), I.DELIVERABLE, by=(Actor.PIPELINE,)),
        Edge("withhold", (I.ROLE_CLASSIFIED,), I.NOT_DELIVERABLE, by=(Actor.PIPELINE,)),
    ),
)
