"""What a confined process is told by the one that starts it."""

import json
from typing import Any, NamedTuple


class Order(NamedTuple):
    """How much the child may spend, and what it is to look for."""

    parent: int
    memory_bytes: int
    timeout_seconds: float
    arguments: dict[str, Any]

    def dumps(self) -> str:
        """As the one argument of the child."""
        return json.dumps(self._asdict())

    @classmethod
    def loads(cls, text: str) -> "Order":
        """As the child reads it."""
        return cls(**json.loads(text))
