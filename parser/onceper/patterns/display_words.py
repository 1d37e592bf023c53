"""The words in which a language shows what was read: the content of its ``display.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from onceper.patterns.templates import read_templates

if TYPE_CHECKING:
    from pathlib import Path


class DisplayWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the sentences that say limits in one language, and the names of what else is shown.

    ``game`` holds the words of games that have their own.
    """

    numbers_separator: str
    last_numbers_separator: str
    tail_separator: str
    or_: str = msgspec.field(name="or")
    number: str
    unnumbered: str
    note: str
    says: dict[str, str]
    whose: dict[str, str]
    what: dict[str, str]
    effect: dict[str, str]
    choose: dict[str, str]
    times: dict[str, str]
    way: dict[str, str]
    summoned: dict[str, str]
    summon: dict[str, str]
    when: dict[str, str]
    each: dict[str, str]
    nth: dict[str, str]
    counted: dict[str, str]
    capped: dict[str, str]
    controlled: dict[str, str]
    tail: dict[str, str]
    reset: dict[str, str]
    kind: dict[str, str]
    effect_kind: dict[str, str]
    told_by: dict[str, str]
    non_effect: dict[str, str]
    applies: dict[str, str]
    material: dict[str, str]
    wins: dict[str, str]
    paid: dict[str, str]
    not_read: dict[str, str]
    label: dict[str, str]
    game: dict[str, DisplayWords] = {}

    def in_game(self, game: str | None) -> DisplayWords:
        """Return the words of one game, which are these where it has none of its own."""
        return self.game.get(game or "", self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(number={self.number!r}, ...)"


# Numbers and genders that a language has words for as it needs them.
_ALIKE = {
    r"nth\.(\d+(_\w+)?|more_\w+)": "nth.more",
    r"nth\.(every|and_later)_\w+": r"nth.\1",
}


def parse_display(file: Path, named: str) -> DisplayWords:
    """Return the words of displays that one file holds, which messages name like this.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    return read_templates(DisplayWords, file, named, _ALIKE)
