"""Every enum of the data dictionary (§2), one place for each value. The database checks them too."""

from django.db.models import Q, TextChoices
from django.db.models.constraints import CheckConstraint
from django.utils.translation import gettext_lazy as _


class JobInternalStatus(TextChoices):
    UPLOADED = "UPLOADED", _("Uploaded")
    EVALUATING = "EVALUATING", _("Evaluating")
    EVAL_FAILED = "EVAL_FAILED", _("Evaluation failed")
    EVALUATED = "EVALUATED", _("Evaluated")
    PROCESSING = "PROCESSING", _("Processing")
    PARTIAL_FAILED = "PARTIAL_FAILED", _("Partly failed")
    PARTIAL_IMPORTED = "PARTIAL_IMPORTED", _("Partly imported")
    DEGRADED_HUMAN = "DEGRADED_HUMAN", _("Handed to people")
    FULL_IMPORTED = "FULL_IMPORTED", _("Fully imported")
    REJECTED = "REJECTED", _("Rejected")
    ORPHANED = "ORPHANED", _("Orphaned")
    CANCELLED = "CANCELLED", _("Cancelled")


class JobUserStatus(TextChoices):
    PROCESSING = "processing", _("Processing")
    PARTIAL_SUCCESS = "partial_success", _("Partly done")
    COMPLETED = "completed", _("Completed")
    NEEDS_MANUAL = "needs_manual", _("Needs people")
    FAILED = "failed", _("Failed")


class PageStatus(TextChoices):
    PENDING = "PENDING", _("Pending")
    BLANK = "BLANK", _("Blank")
    AI_QUEUED = "AI_QUEUED", _("Queued for AI")
    AI_PROCESSING = "AI_PROCESSING", _("AI at work")
    AI_COMPLETED = "AI_COMPLETED", _("AI done")
    AI_FAILED = "AI_FAILED", _("AI failed")
    HUMAN_QUEUED = "HUMAN_QUEUED", _("Queued for people")
    HUMAN_PROCESSING = "HUMAN_PROCESSING", _("With a person")
    HUMAN_COMPLETED = "HUMAN_COMPLETED", _("Done by a person")
    IMPORTED_CONFIRMED = "IMPORTED_CONFIRMED", _("Import confirmed")
    IMPORTED_ASSUMED = "IMPORTED_ASSUMED", _("Import assumed")
    IMPORT_FAILED = "IMPORT_FAILED", _("Import failed")
    SKIPPED = "SKIPPED", _("Skipped")
    DEAD_LETTER = "DEAD_LETTER", _("Dead letter")


class SKUStatus(TextChoices):
    EXTRACTED = "EXTRACTED", _("Extracted")
    VALIDATED = "VALIDATED", _("Validated")
    CONFIRMED = "CONFIRMED", _("Confirmed")
    BOUND = "BOUND", _("Bound")
    EXPORTED = "EXPORTED", _("Exported")
    SUPERSEDED = "SUPERSEDED", _("Superseded")
    PARTIAL = "PARTIAL", _("Partial")
    INVALID = "INVALID", _("Invalid")


class TaskStatus(TextChoices):
    CREATED = "CREATED", _("Created")
    ASSIGNED = "ASSIGNED", _("Assigned")
    PROCESSING = "PROCESSING", _("In work")
    COMPLETED = "COMPLETED", _("Completed")
    EXPIRED = "EXPIRED", _("Expired")
    ESCALATED = "ESCALATED", _("Escalated")


class ImageStatus(TextChoices):
    EXTRACTED = "EXTRACTED", _("Extracted")
    QUALITY_ASSESSED = "QUALITY_ASSESSED", _("Quality assessed")
    ROLE_CLASSIFIED = "ROLE_CLASSIFIED", _("Role classified")
    DELIVERABLE = "DELIVERABLE", _("Deliverable")
    NOT_DELIVERABLE = "NOT_DELIVERABLE", _("Not deliverable")


class WorkerStatus(TextChoices):
    ALIVE = "ALIVE", _("Alive")
    SUSPECT = "SUSPECT", _("Suspect")
    DEAD = "DEAD", _("Dead")


class CalibrationStatus(TextChoices):
    PENDING = "PENDING", _("Pending")
    APPROVED = "APPROVED", _("Approved")
    REJECTED = "REJECTED", _("Rejected")
    APPLIED = "APPLIED", _("Applied")


class UpgradeStatus(TextChoices):
    PENDING = "pending", _("Pending")
    APPROVED = "approved", _("Approved")
    REJECTED = "rejected", _("Rejected")
    APPLIED = "applied", _("Applied")


class RouteDecision(TextChoices):
    AUTO = "AUTO", _("Automatic")
    HYBRID = "HYBRID", _("Hybrid")
    HUMAN_ALL = "HUMAN_ALL", _("All by people")


