"""What a row of a tagging must keep beyond the types of its fields, which may come from anybody."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.effect import Option
    from onceper.contract.reading import Row
    from onceper.contract.span import Unread

    # What a field of a row says, and what was expected there.
    Fault = tuple[str, str]
    Spanned = Limit | NonEffect | Effect | Unread | Option

# No text of Arrow is longer.
_FURTHEST = 2**31 - 1


def fault_in(row: Row) -> Fault | None:
    """Return where a row contradicts itself first: places, words, and numbers of effects that are not there."""
    return next(_faults(row), None)


def _faults(row: Row) -> Iterator[Fault]:
    for name in ("limits", "non_effects", "effects", "unread"):
        records = getattr(row, name)
        if records and row.error is not None:
            yield f"{name} beside an error", "no record of a text that could not be read"
        for number, record in enumerate(records):
            for said, expected in chain(_of_span(record, row), _of_fields(record, row)):
                yield f"{name}[{number}].{said}", expected
    yield from _of_indexes("effects", row.effects)


def _of_span(record: Spanned, row: Row) -> Iterator[Fault]:
    start, end = record.span
    length = _FURTHEST if row.text is None else len(row.text)
    if not start < end <= length:
        yield f"span is [{start}, {end}]", f"two places in order, at most {length}"
    if row.text is not None and row.text[start:end] != record.text:
        yield f"text is {record.text!r:.60}", f"the words at its span, {row.text[start:end]!r:.60}"
    if end - start != len(record.text):
        yield f"text has {len(record.text)} characters", f"as many as its span, {end - start}"


def _of_fields(record: Spanned, row: Row) -> Iterator[Fault]:
    # Where only limits were asked for, none of the effects that they name is there.
    most = len(row.effects) or _FURTHEST
    if isinstance(record, Effect):
        for number, option in enumerate(record.options):
            for said, expected in _of_span(option, row):
                yield f"options[{number}].{said}", expected
        yield from _of_indexes("options", record.options)
        ends = [*chain.from_iterable(record.parts)]
        is_ordered = ends == sorted(ends) and all(start < end for start, end in record.parts)
        if not is_ordered or (*ends[:1], *ends[-1:]) != record.span:
            first, last = record.span
            yield f"parts is {[*map(list, record.parts)]!r:.60}", f"places in order from {first} to {last}"
    elif isinstance(record, Limit):
        governed = record.applies_to
        yield from _of_numbers("applies_to.effects", governed.effects, most)
        if governed.options and len(governed.effects) != 1:
            yield f"applies_to.effects is {list(governed.effects)!r:.60}", "one effect, for options are of one"
        elif governed.options and row.effects:
            options = row.effects[governed.effects[0] - 1].options
            yield from _of_numbers("applies_to.options", governed.options, len(options))
    elif isinstance(record, NonEffect):
        yield from _of_numbers("effects", record.effects, most)


def _of_numbers(name: str, numbers: Sequence[int], most: int) -> Iterator[Fault]:
    if numbers and not (numbers[0] > 0 and numbers[-1] <= most and all(a < b for a, b in pairwise(numbers))):
        expected = f"numbers of {name.rpartition('.')[-1]} in order, of which there are {most}"
        yield f"{name} is {list(numbers)!r:.60}", expected


def _of_indexes(name: str, records: Sequence[Effect | Option]) -> Iterator[Fault]:
    for number, record in enumerate(records, start=1):
        if record.index != number:
            yield f"{name}[{number - 1}].index is {record.index}", f"{number}, for {name} are counted from 1"
