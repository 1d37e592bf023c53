"""The sentences in which a language gives the reasons of a verdict: the content of its ``reasons.toml``."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec
from msgspec import Struct

from onceper.contract.limit import Period, Phase, Scope, SummonKind, WhoseTurn
from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.toml_file import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

FILE = "reasons.toml"


class ReasonWords(Struct, frozen=True):
    """Hold the sentences of one language, and the words that fill them.

    ``capital_i`` is the capital letter of an i that begins a sentence, which is dotted in Turkish. ``nested`` are the
    marks that stand in a quotation for others, ``game`` the words of games that have their own.
    """

    separator: str
    last_separator: str
    and_more: str
    quote: str
    you: str
    player: str
    ids: str
    spent: str
    spent_by_rule: str
    negated_one: str
    negated_many: str
    free: str
    none_allowed: str
    not_governed: str
    not_governed_deed: str
    untold_option: str
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
    ceiling_free: str
    controlled_by_player: str
    controlled_by_you: str
    controlled_by_both: str
    effects_negated: str
    face_down: str
    covered: str
    replaced: str
    each_target: str
    each_target_spent: str
    each_option: str
    depends: str
    resolving: str
    may_win: str
    nested: dict[str, str]
    allowance: dict[str, str]
    rule: dict[str, str]
    often: dict[str, str]
    number: dict[str, str]
    nth: dict[str, str]
    there: dict[str, str]
    are: dict[str, str]
    action: dict[str, str]
    deed: dict[str, str]
    by: dict[str, str]
    since: dict[str, str]
    per: dict[str, str]
    for_: dict[str, str] = msgspec.field(name="for")
    phase: dict[str, str]
    event: dict[str, str]
    done: dict[str, str]
    capital_i: str = "I"
    game: dict[str, ReasonWords] = {}

    def in_game(self, game: str | None) -> ReasonWords:
        """Return the words of one game, which are these where it has none of its own."""
        return self.game.get(game or "", self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(you={self.you!r}, ...)"


class _Slots(NamedTuple):
    """Hold the slots that a template must have, and those that it may have as well."""

    needed: frozenset[str]
    free: frozenset[str] = frozenset()


class _Table(NamedTuple):
    """Hold the templates that a table must have, how the keys of further ones look, and the slots of those."""

    needed: dict[str, _Slots]
    further: str = "(?!)"
    slots: _Slots = _Slots(frozenset())


def _make_slots(needed: str = "", free: str = "") -> _Slots:
    return _Slots(frozenset(needed.split()), frozenset(free.split()))


def _repeat(slots: _Slots, keys: Iterable[str]) -> dict[str, _Slots]:
    return dict.fromkeys(keys, slots)


# What is said of a limit; languages differ in how they tell who did it, and how often.
_OF_LIMIT = "card action who used times often count since per allowance text"
_OF_EVENT = "card action used event nth wanted there since text"
_OF_NUMBER = "player are used count"
_OF_CARD = _make_slots("card", "action")
_TEMPLATES: dict[str, _Slots] = {
    "separator": _make_slots(),
    "last_separator": _make_slots(),
    "and_more": _make_slots("count"),
    "quote": _make_slots("words"),
    "you": _make_slots(),
    "player": _make_slots("player"),
    "ids": _make_slots("ids"),
    "spent": _make_slots("deeds since by allowance", "who negated"),
    "spent_by_rule": _make_slots("deeds since action rule", "who by negated card"),
    "negated_one": _make_slots("", "ids"),
    "negated_many": _make_slots("", "ids"),
    "free": _make_slots("card since allowance", _OF_LIMIT),
    "none_allowed": _make_slots("card count", _OF_LIMIT),
    "not_governed": _OF_CARD,
    "not_governed_deed": _OF_CARD,
    "untold_option": _make_slots(),
    "own_turn_only": _make_slots("card allowance", _OF_LIMIT),
    "opponent_turn_only": _make_slots("card allowance", _OF_LIMIT),
    "other_phase": _make_slots("card phase wanted", _OF_LIMIT),
    "occurrence_free": _make_slots("card event text", _OF_EVENT),
    "occurrence_other": _make_slots("card event wanted there text", _OF_EVENT),
    "occurrence_spent": _make_slots("deeds by event text", "who"),
    "occurrence_missed": _make_slots("card event text", _OF_EVENT),
    "not_happened": _make_slots("card event there text", _OF_EVENT),
    "happened": _make_slots("card event there text", _OF_EVENT),
    "ceiling": _make_slots("card done since text", _OF_LIMIT),
    "ceiling_free": _make_slots("card since text", f"done {_OF_LIMIT}"),
    "controlled_by_player": _make_slots("name text", _OF_NUMBER),
    "controlled_by_you": _make_slots("name text", _OF_NUMBER),
    "controlled_by_both": _make_slots("name text", _OF_NUMBER),
    "effects_negated": _OF_CARD,
    "face_down": _OF_CARD,
    "covered": _make_slots("card upper", "action"),
    "replaced": _make_slots("card of", "action"),
    "each_target": _make_slots("card", "action text"),
    "each_target_spent": _make_slots("card copies", "action text"),
    "each_option": _OF_CARD,
    "depends": _make_slots("reason text"),
    "resolving": _make_slots("by"),
    "may_win": _OF_CARD,
}
_SUMMONS = ("summon", "special_summon", "normal_summon", "set", "flip_summon")
_MANUAL = ("change_position", "equip", "unequip")
_NUMBERED = _Table({"more": _make_slots("", "count")}, r"\d+", _make_slots("", "count"))
_TABLES: dict[str, _Table] = {
    # The marks that stand in a quotation for others.
    "nested": _Table({}, "."),
    "allowance": _Table(
        {
            **_repeat(_make_slots("for per together", "often"), get_args(WhoseTurn)),
            "together": _make_slots("effects"),
        }
    ),
    "rule": _Table(_repeat(_make_slots(), ("normal_summon", "battle_position", "union"))),
    "often": _NUMBERED,
    "number": _NUMBERED,
    "nth": _Table({**_NUMBERED.needed, "and_later": _make_slots("nth")}, _NUMBERED.further, _NUMBERED.slots),
    "there": _NUMBERED,
    "are": _NUMBERED,
    "action": _Table(
        {
            **_repeat(_make_slots("number"), ("effect", "pendulum")),
            "gained": _make_slots("number of"),
            "option": _make_slots("option effect"),
            "target": _make_slots("target effect"),
            "do": _make_slots("event"),
            **_repeat(_make_slots(), ("activation", *_SUMMONS, *_MANUAL, "take_control", "win")),
        }
    ),
    "deed": _Table(
        {
            **_repeat(_OF_CARD, ("use", "activate", "apply", "gain", "activation", *_SUMMONS, *_MANUAL, "decline")),
            "attack": _make_slots("card"),
        },
        "|".join(get_args(SummonKind)),
        _OF_CARD,
    ),
    "by": _Table(_repeat(_make_slots("id"), ("activation", "application", "summon"))),
    "since": _Table(_repeat(_make_slots(), (*get_args(Period), "always"))),
    # "main1_phase" is what is said of that phase alone.
    "per": _Table(_repeat(_make_slots(), (*get_args(Period), "always")), r"\w+_phase"),
    "for": _Table(_repeat(_make_slots("", "name"), (*get_args(Scope), "rulebook"))),
    "phase": _Table(_repeat(_make_slots(), get_args(Phase))),
    # Users' own patterns may count what no other language does.
    "event": _Table({"other": _make_slots()}, r"\w+"),
    "done": _Table({"other": _make_slots()}, r"\w+"),
}
_EXPECTED: dict[str, _Slots | _Table] = {**_TEMPLATES, **_TABLES}


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
    games = content.pop("game", {})
    return msgspec.convert({**content, "game": {game: _lay_over(content, games[game]) for game in games}}, ReasonWords)


def _lay_over(content: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with what a game says in words of its own."""
    return {
        key: {**said, **own.get(key, {})} if isinstance(said, dict) else own.get(key, said)
        for key, said in content.items()
    }


