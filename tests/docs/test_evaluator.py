"""``docs/evaluator.md`` says all there is."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Event

TEXT = (Path(__file__).parents[2] / "docs" / "evaluator.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_is_there(kind: type) -> None:
    assert f"`{kind.__struct_config__.tag}`" in TEXT  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name in vars(Evaluator) if not name.startswith("_")])
def test_every_method_is_there(name: str) -> None:
    assert f"`{name}(" in TEXT


@pytest.mark.parametrize("name", [name for name, made in vars(Action).items() if isinstance(made, classmethod)])
def test_every_action_is_there(name: str) -> None:
    assert f".{name}(" in TEXT
