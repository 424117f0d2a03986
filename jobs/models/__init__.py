from jobs.models.events import IdempotencyKey, OutboxEvent
from jobs.models.jobs import PDFJob
from jobs.models.transitions import StateTransition
from jobs.models.uploads import Upload
from jobs.models.workers import WorkerHeartbeat

__all__ = ["IdempotencyKey", "OutboxEvent", "PDFJob", "StateTransition", "Upload", "WorkerHeartbeat"]
