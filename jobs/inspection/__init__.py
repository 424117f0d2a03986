"""Is an uploaded file a PDF that may be let in? Decided before anything else opens it, in a confined process of its own."""

from jobs.inspection.findings import Code, Finding, Inspection, Limits
from jobs.inspection.service import inspect

__all__ = ["Code", "Finding", "Inspection", "Limits", "inspect"]
