"""What a row of a tagging must keep beyond the types of its fields, which may come from anybody."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    for name, fault_of in _CHECKS.items():
        records = getattr(row, name)
        if records and row.error is not None:
            return Fault(f"{name} beside an error", "no record of a text that could not be read")
        for number, record in enumerate(records):
            if fault := fault_of(record, row):
                return fault.within(f"{name}[{number}]")
    return _of_indexes("effects", row.effects, "effects")


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


def _of_non_effect(found: NonEffect, row: Row) -> Fault | None:
    return _of_place(found, row) or _of_effects("effects", found.effects, row)


def _of_effect(effect: Effect, row: Row) -> Fault | None:
    for number, option in enumerate(effect.options):
        if fault := _of_place(option, row):
            return fault.within(f"options[{number}]")
    return (
        _of_place(effect, row)
        or _of_parts(effect.parts, effect.span)
        or _of_indexes("options", effect.options, "choices")
    )


def _of_indexes(name: str, records: Sequence[Effect | Option], things: str) -> Fault | None:
    for number, record in enumerate(records):
        if record.index != number + 1:
            said = f"{name}[{number}].index is {record.index}"
            return Fault(said, f"{number + 1}, for {things} are counted from 1")
    return None


def _of_parts(parts: Sequence[Span], hull: Span) -> Fault | None:
    if len(parts) == 1 and parts[0] == hull:
        return None
    ends = [*chain.from_iterable(parts)]
    is_ordered = ends == sorted(ends) and all(start < end for start, end in parts)
    if not ends or (ends[0], ends[-1]) != hull or not is_ordered:
        return Fault(f"parts is {[*map(list, parts)]!r:.60}", f"places in order from {hull[0]} to {hull[1]}")
    return None


_CHECKS: dict[str, Callable[[Any, Row], Fault | None]] = {
    "limits": _of_limit,
    "non_effects": _of_non_effect,
    "effects": _of_effect,
    "unread": _of_place,
}
