"""What a row of a tagging must keep beyond the types of its fields, which may come from anybody."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import Effect, Option
    from onceper.contract.limit import AppliesTo, Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row
    from onceper.contract.span import Span, Unread

# No text of Arrow is longer.
_FURTHEST = 2**31 - 1


class Fault(NamedTuple):
    """Hold what a field of a row says, and what was expected there."""

    said: str
    expected: str

    def within(self, place: str) -> Fault:
        """Return the fault of a field in the record that stands at this place."""
        return Fault(f"{place}.{self.said}", self.expected)


def fault_in(row: Row) -> Fault | None:
    """Return where a row contradicts itself first: places, words, and numbers of effects that are not there."""
    for number, limit in enumerate(row.limits):
        if fault := _of_limit(limit, row):
            return fault.within(f"limits[{number}]")
    for number, non_effect in enumerate(row.non_effects):
        if fault := _of_place(non_effect, row) or _of_effects("effects", non_effect.effects, row):
            return fault.within(f"non_effects[{number}]")
    for number, effect in enumerate(row.effects):
        if fault := _of_effect(effect, number + 1, row):
            return fault.within(f"effects[{number}]")
    for number, unread in enumerate(row.unread):
        if fault := _of_place(unread, row):
            return fault.within(f"unread[{number}]")
    if row.error is not None:
        for name in ("limits", "non_effects", "effects", "unread"):
            if getattr(row, name):
                return Fault(f"{name} beside an error", "no record of a text that could not be read")
    return None


def _of_place(record: Limit | NonEffect | Effect | Unread | Option, row: Row) -> Fault | None:
    start, end = record.span
    length = _FURTHEST if row.text is None else len(row.text)
    if not start < end <= length:
        return Fault(f"span is [{start}, {end}]", f"two places in order, at most {length}")
    if row.text is not None and row.text[start:end] != record.text:
        return Fault(f"text is {record.text!r:.60}", f"the words at its span, {row.text[start:end]!r:.60}")
    if end - start != len(record.text):
        return Fault(f"text has {len(record.text)} characters", f"as many as its span, {end - start}")
    return None


def _of_limit(limit: Limit, row: Row) -> Fault | None:
    governed = limit.applies_to
    return (
        _of_place(limit, row)
        or _of_effects("applies_to.effects", governed.effects, row)
        or (_of_choices(governed, row) if governed.options else None)
    )


def _of_effects(name: str, numbers: Sequence[int], row: Row) -> Fault | None:
    # Limits alone, where nothing else was asked for, have the numbers of effects that are not listed.
    return _of_numbers(name, numbers, len(row.effects) or _FURTHEST, "effects")


def _of_numbers(name: str, numbers: Sequence[int], most: int, things: str) -> Fault | None:
    if numbers and not (numbers[0] > 0 and numbers[-1] <= most and all(a < b for a, b in pairwise(numbers))):
        return Fault(f"{name} is {list(numbers)!r:.60}", f"numbers of {things} in order, of which there are {most}")
    return None


def _of_choices(governed: AppliesTo, row: Row) -> Fault | None:
    if len(governed.effects) != 1:
        return Fault(f"applies_to.effects is {list(governed.effects)!r:.60}", "one effect, for options are of one")
    if not row.effects:
        return None
    (number,) = governed.effects
    return _of_numbers("applies_to.options", governed.options, len(row.effects[number - 1].options), "choices")


def _of_effect(effect: Effect, number: int, row: Row) -> Fault | None:
    if fault := _of_place(effect, row) or _of_parts(effect.parts, effect.span):
        return fault
    if effect.index != number:
        return Fault(f"index is {effect.index}", f"{number}, for effects are counted from 1")
    for at, option in enumerate(effect.options):
        if option.index != at + 1:
            return Fault(f"options[{at}].index is {option.index}", f"{at + 1}, for choices are counted from 1")
        if fault := _of_place(option, row):
            return fault.within(f"options[{at}]")
    return None


def _of_parts(parts: Sequence[Span], hull: Span) -> Fault | None:
    if len(parts) == 1 and parts[0] == hull:
        return None
    ends = [*chain.from_iterable(parts)]
    is_ordered = ends == sorted(ends) and all(start < end for start, end in parts)
    if not ends or (ends[0], ends[-1]) != hull or not is_ordered:
        return Fault(f"parts is {[*map(list, parts)]!r:.60}", f"places in order from {hull[0]} to {hull[1]}")
    return None
