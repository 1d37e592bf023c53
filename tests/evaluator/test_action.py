from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from onceper.evaluator.action import Action, ActionKind

ACTIONS = [
    Action.use(1),
    Action.use(7, field="pendulum"),
    Action.use(2, of="Ash Warden"),
    Action("activation"),
    Action("summon"),
    Action("special_summon"),
    Action("normal_summon"),
    Action("set"),
    Action("flip_summon"),
    Action("change_position"),
    Action("equip"),
    Action("unequip"),
    Action("take_control"),
    Action("do", what="cast", objects=("呪文",)),
    Action("win"),
]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_an_action_survives_json(action: Action) -> None:
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action


def test_every_kind_can_be_made() -> None:
    assert {action.kind for action in ACTIONS} == set(get_args(ActionKind))


def test_an_action_reads_as_words() -> None:
    assert [str(Action.use(2)), str(Action("activation")), str(Action("do", what="cast"))] == [
        "effect 2",
        "activation",
        "do cast",
    ]
