"""The sentences in which a language gives the reasons of a verdict: the content of its ``reasons.toml``."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec
from msgspec import Struct

from onceper.contract.limit import Period, Phase, Scope, WhoseTurn
from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.toml_file import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

FILE = "reasons.toml"


class ReasonWords(Struct, frozen=True):
    """Hold the sentences of one language, and the words that fill them.

    ``capital_i`` is the capital letter of an i that begins a sentence, which is dotted in Turkish.
    """

    separator: str
    last_separator: str
    quote: str
    you: str
    player: str
    spent: str
    negated_one: str
    negated_many: str
    free: str
    none_allowed: str
    not_governed: str
    own_turn_only: str
    opponent_turn_only: str
    other_phase: str
    occurrence_free: str
    occurrence_other: str
    occurrence_spent: str
    occurrence_missed: str
    not_happened: str
    happened: str
    ceiling: str
    controlled_by_player: str
    controlled_by_you: str
    controlled_by_both: str
    effects_negated: str
    face_down: str
    covered: str
    replaced: str
    each_target: str
    each_target_spent: str
    depends: str
    resolving: str
    may_win: str
    allowance: dict[str, str]
    often: dict[str, str]
    action: dict[str, str]
    deed: dict[str, str]
    by: dict[str, str]
    since: dict[str, str]
    per: dict[str, str]
    for_: dict[str, str] = msgspec.field(name="for")
    phase: dict[str, str]
    capital_i: str = "I"

    def __repr__(self) -> str:
        return f"{type(self).__name__}(you={self.you!r}, ...)"


class _Slots(NamedTuple):
    """Hold the slots that a template must have, and those that it may have as well."""

    needed: frozenset[str]
    free: frozenset[str] = frozenset()


def _make_slots(needed: str = "", free: str = "") -> _Slots:
    return _Slots(frozenset(needed.split()), frozenset(free.split()))


def _repeat(slots: _Slots, keys: Iterable[str]) -> dict[str, _Slots]:
    return dict.fromkeys(keys, slots)


# What is said of a limit; languages differ in how they tell who did it, and how often.
_OF_LIMIT = "card action used times often count since allowance text"
_OF_NUMBER = "who used count"
_OF_CARD = _make_slots("card", "action")
_TEMPLATES: dict[str, _Slots] = {
    "separator": _make_slots(),
    "last_separator": _make_slots(),
    "quote": _make_slots("words"),
    "you": _make_slots(),
    "player": _make_slots("player"),
    "spent": _make_slots("deeds since by allowance", "who negated"),
    "negated_one": _make_slots("", "ids"),
    "negated_many": _make_slots("", "ids"),
    "free": _make_slots("card since allowance", _OF_LIMIT),
    "none_allowed": _make_slots("card allowance", _OF_LIMIT),
    "not_governed": _OF_CARD,
    "own_turn_only": _make_slots("card allowance", _OF_LIMIT),
    "opponent_turn_only": _make_slots("card allowance", _OF_LIMIT),
    "other_phase": _make_slots("card phase wanted text", _OF_LIMIT),
    "occurrence_free": _make_slots("card since text", _OF_LIMIT),
    "occurrence_other": _make_slots("card since text", _OF_LIMIT),
    "occurrence_spent": _make_slots("deeds by text", "who"),
    "occurrence_missed": _make_slots("card since text", _OF_LIMIT),
    "not_happened": _make_slots("card since text", _OF_LIMIT),
    "happened": _make_slots("card since text", _OF_LIMIT),
    "ceiling": _make_slots("card since text", _OF_LIMIT),
    "controlled_by_player": _make_slots("name text", _OF_NUMBER),
    "controlled_by_you": _make_slots("name text", _OF_NUMBER),
    "controlled_by_both": _make_slots("name text", _OF_NUMBER),
    "effects_negated": _OF_CARD,
    "face_down": _OF_CARD,
    "covered": _make_slots("card upper", "action"),
    "replaced": _make_slots("card of", "action"),
    "each_target": _make_slots("card", "action text"),
    "each_target_spent": _make_slots("card copies", "action text"),
    "depends": _make_slots("reason text"),
    "resolving": _make_slots("id"),
    "may_win": _OF_CARD,
}
_SUMMONS = ("summon", "special_summon", "normal_summon", "set", "flip_summon")
_MANUAL = ("change_position", "equip", "unequip")
_TABLES: dict[str, dict[str, _Slots]] = {
    "allowance": {
        **_repeat(_make_slots("for per together", "often"), get_args(WhoseTurn)),
        "together": _make_slots("effects"),
    },
    "often": {"more": _make_slots("", "count")},
    "action": {
        **_repeat(_make_slots("number"), ("effect", "pendulum")),
        "gained": _make_slots("number of"),
        **_repeat(_make_slots(), ("activation", *_SUMMONS, *_MANUAL, "take_control", "do", "win")),
    },
    "deed": {
        **_repeat(_OF_CARD, ("use", "activate", "apply", "gain", "activation", *_SUMMONS, *_MANUAL, "decline")),
        "attack": _make_slots("card"),
    },
    "by": _repeat(_make_slots("id"), ("activation", "application", "summon", "event")),
    "since": _repeat(_make_slots(), (*get_args(Period), "always")),
    "per": _repeat(_make_slots(), (*get_args(Period), "always")),
    "for": _repeat(_make_slots(), (*get_args(Scope), "rulebook")),
    "phase": _repeat(_make_slots(), get_args(Phase)),
}


def parse_reasons(file: Path, named: str) -> ReasonWords:
    """Return the words of reasons that one file holds, which messages name like this.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    problems: list[Problem] = []
    content = parse(file, named, problems)
    # A file that is no TOML lacks everything, and that is told once.
    problems = problems or [Problem(named, *wrong) for wrong in _find_wrong(content)]
    if problems:
        raise RulesError(problems)
    return msgspec.convert(content, ReasonWords)


def _find_wrong(content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield for what is wrong the key, what it is and what was expected."""
    expected: dict[str, _Slots | dict[str, _Slots]] = {**_TEMPLATES, **_TABLES}
    for key, slots in expected.items():
        if key not in content:
            yield key, "missing", "a template" if isinstance(slots, _Slots) else "a table of templates"
        elif isinstance(slots, _Slots):
            yield from _find_wrong_slots(key, content[key], slots)
        elif isinstance(content[key], dict):
            yield from _find_wrong_keys(key, content[key], slots)
        else:
            yield key, f"{content[key]!r} is no table", "a table of templates"
    for key in content.keys() - expected.keys() - {"capital_i"}:
        yield key, "unknown key", f"one of {', '.join(expected)}, capital_i"
    capital = content.get("capital_i", "I")
    if not isinstance(capital, str) or len(capital) != 1:
        yield "capital_i", f"{capital!r} is no letter", "one letter"


def _find_wrong_keys(
    table: str, content: Mapping[str, Any], expected: Mapping[str, _Slots]
) -> Iterator[tuple[str, str, str]]:
    for key, slots in expected.items():
        if key in content:
            yield from _find_wrong_slots(f"{table}.{key}", content[key], slots)
        else:
            yield f"{table}.{key}", "missing", "a template"
    for key in content.keys() - expected.keys():
        # How often is said in words for the first few numbers.
        if table == "often" and key.isdecimal():
            yield from _find_wrong_slots(f"{table}.{key}", content[key], expected["more"])
        else:
            yield f"{table}.{key}", "unknown key", f"one of {', '.join(expected)}"


def _find_wrong_slots(key: str, template: object, slots: _Slots) -> Iterator[tuple[str, str, str]]:
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
