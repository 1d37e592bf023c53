"""Under which names a file keeps what is known of a card."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.source.nested import EACH, check_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Column = Literal["text", "pendulum", "id", "name", "lang", "game", "field", "card_type", "type_line", "property"]
COLUMNS: tuple[Column, ...] = get_args(Column)
TYPE_COLUMNS: tuple[Column, ...] = ("card_type", "type_line", "property")
"""The columns that together tell what a card is, in the order of their words."""

# Capitals, spaces and underscores make no difference; the first that a file has is taken.
USUAL_NAMES: Mapping[Column, tuple[str, ...]] = {
    "text": ("text", "card_text", "effect_text", "rules_text", "oracle_text", "desc", "description", "effect", "lore"),
    "pendulum": ("pendulum_effect", "pendulum_text", "pendulum"),
    "id": ("id", "card_id", "password", "passcode", "konami_id"),
    "name": ("name", "card_name"),
    "lang": ("lang", "language", "locale"),
    "game": ("game",),
    "field": ("field",),
    "card_type": ("card_type", "type"),
    "type_line": ("type_line", "monster_type_line", "frame_type"),
    "property": ("property",),
}
# What stands in for an id that is null, and what it begins with then, so that it is nobody else's id.
_STAND_INS = {"konami_id": "k", "yugipedia_page_id": "yugipedia"}
# YGOPRODeck repeats the sections of a Pendulum card's "desc" under names of their own, and does not name the game.
_YGOPRODECK_SECTIONS = ("monster_desc", "pend_desc")
_YGOPRODECK_MARKS = frozenset({"frameType", "card_images", "card_sets", "ygoprodeck_url"})
# And keeps the property of Spells and Traps under this name, and of monsters what they are, such as Dragon.
RACE = "race"
_KEPT = 1_024

TEXT_OPTION = "--column text=NAME (in Python: columns={'text': 'NAME'})"


# Asked of every record, as their keys may differ.
@lru_cache(_KEPT)
def holds_pendulum(name: str | None) -> bool:
    """Tell whether a column of this name holds Pendulum Effects, of which the type of a monster tells nothing."""
    # Of pandas a label of any kind may have been named.
    is_usual = isinstance(name, str) and _plain(name) in map(_plain, USUAL_NAMES["pendulum"])
    return is_usual or name == _YGOPRODECK_SECTIONS[1]


class ColumnsError(InputError):
    """A file or table does not hold card texts in the columns where they are looked for."""


class Found(NamedTuple):
    """Hold the name of each column in one file; null where the file has none.

    ``stand_ins`` are further numbers for a card whose ``id`` is null, each with its prefix. ``sections`` names the
    monster text and the pendulum text of a card whose ``text`` repeats both; ``ygoprodeck`` tells cards of its API.
    """

    text: str | None
    pendulum: str | None
    id: str | None
    name: str | None
    lang: str | None
    game: str | None
    field: str | None
    card_type: str | None
    type_line: str | None
    property: str | None
    stand_ins: tuple[tuple[str, str], ...]
    sections: tuple[str, str] | None
    ygoprodeck: bool

    def used(self) -> list[str]:
        """Return all names, each once, in the order of the columns."""
        columns = (self.text, self.pendulum, self.id, self.name, self.lang, self.game, self.field)
        names = [*columns, *(name for name, _ in self.stand_ins), *(self.sections or ()), *self.of_type()]
        return list(dict.fromkeys(name for name in names if name is not None))

    def ids(self) -> list[str]:
        """Return the names of the columns of ids, and of what stands in for them."""
        return [name for name in (self.id, *(name for name, _ in self.stand_ins)) if name is not None]

    def of_type(self) -> list[str]:
        """Return the names of the columns that tell what a card is, in the order of their words."""
        if holds_pendulum(self.text):
            return []
        return [name for name in (self.card_type, self.type_line, self.property) if name is not None]


class Columns:
    """Find the columns of a file by their usual names, or by those that the caller gives.

    ``given`` maps a column to the name it has in the file; no name says that the file has no such column. A name such
    as ``abilities[].text`` is the path to the texts of an array. Where ``whole``, a text that has its sections a second
    time under other names is taken with both in it.

    Raises:
        ColumnsError: ``given`` holds a column that onceper does not know.
        PathError: a path in it is none.
    """

    def __init__(self, given: Mapping[Column, str | None] | None = None, *, whole: bool = False) -> None:
        if isinstance(given, str):
            raise ColumnsError(
                f"columns is the string {given!r}",
                expected="which column holds what, by name",
                remedy=f'say what it holds: columns={{"text": {given!r}}}',
            )
        self.given = {column: name for column, name in (given or {}).items() if name}
        self._whole = whole
        self._none = {column for column, name in (given or {}).items() if not name}
        unknown = [column for column in given or {} if column not in COLUMNS]
        if unknown:
            raise ColumnsError(
                f"unknown column {unknown[0]!r}",
                expected=f"one of {', '.join(COLUMNS)}",
                remedy="write it as text=rules_text (in Python: columns={'text': 'rules_text'}): first what it is",
            )
        paths = {column: name for column, name in self.given.items() if EACH in str(name)}
        for path in paths.values():
            check_path(path)
        self.path = paths.get("text")
        # Records of one file share a few sets of keys.
        self.found = lru_cache(_KEPT)(self._found)

    def expected(self) -> str:
        """Say under which names a text is looked for."""
        return f"the text under {self.given.get('text') or _or(USUAL_NAMES['text'])}"

    def hold_text(self, names: Sequence[str]) -> bool:
        """Tell whether an object with these keys is a card."""
        first = self.path and re.split(r"[.\[]", self.path)[0]
        return first in names if first else self.found(tuple(names)).text is not None

    def of_table(self, names: Sequence[str], where: str) -> Found:
        """Return the columns of a table.

        Raises:
            ColumnsError: the table has no text, lacks a column that was given, or has one of them twice.
        """
        found = self.found(tuple(names))
        # A label of pandas may be anything.
        printed = listed(list(map(str, names)))
        missing = [name for name in self.given.values() if name not in names]
        if missing or found.text is None:
            what = f"no column {missing[0]}" if missing else "no column that is known to hold the text"
            raise ColumnsError(
                f"{what}; the columns are {printed}",
                where=where,
                expected=self.expected() if found.text is None else "a column of this name",
                remedy="write the table as JSON: only there paths lead to nested texts"
                if self.path
                else f"name the column with {TEXT_OPTION}",
            )
        twice = [name for name in found.used() if list(names).count(name) > 1]
        if twice:
            raise ColumnsError(
                f"the column {twice[0]} is there twice; the columns are {printed}",
                where=where,
                expected="each column once",
                remedy="rename or remove one of them",
            )
        return found

    def _found(self, names: tuple[str, ...]) -> Found:
        # A label of pandas may be anything.
        usual = {_plain(name): name for name in reversed(names) if isinstance(name, str)}
        by_column = {column: self._name(column, usual, names) for column in COLUMNS}
        stand_ins = [(usual[_plain(name)], prefix) for name, prefix in _STAND_INS.items() if _plain(name) in usual]
        ygoprodeck = "desc" in names and not _YGOPRODECK_MARKS.isdisjoint(names)
        if ygoprodeck and RACE in names and by_column["property"] is None and "property" not in self._none:
            by_column["property"] = RACE
        is_whole = self._whole or {"text", "pendulum"} & {*self.given, *self._none}
        sections = None if is_whole else _YGOPRODECK_SECTIONS
        return Found(
            **by_column,
            stand_ins=tuple(pair for pair in stand_ins if pair[0] != by_column["id"] and "id" not in self.given),
            sections=sections if sections and {*sections} <= {*names} else None,
            ygoprodeck=ygoprodeck,
        )

    def _name(self, column: Column, usual: Mapping[str, str], names: tuple[str, ...]) -> str | None:
        if column in self._none:
            return None
        if column in self.given:
            return self.given[column] if self.given[column] in names else None
        found = (usual[name] for name in map(_plain, USUAL_NAMES[column]) if name in usual)
        # What only adds to a text, under names that anything may have, makes no table wrong.
        return next((name for name in found if column not in TYPE_COLUMNS or names.count(name) == 1), None)


def _or(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()
