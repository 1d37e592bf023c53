"""From TOML to checked records: each key by the type of its field, and all that is wrong told, with its place."""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta

from onceper.errors import OnceperError
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
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


_Record = TypeVar("_Record")

Some = Annotated[str, Meta(min_length=1)]
# What is expected is told by the description of a type, where it has one.
Phrases = Annotated[
    tuple[Annotated[str, Meta(pattern=r"\S")], ...], Meta(description="a list of phrases, none of them empty")
]
Tables = Annotated[tuple[_Record, ...], Meta(description="a list of tables, each under its [[name]]")]
WordTables = Annotated[tuple[str | _Record, ...], Meta(description="a list of words, or tables of them")]


class Keys(msgspec.Struct, frozen=True, eq=False):
    """Name the keys that a table may have with the types of their values, and those that it must have.

    It stands beside the type of what stays a table, and becomes no record (``is_record``). ``others`` is the type of
    what stands under any other key, null where there may be none.
    """

    types: Mapping[str, Any]
    needed: Collection[str] = ()
    others: Any = None
    is_record: bool = False


_WORDS = {"str": "a string", "array": "a list", "object": "a table", "int": "a whole number", "null": "nothing"}
_TYPES = re.compile(r"`([a-z]+(?: \| [a-z]+)*)`")


def parse(path: Path, file: str, problems: list[Problem], spell: Callable[[str], str] = str) -> dict[str, Any]:
    """Return the content of a file, which messages name like this, as it is spelled; nothing where it is no TOML."""
    if not path.is_file():
        # A FIFO would be waited for without end.
        problems.append(Problem(file, "", "no file that can be read", "a file of TOML"))
        return {}
    try:
        return tomllib.loads(spell(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        problems.append(Problem(file, "", f"cannot be read: {error.strerror}", "a file of TOML"))
    # Also of deep nesting, and of integers of thousands of digits.
    except (ValueError, RecursionError) as error:
        problems.append(Problem(file, "", f"not TOML: {error}", "TOML in UTF-8"))
    return {}


def make_record(kind: type[_Record], content: Any, file: str, name: str, problems: list[Problem]) -> _Record | None:
    """Return what a file holds as a record without what is wrong in it; null where it lacks what must be there.

    Everything wrong goes to the problems, under the name or that of the table in a list of tables.
    """
    told: list[Problem] = []
    right = _Checker(file, told).check(kind, content, name)
    record = None
    try:
        record = None if right is None else msgspec.convert(right, kind)
    except msgspec.ValidationError as error:
        # What a record says of its fields together, of which one may be wrong by itself.
        told = told or [Problem(file, name, str(error))]
    problems += told
    return record


class _Checker(NamedTuple):
    """Check what a file holds; everything wrong goes to the ``problems``."""

    file: str
    problems: list[Problem]

    def check(self, kind: Any, value: Any, name: str, place: str = "") -> Any:
        """Return a value without what is wrong in it; null where it is not of its type or lacks what must be there."""
        inside = _inside(kind, type(value))
        if isinstance(inside, Keys):
            return self._check_table(inside, value, name, place and f"{place}.")
        if inside and value:
            checked = [self.check(inside, one, f"{place} {at}") for at, one in enumerate(value, start=1)]
            return [table for table in checked if table is not None]
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            what = f"{place} = {reprlib.repr(value)}" if place else f"{reprlib.repr(value)} is no table"
            self._tell(name, what, _describe(kind) or _in_words(str(error)))
            return None
        return value

    def _check_table(self, keys: Keys, table: Mapping[str, Any], name: str, inside: str) -> dict[str, Any] | None:
        right = {}
        for key, value in table.items():
            kind = keys.types.get(key, keys.others)
            if kind is None:
                self._tell(name, f"unknown key {inside + key!r}", f"one of {', '.join(sorted(keys.types))}")
            else:
                right[key] = self.check(kind, value, name, inside + key)
        for key in keys.needed:
            if key not in table:
                self._tell(name, f"no {inside}{key}")
        right = {key: value for key, value in right.items() if value is not None}
        return None if keys.is_record and not right.keys() >= {*keys.needed} else right

    def _tell(self, name: str, what: str, expected: str = "") -> None:
        self.problems.append(Problem(self.file, name, what, expected))


@cache
def keys_of(record: type[msgspec.Struct]) -> Keys:
    """Return the keys that the table of a record has in TOML."""
    fields = msgspec.structs.fields(record)
    needed = [field.encode_name for field in fields if field.required]
    return Keys({field.encode_name: field.type for field in fields}, needed, is_record=True)


def _inside(kind: Any, stands_as: type) -> Any:
    """Return the keys of what stands in a file as a table, or the type of what stands there as tables in a list."""
    if isinstance(kind, Keys):
        return kind if stands_as is dict else None
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return keys_of(kind) if stands_as is dict else None
    origin, inner = get_origin(kind), get_args(kind)
    if origin is dict:
        return Keys({}, others=inner[1]) if stands_as is dict and inner[0] is str else None
    if origin is tuple:
        return inner[0] if stands_as is list and _inside(inner[0], dict) else None
    # What may be left out is of one of several types, and what is annotated of the first.
    return next(filter(None, (_inside(one, stands_as) for one in reversed(inner))), None)


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


@lru_cache(maxsize=16)
def read_bundled(name: str, kind: Any = dict[str, Any]) -> Any:
    """Return what a file that all languages share holds, as this type; each is read once."""
    return msgspec.toml.decode((resource("patterns") / name).read_bytes(), type=kind)


def read_file(kind: type[_Record], path: Path, file: str) -> _Record:
    """Return the record that a file holds, which messages name like this.

    Raises:
        RulesError: it is no TOML, lacks something, or holds something else; the message has every problem.
    """
    problems: list[Problem] = []
    return right_record(kind, parse(path, file, problems), file, problems)


def right_record(kind: type[_Record], content: Any, file: str, problems: list[Problem]) -> _Record:
    """Return the record that the content of a file makes, in whose TOML are these problems.

    Raises:
        RulesError: it is no TOML, lacks something, or holds something else; the message has every problem.
    """
    record = None if problems else make_record(kind, content, file, "", problems)
    if problems or record is None:
        raise RulesError(problems)
    return record
