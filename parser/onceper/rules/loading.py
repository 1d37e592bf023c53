"""Load the rules and words of a language, and refuse what is wrong, all of it at once."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args

from onceper.lang import language
from onceper.resources import resource
from onceper.rules import notation
from onceper.rules.cues import needed, needs_no_cue
from onceper.rules.problems import Problem, RulesError
from onceper.rules.readings import LIMIT_FIELDS, NON_EFFECT_FIELDS, wrong_fields
from onceper.rules.rule import ReadingKind, Rule, Where
from onceper.rules.words import Lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

WORDS = "words.toml"
STRUCTURE = "structure.toml"

_RULE_KEYS = {
    "id": str,
    "pattern": str | list,
    "limit": dict,
    "non_effect": dict,
    "not_a_limit": str,
    "amends": dict,
    "matches": list,
    "rejects": list,
    "source": str,
    "where": str | list,
    "unless": str | list,
}
_REQUIRED = ("id", "pattern", "matches", "source")
_FILE_KEYS = {"game", "rule"}
_READINGS: tuple[ReadingKind, ...] = get_args(ReadingKind)


def rules_of(lang: str) -> tuple[Rule, ...]:
    """Return the bundled rules of a language, in the order of their files.

    Raises:
        LanguageError: the language is not one that onceper reads.
        RulesError: the rule files hold something wrong.
    """
    return load(lang)[0]


@lru_cache(maxsize=8)
def load(lang: str) -> tuple[tuple[Rule, ...], Lexicon]:
    """Return the bundled rules and the word list of a language."""
    language(lang)
    return load_folder(resource("patterns") / lang, lang)


def load_folder(folder: Path, lang: str) -> tuple[tuple[Rule, ...], Lexicon]:
    """Return the rules and the word list of a folder of TOML files.

    Raises:
        RulesError: something in the files is wrong; the message lists every problem with its file and rule.
    """
    problems: list[Problem] = []
    rules: list[Rule] = []
    parsed = {path.relative_to(folder).as_posix(): _parse(path, problems) for path in sorted(folder.rglob("*.toml"))}
    spoken = language(lang)
    lexicon = Lexicon(spoken.fold, spoken.words, parsed.get(STRUCTURE, {}).get("telling", ()))
    if WORDS in parsed:
        problems += lexicon.add(WORDS, parsed[WORDS])
    else:
        problems.append(Problem(WORDS, "", "missing", f"a word list in {folder.name}/"))
    for file, content in parsed.items():
        if file not in {WORDS, STRUCTURE}:
            rules += _rules_in(file, content, problems)
    problems += _used_twice(rules)
    for rule in rules:
        problems += _wrong_patterns(rule, lexicon)
    if problems:
        raise RulesError(problems)
    return tuple(rules), lexicon


def _parse(path: Path, problems: list[Problem]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(Problem(path.name, "", f"not TOML: {error}"))
        return {}


def _rules_in(file: str, content: Mapping[str, Any], problems: list[Problem]) -> list[Rule]:
    problems += [
        Problem(file, "", f"unknown key {key!r}", ", ".join(sorted(_FILE_KEYS)))
        for key in content
        if key not in _FILE_KEYS
    ]
    game = content.get("game")
    if game is not None and not isinstance(game, str):
        problems.append(Problem(file, "", f"game = {game!r}", "the name of a game"))
        game = None
    entries = content.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        problems.append(Problem(file, "", "rule is not a list of tables", "[[rule]]"))
        return []
    found = (_rule(file, game, number, entry, problems) for number, entry in enumerate(entries, start=1))
    return [rule for rule in found if rule]


def _rule(file: str, game: str | None, number: int, entry: Mapping[str, Any], problems: list[Problem]) -> Rule | None:
    rule_id = entry.get("id")
    name = rule_id if isinstance(rule_id, str) and rule_id else f"rule {number}"
    wrong = [
        Problem(file, name, f"unknown key {key!r}", f"one of {', '.join(sorted(_RULE_KEYS))}")
        for key in entry
        if key not in _RULE_KEYS
    ]
    wrong += [
        Problem(file, name, f"{key} = {entry[key]!r}", _kind_name(kind))
        for key, kind in _RULE_KEYS.items()
        if key in entry and not isinstance(entry[key], kind)
    ]
    wrong += [
        Problem(file, name, f"{key} holds {item!r}", "a list of strings")
        for key in ("pattern", "matches", "rejects", "where", "unless")
        if isinstance(entry.get(key), list)
        for item in entry[key]
        if not isinstance(item, str)
    ]
    wrong += [Problem(file, name, f"no {key}") for key in _REQUIRED if not entry.get(key)]
    given = [key for key in _READINGS if key in entry]
    if len(given) != 1:
        wrong.append(
            Problem(file, name, f"gives {' and '.join(given) or 'no reading'}", f"one of {', '.join(_READINGS)}")
        )
    problems += wrong
    if wrong:
        return None
    kind = given[0]
    reading = entry[kind] if kind != "not_a_limit" else {}
    fields = NON_EFFECT_FIELDS if kind == "non_effect" else LIMIT_FIELDS
    wrong = [Problem(file, name, f"{kind}: {what}", expected) for what, expected in wrong_fields(reading, fields)]
    where = _list(entry.get("where", []))
    wrong += [
        Problem(file, name, f"where = {place!r}", f"one of {', '.join(get_args(Where))}")
        for place in where
        if place not in get_args(Where)
    ]
    if kind in {"limit", "non_effect"} and "kind" not in reading:
        wrong.append(Problem(file, name, f"{kind} has no kind"))
    problems += wrong
    return Rule(
        id=name,
        file=file,
        game=game,
        patterns=_list(entry["pattern"]),
        reading_kind=kind,
        reading=reading,
        why_not=entry.get("not_a_limit", ""),
        where=frozenset(place for place in get_args(Where) if place in where),
        unless=_list(entry.get("unless", [])),
        matches=tuple(entry["matches"]),
        rejects=tuple(entry.get("rejects", [])),
        source=entry["source"],
    )


def _list(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _kind_name(kind: Any) -> str:
    return {str: "a string", list: "a list", dict: "a table"}.get(kind, "a string or a list of strings")


def _used_twice(rules: Sequence[Rule]) -> list[Problem]:
    first: dict[str, Rule] = {}
    problems = []
    for rule in rules:
        if rule.id in first:
            problems.append(Problem(rule.file, rule.id, f"this id is used in {first[rule.id].file} already"))
        first.setdefault(rule.id, rule)
    return problems


def _wrong_patterns(rule: Rule, lexicon: Lexicon) -> list[Problem]:
    problems: list[Problem] = []
    for pattern in (*rule.patterns, *rule.unless):
        try:
            variants = notation.variants(pattern)
        except notation.NotationError as error:
            problems.append(Problem(rule.file, rule.id, f"{error} in {pattern!r}"))
            continue
        unknown = {
            element.name
            for variant in variants
            for element in variant
            if isinstance(element, notation.Slot) and element.name not in lexicon.slots
        }
        problems += [
            Problem(rule.file, rule.id, f"unknown slot {{{slot}}}", f"one of {', '.join(sorted(lexicon.slots))}")
            for slot in sorted(unknown)
        ]
        if not unknown and not needs_no_cue(rule) and not all(needed(variant, lexicon) for variant in variants):
            problems.append(Problem(rule.file, rule.id, f"{pattern!r} can match without any of its words", "a word"))
    return problems
