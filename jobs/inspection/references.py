"""Follows objects that are nothing but a reference to another one."""

import re

from jobs.inspection.readers import Reader

# In an object stream some readers take a reference for what it is, and others, ours among them, only for its first number.
ALIAS = re.compile(rb"\s*(\d+)(?:\s+\d+\s+R)?\s*")
NUMBER = re.compile(rb"\s*\d+\s*")


class References:
    """Knows at which object a chain of references ends, however long it is."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._ends: dict[int, int | None] = {}

    def end_of(self, number: int) -> int | None:
        """The number of the object that holds the value; None if the chain only leads back to itself."""
        passed: list[int] = []
        while number not in self._ends:
            # Taken back below; until then it marks what was passed already.
            self._ends[number] = None
            passed.append(number)
            onward = ALIAS.fullmatch(self._reader.text(number))
            if onward is None:
                self._ends[number] = number
                break
            number = int(onward[1])
        end = self._ends[number]
        self._ends.update(dict.fromkeys(passed, end))
        return end

    def text(self, number: int) -> bytes:
        """The text of the value at the end of the chain."""
        end = self.end_of(number)
        return b"null" if end is None else self._reader.text(end)

    def integer(self, number: int) -> int:
        """The number that the chain leads to, 0 if it leads to anything else."""
        passed = set[int]()
        while number not in passed:
            passed.add(number)
            text = self._reader.text(number)
            if NUMBER.fullmatch(text):
                return int(text)
            onward = ALIAS.fullmatch(text)
            number = int(onward[1]) if onward else number
        return 0
