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
]
Applies = Literal["everywhere", "on_field", "on_summon", "on_activation"]


class NonEffect(Struct, frozen=True, gc=False):
    """Hold one text that is not an effect: not negated with the effects, not copied with them."""

    kind: NonEffectKind
    span: Span
    text: str
    negatable: bool
    copied_with_effects: bool
    applies: Applies
    rule: str
    source: Source
    confidence: Confidence
