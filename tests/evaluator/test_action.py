from __future__ import annotations

from typing import Any

import msgspec
import pytest

from onceper.evaluator.action import Action, ActionError


@pytest.mark.parametrize("action", [Action.use(1), Action.use(7), Action.activate_card(), Action.summon()])
def test_an_action_survives_json(action: Action) -> None:
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action


@pytest.mark.parametrize("fields", [("effect",), ("effect", 0), ("effect", -1), ("activation", 1), ("summon", 1)])
def test_nonsense_is_refused(fields: tuple[Any, ...]) -> None:
    with pytest.raises(ActionError, match="expected"):
        Action(*fields)


def test_nonsense_in_json_is_refused_with_its_place() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"effect 0.*\$\[0\]"):
        msgspec.json.decode(b'[{"kind": "effect", "effect": 0}]', type=list[Action])


def test_an_action_reads_as_words() -> None:
    assert [str(Action.use(2)), str(Action.activate_card()), str(Action.summon())] == [
        "effect 2",
        "the card's activation",
        "the Summoning procedure",
    ]
