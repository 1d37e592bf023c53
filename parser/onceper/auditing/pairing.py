"""Which of the limits of one witness is which of another's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.auditing.claim import Meaning

Field = Literal["counted", "period", "verb", "times", "shared"]


class _Says(Protocol):
    @property
    def meaning(self) -> Meaning: ...


_Left = TypeVar("_Left", bound=_Says)
_Right = TypeVar("_Right", bound=_Says)

# What two records of one limit may differ in, the likeliest first: those that differ in less find each other before.
_TOLERATED: tuple[tuple[Field, ...], ...] = (
    (),
    ("shared",),
    ("verb",),
    ("verb", "shared"),
    ("times",),
    ("times", "shared"),
    ("period",),
    ("counted",),
    ("counted", "verb"),
    ("period", "verb"),
)


class Pair(NamedTuple):
    """Hold the places of one limit with two witnesses, and what they tell differently."""

    left: int
    right: int
    differ: tuple[Field, ...]


class Pairs(NamedTuple):
    """Hold what was found twice, and the places of what one witness alone tells."""

    both: tuple[Pair, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


def pair(
    left: Sequence[_Left],
    right: Sequence[_Right],
    *,
    exactly: bool = False,
    same_effect: Callable[[_Left, _Right], bool] = lambda _, __: True,
) -> Pairs:
    """Pair the limits of two witnesses by what they mean; ``exactly`` takes only those that differ in nothing.

    Of several that mean the same, those on the ``same_effect`` find each other before.
    """
    waiting_left, waiting_right = list(range(len(left))), list(range(len(right)))
    both: list[Pair] = []
    rounds = [(tolerated, strict) for tolerated in _TOLERATED[: 2 if exactly else None] for strict in (True, False)]
    for tolerated, strict in rounds:
        for one in list(waiting_left):
            said = left[one].meaning
            for other in waiting_right:
                differ = _differ(said, right[other].meaning)
                if "verb" in differ and not _is_one_verb(said, right[other].meaning):
                    continue
                if set(differ) <= set(tolerated) and (not strict or same_effect(left[one], right[other])):
                    both.append(Pair(one, other, differ))
                    waiting_left.remove(one)
                    waiting_right.remove(other)
                    break
    return Pairs(tuple(both), tuple(waiting_left), tuple(waiting_right))


def _differ(one: Meaning, other: Meaning) -> tuple[Field, ...]:
    fields: tuple[Field, ...] = ("counted", "period", "verb", "times", "shared")
    return tuple(field for field in fields if getattr(one, field) != getattr(other, field))


def _is_one_verb(one: Meaning, other: Meaning) -> bool:
    """Whether what is done may be the same in other words: to Summon or control a card is not to use its effect.

    A procedure may be among the effects that a limit on their use names.
    """
    return one.verb not in {"summon", "special_summon", "control"} and other.verb not in {"special_summon", "control"}
