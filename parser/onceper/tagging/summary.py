"""What a tagging run found, counted."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onceper.contract.reading import Row

# The place and the quoted words differ from row to row, and would make each error a kind of its own.
_QUOTED = re.compile(r"'[^']{9,}'|\"[^\"]{9,}\"")
_DETAIL = re.compile(r"[;:(]")


class Summary:
    """Count rows, limits by kind, sentences left unread, and errors by their first words."""

    def __init__(self) -> None:
        self.rows = 0
        self.rows_with_limits = 0
        self.limits: Counter[str] = Counter()
        self.unread = 0
        self.errors: Counter[str] = Counter()

    def add(self, row: Row) -> None:
        """Count one row."""
        self.rows += 1
        self.rows_with_limits += bool(row.limits)
        for limit in row.limits:
            self.limits[limit.kind] += 1
        self.unread += len(row.unread)
        if row.error is not None:
            self.errors[_first_words(row.error)] += 1

    def merge(self, other: Summary) -> None:
        """Add what another run counted."""
        self.rows += other.rows
        self.rows_with_limits += other.rows_with_limits
        self.limits += other.limits
        self.unread += other.unread
        self.errors += other.errors


def _first_words(error: str) -> str:
    return _DETAIL.split(_QUOTED.sub("…", error), maxsplit=1)[0].strip()
