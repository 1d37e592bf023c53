from __future__ import annotations

import msgspec
import pytest

import onceper
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Activated,
    ActivationNegated,
    Appeared,
    Applied,
    ChainEnded,
    ControlChanged,
    CouldNotResolve,
    DuelEnded,
    EffectNegated,
    Event,
    EventError,
    FlippedFaceDown,
    LeftLocation,
    TurnEnded,
)

EVENTS: list[Event] = [
    Appeared("warden-1", "Ember Warden", "A"),
    Activated("warden-1", Action.use(1), "A", "a1"),
    Activated("warden-1", Action.activate_card(), "A", "a2"),
    Applied("warden-1", Action.use(2), "A", "p1"),
    Applied("warden-1", Action.summon(), "A", "p2"),
    ActivationNegated("a1"),
    EffectNegated("a1"),
    CouldNotResolve("a1"),
    LeftLocation("warden-1"),
    FlippedFaceDown("warden-1"),
    FlippedFaceDown("warden-1", by_own_effect=True),
    ControlChanged("warden-1", "B"),
    ChainEnded(),
    TurnEnded("B"),
    DuelEnded(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_json(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_an_event_in_json_says_its_type() -> None:
    assert msgspec.json.encode(TurnEnded("B")) == b'{"type":"turn_ended","next_player":"B"}'


def test_the_package_exports_the_union() -> None:
    assert onceper.Event is Event


@pytest.mark.parametrize(
    ("json", "message"),
    [
        (b'{"type": "exploded"}', "exploded"),
        (b'{"type": "chain_ended", "copy": "warden-1"}', "unknown field `copy`"),
        (b'{"type": "turn_ended"}', "missing required field `next_player`"),
        (b'{"type": "left_location", "copy": ""}', "length >= 1"),
        (
            b'{"type": "activated", "copy": "c", "player": "A", "id": "a", "action": {"kind": "summon"}}',
            "applied",
        ),
    ],
)
def test_a_wrong_event_is_refused(json: bytes, message: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.json.decode(json, type=Event)


def test_a_summoning_procedure_starts_no_chain() -> None:
    with pytest.raises(EventError, match="not activated"):
        Activated("warden-1", Action.summon(), "A", "a1")


def test_the_activation_of_a_card_is_more_than_applied() -> None:
    with pytest.raises(EventError, match="not applied"):
        Applied("warden-1", Action.activate_card(), "A", "p1")