def _find_wrong(content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield for what is wrong the key, what it is and what was expected."""
    for key, expected in _EXPECTED.items():
        if key not in content:
            yield key, "missing", "a template" if isinstance(expected, _Slots) else "a table of templates"
    games = content.get("game", {})
    yield from _find_wrong_values({key: said for key, said in content.items() if key != "game"}, "", is_whole=True)
    if not isinstance(games, dict) or not all(isinstance(own, dict) for own in games.values()):
        yield "game", f"{games!r} is no table of games", "a table of what each game says otherwise"
        return
    for game, own in games.items():
        yield from _find_wrong_values(own, f"game.{game}.", is_whole=False)


def _find_wrong_values(content: Mapping[str, Any], place: str, *, is_whole: bool) -> Iterator[tuple[str, str, str]]:
    for key, said in content.items():
        expected = _EXPECTED.get(key)
        if isinstance(expected, _Slots):
            yield from _find_wrong_slots(f"{place}{key}", said, expected)
        elif expected and isinstance(said, dict):
            yield from _find_wrong_keys(f"{place}{key}", said, expected, is_whole=is_whole)
        elif expected:
            yield f"{place}{key}", f"{said!r} is no table", "a table of templates"
        elif key != "capital_i":
            yield f"{place}{key}", "unknown key", f"one of {', '.join(_EXPECTED)}, capital_i"
        elif not isinstance(said, str) or len(said) != 1:
            yield f"{place}{key}", f"{said!r} is no letter", "one letter"


def _find_wrong_keys(
    place: str, content: Mapping[str, Any], table: _Table, *, is_whole: bool
) -> Iterator[tuple[str, str, str]]:
    for key, template in content.items():
        if key in table.needed:
            yield from _find_wrong_slots(f"{place}.{key}", template, table.needed[key])
        elif re.fullmatch(table.further, key):
            yield from _find_wrong_slots(f"{place}.{key}", template, table.slots)
        else:
            yield f"{place}.{key}", "unknown key", f"one of {', '.join(table.needed)}"
    for key in table.needed if is_whole else ():
        if key not in content:
            yield f"{place}.{key}", "missing", "a template"


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
