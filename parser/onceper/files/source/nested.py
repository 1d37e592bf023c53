"""Texts that stand in arrays of a record, found by a path such as ``card_faces[].oracle_text``."""

from __future__ import annotations

from functools import reduce
from operator import getitem
from typing import TYPE_CHECKING, Any

from onceper.errors import UsageError, listed
from onceper.files.opening import InputError
from onceper.files.source.record import Record, type_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from onceper.files.protocol import Keys

_EACH = "[]"


class PathError(InputError, UsageError):
    """A path is none, or leads into another array than that of the text."""


class Paths:
    """Find texts by a path, and what the same item of the array, or one around it, tells of each.

    ``given`` maps a column to its name in the file, which is a path where ``[]`` stands in it.

    Raises:
        PathError: one of them is no path, or leads into an array that the text does not stand in.
    """

    def __init__(self, given: Mapping[Any, str]) -> None:
        self._steps = {name: _steps(name) for name in given.values() if _EACH in name}
        self._text = given.get("text", "")
        for name, steps in self._steps.items():
            shared = _up_to_items(steps)
            if self._steps.get(self._text, ())[:shared] != steps[:shared]:
                raise PathError(
                    f"the path {name} leads into another array than the text, {self._text or 'which has no path'}",
                    expected="paths into one array, such as text=abilities[].text and name=abilities[].name",
                    remedy="name the key of the card itself, or a key beside the text",
                )

    def __bool__(self) -> bool:
        """Tell whether there is a path."""
        return bool(self._steps)

    def begin_in(self, names: Collection[str]) -> bool:
        """Tell whether an object with these keys may hold texts at the path."""
        return self._text in self._steps and self._steps[self._text][0] in names

    def apart(self, record: Record) -> Iterator[Record]:
        """Yield a record for each text at the path, which has the text and what stands beside it under their paths.

        One whose array is empty has an empty text; where the path leads no further, the problem says so. A record is
        as it was where no path was given, or where it has a problem.
        """
        steps = self._steps.get(self._text)
        if steps is None or record.problem:
            yield record
            return
        way: Keys | None = None
        for way in _ways(record.values, steps):
            if len(way) < len(steps):
                yield record._replace(problem=f"{self._text} leads nowhere: {_end(record.values, way, steps)}")
                continue
            ways = {name: (*way[: _up_to_items(own)], *own[_up_to_items(own) :]) for name, own in self._steps.items()}
            found = {name: _at(record.values, own) for name, own in ways.items()}
            there = {name: values[0] for name, values in found.items() if values}
            yield record._replace(values={**record.values, **there}, ways=ways)
        if way is None:
            yield record._replace(values={**record.values, self._text: ""}, ways={self._text: ()})


def told(way: Keys) -> str:
    """Return keys as a path, such as ``abilities[0].text``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way).removeprefix(".")


def _steps(path: str) -> tuple[str, ...]:
    steps = tuple(path.replace(_EACH, f".{_EACH}").split("."))
    if steps[0] == _EACH or any(not step or (_EACH in step and step != _EACH) for step in steps):
        raise PathError(
            f"{path!r} is no path to nested texts",
            expected="keys with a dot between them, and [] behind that of each array",
            remedy="write it as abilities[].text",
        )
    return steps


def _up_to_items(steps: tuple[str, ...]) -> int:
    return len(steps) - steps[::-1].index(_EACH)


def _ways(value: Any, steps: tuple[str, ...], way: Keys = ()) -> Iterator[Keys]:
    """Yield the keys that lead to each end of a path; they are fewer than its steps where it leads no further."""
    step = steps[len(way)] if len(way) < len(steps) else None
    if step == _EACH and isinstance(value, list):
        for place, item in enumerate(value):
            yield from _ways(item, steps, (*way, place))
    elif step is not None and step != _EACH and isinstance(value, dict) and step in value:
        yield from _ways(value[step], steps, (*way, step))
    else:
        yield way


def _end(values: Mapping[str, Any], way: Keys, steps: tuple[str, ...]) -> str:
    found: Any = reduce(getitem, way, values)  # type: ignore[arg-type]  # as keys lead
    step, here = steps[len(way)], told(way) or "the object"
    if step != _EACH and isinstance(found, dict):
        return f"{here} has no {step}; its keys are {listed(list(found))}"
    return f"{here} is {type_of(found)}; expected {'an array' if step == _EACH else 'an object'}"


def _at(values: Mapping[str, Any], way: Keys) -> list[Any]:
    """Return what stands there, if anything does."""
    try:
        return [reduce(getitem, way, values)]  # type: ignore[arg-type]  # as keys lead
    except (KeyError, IndexError, TypeError):
        return []
