"""Under which names a file keeps what is known of a card."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

from msgspec import Meta, defstruct

from onceper.errors import listed
from onceper.files.opening import InputError
from onceper.files.protocol import LONGEST_CARD
from onceper.files.source.record import EACH, check_path

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
_MONSTER_SECTION, _PENDULUM_SECTION = "monster_desc", "pend_desc"
_YGOPRODECK_MARKS = frozenset({"frameType", "card_images", "card_sets", "ygoprodeck_url"})
# And keeps the property of Spells and Traps under this name, and of monsters what they are, such as Dragon.
RACE = "race"
_KEPT = 1_024
_PLAIN: Mapping[Column, Any] = dict.fromkeys(COLUMNS, str | None) | {
    "text": Annotated[str, Meta(max_length=LONGEST_CARD)],
    "pendulum": Literal[""] | None,
    "id": int | Annotated[str, Meta(min_length=1)],
    "field": Literal["text", "pendulum", ""] | None,
}

TEXT_OPTION = "--column text=NAME (in Python: columns={'text': 'NAME'})"


class ColumnsError(InputError):
    """A file or table does not hold card texts in the columns where they are looked for."""


class Found(NamedTuple):
    """Hold the name of each column that one file has, in the order of the columns.

    ``ids`` names the column of ids, and further numbers of a card whose id is null, each with its prefix; ``monster``
    the monster text of a card whose ``text`` repeats it beside ``pendulum``; ``ygoprodeck`` tells cards of its API.
    ``plain`` is the type of those records that have one text, an id, and a string or null in every other column.
    """

    names: Mapping[Column, str]
    ids: tuple[tuple[str, str], ...] = ()
    monster: str | None = None
    ygoprodeck: bool = False
    plain: type[Any] | None = None

    def used(self) -> list[str]:
        """Return all names, each once."""
        names = [*self.names.values(), *(name for name, _ in self.ids), *filter(None, [self.monster])]
        return list(dict.fromkeys(names))


def plain_type(names: Mapping[Column, str]) -> type[Any] | None:
    """Return the type of records with these columns that are plain; null where only a closer look can tell."""
    if not {"text", "id"} <= names.keys():
        return None
    fields: list[tuple[str, Any]] = [(column, _PLAIN[column]) for column in names]
    renamed = {str(column): name for column, name in names.items()}
    others: dict[str, Any] = {column: None for column in COLUMNS if column not in names}
    try:
        return defstruct("Plain", fields, rename=renamed, namespace=others, gc=False)
    except ValueError:
        # Two columns have one name, or it holds a quote.
        return None


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
        self._said = dict(given or {})
        for column in self._said.keys() - COLUMNS:
            raise ColumnsError(
                f"unknown column {column!r}",
                expected=f"one of {', '.join(COLUMNS)}",
                remedy="write it as text=rules_text (in Python: columns={'text': 'rules_text'}): first what it is",
            )
        self.given = {column: name for column, name in self._said.items() if name}
        paths = {column: name for column, name in self.given.items() if EACH in str(name)}
        for path in paths.values():
            check_path(path)
        self.path = paths.get("text")
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
        first = self.path and re.split(r"[.\[]", self.path)[0]
        return first in names if first else "text" in self.found(tuple(names)).names

    def of_table(self, names: Sequence[str], where: str) -> Found:
        """Return the columns of a table.

        Raises:
            ColumnsError: the table has no text, lacks a column that was given, or has one of them twice.
        """
        found = self.found(tuple(names))
        # A label of pandas may be anything.
        printed = f"the columns are {listed(list(map(str, names)))}"
        missing = [name for name in self.given.values() if name not in names]
        if missing or "text" not in found.names:
            what = f"no column {missing[0]}" if missing else "no column that is known to hold the text"
            raise ColumnsError(
                f"{what}; {printed}",
                where=where,
                expected="a column of this name" if "text" in found.names else self.expected(),
                remedy="write the table as JSON: only there paths lead to nested texts"
                if self.path
                else f"name the column with {TEXT_OPTION}",
            )
        for name in (name for name in found.used() if list(names).count(name) > 1):
            raise ColumnsError(
                f"the column {name} is there twice; {printed}",
                where=where,
                expected="each column once",
                remedy="rename or remove one of them",
            )
        return found

    def _found(self, names: tuple[str, ...]) -> Found:
        # A label of pandas may be anything.
        by_plain = {_plain(name): name for name in reversed(names) if isinstance(name, str)}
        ygoprodeck = "desc" in names and not _YGOPRODECK_MARKS.isdisjoint(names)
        usual = dict(USUAL_NAMES)
        if ygoprodeck:
            usual["property"] += (RACE,)
        has_sections = not self._whole and {_MONSTER_SECTION, _PENDULUM_SECTION} <= {*names}
        if has_sections:
            usual["pendulum"] = (_PENDULUM_SECTION,)
        found: dict[Column, str] = {}
        for column, known in usual.items():
            named = [by_plain[name] for name in map(_plain, known) if name in by_plain]
            if column in self._said:
                named = [name for name in names if name == self.given.get(column)][:1]
            elif column in TYPE_COLUMNS:
                # What only adds to a text, under names that anything may have, makes no table wrong.
                named = [name for name in named if names.count(name) == 1]
            if named:
                found[column] = named[0]
        if _plain(str(found.get("text"))) in _HOLD_PENDULUM:
            # The type of a monster tells nothing of its Pendulum Effect.
            found = {column: name for column, name in found.items() if column not in TYPE_COLUMNS}
        ids = {found["id"]: ""} if "id" in found else {}
        for name, prefix in _STAND_INS.items() if "id" not in self.given else ():
            if _plain(name) in by_plain:
                ids.setdefault(by_plain[_plain(name)], prefix)
        is_plain = not (has_sections or ygoprodeck)
        return Found(
            found,
            tuple(ids.items()),
            _MONSTER_SECTION if has_sections else None,
            ygoprodeck,
            plain_type(found) if is_plain else None,
        )


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


_HOLD_PENDULUM = {_plain(name) for name in (*USUAL_NAMES["pendulum"], _PENDULUM_SECTION)}
