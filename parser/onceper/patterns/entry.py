"""Make a rule of one table of a TOML file, with all checks that a rule by itself allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from onceper.matching.cues import needed, needs_no_cue
from onceper.patterns import notation
from onceper.patterns.fields import LIMIT_FIELDS, NON_EFFECT_FIELDS, wrong_fields
from onceper.patterns.problems import Problem
from onceper.patterns.rule import ReadingKind, Rule, Where

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.patterns.lexicon import Lexicon

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
_READINGS: tuple[ReadingKind, ...] = get_args(ReadingKind)


def rule_of(
    file: str, game: str | None, number: int, entry: Mapping[str, Any], lexicon: Lexicon
) -> tuple[Rule | None, list[Problem]]:
    """Return the rule that one table of a file states, or null, and everything that is wrong with it."""
    rule_id = entry.get("id")
    name = rule_id if isinstance(rule_id, str) and rule_id else f"rule {number}"
    problems = [
        Problem(file, name, f"unknown key {key!r}", f"one of {', '.join(sorted(_RULE_KEYS))}")
        for key in entry
        if key not in _RULE_KEYS
    ]
    wrong = [
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
    if wrong:
        return None, problems + wrong
    kind = given[0]
    reading = entry[kind] if kind != "not_a_limit" else {}
    fields = NON_EFFECT_FIELDS if kind == "non_effect" else LIMIT_FIELDS
    problems += [Problem(file, name, f"{kind}: {what}", expected) for what, expected in wrong_fields(reading, fields)]
    where = _list(entry.get("where", []))
    problems += [
        Problem(file, name, f"where = {place!r}", f"one of {', '.join(get_args(Where))}")
        for place in where
        if place not in get_args(Where)
    ]
    if kind in {"limit", "non_effect"} and "kind" not in reading:
        problems.append(Problem(file, name, f"{kind} has no kind"))
    rule = Rule(
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
    return rule, problems + _wrong_patterns(rule, lexicon)


def _list(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _kind_name(kind: Any) -> str:
    return {str: "a string", list: "a list", dict: "a table"}.get(kind, "a string or a list of strings")


def _wrong_patterns(rule: Rule, lexicon: Lexicon) -> list[Problem]:
    problems: list[Problem] = []
    is_found_by_cue = [not needs_no_cue(rule)] * len(rule.patterns) + [False] * len(rule.unless)
    for pattern, needs_cue in zip((*rule.patterns, *rule.unless), is_found_by_cue, strict=True):
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
        if unknown:
            continue
        try:
            has_words = all(_has_word(variant, needs_cue, lexicon) for variant in variants)
        except notation.NotationError as error:
            problems.append(Problem(rule.file, rule.id, f"{error} in {pattern!r}"))
            continue
        if not has_words:
            problems.append(Problem(rule.file, rule.id, f"{pattern!r} can match without any of its words", "a word"))
    return problems


def _has_word(variant: notation.Variant, needs_cue: bool, lexicon: Lexicon) -> bool:
    """Tell whether a text needs some word for the variant to match, or a name or number where no cue is needed.

    Raises:
        NotationError: a literal word runs into its neighbour, whether a cue is needed or not.
    """
    parts = needed(variant, lexicon)
    if needs_cue:
        return bool(parts)
    return any(
        isinstance(element, notation.Words) or (isinstance(element, notation.Slot) and not element.optional)
        for element in variant
    )
