"""Column types and defaults that the data dictionary asks for and Django does not ship."""

from typing import Any

from django.contrib.postgres.functions import RandomUUID
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, FloatField, Func

__all__ = ["DbNow", "RandomUUID", "RealField"]


class RealField(FloatField):
    """REAL: scores and confidences need no more than four bytes."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "real"


class DbNow(Func):
    """`now()`: the transaction's time, so that all rows of one transaction agree."""

    function = "now"
    arity = 0

    def __init__(self, **extra: Any) -> None:
        super().__init__(output_field=DateTimeField(), **extra)
