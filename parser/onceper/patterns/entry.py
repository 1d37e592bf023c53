"""Make a rule of one table of a TOML file, with all checks that a rule by itself allows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from msgspec.structs import replace

from onceper.patterns import notation
from onceper.patterns.fields import SAYS_WHY, wrong_reading
from onceper.patterns.literals import lex_variant, sample_of
from onceper.patterns.problems import Problem
from onceper.patterns.required import required_parts
from onceper.patterns.rule import Pattern, ReadingKind, Rule, Where, Wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from onceper.patterns.catalogue import Reading
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.structure import Style

_RULE_KEYS = {
    "id": str,
    "pattern": str | list,
    "limit": dict,
    "non_effect": dict,
    "not_a_limit": str,
    "could_limit": str,
    "amends": dict,
    "matches": list,
    "rejects": list,
    "source": str,
    "where": str | list,
    "unless": str | list,
}
_REQUIRED = ("id", "pattern", "matches", "source")
_READINGS: tuple[ReadingKind, ...] = get_args(ReadingKind)


class Place(NamedTuple):
    """Name where a rule stands: its file, the game of the file, and its number there."""

    file: str
    game: str | None
    number: int


def rule_of(
    place: Place,
    written: Mapping[str, Any],
    lexicon: Lexicon,
    clauses: Callable[[str], list[str]],
    catalogue: Mapping[str, Reading],
    style: Style,
) -> tuple[Rule | None, list[Problem]]:
    """Return the rule that one table of a file states, or null, and everything that is wrong with it."""
    rule_id = written.get("id")
    name = rule_id if isinstance(rule_id, str) and rule_id else f"rule {place.number}"
    known = catalogue.get(name)
    shared = known.entry(style) if known else {}
    # A rule that says itself what it means takes nothing from the catalogue.
    takes = known is not None and not any(key in written for key in _READINGS)
    entry = {**shared, **written} if takes else written
    problems = list(_wrong_keys(place.file, name, entry))
    given = [key for key in _READINGS if key in entry]
    if len(given) != 1:
        expected = f"one of {', '.join(_READINGS)}, or an id of the catalogue"
        problems.append(Problem(place.file, name, f"gives {' and '.join(given) or 'no reading'}", expected))
    if any(problem.is_fatal for problem in problems) or len(given) != 1:
        return None, problems
    said = {key: value for key, value in written.items() if key in {*_READINGS, "where", "source"}}
    repeated = sorted(key for key, value in said.items() if key in shared and _list(value) == _list(shared[key]))
    if repeated and (takes or len(repeated) == len(said) == len(shared)):
        what = f"says of {', '.join(repeated)} what the catalogue says of this id"
        problems.append(Problem(place.file, name, what, "nothing of it"))
    kind = given[0]
    problems += [Problem(place.file, name, *wrong) for wrong in wrong_reading(kind, entry[kind])]
    where = _list(entry.get("where", []))
    problems += [
        Problem(place.file, name, f"where = {here!r}", f"one of {', '.join(get_args(Where))}")
        for here in where
        if here not in get_args(Where)
    ]
    rule = Rule(
        id=name,
        file=place.file,
        game=place.game,
        patterns=(),
        reading_kind=kind,
        reading={} if kind in SAYS_WHY else entry[kind],
        why=entry[kind] if kind in SAYS_WHY else "",
        where=frozenset(here for here in get_args(Where) if here in where),
        unless=(),
        matches=tuple(entry["matches"]),
        rejects=tuple(entry.get("rejects", [])),
        source=entry["source"],
    )
    parse = partial(_patterns, rule=rule, lexicon=lexicon, clauses=clauses, problems=problems)
    patterns = parse(_list(entry["pattern"]), needs_cue=rule.needs_cue)
    unless = parse(_list(entry.get("unless", [])), needs_cue=False)
    return replace(rule, patterns=patterns, unless=unless), problems


def _wrong_keys(file: str, name: str, entry: Mapping[str, Any]) -> Iterator[Problem]:
    for key in entry:
        if key not in _RULE_KEYS:
            yield Problem(file, name, f"unknown key {key!r}", f"one of {', '.join(sorted(_RULE_KEYS))}", is_fatal=False)
    for key, kind in _RULE_KEYS.items():
        if key in entry and not isinstance(entry[key], kind):
            yield Problem(file, name, f"{key} = {entry[key]!r}", _kind_name(kind))
    for key in ("pattern", "matches", "rejects", "where", "unless"):
        for item in entry[key] if isinstance(entry.get(key), list) else ():
            if not isinstance(item, str):
                yield Problem(file, name, f"{key} holds {item!r}", "a list of strings")
    for key in _REQUIRED:
        if not entry.get(key):
            yield Problem(file, name, f"no {key}")


def _list(value: Any) -> Any:
    """Return a value that may be one string or several as several; any other as it is."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value


def _kind_name(kind: Any) -> str:
    return {str: "a string", list: "a list", dict: "a table"}.get(kind, "a string or a list of strings")


def _patterns(
    patterns: Sequence[str],
    *,
    rule: Rule,
    lexicon: Lexicon,
    clauses: Callable[[str], list[str]],
    problems: list[Problem],
    needs_cue: bool,
) -> tuple[Pattern, ...]:
    """Return the patterns with all ways to read them, each parsed once; what is wrong goes to the problems."""
    found: list[Pattern] = []
    for pattern in patterns:
        try:
            variants = notation.variants(pattern)
            unknown = _slots_of(variants) - lexicon.slots
            parsed = Pattern(pattern, tuple if unknown else partial(wordings_of, variants, lexicon))
            _check_clauses(() if unknown else variants, lexicon, clauses)
            wordings = parsed.wordings
        except notation.NotationError as error:
            problems.append(Problem(rule.file, rule.id, f"{error} in {pattern!r}"))
            continue
        problems += [
            Problem(rule.file, rule.id, f"unknown slot {{{slot}}}", lexicon.described_slots())
            for slot in sorted(unknown)
        ]
        if not all(wording.parts if needs_cue else _has_word(wording) for wording in wordings):
            problems.append(Problem(rule.file, rule.id, f"{pattern!r} can match without any of its words", "a word"))
        found.append(parsed)
    return tuple(found)


def _slots_of(variants: Sequence[notation.Variant]) -> set[str]:
    """Return the names of the slots of a pattern."""
    return {element.name for variant in variants for element in variant if isinstance(element, notation.Slot)}


def wordings_of(variants: Iterable[notation.Variant], lexicon: Lexicon) -> tuple[Wording, ...]:
    """Return every way to read a pattern, lexed.

    Raises:
        NotationError: a word of the pattern runs into its neighbour.
    """
    lexed = (lex_variant(variant, lexicon) for variant in variants)
    return tuple(Wording(elements, required_parts(elements, lexicon)) for elements in lexed)


def _check_clauses(variants: Iterable[notation.Variant], lexicon: Lexicon, clauses: Callable[[str], list[str]]) -> None:
    """Refuse a pattern that no rule could read.

    Raises:
        NotationError: the pattern goes on across the end of a clause.
    """
    for variant in variants:
        first, *further = clauses(sample_of(variant, lexicon)) or [""]
        if further:
            raise notation.NotationError(f"{first[-1]!r} ends a clause, and no rule reads beyond the end of one,")


def _has_word(wording: Wording) -> bool:
    """Tell whether a text needs some word for this to match, or a name or number where no cue is needed."""
    return any(
        isinstance(element, notation.Words) or (isinstance(element, notation.Slot) and not element.optional)
        for element, _ in wording.elements
    )
