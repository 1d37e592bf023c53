from __future__ import annotations

from typing import get_args

import msgspec
import pytest

import onceper
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    AttackEnded,
    BattleEnded,
    ChainEnded,
    ControlChanged,
    CopyNegated,
    CopyRestored,
    CouldNotResolve,
    Declined,
    DuelEnded,
    EffectNegated,
    EffectsGained,
    EffectsLost,
    Event,
    Evolved,
    FlippedFaceDown,
    FlippedFaceUp,
    LeftLocation,
    MovedWithinField,
    Occurred,
    PhaseEnded,
    Renamed,
    ResolutionBegan,
    Resolved,
    Stated,
    Summoned,
    SummonNegated,
    TurnEnded,
)

EVENTS: list[Event] = [
    Appeared("warden-1", "Ember Warden", "A"),
    Activated("warden-1", Action.use(1), "A", "a1"),
    Activated("warden-1", Action("activation"), "A", "a2"),
    Applied("warden-1", Action.use(2), "A", "p1"),
    Applied("warden-1", Action("change_position"), "A", "p2"),
    Applied("warden-1", Action.use(1, option=2, target="warden-2"), "A", "p3", "a1"),
    Summoned("warden-1", Action("summon"), "A", "s1"),
    Summoned("warden-1", Action("normal_summon", additional=True), "A", "s2"),
    Summoned("warden-1", Action("special_summon", summon_kind="link"), "A", "s3", face_up=False),
    Summoned("warden-1", Action("set"), "A", "s5", face_up=False),
    Declined("warden-1", Action.use(1), "A"),
    Declined("warden-1", Action.use(1), "A", "a1"),
    SummonNegated("s1"),
    ResolutionBegan("a1"),
    Resolved("a1"),
    Occurred("attack", "A", "warden-1"),
    Occurred("cast", "A", objects=("呪文",)),
    MovedWithinField("warden-1"),
    FlippedFaceUp("warden-1"),
    Renamed("warden-1", "Ash Warden"),
    Renamed("warden-1", None),
    Evolved("warden-2", "warden-1"),
    CopyNegated("warden-1"),
    CopyRestored("warden-1"),
    EffectsGained("warden-1", "Ash Warden"),
    EffectsGained("warden-1", "Ash Warden", (1,), "turn_ends"),
    EffectsLost("warden-1", "Ash Warden"),
    Stated("warden-1", "if you control a Shrine"),
    Stated("warden-1", "the number of monsters you control", count=2),
    AttackEnded(),
    BattleEnded(),
    PhaseEnded("battle"),
    ActivationNegated("a1"),
    EffectNegated("a1"),
    CouldNotResolve("a1"),
    LeftLocation("warden-1"),
    LeftLocation("warden-1", "graveyard"),
    LeftLocation("warden-1", "field", face_up=False),
    LeftLocation("warden-1", "xyz_material"),
    FlippedFaceDown("warden-1"),
    FlippedFaceDown("warden-1", by_own_effect=True),
    ControlChanged("warden-1", "B"),
    ChainEnded(),
    TurnEnded("B"),
    TurnEnded("B", extra=True),
    DuelEnded(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_json(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_an_event_in_json_says_its_type() -> None:
    assert msgspec.json.encode(TurnEnded("B")) == b'{"type":"turn_ended","next_player":"B","extra":false}'


def test_the_package_exports_the_union() -> None:
    assert onceper.Event is Event


def test_every_kind_of_event_is_tested() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))
