"""The record of one text that is not an effect."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from onceper.contract.span import Confidence, Source, Span

NonEffectKind = Literal[
    "activation_limit",
    "material_requirement",
    "summoning_condition",
    "ritual_declaration",
    "name_treatment",
    "summon_limit",
    "activation_turn_restriction",
    "material_restriction",
    "equip_restriction",
    "activation_requirement",
    "activation_procedure",
    "maintenance_cost",
    "cannot_respond",
    "duration",
    "cannot_be_negated",
    "property_treatment",
    "victory_condition",
    "placement_restriction",
    "effect_condition",
    "flavor",
    "heading",
]
Applies = Literal["everywhere", "on_field", "on_summon", "on_activation"]
Material = Literal["itself", "others", "summoned", "in_hand"]
Wins = Literal["duel", "match"]


class NonEffect(Struct, frozen=True, gc=False):
    """Hold one text that is not an effect: not negated with the effects, not copied with them.

    ``applies`` is null for a heading, which only frames other text. ``effects`` are the 1-based indexes of the effects
    that it speaks of, empty for the whole card. ``mandatory`` says of a maintenance cost whether it must be paid where
    that is possible, ``material`` which materials a restriction is of, ``wins`` what a victory text wins.
    """

    kind: NonEffectKind
    span: Span
    text: str
    applies: Applies | None
    effects: tuple[int, ...]
    mandatory: bool | None
    material: Material | None
    wins: Wins | None
    rule: str
    source: Source
    confidence: Confidence
