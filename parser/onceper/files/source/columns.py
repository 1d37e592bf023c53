"""Under which names a file keeps what is known of a card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, get_args

from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.source.record import EACH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Column = Literal["text", "pendulum", "id", "name", "lang", "game", "field", "card_type", "type_line", "property"]
COLUMNS: tuple[Column, ...] = get_args(Column)
TYPE_COLUMNS: tuple[Column, ...] = ("card_type", "type_line", "property")
"""The columns that together tell what a card is, in the order of their words."""
TOLD = ("text", "pendulum", "monster", "name", "lang", "game", "field", *TYPE_COLUMNS)
"""What the texts of a record are made of, in the order in which its values are told."""

# Capitals, spaces and underscores make no difference; the first that a file has is taken.
USUAL_NAMES: Mapping[str, tuple[str, ...]] = {
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
# YGOPRODeck keeps the property of Spells and Traps under this name, and of monsters what they are, such as Dragon.
RACE = "race"
_OF_YGOPRODECK = {"property": (*USUAL_NAMES["property"], RACE)}
_YGOPRODECK_MARKS = frozenset({"frameType", "card_images", "card_sets", "ygoprodeck_url"})
# It repeats the sections of a Pendulum card's "desc" under names of their own.
_SECTIONS = {"monster": ("monster_desc",), "pendulum": ("pend_desc",)}
_KEPT = 1_024

TEXT_OPTION = "--column text=NAME (in Python: columns={'text': 'NAME'})"


class ColumnsError(InputError):
    """A file or table does not hold card texts in the columns where they are looked for."""


@dataclass(frozen=True, eq=False)
class Found:
    """Hold under which of its ``keys`` a record has what, but for ids.

    ``ids`` names the columns of which the first that is not null tells the id, each with what is put before it.
    ``monster`` is the monster text of a card whose ``text`` repeats it beside ``pendulum``; ``ygoprodeck`` tells cards
    of its API, which does not name the game.
    """

    keys: tuple[str, ...]
    names: Mapping[str, str]
    ids: tuple[tuple[str, str], ...] = ()
    ygoprodeck: bool = False

    def named(self) -> list[str]:
        """Return the names of all but ids, each once."""
        return list(dict.fromkeys(self.names.values()))

    def used(self) -> list[str]:
        """Return all names, each once."""
        return list(dict.fromkeys([*self.names.values(), *(name for name, _ in self.ids)]))

    @cached_property
    def told(self) -> Callable[[Iterable[Any]], tuple[Any, ...]]:
        """Return what gives of the values of a record those of ``TOLD``, null where there is none, and then the ids."""
        names = [*map(self.names.get, TOLD), *(name for name, _ in self.ids if name in self.keys)]
        of_all = itemgetter(*(-1 if name is None else self.keys.index(name) for name in names))
        return lambda values: of_all((*values, None))


class Columns:
    """Find the columns of a file by their usual names, or by those that the caller gives.

    ``given`` maps a column to the name it has in the file; no name says that the file has no such column. A name such
    as ``abilities[].text`` is the path to the texts of an array. Where ``whole``, a text that has its sections a second
    time under other names is taken with both in it.

    Raises:
        ColumnsError: ``given`` holds a column that onceper does not know.
    """

    def __init__(self, given: Mapping[Column, str | None] | None = None, *, whole: bool = False) -> None:
        wrong = [given] if isinstance(given, str) else [column for column in given or () if column not in COLUMNS]
        if wrong:
            raise ColumnsError(
                f"unknown column {wrong[0]!r}",
                expected=f"one of {', '.join(COLUMNS)}",
                remedy="write it as text=rules_text (in Python: columns={'text': 'rules_text'}): first what it is",
            )
        self._said: dict[str, str | None] = dict((given or {}).items())
        self.given = {column: name for column, name in self._said.items() if name}
        text = self.given.get("text")
        self.path = text if EACH in str(text) else None
        self._whole = whole or bool({"text", "pendulum"} & self._said.keys())
        # Records of one file share a few sets of keys.
        self.found = lru_cache(_KEPT)(self._found)

    def expected(self) -> str:
        """Say under which names a text is looked for."""
        *names, last = USUAL_NAMES["text"]
        usual = f"{', '.join(names)} or {last}"
        return f"the text under {self.given.get('text') or usual}"

    def hold_text(self, names: Sequence[str]) -> bool:
        """Tell whether an object with these keys is a card."""
        return re.split(r"[.\[]", self.path)[0] in names if self.path else "text" in self.found(tuple(names)).names

    def of_table(self, names: Sequence[str], where: str) -> Found:
        """Return the columns of a table.

        Raises:
            ColumnsError: the table has no text, lacks a column that was given, or has one of them twice.
        """
        found = self.found(tuple(names))
        missing = [name for name in self.given.values() if name not in names]
        twice = [name for name in found.used() if names.count(name) > 1]
        expected, remedy = "a column of this name", f"name the column with {TEXT_OPTION}"
        if missing:
            what = f"no column {missing[0]}"
        elif "text" not in found.names:
            what, expected = "no column that is known to hold the text", self.expected()
        elif twice:
            what, expected, remedy = f"the column {twice[0]} is there twice", "each column once", "rename or remove one"
        else:
            return found
        if self.path:
            remedy = "write the table as JSON: only there paths lead to nested texts"
        # A label of pandas may be anything.
        what = f"{what}; the columns are {listed(list(map(str, names)))}"
        raise ColumnsError(what, where=where, expected=expected, remedy=remedy)

    def _found(self, names: tuple[str, ...]) -> Found:
        # A label of pandas may be anything.
        by_plain = {_plain(name): name for name in reversed(names) if isinstance(name, str)}
        ygoprodeck = "desc" in names and not _YGOPRODECK_MARKS.isdisjoint(names)
        has_sections = not self._whole and all(name in names for (name,) in _SECTIONS.values())
        usual = {**USUAL_NAMES, **(_OF_YGOPRODECK if ygoprodeck else {}), **(_SECTIONS if has_sections else {})}
        found: dict[str, str] = {}
        for column, known in usual.items():
            named = [by_plain[name] for name in map(_plain, known) if name in by_plain]
            if column in self._said:
                named = [name for name in names if name == self._said[column]]
            elif column in TYPE_COLUMNS:
                # What only adds to a text, under names that anything may have, makes no table wrong.
                named = [name for name in named if names.count(name) == 1]
            if named:
                found[column] = named[0]
        if _plain(str(found.get("text"))) in _HOLD_PENDULUM:
            # The type of a monster tells nothing of its Pendulum Effect.
            found = {column: name for column, name in found.items() if column not in TYPE_COLUMNS}
        ids = {found.pop("id"): ""} if "id" in found else {}
        for name, prefix in _STAND_INS.items() if "id" not in self.given else ():
            if _plain(name) in by_plain:
                ids.setdefault(by_plain[_plain(name)], prefix)
        return Found(names, found, tuple(ids.items()), ygoprodeck)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


_HOLD_PENDULUM = {_plain(name) for name in (*USUAL_NAMES["pendulum"], *_SECTIONS["pendulum"])}
