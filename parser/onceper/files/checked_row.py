"""What a row of a tagging must keep beyond the types of its fields, which may come from anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.effect import Option
    from onceper.contract.limit import AppliesTo
    from onceper.contract.reading import Row
    from onceper.contract.span import Span, Unread

# No text of Arrow is longer.
_FURTHEST = 2**31 - 1


class Fault(NamedTuple):
    """Hold what a field of a row says, and what was expected there."""

    said: str
    expected: str


def faults_in(row: Row) -> Iterator[Fault]:
    """Yield where a row contradicts itself: places, words, and numbers of effects that are not there."""
    for name in ("limits", "non_effects", "effects", "unread"):
        records: Sequence[Limit | NonEffect | Effect | Unread] = getattr(row, name)
        if records and row.error is not None:
            yield Fault(f"{name} beside an error", "no record of a text that could not be read")
        for number, record in enumerate(records):
            for said, expected in _faults_of(record, number + 1, row):
                yield Fault(f"{name}[{number}].{said}", expected)


def _faults_of(record: Limit | NonEffect | Effect | Unread, number: int, row: Row) -> Iterator[Fault]:
    yield from _of_place(record, row.text)
    # Limits alone, where nothing else was asked for, have the numbers of effects that are not listed.
    most_effects = len(row.effects) or _FURTHEST
    match record:
        case Limit():
            yield from _of_numbers("applies_to.effects", record.applies_to.effects, most_effects, "effects")
            yield from _of_choices(record.applies_to, row)
        case NonEffect():
            yield from _of_numbers("effects", record.effects, most_effects, "effects")
        case Effect():
            if record.index != number:
                yield Fault(f"index is {record.index}", f"{number}, for effects are counted from 1")
            yield from _of_parts(record.parts, record.span)
            for at, option in enumerate(record.options):
                if option.index != at + 1:
                    yield Fault(f"options[{at}].index is {option.index}", f"{at + 1}, for choices are counted from 1")
                for said, expected in _of_place(option, row.text):
                    yield Fault(f"options[{at}].{said}", expected)


def _of_place(record: Limit | NonEffect | Effect | Unread | Option, text: str | None) -> Iterator[Fault]:
    start, end = record.span
    length = _FURTHEST if text is None else len(text)
    if not start < end <= length:
        yield Fault(f"span is [{start}, {end}]", f"two places in order, at most {length}")
    elif text is not None and text[start:end] != record.text:
        yield Fault(f"text is {record.text!r:.60}", f"the words at its span, {text[start:end]!r:.60}")
    elif end - start != len(record.text):
        yield Fault(f"text has {len(record.text)} characters", f"as many as its span, {end - start}")


def _of_numbers(name: str, numbers: Sequence[int], most: int, things: str) -> Iterator[Fault]:
    if any(number < 1 or number > most for number in numbers) or list(numbers) != sorted(set(numbers)):
        yield Fault(f"{name} is {list(numbers)!r:.60}", f"numbers of {things} in order, of which there are {most}")


def _of_choices(governed: AppliesTo, row: Row) -> Iterator[Fault]:
    if governed.options and len(governed.effects) != 1:
        yield Fault(f"applies_to.effects is {list(governed.effects)!r:.60}", "one effect, for options are of one")
    elif governed.options and row.effects:
        number = governed.effects[0]
        choices = row.effects[number - 1].options if 0 < number <= len(row.effects) else ()
        yield from _of_numbers("applies_to.options", governed.options, len(choices), "choices")


def _of_parts(parts: Sequence[Span], hull: Span) -> Iterator[Fault]:
    ends = [end for part in parts for end in part]
    is_ordered = ends == sorted(ends) and all(start < end for start, end in parts)
    if not ends or (ends[0], ends[-1]) != hull or not is_ordered:
        yield Fault(f"parts is {[*map(list, parts)]!r:.60}", f"places in order from {hull[0]} to {hull[1]}")