class DegradeReason(TextChoices):
    EVAL_FAILED = "eval_failed", _("Evaluation failed")
    PRESCAN_REJECT = "prescan_reject", _("Blank or unreadable")
    LOW_CONFIDENCE = "low_confidence", _("Low confidence")
    BUDGET_EXHAUSTED = "budget_exhausted", _("Budget exhausted")
    CIRCUIT_OPEN = "circuit_open", _("Model unavailable")


class CompletionSource(TextChoices):
    AI_ONLY = "AI_ONLY", _("AI only")
    HUMAN_ONLY = "HUMAN_ONLY", _("People only")
    HYBRID = "HYBRID", _("AI and people")
    DEGRADED_HUMAN = "DEGRADED_HUMAN", _("Handed to people")


class PageType(TextChoices):
    TABLE = "A", _("A: table")
    SHOWCASE = "B", _("B: products shown")
    MARKETING = "C", _("C: marketing")
    OTHER = "D", _("D: other")


class LayoutType(TextChoices):
    SINGLE = "L1", _("L1: one large product")
    GRID = "L2", _("L2: grid of products")
    MIXED = "L3", _("L3: text and pictures mixed")
    TEXT = "L4", _("L4: text or table")


class ImageRole(TextChoices):
    PRODUCT_MAIN = "PRODUCT_MAIN", _("Product")
    DETAIL = "DETAIL", _("Detail")
    SCENE = "SCENE", _("Scene")
    LOGO = "LOGO", _("Logo")
    DECORATION = "DECORATION", _("Decoration")
    SIZE_CHART = "SIZE_CHART", _("Size chart")


DELIVERABLE_ROLES = (ImageRole.PRODUCT_MAIN, ImageRole.DETAIL, ImageRole.SCENE, ImageRole.SIZE_CHART)


class QualityGrade(TextChoices):
    HIGH = "HIGH", _("High")
    LOW_QUALITY = "LOW_QUALITY", _("Low")
    UNASSESSED = "UNASSESSED", _("Not assessed")


class BindingMethod(TextChoices):
    SPATIAL_PROXIMITY = "spatial_proximity", _("Nearest picture")
    GRID_ALIGNMENT = "grid_alignment", _("Same grid cell")
    ID_MATCHING = "id_matching", _("Matching number")
    PAGE_INHERITANCE = "page_inheritance", _("Only product of the page")


class SKUValidity(TextChoices):
    VALID = "valid", _("Valid")
    INVALID = "invalid", _("Invalid")


class AttributeSource(TextChoices):
    AI_EXTRACTED = "AI_EXTRACTED", _("Extracted")
    HUMAN_CORRECTED = "HUMAN_CORRECTED", _("Corrected by a person")
    CROSS_PAGE_MERGED = "CROSS_PAGE_MERGED", _("Merged over pages")
    PROMOTED = "PROMOTED", _("Promoted")


class ImportConfirmation(TextChoices):
    CONFIRMED = "confirmed", _("Confirmed")
    ASSUMED = "assumed", _("Assumed")
    FAILED = "failed", _("Failed")
    PENDING = "pending", _("Pending")


class PageImportConfirmation(TextChoices):
    """A page starts before any import: `pages.import_confirmation` has one value more than a SKU's."""

    NOT_IMPORTED = "not_imported", _("Not imported")
    CONFIRMED = "confirmed", _("Confirmed")
    ASSUMED = "assumed", _("Assumed")
    FAILED = "failed", _("Failed")
    PENDING = "pending", _("Pending")


class TaskPriority(TextChoices):
    NORMAL = "NORMAL", _("Normal")
    HIGH = "HIGH", _("High")
    URGENT = "URGENT", _("Urgent")
    CRITICAL = "CRITICAL", _("Critical")
    AUTO_RESOLVE = "AUTO_RESOLVE", _("Resolve automatically")


class SLALevel(TextChoices):
    NORMAL = "NORMAL", _("Normal")
    HIGH = "HIGH", _("High")
    CRITICAL = "CRITICAL", _("Critical")
    AUTO_RESOLVE = "AUTO_RESOLVE", _("Resolve automatically")


SLA_OF_PRIORITY = {
    TaskPriority.NORMAL: SLALevel.NORMAL,
    TaskPriority.HIGH: SLALevel.HIGH,
    TaskPriority.URGENT: SLALevel.HIGH,
    TaskPriority.CRITICAL: SLALevel.CRITICAL,
    TaskPriority.AUTO_RESOLVE: SLALevel.AUTO_RESOLVE,
}


