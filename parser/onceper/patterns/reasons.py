"""The sentences in which a language gives the reasons of a verdict: the content of its ``reasons.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec
from msgspec import Struct

from onceper.contract.limit import Period, Phase, Scope, SummonKind, WhoseTurn
from onceper.patterns.templates import Expected, Slots, Table, make_slots, repeat

if TYPE_CHECKING:
    from pathlib import Path

FILE = "reasons.toml"


class ReasonWords(Struct, frozen=True):
    """Hold the sentences of one language, and the words that fill them.

    ``capital_i`` is the capital letter of an i that begins a sentence, which is dotted in Turkish. ``nested`` are the
    marks that stand in a quotation for others, ``game`` the words of games that have their own. ``gender`` are the
    events whose name takes another form of what counts it, such as ``f``, for which ``nth`` has ``1_f``; ``untold`` is
    that of the word for a time.
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
    gender: dict[str, str] = {}
    game: dict[str, ReasonWords] = {}

    def in_game(self, game: str | None) -> ReasonWords:
        """Return the words of one game, which are these where it has none of its own."""
        return self.game.get(game or "", self)

    def gender_of(self, what: str) -> str:
        """Return the gender of an event's name, or ``untold``, by which ``nth`` is said; empty where it has none."""
        return self.gender.get(what if what == "untold" or what in self.event else "other", "")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(you={self.you!r}, ...)"


# What is said of a limit; languages differ in how they tell who did it, and how often.
_OF_LIMIT = "card action who used times often count since per allowance text"
_OF_EVENT = "card action used event nth wanted there since text"
_OF_NUMBER = "player are used count"
_OF_CARD = make_slots("card", "action")
_TEMPLATES: dict[str, Slots] = {
    "separator": make_slots(),
    "last_separator": make_slots(),
    "and_more": make_slots("count"),
    "quote": make_slots("words"),
    "you": make_slots(),
    "player": make_slots("player"),
    "ids": make_slots("ids"),
    "spent": make_slots("deeds since by allowance", "who negated"),
    "spent_by_rule": make_slots("deeds since action rule", "who by negated card"),
    "negated_one": make_slots("", "ids"),
    "negated_many": make_slots("", "ids"),
    "free": make_slots("card since allowance", _OF_LIMIT),
    "none_allowed": make_slots("card count", _OF_LIMIT),
    "not_governed": _OF_CARD,
    "not_governed_deed": _OF_CARD,
    "untold_option": make_slots(),
    "own_turn_only": make_slots("card allowance", _OF_LIMIT),
    "opponent_turn_only": make_slots("card allowance", _OF_LIMIT),
    "other_phase": make_slots("card phase wanted", _OF_LIMIT),
    "occurrence_free": make_slots("card event text", _OF_EVENT),
    "occurrence_other": make_slots("card event wanted there text", _OF_EVENT),
    "occurrence_spent": make_slots("deeds by event text", "who"),
    "occurrence_missed": make_slots("card event text", _OF_EVENT),
    "not_happened": make_slots("card event there text", _OF_EVENT),
    "happened": make_slots("card event there text", _OF_EVENT),
    "ceiling": make_slots("card done since text", _OF_LIMIT),
    "ceiling_free": make_slots("card since text", f"done {_OF_LIMIT}"),
    "controlled_by_player": make_slots("name text", _OF_NUMBER),
    "controlled_by_you": make_slots("name text", _OF_NUMBER),
    "controlled_by_both": make_slots("name text", _OF_NUMBER),
    "effects_negated": _OF_CARD,
    "face_down": _OF_CARD,
    "covered": make_slots("card upper", "action"),
    "replaced": make_slots("card of", "action"),
    "each_target": make_slots("card", "action text"),
    "each_target_spent": make_slots("card copies", "action text"),
    "each_option": _OF_CARD,
    "depends": make_slots("reason text"),
    "resolving": make_slots("by"),
    "may_win": _OF_CARD,
}
_SUMMONS = ("summon", "special_summon", "normal_summon", "set", "flip_summon")
_MANUAL = ("change_position", "equip", "unequip")
_NUMBERED = Table({"more": make_slots("", "count")}, r"\d+", make_slots("", "count"))
_TABLES: dict[str, Table] = {
    # The marks that stand in a quotation for others.
    "nested": Table({}, "."),
    "allowance": Table(
        {
            **repeat(make_slots("for per together", "often"), get_args(WhoseTurn)),
            "together": make_slots("effects"),
        }
    ),
    "rule": Table(repeat(make_slots(), ("normal_summon", "battle_position", "union"))),
    "often": _NUMBERED,
    "number": _NUMBERED,
    "nth": _NUMBERED._replace(needed={**_NUMBERED.needed, "and_later": make_slots("nth")}, has_genders=True),
    "there": _NUMBERED,
    "are": _NUMBERED,
    "action": Table(
        {
            **repeat(make_slots("number"), ("effect", "pendulum")),
            "gained": make_slots("number of"),
            "option": make_slots("option effect"),
            "target": make_slots("target effect"),
            "do": make_slots("event"),
            **repeat(make_slots(), ("activation", *_SUMMONS, *_MANUAL, "take_control", "win")),
        }
    ),
    "deed": Table(
        {
            **repeat(_OF_CARD, ("use", "activate", "apply", "gain", "activation", *_SUMMONS, *_MANUAL, "decline")),
            "attack": make_slots("card"),
        },
        "|".join(get_args(SummonKind)),
        _OF_CARD,
    ),
    "by": Table(repeat(make_slots("id"), ("activation", "application", "summon"))),
    "since": Table(repeat(make_slots(), (*get_args(Period), "always"))),
    # "main1_phase" is what is said of that phase alone.
    "per": Table(repeat(make_slots(), (*get_args(Period), "always")), r"\w+_phase"),
    "for": Table(repeat(make_slots("", "name"), (*get_args(Scope), "rulebook"))),
    "phase": Table(repeat(make_slots(), get_args(Phase))),
    # Users' own patterns may count what no other language does.
    "event": Table({"other": make_slots()}, r"\w+"),
    "done": Table({"other": make_slots()}, r"\w+"),
}
_FREE = {"gender": Table({}, r"\w+")}
_EXPECTED = Expected({**_TEMPLATES, **_TABLES}, letters=("capital_i",), free=_FREE)


def parse_reasons(file: Path, named: str) -> ReasonWords:
    """Return the words of reasons that one file holds, which messages name like this.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    return msgspec.convert(_EXPECTED.parse(file, named), ReasonWords)
