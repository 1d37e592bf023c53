"""The words in which a language shows what was read: the content of its ``display.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec
from msgspec import Struct

from onceper.contract.effect import Choose, EffectKind
from onceper.contract.limit import LimitKind, Period, ResetsOn, SummonKind
from onceper.contract.non_effect import Applies, Material, NonEffectKind, Wins
from onceper.patterns.templates import Expected, Slots, Table, make_slots, repeat

if TYPE_CHECKING:
    from pathlib import Path

FILE = "display.toml"


class DisplayWords(Struct, frozen=True):
    """Hold the sentences that say limits in one language, and the names of what else is shown.

    ``game`` holds the words of games that have their own.
    """

    numbers_separator: str
    last_numbers_separator: str
    tail_separator: str
    or_: str = msgspec.field(name="or")
    number: str
    unnumbered: str
    note: str
    says: dict[str, str]
    whose: dict[str, str]
    what: dict[str, str]
    effect: dict[str, str]
    choose: dict[str, str]
    times: dict[str, str]
    way: dict[str, str]
    summoned: dict[str, str]
    summon: dict[str, str]
    when: dict[str, str]
    each: dict[str, str]
    nth: dict[str, str]
    counted: dict[str, str]
    capped: dict[str, str]
    controlled: dict[str, str]
    tail: dict[str, str]
    reset: dict[str, str]
    kind: dict[str, str]
    effect_kind: dict[str, str]
    told_by: dict[str, str]
    non_effect: dict[str, str]
    applies: dict[str, str]
    material: dict[str, str]
    wins: dict[str, str]
    paid: dict[str, str]
    not_read: dict[str, str]
    label: dict[str, str]
    game: dict[str, DisplayWords] = {}

    def in_game(self, game: str | None) -> DisplayWords:
        """Return the words of one game, which are these where it has none of its own."""
        return self.game.get(game or "", self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(number={self.number!r}, ...)"


_PLAIN = make_slots()
_EFFECTS = make_slots("effects")
_THINGS = make_slots("things")
# Languages differ in where a sentence says what, and in what goes without saying.
_HEAD = make_slots("per", "whose what times when often")
_SUMMON = make_slots("summoned often per", "whose way when")
_EVENT = make_slots("", "event object nth")
_WHOSE = ("own", "opponent", "any", "this")
_KEYS: dict[str, Slots | Table] = {
    **repeat(_PLAIN, ("numbers_separator", "last_numbers_separator", "tail_separator", "or")),
    "number": make_slots("number"),
    "unnumbered": make_slots("number"),
    "note": make_slots("number"),
    "says": Table(
        {
            **repeat(_HEAD, ("uses", "gain")),
            **repeat(_SUMMON, ("summon", "special_summon")),
            "ordinal": make_slots("counted each", "whose what when"),
            "event": make_slots("counted since", "whose what when"),
            "cap": make_slots("whose counted often per", "when"),
            **repeat(make_slots("count card"), ("control_you", "control_opponent", "control_each")),
        }
    ),
    "whose": Table(
        {
            **repeat(_PLAIN, ("copy", "name", "you", "opponent", "each")),
            **repeat(make_slots("name"), ("named", "archetype", "ability")),
        }
    ),
    "what": Table(
        {
            **repeat(_THINGS, ("single", "each", "one_of", "together")),
            **repeat(_PLAIN, ("activation", "summon", "nothing")),
        }
    ),
    "effect": Table(
        {
            **repeat(make_slots("numbers"), ("printed", "several_printed", "counted", "several_counted", "unnumbered")),
            "choice": make_slots("numbers effect"),
        }
    ),
    "choose": Table(repeat(_PLAIN, get_args(Choose))),
    "times": Table(repeat(make_slots("often"), ("use", "activate", "apply", "gain", "select", "do"))),
    "way": Table({"this": _PLAIN, "by": _EFFECTS}),
    "summoned": Table(repeat(_PLAIN, ("any", *get_args(SummonKind)))),
    "summon": Table(repeat(_PLAIN, ("any", *get_args(SummonKind)))),
    "when": Table(
        {
            **repeat(_PLAIN, ("own", "opponent")),
            **repeat(make_slots("phase"), ("phase", "phase_own", "phase_opponent")),
        }
    ),
    "each": Table(repeat(_PLAIN, (*get_args(Period), "always"))),
    "nth": Table(
        {"every": _PLAIN, "more": make_slots("", "count"), "and_later": make_slots("nth")},
        r"\d+",
        make_slots("", "count"),
        has_genders=True,
    ),
    "counted": Table(
        {**repeat(_EVENT, _WHOSE), **repeat(_EVENT, [f"{whose}_object" for whose in _WHOSE]), "untold": _EVENT}
    ),
    "capped": Table({"any": make_slots("event"), "object": make_slots("event object"), "untold": _PLAIN}),
    "controlled": Table({"this": _PLAIN, **repeat(make_slots("name"), ("card", "archetype"))}),
    "tail": Table(
        {
            "resets": make_slots("reasons"),
            "condition": make_slots("text"),
            "count_text": make_slots("text"),
            **repeat(
                _PLAIN,
                (
                    *("untold", "each_option", "each_target", "presence", "period", "refunded", "optional", "must"),
                    *("stays_spent", "own_count", "any_owner", "for_each", "for_opponent", "plays"),
                ),
            ),
            "pattern": make_slots("pattern"),
        }
    ),
    "reset": Table(repeat(_PLAIN, get_args(ResetsOn))),
    "kind": Table(repeat(_PLAIN, get_args(LimitKind))),
    "effect_kind": Table(repeat(_PLAIN, get_args(EffectKind))),
    "told_by": Table(repeat(_PLAIN, ("activated", "continuous", "other"))),
    "non_effect": Table(repeat(_PLAIN, get_args(NonEffectKind))),
    "applies": Table(repeat(_PLAIN, get_args(Applies))),
    "material": Table(repeat(_PLAIN, get_args(Material))),
    "wins": Table(repeat(_PLAIN, get_args(Wins))),
    "paid": Table(repeat(_PLAIN, ("must", "may"))),
    "not_read": Table(repeat(_PLAIN, ("no_rule", "too_long"))),
    "label": Table(
        {
            **repeat(
                _PLAIN,
                (
                    "limits",
                    "effects",
                    "non_effects",
                    "unread",
                    "masked",
                    "nothing",
                    "no_language",
                    "card",
                    "no_effect",
                    "not_read",
                ),
            ),
            "choices": _EFFECTS,
            "about": _EFFECTS,
            "limited": make_slots("limits"),
            "continued": make_slots("effect"),
            "guess": make_slots("kind sure"),
        }
    ),
}
_EXPECTED = Expected(_KEYS)


def parse_display(file: Path, named: str) -> DisplayWords:
    """Return the words of displays that one file holds, which messages name like this.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    return msgspec.convert(_EXPECTED.parse(file, named), DisplayWords)
