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
        ends = list(_ends(record.values, steps))
        for way, problem in ends:
            ways = {name: (*way[: _up_to_items(own)], *own[_up_to_items(own) :]) for name, own in self._steps.items()}
            told = {} if problem else {name: _at(record.values, own) for name, own in ways.items()}
            there = {name: values[0] for name, values in told.items() if values}
            yield record._replace(
                values={**record.values, **there},
                problem=problem and f"{self._text} leads nowhere: {problem}",
                ways={} if problem else ways,
            )
        if not ends:
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


def _ends(value: Any, steps: tuple[str, ...], way: Keys = ()) -> Iterator[tuple[Keys, str | None]]:
    """Yield the keys that lead to each end of a path, and where it leads no further, why not."""
    here = told(way) or "the object"
    match steps, value:
        case (), _:
            yield way, None
        case ("[]", *_), list():
            for place, item in enumerate(value):
                yield from _ends(item, steps[1:], (*way, place))
        case (step, *_), dict() if step in value:
            yield from _ends(value[step], steps[1:], (*way, step))
        case (step, *_), dict() if step != _EACH:
            yield way, f"{here} has no {step}; its keys are {listed(list(value))}"
        case (step, *_), _:
            yield way, f"{here} is {type_of(value)}; expected {'an array' if step == _EACH else 'an object'}"


def _at(values: Mapping[str, Any], way: Keys) -> list[Any]:
    """Return what stands there, if anything does."""
    try:
        return [reduce(getitem, way, values)]  # type: ignore[arg-type]  # as keys lead
    except (KeyError, IndexError, TypeError):
        return []
