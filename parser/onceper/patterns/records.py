"""From TOML to checked records: msgspec checks each table, and all that is wrong is told, with its place."""

from __future__ import annotations

import re
import reprlib
import tomllib
from functools import cached_property, lru_cache, reduce
from operator import getitem
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType, inspect

from onceper.errors import OnceperError
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
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


_fields: Any = msgspec.structs.fields
_Record = TypeVar("_Record")

Some = Annotated[str, Meta(min_length=1)]
# What is expected is told by the description of a type, where it has one.
Words = Annotated[str, Meta(pattern=r"\S")]
Phrases = Annotated[tuple[Words, ...], Meta(description="a list of phrases, none of them empty")]
WordTables = Annotated[tuple[Words | _Record, ...], Meta(description="a list of words, or tables of them")]


def fields_of(record: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the types of a record's fields, by the keys that stand for them in TOML."""
    return {field.encode_name: field.type for field in _fields(record)}


def table_of(name: str, types: Mapping[str, Any], needed: Collection[str] = ()) -> Any:
    """Return a record of what a table may hold, and must of what is ``needed``: what it does not say is unset."""
    said = [(key, kind) if key in needed else (key, kind | UnsetType, UNSET) for key, kind in types.items()]
    return msgspec.defstruct(name, said, frozen=True, forbid_unknown_fields=True, kw_only=True)


# What msgspec says of a key that is not there, or may not be, and the steps to a place. What is wrong in a list is told
# of the list, and the keys of a table that may have any are not named.
_KEY = re.compile("Object (contains unknown|missing required) field `(.*)`")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_IN_A_LIST = re.compile(r"(\[\d+\])*(\[\.\.\..*)?`?\Z")


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
        try:
            return tomllib.loads(spell(path.read_text(encoding="utf-8-sig")))
        # Also of deep nesting, and of integers of thousands of digits.
        except (OSError, ValueError, RecursionError) as error:
            what = "missing" if isinstance(error, FileNotFoundError) else f"not TOML: {error}"
            self.tell(file, "", what, "a file of TOML in UTF-8")
        return {}

    def make(self, kind: type[_Record], content: Any, file: str, name: str = "") -> _Record | None:
        """Return what a table holds as a record; null where it is none, and the first thing wrong is told."""
        try:
            return msgspec.convert(content, kind)
        except msgspec.ValidationError as error:
            what, _, path = str(error).replace("`key` in ", "").partition(" - at `$")
        key = _KEY.fullmatch(what)
        steps: list[Any] = [step or int(at) for step, at in _STEP.findall(path if key else _IN_A_LIST.sub("", path))]
        value = reprlib.repr(reduce(getitem, steps, content))
        steps += [key[2]] if key else []
        place = ".".join(str(step + 1) if isinstance(step, int) else step for step in steps)
        expected = _may_stand(inspect.type_info(kind), steps)
        if key and key[1] == "missing required":
            what, expected = f"no {place}", ""
        elif key:
            what = f"unknown key {place!r}"
        elif steps or what.startswith("Expected"):
            what, expected = f"{place} = {value}" if place else value, expected or what.removeprefix("Expected ")
        self.tell(file, name, what, expected)
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


def _may_stand(kind: inspect.Type, steps: Sequence[Any]) -> str:
    """Return what may stand at a place: what its type says of itself, its values or its keys; else nothing."""
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            described = "" if steps else (extra or {}).get("description", "")
            return described or _may_stand(inner, steps)
        case inspect.UnionType(types=types):
            return next(filter(None, (_may_stand(one, steps) for one in types)), "")
        case inspect.StructType(fields=fields) if steps:
            types_of = {field.encode_name: field.type for field in fields}
            first, *further = steps
            return (
                _may_stand(types_of[first], further) if first in types_of else f"one of {', '.join(sorted(types_of))}"
            )
        case inspect.VarTupleType(item_type=item):
            return _may_stand(item, steps[1:])
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
    return ""


def facts_of(fields: Mapping[str, Any]) -> list[str]:
    """Return what fields say as facts: of each that it says something, and what."""
    return [fact for key, value in fields.items() for fact in (f"{key}=", f"{key}={value}")]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Hold what is so where all facts hold that it ``has``, and none that it ``lacks``."""

    has: str = ""
    lacks: str = ""

    @cached_property
    def _facts(self) -> tuple[frozenset[str], frozenset[str]]:
        return frozenset(self.has.split()), frozenset(self.lacks.split())

    def fits(self, facts: AbstractSet[str]) -> bool:
        """Return whether the facts that hold are such."""
        has, lacks = self._facts
        return has <= facts and lacks.isdisjoint(facts)


@lru_cache(maxsize=16)
def read_bundled(name: str, kind: Any = dict[str, Any]) -> Any:
    """Return what a file that all languages share holds, as this type; each is read once."""
    return msgspec.toml.decode((resource("patterns") / name).read_bytes(), type=kind)
