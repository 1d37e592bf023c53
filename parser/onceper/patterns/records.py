"""From TOML to checked records: each key by the type of its field, and all that is wrong told, with its place."""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import Meta

from onceper.errors import OnceperError
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
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
Words = Annotated[str, Meta(pattern=r"\S")]
Phrases = Annotated[tuple[Words, ...], Meta(description="a list of phrases, none of them empty")]
Tables = Annotated[tuple[_Record, ...], Meta(description="a list of tables, each under its [[name]]")]
WordTables = Annotated[tuple[Words | _Record, ...], Meta(description="a list of words, or tables of them")]


class Keys(msgspec.Struct, frozen=True, eq=False):
    """Name the keys that a table may have with the types of their values, and those that it must have.

    It stands beside the type of what stays a table, and becomes no record (``is_record``). ``others`` is the type of
    what stands under any other key, null where there may be none.
    """

    types: Mapping[str, Any]
    needed: Collection[str] = ()
    others: Any = None
    is_record: bool = False


class Loader:
    """Make records of files of TOML, and gather the ``problems`` of all of them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def tell(self, file: str, name: str, what: str, expected: str = "") -> None:
        """Take note of what is wrong in a file, under this name."""
        self.problems.append(Problem(file, name, what, expected))

    def refuse(self) -> None:
        """Refuse what was loaded where anything is wrong.

        Raises:
            RulesError: something is; the message has every problem.
        """
        if self.problems:
            raise RulesError(self.problems)

    def parse(self, path: Path, file: str, spell: Callable[[str], str] = str) -> dict[str, Any]:
        """Return what a file holds, which messages name like this, as it is spelled; nothing where it is no TOML."""
        if not path.is_file():
            # A FIFO would be waited for without end.
            self.tell(file, "", "no file that can be read", "a file of TOML")
            return {}
        try:
            return tomllib.loads(spell(path.read_text(encoding="utf-8-sig")))
        except OSError as error:
            self.tell(file, "", f"cannot be read: {error.strerror}", "a file of TOML")
        # Also of deep nesting, and of integers of thousands of digits.
        except (ValueError, RecursionError) as error:
            self.tell(file, "", f"not TOML: {error}", "TOML in UTF-8")
        return {}

    def make(self, kind: type[_Record], content: Any, file: str, name: str = "") -> _Record | None:
        """Return what a file holds as a record without what is wrong in it; null where it lacks what must be there.

        Everything wrong is told under the name, with the place of the table in a list of tables.
        """
        told = len(self.problems)
        right = self._right(kind, content, (file, name), "")
        try:
            return None if right is None else msgspec.convert(right, kind)
        except msgspec.ValidationError as error:
            # What a record says of its fields together, of which one may be wrong by itself.
            if len(self.problems) == told:
                self.tell(file, name, str(error))
            return None

    def make_right(self, content: Any, file: str, kind: type[_Record]) -> _Record:
        """Return the record that the content of a file makes.

        Raises:
            RulesError: something is wrong in this file, or in one before; the message has every problem.
        """
        # One that is no TOML would lack everything.
        record = None if self.problems else self.make(kind, content, file)
        self.refuse()
        return cast("_Record", record)

    def _right(self, kind: Any, value: Any, where: tuple[str, str], place: str) -> Any:
        """Return a value without what is wrong in it; null where it is not of its type or lacks what must be there."""
        if isinstance(value, dict) and (keys := _keys_in(kind)):
            return self._right_table(keys, value, where, place and f"{place}.")
        if isinstance(value, list) and value and (inside := _listed_in(kind)):
            file, name = where
            named = f"{name} {place}".strip()
            checked = [self._right(inside, one, (file, f"{named} {at}"), "") for at, one in enumerate(value, start=1)]
            return [one for one in checked if one is not None]
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            what = f"{place} = {reprlib.repr(value)}" if place else f"{reprlib.repr(value)} is no table"
            self.tell(*where, what, _describe(kind) or _in_words(str(error)))
            return None
        return value

    def _right_table(self, keys: Keys, table: Mapping[str, Any], where: tuple[str, str], inside: str) -> Any:
        right = {}
        for key, value in table.items():
            kind = keys.types.get(key, keys.others)
            if kind is None:
                self.tell(*where, f"unknown key {inside + key!r}", f"one of {', '.join(sorted(keys.types))}")
            elif (checked := self._right(kind, value, where, inside + key)) is not None:
                right[key] = checked
        for key in keys.needed:
            if key not in table:
                self.tell(*where, f"no {inside}{key}")
        return None if keys.is_record and not right.keys() >= {*keys.needed} else right


@cache
def keys_of(record: type[msgspec.Struct]) -> Keys:
    """Return the keys that the table of a record has in TOML."""
    fields = msgspec.structs.fields(record)
    needed = [field.encode_name for field in fields if field.required]
    return Keys({field.encode_name: field.type for field in fields}, needed, is_record=True)


def _types_in(kind: Any) -> Iterator[Any]:
    """Yield the types that a value may have, and what stands beside them, that first."""
    if get_origin(kind) in {Annotated, Union, UnionType}:
        for one in reversed(get_args(kind)):
            yield from _types_in(one)
    else:
        yield kind


def _keys_in(kind: Any) -> Keys | None:
    """Return the keys of what stands in a file as a table, null where its type says none."""
    for one in _types_in(kind):
        if isinstance(one, Keys):
            return one
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return keys_of(one)
        if get_origin(one) is dict:
            return Keys({}, others=get_args(one)[1])
    return None


def _listed_in(kind: Any) -> Any:
    """Return the type of what stands in a file as a list of tables; null of any other list."""
    lists = [get_args(one)[0] for one in _types_in(kind) if get_origin(one) is tuple]
    return next(filter(_keys_in, lists), None)


_WORDS = {"str": "a string", "array": "a list", "object": "a table", "int": "a whole number", "null": "nothing"}
_TYPES = re.compile(r"`([a-z]+(?: \| [a-z]+)*)`")


def _describe(kind: Any) -> str:
    """Return what a type says of itself, or the values that it may have, where they are a few words; else nothing."""
    if isinstance(kind, Meta):
        return kind.description or ""
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, inner))}"
    return next(filter(None, map(_describe, reversed(inner))), "")


def _in_words(error: str) -> str:
    """Return what a value was expected to be in the words of those who write TOML."""
    return _TYPES.sub(
        lambda found: " or ".join(_WORDS.get(kind, kind) for kind in found[1].split(" | ")),
        error.removeprefix("Expected "),
    )


def facts_of(fields: Mapping[str, Any]) -> list[str]:
    """Return what fields say as facts: of each that it says something, and what."""
    return [fact for key, value in fields.items() for fact in (f"{key}=", f"{key}={value}")]


@lru_cache(maxsize=16)
def read_bundled(name: str, kind: Any = dict[str, Any]) -> Any:
    """Return what a file that all languages share holds, as this type; each is read once."""
    return msgspec.toml.decode((resource("patterns") / name).read_bytes(), type=kind)
