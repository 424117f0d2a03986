"""Records of which a page makes thousands: nobody may set their fields, which is checked where the code is, not while it runs.

A dataclass that guards itself sets each field by a call of its own and takes nearly three times as long to be made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool, slots: bool) -> Any:
        """Like `dataclass`: equal and hashed by its fields, which nobody may set."""
        return dataclass(slots=slots, unsafe_hash=frozen)


__all__ = ["record"]
