"""The limits of the rulebook, which no card prints."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from onceper.contract.limit import AppliesTo, Limit, Phase, Verb, WhoseTurn
from onceper.evaluator.action import ActionKind

_FILE = Path(__file__).with_name("rulebook.toml")


class GameRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one limit of the rulebook; ``spent_by_turn_player``: what the other player does spends nothing."""

    id: str
    source: Literal["rulebook"]
    text: str
    scope: Literal["copy", "player"]
    whose_turn: WhoseTurn
    phase: Phase
    verb: Verb
    governs: frozenset[ActionKind]
    spent_by: frozenset[ActionKind | Literal["attack"]]
    spent_by_turn_player: bool = False

    def limit(self) -> Limit:
        """Return the rule as a limit of the contract, once per turn; its text stands on no card."""
        return Limit(
            kind="soft" if self.scope == "copy" else "hard",
            scope=self.scope,
            period="turn",
            whose_turn=self.whose_turn,
            phase=self.phase,
            count=1,
            count_text=None,
            condition=None,
            at_least=False,
            verb=self.verb,
            summon_kind=None,
            shared=True,
            each_option=False,
            each_target=False,
            counts_from=None,
            applies_to=AppliesTo("card"),
            name=None,
            names=None,
            player="you",
            owner=None,
            optional=None,
            spent_on="occurrence",
            refunded_if_negated=False,
            resets_on=("leaves_location",) if self.scope == "copy" else (),
            on_control_change=None,
            event=None,
            pattern=None,
            edition=None,
            span=(0, 0),
            text=self.text,
            rule=self.id,
            source="rule",
            confidence=1.0,
        )


@cache
def load_rulebook() -> tuple[GameRule, ...]:
    """Return the limits of the rulebook (Turkish advanced rules, "Savaş konumu değişiklikleri", "Union Monsters")."""
    return msgspec.convert(tomllib.loads(_FILE.read_text(encoding="utf-8"))["rule"], tuple[GameRule, ...])
