from outputs.models.imports import ImportDedup

__all__ = ["ImportDedup"]
