"""The rules for differences that cannot change play, or that running a script cannot show."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.auditing.claim import Counted
from onceper.contract.finding import Contradiction, Grade, Sure

if TYPE_CHECKING:
    from onceper.auditing.difference import Difference


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one rule: the differences and circumstances where it holds, and the reason."""

    id: str
    differences: tuple[Contradiction, ...]
    when: tuple[str, ...]
    reason: str
    untold: bool = False
    counted: Counted | None = None

    def holds(self, difference: Difference, found: frozenset[str]) -> bool:
        """Whether the rule leaves this difference out."""
        if difference.kind not in self.differences or not found.issuperset(self.when):
            return False
        told = [record.meaning.counted for record in (difference.claim, difference.enforced) if record is not None]
        return self.counted is None or self.counted in told


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    signs: dict[str, tuple[str, ...]]
    left_out: tuple[LeftOut, ...]
    sure: dict[str, Sure]
    words: dict[Contradiction, str]
    grades: dict[Grade, str]


def reason_to_leave_out(difference: Difference, found: frozenset[str]) -> LeftOut | None:
    """Return the first rule that leaves a difference out, or nothing."""
    return next((rule for rule in rules() if rule.holds(difference, found)), None)


def rules() -> tuple[LeftOut, ...]:
    """Return all rules in their order."""
    return _file().left_out


def signs() -> dict[str, tuple[str, ...]]:
    """Return what a script's lines show, by the circumstance that it stands for."""
    return _file().signs


def how_sure(difference: Difference, grade: Grade) -> Sure:
    """Return how sure it is that a difference is somebody's mistake."""
    record = difference.claim or difference.enforced
    counted = record.meaning.counted if record else ""
    sure = _file().sure.get(f"{difference.kind}.{counted}", _file().sure[difference.kind])
    if grade == "both_prints":
        return sure
    return "fair" if sure == "high" else "low"


def in_words(kind: Contradiction) -> str:
    """Return what a difference is, in words."""
    return _file().words[kind]


def grade_in_words(grade: Grade) -> str:
    """Return who is against whom, in words."""
    return _file().grades[grade]


@cache
def _file() -> _File:
    written = files("onceper.auditing").joinpath("left_out.toml").read_text(encoding="utf-8")
    decoded: Any = msgspec.toml.decode(written, type=_File)
    assert isinstance(decoded, _File)  # noqa: S101
    return decoded
