"""The catalogue of readings, shared by the languages: what each id means, where its words stand, and the ruling.

Beside it stands which of them the constituents of a clause say together.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from onceper.patterns.kept import digest_of_code, kept
from onceper.patterns.language_files import WORDS
from onceper.patterns.records import Line, Loader, Some, read_bundled
from onceper.patterns.rule import Means, Where
from onceper.patterns.structure import Style
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

FILE = "readings.toml"
# Behind the id of a reading: its constituents said it, no pattern.
BY_PARTS = ".by_parts"
# A language in which nobody measured them.
OTHER = "other"


class Reading(Means, frozen=True):
    """Hold what the catalogue says of an id, which a rule need not say itself.

    ``where`` says for each style of print where the words may stand.
    ``game`` is the only one whose cards print it.
    ``by_parts`` is how often constituents that said it were right, in each language and in any ``other``; it is empty
    where constituents do not say it.
    """

    id: Some
    source: Some
    where: Mapping[Style, tuple[Where, ...]] = {}
    game: str | None = None
    by_parts: Mapping[str, Annotated[float, msgspec.Meta(gt=0, le=1)]] = {}

    def sure_by_parts(self, spoken: str) -> float:
        """Return how sure constituents that say it are in a language, or in a game's own print."""
        return self.by_parts.get(spoken, self.by_parts[OTHER])

    def entry(self, style: Style) -> dict[str, Any]:
        """Return the keys of a rule in this style of print."""
        where = {"where": list(self.where[style])} if style in self.where else {}
        return {self.kind: self.means, **where, "source": self.source}


@cache
def catalogue() -> Mapping[str, Reading]:
    """Return the readings by their ids, in the order of the file."""
    make = partial(read_catalogue, resource("patterns") / FILE)
    return kept("readings", digest_of_code(), dict[str, Reading], make)


def read_catalogue(file: Path) -> dict[str, Reading]:
    """Return the readings that a file states, by their ids, in its order.

    Raises:
        RulesError: the file holds something wrong.
    """
    loader = Loader()
    content = loader.parse(file, FILE)
    tables = {None: content, **content.pop("game", {})}
    found = [
        loader.make(Reading, {"id": name, "game": game, **table}, FILE, name)
        for game, readings in tables.items()
        for name, table in readings.items()
    ]
    loader.refuse()
    return {reading.id: reading for reading in found if reading}


def missing_readings(given: Collection[str], games: Collection[str]) -> list[Reading]:
    """Return the readings that a language has no rule for.

    ``given`` are the ids of its rules, ``games`` those that have a print of their own in it.
    """
    apart = {words.parent.name for words in resource("patterns").glob(f"*/*/{WORDS}")}.difference(games)
    return [one for one in catalogue().values() if one.id not in given and one.game not in apart]


class DecidedLine(Line, frozen=True):
    """Hold a line of the file, which says what each of its fields tells."""

    tells: str = ""
    are: str | None = None
    given: Mapping[str, Any] = {}
    left_out: str = ""

    def say(self, means: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is meant with what this line gives, and without what it leaves out."""
        left_out = self.left_out.split()
        return {**{key: value for key, value in means.items() if key not in left_out}, **self.given}


def decided_lines(kind: str) -> list[DecidedLine]:
    """Return the lines of the file: of the ``facts``, or the ``lines`` that decide."""
    lines: dict[str, list[DecidedLine]] = read_bundled("decided.toml", dict[str, list[DecidedLine]])
    return lines[kind]


@cache
def asked_facts() -> frozenset[str]:
    """Return the facts that some line asks for."""
    lines = [*decided_lines("facts"), *decided_lines("lines")]
    return frozenset(fact for line in lines for fact in f"{line.has} {line.lacks}".split())
