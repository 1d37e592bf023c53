"""What a file states at one place, and the texts in its arrays, by a path such as ``card_faces[].oracle_text``."""

from __future__ import annotations

from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.errors import UsageError, listed
from onceper.files.opening import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onceper.files.protocol import Keys

EACH = "[]"
_NAMES_OF_TYPES = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    str: "a string",
    list: "an array",
    dict: "an object",
    bytes: "bytes",
    float: "a number",
    Decimal: "a number",
}


class PathError(InputError, UsageError):
    """A path is none."""


class Record(NamedTuple):
    """Hold what a file states at one place, such as ``line 3``; ``problem`` says why none of it can be relied on.

    ``keys`` lead to it in its file. ``ways`` lead from there to a text that it has under a path, by this path.
    """

    place: str
    values: Mapping[str, Any]
    problem: str | None = None
    keys: Keys = ()
    ways: Mapping[str, Keys] = MappingProxyType({})


def type_of(value: object) -> str:
    """Return how messages call the type of a value, in the words of JSON."""
    return _NAMES_OF_TYPES.get(type(value)) or f"a {type(value).__name__}"


def check_path(path: str) -> None:
    """Check that a name is a path: keys with dots between them, and ``[]`` behind that of each array.

    Raises:
        PathError: it is none.
    """
    if any(not key or EACH in key for key in (step.removesuffix(EACH) for step in path.split("."))):
        raise PathError(
            f"{path!r} is no path to nested texts",
            expected="keys with a dot between them, and [] behind that of each array",
            remedy="write it as abilities[].text",
        )


def texts_at(record: Record, path: str) -> Iterator[Record]:
    """Yield a record for each text at the path, which has all that stands on the way there under the paths of that.

    One whose array is empty has an empty text; where the path leads no further, the problem says so, and one that has a
    problem is as it was.
    """
    if record.problem:
        yield record
        return
    steps = path.replace(EACH, f".{EACH}").split(".")
    for end in list(_ends(record, record.values, steps)) or [record._replace(values={**record.values, path: ""})]:
        yield end._replace(problem=end.problem and f"{path} leads nowhere: {end.problem}")


def _ends(record: Record, value: Any, steps: list[str], path: str = "", way: Keys = ()) -> Iterator[Record]:
    """Yield the record at each end of a path, of which these steps are left from the value that stands there."""
    held = value if isinstance(value, dict) else {}
    inside = {f"{path}.{key}".removeprefix("."): item for key, item in held.items()}
    record = record._replace(values={**record.values, path: value, **inside})
    if not steps:
        yield record._replace(ways={path: way})
        return
    step, *rest = steps
    if step == EACH and isinstance(value, list):
        for place, item in enumerate(value):
            yield from _ends(record, item, rest, path + EACH, (*way, place))
    elif step in held:
        yield from _ends(record, held[step], rest, f"{path}.{step}".removeprefix("."), (*way, step))
    else:
        what = f"has no {step}; its keys are {listed(list(held))}"
        if step == EACH or not isinstance(value, dict):
            what = f"is {type_of(value)}; expected {'an array' if step == EACH else 'an object'}"
        yield record._replace(problem=f"{shown(way) or 'the object'} {what}")


def shown(way: Keys) -> str:
    """Return keys as a path, such as ``abilities[0].text``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way).removeprefix(".")
