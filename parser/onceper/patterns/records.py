"""From TOML to checked records: each key by the type of its field, and all that is wrong told, with its place."""

from __future__ import annotations

import re
import reprlib
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


class Problem(NamedTuple):
    """Hold one thing wrong in a rule file: where, what, what was expected."""

    file: str
    rule: str
    what: str
    expected: str = ""

    def __str__(self) -> str:
        where = f"{self.file}: {self.rule}" if self.rule else self.file
        return f"{where}: {self.what}" + (f"; expected {self.expected}" if self.expected else "")


class RulesError(OnceperError):
    """Rules were refused; the message lists every problem with its file and rule."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        listed = "\n".join(f"  {problem}" for problem in self.problems)
        super().__init__(f"{count} problem{'s' * (count > 1)} in the rules:\n{listed}")


_Record = TypeVar("_Record", bound=msgspec.Struct)

Some = Annotated[str, Meta(min_length=1)]
# What is expected is told by the description of a type, where it has one.
Phrases = Annotated[
    tuple[Annotated[str, Meta(pattern=r"\S")], ...], Meta(description="a list of phrases, none of them empty")
]
Tables = list[Annotated[dict[str, Any], Meta(description="a list of tables, each under its [[name]]")]]

_WORDS = {"str": "a string", "array": "a list", "object": "a table", "int": "a whole number", "null": "nothing"}
_TYPES = re.compile(r"`([a-z]+(?: \| [a-z]+)*)`")


def parse(path: Path, file: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the content of a file, which messages name like this; nothing where it is no TOML."""
    if not path.is_file():
        # A FIFO would be waited for without end.
        problems.append(Problem(file, "", "no file that can be read", "a file of TOML"))
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        problems.append(Problem(file, "", f"cannot be read: {error.strerror}", "a file of TOML"))
    # Also of deep nesting, and of integers of thousands of digits.
    except (ValueError, RecursionError) as error:
        problems.append(Problem(file, "", f"not TOML: {error}", "TOML in UTF-8"))
    return {}


def find_wrong(table: Mapping[str, Any], types: Mapping[str, Any], inside: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield each key that is not among these, or whose value is not of its type, with what it is and was expected."""
    for key, value in table.items():
        kind = types.get(key)
        if key not in types:
            yield key, f"unknown key {inside + key!r}", f"one of {', '.join(sorted(types))}"
        elif isinstance(value, dict) and get_origin(kind) is dict and get_args(kind)[0] is str:
            within = find_wrong(value, dict.fromkeys(value, get_args(kind)[1]), f"{inside}{key}.")
            yield from ((key, what, expected) for _, what, expected in within)
        else:
            try:
                msgspec.convert(value, kind)
            except msgspec.ValidationError as error:
                yield key, f"{inside}{key} = {reprlib.repr(value)}", _describe(kind) or _in_words(str(error))


@cache
def types_of(record: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the types of the fields of a record by their keys in TOML."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(record)}


@cache
def _needed_in(record: type[msgspec.Struct]) -> list[str]:
    """Return the keys that must be there."""
    return [field.encode_name for field in msgspec.structs.fields(record) if field.required]


def _describe(kind: Any) -> str:
    """Return what a type says of itself, or the values that it may have, where they are a few words; else nothing."""
    if isinstance(kind, Meta):
        return kind.description or ""
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, inner))}"
    return next(filter(None, map(_describe, inner)), "")


def _in_words(error: str) -> str:
    """Return what a value was expected to be in the words of those who write TOML."""
    return _TYPES.sub(
        lambda found: " or ".join(_WORDS.get(kind, kind) for kind in found[1].split(" | ")),
        error.removeprefix("Expected "),
    )


def make_record(kind: type[_Record], table: Any, file: str, name: str, problems: list[Problem]) -> _Record | None:
    """Return a table as a record without what is wrong in it; null where something that must be there is not.

    Everything wrong goes to the problems, under the name.
    """
    if not isinstance(table, dict):
        problems.append(Problem(file, name, f"{reprlib.repr(table)} is no table", "keys and values"))
        return None
    wrong = list(find_wrong(table, types_of(kind)))
    problems += [Problem(file, name, *told) for _, *told in wrong]
    problems += [Problem(file, name, f"no {key}") for key in _needed_in(kind) if key not in table]
    wrong_keys = {key for key, _, _ in wrong}
    right = {key: value for key, value in table.items() if key not in wrong_keys}
    return msgspec.convert(right, kind) if right.keys() >= {*_needed_in(kind)} else None


def make_records(
    kind: type[_Record], tables: Iterable[Any], file: str, name: str, problems: list[Problem]
) -> list[_Record]:
    """Return tables as records, without those that are none; in messages each has its number behind the name."""
    made = (make_record(kind, table, file, f"{name} {at}", problems) for at, table in enumerate(tables, start=1))
    return [record for record in made if record is not None]


def read_file(kind: type[_Record], path: Path, file: str) -> _Record:
    """Return the record that a file holds, which messages name like this.

    Raises:
        RulesError: it is no TOML, lacks something, or holds something else; the message has every problem.
    """
    problems: list[Problem] = []
    content = parse(path, file, problems)
    record = None if problems else make_record(kind, content, file, "", problems)
    if problems or record is None:
        raise RulesError(problems)
    return record
