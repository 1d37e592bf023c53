"""Which reading the constituents of a clause say together: the content of ``decided.toml``."""

from __future__ import annotations

from collections.abc import Set as AbstractSet  # noqa: TC003  msgspec resolves what a record names
from functools import cache
from typing import Literal

import msgspec

from onceper.patterns.fields import Meaning
from onceper.resources import resource


class DecidedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a line of the file, which says what each of its fields tells."""

    has: str = ""
    lacks: str = ""
    are: str | None = None
    fields: Literal["said", "effects", "control", "name", "players"] = "said"
    given: Meaning = {}
    left_out: str = ""


class _Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lines: list[DecidedLine]


@cache
def decided_lines() -> list[tuple[AbstractSet[str], AbstractSet[str], DecidedLine]]:
    """Return what each line has and lacks, and the line."""
    read = msgspec.toml.decode((resource("patterns") / "decided.toml").read_bytes(), type=_Lines)
    return [({*line.has.split()}, {*line.lacks.split()}, line) for line in read.lines]
