"""``docs/evaluator.md`` says all there is."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from onceper.evaluator.action import ActionKind
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Event

TEXT = (Path(__file__).parents[2] / "docs" / "evaluator.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_is_there(kind: type) -> None:
    assert f"`{kind.__struct_config__.tag}`" in TEXT  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name in vars(Evaluator) if not name.startswith("_")])
def test_every_method_is_there(name: str) -> None:
    assert f"`{name}(" in TEXT


@pytest.mark.parametrize("kind", get_args(ActionKind))
def test_every_kind_of_action_is_there(kind: str) -> None:
    assert f'"{kind}"' in TEXT
