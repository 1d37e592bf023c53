"""The catalogue of readings, shared by the languages: what each id means, where its words stand, and the ruling."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from onceper.patterns.fields import wrong_reading
from onceper.patterns.kept import digest_of_code, kept
from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.rule import ReadingKind, Where
from onceper.patterns.structure import Style
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

FILE = "readings.toml"
# Behind the id of a reading: its constituents said it, no pattern.
BY_PARTS = ".by_parts"
# Which prints have a reading holds the rules to what there is; to read them nobody needs it.
_OF_PRINTS = {"printed_in", "otherwise"}
_KEYS = {"id", "game", "printed", "by_parts", "where", "source", *_OF_PRINTS, *get_args(ReadingKind)}


class Reading(msgspec.Struct, frozen=True, array_like=True):
    """Hold what the catalogue says of an id, which a rule need not say itself.

    ``kind`` is the rule's key for what it ``means``; ``where`` says for each style of print where the words may stand.
    ``printed`` is on how many of 10,000 real texts the reading was found, ``game`` the only one whose cards print it.
    ``by_parts`` is how often constituents that said it said the same as its patterns, measured with these switched off;
    null where constituents do not say it.
    """

    id: str
    kind: ReadingKind
    means: Any
    where: Mapping[Style, tuple[Where, ...]]
    source: str
    game: str | None = None
    printed: int = 0
    by_parts: float | None = None

    def entry(self, style: Style) -> dict[str, Any]:
        """Return the keys of a rule in this style of print."""
        where = {"where": list(self.where[style])} if style in self.where else {}
        return {self.kind: self.means, **where, "source": self.source}


@cache
def catalogue() -> Mapping[str, Reading]:
    """Return the readings by their ids, in the order of the file."""
    return kept(
        "readings",
        digest_of_code().hex(),
        make=lambda: read_catalogue(resource("patterns") / FILE),
        encode=msgspec.msgpack.Encoder().encode,
        decode=msgspec.msgpack.Decoder(dict[str, Reading]).decode,
    )


def read_catalogue(file: Path) -> dict[str, Reading]:
    """Return the readings that a file states, by their ids, in its order.

    Raises:
        RulesError: the file holds something wrong.
    """
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    problems: list[Problem] = []
    found: dict[str, Reading] = {}
    for number, entry in enumerate(content.get("reading", []), start=1):
        wrong = list(_wrong(number, entry))
        problems += wrong
        if entry.get("id") in found:
            problems.append(Problem(FILE, entry["id"], "this id stands there twice"))
        elif not wrong:
            kind = next(kind for kind in get_args(ReadingKind) if kind in entry)
            rest = {key: value for key, value in entry.items() if key not in {kind, "where", *_OF_PRINTS}}
            where = msgspec.convert(entry.get("where", {}), dict[Style, tuple[Where, ...]])
            found[entry["id"]] = Reading(kind=kind, means=entry[kind], where=where, **rest)
    if problems:
        raise RulesError(problems)
    return found


def missing_readings(given: Collection[str], games: Collection[str]) -> list[Reading]:
    """Return the readings that a language has no rule for, the most printed first.

    ``given`` are the ids of its rules, ``games`` those that have a print of their own in it.
    """
    apart = {reading.game for reading in catalogue().values() if "abilities" in reading.where and reading.game} - set(
        games
    )
    missing = [one for one in catalogue().values() if one.id not in given and one.game not in apart]
    return sorted(missing, key=lambda reading: -reading.printed)


def _wrong(number: int, entry: Mapping[str, Any]) -> Iterator[Problem]:
    name = entry.get("id") or f"reading {number}"
    for key in entry:
        if key not in _KEYS:
            yield Problem(FILE, name, f"unknown key {key!r}", f"one of {', '.join(sorted(_KEYS))}")
    for key in ("id", "source"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            yield Problem(FILE, name, f"no {key}")
    try:
        msgspec.convert(entry.get("where", {}), dict[Style, tuple[Where, ...]])
    except msgspec.ValidationError as error:
        yield Problem(FILE, name, f"where: {error}")
    by_parts = entry.get("by_parts")
    if by_parts is not None and not (isinstance(by_parts, float) and 0 < by_parts <= 1):
        yield Problem(FILE, name, f"by_parts = {by_parts!r}", "a share of 1")
    kinds = [kind for kind in get_args(ReadingKind) if kind in entry]
    if len(kinds) != 1:
        yield Problem(FILE, name, f"gives {' and '.join(kinds) or 'no reading'}", "exactly one")
    else:
        yield from (Problem(FILE, name, what, expected) for what, expected in wrong_reading(kinds[0], entry[kinds[0]]))