class HumanTaskType(TextChoices):
    PAGE_PROCESS = "PAGE_PROCESS", _("Process a page")
    SKU_CONFIRM = "SKU_CONFIRM", _("Confirm a SKU")
    ATTRIBUTE_CONFIRM = "ATTRIBUTE_CONFIRM", _("Confirm an attribute")
    BINDING_CONFIRM = "BINDING_CONFIRM", _("Confirm a picture")
    CLASSIFICATION_REVIEW = "CLASSIFICATION_REVIEW", _("Review the page type")


class AnnotationType(TextChoices):
    PAGE_TYPE_CORRECTION = "PAGE_TYPE_CORRECTION", _("Page type corrected")
    TEXT_ROLE_CORRECTION = "TEXT_ROLE_CORRECTION", _("Text role corrected")
    IMAGE_ROLE_CORRECTION = "IMAGE_ROLE_CORRECTION", _("Image role corrected")
    SKU_ATTRIBUTE_CORRECTION = "SKU_ATTRIBUTE_CORRECTION", _("Attribute corrected")
    BINDING_CORRECTION = "BINDING_CORRECTION", _("Picture corrected")
    CUSTOM_ATTR_CONFIRM = "CUSTOM_ATTR_CONFIRM", _("Custom attribute confirmed")
    NEW_TYPE_REPORT = "NEW_TYPE_REPORT", _("New type reported")
    LAYOUT_CORRECTION = "LAYOUT_CORRECTION", _("Layout corrected")


class SKUValidityMode(TextChoices):
    STRICT = "strict", _("Strict")
    LENIENT = "lenient", _("Lenient")


class CalibrationType(TextChoices):
    THRESHOLD = "THRESHOLD", _("Threshold")
    ATTR_PROMOTION = "ATTR_PROMOTION", _("Attribute promotion")


class HealthStatus(TextChoices):
    HEALTHY = "healthy", _("Healthy")
    DEGRADED = "degraded", _("Degraded")
    UNHEALTHY = "unhealthy", _("Unhealthy")


class ComponentStatus(TextChoices):
    OK = "ok", _("OK")
    DEGRADED = "degraded", _("Degraded")
    DOWN = "down", _("Down")
    CIRCUIT_OPEN = "circuit_open", _("Circuit open")


class ErrorSeverity(TextChoices):
    INFO = "info", _("Info")
    WARNING = "warning", _("Warning")
    ERROR = "error", _("Error")
    CRITICAL = "critical", _("Critical")


class SSEEventType(TextChoices):
    """The nine events of the dictionary and the three of the gateway."""

    HEARTBEAT = "heartbeat", _("Heartbeat")
    PAGE_COMPLETED = "page_completed", _("Page completed")
    PAGES_BATCH_UPDATE = "pages_batch_update", _("Pages updated")
    JOB_COMPLETED = "job_completed", _("Job completed")
    JOB_FAILED = "job_failed", _("Job failed")
    HUMAN_NEEDED = "human_needed", _("People needed")
    SLA_ESCALATED = "sla_escalated", _("Deadline escalated")
    SLA_AUTO_RESOLVE = "sla_auto_resolve", _("Resolved automatically")
    SLA_AUTO_ACCEPTED = "sla_auto_accepted", _("Accepted automatically")
    LOCK_CONFLICT = "lock_conflict", _("Lock conflict")
    TASK_ASSIGNED = "task_assigned", _("Task assigned")
    CONFIG_UPDATED = "config_updated", _("Configuration updated")


class UploadStatus(TextChoices):
    OPEN = "OPEN", _("Open")
    COMPLETE = "COMPLETE", _("Complete")
    CONSUMED = "CONSUMED", _("Became a job")


class OutboxStatus(TextChoices):
    PENDING = "PENDING", _("Pending")
    PUBLISHED = "PUBLISHED", _("Published")
    FAILED = "FAILED", _("Failed")
    DEAD = "DEAD", _("Dead")


class UserRole(TextChoices):
    MERCHANT = "merchant", _("Merchant")
    UPLOADER = "uploader", _("Uploader")
    ANNOTATOR = "annotator", _("Annotator")
    OPERATOR = "operator", _("Operator")
    ADMIN = "admin", _("Administrator")


class SKUGranularity(TextChoices):
    """How variants become SKUs (a profile setting)."""

    MODEL = "model", _("One SKU per model")
    MODEL_COLOR = "model_color", _("One SKU per model and colour")
    MODEL_COLOR_SIZE = "model_color_size", _("One SKU per model, colour and size")


def choice_check(table: str, column: str, choices: type[TextChoices]) -> CheckConstraint:
    """The database's copy of an enum: the column holds one of its values, or NULL where the column allows it."""
    return CheckConstraint(condition=Q(**{f"{column}__in": choices.values}), name=f"{table}_{column}_enum")
