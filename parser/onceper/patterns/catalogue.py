"""The catalogue of readings: what each id means, where it may stand, and the source of the ruling, for all languages."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from onceper.patterns.fields import wrong_reading
from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.rule import ReadingKind
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FILE = "readings.toml"
_KEYS = {"id", "game", "printed", "where", "source", *get_args(ReadingKind)}


class Reading(NamedTuple):
    """Hold what the catalogue says of an id.

    ``given`` are the keys of a rule that need not say them itself; ``printed`` is on how many texts in a hundred
    thousand of the databases that were counted the reading stands, ``game`` the only one whose cards print it.
    """

    id: str
    given: Mapping[str, Any]
    printed: int
    game: str | None


@cache
def catalogue() -> Mapping[str, Reading]:
    """Return the readings by their ids, in the order of the file.

    Raises:
        RulesError: the file holds something wrong.
    """
    content = tomllib.loads((resource("patterns") / FILE).read_text(encoding="utf-8"))
    entries = content.get("reading", [])
    problems = [problem for number, entry in enumerate(entries, start=1) for problem in _wrong(number, entry)]
    found: dict[str, Reading] = {}
    for entry in entries:
        reading_id = entry.get("id", "")
        if reading_id in found:
            problems.append(Problem(FILE, reading_id, "this id stands there twice"))
        given = {key: value for key, value in entry.items() if key not in {"id", "game", "printed"}}
        found[reading_id] = Reading(reading_id, given, entry.get("printed", 0), entry.get("game"))
    if problems:
        raise RulesError(problems)
    return found


def _wrong(number: int, entry: Mapping[str, Any]) -> Iterator[Problem]:
    name = entry.get("id") or f"reading {number}"
    for key in entry:
        if key not in _KEYS:
            yield Problem(FILE, name, f"unknown key {key!r}", f"one of {', '.join(sorted(_KEYS))}")
    for key in ("id", "source"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            yield Problem(FILE, name, f"no {key}")
    kinds = [kind for kind in get_args(ReadingKind) if kind in entry]
    if len(kinds) != 1:
        yield Problem(FILE, name, f"gives {' and '.join(kinds) or 'no reading'}", "exactly one")
    else:
        yield from (Problem(FILE, name, what, expected) for what, expected in wrong_reading(kinds[0], entry[kinds[0]]))
