"""Texts that stand in arrays of a record, found by a path such as ``card_faces[].oracle_text``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.errors import UsageError, listed
from onceper.files.opening import InputError
from onceper.files.source.record import Record, type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.files.protocol import Keys

EACH = "[]"


class PathError(InputError, UsageError):
    """A path is none."""


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
    steps = path.replace(EACH, f".{EACH}").split(".")
    if record.problem:
        yield record
        return
    ends = list(_ends(record, record.values, steps, "", ()))
    for end in ends or [record._replace(values={**record.values, path: ""})]:
        yield end._replace(problem=end.problem and f"{path} leads nowhere: {end.problem}")


def _ends(record: Record, value: Any, steps: list[str], path: str, way: Keys) -> Iterator[Record]:
    """Yield the record at each end of a path, of which these steps are left from the value that stands there."""
    held = {f"{path}.{key}".removeprefix("."): key for key in value} if isinstance(value, dict) else {}
    told = {path: value, **{name: value[key] for name, key in held.items()}}
    ways = {path: way, **{name: (*way, key) for name, key in held.items()}}
    record = record._replace(values={**record.values, **told}, ways={**record.ways, **ways})
    if not steps:
        yield record
        return
    step, *rest = steps
    if step == EACH and isinstance(value, list):
        for place, item in enumerate(value):
            yield from _ends(record, item, rest, path + EACH, (*way, place))
    elif step in held.values():
        yield from _ends(record, value[step], rest, f"{path}.{step}".removeprefix("."), (*way, step))
    else:
        what = f"has no {step}; its keys are {listed(list(held.values()))}"
        if step == EACH or not isinstance(value, dict):
            what = f"is {type_of(value)}; expected {'an array' if step == EACH else 'an object'}"
        yield record._replace(problem=f"{shown(way) or 'the object'} {what}", ways={})


def shown(way: Keys) -> str:
    """Return keys as a path, such as ``abilities[0].text``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way).removeprefix(".")
