"""The sentences in which a language gives the reasons of a verdict: the content of its ``reasons.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_args

import msgspec
from msgspec import Struct

from onceper.contract.limit import SummonKind
from onceper.patterns.templates import read_templates

if TYPE_CHECKING:
    from pathlib import Path


class ReasonWords(Struct, frozen=True, forbid_unknown_fields=True):
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
    capital_i: Annotated[str, msgspec.Meta(min_length=1, max_length=1, description="one letter")] = "I"
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


# Numbers, genders, marks, events, phases and ways to Summon that a language has words for as it needs them.
_ALIKE = {
    r"(often|number|there|are)\.\d+": r"\1.more",
    r"nth\.(\d+(_\w+)?|more_\w+)": "nth.more",
    r"nth\.and_later_\w+": "nth.and_later",
    r"(event|done)\.\w+": r"\1.other",
    r"nested\..": "nested",
    r"gender\.\w+": "gender",
    r"per\.\w+_phase": "per.always",
    rf"deed\.({'|'.join(get_args(SummonKind))})": "deed.summon",
}


def parse_reasons(file: Path, named: str) -> ReasonWords:
    """Return the words of reasons that one file holds, which messages name like this.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    return read_templates(ReasonWords, file, named, _ALIKE)
