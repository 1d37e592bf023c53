"""Templates in TOML, words with ``{slots}``: what a file of them must hold, and what is wrong in one."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.toml_file import parse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path


class Slots(NamedTuple):
    """Hold the slots that a template must have, and those that it may have as well."""

    needed: frozenset[str]
    free: frozenset[str] = frozenset()


class Table(NamedTuple):
    """Hold the templates that a table must have, how the keys of further ones look, and the slots of those.

    Of what has genders a key may have forms for them: ``more_f`` takes what ``more`` does.
    """

    needed: dict[str, Slots]
    further: str = "(?!)"
    slots: Slots = Slots(frozenset())
    has_genders: bool = False

    def find_slots(self, key: str) -> Slots | None:
        """Return the slots of the template of a key, null where the table has none of that name."""
        if key in self.needed:
            return self.needed[key]
        if re.fullmatch(self.further, key):
            return self.slots
        plain, _, gender = key.rpartition("_")
        return self.find_slots(plain) if self.has_genders and plain and gender else None


def make_slots(needed: str = "", free: str = "") -> Slots:
    """Return the slots that these words name, those that are needed and those that are free."""
    return Slots(frozenset(needed.split()), frozenset(free.split()))


def repeat(slots: Slots, keys: Iterable[str]) -> dict[str, Slots]:
    """Return these slots for each of the keys."""
    return dict.fromkeys(keys, slots)


class Expected(NamedTuple):
    """Hold the keys of a file, each a template or a table of them, those of single letters, and tables it may lack."""

    keys: Mapping[str, Slots | Table]
    letters: Collection[str] = ()
    free: Mapping[str, Table] = {}

    def parse(self, file: Path, named: str) -> dict[str, Any]:
        """Return what one file holds, which messages name like this; under ``game`` stands each game's whole content.

        Raises:
            RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every
                problem.
        """
        problems: list[Problem] = []
        content = parse(file, named, problems)
        # A file that is no TOML lacks everything, and that is told once.
        problems = problems or [Problem(named, *wrong) for wrong in self._find_wrong(content)]
        if problems:
            raise RulesError(problems)
        games = content.pop("game", {})
        return {**content, "game": {game: _lay_over(content, games[game]) for game in games}}

    def _find_wrong(self, content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield for what is wrong the key, what it is and what was expected."""
        for key, expected in self.keys.items():
            if key not in content:
                yield key, "missing", "a template" if isinstance(expected, Slots) else "a table of templates"
        games = content.get("game", {})
        yield from self._find_wrong_values(
            {key: said for key, said in content.items() if key != "game"}, "", is_whole=True
        )
        if not isinstance(games, dict) or not all(isinstance(own, dict) for own in games.values()):
            yield "game", f"{games!r} is no table of games", "a table of what each game says otherwise"
            return
        for game, own in games.items():
            yield from self._find_wrong_values(own, f"game.{game}.", is_whole=False)

    def _find_wrong_values(
        self, content: Mapping[str, Any], place: str, *, is_whole: bool
    ) -> Iterator[tuple[str, str, str]]:
        for key, said in content.items():
            expected = self.keys.get(key) or self.free.get(key)
            if isinstance(expected, Slots):
                yield from _find_wrong_slots(f"{place}{key}", said, expected)
            elif expected and isinstance(said, dict):
                yield from _find_wrong_keys(f"{place}{key}", said, expected, is_whole=is_whole)
            elif expected:
                yield f"{place}{key}", f"{said!r} is no table", "a table of templates"
            elif key not in self.letters:
                yield f"{place}{key}", "unknown key", f"one of {', '.join((*self.keys, *self.letters, *self.free))}"
            elif not isinstance(said, str) or len(said) != 1:
                yield f"{place}{key}", f"{said!r} is no letter", "one letter"


def _lay_over(content: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with what a game says in words of its own."""
    return {
        key: {**said, **own.get(key, {})} if isinstance(said, dict) else own.get(key, said)
        for key, said in {**own, **content}.items()
    }


def _find_wrong_keys(
    place: str, content: Mapping[str, Any], table: Table, *, is_whole: bool
) -> Iterator[tuple[str, str, str]]:
    for key, template in content.items():
        slots = table.find_slots(key)
        if slots:
            yield from _find_wrong_slots(f"{place}.{key}", template, slots)
        else:
            yield f"{place}.{key}", "unknown key", f"one of {', '.join(table.needed)}"
    for key in table.needed if is_whole else ():
        if key not in content:
            yield f"{place}.{key}", "missing", "a template"


def _find_wrong_slots(key: str, template: object, slots: Slots) -> Iterator[tuple[str, str, str]]:
    if not isinstance(template, str):
        yield key, f"{template!r} is no template", "words and {slots}"
        return
    if not template.strip() and "separator" not in key:
        yield key, "an empty template", "words as they are said"
        return
    try:
        # The slots are words: a format, as in {used:>3}, is none of them.
        parts = [part for part in Formatter().parse(template) if part[1] is not None]
        found = {f"{name}:{form}" if form else f"{name}!{how}" if how else str(name) for _, name, form, how in parts}
    except ValueError as error:
        yield key, f"{template!r}: {error}", "each slot as {slot}"
        return
    for name in sorted(found - slots.needed - slots.free):
        yield key, f"unknown slot {{{name}}}", _list_slots(slots.needed | slots.free) or "no slot"
    for name in sorted(slots.needed - found):
        yield key, f"without {{{name}}}", f"a template with {_list_slots(slots.needed)}"


def _list_slots(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
