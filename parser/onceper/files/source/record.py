"""What a file states at one place, and the texts in its arrays, by a path such as ``card_faces[].oracle_text``."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from onceper.errors import listed
from onceper.files.protocol import Keys

if TYPE_CHECKING:
    from collections.abc import Iterator

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


class Record(Struct, gc=False):
    """Hold what a file states at one place, such as ``line 3``; ``problem`` says why none of it can be relied on.

    ``values`` are those of a table in the order of its columns, or an object with its keys. ``keys`` lead to it in its
    file, and ``way`` from there to the text that it has under a path.
    """

    place: str
    values: Any
    problem: str | None = None
    keys: Keys = ()
    way: Keys = ()


def type_of(value: object) -> str:
    """Return how messages call the type of a value, in the words of JSON."""
    return _NAMES_OF_TYPES.get(type(value)) or f"a {type(value).__name__}"


def decoded(content: bytes, what: str) -> tuple[str, str | None]:
    """Return bytes as text, and what is wrong with them if they are not UTF-8."""
    try:
        return content.decode(), None
    except UnicodeDecodeError as error:
        problem = f"not UTF-8; byte {error.start} of the {what} is 0x{content[error.start]:02x}"
        return content.decode(errors="replace"), problem


def texts_at(record: Record, path: str) -> Iterator[Record]:
    """Yield a record for each text at the path, which has all that stands on the way there under the paths of that.

    One whose array is empty has an empty text; where the path leads no further, the problem says so.
    """
    steps = path.replace(EACH, f".{EACH}").split(".")
    for end in list(_ends(record, record.values, steps)) or [replace(record, values={**record.values, path: ""})]:
        yield replace(end, problem=record.problem or (end.problem and f"{path} leads nowhere: {end.problem}"))


def _ends(record: Record, value: Any, steps: list[str], path: str = "", way: Keys = ()) -> Iterator[Record]:
    """Yield the record at each end of a path, of which these steps are left from the value that stands there."""
    held = value if isinstance(value, dict) else {}
    inside = {f"{path}.{key}".removeprefix("."): item for key, item in held.items()}
    record = replace(record, values={**record.values, path: value, **inside})
    if not steps:
        yield replace(record, way=way)
        return
    step, *rest = steps
    if step == EACH and isinstance(value, list):
        for place, item in enumerate(value):
            yield from _ends(record, item, rest, path + EACH, (*way, place))
    elif step in held:
        yield from _ends(record, held[step], rest, f"{path}.{step}".removeprefix("."), (*way, step))
    else:
        what = f"has no {step or 'key without a name'}; its keys are {listed(list(held))}"
        if step == EACH or not isinstance(value, dict):
            what = f"is {type_of(value)}; expected {'an array' if step == EACH else 'an object'}"
        yield replace(record, problem=f"{shown(way) or 'the object'} {what}")


def shown(way: Keys) -> str:
    """Return keys as a path, such as ``abilities[0].text``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way).removeprefix(".")
