"""Templates in TOML, words with ``{slots}``: a language says what English does, with the slots of the bundled ones."""

from __future__ import annotations

import re
import tomllib
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.records import make_record, parse
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_Words = TypeVar("_Words", bound=msgspec.Struct)


def read_templates(kind: type[_Words], file: Path, named: str, alike: Mapping[str, str]) -> _Words:
    """Return the words that a file holds, which messages name like this; under ``game`` stand all words of each game.

    ``alike`` are patterns of keys that each language has as it needs them, and the key that stands for them all.
    What a bundled language says is what any other is checked by.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    problems: list[Problem] = []
    content = parse(file, named, problems)
    # A file that is no TOML lacks everything, and that is told once.
    if not problems and not file.is_relative_to(resource("patterns")):
        problems += [Problem(named, *told) for told in dict.fromkeys(_Checked(file.name, alike).find_wrong(content))]
    own = {} if problems else content.pop("game", {})
    words = None if problems else make_record(kind, content, named, "", problems)
    if words is None or problems:
        raise RulesError(problems)
    games = {game: msgspec.convert(_lay_over(content, said), kind) for game, said in own.items()}
    return msgspec.structs.replace(words, game=games)


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

    def __init__(self, name: str, alike: Mapping[str, str]) -> None:
        self._alike = [(re.compile(pattern), key) for pattern, key in alike.items()]
        bundled = {
            file.parent.name: tomllib.loads(file.read_text(encoding="utf-8"))
            for file in resource("patterns").glob(f"*/{name}")
        }
        self._english = dict(_spell_out(bundled["en"]))
        self._tables = {key for content in bundled.values() for key, said in content.items() if isinstance(said, dict)}
        self._slots: dict[str, list[frozenset[str]]] = {}
        for content in bundled.values():
            for said in (content, *content.get("game", {}).values()):
                for place, template in _spell_out(said):
                    self._slots.setdefault(self._key_of(place), []).append(_slots_in(template))

    def find_wrong(self, content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield for what is wrong the key, what it is and what was expected."""
        there = dict(_spell_out(content))
        for place, template in self._english.items():
            table = place.rpartition(".")[0]
            if self._key_of(place) == place and not {place, table} & there.keys():
                yield place, "missing", f"a template such as {template!r}"
        yield from self._find_wrong_in("", there)
        games = content.get("game", {})
        if not isinstance(games, dict) or not all(isinstance(own, dict) for own in games.values()):
            yield "game", f"{games!r} is no table of games", "a table of what each game says otherwise"
            return
        for game, own in games.items():
            yield from self._find_wrong_in(f"game.{game}.", dict(_spell_out(own)))

    def _find_wrong_in(self, before: str, templates: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        for place, template in templates.items():
            table = place.rpartition(".")[0]
            slots = self._slots.get(self._key_of(place))
            if place in self._tables:
                yield f"{before}{place}", f"{template!r} is no table", "a table of templates"
            elif not slots:
                known = table if table in self._tables else ""
                beside = dict.fromkeys(_name_in(known, other) for other in self._english)
                unknown = place if known or not table else table
                yield f"{before}{unknown}", "unknown key", f"one of {', '.join(filter(None, beside))}"
            elif not isinstance(template, str):
                yield f"{before}{place}", f"{template!r} is no template", "words and {slots}"
            elif not template.strip() and "separator" not in place:
                yield f"{before}{place}", "an empty template", "words as they are said"
            else:
                for told in _find_wrong_slots(template, frozenset.intersection(*slots), frozenset().union(*slots)):
                    yield f"{before}{place}", *told

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


def _name_in(table: str, place: str) -> str:
    """Return the name of a key in a table, or of a table beside it; empty of one elsewhere."""
    return place.removeprefix(f"{table}." if table else "").partition(".")[0] if place.startswith(table) else ""


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
