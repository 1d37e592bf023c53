"""What becomes of the choices of an effect, and which of them a limit binds, in every language."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.bundled import LANGUAGES

from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading

CARDS = tomllib.loads(Path(__file__).with_name("choices.toml").read_text(encoding="utf-8"))["card"]


def _read(card: dict[str, Any]) -> CardReading:
    return read(card["text"], lang=card["lang"], game=card.get("game", "yugioh"), name="Ember Warden")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card['lang']} {card['text'].strip()[:30]}")
def test_a_limit_inside_a_choice_binds_that_alone(card: dict[str, Any]) -> None:
    reading = _read(card)
    (effect,) = reading.effects
    assert effect.choose == card["choose"]
    assert len(effect.options) > 1
    assert [list(limit.applies_to.options) for limit in reading.limits] == card["limits"]
    assert {limit.applies_to.effects for limit in reading.limits} == {(1,)}


def test_every_language_is_there() -> None:
    assert {card["lang"] for card in CARDS} == set(LANGUAGES)
