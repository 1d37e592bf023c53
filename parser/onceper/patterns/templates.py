"""Templates in TOML, words with ``{slots}``: a language says what English does, with the slots of the bundled ones."""

from __future__ import annotations

import re
import tomllib
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.records import find_wrong, parse, types_of
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_Words = TypeVar("_Words", bound=msgspec.Struct)


def read_templates(kind: type[_Words], file: Path, named: str, alike: Mapping[str, str]) -> _Words:
    """Return the words that a file holds, which messages name like this; under ``game`` stand all words of each game.

    ``alike`` are patterns of keys that each language has as it needs them, and the key that stands for them all.
    What the bundled languages say is what any other is checked by.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    problems: list[Problem] = []
    content = parse(file, named, problems)
    # A file that is no TOML lacks everything, and that is told once.
    if not problems and not file.is_relative_to(resource("patterns")):
        problems += [Problem(named, *told) for told in _Checked(kind, file.name, alike).find_wrong(content)]
    if problems:
        raise RulesError(problems)
    own = content.pop("game", {})
    games = {game: _lay_over(content, said) for game, said in own.items()}
    try:
        return msgspec.convert({**content, "game": games}, kind)
    except msgspec.ValidationError as error:
        raise RulesError([Problem(named, "", str(error))]) from error


def _lay_over(content: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with what a game says in words of its own."""
    return {
        key: {**said, **own.get(key, {})} if isinstance(said, dict) else own.get(key, said)
        for key, said in {**own, **content}.items()
    }


class _Checked:
    """Check templates by those of the bundled languages in files of the same name.

    English has the keys that must be there. A template holds each slot that it has in all bundled languages, and none
    that it has in none of them.
    """

    def __init__(self, kind: type[msgspec.Struct], name: str, alike: Mapping[str, str]) -> None:
        self._types = {**types_of(kind), "game": dict[str, dict[str, Any]]}
        self._alike = [(re.compile(pattern), key) for pattern, key in alike.items()]
        self._slots: dict[str, list[frozenset[str]]] = {}
        for file in resource("patterns").glob(f"*/{name}"):
            content = tomllib.loads(file.read_text(encoding="utf-8"))
            for said in (content, *content.get("game", {}).values()):
                for place, template in _spell_out(said):
                    self._slots.setdefault(self._key_of(place), []).append(_slots_in(template))
            if file.parent.name == "en":
                self._english = dict(_spell_out(content))

    def find_wrong(self, content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield for what is wrong the key, what it is and what was expected."""
        there = {place for place, _ in _spell_out(content)}
        for place, template in self._english.items():
            if self._key_of(place) == place and place not in there:
                yield place, "missing", f"a template such as {template!r}"
        games = content.get("game", {})
        yield from self._find_wrong_in("", content)
        for game, own in games.items() if isinstance(games, dict) else ():
            if isinstance(own, dict):
                yield from self._find_wrong_in(f"game.{game}.", own)

    def _find_wrong_in(self, inside: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        yield from (("", what, expected) for _, what, expected in find_wrong(content, self._types, inside))
        for place, template in _spell_out(content):
            slots = self._slots.get(self._key_of(place))
            table = f"{place.rpartition('.')[0]}."
            beside = [key.removeprefix(table) for key in self._english if key.startswith(table)]
            if slots and isinstance(template, str):
                needed, known = frozenset.intersection(*slots), frozenset().union(*slots)
                for what, expected in _find_wrong_slots(template, needed, known):
                    yield f"{inside}{place}", what, expected
                if not template.strip() and "separator" not in place:
                    yield f"{inside}{place}", "an empty template", "words as they are said"
            elif beside and not slots:
                yield f"{inside}{place}", "unknown key", f"one of {', '.join(beside)}"

    def _key_of(self, place: str) -> str:
        """Return the key that stands for all that are like this one, which may be itself."""
        return next((found.expand(key) for like, key in self._alike if (found := like.fullmatch(place))), place)


def _spell_out(content: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each template with its place, such as ``nth.more``, but for those of games."""
    for key, said in content.items():
        if isinstance(said, dict) and key != "game":
            yield from ((f"{key}.{name}", template) for name, template in said.items())
        elif key != "game":
            yield key, said


def _find_wrong_slots(template: str, needed: Iterable[str], known: Iterable[str]) -> Iterator[tuple[str, str]]:
    try:
        found = _slots_in(template)
    except ValueError as error:
        yield f"{template!r}: {error}", "each slot as {slot}"
        return
    for name in sorted(found.difference(known)):
        yield f"unknown slot {{{name}}}", _list_slots(known) or "no slot"
    for name in sorted(set(needed) - found):
        yield f"without {{{name}}}", f"a template with {_list_slots(needed)}"


def _slots_in(template: str) -> frozenset[str]:
    """Return the slots of a template, which are words: a format, as in ``{used:>3}``, is none of them.

    Raises:
        ValueError: a bracket has no other.
    """
    parts = [part for part in Formatter().parse(template) if part[1] is not None]
    return frozenset(
        f"{name}:{form}" if form else f"{name}!{how}" if how else str(name) for _, name, form, how in parts
    )


def _list_slots(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
