from collaboration.admin import annotations, annotators, examples, tasks

__all__ = ["annotations", "annotators", "examples", "tasks"]
