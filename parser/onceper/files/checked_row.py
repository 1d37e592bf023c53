"""What a row of a tagging must keep beyond the types of its fields, which may come from anybody."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from onceper.contract.effect import Effect
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import LISTS

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    for name in LISTS:
        records = getattr(row, name)
        if records and row.error is not None:
            return f"{name} beside an error", "no record of a text that could not be read"
        for number, record in enumerate(records):
            if fault := _in_span(record, row) or _in_fields(record, row):
                return f"{name}[{number}].{fault[0]}", fault[1]
    return _in_numbers("effects.index", [effect.index for effect in row.effects], len(row.effects))


def _in_span(record: Spanned, row: Row) -> Fault | None:
    start, end = record.span
    length = _FURTHEST if row.text is None else len(row.text)
    if not start < end <= length:
        return f"span is [{start}, {end}]", f"two places in order, at most {length}"
    words = record.text if row.text is None else row.text[start:end]
    if words == record.text and end - start == len(words):
        return None
    return f"text is {record.text!r:.60}", f"the {end - start} characters at its span, {words!r:.60}"


def _in_fields(record: Spanned, row: Row) -> Fault | None:
    # Where only limits were asked for, none of the effects that they name is there.
    most = len(row.effects) or _FURTHEST
    if isinstance(record, Limit):
        return _in_limit(record, row, most)
    if isinstance(record, NonEffect):
        return _in_numbers("effects", record.effects, most)
    if isinstance(record, Effect):
        for number, option in enumerate(record.options):
            if fault := _in_span(option, row):
                return f"options[{number}].{fault[0]}", fault[1]
        numbers = [option.index for option in record.options]
        return _in_numbers("options.index", numbers, len(numbers)) or _in_parts(record)
    return None


def _in_limit(limit: Limit, row: Row, most: int) -> Fault | None:
    governed = limit.applies_to
    if governed.options and len(governed.effects) != 1:
        return f"applies_to.effects is {list(governed.effects)!r:.60}", "one effect, for options are of one"
    fault = _in_numbers("applies_to.effects", governed.effects, most)
    if fault or not (governed.options and row.effects):
        return fault
    options = row.effects[governed.effects[0] - 1].options
    return _in_numbers("applies_to.options", governed.options, len(options))


def _in_parts(effect: Effect) -> Fault | None:
    if effect.parts == (effect.span,):
        return None
    ends = [*chain.from_iterable(effect.parts)]
    is_ordered = ends == sorted(ends) and all(start < end for start, end in effect.parts)
    if is_ordered and (*ends[:1], *ends[-1:]) == effect.span:
        return None
    first, last = effect.span
    return f"parts is {[*map(list, effect.parts)]!r:.60}", f"places in order from {first} to {last}"


def _in_numbers(name: str, numbers: Sequence[int], most: int) -> Fault | None:
    if not numbers or (numbers[0] > 0 and numbers[-1] <= most and [*numbers] == sorted({*numbers})):
        return None
    expected = f"numbers of {name.rpartition('.')[-1]} in order, of which there are {most}"
    return f"{name} is {list(numbers)!r:.60}", expected
